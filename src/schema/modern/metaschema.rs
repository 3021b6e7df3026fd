//! The metaschemas of the drafts: the documents, and their compiled forms.

use super::compile::{Compiled, Compiler, Id};
use super::draft::Draft;
use crate::compat::Compat;
use crate::schema::json::{self, Json};
use crate::schema::standard;
use std::rc::Rc;

/// The metaschema at an address.
pub(super) fn document(url: &str) -> Option<Json> {
    json::decode(standard::metaschema(url)?.as_bytes(), Compat::Helm4).ok().map(|(document, _)| document)
}

/// All metaschemas, compiled with their formats asserted.
pub(super) struct Metaschemas {
    pub(super) compiled: Compiled,
    roots: Vec<(Draft, Id)>,
}

impl Metaschemas {
    /// The metaschemas; compiled once a thread.
    pub(super) fn get() -> Rc<Metaschemas> {
        thread_local! {
            static ALL: Rc<Metaschemas> = Rc::new(Metaschemas::compile());
        }
        ALL.with(Rc::clone)
    }

    /// The schema that schemas of a draft have to meet.
    pub(super) fn root(&self, draft: Draft) -> Id {
        self.roots.iter().find(|(d, _)| *d == draft).map_or(Id::default(), |(_, id)| *id)
    }

    fn compile() -> Metaschemas {
        let mut notices = Vec::new();
        let mut compiler = Compiler::for_metaschemas(&mut notices);
        let mut roots = Vec::new();
        for draft in [Draft::D4, Draft::D6, Draft::D7, Draft::D2019, Draft::D2020] {
            let id = compiler.compile(draft.url());
            debug_assert!(id.is_ok(), "metaschemas compile");
            roots.push((draft, id.unwrap_or_default()));
        }
        Metaschemas { compiled: compiler.finish(), roots }
    }
}

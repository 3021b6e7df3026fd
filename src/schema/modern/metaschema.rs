//! The metaschemas of the drafts: the documents, and their compiled forms.

use super::compile::{Compiled, Compiler, Id};
use super::draft::Draft;
use crate::compat::Compat;
use crate::schema::json::{self, Json};
use crate::schema::standard;
use std::sync::OnceLock;

/// The metaschema at an address.
pub(super) fn document(url: &str) -> Option<Json> {
    json::decode(standard::metaschema(url)?.as_bytes(), Compat::Helm4).ok().map(|(document, _)| document)
}

const DRAFTS: [Draft; 5] = [Draft::D4, Draft::D6, Draft::D7, Draft::D2019, Draft::D2020];

/// The metaschemas of some drafts, compiled with their formats asserted.
pub(super) struct Metaschemas {
    pub(super) compiled: Compiled,
    roots: Vec<(Draft, Id)>,
}

impl Metaschemas {
    /// The metaschemas of these drafts alone, because each takes time to compile; compiled once.
    pub(super) fn of(drafts: impl IntoIterator<Item = Draft>) -> &'static Metaschemas {
        static SETS: [OnceLock<Metaschemas>; 1 << DRAFTS.len()] = [const { OnceLock::new() }; 1 << DRAFTS.len()];
        let bits = drafts.into_iter().filter_map(|draft| DRAFTS.iter().position(|other| *other == draft));
        let set = bits.fold(0, |set, bit| set | 1 << bit);
        SETS[set].get_or_init(|| Metaschemas::compile(set))
    }

    /// The schema that schemas of a draft have to meet.
    pub(super) fn root(&self, draft: Draft) -> Id {
        self.roots.iter().find(|(d, _)| *d == draft).map_or(Id::default(), |(_, id)| *id)
    }

    /// Compiles the drafts whose bits are set.
    fn compile(set: usize) -> Metaschemas {
        let mut notices = Vec::new();
        let mut compiler = Compiler::for_metaschemas(&mut notices);
        let mut roots = Vec::new();
        for (_, draft) in DRAFTS.into_iter().enumerate().filter(|(bit, _)| set & (1 << bit) != 0) {
            let id = compiler.compile(draft.url());
            debug_assert!(id.is_ok(), "metaschemas compile");
            roots.push((draft, id.unwrap_or_default()));
        }
        Metaschemas { compiled: compiler.finish(), roots }
    }
}

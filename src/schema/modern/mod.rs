//! Schemas in the words and drafts of `santhosh-tekuri/jsonschema` 6.0.3: 4, 6, 7, 2019-09 and 2020-12.
//!
//! Go visits maps in random order and Helm prints violations as it meets them; here the order of
//! keys decides, which is one of the orders that Helm can print.

mod compile;
mod draft;
mod equal;
mod format;
mod metaschema;
mod place;
mod roots;
mod types;
mod validate;
mod violation;

use super::Fault;
use super::json::Json;
use super::text::go_quote;
use crate::diag::Notice;
use compile::{Compiled, Compiler, Id};
use metaschema::Metaschemas;
use place::Place;
use roots::Root;

/// Where log lines go.
type Notices<'n> = &'n mut Vec<Notice>;

/// The address that Helm gives to the schema of a chart.
const ADDRESS: &str = "file:///values.schema.json";

const ENDLESS: &str = "the schema and the values are nested too deeply to be checked";

/// A schema that is ready to check values.
pub(super) struct Schema {
    compiled: Compiled,
    root: Id,
}

impl Schema {
    pub(super) fn compile(text: &[u8], notices: Notices<'_>) -> Result<Schema, Fault> {
        let document = roots::document(text).map_err(Fault::schema)?;
        let mut compiler = Compiler::new(notices, check_against_metaschema);
        compiler.add_document(ADDRESS, document);
        let root = compiler.compile(ADDRESS)?;
        Ok(Schema { compiled: compiler.finish(), root })
    }

    pub(super) fn check(&self, values: &Json) -> Result<(), Fault> {
        validate::check(&self.compiled, self.root, values).map_err(|violation| {
            let Some(violation) = violation else { return Fault::schema(ENDLESS.into()) };
            let mut text = String::new();
            for cause in &violation.causes {
                cause.write(1, &mut text);
            }
            text.remove(0);
            text.push('\n');
            Fault::Violations(text)
        })
    }
}

/// Checks that a schema is one.
fn check_against_metaschema(root: &Root, schema: &Json, pointer: &str) -> Result<(), Fault> {
    let draft = root.resource(pointer).dialect.draft;
    let drafts = root.resources.iter().map(|resource| resource.dialect.draft);
    let metaschemas = Metaschemas::of(drafts.chain([draft]));
    let id = metaschemas.root(draft);
    validate::check_schema(metaschemas, &root.resources, id, schema).map_err(|violation| {
        let Some(violation) = violation else { return Fault::schema(ENDLESS.into()) };
        let mut text = String::new();
        violation.write(0, &mut text);
        let place = Place { url: root.url(), pointer: pointer.into() };
        Fault::schema(format!("{} is not valid against metaschema: {text}", go_quote(&place.to_string())))
    })
}

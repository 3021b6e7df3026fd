//! Schemas in the words and drafts of `santhosh-tekuri/jsonschema` 6.0.3: 4, 6, 7, 2019-09 and 2020-12.
//!
//! Go visits maps in random order and Helm prints violations as it meets them; here the order of
//! keys decides, which is one of the orders that Helm can print.

mod compile;
mod draft;
mod equal;
mod format;
mod metaschema;
mod roots;
mod types;
mod validate;
mod violation;

use super::Fault;
use super::json::Json;
use super::text::go_quote;
use crate::diag::Notice;
use compile::Compiler;
use metaschema::Metaschemas;
use roots::{Place, Root};

/// Where log lines go.
type Notices<'n> = &'n mut Vec<Notice>;

/// The address that Helm gives to the schema of a chart.
const ADDRESS: &str = "file:///values.schema.json";

const ENDLESS: &str = "the schema and the values are nested too deeply to be checked";

/// Checks values against a schema.
pub(super) fn validate(schema: &[u8], values: &Json, notices: Notices<'_>) -> Result<(), Fault> {
    let document = roots::document(schema).map_err(Fault::schema)?;
    let mut compiler = Compiler::new(notices, check_against_metaschema);
    compiler.add_document(ADDRESS, document);
    let id = compiler.compile(ADDRESS)?;
    validate::check(&compiler.finish(), id, values).map_err(|violation| {
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

/// Checks that a schema is one.
fn check_against_metaschema(root: &Root, schema: &Json, pointer: &str) -> Result<(), Fault> {
    let metaschemas = Metaschemas::get();
    let id = metaschemas.root(root.resource(pointer).dialect.draft);
    validate::check_schema(&metaschemas, &root.resources, id, schema).map_err(|violation| {
        let Some(violation) = violation else { return Fault::schema(ENDLESS.into()) };
        let mut text = String::new();
        violation.write(0, &mut text);
        let place = Place { url: root.url(), pointer: pointer.to_owned() };
        Fault::schema(format!("{} is not valid against metaschema: {text}", go_quote(&place.to_string())))
    })
}

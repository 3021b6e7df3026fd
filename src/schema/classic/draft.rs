//! The drafts that the library knows.

use crate::compat::Compat;
use crate::schema::Fault;
use crate::schema::json::Json;
use crate::schema::uri::Uri;

/// A draft, or the mixture of all that applies to schemas that name none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Draft {
    D4,
    D6,
    D7,
    Hybrid,
}

/// The draft that a document names, if the library knows it.
pub(super) fn of_document(document: &Json) -> Result<Option<Draft>, Fault> {
    let entries = match document {
        Json::Bool(_) => return Ok(None),
        Json::Obj(entries) => entries,
        _ => return Err(Fault::schema("schema is invalid".into())),
    };
    let Some(name) = entries.get("$schema") else { return Ok(None) };
    let Some(name) = name.as_str() else { return Err(Fault::schema("$schema must be of type string".into())) };
    let url = Uri::parse(name, Compat::Helm3).map_err(Fault::schema)?;
    Ok(match url.to_string().as_str() {
        "http://json-schema.org/draft-04/schema" => Some(Draft::D4),
        "http://json-schema.org/draft-06/schema" => Some(Draft::D6),
        "http://json-schema.org/draft-07/schema" => Some(Draft::D7),
        _ => None,
    })
}

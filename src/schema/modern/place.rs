//! Places in documents, and the references that lead to them.

use super::Fault;
use crate::compat::Compat;
use crate::schema::json::Json;
use crate::schema::text::{escape_token, go_quote, unescape_token};
use crate::schema::uri::{self, Uri};
use std::sync::Arc;

/// A document and a JSON pointer into it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Place {
    pub(super) url: Arc<str>,
    pub(super) pointer: Arc<str>,
}

impl Place {
    /// The place of a subschema.
    pub(super) fn child(&self, tokens: &[&str]) -> Place {
        let mut pointer = String::from(&*self.pointer);
        for token in tokens {
            pointer.push('/');
            pointer.push_str(&escape_token(token));
        }
        Place { url: self.url.clone(), pointer: pointer.into() }
    }

    /// What the place points at.
    pub(super) fn lookup<'a>(&self, document: &'a Json) -> Result<&'a Json, Fault> {
        let mut value = document;
        for token in self.pointer.split('/').skip(1) {
            let Some(token) = unescape_token(token) else {
                return Err(Fault::schema(format!("invalid json-pointer {}", go_quote(&self.to_string()))));
            };
            let next = match value {
                Json::Obj(entries) => entries.get(&token),
                Json::Arr(items) => token.parse::<usize>().ok().and_then(|i| items.get(i)),
                _ => None,
            };
            let Some(next) = next else {
                return Err(Fault::schema(format!("json-pointer in {} not found", go_quote(&self.to_string()))));
            };
            value = next;
        }
        Ok(value)
    }
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}#{}", self.url, encode_fragment(&self.pointer))
    }
}

/// Encodes a fragment, leaving its slashes.
pub(super) fn encode_fragment(fragment: &str) -> String {
    let parts: Vec<String> = fragment.split('/').map(uri::path_escape).collect();
    parts.join("/")
}

/// Splits a reference at its fragment, which is decoded.
pub(super) fn split_fragment(reference: &str) -> Result<(&str, String), Fault> {
    let (url, fragment) = reference.split_once('#').unwrap_or((reference, ""));
    let fragment = uri::path_unescape(fragment)
        .map_err(|e| Fault::schema(format!("error in parsing {}: {e}", go_quote(reference))))?;
    Ok((url, fragment))
}

/// A reference in absolute form, and its fragment.
pub(super) fn join(base: &str, reference: &str) -> Result<(String, String), Fault> {
    let parse = |text: &str| {
        Uri::parse(text, Compat::Helm4).map_err(|e| Fault::schema(format!("error in parsing {}: {e}", go_quote(text))))
    };
    let base = parse(base)?;
    let (reference, fragment) = split_fragment(reference)?;
    let reference = parse(reference)?;
    Ok((base.resolve_keeping_opaque(&reference).to_string(), fragment))
}

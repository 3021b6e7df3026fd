//! What Helm reads of every rendered document.

use crate::chart::decode::{self, Place, TypeName};
use crate::compat::Compat;
use crate::yaml::{self, YamlError};
use std::collections::BTreeMap;

/// What a document says about itself; a field that is missing is empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are those of every Kubernetes object")]
pub struct Head {
    pub api_version: String,
    pub kind: String,
    pub name: String,
    pub annotations: BTreeMap<String, String>,
}

/// The Go type of `metadata`, as errors show it.
const METADATA: &str =
    r#"struct { Name string "json:\"name\""; Annotations map[string]string "json:\"annotations\"" }"#;

/// The fields that are read, and those of the one that is a struct.
const FIELDS: [(&str, &[&str]); 3] = [("apiVersion", &[]), ("kind", &[]), ("metadata", &OF_METADATA)];
const OF_METADATA: [&str; 2] = ["name", "annotations"];

/// Reads a whole document and takes its head. The error is Helm's text behind the file's name.
///
/// Source: Helm's `SimpleHead` (`pkg/release/v1/util/manifest.go`).
pub fn head(text: &[u8], compat: Compat) -> Result<Head, YamlError> {
    let node = yaml::parse_entries(text, &FIELDS)?;
    let mut head = Head::default();
    let mut annotations = None;
    let name = if compat.json_v2_engine() { "util.SimpleHead" } else { "releaseutil.SimpleHead" };
    let owner = (TypeName::Plain(name), "SimpleHead");
    let known = FIELDS.map(|(name, _)| name);
    let decoded = decode::fields(&node, &Place::root(compat), owner, &known, |field, node, place| match field {
        "apiVersion" => decode::string(node, place, &mut head.api_version),
        "kind" => decode::string(node, place, &mut head.kind),
        _ => {
            let owner = (TypeName::Plain(METADATA), "");
            decode::fields(node, place, owner, &OF_METADATA, |field, node, place| match field {
                "name" => decode::string(node, place, &mut head.name),
                _ => decode::string_map(node, place, &mut annotations),
            })
        }
    });
    match decoded {
        Ok(()) => Ok(Head { annotations: annotations.unwrap_or_default(), ..head }),
        Err(reason) => {
            let message = format!("error unmarshaling JSON: while decoding JSON: {reason}");
            Err(YamlError { message, line: None, column: None })
        }
    }
}

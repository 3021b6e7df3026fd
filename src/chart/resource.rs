//! The resources of a rendered file or a CRD file, as Kubernetes takes them from a stream of YAML or JSON.

use super::decode::{self, Decoded, Place, TypeName};
use super::documents::Documents;
use super::inspect::undecodable;
use crate::compat::Compat;
use crate::gostd::json;
use crate::gostd::strings::decode_rune;
use crate::gostd::unicode;
use crate::value::Value;
use crate::yaml::{self, Node};

/// What identifies a resource.
#[derive(Debug, Default)]
pub struct ResourceHead {
    /// `apiVersion`
    pub api_version: String,
    /// `kind`
    pub kind: String,
    /// `metadata.name`
    pub name: String,
}

impl ResourceHead {
    /// Reads a YAML document; an empty one is none. The error is Helm's text.
    fn of_yaml(text: &[u8], compat: Compat) -> Result<Option<ResourceHead>, String> {
        let node = yaml::parse(text).map_err(|e| e.message)?;
        ResourceHead::of_node(&node, &Place::root(compat), compat).map_err(undecodable)
    }

    fn of_node(node: &Node, root: &Place, compat: Compat) -> Decoded<Option<ResourceHead>> {
        if *node == Node::Null {
            return Ok(None);
        }
        let mut head = ResourceHead::default();
        let own = if compat.json_v2_engine() { "k8sYamlStruct" } else { "K8sYamlStruct" };
        let go_type = if compat.json_v2_engine() { "rules.k8sYamlStruct" } else { "rules.K8sYamlStruct" };
        let names = ["apiVersion", "Kind", "Metadata"];
        decode::fields(node, root, (TypeName::Plain(go_type), own), &names, |name, node, place| match name {
            "apiVersion" => decode::string(node, place, &mut head.api_version),
            "Kind" => decode::string(node, place, &mut head.kind),
            _ => metadata_name(node, place, &mut head.name),
        })?;
        Ok(Some(head))
    }
}

fn metadata_name(node: &Node, place: &Place, into: &mut String) -> Decoded {
    let owner = (TypeName::Plain("rules.k8sYamlMetadata"), "k8sYamlMetadata");
    let mut namespace = String::new();
    decode::fields(node, place, owner, &["Namespace", "Name"], |name, node, place| {
        decode::string(node, place, if name == "Name" { into } else { &mut namespace })
    })
}

/// How much of a stream is looked at to find out whether it is JSON, in bytes.
const GUESSED_FROM: usize = 4096;

/// The heads of the resources of a stream. Empty documents are passed over; the stream is of no use
/// behind an error, which is Helm's text.
///
/// A stream that begins with `{` is JSON. What is no JSON behind its first object, or at its start,
/// is YAML for Helm 4 if it can be; if not, the fault of the JSON is the one that is told.
///
/// Source: `YAMLOrJSONDecoder` of Kubernetes' `apimachinery`, of version 0.32 in Helm 3.
pub struct Resources<'t> {
    text: &'t [u8],
    format: Format<'t>,
    compat: Compat,
}

enum Format<'t> {
    /// How many objects were read.
    Json(json::Stream<'t>, usize),
    Yaml(Documents<'t>),
}

impl<'t> Resources<'t> {
    /// The resources of a text.
    #[must_use]
    pub fn new(text: &'t [u8], compat: Compat) -> Resources<'t> {
        let start = String::from_utf8_lossy(&text[..text.len().min(GUESSED_FROM)]);
        let format = if start.trim_start().starts_with('{') {
            Format::Json(json::Stream::new(text), 0)
        } else {
            Format::Yaml(Documents { text, at: 0 })
        };
        Resources { text, format, compat }
    }

    fn next_document(&mut self) -> Option<Result<Option<ResourceHead>, String>> {
        let compat = self.compat;
        let (stream, count) = match &mut self.format {
            Format::Yaml(documents) => return read_yaml(documents, compat),
            Format::Json(stream, count) => (stream, count),
        };
        let start = stream.at;
        let (fault, told) = match stream.next(compat)? {
            Ok(value) => match ResourceHead::of_node(&shallow(&value, 2), &Place::json_root(compat), compat) {
                Ok(head) => {
                    *count += 1;
                    return Some(Ok(head));
                }
                Err(fault) => (fault.clone(), fault),
            },
            Err(fault) => (fault.message.clone(), fault.with_offset()),
        };
        if !compat.streams_turn_yaml() {
            return Some(Err(told));
        }
        if *count > 1 {
            return Some(Err(fault));
        }
        let Some(rest) = behind_space(&self.text[start..]) else { return Some(Err(told)) };
        let mut documents = Documents { text: rest, at: 0 };
        let found = read_yaml(&mut documents, compat);
        self.format = Format::Yaml(documents);
        found.map(|head| head.map_err(|_| told))
    }
}

impl Iterator for Resources<'_> {
    type Item = Result<ResourceHead, String>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(head) = self.next_document()?.transpose() {
                return Some(head);
            }
        }
    }
}

fn read_yaml(documents: &mut Documents, compat: Compat) -> Option<Result<Option<ResourceHead>, String>> {
    Some(documents.next()?.and_then(|(_, text)| ResourceHead::of_yaml(text, compat)))
}

/// The text behind its leading space, which ends at the first line break; none if no character comes.
fn behind_space(mut text: &[u8]) -> Option<&[u8]> {
    loop {
        let (c, size) = decode_rune(text).filter(|(c, _)| *c != char::REPLACEMENT_CHARACTER)?;
        if !unicode::is_space(c) {
            return Some(text);
        }
        text = &text[size..];
        if c == '\n' {
            return Some(text);
        }
    }
}

/// A JSON value as a document, without what is deeper than `levels`.
fn shallow(value: &Value, levels: usize) -> Node {
    let Some(inner) = levels.checked_sub(1) else {
        return if matches!(value, Value::Map(_)) { Node::Map(Vec::new()) } else { scalar(value) };
    };
    let Value::Map(map) = value else { return scalar(value) };
    let entries = map.sorted();
    Node::Map(entries.iter().map(|(key, value)| (key.to_text().into(), shallow(value, inner))).collect())
}

fn scalar(value: &Value) -> Node {
    match value {
        Value::Nil => Node::Null,
        Value::Bool(b) => Node::Bool(*b),
        Value::Str(text) => Node::Str(text.to_text().into()),
        Value::List(_) => Node::List(Vec::new()),
        _ => Node::Float(0.0),
    }
}

//! What a YAML document says, independent of any render.

use crate::value::Value;

/// A document in the shape of JSON, with the types that YAML 1.1 gave its scalars.
///
/// It is `Send + Sync`, so a chart at rest can keep it.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Node {
    /// `null`
    #[default]
    Null,
    /// `true`, `yes`, `on`, …
    Bool(bool),
    /// An integer that fits 64 bits with sign.
    Int(i64),
    /// An integer that fits only without sign.
    Uint(u64),
    /// Any other number.
    Float(f64),
    /// A text; also timestamps.
    Str(Box<str>),
    /// A sequence.
    List(Vec<Node>),
    /// A mapping: keys as strings, in document order, each once (the last one won).
    Map(Vec<(Box<str>, Node)>),
}

impl Node {
    /// The entry under `key` of a mapping.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Node> {
        match self {
            Node::Map(entries) => entries.iter().find(|(k, _)| &**k == key).map(|(_, v)| v),
            _ => None,
        }
    }

    /// The value that a template sees: every number is a `float64`, because Helm goes through JSON.
    #[must_use]
    pub fn to_value(&self) -> Value {
        match self {
            Node::Null => Value::Nil,
            Node::Bool(b) => Value::Bool(*b),
            Node::Int(i) => Value::Float(*i as f64),
            Node::Uint(u) => Value::Float(*u as f64),
            Node::Float(f) => Value::Float(*f),
            Node::Str(s) => Value::str(&**s),
            Node::List(items) => Value::list(items.iter().map(Node::to_value).collect()),
            Node::Map(entries) => Value::Map(entries.iter().map(|(k, v)| (&**k, v.to_value())).collect()),
        }
    }
}

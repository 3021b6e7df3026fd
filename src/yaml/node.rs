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

/// What a scalar says, with its text where that is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Scalar<'a> {
    Null,
    Bool(bool),
    Int(i64),
    Uint(u64),
    Float(f64),
    Str(&'a str),
}

impl From<Scalar<'_>> for Node {
    fn from(scalar: Scalar<'_>) -> Node {
        match scalar {
            Scalar::Null => Node::Null,
            Scalar::Bool(b) => Node::Bool(b),
            Scalar::Int(i) => Node::Int(i),
            Scalar::Uint(u) => Node::Uint(u),
            Scalar::Float(f) => Node::Float(f),
            Scalar::Str(s) => Node::Str(s.into()),
        }
    }
}

impl From<Scalar<'_>> for Value {
    /// Every number is a `float64`, because Helm goes through JSON.
    fn from(scalar: Scalar<'_>) -> Value {
        match scalar {
            Scalar::Null => Value::Nil,
            Scalar::Bool(b) => Value::Bool(b),
            Scalar::Int(i) => Value::Float(i as f64),
            Scalar::Uint(u) => Value::Float(u as f64),
            Scalar::Float(f) => Value::Float(f),
            Scalar::Str(s) => Value::str(s),
        }
    }
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

    /// The scalar; lists and maps are none.
    pub(super) fn as_scalar(&self) -> Option<Scalar<'_>> {
        Some(match self {
            Node::Null => Scalar::Null,
            Node::Bool(b) => Scalar::Bool(*b),
            Node::Int(i) => Scalar::Int(*i),
            Node::Uint(u) => Scalar::Uint(*u),
            Node::Float(f) => Scalar::Float(*f),
            Node::Str(s) => Scalar::Str(s),
            Node::List(_) | Node::Map(_) => return None,
        })
    }

    /// The value that a template sees: every number is a `float64`, because Helm goes through JSON.
    #[must_use]
    pub fn to_value(&self) -> Value {
        match self {
            Node::List(items) => Value::list(items.iter().map(Node::to_value).collect()),
            Node::Map(entries) => Value::Map(entries.iter().map(|(k, v)| (&**k, v.to_value())).collect()),
            scalar => scalar.as_scalar().map_or(Value::Nil, Value::from),
        }
    }
}

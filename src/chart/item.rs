//! Values that a user gives, while they are put together.

use crate::value::{Map, Value};
use crate::yaml::Node;
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

/// A value that can be changed in place and shared by threads, unlike [`Value`] and [`Node`].
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) enum Item {
    #[default]
    Null,
    Bool(bool),
    /// An `int64`, which only flags make.
    Int(i64),
    Float(f64),
    Str(Box<[u8]>),
    List(Vec<Item>),
    Table(Table),
}

/// A mapping.
pub(super) type Table = IndexMap<Box<[u8]>, Item, FxBuildHasher>;

impl Item {
    /// The Go type, as failed type assertions name it.
    pub(super) fn go_type(&self) -> &'static str {
        match self {
            Item::Null => "nil",
            Item::Bool(_) => "bool",
            Item::Int(_) => "int64",
            Item::Float(_) => "float64",
            Item::Str(_) => "string",
            Item::List(_) => "[]interface {}",
            Item::Table(_) => "map[string]interface {}",
        }
    }

    /// The value that templates see.
    pub(super) fn to_value(&self) -> Value {
        match self {
            Item::Null => Value::Nil,
            Item::Bool(b) => Value::Bool(*b),
            Item::Int(i) => Value::int64(*i),
            Item::Float(f) => Value::Float(*f),
            Item::Str(s) => Value::str(&**s),
            Item::List(items) => Value::list(items.iter().map(Item::to_value).collect()),
            Item::Table(table) => Value::Map(to_map(table)),
        }
    }
}

/// The map that templates see; its entries are in the order of their keys.
pub(super) fn to_map(table: &Table) -> Map {
    let mut entries: Vec<_> = table.iter().collect();
    entries.sort_unstable_by(|a, b| a.0.cmp(b.0));
    entries.into_iter().map(|(key, item)| (&**key, item.to_value())).collect()
}

impl From<Node> for Item {
    fn from(node: Node) -> Item {
        match node {
            Node::Null => Item::Null,
            Node::Bool(b) => Item::Bool(b),
            Node::Int(i) => Item::Float(i as f64),
            Node::Uint(u) => Item::Float(u as f64),
            Node::Float(f) => Item::Float(f),
            Node::Str(s) => Item::Str(s.into_boxed_bytes()),
            Node::List(items) => Item::List(items.into_iter().map(Item::from).collect()),
            Node::Map(entries) => {
                Item::Table(entries.into_iter().map(|(key, node)| (key.into_boxed_bytes(), node.into())).collect())
            }
        }
    }
}

impl From<&Value> for Item {
    /// A decoded JSON text; what JSON cannot express becomes null.
    fn from(value: &Value) -> Item {
        match value {
            Value::Bool(b) => Item::Bool(*b),
            Value::Int(i, _) => Item::Int(*i),
            Value::Float(f) => Item::Float(*f),
            Value::Str(s) => Item::Str(s.as_bytes().into()),
            Value::List(items) => Item::List(items.iter().map(|item| (&item).into()).collect()),
            Value::Map(map) => Item::Table(
                map.sorted().into_iter().map(|(key, value)| (key.as_bytes().into(), (&value).into())).collect(),
            ),
            Value::Nil | Value::Complex(_) | Value::Object(_) => Item::Null,
        }
    }
}

/// Merges mappings deeply; everything else that comes later replaces what is there, null too.
///
/// Source: Helm's `loader.MergeMaps`.
pub(super) fn merge(into: &mut Table, later: Table) {
    for (key, item) in later {
        match (into.get_mut(&key), item) {
            (Some(Item::Table(inner)), Item::Table(item)) => merge(inner, item),
            (Some(old), item) => *old = item,
            (None, item) => {
                into.insert(key, item);
            }
        }
    }
}

//! The two forms of a document: at rest, and as a value.

use super::Node;
use super::decode::{Building, Entries};
use super::node::Scalar;
use crate::value::{Str, Value};
use rustc_hash::FxHashSet;

/// What a reader makes of a document.
pub(super) trait Build: Sized + for<'a> From<Scalar<'a>> {
    type Key;

    fn key(text: &str) -> Self::Key;

    fn node(node: Node) -> Self;

    fn list(items: impl ExactSizeIterator<Item = Self>) -> Self;

    /// A map; of entries with the same key the last one wins.
    fn map(entries: impl ExactSizeIterator<Item = (Self::Key, Self)>) -> Self;
}

impl Build for Node {
    type Key = Box<str>;

    fn key(text: &str) -> Box<str> {
        text.into()
    }

    fn node(node: Node) -> Node {
        node
    }

    fn list(items: impl ExactSizeIterator<Item = Node>) -> Node {
        Node::List(items.collect())
    }

    fn map(entries: impl ExactSizeIterator<Item = (Box<str>, Node)>) -> Node {
        let entries: Entries = entries.collect();
        if are_distinct(&entries) {
            return Node::Map(entries);
        }
        let mut building = Building::default();
        entries.into_iter().for_each(|(key, value)| building.set(key, value));
        Node::Map(building.entries)
    }
}

/// Up to how many keys are compared with each other; more are hashed.
const FEW: usize = 12;

fn are_distinct(entries: &Entries) -> bool {
    if entries.is_sorted_by(|(a, _), (b, _)| a < b) {
        return true;
    }
    if entries.len() <= FEW {
        return entries.iter().enumerate().all(|(i, (key, _))| entries[..i].iter().all(|(other, _)| other != key));
    }
    let mut seen = FxHashSet::default();
    entries.iter().all(|(key, _)| seen.insert(key))
}

impl Build for Value {
    type Key = Str;

    fn key(text: &str) -> Str {
        text.into()
    }

    fn node(node: Node) -> Value {
        node.to_value()
    }

    fn list(items: impl ExactSizeIterator<Item = Value>) -> Value {
        Value::list(items.collect())
    }

    fn map(entries: impl ExactSizeIterator<Item = (Str, Value)>) -> Value {
        Value::Map(entries.collect())
    }
}

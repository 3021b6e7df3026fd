//! The entries of a JSON object.

use super::json::Json;

/// The entries of a JSON object in the order of their keys, each key once.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Object(Vec<(Box<str>, Json)>);

impl Object {
    pub(super) fn with_capacity(capacity: usize) -> Object {
        Object(Vec::with_capacity(capacity))
    }

    /// Sets an entry. Quick if keys come in order.
    pub(super) fn insert(&mut self, key: Box<str>, value: Json) {
        if self.0.last().is_none_or(|(last, _)| *last < key) {
            return self.0.push((key, value));
        }
        match self.find(&key) {
            Ok(at) => self.0[at].1 = value,
            Err(at) => self.0.insert(at, (key, value)),
        }
    }

    fn find(&self, key: &str) -> Result<usize, usize> {
        self.0.binary_search_by(|(other, _)| (**other).cmp(key))
    }

    pub(super) fn get(&self, key: &str) -> Option<&Json> {
        self.find(key).ok().map(|at| &self.0[at].1)
    }

    pub(super) fn get_mut(&mut self, key: &str) -> Option<&mut Json> {
        self.find(key).ok().map(|at| &mut self.0[at].1)
    }

    pub(super) fn contains_key(&self, key: &str) -> bool {
        self.find(key).is_ok()
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn keys(&self) -> impl Iterator<Item = &Box<str>> {
        self.0.iter().map(|(key, _)| key)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (&Box<str>, &Json)> {
        self.0.iter().map(|(key, value)| (key, value))
    }

    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = (&Box<str>, &mut Json)> {
        self.0.iter_mut().map(|(key, value)| (&*key, value))
    }
}

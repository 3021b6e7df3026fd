//! The entries of a map.

use super::{Str, Value};
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

/// From this number of entries on, a hash table finds one faster than a look at each.
const MANY: usize = 9;

/// Keys with values, in the order they came in unless they are sorted. A removed one leaves its place to
/// the last.
///
/// Nearly all maps of a render are small, and a hash table would cost each an allocation, and a hash for
/// each key that is set or looked for.
#[derive(Clone)]
pub(super) enum Entries {
    Few(Vec<(Str, Value)>),
    Many(Box<IndexMap<Str, Value, FxBuildHasher>>),
}

impl Entries {
    /// No entries, and room for some.
    pub(super) fn with_capacity(capacity: usize) -> Entries {
        if capacity < MANY {
            Entries::Few(Vec::with_capacity(capacity))
        } else {
            Entries::Many(Box::new(IndexMap::with_capacity_and_hasher(capacity, FxBuildHasher)))
        }
    }

    pub(super) fn len(&self) -> usize {
        match self {
            Entries::Few(entries) => entries.len(),
            Entries::Many(entries) => entries.len(),
        }
    }

    pub(super) fn get(&self, key: &[u8]) -> Option<&Value> {
        match self {
            Entries::Few(entries) => entries.iter().find(|(k, _)| **k == *key).map(|(_, value)| value),
            Entries::Many(entries) => entries.get(key),
        }
    }

    /// The key that came in last, or is the greatest after [`Entries::sort`].
    pub(super) fn last_key(&self) -> Option<&Str> {
        match self {
            Entries::Few(entries) => entries.last().map(|(key, _)| key),
            Entries::Many(entries) => entries.last().map(|(key, _)| key),
        }
    }

    /// Sets an entry and returns the value that was there.
    pub(super) fn insert(&mut self, key: Str, value: Value) -> Option<Value> {
        match self {
            Entries::Few(entries) => {
                if let Some((_, old)) = entries.iter_mut().find(|(k, _)| *k == key) {
                    return Some(std::mem::replace(old, value));
                }
                entries.push((key, value));
                if entries.len() == MANY {
                    *self = Entries::Many(Box::new(entries.drain(..).collect()));
                }
                None
            }
            Entries::Many(entries) => entries.insert(key, value),
        }
    }

    /// Removes an entry; the place that the last one takes now, and the value.
    pub(super) fn remove(&mut self, key: &[u8]) -> Option<(usize, Value)> {
        match self {
            Entries::Few(entries) => {
                let at = entries.iter().position(|(k, _)| **k == *key)?;
                Some((at, entries.swap_remove(at).1))
            }
            Entries::Many(entries) => entries.swap_remove_full(key).map(|(at, _, value)| (at, value)),
        }
    }

    /// Puts the entries in the byte order of their keys.
    pub(super) fn sort(&mut self) {
        match self {
            Entries::Few(entries) => entries.sort_unstable_by(|(a, _), (b, _)| a.cmp(b)),
            Entries::Many(entries) => entries.sort_unstable_keys(),
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (&Str, &Value)> {
        let (few, many) = match self {
            Entries::Few(entries) => (Some(entries.iter().map(|(key, value)| (key, value))), None),
            Entries::Many(entries) => (None, Some(entries.iter())),
        };
        few.into_iter().flatten().chain(many.into_iter().flatten())
    }

    pub(super) fn values(&self) -> impl Iterator<Item = &Value> {
        self.iter().map(|(_, value)| value)
    }

    /// Calls `change` for each value.
    pub(super) fn for_each_value(&mut self, mut change: impl FnMut(&mut Value)) {
        match self {
            Entries::Few(entries) => entries.iter_mut().for_each(|(_, value)| change(value)),
            Entries::Many(entries) => entries.values_mut().for_each(change),
        }
    }

    pub(super) fn into_values(self) -> impl Iterator<Item = Value> {
        let (few, many) = match self {
            Entries::Few(entries) => (Some(entries.into_iter().map(|(_, value)| value)), None),
            Entries::Many(entries) => (None, Some(entries.into_values())),
        };
        few.into_iter().flatten().chain(many.into_iter().flatten())
    }
}

impl Default for Entries {
    fn default() -> Entries {
        Entries::Few(Vec::new())
    }
}

//! Maps with string keys, shared and mutable.

use super::entries::Entries;
use super::grave::{bury, is_container};
use super::{Str, Value};
use crate::compat::Compat;
use std::borrow::Cow;
use std::cell::RefCell;
use std::rc::Rc;

/// A Go map: a handle that shares its entries with every copy of it; may be nil.
///
/// The type belongs to the handle, not to the entries: `.Values` and the entry
/// of the parent chart that it comes from are one map under two types.
///
/// No borrow of the entries outlives one call of a method here.
#[derive(Clone)]
pub struct Map {
    data: Option<Rc<RefCell<Data>>>,
    kind: MapKind,
}

#[derive(Default)]
struct Data {
    entries: Entries,
    /// Whether the entries stand in the order of their keys.
    sorted: bool,
}

impl Drop for Data {
    fn drop(&mut self) {
        if self.entries.values().any(is_container) {
            bury(std::mem::take(&mut self.entries).into_values());
        }
    }
}

/// The type of a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MapKind {
    /// `map[string]interface {}`
    Any,
    /// `map[string]string`
    Strings,
    /// Helm's `Values`, a `map[string]interface {}` with methods.
    Values,
}

impl MapKind {
    /// The Go name of the map type.
    #[must_use]
    pub fn type_name(self, compat: Compat) -> Cow<'static, str> {
        match self {
            MapKind::Any => "map[string]interface {}".into(),
            MapKind::Strings => "map[string]string".into(),
            MapKind::Values => format!("{}.Values", compat.values_package()).into(),
        }
    }

    /// What a missing key yields: the zero value of the element type.
    #[must_use]
    pub fn zero(self) -> Value {
        match self {
            MapKind::Strings => Value::Str(Str::empty()),
            MapKind::Any | MapKind::Values => Value::Nil,
        }
    }
}

impl Map {
    /// An empty `map[string]interface {}`.
    #[must_use]
    pub fn new() -> Map {
        Map::with_capacity(0)
    }

    /// An empty `map[string]interface {}` with room for `capacity` entries.
    #[must_use]
    pub fn with_capacity(capacity: usize) -> Map {
        let entries = Entries::with_capacity(capacity);
        Map { data: Some(Rc::new(RefCell::new(Data { entries, sorted: true }))), kind: MapKind::Any }
    }

    /// The nil map of a type: empty, `null` in JSON, and not writable.
    #[must_use]
    pub fn nil(kind: MapKind) -> Map {
        Map { data: None, kind }
    }

    /// The same entries seen as another type.
    #[must_use]
    pub fn with_kind(mut self, kind: MapKind) -> Map {
        self.kind = kind;
        self
    }

    /// The type.
    #[must_use]
    pub fn kind(&self) -> MapKind {
        self.kind
    }

    /// Whether this is the nil map.
    #[must_use]
    pub fn is_nil(&self) -> bool {
        self.data.is_none()
    }

    /// The number of entries.
    #[must_use]
    pub fn len(&self) -> usize {
        self.data.as_ref().map_or(0, |d| d.borrow().entries.len())
    }

    /// Whether there are no entries.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The value under `key`.
    #[must_use]
    pub fn get(&self, key: impl AsRef<[u8]>) -> Option<Value> {
        self.data.as_ref()?.borrow().entries.get(key.as_ref()).cloned()
    }

    /// Whether there is an entry under `key`, even a nil one.
    #[must_use]
    pub fn contains(&self, key: impl AsRef<[u8]>) -> bool {
        self.data.as_ref().is_some_and(|d| d.borrow().entries.get(key.as_ref()).is_some())
    }

    /// Sets an entry and returns the value that was there. A nil map stays as it is; callers that
    /// must fail then ask [`Map::is_nil`] first.
    pub fn insert(&self, key: impl Into<Str>, value: Value) -> Option<Value> {
        let mut data = self.data.as_ref()?.borrow_mut();
        let data = &mut *data;
        let key = key.into();
        if data.sorted && data.entries.last_key().is_some_and(|last| *last >= key) && data.entries.get(&key).is_none() {
            data.sorted = false;
        }
        data.entries.insert(key, value)
    }

    /// Removes an entry and returns its value.
    pub fn remove(&self, key: impl AsRef<[u8]>) -> Option<Value> {
        let mut data = self.data.as_ref()?.borrow_mut();
        let (at, value) = data.entries.remove(key.as_ref())?;
        // The last entry is now where the removed one was.
        data.sorted &= at == data.entries.len();
        Some(value)
    }

    /// Removes all entries, so that a map that contains itself can be freed.
    pub fn clear(&self) {
        if let Some(data) = &self.data {
            let entries = std::mem::take(&mut data.borrow_mut().entries);
            drop(entries);
        }
    }

    /// The entries in the byte order of their keys, as a copy that later changes do not touch.
    #[must_use]
    pub fn sorted(&self) -> Vec<(Str, Value)> {
        self.sort();
        let Some(data) = &self.data else { return Vec::new() };
        data.borrow().entries.iter().map(|(k, v)| (k.clone(), v.clone())).collect()
    }

    /// The keys in byte order.
    #[must_use]
    pub fn sorted_keys(&self) -> Vec<Str> {
        self.sort();
        let Some(data) = &self.data else { return Vec::new() };
        data.borrow().entries.iter().map(|(key, _)| key.clone()).collect()
    }

    /// Calls `visit` for each entry in the byte order of the keys, without copying.
    ///
    /// `visit` must not change this map; it may read it.
    pub fn for_each<E>(&self, mut visit: impl FnMut(&Str, &Value) -> Result<(), E>) -> Result<(), E> {
        self.sort();
        let Some(data) = &self.data else { return Ok(()) };
        data.borrow().entries.iter().try_for_each(|(k, v)| visit(k, v))
    }

    /// A new `map[string]interface {}` with the same entries, but for the values that `replace` replaces.
    #[must_use]
    pub fn copied(&self, mut replace: impl FnMut(&Value) -> Option<Value>) -> Map {
        let Some(data) = &self.data else { return Map::new() };
        let data = data.borrow();
        let mut entries = data.entries.clone();
        entries.for_each_value(|value| {
            if let Some(new) = replace(value) {
                *value = new;
            }
        });
        Map { data: Some(Rc::new(RefCell::new(Data { entries, sorted: data.sorted }))), kind: MapKind::Any }
    }

    /// The order of the entries is not visible but through here, so it may change under a shared handle.
    fn sort(&self) {
        let Some(data) = &self.data else { return };
        if data.borrow().sorted {
            return;
        }
        // A map being visited is sorted already, so this borrow cannot fail.
        if let Ok(mut data) = data.try_borrow_mut() {
            data.entries.sort();
            data.sorted = true;
        }
    }

    /// Whether both are the same map in memory, not merely equal ones.
    #[must_use]
    pub fn same(&self, other: &Map) -> bool {
        match (&self.data, &other.data) {
            (Some(a), Some(b)) => Rc::ptr_eq(a, b),
            _ => false,
        }
    }

    /// An address that tells maps in memory apart, for cycle checks; 0 for the nil map.
    #[must_use]
    pub fn address(&self) -> usize {
        self.data.as_ref().map_or(0, |d| Rc::as_ptr(d).addr())
    }
}

impl Default for Map {
    fn default() -> Map {
        Map::new()
    }
}

impl<K: Into<Str>> FromIterator<(K, Value)> for Map {
    fn from_iter<I: IntoIterator<Item = (K, Value)>>(entries: I) -> Map {
        let entries = entries.into_iter();
        let map = Map::with_capacity(entries.size_hint().0);
        for (key, value) in entries {
            map.insert(key, value);
        }
        map
    }
}

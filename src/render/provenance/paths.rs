//! Where in the values a value stands, told by its identity in memory.

use crate::template::{Chain, chains};
use crate::value::{Map, Value};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// One step from a value to one inside it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Key {
    /// The key of a mapping.
    Name(Box<[u8]>),
    /// The number of an item, from 0.
    Index(usize),
}

/// The paths of all mappings and lists in the values of a render.
///
/// What templates copy or make anew is not among them, so it is not taken for something it is not.
pub(super) struct Paths(FxHashMap<usize, Vec<Key>>);

impl Paths {
    pub(super) fn of(values: &Map) -> Paths {
        let mut paths = FxHashMap::default();
        let mut open = VecDeque::from([(Value::Map(values.clone()), Vec::new())]);
        while let Some((value, path)) = open.pop_front() {
            // The values of a chart may be reached on several ways, of which the shortest one is found first, and a
            // template may have put them into themselves.
            if address(&value).is_some_and(|address| paths.contains_key(&address)) {
                continue;
            }
            let below = |key| path.iter().cloned().chain([key]).collect::<Vec<_>>();
            match &value {
                Value::Map(map) => {
                    let entries = map.sorted().into_iter();
                    open.extend(entries.map(|(name, value)| (value, below(Key::Name(name.as_bytes().into())))));
                }
                Value::List(list) => {
                    open.extend(list.iter().enumerate().map(|(i, value)| (value, below(Key::Index(i)))));
                }
                _ => continue,
            }
            if let Some(address) = address(&value) {
                paths.insert(address, path);
            }
        }
        Paths(paths)
    }

    /// The value that an action prints and where it stands, if the action reads nothing else.
    pub(super) fn only_value_of(&self, action: &[u8], dot: &Value, root: &Value) -> Option<(Vec<Key>, Value)> {
        if !action.starts_with(b"{{") {
            return None;
        }
        let chains = chains(action)?;
        let start = |chain: &Chain| if chain.from_root { root.clone() } else { dot.clone() };
        let mut read = chains.iter().filter(|chain| !chain.fields.is_empty() || self.get(&start(chain)).is_some());
        let chain = read.next()?;
        if read.next().is_some() {
            return None;
        }
        let mut value = start(chain);
        let mut path = self.get(&value).cloned();
        for field in &chain.fields {
            value = value.as_map()?.get(field)?;
            path = match (self.get(&value), path) {
                (Some(known), _) => Some(known.clone()),
                (None, Some(path)) => Some(path.into_iter().chain([Key::Name(field.clone())]).collect()),
                (None, None) => None,
            };
        }
        Some((path?, value))
    }

    fn get(&self, value: &Value) -> Option<&Vec<Key>> {
        self.0.get(&address(value)?)
    }
}

fn address(value: &Value) -> Option<usize> {
    let address = match value {
        Value::Map(map) => map.address(),
        Value::List(list) => list.address(),
        _ => 0,
    };
    (address != 0).then_some(address)
}

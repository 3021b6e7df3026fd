//! Copies that share nothing, as `mitchellh/copystructure` makes them.

use crate::template::func::{FuncError, FuncResult};
use crate::value::{List, ListKind, Map, Str, Value};
use rustc_hash::FxHashSet;

/// Values nested deeper than this are refused.
const DEEPEST: usize = 100_000;

/// How many maps and lists are copied; a value that holds few of them in each other many times over
/// has more than fit into memory.
const MOST: usize = 1 << 22;

/// A copy of maps and lists at all levels. Fails for nil.
///
/// `{{ $a := dict "x" (dict) }}{{ $b := deepCopy $a }}{{ $_ := set $b.x "y" 1 }}{{ $a }}` → `map[x:map[]]`
pub(super) fn deep_copy(value: Value) -> FuncResult {
    if value.is_nil() {
        return Err("reflect: call of reflect.Value.Type on zero Value".into());
    }
    Copier::default().copy(&value)
}

/// A copy being made.
#[derive(Default)]
struct Copier {
    /// The addresses of the maps and lists around the place being copied.
    above: FxHashSet<usize>,
    /// How many maps and lists have been copied.
    count: usize,
}

impl Copier {
    fn copy(&mut self, value: &Value) -> FuncResult {
        let address = match value {
            Value::Map(map) => map.address(),
            Value::List(list) => list.address(),
            other => return Ok(other.clone()),
        };
        if address == 0 {
            return Ok(value.clone());
        }
        self.count += 1;
        if self.above.len() >= DEEPEST || self.count > MOST {
            return Err("deepCopy: the value is nested too deeply or too large".into());
        }
        if !self.above.insert(address) {
            return Err("deepCopy: the value contains itself".into());
        }
        let copied = match value {
            Value::Map(map) => self.map(map).map(Value::Map),
            Value::List(list) => self.list(list).map(Value::List),
            other => Ok(other.clone()),
        };
        self.above.remove(&address);
        copied
    }

    fn map(&mut self, map: &Map) -> Result<Map, FuncError> {
        let mut fault = None;
        let copied = map.copied(|value| {
            let is_copied = matches!(value, Value::Map(_) | Value::List(_)) && fault.is_none();
            is_copied.then(|| self.copy(value))?.map_err(|error| fault = Some(error)).ok()
        });
        fault.map_or_else(|| Ok(copied.with_kind(map.kind())), Err)
    }

    fn list(&mut self, list: &List) -> Result<List, FuncError> {
        if list.as_values().is_none() && matches!(list.kind(), ListKind::Strings | ListKind::Versions) {
            let strings: Vec<Str> = list.iter().filter_map(|v| v.as_str().cloned()).collect();
            return Ok(List::strings(strings).with_kind(list.kind()));
        }
        let items = list.iter().map(|item| self.copy(&item)).collect::<Result<Vec<_>, _>>()?;
        Ok(List::typed(list.kind(), items))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_share_nothing_and_cycles_fail() {
        let inner = Map::new();
        let outer: Map = [("a", Value::Map(inner.clone()))].into_iter().collect();
        let Value::Map(copied) = deep_copy(Value::Map(outer.clone())).unwrap() else { panic!("not a map") };
        inner.insert("b", Value::int(1));
        assert!(copied.get("a").unwrap().as_map().unwrap().is_empty());
        inner.insert("outer", Value::Map(outer.clone()));
        assert!(deep_copy(Value::Map(outer)).is_err());
        inner.clear();
    }
}

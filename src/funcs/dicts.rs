//! Maps. `set`, `unset` and the merges change a map in place.

mod copy;
mod merge;

use crate::funcs;
use crate::gostd::cast;
use crate::template::func::{Cx, Func, FuncError, FuncResult, Rest};
use crate::value::{Map, MapKind, Str, Value};
use copy::deep_copy;
use merge::{merge, merge_overwrite, must_merge, must_merge_overwrite};

/// The functions of this family.
pub(super) static FUNCTIONS: &[Func] = funcs! {
    "dict" => dict,
    "get" => get,
    "set" => set,
    "unset" => unset,
    "hasKey" => has_key,
    "pluck" => pluck,
    "keys" => keys,
    "values" => values,
    "pick" => pick,
    "omit" => omit,
    "dig" => cx dig,
    "merge" => merge,
    "mustMerge" => must_merge,
    "mergeOverwrite" => merge_overwrite,
    "mustMergeOverwrite" => must_merge_overwrite,
    "deepCopy" => deep_copy,
    "mustDeepCopy" => deep_copy,
};

/// A map of keys and values in turn; a last key without value gets an empty text.
///
/// `{{ dict "a" 1 "b" 2 }}` → `map[a:1 b:2]`
fn dict(items: Rest<Value>) -> Result<Map, FuncError> {
    let map = Map::with_capacity(items.len().div_ceil(2));
    let mut items = items.0.into_iter();
    while let Some(key) = items.next() {
        let key = match key {
            Value::Str(text) => text,
            other => cast::strval(&other)?,
        };
        map.insert(key, items.next().unwrap_or_else(|| "".into()));
    }
    Ok(map)
}

/// The value under a key; an empty text if there is none.
///
/// `{{ get (dict "a" 1) "a" }}` → `1`
fn get(map: Map, key: Str) -> Value {
    map.get(&key).unwrap_or_else(|| "".into())
}

/// Sets an entry and gives the map back.
///
/// `{{ set (dict "a" 1) "b" 2 }}` → `map[a:1 b:2]`
fn set(map: Map, key: Str, value: Value) -> Result<Map, FuncError> {
    if map.is_nil() {
        return Err("assignment to entry in nil map".into());
    }
    map.insert(key, value);
    Ok(map)
}

/// Removes an entry and gives the map back.
///
/// `{{ unset (dict "a" 1 "b" 2) "a" }}` → `map[b:2]`
fn unset(map: Map, key: Str) -> Map {
    map.remove(&key);
    map
}

/// Whether there is an entry, also one of nil.
///
/// `{{ hasKey (dict "a" nil) "a" }}` → `true`
fn has_key(map: Map, key: Str) -> bool {
    map.contains(&key)
}

/// The values that the maps have under a key.
///
/// `{{ pluck "a" (dict "a" 1) (dict "b" 2) (dict "a" 3) }}` → `[1 3]`
fn pluck(key: Str, maps: Rest<Map>) -> Vec<Value> {
    maps.iter().filter_map(|map| map.get(&key)).collect()
}

/// The keys of the maps, those of each map in byte order (in Go in random order).
///
/// `{{ keys (dict "b" 1 "a" 2) }}` → `[a b]`
fn keys(maps: Rest<Map>) -> Vec<Str> {
    maps.iter().flat_map(Map::sorted_keys).collect()
}

/// The values of a map in the order of their keys (in Go in random order).
///
/// `{{ values (dict "b" 1 "a" 2) }}` → `[2 1]`
fn values(map: Map) -> Vec<Value> {
    map.sorted().into_iter().map(|(_, value)| value).collect()
}

/// A new map with only the given keys.
///
/// `{{ pick (dict "a" 1 "b" 2) "a" "c" }}` → `map[a:1]`
fn pick(map: Map, keys: Rest<Str>) -> Map {
    keys.0.into_iter().filter_map(|key| map.get(&key).map(|value| (key, value))).collect()
}

/// A new map without the given keys.
///
/// `{{ omit (dict "a" 1 "b" 2) "a" "c" }}` → `map[b:2]`
fn omit(map: Map, keys: Rest<Str>) -> Map {
    map.sorted().into_iter().filter(|(key, _)| !keys.contains(key)).collect()
}

/// Follows keys through nested maps, or gives the default if one is missing.
///
/// `{{ dig "a" "b" "none" (dict "a" (dict "b" 1)) }}` → `1`
fn dig(cx: &mut Cx<'_>, items: Rest<Value>) -> FuncResult {
    let [keys @ .., default, map] = items.0.as_slice() else {
        return Err("dig needs at least three arguments".into());
    };
    if keys.is_empty() {
        return Err("dig needs at least three arguments".into());
    }
    let not_a = |value: &Value, wanted: &str, cx: &mut Cx<'_>| {
        let found = if value.is_nil() { "nil".into() } else { value.type_name(cx.compat()) };
        format!("interface conversion: interface {{}} is {found}, not {wanted}").into()
    };
    let mut at = plain_map(map).ok_or_else(|| not_a(map, "map[string]interface {}", cx))?.clone();
    if let Some(odd) = keys.iter().find(|key| key.as_str().is_none()) {
        return Err(not_a(odd, "string", cx));
    }
    let mut keys = keys.iter().filter_map(Value::as_str).peekable();
    while let Some(key) = keys.next() {
        let Some(step) = at.get(key) else { break };
        if keys.peek().is_none() {
            return Ok(step);
        }
        at = plain_map(&step).ok_or_else(|| not_a(&step, "map[string]interface {}", cx))?.clone();
    }
    Ok(default.clone())
}

/// A map whose type is exactly `map[string]interface {}`.
fn plain_map(value: &Value) -> Option<&Map> {
    value.as_map().filter(|map| map.kind() == MapKind::Any)
}

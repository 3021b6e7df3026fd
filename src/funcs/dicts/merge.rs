//! Merging maps, as `dario.cat/mergo` 1.0.1 does it.

use crate::template::func::{FuncResult, Rest};
use crate::value::{Kind, Map, MapKind, Str, Value};

/// Maps nested deeper than this are taken to contain themselves.
const DEEPEST: usize = 100_000;

/// How many maps are merged; more are taken for a few that hold each other many times over.
const MOST: usize = 1 << 24;

/// Where a merge is.
struct Merge {
    overwrite: bool,
    depth: usize,
    count: usize,
}

/// Why a merge stopped.
enum Stop {
    /// An error of the library, which `merge` swallows.
    Error(&'static str),
    /// A panic.
    Panic(String),
}

/// Fills empty entries of the first map from the others, in place; the first source wins.
///
/// `{{ merge (dict "a" 1) (dict "a" 2 "b" 3) (dict "b" 4) }}` → `map[a:1 b:3]`
pub(super) fn merge(target: Map, sources: Rest<Map>) -> FuncResult {
    swallow(merge_all(target, &sources, false))
}

/// As `merge`, with all errors shown.
///
/// `{{ mustMerge (dict "a" 1) (dict "a" 2 "b" 3) }}` → `map[a:1 b:3]`
pub(super) fn must_merge(target: Map, sources: Rest<Map>) -> FuncResult {
    show(merge_all(target, &sources, false))
}

/// Sets the entries of the other maps in the first one, in place; the last source wins.
///
/// `{{ mergeOverwrite (dict "a" 1) (dict "a" 2) (dict "a" 3 "b" 4) }}` → `map[a:3 b:4]`
pub(super) fn merge_overwrite(target: Map, sources: Rest<Map>) -> FuncResult {
    swallow(merge_all(target, &sources, true))
}

/// As `mergeOverwrite`, with all errors shown.
///
/// `{{ mustMergeOverwrite (dict "a" 1) (dict "a" 2) }}` → `map[a:2]`
pub(super) fn must_merge_overwrite(target: Map, sources: Rest<Map>) -> FuncResult {
    show(merge_all(target, &sources, true))
}

fn swallow(result: Result<Map, Stop>) -> FuncResult {
    match result {
        Ok(map) => Ok(Value::Map(map)),
        Err(Stop::Error(_)) => Ok("".into()),
        Err(Stop::Panic(message)) => Err(message.into()),
    }
}

fn show(result: Result<Map, Stop>) -> FuncResult {
    match result {
        Ok(map) => Ok(Value::Map(map)),
        Err(Stop::Error(message)) => Err(message.into()),
        Err(Stop::Panic(message)) => Err(message.into()),
    }
}

fn merge_all(target: Map, sources: &[Map], overwrite: bool) -> Result<Map, Stop> {
    let mut target = target;
    let mut merge = Merge { overwrite, depth: 0, count: 0 };
    for source in sources {
        if target.is_nil() && !source.is_nil() {
            target = Map::new();
        }
        merge_map(&target, source, &mut merge)?;
    }
    Ok(target)
}

fn merge_map(target: &Map, source: &Map, merge: &mut Merge) -> Result<(), Stop> {
    if target.same(source) {
        return Ok(());
    }
    merge.count += 1;
    if merge.depth >= DEEPEST || merge.count > MOST {
        return Err(Stop::Panic("merge: the maps are nested too deeply or contain themselves".into()));
    }
    merge.depth += 1;
    for (key, value) in source.sorted() {
        merge_entry(target, source.kind(), key, value, merge)?;
    }
    merge.depth -= 1;
    Ok(())
}

fn merge_entry(target: &Map, from: MapKind, key: Str, value: Value, merge: &mut Merge) -> Result<(), Stop> {
    let overwrite = merge.overwrite;
    if value.is_nil() {
        return if overwrite { assign(target, from, key, value) } else { Ok(()) };
    }
    let old = target.get(&key);
    match value.kind() {
        Kind::Struct | Kind::Ptr | Kind::Map => merge_nested(old.as_ref(), &value, merge)?,
        Kind::Slice if target.kind() == MapKind::Strings => refuse_slice(old.as_ref(), &value)?,
        _ => {}
    }
    let is_set = old.as_ref().is_some_and(|old| !is_empty(old));
    if is_set {
        match value.kind() {
            // A list replaces anything, or leaves it all.
            Kind::Slice if !overwrite => return Ok(()),
            Kind::Map if matches!(old, Some(Value::Map(_))) => return Ok(()),
            _ => {}
        }
    }
    if overwrite || !is_set { assign(target, from, key, value) } else { Ok(()) }
}

/// What happens to the old value itself when a map, struct or pointer is merged into it.
fn merge_nested(old: Option<&Value>, value: &Value, merge: &mut Merge) -> Result<(), Stop> {
    let Some(old) = old else { return Ok(()) };
    if let (Value::Map(old), Value::Map(new)) = (old, value) {
        return if old.is_nil() { Ok(()) } else { merge_map(old, new, merge) };
    }
    match (old.kind(), value.kind()) {
        (Kind::Ptr, Kind::Map | Kind::Struct) if !merge.overwrite => {
            Err(Stop::Error("src and dst must be of same type"))
        }
        (Kind::Struct, Kind::Map) if has_fields(old) => {
            Err(Stop::Panic("reflect: call of reflect.Value.Field on map Value".into()))
        }
        (Kind::Struct, Kind::Ptr) if has_fields(old) => {
            Err(Stop::Panic("reflect: call of reflect.Value.Field on ptr Value".into()))
        }
        _ => Ok(()),
    }
}

/// Whether the struct has fields that mergo sees: exported ones.
fn has_fields(value: &Value) -> bool {
    let exported = |name: &str| name.starts_with(|c: char| c.is_ascii_uppercase());
    matches!(value, Value::Object(object) if object.fields().iter().any(|(name, _)| exported(name)))
}

/// A list can be no value of a map of strings.
fn refuse_slice(old: Option<&Value>, value: &Value) -> Result<(), Stop> {
    if old.is_some() {
        return Err(Stop::Panic("reflect: call of reflect.Value.IsNil on string Value".into()));
    }
    Err(not_a_string(&value.type_name(crate::Compat::Helm4)))
}

fn not_a_string(found: &str) -> Stop {
    Stop::Panic(format!("reflect.Value.SetMapIndex: value of type {found} is not assignable to type string"))
}

/// Sets an entry whose value came out of a map of the type `from`.
fn assign(target: &Map, from: MapKind, key: Str, value: Value) -> Result<(), Stop> {
    if target.kind() == MapKind::Strings && from != MapKind::Strings {
        return Err(not_a_string("interface {}"));
    }
    if target.is_nil() {
        return Err(Stop::Panic("assignment to entry in nil map".into()));
    }
    target.insert(key, value);
    Ok(())
}

/// Empty in the eyes of the library: structs and pointers never are.
fn is_empty(value: &Value) -> bool {
    match value.kind() {
        Kind::Struct | Kind::Ptr => false,
        _ => !value.truth(),
    }
}

//! Methods of `.Values`, of the root object and of `.Template`.

use crate::compat::Compat;
use crate::funcs;
use crate::gostd::strconv;
use crate::template::func::{Cx, Func, FuncError};
use crate::value::{Map, MapKind, Str, Value};
use crate::yaml;

/// Methods of Helm's `Values` type. `Encode` needs a writer, which no template has.
///
/// Source: Helm's `pkg/chart/common/values.go`.
pub static METHODS: &[Func] = funcs! {
    "AsMap" => as_map,
    "YAML" => cx yaml_text,
    "Table" => table,
    "PathValue" => path_value,
    "Encode" => encode,
};

fn as_map(values: Map) -> Map {
    if values.is_empty() { Map::new() } else { values }
}

fn yaml_text(cx: &mut Cx<'_>, values: Map) -> Result<Vec<u8>, String> {
    yaml::write(&Value::Map(values), cx.compat())
}

/// Nothing in a chart is a writer; for nil, Go's method runs and fails.
fn encode(_: Map, writer: Value) -> Result<Value, FuncError> {
    Err(match writer {
        Value::Nil => "runtime error: invalid memory address or nil pointer dereference".into(),
        other => format!("{} is no writer", other.type_name(Compat::Helm4)).into(),
    })
}

fn table(values: Map, path: Str) -> Result<Map, FuncError> {
    find_table(&values, &path).map(|map| map.with_kind(MapKind::Values))
}

/// The map at a dotted path.
fn find_table(values: &Map, path: &[u8]) -> Result<Map, FuncError> {
    path.split(|b| *b == b'.').try_fold(values.clone(), |table, key| match table.get(key) {
        Some(Value::Map(inner)) if inner.kind() != MapKind::Strings => Ok(inner),
        _ => Err(format!("{} is not a table", strconv::quoted(key)).into()),
    })
}

/// The value, not a map, at a dotted path.
fn path_value(values: Map, path: Str) -> Result<Value, FuncError> {
    if path.is_empty() {
        return Err("YAML path cannot be empty".into());
    }
    let (parent, key) = match path.iter().rposition(|b| *b == b'.') {
        Some(dot) => (find_table(&values, &path[..dot]).ok(), &path[dot + 1..]),
        None => (Some(values), &path[..]),
    };
    let is_table = |value: &Value| matches!(value, Value::Map(m) if m.kind() == MapKind::Any);
    let value = parent.and_then(|table| table.get(key)).filter(|value| !is_table(value));
    value.ok_or_else(|| format!("{} is not a value", strconv::quoted(key)).into())
}

//! Lengths and elements.

use crate::compat::Compat;
use crate::template::func::{Cx, FuncError, FuncResult, Reflected, Rest};
use crate::value::{IntKind, Kind, Object, Value};

/// The number of bytes of a text, or of elements of a list or map.
///
/// `{{ len "é" }}` → `2`
pub(super) fn len(cx: &mut Cx<'_>, item: Reflected) -> Result<isize, FuncError> {
    let length = match &item.value {
        Value::Nil if item.nil_interface => return Err("len of nil pointer".into()),
        Value::Nil => return Err("reflect: call of reflect.Value.Type on zero Value".into()),
        Value::Str(text) => text.len(),
        Value::List(list) => list.len(),
        Value::Map(map) => map.len(),
        Value::Object(object) if matches!(object.kind(), Kind::Map | Kind::Slice) => {
            object.entries().map_or(0, |entries| entries.len())
        }
        other => return Err(format!("len of type {}", pointee(other, cx.compat())).into()),
    };
    Ok(length as isize)
}

/// The element of a list, map or text under an index or key, and so on for each further one.
///
/// `{{ index (dict "a" (list 1 2)) "a" 0 }}` → `1`
pub(super) fn index(cx: &mut Cx<'_>, item: Reflected, indexes: Rest<Reflected>) -> FuncResult {
    let mut item = item.value;
    if item.is_nil() {
        return Err("index of untyped nil".into());
    }
    for index in indexes.iter() {
        item = element(&item, &index.value, cx.compat())?;
    }
    Ok(item)
}

fn element(item: &Value, index: &Value, compat: Compat) -> FuncResult {
    match item {
        Value::Nil => Err("index of nil pointer".into()),
        Value::Str(text) => {
            let at = position(index, text.len(), compat)?;
            let byte = text.get(at).ok_or("reflect: string index out of range")?;
            Ok(Value::Int(i64::from(*byte), IntKind::Uint8))
        }
        Value::List(list) => {
            let at = position(index, list.len(), compat)?;
            list.get(at).ok_or_else(|| "reflect: slice index out of range".into())
        }
        Value::Map(map) => Ok(map.get(key(index, compat)?).unwrap_or_else(|| map.kind().zero())),
        Value::Object(object) => entry(item, &**object, index, compat),
        other => Err(no_container(other, compat)),
    }
}

fn entry(item: &Value, object: &dyn Object, index: &Value, compat: Compat) -> FuncResult {
    match object.kind() {
        Kind::Map => Ok(object.field(key(index, compat)?).unwrap_or_default()),
        Kind::Slice => {
            let entries = object.entries().unwrap_or_default();
            let at = position(index, entries.len(), compat)?;
            let entry = entries.into_iter().nth(at).ok_or("reflect: slice index out of range")?;
            Ok(entry.1)
        }
        _ => Err(no_container(item, compat)),
    }
}

fn no_container(item: &Value, compat: Compat) -> FuncError {
    format!("can't index item of type {}", pointee(item, compat)).into()
}

/// The type of a value, or of what it points to.
fn pointee(value: &Value, compat: Compat) -> String {
    value.type_name(compat).trim_start_matches('*').to_owned()
}

/// An index into `length` elements. The number of elements itself passes, as it does in Go.
fn position(index: &Value, length: usize, compat: Compat) -> Result<usize, FuncError> {
    let number = match index {
        Value::Int(i, _) => Some(*i),
        Value::Object(object) if matches!(object.kind(), Kind::Int(_)) => object.int(),
        Value::Nil => return Err("cannot index slice/array with nil".into()),
        _ => None,
    };
    let Some(number) = number else {
        return Err(format!("cannot index slice/array with type {}", index.type_name(compat)).into());
    };
    match usize::try_from(number) {
        Ok(at) if at <= length => Ok(at),
        _ => Err(format!("index out of range: {number}").into()),
    }
}

fn key(index: &Value, compat: Compat) -> Result<&[u8], FuncError> {
    match index {
        Value::Str(text) => Ok(text),
        Value::Nil => Err("value is nil; should be of type string".into()),
        other => Err(format!("value has type {}; should be string", other.type_name(compat)).into()),
    }
}

//! Lists of any element type. Nothing here changes a list in place.
//!
//! Functions whose parameter is a list take any value, as sprig's do, and refuse others in sprig's words.

use crate::funcs;
use crate::gostd::cast;
use crate::template::func::{Func, FuncError, FuncResult, Rest};
use crate::value::{List, ListKind, Value, deep_equal};

/// The functions of this family.
pub(super) static FUNCTIONS: &[Func] = funcs! {
    "list" => list,
    "tuple" => list,
    "first" => first,
    "mustFirst" => first,
    "last" => last,
    "mustLast" => last,
    "rest" => rest,
    "mustRest" => rest,
    "initial" => initial,
    "mustInitial" => initial,
    "append" => append,
    "mustAppend" => append,
    "push" => append,
    "mustPush" => append,
    "prepend" => prepend,
    "mustPrepend" => prepend,
    "reverse" => reverse,
    "mustReverse" => reverse,
    "uniq" => uniq,
    "mustUniq" => uniq,
    "without" => without,
    "mustWithout" => without,
    "has" => has,
    "mustHas" => has,
    "slice" => slice,
    "mustSlice" => slice,
    "concat" => concat,
    "chunk" => chunk,
    "mustChunk" => chunk,
    "compact" => compact,
    "mustCompact" => compact,
};

/// The list in `value`; otherwise Go's panic for nil, or `words` with the kind of the value.
fn list_of<'a>(value: &'a Value, words: &str) -> Result<&'a List, FuncError> {
    match value {
        Value::List(list) => Ok(list),
        Value::Nil => Err("runtime error: invalid memory address or nil pointer dereference".into()),
        other => Err(format!("{words} {}", other.kind().name()).into()),
    }
}

/// A list of the arguments.
///
/// `{{ list 1 "a" nil }}` → `[1 a <nil>]`
fn list(items: Rest<Value>) -> Vec<Value> {
    items.0
}

/// The first element; nothing for an empty list.
///
/// `{{ first (list 1 2 3) }}` → `1`
fn first(list: Value) -> FuncResult {
    Ok(list_of(&list, "Cannot find first on type")?.get(0).unwrap_or_default())
}

/// The last element; nothing for an empty list.
///
/// `{{ last (list 1 2 3) }}` → `3`
fn last(list: Value) -> FuncResult {
    let list = list_of(&list, "Cannot find last on type")?;
    Ok(list.len().checked_sub(1).and_then(|i| list.get(i)).unwrap_or_default())
}

/// All but the first element; the nil list for an empty one.
///
/// `{{ rest (list 1 2 3) }}` → `[2 3]`
fn rest(list: Value) -> Result<List, FuncError> {
    let list = list_of(&list, "Cannot find rest on type")?;
    Ok(if list.is_empty() { List::nil(ListKind::Any) } else { list.iter().skip(1).collect() })
}

/// All but the last element; the nil list for an empty one.
///
/// `{{ initial (list 1 2 3) }}` → `[1 2]`
fn initial(list: Value) -> Result<List, FuncError> {
    let list = list_of(&list, "Cannot find initial on type")?;
    Ok(match list.len().checked_sub(1) {
        None => List::nil(ListKind::Any),
        Some(len) => list.iter().take(len).collect(),
    })
}

/// A new list with one more element at the end.
///
/// `{{ append (list 1 2) 3 }}` → `[1 2 3]`
fn append(list: Value, item: Value) -> Result<List, FuncError> {
    match list {
        Value::List(list) => Ok(list.pushed(item)),
        other => list_of(&other, "Cannot push on type").cloned(),
    }
}

/// A new list with one more element at the beginning.
///
/// `{{ prepend (list 1 2) 0 }}` → `[0 1 2]`
fn prepend(list: Value, item: Value) -> Result<Vec<Value>, FuncError> {
    let list = list_of(&list, "Cannot prepend on type")?;
    let mut items = Vec::with_capacity(list.len() + 1);
    items.push(item);
    items.extend(list.iter());
    Ok(items)
}

/// The elements in opposite order.
///
/// `{{ reverse (list 1 2 3) }}` → `[3 2 1]`
fn reverse(list: Value) -> Result<Vec<Value>, FuncError> {
    Ok(list_of(&list, "Cannot find reverse on type")?.iter().rev().collect())
}

/// The list without elements that occurred before.
///
/// `{{ uniq (list 1 2 1 "1") }}` → `[1 2 1]`
fn uniq(list: Value) -> Result<Vec<Value>, FuncError> {
    let mut kept: Vec<Value> = Vec::new();
    for item in list_of(&list, "Cannot find uniq on type")?.iter() {
        if !contains(&kept, &item) {
            kept.push(item);
        }
    }
    Ok(kept)
}

fn contains(items: &[Value], item: &Value) -> bool {
    items.iter().any(|other| deep_equal(item, other))
}

/// The list without the given elements.
///
/// `{{ without (list 1 2 3) 1 3 }}` → `[2]`
fn without(list: Value, omitted: Rest<Value>) -> Result<Vec<Value>, FuncError> {
    let list = list_of(&list, "Cannot find without on type")?;
    Ok(list.iter().filter(|item| !contains(&omitted, item)).collect())
}

/// Whether the list has an element of the same type and content; false for nil.
///
/// `{{ has 2 (list 1 2 3) }}` → `true`
fn has(item: Value, list: Value) -> Result<bool, FuncError> {
    if list.is_nil() {
        return Ok(false);
    }
    let list = list_of(&list, "Cannot find has on type")?;
    Ok(match list.as_values() {
        Some(items) => contains(items, &item),
        None => list.iter().any(|other| deep_equal(&item, &other)),
    })
}

/// The elements from one index up to another; the list keeps its type. Nothing for an empty list.
///
/// `{{ slice (list 1 2 3 4) 1 3 }}` → `[2 3]`
fn slice(list: Value, indices: Rest<Value>) -> FuncResult {
    let list = list_of(&list, "list should be type of slice or array but")?;
    let len = list.len();
    if len == 0 {
        return Ok(Value::Nil);
    }
    let index = |at: usize, default: usize| match indices.get(at) {
        Some(value) => usize::try_from(cast::to_int64(value)).ok(),
        None => Some(default),
    };
    match (index(0, 0), index(1, len)) {
        (Some(start), Some(end)) if start <= end && end <= len => Ok(Value::List(list.part(start, end))),
        _ => Err("reflect.Value.Slice: slice index out of bounds".into()),
    }
}

/// The elements of all lists in one; the nil list without any element.
///
/// `{{ concat (list 1 2) (list 3) }}` → `[1 2 3]`
fn concat(lists: Rest<Value>) -> Result<List, FuncError> {
    let mut items = Vec::new();
    for value in lists.iter() {
        if !matches!(value, Value::List(_) | Value::Nil) {
            return Err(format!("Cannot concat type {} as list", value.kind().name()).into());
        }
        items.extend(list_of(value, "")?.iter());
    }
    Ok(if items.is_empty() { List::nil(ListKind::Any) } else { List::new(items) })
}

/// The list in pieces of `size` elements; the last one may be shorter.
///
/// `{{ chunk 2 (list 1 2 3) }}` → `[[1 2] [3]]`
fn chunk(size: isize, list: Value) -> Result<List, FuncError> {
    let list = list_of(&list, "Cannot chunk type")?;
    let items: Vec<Value> = list.iter().collect();
    let pieces = match usize::try_from(size) {
        Ok(0) => return Err("runtime error: makeslice: len out of range".into()),
        Ok(size) => items.chunks(size).map(|piece| Value::list(piece.to_vec())).collect(),
        Err(_) => negative_chunks(size, items.len(), &items)?,
    };
    Ok(List::typed(ListKind::Lists, pieces))
}

/// What sprig's arithmetic makes of a negative size: nothing, the whole list or a panic.
fn negative_chunks(size: isize, len: usize, items: &[Value]) -> Result<Vec<Value>, FuncError> {
    let chunks = ((len as f64 - 1.0) / size as f64).floor() + 1.0;
    let last = len % size.unsigned_abs();
    match chunks {
        0.0 => Ok(Vec::new()),
        1.0 if last > 0 => Ok(vec![Value::list(items[..last].to_vec())]),
        _ => Err("runtime error: makeslice: len out of range".into()),
    }
}

/// The elements that are not empty.
///
/// `{{ compact (list 1 0 "" "a" nil) }}` → `[1 a]`
fn compact(list: Value) -> Result<Vec<Value>, FuncError> {
    Ok(list_of(&list, "Cannot compact on type")?.iter().filter(Value::truth).collect())
}

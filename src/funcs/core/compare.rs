//! Comparisons.

use crate::compat::Compat;
use crate::gostd::fmt;
use crate::template::func::{Cx, FuncError, Reflected, Rest};
use crate::value::{Kind, Object, Value};
use std::cmp::Ordering;

/// A value of a kind that can be compared, in the widest type of that kind.
enum Basic<'a> {
    Bool(bool),
    Complex(&'a [f64; 2]),
    Int(i64),
    Uint(u64),
    Float(f64),
    Text(&'a [u8]),
}

impl Basic<'_> {
    fn of(value: &Value) -> Option<Basic<'_>> {
        Some(match value {
            Value::Bool(b) => Basic::Bool(*b),
            Value::Complex(c) => Basic::Complex(c),
            Value::Int(i, kind) if kind.is_signed() => Basic::Int(*i),
            Value::Int(i, _) => Basic::Uint(i.cast_unsigned()),
            Value::Float(f) => Basic::Float(*f),
            Value::Str(text) => Basic::Text(text),
            Value::Object(object) => match object.kind() {
                Kind::Int(kind) if kind.is_signed() => Basic::Int(object.int()?),
                Kind::Int(_) => Basic::Uint(object.int()?.cast_unsigned()),
                _ => return None,
            },
            Value::Nil | Value::List(_) | Value::Map(_) => return None,
        })
    }

    /// `None` if the two are of different kinds.
    fn equals(&self, other: &Basic<'_>) -> Option<bool> {
        Some(match (self, other) {
            (Basic::Bool(a), Basic::Bool(b)) => a == b,
            (Basic::Complex(a), Basic::Complex(b)) => a == b,
            (Basic::Int(a), Basic::Int(b)) => a == b,
            (Basic::Uint(a), Basic::Uint(b)) => a == b,
            (Basic::Float(a), Basic::Float(b)) => a == b,
            (Basic::Text(a), Basic::Text(b)) => a == b,
            (Basic::Int(i), Basic::Uint(u)) | (Basic::Uint(u), Basic::Int(i)) => u64::try_from(*i) == Ok(*u),
            _ => return None,
        })
    }

    /// The order of two of the same kind; `None` if one is not a number.
    fn compared(&self, other: &Basic<'_>) -> Result<Option<Ordering>, Unordered> {
        Ok(match (self, other) {
            (Basic::Int(a), Basic::Int(b)) => Some(a.cmp(b)),
            (Basic::Uint(a), Basic::Uint(b)) => Some(a.cmp(b)),
            (Basic::Float(a), Basic::Float(b)) => a.partial_cmp(b),
            (Basic::Text(a), Basic::Text(b)) => Some(a.cmp(b)),
            (Basic::Int(a), Basic::Uint(b)) => Some(i128::from(*a).cmp(&i128::from(*b))),
            (Basic::Uint(a), Basic::Int(b)) => Some(i128::from(*a).cmp(&i128::from(*b))),
            (Basic::Bool(_), Basic::Bool(_)) | (Basic::Complex(_), Basic::Complex(_)) => {
                return Err(Unordered::Kind);
            }
            _ => return Err(Unordered::Pair),
        })
    }
}

/// Why two values have no order.
enum Unordered {
    /// Their kind has none.
    Kind,
    /// They are of different kinds.
    Pair,
}

/// Values of kinds that are not compared with each other.
fn incompatible(a: &Value, b: &Value, compat: Compat) -> FuncError {
    let general = "incompatible types for comparison";
    if !compat.comparison_errors_name_types() {
        return general.into();
    }
    format!("{general}: {} and {}", a.type_name(compat), b.type_name(compat)).into()
}

/// Whether the first value equals any of the others.
///
/// `{{ eq 1 2 1 }}` → `true`
pub(super) fn eq(cx: &mut Cx<'_>, first: Reflected, others: Rest<Reflected>) -> Result<bool, FuncError> {
    if others.is_empty() {
        return Err("missing argument for comparison".into());
    }
    for other in others.iter() {
        if equal(&first.value, &other.value, cx.compat())? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether two values differ.
///
/// `{{ ne 1 2 }}` → `true`
pub(super) fn ne(cx: &mut Cx<'_>, a: Reflected, b: Reflected) -> Result<bool, FuncError> {
    equal(&a.value, &b.value, cx.compat()).map(|equal| !equal)
}

fn equal(a: &Value, b: &Value, compat: Compat) -> Result<bool, FuncError> {
    match (Basic::of(a), Basic::of(b)) {
        (Some(x), Some(y)) => x.equals(&y).ok_or_else(|| incompatible(a, b, compat)),
        (None, None) => equal_others(a, b, compat),
        _ if a.is_nil() || b.is_nil() => Ok(false),
        _ => Err(incompatible(a, b, compat)),
    }
}

/// Two values that are lists, maps, objects or nil.
fn equal_others(a: &Value, b: &Value, compat: Compat) -> Result<bool, FuncError> {
    if a.kind() != b.kind() && !a.is_nil() && !b.is_nil() {
        let mut text = b"non-comparable types ".to_vec();
        text.extend(fmt::try_sprintf(b"%s", std::slice::from_ref(a), compat)?);
        text.extend(format!(": {}, {}: ", a.type_name(compat), b.type_name(compat)).bytes());
        fmt::try_print(b, &mut text)?;
        return Err(text.into());
    }
    if is_nil(a) || is_nil(b) {
        return Ok(is_nil(a) && is_nil(b));
    }
    match (a, b) {
        (Value::Object(a), Value::Object(b)) if is_comparable(&**b) => {
            Ok(a.type_key() == b.type_key() && a.equals(&**b))
        }
        _ => {
            let shown = fmt::try_sprintf(b"%s", std::slice::from_ref(b), compat)?;
            let ty = format!(": {}", b.type_name(compat));
            Err([b"non-comparable type ", &*shown, ty.as_bytes()].concat().into())
        }
    }
}

fn is_nil(value: &Value) -> bool {
    match value {
        Value::Nil => true,
        Value::List(list) => list.is_nil(),
        Value::Map(map) => map.is_nil(),
        _ => false,
    }
}

/// Whether Go's `==` works on the type: pointers always, structs if it works on all fields.
fn is_comparable(object: &dyn Object) -> bool {
    match object.kind() {
        Kind::Ptr => true,
        Kind::Map | Kind::Slice => false,
        _ => object.fields().iter().all(|(_, field)| match field {
            Value::List(_) | Value::Map(_) => false,
            Value::Object(field) => is_comparable(&**field),
            _ => true,
        }),
    }
}

/// The order of two numbers or texts; `None` if there is none because one is not a number.
fn order(a: &Reflected, b: &Reflected, compat: Compat) -> Result<Option<Ordering>, FuncError> {
    let invalid = || FuncError::from("invalid type for comparison");
    let x = Basic::of(&a.value).ok_or_else(invalid)?;
    let y = Basic::of(&b.value).ok_or_else(invalid)?;
    x.compared(&y).map_err(|unordered| match unordered {
        Unordered::Kind => invalid(),
        Unordered::Pair => incompatible(&a.value, &b.value, compat),
    })
}

/// Whether the first value is less than the second.
///
/// `{{ lt 1 2 }}` → `true`
pub(super) fn lt(cx: &mut Cx<'_>, a: Reflected, b: Reflected) -> Result<bool, FuncError> {
    Ok(order(&a, &b, cx.compat())? == Some(Ordering::Less))
}

/// Whether the first value is not greater than the second.
///
/// `{{ le 2 2 }}` → `true`
pub(super) fn le(cx: &mut Cx<'_>, a: Reflected, b: Reflected) -> Result<bool, FuncError> {
    Ok(order(&a, &b, cx.compat())?.is_some_and(Ordering::is_le))
}

/// Whether the first value is greater than the second. Not a number is greater than anything.
///
/// `{{ gt 2 1 }}` → `true`
pub(super) fn gt(cx: &mut Cx<'_>, a: Reflected, b: Reflected) -> Result<bool, FuncError> {
    Ok(order(&a, &b, cx.compat())?.is_none_or(Ordering::is_gt))
}

/// Whether the first value is not less than the second. Not a number is greater than anything.
///
/// `{{ ge 2 2 }}` → `true`
pub(super) fn ge(cx: &mut Cx<'_>, a: Reflected, b: Reflected) -> Result<bool, FuncError> {
    Ok(order(&a, &b, cx.compat())?.is_none_or(Ordering::is_ge))
}

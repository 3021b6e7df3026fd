//! Lenient conversions, as `spf13/cast` 1.7 and sprig's helpers make them. None of them fails.

use super::trail::Endless;
use super::{fmt, strconv};
use crate::value::{List, Object, Str, Value};

/// `int64` of anything (sprig's `toInt64`): unparsable is 0.
///
/// Texts may have a prefix of Go's number literals, also `0` for octal, and zeros behind a point.
#[must_use]
pub fn to_int64(value: &Value) -> i64 {
    match value {
        Value::Int(i, _) => *i,
        Value::Float(f) => truncate(*f),
        Value::Bool(b) => i64::from(*b),
        Value::Str(text) => strconv::parse_int(without_zero_fraction(text), 0, 64).unwrap_or(0),
        Value::Object(object) => calendar_number(&**object).unwrap_or(0),
        Value::Nil | Value::Complex(_) | Value::List(_) | Value::Map(_) => 0,
    }
}

/// `float64` of anything (sprig's `toFloat64`): unparsable is 0.
#[must_use]
pub fn to_float64(value: &Value) -> f64 {
    match value {
        Value::Int(i, kind) if kind.is_signed() => *i as f64,
        Value::Int(i, _) => i.cast_unsigned() as f64,
        Value::Float(f) => *f,
        Value::Bool(b) => f64::from(u8::from(*b)),
        Value::Str(text) => strconv::parse_float(text).unwrap_or(0.0),
        Value::Object(object) => calendar_number(&**object).unwrap_or(0) as f64,
        Value::Nil | Value::Complex(_) | Value::List(_) | Value::Map(_) => 0.0,
    }
}

/// The only named integer types that `cast` knows.
fn calendar_number(object: &dyn Object) -> Option<i64> {
    if matches!(object.type_key(), "time.Month" | "time.Weekday") { object.int() } else { None }
}

/// Go's conversion on amd64, where what does not fit becomes the smallest number.
fn truncate(value: f64) -> i64 {
    const LIMIT: f64 = 9_223_372_036_854_775_808.0;
    if (-LIMIT..LIMIT).contains(&value) { value as i64 } else { i64::MIN }
}

/// `5.00` → `5`, but `5.` and `5.10` as they are.
fn without_zero_fraction(text: &[u8]) -> &[u8] {
    let zeros = text.iter().rev().take_while(|b| **b == b'0').count();
    match text[..text.len() - zeros].strip_suffix(b".") {
        Some(integer) if zeros > 0 => integer,
        _ => text,
    }
}

/// The text of anything (sprig's `strval`, which is `toString`); fails if the value contains itself.
pub fn strval(value: &Value) -> Result<Str, Endless> {
    match (value, bytes_of(value)) {
        (Value::Str(text), _) => Ok(text.clone()),
        (_, Some(bytes)) => Ok(bytes.into()),
        _ => {
            let mut out = Vec::new();
            fmt::try_print(value, &mut out)?;
            Ok(out.into())
        }
    }
}

fn bytes_of(value: &Value) -> Option<&[u8]> {
    value.as_list().and_then(List::as_bytes)
}

/// The texts of the elements of anything (sprig's `strslice`): nil elements are dropped, a value
/// that is no list becomes a list of one. Fails if a value contains itself.
pub fn strslice(value: &Value) -> Result<Vec<Str>, Endless> {
    match value {
        Value::Nil => Ok(Vec::new()),
        Value::List(list) => list.iter().filter(|item| !item.is_nil()).map(|item| strval(&item)).collect(),
        other => Ok(vec![strval(other)?]),
    }
}

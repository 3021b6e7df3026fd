//! Lenient conversions, as `spf13/cast` 1.7 and sprig's helpers make them. None of them fails.

use crate::value::{Str, Value};

/// `int64` of anything (sprig's `toInt64`): unparsable is 0.
#[must_use]
pub fn to_int64(value: &Value) -> i64 {
    let _ = value;
    0
}

/// `float64` of anything (sprig's `toFloat64`): unparsable is 0.
#[must_use]
pub fn to_float64(value: &Value) -> f64 {
    let _ = value;
    0.0
}

/// The text of anything (sprig's `strval`, which is `toString`).
#[must_use]
pub fn strval(value: &Value) -> Str {
    let _ = value;
    Str::empty()
}

/// The texts of the elements of anything (sprig's `strslice`): nil elements are dropped, a value
/// that is no list becomes a list of one.
#[must_use]
pub fn strslice(value: &Value) -> Vec<Str> {
    let _ = value;
    Vec::new()
}

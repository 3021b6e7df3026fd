//! Choosing between values by whether they are empty.
//!
//! Empty is what counts as false: nil, false, zero, and texts, lists and maps without content.

use crate::funcs;
use crate::template::func::{Func, Rest};
use crate::value::Value;

/// The functions of this family.
pub(super) static FUNCTIONS: &[Func] = funcs! {
    "default" => default,
    "empty" => empty,
    "coalesce" => coalesce,
    "all" => all,
    "any" => any,
    "ternary" => ternary,
};

/// The value, or `fallback` if it is empty or missing.
///
/// `{{ default "x" "" }}` → `x`
fn default(fallback: Value, given: Rest<Value>) -> Value {
    given.0.into_iter().next().filter(Value::truth).unwrap_or(fallback)
}

/// Whether the value is empty.
///
/// `{{ empty (list) }}` → `true`
fn empty(value: Value) -> bool {
    !value.truth()
}

/// The first value that is not empty.
///
/// `{{ coalesce 0 "" "a" "b" }}` → `a`
fn coalesce(values: Rest<Value>) -> Value {
    values.0.into_iter().find(Value::truth).unwrap_or_default()
}

/// Whether no value is empty.
///
/// `{{ all 1 "a" }}` → `true`
fn all(values: Rest<Value>) -> bool {
    values.iter().all(Value::truth)
}

/// Whether some value is not empty.
///
/// `{{ any 0 "" 1 }}` → `true`
fn any(values: Rest<Value>) -> bool {
    values.iter().any(Value::truth)
}

/// The first value if the condition holds, otherwise the second.
///
/// `{{ ternary "yes" "no" true }}` → `yes`
fn ternary(yes: Value, no: Value, condition: bool) -> Value {
    if condition { yes } else { no }
}

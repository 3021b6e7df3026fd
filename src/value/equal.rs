//! Deep equality, as `reflect.DeepEqual` defines it.

use super::{List, Map, Value};
use std::collections::HashSet;

/// Whether two values have the same dynamic type and equal content.
///
/// Values that contain themselves are compared as Go does: a pair of maps or
/// lists met again on the way counts as equal.
///
/// Source: Go's `reflect.DeepEqual`; used by `has`, `uniq`, `without` and `deepEqual`.
#[must_use]
pub fn deep_equal(a: &Value, b: &Value) -> bool {
    equal(a, b, &mut HashSet::new())
}

type Visited = HashSet<(usize, usize)>;

fn equal(a: &Value, b: &Value, visited: &mut Visited) -> bool {
    match (a, b) {
        (Value::Nil, Value::Nil) => true,
        (Value::Bool(a), Value::Bool(b)) => a == b,
        (Value::Int(a, ak), Value::Int(b, bk)) => a == b && ak == bk,
        (Value::Float(a), Value::Float(b)) => a == b,
        (Value::Complex(a), Value::Complex(b)) => a == b,
        (Value::Str(a), Value::Str(b)) => a == b,
        (Value::List(a), Value::List(b)) => lists(a, b, visited),
        (Value::Map(a), Value::Map(b)) => maps(a, b, visited),
        (Value::Object(a), Value::Object(b)) => a.type_key() == b.type_key() && objects(&**a, &**b, visited),
        _ => false,
    }
}

fn lists(a: &List, b: &List, visited: &mut Visited) -> bool {
    if a.kind() != b.kind() || a.is_nil() != b.is_nil() || a.len() != b.len() {
        return false;
    }
    if a.same(b) || met_before(a.address(), b.address(), visited) {
        return true;
    }
    a.iter().zip(b.iter()).all(|(a, b)| equal(&a, &b, visited))
}

fn maps(a: &Map, b: &Map, visited: &mut Visited) -> bool {
    if a.kind() != b.kind() || a.is_nil() != b.is_nil() || a.len() != b.len() {
        return false;
    }
    if a.same(b) || met_before(a.address(), b.address(), visited) {
        return true;
    }
    a.for_each(|key, value| match b.get(key) {
        Some(other) if equal(value, &other, visited) => Ok(()),
        _ => Err(()),
    })
    .is_ok()
}

/// Whether the pair was met before; things without an address of their own never were.
fn met_before(a: usize, b: usize, visited: &mut Visited) -> bool {
    a != 0 && b != 0 && !visited.insert((a, b))
}

fn objects(a: &dyn super::Object, b: &dyn super::Object, visited: &mut Visited) -> bool {
    if a.equals(b) {
        return true;
    }
    let (fields, others) = (a.fields(), b.fields());
    !fields.is_empty()
        && fields.len() == others.len()
        && fields.iter().zip(&others).all(|((_, a), (_, b))| equal(a, b, visited))
}

//! Types and kinds of values.

use crate::funcs;
use crate::template::func::{Cx, Func};
use crate::value::{self, Str, Value};

/// The functions of this family.
pub(super) static FUNCTIONS: &[Func] = funcs! {
    "typeOf" => cx type_of,
    "typeIs" => cx type_is,
    "typeIsLike" => cx type_is_like,
    "kindOf" => kind_of,
    "kindIs" => kind_is,
    "deepEqual" => deep_equal,
};

/// The Go type.
///
/// `{{ typeOf (list 1) }}` → `[]interface {}`
fn type_of(cx: &mut Cx<'_>, value: Value) -> String {
    value.type_name(cx.compat()).into_owned()
}

/// Whether the value has exactly that type.
///
/// `{{ typeIs "int" 1 }}` → `true`
fn type_is(cx: &mut Cx<'_>, name: Str, value: Value) -> bool {
    name == *value.type_name(cx.compat())
}

/// Whether the value has that type or is a pointer to it.
///
/// `{{ typeIsLike "semver.Version" (semver "1.2.3") }}` → `true`
fn type_is_like(cx: &mut Cx<'_>, name: Str, value: Value) -> bool {
    let found = value.type_name(cx.compat());
    name == *found || found.strip_prefix('*').is_some_and(|pointed| name == *pointed)
}

/// The Go kind.
///
/// `{{ kindOf (list 1) }}` → `slice`
fn kind_of(value: Value) -> &'static str {
    value.kind().name()
}

/// Whether the value is of that kind.
///
/// `{{ kindIs "map" (dict) }}` → `true`
fn kind_is(name: Str, value: Value) -> bool {
    name == *value.kind().name()
}

/// Whether both values have the same type and content.
///
/// `{{ deepEqual (list 1 2) (list 1 2) }}` → `true`
fn deep_equal(a: Value, b: Value) -> bool {
    value::deep_equal(&a, &b)
}

//! The functions that come with Go's `text/template` itself.
//!
//! `and`, `or` and `call` are not among them: they need the arguments before they are evaluated, so
//! the executor has them. `slice` is sprig's.

mod compare;
mod index;

use crate::funcs;
use crate::gostd::{fmt, html};
use crate::template::func::{Cx, Func, FuncError, Reflected, Rest};
use crate::value::{Str, Value};
use compare::{eq, ge, gt, le, lt, ne};
use index::{index, len};

/// The functions of this family.
pub(super) static FUNCTIONS: &[Func] = funcs! {
    "not" => not,
    "eq" => cx eq,
    "ne" => cx ne,
    "lt" => cx lt,
    "le" => cx le,
    "gt" => cx gt,
    "ge" => cx ge,
    "len" => cx len,
    "index" => cx index,
    "print" => print,
    "println" => println,
    "printf" => cx printf,
    "html" => html_escaped,
    "js" => js_escaped,
    "urlquery" => query_escaped,
};

/// Whether the value counts as false.
///
/// `{{ not "" }}` → `true`
fn not(value: Reflected) -> bool {
    !value.value.truth()
}

/// The values one after another, with a space between two that are no texts.
///
/// `{{ print "a" 1 2 }}` → `a1 2`
fn print(values: Rest<Value>) -> Result<Vec<u8>, FuncError> {
    Ok(fmt::try_sprint(&values)?)
}

/// The values with spaces between them and a line break at the end.
///
/// `{{ println "a" 1 }}` → `a 1\n`
fn println(values: Rest<Value>) -> Result<Vec<u8>, FuncError> {
    Ok(fmt::try_sprintln(&values)?)
}

/// The values in the places that the format has for them.
///
/// `{{ printf "%s-%03d" "a" 7 }}` → `a-007`
fn printf(cx: &mut Cx<'_>, format: Str, values: Rest<Value>) -> Result<Vec<u8>, FuncError> {
    Ok(fmt::try_sprintf(&format, &values, cx.compat())?)
}

/// The values as text that is safe in HTML.
///
/// `{{ html "<a>" }}` → `&lt;a&gt;`
fn html_escaped(values: Rest<Value>) -> Result<Vec<u8>, FuncError> {
    escaped(&values, html::escape_html)
}

/// The values as text that is safe in a string of JavaScript.
///
/// `{{ js "it's" }}` → `it\'s`
fn js_escaped(values: Rest<Value>) -> Result<Vec<u8>, FuncError> {
    escaped(&values, html::escape_js)
}

/// The values as text that is safe in the query of a URL.
///
/// `{{ urlquery "a b&c" }}` → `a+b%26c`
fn query_escaped(values: Rest<Value>) -> Result<Vec<u8>, FuncError> {
    escaped(&values, html::escape_query)
}

/// The values as `print` writes them, but pointers as what they point to, escaped.
///
/// Source: Go's `text/template`, `evalArgs`.
fn escaped(values: &[Value], escape: fn(&[u8], &mut Vec<u8>)) -> Result<Vec<u8>, FuncError> {
    let mut text = Vec::new();
    let mut space = false;
    for value in values {
        // Nil stands for a text of its own.
        let is_text = matches!(value, Value::Str(_) | Value::Nil);
        if space && !is_text {
            text.push(b' ');
        }
        fmt::try_print_pointee(value, &mut text)?;
        space = !is_text;
    }
    let mut out = Vec::with_capacity(text.len());
    escape(&text, &mut out);
    Ok(out)
}

//! Text: trimming, cutting, case, quoting, searching, layout.

mod case;
mod wrap;

use crate::funcs;
use crate::gostd::unicode::{is_space, to_lower, to_upper};
use crate::gostd::{cast, fmt, strconv, strings};
use crate::template::func::{Func, FuncError, Rest};
use crate::value::{Str, Value};
use case::{camelcase, kebabcase, snakecase, swapcase, untitle};
use wrap::{abbrev, abbrevboth, wrap, wrap_with};

/// The functions of this family.
pub(super) static FUNCTIONS: &[Func] = funcs! {
    "trim" => trim,
    "trimAll" => trim_all,
    "trimall" => trim_all,
    "trimSuffix" => trim_suffix,
    "trimPrefix" => trim_prefix,
    "upper" => upper,
    "lower" => lower,
    "title" => title,
    "untitle" => untitle,
    "swapcase" => swapcase,
    "camelcase" => camelcase,
    "snakecase" => snakecase,
    "kebabcase" => kebabcase,
    "repeat" => repeat,
    "substr" => substr,
    "trunc" => trunc,
    "abbrev" => abbrev,
    "abbrevboth" => abbrevboth,
    "initials" => initials,
    "nospace" => nospace,
    "cat" => cat,
    "indent" => indent,
    "nindent" => nindent,
    "replace" => replace,
    "plural" => plural,
    "contains" => contains,
    "hasPrefix" => has_prefix,
    "hasSuffix" => has_suffix,
    "quote" => quote,
    "squote" => squote,
    "wrap" => wrap,
    "wrapWith" => wrap_with,
    "toString" => to_string,
    "hello" => hello,
};

/// Without white space at both ends.
///
/// `{{ trim "  a b \n" }}` → `a b`
fn trim(text: Str) -> Str {
    strings::trim_space(&text).into()
}

/// Without any of the characters of `cutset` at both ends.
///
/// `{{ trimAll "$-" "-$5.00$" }}` → `5.00`
fn trim_all(cutset: Str, text: Str) -> Str {
    strings::trim(&text, &cutset).into()
}

/// Without `suffix`, if the text ends with it.
///
/// `{{ trimSuffix "-" "hello--" }}` → `hello-`
fn trim_suffix(suffix: Str, text: Str) -> Str {
    match text.strip_suffix(suffix.as_bytes()) {
        Some(rest) => rest.into(),
        None => text,
    }
}

/// Without `prefix`, if the text starts with it.
///
/// `{{ trimPrefix "-" "--hello" }}` → `-hello`
fn trim_prefix(prefix: Str, text: Str) -> Str {
    match text.strip_prefix(prefix.as_bytes()) {
        Some(rest) => rest.into(),
        None => text,
    }
}

/// Each character in upper case; `ß` stays.
///
/// `{{ upper "straße" }}` → `STRAßE`
fn upper(text: Str) -> Vec<u8> {
    if text.is_ascii() { text.to_ascii_uppercase() } else { strings::map_runes(&text, to_upper) }
}

/// Each character in lower case.
///
/// `{{ lower "HELLO É" }}` → `hello é`
fn lower(text: Str) -> Vec<u8> {
    if text.is_ascii() { text.to_ascii_lowercase() } else { strings::map_runes(&text, to_lower) }
}

/// The first letter of each word in title case; words begin after white space and ASCII punctuation.
///
/// `{{ title "it's foo-bar a_b" }}` → `It'S Foo-Bar A_b`
fn title(text: Str) -> Vec<u8> {
    strings::title(&text)
}

/// The text `count` times.
///
/// `{{ repeat 3 "ab" }}` → `ababab`
fn repeat(count: isize, text: Str) -> Result<Vec<u8>, FuncError> {
    strings::repeat(&text, count).map_err(FuncError::from)
}

/// The bytes from `start` up to `end`. A negative `start` means from the beginning, a negative or
/// too large `end` means up to the end.
///
/// `{{ substr 1 3 "hello" }}` → `el`
fn substr(start: isize, end: isize, text: Str) -> Result<Str, FuncError> {
    let len = text.len();
    let out_of_bounds = |what: String| Err(format!("runtime error: slice bounds out of range {what}").into());
    let Ok(from) = usize::try_from(start) else {
        return match usize::try_from(end) {
            Ok(to) if to <= len => Ok(text[..to].into()),
            Ok(to) => out_of_bounds(format!("[:{to}] with length {len}")),
            Err(_) => out_of_bounds(format!("[:{end}]")),
        };
    };
    match usize::try_from(end) {
        Ok(to) if to <= len && from <= to => Ok(text[from..to].into()),
        Ok(to) if to <= len => out_of_bounds(format!("[{from}:{to}]")),
        _ if from <= len => Ok(text[from..].into()),
        _ => out_of_bounds(format!("[{from}:{len}]")),
    }
}

/// The first `count` bytes, or the last ones with a negative `count`.
///
/// `{{ trunc 5 "hello world" }}` → `hello`
fn trunc(count: isize, text: Str) -> Str {
    let len = text.len();
    let wanted = count.unsigned_abs();
    match (count < 0, wanted < len) {
        (_, false) => text,
        (true, true) => text[len - wanted..].into(),
        (false, true) => text[..wanted].into(),
    }
}

/// The first byte of each word; bytes of longer characters turn into Latin-1 letters.
///
/// `{{ initials "First Try" }}` → `FT`
fn initials(text: Str) -> Vec<u8> {
    let mut out = Vec::new();
    let mut between = true;
    for c in text.iter().map(|b| char::from(*b)) {
        if is_space(c) {
            between = true;
        } else if between {
            strings::push_rune(c, &mut out);
            between = false;
        }
    }
    out
}

/// Without any white space. If there was some, bytes of longer characters turn into Latin-1 letters.
///
/// `{{ nospace "h e l l o" }}` → `hello`
fn nospace(text: Str) -> Str {
    let is_gap = |b: &u8| is_space(char::from(*b));
    if !text.iter().any(is_gap) {
        return text;
    }
    let mut out = Vec::with_capacity(text.len());
    for b in text.iter().filter(|b| !is_gap(b)) {
        strings::push_rune(char::from(*b), &mut out);
    }
    out.into()
}

/// The values joined by spaces; nils are left out.
///
/// `{{ cat "a" nil 1 "b" }}` → `a 1 b`
fn cat(values: Rest<Value>) -> Result<Vec<u8>, FuncError> {
    let mut out = Vec::new();
    for (i, value) in values.iter().filter(|v| !v.is_nil()).enumerate() {
        if i > 0 {
            out.push(b' ');
        }
        check_length("cat", out.len() + value.as_str().map_or(0, |text| text.len()))?;
        fmt::try_print(value, &mut out)?;
    }
    Ok(out)
}

/// Each line indented by `spaces`, also empty ones.
///
/// `{{ indent 2 "a\nb" }}` → `  a\n  b`
fn indent(spaces: isize, text: Str) -> Result<Vec<u8>, FuncError> {
    indented(spaces, &text, b"")
}

/// A line break and then what `indent` gives.
///
/// `{{ nindent 2 "a" }}` → `\n  a`
fn nindent(spaces: isize, text: Str) -> Result<Vec<u8>, FuncError> {
    indented(spaces, &text, b"\n")
}

fn indented(spaces: isize, text: &[u8], before: &[u8]) -> Result<Vec<u8>, FuncError> {
    let pad = strings::repeat(b" ", spaces)?.len();
    let lines = memchr::memchr_iter(b'\n', text).count() + 1;
    let size = pad.saturating_mul(lines).saturating_add(text.len() + before.len());
    check_length("indent", size)?;
    // Spaces from the start; what is not indentation is laid over them.
    let mut out = vec![b' '; size];
    out[..before.len()].copy_from_slice(before);
    let mut to = before.len();
    let mut start = 0;
    for end in memchr::memchr_iter(b'\n', text).map(|at| at + 1).chain([text.len()]) {
        to += pad;
        let line = &text[start..end];
        out[to..to + line.len()].copy_from_slice(line);
        (to, start) = (to + line.len(), end);
    }
    Ok(out)
}

/// Refuses a text that would not fit into memory beside what it is made of.
fn check_length(name: &str, size: usize) -> Result<(), FuncError> {
    if size > strings::LONGEST { Err(format!("{name}: result of {size} bytes").into()) } else { Ok(()) }
}

/// Every `old` replaced by `new`.
///
/// `{{ replace " " "-" "a b c" }}` → `a-b-c`
fn replace(old: Str, new: Str, text: Str) -> Result<Vec<u8>, FuncError> {
    strings::replace_all(&text, &old, &new).map_err(FuncError::from)
}

/// `one` if `count` is 1, otherwise `many`.
///
/// `{{ plural "pod" "pods" 2 }}` → `pods`
fn plural(one: Str, many: Str, count: isize) -> Str {
    if count == 1 { one } else { many }
}

/// Whether `part` occurs in the text.
///
/// `{{ contains "cat" "catch" }}` → `true`
fn contains(part: Str, text: Str) -> bool {
    memchr::memmem::find(&text, &part).is_some()
}

/// Whether the text starts with `prefix`.
///
/// `{{ hasPrefix "cat" "catch" }}` → `true`
fn has_prefix(prefix: Str, text: Str) -> bool {
    text.starts_with(&prefix)
}

/// Whether the text ends with `suffix`.
///
/// `{{ hasSuffix "cat" "catch" }}` → `false`
fn has_suffix(suffix: Str, text: Str) -> bool {
    text.ends_with(&suffix)
}

/// The values in double quotes with Go's escapes, joined by spaces; nils are left out.
///
/// `{{ quote "a\"b" 1 }}` → `"a\"b" "1"`
fn quote(values: Rest<Value>) -> Result<Vec<u8>, FuncError> {
    let mut out = Vec::new();
    for (i, value) in values.iter().filter(|v| !v.is_nil()).enumerate() {
        if i > 0 {
            out.push(b' ');
        }
        match value {
            Value::Str(text) => strconv::quote(text, &mut out),
            other => strconv::quote(&cast::strval(other)?, &mut out),
        }
        check_length("quote", out.len())?;
    }
    Ok(out)
}

/// The values in single quotes without any escapes, joined by spaces; nils are left out.
///
/// `{{ squote "it's" 1 }}` → `'it's' '1'`
fn squote(values: Rest<Value>) -> Result<Vec<u8>, FuncError> {
    let mut out = Vec::new();
    for (i, value) in values.iter().filter(|v| !v.is_nil()).enumerate() {
        if i > 0 {
            out.push(b' ');
        }
        out.push(b'\'');
        fmt::try_print(value, &mut out)?;
        out.push(b'\'');
        check_length("squote", out.len())?;
    }
    Ok(out)
}

/// The text of any value.
///
/// `{{ toString 1.5 }}` → `1.5`
fn to_string(value: Value) -> Result<Str, FuncError> {
    cast::strval(&value).map_err(FuncError::from)
}

/// A greeting.
///
/// `{{ hello }}` → `Hello!`
fn hello() -> &'static str {
    "Hello!"
}

//! Regular expressions.

use crate::funcs;
use crate::gostd::regexp::{Regex, quote_meta};
use crate::gostd::strconv;
use crate::template::func::{Func, FuncError, FuncTable};
use crate::value::{List, ListKind, Str};
use std::sync::Arc;

static FUNCTIONS: &[Func] = funcs! {
    "regexMatch" => regex_match,
    "mustRegexMatch" => must_regex_match,
    "regexFind" => regex_find,
    "mustRegexFind" => must_regex_find,
    "regexFindAll" => regex_find_all,
    "mustRegexFindAll" => must_regex_find_all,
    "regexReplaceAll" => regex_replace_all,
    "mustRegexReplaceAll" => must_regex_replace_all,
    "regexReplaceAllLiteral" => regex_replace_all_literal,
    "mustRegexReplaceAllLiteral" => must_regex_replace_all_literal,
    "regexSplit" => regex_split,
    "mustRegexSplit" => must_regex_split,
    "regexQuoteMeta" => regex_quote_meta,
};

/// Adds the functions of this family.
pub(super) fn add(table: &mut FuncTable) {
    table.add(FUNCTIONS);
}

type Compiled = Result<Arc<Regex>, FuncError>;

/// The expression; the error is that of the functions called `must…`.
fn must(pattern: &Str) -> Compiled {
    Ok(Regex::cached(pattern)?)
}

/// The expression; the error is the panic that the other functions end in.
fn plain(pattern: &Str) -> Compiled {
    Regex::cached(pattern).map_err(|error| {
        let quoted = if can_backquote(pattern) { format!("`{pattern}`") } else { strconv::quoted(pattern) };
        [format!("regexp: Compile({quoted}): ").as_bytes(), &error].concat().into()
    })
}

/// Whether Go would put the text between backquotes as it is.
fn can_backquote(text: &[u8]) -> bool {
    let plain = |c: char| c != '`' && c != '\u{feff}' && c != '\u{7f}' && (c >= ' ' || c == '\t');
    std::str::from_utf8(text).is_ok_and(|text| text.chars().all(plain))
}

/// Whether an expression matches; a bad one does not: `{{ regexMatch "^a+$" "aaa" }}` → `true`
fn regex_match(pattern: Str, subject: Str) -> bool {
    Regex::cached(&pattern).is_ok_and(|regex| regex.is_match(&subject))
}

/// As `regexMatch`, but a bad expression is an error.
fn must_regex_match(pattern: Str, subject: Str) -> Result<bool, FuncError> {
    Ok(must(&pattern)?.is_match(&subject))
}

fn find(regex: Compiled, subject: &[u8]) -> Result<Str, FuncError> {
    Ok(regex?.find(subject).unwrap_or_default().into())
}

/// The first match, or nothing: `{{ regexFind "[0-9]+" "ab12c3" }}` → `12`
fn regex_find(pattern: Str, subject: Str) -> Result<Str, FuncError> {
    find(plain(&pattern), &subject)
}

/// As `regexFind`, with a shorter error.
fn must_regex_find(pattern: Str, subject: Str) -> Result<Str, FuncError> {
    find(must(&pattern), &subject)
}

fn find_all(regex: Compiled, subject: &[u8], limit: isize) -> Result<List, FuncError> {
    let found = regex?.find_all(subject, limit as i64);
    Ok(if found.is_empty() { List::nil(ListKind::Strings) } else { List::strings(found) })
}

/// All matches, or so many: `{{ regexFindAll "a." "abacad" 2 }}` → `[ab ac]`
fn regex_find_all(pattern: Str, subject: Str, limit: isize) -> Result<List, FuncError> {
    find_all(plain(&pattern), &subject, limit)
}

/// As `regexFindAll`, with a shorter error.
fn must_regex_find_all(pattern: Str, subject: Str, limit: isize) -> Result<List, FuncError> {
    find_all(must(&pattern), &subject, limit)
}

/// The text with matches replaced, `$1` and `${name}` being groups:
/// `{{ regexReplaceAll "a(x*)b" "-ab-axxb-" "${1}W" }}` → `-W-xxW-`
fn regex_replace_all(pattern: Str, subject: Str, template: Str) -> Result<Vec<u8>, FuncError> {
    plain(&pattern)?.replace_all(&subject, &template, false).map_err(FuncError::from)
}

/// As `regexReplaceAll`, with a shorter error.
fn must_regex_replace_all(pattern: Str, subject: Str, template: Str) -> Result<Vec<u8>, FuncError> {
    must(&pattern)?.replace_all(&subject, &template, false).map_err(FuncError::from)
}

/// The text with matches replaced by a text as it is:
/// `{{ regexReplaceAllLiteral "a(x*)b" "-ab-axxb-" "$1" }}` → `-$1-$1-`
fn regex_replace_all_literal(pattern: Str, subject: Str, text: Str) -> Result<Vec<u8>, FuncError> {
    plain(&pattern)?.replace_all(&subject, &text, true).map_err(FuncError::from)
}

/// As `regexReplaceAllLiteral`, with a shorter error.
fn must_regex_replace_all_literal(pattern: Str, subject: Str, text: Str) -> Result<Vec<u8>, FuncError> {
    must(&pattern)?.replace_all(&subject, &text, true).map_err(FuncError::from)
}

fn split(regex: Compiled, pattern: &[u8], subject: &[u8], limit: isize) -> Result<List, FuncError> {
    let pieces = regex?.split(pattern, subject, limit as i64);
    Ok(pieces.map_or_else(|| List::nil(ListKind::Strings), List::strings))
}

/// The pieces between matches: `{{ regexSplit "z+" "pizza" -1 }}` → `[pi a]`
fn regex_split(pattern: Str, subject: Str, limit: isize) -> Result<List, FuncError> {
    split(plain(&pattern), &pattern, &subject, limit)
}

/// As `regexSplit`, with a shorter error.
fn must_regex_split(pattern: Str, subject: Str, limit: isize) -> Result<List, FuncError> {
    split(must(&pattern), &pattern, &subject, limit)
}

/// The text with everything escaped that has a meaning in expressions:
/// `{{ regexQuoteMeta "1.2.3" }}` → `1\.2\.3`
fn regex_quote_meta(text: Str) -> Vec<u8> {
    quote_meta(&text)
}

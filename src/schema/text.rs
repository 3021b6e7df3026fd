//! Small texts that both engines print: quoted strings and locations.

use std::borrow::Cow;

/// A string in Go's double quotes (`%q`).
pub(super) fn go_quote(text: &str) -> String {
    crate::gostd::strconv::quoted(text.as_bytes())
}

/// A string in single quotes: `%q` with the meaning of both quotes exchanged.
///
/// The closing quote takes part in the exchange, so a backslash at the end loses its double, as in Go.
pub(super) fn single_quote(text: &str) -> String {
    let exchanged = go_quote(text).replace("\\\"", "\"").replace('\'', "\\'");
    format!("'{}'", &exchanged[1..exchanged.len() - 1])
}

/// Strings in single quotes, separated by commas.
pub(super) fn single_quote_all<'a>(texts: impl IntoIterator<Item = &'a str>) -> String {
    let quoted: Vec<String> = texts.into_iter().map(single_quote).collect();
    quoted.join(", ")
}

/// One token of a JSON pointer, escaped.
pub(super) fn escape_token(token: &str) -> Cow<'_, str> {
    if token.contains(['~', '/']) { token.replace('~', "~0").replace('/', "~1").into() } else { token.into() }
}

/// The JSON pointer with these tokens.
pub(super) fn pointer_to(tokens: &[String]) -> String {
    let mut out = String::new();
    for token in tokens {
        out.push('/');
        out.push_str(&escape_token(token));
    }
    out
}

/// One token of a JSON pointer, unescaped; `None` for a `~` that escapes nothing.
pub(super) fn unescape_token(token: &str) -> Option<Cow<'_, str>> {
    if !token.contains('~') {
        return Some(token.into());
    }
    let mut out = String::with_capacity(token.len());
    let mut parts = token.split('~');
    out.push_str(parts.next().unwrap_or_default());
    for part in parts {
        out.push(match part.as_bytes().first()? {
            b'0' => '~',
            b'1' => '/',
            _ => return None,
        });
        out.push_str(&part[1..]);
    }
    Some(out.into())
}

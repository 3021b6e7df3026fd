//! Formats of strings; only whether a text has one is said.

mod mail;
mod time;

use crate::compat::Compat;
use crate::gostd::netip;
use crate::schema::pattern::Pattern;
use crate::schema::uri::Uri;

/// The formats that the library knows.
const KNOWN: [&str; 17] = [
    "date",
    "time",
    "date-time",
    "hostname",
    "email",
    "idn-email",
    "ipv4",
    "ipv6",
    "uri",
    "iri",
    "uri-reference",
    "iri-reference",
    "uri-template",
    "uuid",
    "regex",
    "json-pointer",
    "relative-json-pointer",
];

/// Whether the library knows a format.
pub(super) fn is_known(format: &str) -> bool {
    KNOWN.contains(&format)
}

/// Whether a text has a format; formats that the library does not know admit every text.
pub(super) fn admits(format: &str, text: &str) -> bool {
    match format {
        "date" => time::is_date(text),
        "time" => time::is_time(text),
        "date-time" => time::is_date_time(text),
        "hostname" => is_hostname(text),
        "email" | "idn-email" => mail::is_address(text),
        "ipv4" => is_ip(text) && text.contains('.'),
        "ipv6" => is_ip(text) && text.contains(':'),
        "uri" | "iri" => Uri::parse(text, Compat::Helm3).is_ok_and(|url| url.is_absolute()) && !text.contains('\\'),
        "uri-reference" | "iri-reference" => Uri::parse(text, Compat::Helm3).is_ok() && !text.contains('\\'),
        "uri-template" => {
            Uri::parse(text, Compat::Helm3).is_ok_and(|url| braces_close(&url.path())) && !text.contains('\\')
        }
        "uuid" => is_uuid(text),
        "regex" => text.is_empty() || Pattern::compile(text).is_ok(),
        "json-pointer" => is_json_pointer(text),
        "relative-json-pointer" => is_relative_json_pointer(text),
        _ => true,
    }
}

fn is_ip(text: &str) -> bool {
    netip::check_addr(text.as_bytes()).is_ok() && !text.contains('%')
}

fn is_hostname(text: &str) -> bool {
    let alphanumeric = |b: Option<&u8>| b.is_some_and(u8::is_ascii_alphanumeric);
    text.len() < 256
        && text.split('.').map(str::as_bytes).all(|label| {
            label.len() <= 63
                && alphanumeric(label.first())
                && alphanumeric(label.last())
                && label.iter().all(|b| b.is_ascii_alphanumeric() || *b == b'-')
        })
}

/// Whether there is a closing brace behind each opening one.
fn braces_close(mut text: &str) -> bool {
    while let Some(open) = text.find('{') {
        let Some(close) = text[open..].find('}') else { return false };
        text = &text[open + close + 1..];
    }
    true
}

fn is_uuid(text: &str) -> bool {
    let groups: Vec<&str> = text.split('-').collect();
    groups.len() == 5
        && groups.iter().zip([8, 4, 4, 4, 12]).all(|(g, n)| g.len() == n && g.bytes().all(|b| b.is_ascii_hexdigit()))
}

fn is_json_pointer(text: &str) -> bool {
    let unescaped = |token: &str| token.split('~').skip(1).all(|part| part.starts_with(['0', '1']));
    text.is_empty() || (text.starts_with('/') && unescaped(text))
}

fn is_relative_json_pointer(text: &str) -> bool {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let rest = &text[digits..];
    digits > 0 && (digits == 1 || !text.starts_with('0')) && (rest == "#" || is_json_pointer(rest))
}

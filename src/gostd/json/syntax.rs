//! Faults of a JSON text, in the words of both engines.

use crate::compat::Compat;
use crate::gostd::strconv;
use crate::gostd::strings::{decode_rune, runes};
use crate::gostd::unicode;

/// What was expected where something else was found.
#[derive(Clone, Copy)]
pub enum Place {
    /// A value.
    Value,
    /// The first character of a key.
    Key,
    /// The colon behind a key.
    AfterKey,
    /// What follows a member of an object.
    AfterMember,
    /// What follows an element of an array.
    AfterElement,
    /// The end of the text.
    AfterTop,
    /// A control character inside of a string.
    Text,
    /// The first digit of a number.
    Number,
    /// The first digit behind a decimal point.
    Fraction,
    /// The first digit of an exponent.
    Exponent,
    /// A word, and the character of it that was expected.
    Literal(&'static str, char),
    /// An array or object that is nested too deep.
    Depth,
}

const END: &str = "unexpected end of JSON input";

/// The message for what stands at `at`.
#[must_use]
pub fn message(text: &[u8], at: usize, place: Place, compat: Compat) -> String {
    let rest = text.get(at..).unwrap_or_default();
    if let (Place::Depth, true) = (place, compat.json_v2_engine()) {
        return "exceeded max depth".into();
    }
    let shown = match (rest, compat.json_v2_engine()) {
        // The old engine takes the end for a space, which ends no number or word.
        ([], false) if place.is_inside_token() => "' '".into(),
        ([], _) => return END.into(),
        (_, true) => rune(rest),
        ([first, ..], false) => byte(*first),
    };
    format!("invalid character {shown} {}", place.words(compat))
}

impl Place {
    fn is_inside_token(self) -> bool {
        matches!(self, Place::Number | Place::Fraction | Place::Exponent | Place::Literal(..))
    }

    fn words(self, compat: Compat) -> String {
        let v2 = compat.json_v2_engine();
        match self {
            Place::Value => "looking for beginning of value",
            Place::Key => "looking for beginning of object key string",
            Place::AfterKey => "after object key",
            Place::AfterMember => "after object key:value pair",
            Place::AfterElement => "after array element",
            Place::AfterTop => "after top-level value",
            Place::Text if v2 => "in string",
            Place::Text => "in string literal",
            Place::Fraction if !v2 => "after decimal point in numeric literal",
            Place::Exponent if !v2 => "in exponent of numeric literal",
            Place::Number | Place::Fraction | Place::Exponent => "in numeric literal",
            Place::Literal(word, expected) => return format!("in literal {word} (expecting '{expected}')"),
            Place::Depth => "exceeded max depth",
        }
        .into()
    }
}

/// The message for a faulty escape whose backslash stands at `at`.
#[must_use]
pub fn bad_escape(text: &[u8], at: usize, compat: Compat) -> String {
    let rest = &text[at..];
    let wrong = wrong_byte(rest, compat);
    if compat.json_v2_engine() {
        return new_bad_escape(&rest[..rest.len().min(wrong + 1)], wrong >= rest.len());
    }
    let shown = rest.get(wrong).map_or_else(|| "' '".into(), |b| byte(*b));
    let place = if is_long(rest) { "\\u hexadecimal character escape" } else { "string escape code" };
    format!("invalid character {shown} in {place}")
}

/// How far behind its backslash a faulty escape ends; at or behind the end where the text is cut off.
#[must_use]
pub fn wrong_byte(escape: &[u8], compat: Compat) -> usize {
    let good = if is_long(escape) { 2 + hex_digits(&escape[2..]) } else { 1 };
    if !compat.json_v2_engine() || good >= escape.len() {
        return good;
    }
    let wanted = if is_long(escape) { 6 } else { 2 };
    escape.len().min(wanted) - 1
}

fn is_long(escape: &[u8]) -> bool {
    escape.get(1) == Some(&b'u')
}

fn new_bad_escape(sequence: &[u8], cut_off: bool) -> String {
    if cut_off {
        return END.into();
    }
    let odd =
        |c: char| c == '`' || c == char::REPLACEMENT_CHARACTER || unicode::is_space(c) || !strconv::is_print(c as u32);
    let mut shown = Vec::new();
    if runes(sequence).any(|(c, _)| odd(c)) {
        strconv::quote(sequence, &mut shown);
    } else {
        shown.push(b'`');
        shown.extend_from_slice(sequence);
        shown.push(b'`');
    }
    format!("invalid escape sequence {} in string", String::from_utf8_lossy(&shown))
}

fn hex_digits(text: &[u8]) -> usize {
    text.iter().take(4).take_while(|b| b.is_ascii_hexdigit()).count()
}

/// The first character in single quotes, as the new engine shows it.
fn rune(text: &[u8]) -> String {
    match decode_rune(text) {
        Some((char::REPLACEMENT_CHARACTER, 1)) => format!("'\\x{:02x}'", text[0]),
        Some((c, _)) => quoted(c),
        None => String::new(),
    }
}

/// A byte in single quotes, as the old engine shows it: taken for the character of that number.
fn byte(byte: u8) -> String {
    quoted(char::from(byte))
}

fn quoted(c: char) -> String {
    let mut out = Vec::new();
    strconv::quote_rune(u64::from(c), false, &mut out);
    String::from_utf8_lossy(&out).into_owned()
}

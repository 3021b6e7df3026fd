//! Reading Go's string and character literals.

use crate::gostd::strings::decode_rune;
use memchr::{memchr, memchr3};
use std::borrow::Cow;
use std::fmt;

/// A literal that is not one (`invalid syntax`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidSyntax;

impl fmt::Display for InvalidSyntax {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("invalid syntax")
    }
}

/// The text of a Go literal with its quotes: `"…"`, `` `…` `` or `'c'` (`strconv.Unquote`).
///
/// Between double quotes, bytes that are not UTF-8 become U+FFFD; escapes can still give any byte.
pub fn unquote(literal: &[u8]) -> Result<Cow<'_, [u8]>, InvalidSyntax> {
    let [quote, inner @ .., last] = literal else { return Err(InvalidSyntax) };
    if quote != last {
        return Err(InvalidSyntax);
    }
    match quote {
        b'`' if memchr(b'`', inner).is_some() => Err(InvalidSyntax),
        b'`' if memchr(b'\r', inner).is_none() => Ok(inner.into()),
        b'`' => Ok(inner.iter().copied().filter(|b| *b != b'\r').collect()),
        b'"' if memchr3(b'\\', b'"', b'\n', inner).is_none() && inner.is_ascii() => Ok(inner.into()),
        b'"' => unquote_text(inner).map(Cow::Owned),
        b'\'' if inner.is_empty() => Ok(Cow::default()),
        b'\'' => {
            let (unit, rest) = unquote_char(inner, b'\'')?;
            let mut out = Vec::new();
            unit.append(&mut out);
            if rest.is_empty() { Ok(out.into()) } else { Err(InvalidSyntax) }
        }
        _ => Err(InvalidSyntax),
    }
}

fn unquote_text(mut rest: &[u8]) -> Result<Vec<u8>, InvalidSyntax> {
    let mut out = Vec::with_capacity(rest.len());
    while !rest.is_empty() {
        let plain = rest.iter().take_while(|b| b.is_ascii() && !matches!(b, b'\\' | b'"' | b'\n')).count();
        out.extend_from_slice(&rest[..plain]);
        rest = &rest[plain..];
        if rest.is_empty() {
            break;
        }
        let (unit, after) = unquote_char(rest, b'"')?;
        unit.append(&mut out);
        rest = after;
    }
    Ok(out)
}

/// One unit of a literal: a character, or a byte written as `\x` or in octal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// A character.
    Char(char),
    /// A byte.
    Byte(u8),
}

impl Unit {
    /// The number of the character or byte.
    #[must_use]
    pub fn code(self) -> u32 {
        match self {
            Unit::Char(c) => c as u32,
            Unit::Byte(b) => b.into(),
        }
    }

    fn append(self, out: &mut Vec<u8>) {
        match self {
            Unit::Char(c) => out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
            Unit::Byte(b) => out.push(b),
        }
    }
}

/// Reads the first unit inside of a literal in the given quotes; returns it and what follows
/// (`strconv.UnquoteChar`). A byte that is not UTF-8 is U+FFFD.
pub fn unquote_char(text: &[u8], quote: u8) -> Result<(Unit, &[u8]), InvalidSyntax> {
    match text {
        [] | [b'\n', ..] => Err(InvalidSyntax),
        [first, ..] if *first == quote => Err(InvalidSyntax),
        [b'\\', rest @ ..] => escape(rest, quote),
        _ => {
            let (c, size) = decode_rune(text).ok_or(InvalidSyntax)?;
            Ok((Unit::Char(c), &text[size..]))
        }
    }
}

/// What stands behind a backslash.
fn escape(text: &[u8], quote: u8) -> Result<(Unit, &[u8]), InvalidSyntax> {
    let [letter, rest @ ..] = text else { return Err(InvalidSyntax) };
    let simple = match letter {
        b'a' => 7,
        b'b' => 8,
        b'f' => 12,
        b'n' => b'\n',
        b'r' => b'\r',
        b't' => b'\t',
        b'v' => 11,
        b'\\' => b'\\',
        b'\'' | b'"' if *letter == quote => quote,
        b'x' => return digits(rest, 2, 16).map(|(code, rest)| (Unit::Byte(code as u8), rest)),
        b'u' => return character(rest, 4),
        b'U' => return character(rest, 8),
        b'0'..=b'7' => {
            let (code, rest) = digits(text, 3, 8)?;
            let byte = u8::try_from(code).map_err(|_| InvalidSyntax)?;
            return Ok((Unit::Byte(byte), rest));
        }
        _ => return Err(InvalidSyntax),
    };
    Ok((Unit::Char(simple as char), rest))
}

fn character(text: &[u8], count: usize) -> Result<(Unit, &[u8]), InvalidSyntax> {
    let (code, rest) = digits(text, count, 16)?;
    Ok((Unit::Char(char::from_u32(code).ok_or(InvalidSyntax)?), rest))
}

fn digits(text: &[u8], count: usize, base: u32) -> Result<(u32, &[u8]), InvalidSyntax> {
    let (digits, rest) = text.split_at_checked(count).ok_or(InvalidSyntax)?;
    let add = |sum: u32, digit: &u8| Some((sum << base.trailing_zeros()) | (*digit as char).to_digit(base)?);
    Ok((digits.iter().try_fold(0, add).ok_or(InvalidSyntax)?, rest))
}

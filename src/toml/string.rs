//! Strings of TOML: basic and literal, on one line and on several.

use super::cursor::Fault;
use super::parse::Parser;
use crate::gostd::strconv;
use crate::value::Str;

/// A string as a value, which may span lines; `quote` is its first character, not yet consumed.
pub(super) fn any(parser: &mut Parser<'_>, quote: char) -> Result<Str, Fault> {
    parser.cursor.next()?;
    let start = parser.cursor.clone();
    if parser.cursor.accept(quote)? && parser.cursor.accept(quote)? {
        return multi_line(parser, quote);
    }
    parser.cursor = start;
    if quote == '"' { basic(parser) } else { literal(parser) }
}

/// A string in double quotes on one line, after its first quote.
pub(super) fn basic(parser: &mut Parser<'_>) -> Result<Str, Fault> {
    let start = parser.cursor.pos();
    let mut escaped = false;
    loop {
        let end = parser.cursor.pos();
        match parser.cursor.next()? {
            None => return Err(parser.cursor.fault("unexpected EOF; expected '\"'")),
            Some('\n' | '\r') => return Err(parser.cursor.fault_before_break("strings cannot contain newlines")),
            Some('\\') => {
                escaped = true;
                escape(parser, start)?;
            }
            Some('"') => {
                let text = &parser.cursor.since(start)[..end - start];
                return if escaped { replace_escapes(parser, text) } else { Ok(text.into()) };
            }
            Some(_) => {}
        }
    }
}

/// A string in single quotes on one line, after its first quote.
pub(super) fn literal(parser: &mut Parser<'_>) -> Result<Str, Fault> {
    let start = parser.cursor.pos();
    loop {
        let end = parser.cursor.pos();
        match parser.cursor.next()? {
            None => return Err(parser.cursor.fault("unexpected EOF; expected \"'\"")),
            Some('\n' | '\r') => return Err(parser.cursor.fault_before_break("strings cannot contain newlines")),
            Some('\'') => return Ok(parser.cursor.since(start)[..end - start].into()),
            Some(_) => {}
        }
    }
}

/// A string in three quotes, after the first three. It may end in up to two quotes of its own.
fn multi_line(parser: &mut Parser<'_>, quote: char) -> Result<Str, Fault> {
    let start = parser.cursor.pos();
    loop {
        match parser.cursor.next()? {
            None => {
                let (mark, other) = if quote == '"' { ("\"\"\"", '\'') } else { ("'''", '"') };
                return Err(parser.cursor.fault(format!("unexpected EOF; expected {other}{mark}{other}")));
            }
            Some('\\') if quote == '"' => {
                let mut ahead = parser.cursor.clone();
                if matches!(ahead.next()?, Some('\n' | '\r')) {
                    parser.cursor = ahead;
                } else {
                    escape(parser, start)?;
                }
            }
            Some(c) if c == quote && parser.cursor.accept(quote)? && parser.cursor.accept(quote)? => {
                if parser.cursor.peek()? == Some(quote) {
                    too_many_quotes(parser, quote, start)?;
                    // One of the quotes belongs to the text: look again from the second one.
                    parser.cursor.step_back(2);
                    continue;
                }
                let text = parser.cursor.since(start);
                let text = without_first_break(&text[..text.len() - 3]);
                let text = if quote == '"' { replace_escapes(parser, &without_line_ends(text))? } else { text.into() };
                return Ok(text);
            }
            Some(_) => {}
        }
    }
}

/// Six quotes in a row, not counting an escaped one, cannot end a string.
fn too_many_quotes(parser: &Parser<'_>, quote: char, start: usize) -> Result<(), Fault> {
    let five = [quote as u8; 5];
    let text = parser.cursor.since(start);
    let escaped = quote == '"' && text.ends_with(b"\\\"\"\"\"\"");
    if text.ends_with(&five) && !escaped {
        let (six, other) = (quote.to_string().repeat(6), if quote == '"' { '\'' } else { '"' });
        return Err(parser.cursor.fault(format!("unexpected {other}{six}{other}")));
    }
    Ok(())
}

/// Checks what follows a backslash; `start` is where the string began.
fn escape(parser: &mut Parser<'_>, start: usize) -> Result<(), Fault> {
    let c = parser.cursor.next()?;
    match c {
        Some('b' | 't' | 'n' | 'f' | 'r' | '"' | ' ' | '\t' | '\\') => Ok(()),
        Some('e') if parser.newer => Ok(()),
        Some('x') if parser.newer => hex(parser, start, 2, "two hexadecimal digits after '\\x'"),
        Some('u') => hex(parser, start, 4, "four hexadecimal digits after '\\u'"),
        Some('U') => hex(parser, start, 8, "eight hexadecimal digits after '\\U'"),
        _ => {
            let message = format!("invalid escape in string '\\{}'", c.unwrap_or('\0'));
            // At the end of the text the library reports the line before.
            Err(if c.is_none() { parser.cursor.fault_before_break(message) } else { parser.cursor.fault(message) })
        }
    }
}

fn hex(parser: &mut Parser<'_>, start: usize, digits: usize, expected: &str) -> Result<(), Fault> {
    for _ in 0..digits {
        if !parser.cursor.next()?.is_some_and(|c| c.is_ascii_hexdigit()) {
            let found = strconv::quoted(parser.cursor.since(start));
            return Err(parser.cursor.fault(format!("expected {expected}, but got {found} instead")));
        }
    }
    Ok(())
}

/// A line break directly after the opening quotes is not part of the text.
fn without_first_break(text: &[u8]) -> &[u8] {
    text.strip_prefix(b"\n").or_else(|| text.strip_prefix(b"\r\n")).unwrap_or(text)
}

/// A backslash at the end of a line removes all white space up to the next text.
fn without_line_ends(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = memchr::memchr(b'\\', rest) {
        let after = &rest[at + 1..];
        if after.first() == Some(&b'\\') {
            out.extend_from_slice(&rest[..at + 2]);
            rest = &after[1..];
            continue;
        }
        let blank = after.iter().take_while(|b| matches!(b, b' ' | b'\t' | b'\r' | b'\n')).count();
        if after[..blank].contains(&b'\n') {
            out.extend_from_slice(&rest[..at]);
            rest = &after[blank..];
        } else {
            out.extend_from_slice(&rest[..=at]);
            rest = after;
        }
    }
    out.extend_from_slice(rest);
    out
}

/// Replaces escapes, which have been checked, by what they stand for.
fn replace_escapes(parser: &Parser<'_>, text: &[u8]) -> Result<Str, Fault> {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = memchr::memchr(b'\\', rest) {
        out.extend_from_slice(&rest[..at]);
        let (letter, after) = rest[at + 1..].split_first().unwrap_or((&b'\\', &[]));
        rest = after;
        let digits = match letter {
            b'b' => push(&mut out, 8),
            b't' => push(&mut out, b'\t'),
            b'n' => push(&mut out, b'\n'),
            b'f' => push(&mut out, 12),
            b'r' => push(&mut out, b'\r'),
            b'e' => push(&mut out, 27),
            b'x' => 2,
            b'u' => 4,
            b'U' => 8,
            b' ' | b'\t' => return Err(parser.cursor.fault(format!("invalid escape: '\\{}'", *letter as char))),
            other => push(&mut out, *other),
        };
        if digits > 0 {
            let code = std::str::from_utf8(&rest[..digits.min(rest.len())]).unwrap_or_default();
            let invalid = || parser.cursor.fault(format!("Escaped character '\\u{code}' is not valid UTF-8."));
            let c = u32::from_str_radix(code, 16).ok().and_then(char::from_u32).ok_or_else(invalid)?;
            out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
            rest = &rest[digits..];
        }
    }
    out.extend_from_slice(rest);
    Ok(out.into())
}

/// Appends a byte; no digits follow.
fn push(out: &mut Vec<u8>, byte: u8) -> usize {
    out.push(byte);
    0
}

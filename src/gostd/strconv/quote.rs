//! Go's quoted literals.

use super::is_print;
use crate::gostd::strings::decode_rune;

/// Appends `bytes` in Go's double quotes (`%q`): printable characters as they are, the rest as
/// escapes, bytes that are not UTF-8 as `\xff`.
pub fn quote(bytes: &[u8], out: &mut Vec<u8>) {
    quote_with(bytes, false, out);
}

/// [`quote`] as a text of its own.
#[must_use]
pub fn quoted(bytes: &[u8]) -> String {
    let mut out = Vec::with_capacity(bytes.len() + 2);
    quote(bytes, &mut out);
    // What is not UTF-8 has been escaped.
    String::from_utf8_lossy(&out).into_owned()
}

/// Like [`quote`], with everything outside of ASCII escaped (`%+q`).
pub fn quote_ascii(bytes: &[u8], out: &mut Vec<u8>) {
    quote_with(bytes, true, out);
}

fn quote_with(bytes: &[u8], ascii: bool, out: &mut Vec<u8>) {
    out.reserve(bytes.len() + 2);
    out.push(b'"');
    let mut rest = bytes;
    while !rest.is_empty() {
        let plain = rest.iter().take_while(|b| (0x20..0x7f).contains(*b) && **b != b'"' && **b != b'\\').count();
        out.extend_from_slice(&rest[..plain]);
        rest = &rest[plain..];
        let Some((c, size)) = decode_rune(rest) else { break };
        if c == char::REPLACEMENT_CHARACTER && size == 1 {
            hex_escape(b'x', u32::from(rest[0]), 2, out);
        } else {
            escape(c, b'"', ascii, out);
        }
        rest = &rest[size..];
    }
    out.push(b'"');
}

/// Appends a character in single quotes (`%q` of an integer); what is no character becomes U+FFFD.
pub fn quote_rune(c: u64, ascii: bool, out: &mut Vec<u8>) {
    let c = u32::try_from(c).ok().and_then(char::from_u32).unwrap_or(char::REPLACEMENT_CHARACTER);
    out.push(b'\'');
    escape(c, b'\'', ascii, out);
    out.push(b'\'');
}

fn escape(c: char, quote: u8, ascii: bool, out: &mut Vec<u8>) {
    let code = c as u32;
    if code == u32::from(quote) || c == '\\' {
        out.extend([b'\\', code as u8]);
    } else if is_print(code) && (!ascii || c.is_ascii()) {
        out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
    } else if let Some(letter) = letter_escape(c) {
        out.extend([b'\\', letter]);
    } else if code < 0x20 || code == 0x7f {
        hex_escape(b'x', code, 2, out);
    } else if code < 0x10000 {
        hex_escape(b'u', code, 4, out);
    } else {
        hex_escape(b'U', code, 8, out);
    }
}

fn letter_escape(c: char) -> Option<u8> {
    Some(match c {
        '\x07' => b'a',
        '\x08' => b'b',
        '\x0c' => b'f',
        '\n' => b'n',
        '\r' => b'r',
        '\t' => b't',
        '\x0b' => b'v',
        _ => return None,
    })
}

fn hex_escape(letter: u8, code: u32, digits: u32, out: &mut Vec<u8>) {
    out.extend([b'\\', letter]);
    out.extend((0..digits).rev().map(|i| b"0123456789abcdef"[(code >> (4 * i)) as usize & 15]));
}

/// Whether the text can stand between backquotes unchanged (`strconv.CanBackquote`).
#[must_use]
pub fn can_backquote(bytes: &[u8]) -> bool {
    std::str::from_utf8(bytes)
        .is_ok_and(|text| text.chars().all(|c| c == '\t' || (c >= ' ' && !matches!(c, '`' | '\x7f' | '\u{feff}'))))
}

//! Escaping for HTML, JavaScript and URL queries, as Go's `text/template` does it.

use super::strconv::is_print;
use super::strings::decode_rune;
use std::io::Write;

/// Appends a text with `& < > " '` and NUL escaped for HTML (`HTMLEscapeString`).
pub fn escape_html(text: &[u8], out: &mut Vec<u8>) {
    for &byte in text {
        match byte {
            0 => out.extend_from_slice("\u{fffd}".as_bytes()),
            b'"' => out.extend_from_slice(b"&#34;"),
            b'\'' => out.extend_from_slice(b"&#39;"),
            b'&' => out.extend_from_slice(b"&amp;"),
            b'<' => out.extend_from_slice(b"&lt;"),
            b'>' => out.extend_from_slice(b"&gt;"),
            _ => out.push(byte),
        }
    }
}

/// Appends a text escaped for JavaScript strings (`JSEscapeString`).
pub fn escape_js(text: &[u8], out: &mut Vec<u8>) {
    let mut rest = text;
    while let Some((c, size)) = decode_rune(rest) {
        match c {
            '\\' | '\'' | '"' => out.extend([b'\\', c as u8]),
            '<' | '>' | '&' | '=' | '\0'..'\x20' => js_escape(c, out),
            c if c.is_ascii() || is_print(c as u32) => out.extend_from_slice(&rest[..size]),
            c => js_escape(c, out),
        }
        rest = &rest[size..];
    }
}

fn js_escape(c: char, out: &mut Vec<u8>) {
    // Writing to a vector does not fail.
    let _ = write!(out, "\\u{:04X}", c as u32);
}

/// Appends a text escaped for the query of a URL (`url.QueryEscape`).
pub fn escape_query(text: &[u8], out: &mut Vec<u8>) {
    for &byte in text {
        match byte {
            b' ' => out.push(b'+'),
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => out.push(byte),
            // Writing to a vector does not fail.
            _ => drop(write!(out, "%{byte:02X}")),
        }
    }
}

//! TOML, as `BurntSushi/toml` reads and writes it (1.6 in Helm 4, 1.4 in Helm 3).

mod cursor;
mod number;
mod parse;
mod string;
mod tables;
mod write;

pub use parse::parse;
pub use write::write;

/// Appends one part of a key, in quotes unless it is made of letters, digits, `_` and `-`.
fn push_key(part: &[u8], out: &mut Vec<u8>) {
    if !part.is_empty() && part.iter().all(|b| is_bare(*b)) {
        out.extend_from_slice(part);
    } else {
        push_quoted(part, out);
    }
}

/// Whether a key may have the character without quotes.
fn is_bare(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-'
}

/// Appends a text in double quotes, on one line.
fn push_quoted(text: &[u8], out: &mut Vec<u8>) {
    out.push(b'"');
    for byte in text {
        match byte {
            b'"' => out.extend_from_slice(b"\\\""),
            b'\\' => out.extend_from_slice(b"\\\\"),
            8 => out.extend_from_slice(b"\\b"),
            b'\t' => out.extend_from_slice(b"\\t"),
            b'\n' => out.extend_from_slice(b"\\n"),
            12 => out.extend_from_slice(b"\\f"),
            b'\r' => out.extend_from_slice(b"\\r"),
            0..=0x1f | 0x7f => out.extend_from_slice(format!("\\u{byte:04x}").as_bytes()),
            _ => out.push(*byte),
        }
    }
    out.push(b'"');
}

//! The bytes of a stream: encodings and the characters that are allowed.

use std::borrow::Cow;

/// The text as UTF-8 without a leading byte order mark, or go-yaml's message.
pub(super) fn read(text: &[u8]) -> Result<Cow<'_, str>, &'static str> {
    let (text, fault) = match text {
        [0xff, 0xfe, rest @ ..] => utf16(rest, u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] => utf16(rest, u16::from_be_bytes),
        _ => utf8(text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text)),
    };
    // What comes first counts: this is about the text before the fault.
    if text.as_bytes().chunks(BLOCK).any(has_suspicious) && !text.chars().all(allowed) {
        return Err("control characters are not allowed");
    }
    fault.map_or(Ok(text), Err)
}

/// The text up to the first fault of its encoding, and that fault.
type Decoded<'a> = (Cow<'a, str>, Option<&'static str>);

fn utf8(text: &[u8]) -> Decoded<'_> {
    match std::str::from_utf8(text) {
        Ok(text) => (text.into(), None),
        Err(error) => {
            let (good, bad) = text.split_at(error.valid_up_to());
            (String::from_utf8_lossy(good), Some(utf8_fault(bad)))
        }
    }
}

/// As many bytes as are looked at without asking in between, which lets the compiler take them together.
const BLOCK: usize = 64;

fn has_suspicious(block: &[u8]) -> bool {
    block.iter().fold(false, |found, b| found | suspicious(*b))
}

/// The part of a text that [`read`] refuses which go-yaml's reader has passed on when it comes to the
/// fault: it takes 512 bytes at a time. UTF-16 is not looked into.
pub(super) fn before_fault(text: &[u8]) -> &[u8] {
    const PART: usize = 512;
    if text.starts_with(&[0xff, 0xfe]) || text.starts_with(&[0xfe, 0xff]) {
        return &[];
    }
    let mut end = 0;
    while end < text.len() {
        let part = &text[end..text.len().min(end + PART)];
        let whole = match std::str::from_utf8(part) {
            Ok(whole) => whole,
            // A character that is cut in two waits for the next part.
            Err(error) if error.error_len().is_none() => {
                std::str::from_utf8(&part[..error.valid_up_to()]).unwrap_or_default()
            }
            Err(_) => break,
        };
        if whole.is_empty() || !whole.chars().all(allowed) {
            break;
        }
        end += whole.len();
    }
    let passed = &text[..end];
    passed.strip_prefix(b"\xef\xbb\xbf").unwrap_or(passed)
}

/// Whether a byte may belong to a character that is not allowed.
fn suspicious(b: u8) -> bool {
    (b < 0x20 && !matches!(b, b'\t' | b'\n' | b'\r')) || matches!(b, 0x7f | 0xc2 | 0xef)
}

fn allowed(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r' | ' '..='~' | '\u{85}' | '\u{a0}'..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..)
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Decoded<'static> {
    let units = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
    let mut text = String::with_capacity(bytes.len() / 2);
    let mut fault = (bytes.len() % 2 == 1).then_some("incomplete UTF-16 character");
    for c in char::decode_utf16(units) {
        match c {
            Ok(c) => text.push(c),
            Err(error) => {
                fault = Some(match error.unpaired_surrogate() {
                    0xdc00.. => "unexpected low surrogate area",
                    _ => "expected low surrogate area",
                });
                break;
            }
        }
    }
    (text.into(), fault)
}

fn utf8_fault(bad: &[u8]) -> &'static str {
    let width = match bad[0] {
        0..=0x7f => 1,
        0xc0..=0xdf => 2,
        0xe0..=0xef => 3,
        0xf0..=0xf7 => 4,
        _ => return "invalid leading UTF-8 octet",
    };
    if bad.len() < width {
        return "incomplete UTF-8 octet sequence";
    }
    if bad[1..width].iter().any(|b| b & 0xc0 != 0x80) {
        return "invalid trailing UTF-8 octet";
    }
    match (width, bad[0], bad[1]) {
        (2, ..) | (3, 0xe0, _) | (4, 0xf0, _) => "invalid length of a UTF-8 sequence",
        _ => "invalid Unicode character",
    }
}

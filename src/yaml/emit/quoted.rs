//! Scalars that may go over several lines: plain and in quotes.

use super::scalar::{break_at, is_printable};
use super::writer::Writer;
use memchr::memchr2;

impl Writer {
    /// A plain text, or one in single quotes. With a quote the first and last characters stay where they are.
    pub(super) fn flowing(&mut self, text: &[u8], indent: usize, folds: bool, quote: Option<u8>, separators: bool) {
        self.out.extend(quote);
        let folds = folds && self.may_fold(text);
        if folds || separators {
            self.flowing_slowly(text, indent, folds, quote, separators);
        } else if quote.is_some() {
            self.with_doubled_quotes(text);
        } else {
            self.out.extend_from_slice(text);
        }
        self.out.extend(quote);
    }

    fn with_doubled_quotes(&mut self, text: &[u8]) {
        for piece in text.split_inclusive(|b| *b == b'\'') {
            self.out.extend_from_slice(piece);
            if piece.ends_with(b"'") {
                self.out.push(b'\'');
            }
        }
    }

    fn flowing_slowly(&mut self, text: &[u8], indent: usize, folds: bool, quote: Option<u8>, separators: bool) {
        let (mut at, mut spaces, mut breaks) = (0, false, false);
        while at < text.len() {
            if text[at] == b' ' {
                let inner = quote.is_none() || at > 0 && at + 1 < text.len();
                if folds && !spaces && inner && text.get(at + 1) != Some(&b' ') && self.is_full() {
                    self.fold(indent);
                } else {
                    self.out.push(b' ');
                }
                (at, spaces) = (at + 1, true);
                continue;
            }
            if separators && let Some(length) = break_at(text, at) {
                self.line_break(&text[at..at + length]);
                (at, breaks) = (at + length, true);
                continue;
            }
            if breaks {
                self.pad(indent);
            }
            if quote.is_some() && text[at] == b'\'' {
                self.out.push(b'\'');
            }
            let rest = &text[at + 1..];
            let run = if separators { 0 } else { memchr2(b' ', b'\'', rest).unwrap_or(rest.len()) };
            self.out.extend_from_slice(&text[at..=at + run]);
            (at, spaces, breaks) = (at + 1 + run, false, false);
        }
    }

    /// A text in double quotes.
    pub(super) fn double(&mut self, text: &[u8], indent: usize, folds: bool) {
        self.out.push(b'"');
        // A text that starts with a byte order mark is escaped altogether.
        let marked = text.starts_with(b"\xEF\xBB\xBF");
        let (mut at, mut spaces) = (0, false);
        while at < text.len() {
            if text[at] == b' ' && !marked {
                let inner = at > 0 && at + 1 < text.len();
                if folds && !spaces && inner && self.is_full() {
                    self.fold(indent);
                    if text[at + 1] == b' ' {
                        self.out.push(b'\\');
                    }
                } else {
                    self.out.push(b' ');
                }
                (at, spaces) = (at + 1, true);
                continue;
            }
            spaces = false;
            let byte = text[at];
            let escaped =
                marked || byte == b'"' || byte == b'\\' || !is_printable(text, at) || break_at(text, at).is_some();
            let length = match byte {
                0..0x80 => 1,
                0x80..0xE0 => 2,
                0xE0..0xF0 => 3,
                0xF0.. => 4,
            };
            let character = &text[at..(at + length).min(text.len())];
            if escaped {
                self.escape(character);
            } else {
                self.out.extend_from_slice(character);
            }
            at += length;
        }
        self.out.push(b'"');
    }

    fn escape(&mut self, character: &[u8]) {
        let code = std::str::from_utf8(character).ok().and_then(|c| c.chars().next()).map_or(0xFFFD, u32::from);
        self.out.push(b'\\');
        let letter = match code {
            0x00 => b'0',
            0x07 => b'a',
            0x08 => b'b',
            0x09 => b't',
            0x0A => b'n',
            0x0B => b'v',
            0x0C => b'f',
            0x0D => b'r',
            0x1B => b'e',
            0x22 => b'"',
            0x5C => b'\\',
            0x85 => b'N',
            0xA0 => b'_',
            0x2028 => b'L',
            0x2029 => b'P',
            _ => return self.hexadecimal(code),
        };
        self.out.push(letter);
    }

    fn hexadecimal(&mut self, code: u32) {
        let digits = match code {
            0..=0xFF => format!("x{code:02X}"),
            0x100..=0xFFFF => format!("u{code:04X}"),
            _ => format!("U{code:08X}"),
        };
        self.out.extend_from_slice(digits.as_bytes());
    }
}

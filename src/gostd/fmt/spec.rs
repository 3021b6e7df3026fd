//! The flags of a verb, and what they do to texts.

use crate::gostd::strconv;
use crate::gostd::strings;

/// What stands between `%` and the verb.
#[derive(Clone, Copy, Default)]
pub(super) struct Spec {
    pub(super) width: Option<usize>,
    pub(super) precision: Option<usize>,
    pub(super) flags: Flags,
}

/// The flags of a verb.
#[expect(clippy::struct_excessive_bools, reason = "they are independent of each other in Go, too")]
#[derive(Clone, Copy, Default)]
pub(super) struct Flags {
    pub(super) plus: bool,
    pub(super) minus: bool,
    pub(super) sharp: bool,
    pub(super) space: bool,
    pub(super) zero: bool,
    /// `%+v`: structs with field names.
    pub(super) names: bool,
    /// `%#v`: Go syntax.
    pub(super) go_syntax: bool,
}

impl Spec {
    /// `%v` and `%w` give two flags another meaning.
    pub(super) fn for_value(&mut self) {
        let flags = &mut self.flags;
        flags.go_syntax = std::mem::take(&mut flags.sharp);
        flags.names = std::mem::take(&mut flags.plus);
    }

    pub(super) fn without_zero(mut self) -> Spec {
        self.flags.zero = false;
        self
    }

    /// Zeros only ever pad to the left.
    pub(super) fn pads_with_zeros(&self) -> bool {
        self.flags.zero && !self.flags.minus
    }

    /// Appends padding of `count` characters.
    pub(super) fn padding(&self, count: usize, out: &mut Vec<u8>) {
        let byte = if self.pads_with_zeros() { b'0' } else { b' ' };
        out.resize(out.len() + count, byte);
    }

    /// Appends a text that is `length` characters long in a field of the width.
    pub(super) fn field(&self, length: usize, out: &mut Vec<u8>, write: impl FnOnce(&mut Vec<u8>)) {
        let missing = self.width.unwrap_or(0).saturating_sub(length);
        if !self.flags.minus {
            self.padding(missing, out);
        }
        write(out);
        if self.flags.minus {
            self.padding(missing, out);
        }
    }

    /// Appends a text in a field of the width.
    pub(super) fn pad(&self, text: &[u8], out: &mut Vec<u8>) {
        if self.width.is_none() {
            return out.extend_from_slice(text);
        }
        self.field(strings::runes(text).count(), out, |out| out.extend_from_slice(text));
    }

    /// The text cut to as many characters as the precision says.
    fn cut<'a>(&self, text: &'a [u8]) -> &'a [u8] {
        let Some(precision) = self.precision else { return text };
        let end = strings::runes(text).take(precision).map(|(_, size)| size).sum();
        &text[..end]
    }

    /// `%s`
    pub(super) fn text(&self, text: &[u8], out: &mut Vec<u8>) {
        self.pad(self.cut(text), out);
    }

    /// `%q`
    pub(super) fn quoted(&self, text: &[u8], out: &mut Vec<u8>) {
        let text = self.cut(text);
        let mut quoted = Vec::with_capacity(text.len() + 2);
        if self.flags.sharp && strconv::can_backquote(text) {
            quoted.push(b'`');
            quoted.extend_from_slice(text);
            quoted.push(b'`');
        } else if self.flags.plus {
            strconv::quote_ascii(text, &mut quoted);
        } else {
            strconv::quote(text, &mut quoted);
        }
        self.pad(&quoted, out);
    }

    /// `%x` and `%X` of a text.
    pub(super) fn hex(&self, text: &[u8], upper: bool, out: &mut Vec<u8>) {
        let text = &text[..self.precision.map_or(text.len(), |p| p.min(text.len()))];
        let Flags { sharp, space, .. } = self.flags;
        let mark = if upper { b"0X" } else { b"0x" };
        let digits = if upper { b"0123456789ABCDEF" } else { b"0123456789abcdef" };
        let marks = if !sharp || text.is_empty() {
            0
        } else if space {
            text.len()
        } else {
            1
        };
        let gaps = if space { text.len().saturating_sub(1) } else { 0 };
        self.field(2 * text.len() + 2 * marks + gaps, out, |out| {
            for (i, byte) in text.iter().enumerate() {
                if space && i > 0 {
                    out.push(b' ');
                }
                if sharp && (space || i == 0) {
                    out.extend_from_slice(mark);
                }
                out.extend([digits[usize::from(byte >> 4)], digits[usize::from(byte & 15)]]);
            }
        });
    }
}

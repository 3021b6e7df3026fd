//! Numbers under the flags of a verb.

use super::spec::Spec;
use crate::gostd::strconv;
use crate::gostd::strings::push_rune;

/// An integer of any type.
#[derive(Clone, Copy)]
pub(super) struct Integer {
    pub(super) negative: bool,
    pub(super) magnitude: u64,
}

impl Integer {
    pub(super) fn signed(value: i64) -> Integer {
        Integer { negative: value < 0, magnitude: value.unsigned_abs() }
    }

    pub(super) fn unsigned(magnitude: u64) -> Integer {
        Integer { negative: false, magnitude }
    }

    /// The bits, as conversion to an unsigned type gives them.
    pub(super) fn bits(self) -> u64 {
        if self.negative { self.magnitude.wrapping_neg() } else { self.magnitude }
    }
}

impl Spec {
    /// `%d`, `%b`, `%o`, `%O`, `%x` and `%X`.
    pub(super) fn integer(&self, value: Integer, base: u64, verb: char, out: &mut Vec<u8>) {
        let mut buffer = [0; 64];
        let digits = digits(value.magnitude, base, verb == 'X', &mut buffer);
        let signed = value.negative || self.flags.plus || self.flags.space;
        let least = match self.precision {
            Some(0) if value.magnitude == 0 => {
                return self.without_zero().padding(self.width.unwrap_or(0), out);
            }
            Some(precision) => precision,
            None if self.pads_with_zeros() => self.width.unwrap_or(0).saturating_sub(usize::from(signed)),
            None => 0,
        };
        let zeros = least.saturating_sub(digits.len());
        let prefix: &[u8] = match base {
            2 if self.flags.sharp => b"0b",
            8 if self.flags.sharp && zeros == 0 && digits[0] != b'0' => b"0",
            16 if self.flags.sharp && verb == 'X' => b"0X",
            16 if self.flags.sharp => b"0x",
            _ => b"",
        };
        let octal: &[u8] = if verb == 'O' { b"0o" } else { b"" };
        let sign: &[u8] = match () {
            () if value.negative => b"-",
            () if self.flags.plus => b"+",
            () if self.flags.space => b" ",
            () => b"",
        };
        let length = sign.len() + octal.len() + prefix.len() + zeros + digits.len();
        self.without_zero().field(length, out, |out| {
            out.extend_from_slice(sign);
            out.extend_from_slice(octal);
            out.extend_from_slice(prefix);
            out.resize(out.len() + zeros, b'0');
            out.extend_from_slice(digits);
        });
    }

    /// `%c`
    pub(super) fn character(&self, code: u64, out: &mut Vec<u8>) {
        let mut text = Vec::with_capacity(4);
        push_rune(character(code).unwrap_or(char::REPLACEMENT_CHARACTER), &mut text);
        self.pad(&text, out);
    }

    /// `%q` of an integer.
    pub(super) fn quoted_character(&self, code: u64, out: &mut Vec<u8>) {
        let mut text = Vec::with_capacity(12);
        strconv::quote_rune(code, self.flags.plus, &mut text);
        self.pad(&text, out);
    }

    /// `%U`
    pub(super) fn code_point(&self, code: u64, out: &mut Vec<u8>) {
        let digits = format!("{code:X}");
        let zeros = self.precision.unwrap_or(4).max(4).saturating_sub(digits.len());
        let mut text = format!("U+{}{digits}", "0".repeat(zeros));
        if let Some(c) = character(code).filter(|c| self.flags.sharp && strconv::is_print(*c as u32)) {
            text.extend([' ', '\'', c, '\'']);
        }
        self.without_zero().pad(text.as_bytes(), out);
    }

    /// A float in one of the formats of [`strconv::format_float`].
    pub(super) fn float(&self, value: f64, format: u8, precision: Option<usize>, out: &mut Vec<u8>) {
        let precision = self.precision.or(precision);
        // The sign first, always.
        let mut text = Vec::with_capacity(24);
        if value.is_nan() || (value.is_finite() && value.is_sign_positive()) {
            text.push(b'+');
        }
        strconv::format_float(value, format, precision, &mut text);
        if self.flags.space && text[0] == b'+' && !self.flags.plus {
            text[0] = b' ';
        }
        if !value.is_finite() {
            // Infinities keep their sign, NaN has one only if it is asked for.
            let bare = value.is_nan() && !self.flags.space && !self.flags.plus;
            return self.without_zero().pad(&text[usize::from(bare)..], out);
        }
        if self.flags.sharp && format != b'b' {
            restore_zeros(&mut text, format, precision);
        }
        if !self.flags.plus && text[0] == b'+' {
            return self.pad(&text[1..], out);
        }
        match self.width {
            // The sign goes in front of the zeros.
            Some(width) if self.pads_with_zeros() && width > text.len() => {
                out.push(text[0]);
                self.padding(width - text.len(), out);
                out.extend_from_slice(&text[1..]);
            }
            _ => self.pad(&text, out),
        }
    }
}

fn character(code: u64) -> Option<char> {
    u32::try_from(code).ok().and_then(char::from_u32)
}

/// The digits of a number in a base up to 16, at least one.
fn digits(mut value: u64, base: u64, upper: bool, buffer: &mut [u8; 64]) -> &[u8] {
    let alphabet = if upper { b"0123456789ABCDEF" } else { b"0123456789abcdef" };
    let mut start = buffer.len();
    loop {
        start -= 1;
        buffer[start] = alphabet[(value % base) as usize];
        value /= base;
        if value == 0 {
            return &buffer[start..];
        }
    }
}

/// The `#` flag: a decimal point always, and the zeros that `%g` drops. The first byte is the sign.
fn restore_zeros(text: &mut Vec<u8>, format: u8, precision: Option<usize>) {
    let hexadecimal = matches!(format, b'x' | b'X');
    let is_tail = |b: &u8| matches!(b, b'p' | b'P') || (!hexadecimal && matches!(b, b'e' | b'E'));
    let end = text.iter().position(is_tail).unwrap_or(text.len());
    let tail = text.split_off(end);
    let wanted = if matches!(format, b'g' | b'G' | b'x') { precision.unwrap_or(6) } else { 0 };
    let significant = text[1..].iter().filter(|b| **b != b'.').skip_while(|b| **b == b'0').count();
    let mut missing = wanted.saturating_sub(significant);
    if !text.contains(&b'.') {
        if text[1..] == *b"0" {
            missing = missing.saturating_sub(1);
        }
        text.push(b'.');
    }
    text.resize(text.len() + missing, b'0');
    text.extend_from_slice(&tail);
}

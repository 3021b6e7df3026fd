//! Integers from text.

use std::fmt;

/// Why a text is not a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum NumError<T> {
    /// It does not look like one.
    Syntax,
    /// It is out of range; the nearest value, which Go returns beside the error.
    Range(T),
}

impl<T> fmt::Display for NumError<T> {
    /// Go's words: `invalid syntax` or `value out of range`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NumError::Syntax => "invalid syntax",
            NumError::Range(_) => "value out of range",
        })
    }
}

/// Reads a signed integer of `bits` bits (`strconv.ParseInt`). Base 0 goes by the prefix (`0x`,
/// `0o`, `0b`, `0`) and allows underscores.
pub fn parse_int(text: &[u8], base: u32, bits: u32) -> Result<i64, NumError<i64>> {
    let (negative, digits) = match text {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, text),
    };
    let highest = u64::MAX >> (65 - bits);
    let (max, min) = (highest as i64, -(highest as i64) - 1);
    match parse_uint(digits, base, bits) {
        Err(NumError::Syntax) => Err(NumError::Syntax),
        Ok(value) if !negative && value <= highest => Ok(value as i64),
        Ok(value) if negative && value <= highest + 1 => Ok((value as i64).wrapping_neg()),
        _ => Err(NumError::Range(if negative { min } else { max })),
    }
}

/// Reads an unsigned integer of `bits` bits (`strconv.ParseUint`), see [`parse_int`]; no sign is allowed.
pub fn parse_uint(text: &[u8], base: u32, bits: u32) -> Result<u64, NumError<u64>> {
    let (base, digits, underscores) = if base == 0 {
        let (base, digits) = by_prefix(text);
        (base, digits, true)
    } else {
        (base, text, false)
    };
    if text.is_empty() {
        return Err(NumError::Syntax);
    }
    let max = u64::MAX >> (64 - bits);
    let mut value = 0u64;
    for c in digits {
        if *c == b'_' && underscores {
            continue;
        }
        let digit = (*c as char).to_digit(base).ok_or(NumError::Syntax)?;
        let grown = value.checked_mul(base.into()).and_then(|v| v.checked_add(digit.into()));
        // Whatever follows: Go does not look at it.
        value = grown.filter(|v| *v <= max).ok_or(NumError::Range(max))?;
    }
    if underscores && !underscores_fit(text) { Err(NumError::Syntax) } else { Ok(value) }
}

fn by_prefix(text: &[u8]) -> (u32, &[u8]) {
    match text {
        [b'0', b'b' | b'B', _, ..] => (2, &text[2..]),
        [b'0', b'o' | b'O', _, ..] => (8, &text[2..]),
        [b'0', b'x' | b'X', _, ..] => (16, &text[2..]),
        [b'0', rest @ ..] => (8, rest),
        _ => (10, text),
    }
}

/// Whether each underscore of an unsigned number stands between digits, or between prefix and digit.
pub(super) fn underscores_fit(text: &[u8]) -> bool {
    if !text.contains(&b'_') {
        return true;
    }
    let text = text.strip_prefix(b"+").or(text.strip_prefix(b"-")).unwrap_or(text);
    let (prefixed, hex, number) = match text {
        [b'0', b'x' | b'X', rest @ ..] => (true, true, rest),
        [b'0', b'b' | b'B' | b'o' | b'O', rest @ ..] => (true, false, rest),
        _ => (false, false, text),
    };
    let is_digit = |c: u8| c.is_ascii_digit() || (hex && c.is_ascii_hexdigit());
    let mut digit_before = prefixed;
    let mut open = false;
    for &c in number {
        if c == b'_' {
            if !digit_before {
                return false;
            }
            (digit_before, open) = (false, true);
        } else {
            let digit = is_digit(c);
            if open && !digit {
                return false;
            }
            (digit_before, open) = (digit, false);
        }
    }
    !open
}

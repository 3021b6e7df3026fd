//! Floating-point and complex numbers from text.

use super::int::{NumError, underscores_fit};

/// Reads a `float64` (`strconv.ParseFloat`): decimal or hexadecimal with `p`, `inf`, `infinity`
/// and `nan` in any case, underscores between digits. Out of range gives the infinity.
pub fn parse_float(text: &[u8]) -> Result<f64, NumError<f64>> {
    match prefix(text)? {
        (value, size) if size == text.len() => value,
        _ => Err(NumError::Syntax),
    }
}

/// Reads a `complex128` (`strconv.ParseComplex`): `N`, `Ni` or `N±Ni`, also in parentheses.
pub fn parse_complex(text: &[u8]) -> Result<[f64; 2], NumError<[f64; 2]>> {
    let text = match text {
        [b'(', inner @ .., b')'] => inner,
        _ => text,
    };
    let (first, size) = prefix(text).map_err(|_| NumError::Syntax)?;
    let rest = &text[size..];
    match rest {
        [] => combined(first, Ok(0.0)),
        [b'i'] => combined(Ok(0.0), first),
        [b'+' | b'-', ..] => {
            let signed = if rest[0] == b'+' && rest.len() > 1 && rest[1] != b'+' { &rest[1..] } else { rest };
            let (second, size) = prefix(signed).map_err(|_| NumError::Syntax)?;
            if signed[size..] == *b"i" { combined(first, second) } else { Err(NumError::Syntax) }
        }
        _ => Err(NumError::Syntax),
    }
}

fn combined(re: Parsed, im: Parsed) -> Result<[f64; 2], NumError<[f64; 2]>> {
    let value = |parsed: Parsed| match parsed {
        Ok(value) | Err(NumError::Range(value)) => value,
        Err(NumError::Syntax) => 0.0,
    };
    let both = [value(re), value(im)];
    if re.is_err() || im.is_err() { Err(NumError::Range(both)) } else { Ok(both) }
}

type Parsed = Result<f64, NumError<f64>>;

/// The number at the start of the text and its length.
fn prefix(text: &[u8]) -> Result<(Parsed, usize), NumError<f64>> {
    if let Some((value, size)) = special(text) {
        return Ok((Ok(value), size));
    }
    let scan = Scan::new(text).ok_or(NumError::Syntax)?;
    let value = if scan.hex { scan.hexadecimal() } else { scan.decimal(text) };
    let parsed = if value.is_infinite() { Err(NumError::Range(value)) } else { Ok(value) };
    Ok((parsed, scan.size))
}

/// Infinities and NaN.
fn special(text: &[u8]) -> Option<(f64, usize)> {
    let starts = |rest: &[u8], word: &[u8]| rest.get(..word.len()).is_some_and(|w| w.eq_ignore_ascii_case(word));
    let (sign, rest) = match text {
        [b'+', rest @ ..] => (1.0, rest),
        [b'-', rest @ ..] => (-1.0, rest),
        _ if starts(text, b"nan") => return Some((f64::NAN, 3)),
        _ => (1.0, text),
    };
    let signs = text.len() - rest.len();
    match () {
        () if starts(rest, b"infinity") => Some((sign * f64::INFINITY, signs + 8)),
        () if starts(rest, b"inf") => Some((sign * f64::INFINITY, signs + 3)),
        () => None,
    }
}

/// What a number consists of.
struct Scan {
    negative: bool,
    hex: bool,
    /// The first 16 hexadecimal digits; the last bit is set if digits that are not 0 follow.
    mantissa: u64,
    /// The power of two of the mantissa.
    exponent: i32,
    size: usize,
}

impl Scan {
    /// Checks the syntax and finds the end.
    fn new(text: &[u8]) -> Option<Scan> {
        let mut at = usize::from(matches!(text, [b'+' | b'-', ..]));
        let negative = text.first() == Some(&b'-');
        let hex = matches!(&text[at..], [b'0', b'x' | b'X', _, ..]);
        if hex {
            at += 2;
        }
        let mut scan = Scan { negative, hex, mantissa: 0, exponent: 0, size: 0 };
        let (mut dot, mut digits) = (false, false);
        while let Some(&c) = text.get(at) {
            match c {
                b'_' => {}
                b'.' if !dot => dot = true,
                _ if (c as char).is_digit(if hex { 16 } else { 10 }) => {
                    digits = true;
                    scan.push((c as char).to_digit(16)?, dot);
                }
                _ => break,
            }
            at += 1;
        }
        if !digits {
            return None;
        }
        scan.size = scan.exponent_end(text, at)?;
        underscores_fit(&text[..scan.size]).then_some(scan)
    }

    /// Adds a hexadecimal digit; decimal numbers do not use the sum.
    fn push(&mut self, digit: u32, behind_point: bool) {
        if self.mantissa >> 60 == 0 {
            self.mantissa = self.mantissa << 4 | u64::from(digit);
            self.exponent = self.exponent.saturating_sub(if behind_point { 4 } else { 0 });
        } else {
            self.mantissa |= u64::from(digit != 0);
            self.exponent = self.exponent.saturating_add(if behind_point { 0 } else { 4 });
        }
    }

    /// Reads the exponent, if there is one, and returns where it ends.
    fn exponent_end(&mut self, text: &[u8], mut at: usize) -> Option<usize> {
        let letter = if self.hex { b'p' } else { b'e' };
        if text.get(at).map(u8::to_ascii_lowercase) != Some(letter) {
            return (!self.hex).then_some(at);
        }
        at += 1;
        let negative = text.get(at) == Some(&b'-');
        if matches!(text.get(at), Some(b'+' | b'-')) {
            at += 1;
        }
        if !text.get(at)?.is_ascii_digit() {
            return None;
        }
        let mut exponent = 0;
        while let Some(&c) = text.get(at).filter(|c| c.is_ascii_digit() || **c == b'_') {
            if c != b'_' && exponent < 10000 {
                exponent = exponent * 10 + i32::from(c - b'0');
            }
            at += 1;
        }
        self.exponent = self.exponent.saturating_add(if negative { -exponent } else { exponent });
        Some(at)
    }

    fn decimal(&self, text: &[u8]) -> f64 {
        let number: Vec<u8> = text[..self.size].iter().copied().filter(|b| *b != b'_').collect();
        let number = std::str::from_utf8(&number).ok().and_then(|n| n.parse().ok());
        number.unwrap_or(f64::NAN)
    }

    /// Rounds to the nearest, ties to even.
    fn hexadecimal(&self) -> f64 {
        let sign = if self.negative { -1.0 } else { 1.0 };
        if self.mantissa == 0 {
            return sign * 0.0;
        }
        let zeros = self.mantissa.leading_zeros();
        let mantissa = self.mantissa << zeros;
        // The exponent of the leading bit.
        let exponent = i64::from(self.exponent) - i64::from(zeros) + 63;
        if exponent > 1023 {
            return sign * f64::INFINITY;
        }
        // Bits to drop: 11 for normal numbers, more for those with fewer bits.
        let dropped = 11 + (-1022 - exponent).max(0);
        if dropped > 64 {
            return sign * 0.0;
        }
        let wide = u128::from(mantissa);
        let (kept, rest, half) = (wide >> dropped, wide & ((1 << dropped) - 1), 1u128 << (dropped - 1));
        let rounded = kept + u128::from(rest > half || (rest == half && kept & 1 == 1));
        // A carry into the next power of two grows the exponent field by itself.
        let field = (exponent + 1022).max(0) as u64;
        sign * f64::from_bits((field << 52) + rounded as u64)
    }
}

//! Texts of floating-point numbers.

use std::io::Write;

/// The digits of a finite number: `0.DIGITS × 10^point`; no digits for zero.
#[derive(Clone, Copy, Debug)]
pub struct Digits {
    buffer: [u8; 17],
    len: usize,
    /// Where the decimal point stands, counted from before the first digit.
    pub point: i32,
}

impl Digits {
    /// The digits in ASCII, without leading or trailing zeros.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.buffer[..self.len]
    }
}

/// The shortest digits that read back as `value`, the nearest of them; the sign is ignored.
#[must_use]
pub fn shortest(value: f64) -> Digits {
    let mut digits = Digits { buffer: [0; 17], len: 0, point: 0 };
    if value == 0.0 || !value.is_finite() {
        return digits;
    }
    let mut buffer = zmij::Buffer::new();
    let text = buffer.format_finite(value.abs()).as_bytes();
    let (mantissa, exponent) = split_exponent(text);
    let integer = mantissa.iter().position(|b| *b == b'.').unwrap_or(mantissa.len());
    digits.point = integer as i32 + exponent;
    for &c in mantissa.iter().filter(|b| **b != b'.') {
        if c == b'0' && digits.len == 0 {
            digits.point -= 1;
        } else if digits.len < digits.buffer.len() {
            digits.buffer[digits.len] = c;
            digits.len += 1;
        }
    }
    while digits.len > 0 && digits.buffer[digits.len - 1] == b'0' {
        digits.len -= 1;
    }
    digits
}

fn split_exponent(text: &[u8]) -> (&[u8], i32) {
    let Some(at) = text.iter().position(|b| *b == b'e') else { return (text, 0) };
    let exponent = std::str::from_utf8(&text[at + 1..]).ok().and_then(|e| e.parse().ok());
    (&text[..at], exponent.unwrap_or(0))
}

/// Appends a number as `strconv.FormatFloat` does for `float64`.
///
/// `format` is one of `e E f g G b x X`; without a precision as many digits are written as are
/// needed to read the same number back.
pub fn format_float(value: f64, format: u8, precision: Option<usize>, out: &mut Vec<u8>) {
    if value.is_nan() {
        return out.extend_from_slice(b"NaN");
    }
    if value.is_infinite() {
        return out.extend_from_slice(if value > 0.0 { b"+Inf" } else { b"-Inf" });
    }
    if value.is_sign_negative() {
        out.push(b'-');
    }
    let value = value.abs();
    match (format, precision) {
        (b'b', _) => binary(value, out),
        (b'x' | b'X', _) => hexadecimal(value, format, precision, out),
        (_, None) => {
            let digits = shortest(value);
            layout_shortest(digits.as_bytes(), digits.point, format, out);
        }
        (b'e' | b'E', Some(precision)) => {
            let (digits, point) = exact(value, precision + 1);
            scientific(&digits, point, precision, format, out);
        }
        (b'f', Some(precision)) => fixed_exact(value, precision, out),
        (_, Some(precision)) => {
            let precision = precision.max(1);
            let (digits, point) = exact(value, precision);
            let threshold =
                if digits.len() < precision && digits.len() as i32 >= point { digits.len() } else { precision };
            general(&digits, point, threshold as i32, format, out);
        }
    }
}

fn layout_shortest(digits: &[u8], point: i32, format: u8, out: &mut Vec<u8>) {
    match format {
        b'e' | b'E' => scientific(digits, point, digits.len().saturating_sub(1), format, out),
        b'f' => fixed(digits, point, out),
        _ => general(digits, point, 6, format, out),
    }
}

/// `%g`: scientific if the exponent is below -4 or not below `threshold`.
fn general(digits: &[u8], point: i32, threshold: i32, format: u8, out: &mut Vec<u8>) {
    let exponent = if digits.is_empty() { -1 } else { point - 1 };
    if exponent < -4 || exponent >= threshold {
        scientific(digits, point, digits.len().saturating_sub(1), format - 2, out);
    } else {
        fixed(digits, point, out);
    }
}

/// `d.ddde±XX` with `precision` digits behind the point; `format` is the letter.
fn scientific(digits: &[u8], point: i32, precision: usize, format: u8, out: &mut Vec<u8>) {
    out.push(digits.first().copied().unwrap_or(b'0'));
    if precision > 0 {
        out.push(b'.');
        let fraction = digits.get(1..).unwrap_or_default();
        let fraction = &fraction[..fraction.len().min(precision)];
        out.extend_from_slice(fraction);
        out.resize(out.len() + precision - fraction.len(), b'0');
    }
    let exponent = if digits.is_empty() { 0 } else { point - 1 };
    out.push(format);
    signed_exponent(exponent, out);
}

/// A sign and at least two digits.
fn signed_exponent(exponent: i32, out: &mut Vec<u8>) {
    out.push(if exponent < 0 { b'-' } else { b'+' });
    // Writing to a vector does not fail.
    let _ = write!(out, "{:02}", exponent.unsigned_abs());
}

/// Plain decimal with just the digits given.
fn fixed(digits: &[u8], point: i32, out: &mut Vec<u8>) {
    let Ok(integer) = usize::try_from(point) else {
        out.extend_from_slice(b"0.");
        out.resize(out.len() + point.unsigned_abs() as usize, b'0');
        return out.extend_from_slice(digits);
    };
    if integer == 0 {
        out.push(b'0');
    }
    let written = integer.min(digits.len());
    out.extend_from_slice(&digits[..written]);
    out.resize(out.len() + integer - written, b'0');
    if written < digits.len() {
        out.push(b'.');
        out.extend_from_slice(&digits[written..]);
    }
}

/// No `f64` has more decimal digits than this, before or behind the point; the rest are zeros.
const LONGEST: usize = 1100;

fn fixed_exact(value: f64, precision: usize, out: &mut Vec<u8>) {
    let exact = precision.min(LONGEST);
    // Writing to a vector does not fail.
    let _ = write!(out, "{value:.exact$}");
    out.resize(out.len() + precision - exact, b'0');
}

/// The value rounded to `count` digits (at least 1), without trailing zeros.
fn exact(value: f64, count: usize) -> (Vec<u8>, i32) {
    if value == 0.0 {
        return (Vec::new(), 0);
    }
    let text = format!("{value:.*e}", (count - 1).min(LONGEST));
    let (mantissa, exponent) = split_exponent(text.as_bytes());
    let mut digits: Vec<u8> = mantissa.iter().copied().filter(|b| *b != b'.').collect();
    while digits.last() == Some(&b'0') {
        digits.pop();
    }
    (digits, exponent + 1)
}

/// The mantissa and the power of two it is scaled by.
fn parts(value: f64) -> (u64, i32) {
    let bits = value.to_bits();
    let fraction = bits & ((1 << 52) - 1);
    match (bits >> 52) & 0x7ff {
        0 => (fraction, -1074),
        exponent => (fraction | 1 << 52, exponent as i32 - 1075),
    }
}

/// `%b`: the mantissa in decimal and a power of two.
fn binary(value: f64, out: &mut Vec<u8>) {
    let (mantissa, exponent) = parts(value);
    // Writing to a vector does not fail.
    let _ = write!(out, "{mantissa}p{exponent:+}");
}

/// `%x`: `0x1.hhhp±XX`.
fn hexadecimal(value: f64, format: u8, precision: Option<usize>, out: &mut Vec<u8>) {
    let (mut mantissa, mut exponent) = parts(value);
    if mantissa == 0 {
        exponent = 0;
    } else {
        // One hexadecimal digit before the point at bit 60, always 1.
        let shift = mantissa.leading_zeros() - 3;
        mantissa <<= shift;
        exponent += 60 - shift as i32;
    }
    if let Some(digits) = precision.filter(|p| *p < 15) {
        let dropped = 60 - 4 * digits as u32;
        let rest = mantissa & ((1 << dropped) - 1);
        let half = 1 << (dropped - 1);
        mantissa >>= dropped;
        mantissa += u64::from(rest > half || (rest == half && mantissa & 1 == 1));
        mantissa <<= dropped;
        if mantissa >> 61 != 0 {
            mantissa >>= 1;
            exponent += 1;
        }
    }
    let upper = format == b'X';
    let alphabet = if upper { b"0123456789ABCDEF" } else { b"0123456789abcdef" };
    out.extend([b'0', format, b'0' + (mantissa >> 60) as u8]);
    let mut fraction = mantissa << 4;
    if precision.map_or(fraction != 0, |p| p > 0) {
        out.push(b'.');
        let mut left = precision.unwrap_or(usize::MAX);
        while left > 0 && (fraction != 0 || precision.is_some()) {
            out.push(alphabet[(fraction >> 60) as usize]);
            fraction <<= 4;
            left -= 1;
        }
    }
    out.push(if upper { b'P' } else { b'p' });
    signed_exponent(exponent, out);
}

//! The types of plain scalars, by go-yaml v2's rules.

use super::node::Scalar;
use crate::gostd::strconv::parse_float;
use crate::gostd::time::{Location, parse_in};
use std::borrow::Cow;

/// The type and value of an untagged plain text.
pub(super) fn resolve(text: &str) -> Scalar<'_> {
    let Some(&first) = text.as_bytes().first() else { return Scalar::Null };
    match first {
        b'y' | b'Y' | b'n' | b'N' | b't' | b'T' | b'f' | b'F' | b'o' | b'O' | b'~' => word(text),
        b'.' => special(text).or_else(|| parse_float(text.as_bytes()).ok().map(Scalar::Float)),
        b'0'..=b'9' | b'+' | b'-' => special(text).or_else(|| number(text)),
        _ => None,
    }
    .unwrap_or(Scalar::Str(text))
}

fn word(text: &str) -> Option<Scalar<'static>> {
    match text {
        "~" | "null" | "Null" | "NULL" => Some(Scalar::Null),
        "y" | "Y" | "yes" | "Yes" | "YES" | "true" | "True" | "TRUE" | "on" | "On" | "ON" => Some(Scalar::Bool(true)),
        "n" | "N" | "no" | "No" | "NO" | "false" | "False" | "FALSE" | "off" | "Off" | "OFF" => {
            Some(Scalar::Bool(false))
        }
        _ => None,
    }
}

fn special(text: &str) -> Option<Scalar<'static>> {
    match text {
        ".inf" | ".Inf" | ".INF" | "+.inf" | "+.Inf" | "+.INF" => Some(Scalar::Float(f64::INFINITY)),
        "-.inf" | "-.Inf" | "-.INF" => Some(Scalar::Float(f64::NEG_INFINITY)),
        ".nan" | ".NaN" | ".NAN" => Some(Scalar::Float(f64::NAN)),
        _ => None,
    }
}

fn number(text: &str) -> Option<Scalar<'static>> {
    let plain = if text.contains('_') { Cow::Owned(text.replace('_', "")) } else { Cow::Borrowed(text) };
    integer(&plain).or_else(|| decimal(&plain).map(Scalar::Float)).or_else(|| signed_digits(&plain, "0b", 2))
}

/// The oddities `0b-1` and `0b+1`, which Go's own prefixes do not allow.
fn signed_digits(text: &str, prefix: &str, base: u32) -> Option<Scalar<'static>> {
    let digits = text.strip_prefix(prefix)?;
    i64::from_str_radix(digits, base).ok().map(Scalar::Int)
}

/// Whether go-yaml v3 reads `0o-7` and `0o+7` as numbers, which this reader does not.
pub(super) fn is_signed_octal(text: &str) -> bool {
    signed_digits(&text.replace('_', ""), "0o", 8).is_some()
}

/// Go's `ParseInt` and `ParseUint` with base 0, without underscores.
fn integer(text: &str) -> Option<Scalar<'static>> {
    let (negative, signed) = match text.as_bytes().first()? {
        b'-' => (true, true),
        b'+' => (false, true),
        _ => (false, false),
    };
    let digits = if signed { &text[1..] } else { text };
    let lower = digits.as_bytes().get(1).map(u8::to_ascii_lowercase);
    let (base, digits) = match (digits.as_bytes().first()?, lower) {
        (b'0', Some(b'x')) => (16, &digits[2..]),
        (b'0', Some(b'o')) => (8, &digits[2..]),
        (b'0', Some(b'b')) => (2, &digits[2..]),
        (b'0', Some(_)) => (8, &digits[1..]),
        _ => (10, digits),
    };
    if !digits.bytes().all(|c| c.is_ascii_alphanumeric()) {
        return None;
    }
    let size = u64::from_str_radix(digits, base).ok()?;
    match (negative, i64::try_from(size)) {
        (false, Ok(i)) => Some(Scalar::Int(i)),
        (true, Ok(i)) => Some(Scalar::Int(-i)),
        (true, Err(_)) if size == 1 << 63 => Some(Scalar::Int(i64::MIN)),
        (false, Err(_)) if !signed => Some(Scalar::Uint(size)),
        _ => None,
    }
}

/// `[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?`, in range.
fn decimal(text: &str) -> Option<f64> {
    let rest = text.strip_prefix(['-', '+']).unwrap_or(text);
    let (mantissa, exponent) = match rest.find(['e', 'E']) {
        Some(at) => (&rest[..at], Some(&rest[at + 1..])),
        None => (rest, None),
    };
    let (whole, fraction) = match mantissa.split_once('.') {
        Some((whole, fraction)) => (whole, fraction),
        None => (mantissa, ""),
    };
    let digits = |s: &str| s.bytes().all(|c| c.is_ascii_digit());
    if !digits(whole) || !digits(fraction) || whole.is_empty() && fraction.is_empty() {
        return None;
    }
    if let Some(e) = exponent {
        let e = e.strip_prefix(['-', '+']).unwrap_or(e);
        if e.is_empty() || !digits(e) {
            return None;
        }
    }
    text.parse().ok().filter(|x: &f64| x.is_finite())
}

/// Whether a text is a point in time to go-yaml, which keeps its spelling when reading but does not
/// write such a string without quotes.
///
/// Source: `parseTimestamp` of go-yaml v2, which tries the layouts `2006-1-2`,
/// `2006-1-2T15:4:5.999999999Z07:00` (also with `t`) and `2006-1-2 15:4:5.999999999`.
pub(super) fn is_timestamp(text: &str) -> bool {
    let year = text.bytes().take_while(u8::is_ascii_digit).count();
    year == 4
        && text.as_bytes().get(4) == Some(&b'-')
        && [
            "2006-1-2",
            "2006-1-2 15:4:5.999999999",
            "2006-1-2T15:4:5.999999999Z07:00",
            "2006-1-2t15:4:5.999999999Z07:00",
        ]
        .iter()
        .any(|layout| parse_in(layout.as_bytes(), text.as_bytes(), &Location::Utc).is_ok())
}

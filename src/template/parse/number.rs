//! Number constants: everything that one can be.
//!
//! Source: Go's `parse.newNumber`.

use super::super::node::{Ideal, Number};
use super::super::token::TokenKind;
use crate::gostd::strconv;
use crate::gostd::strconv::quoted;

/// Reads a constant; the error is Go's text.
pub(super) fn read(text: &[u8], kind: TokenKind) -> Result<Number, Vec<u8>> {
    let mut number = match kind {
        TokenKind::CharConstant => character(text)?,
        TokenKind::Complex => complex(sum(text)?),
        _ => match text.strip_suffix(b"i").map(strconv::parse_float) {
            Some(Ok(value)) => complex([0.0, value]),
            _ => plain(text)?,
        },
    };
    number.ideal = ideal(text, &number);
    Ok(number)
}

fn character(text: &[u8]) -> Result<Number, Vec<u8>> {
    let (unit, rest) = strconv::unquote_char(&text[1..], b'\'').map_err(|error| error.to_string())?;
    if rest != b"'" {
        return Err([b"malformed character constant: ", text].concat());
    }
    let code = unit.code();
    Ok(Number { int: Some(code.into()), uint: Some(code.into()), float: Some(code.into()), ..Number::default() })
}

/// A complex number such as `1+2i`.
///
/// Source: the scanning of a `complex128` in Go's `fmt`.
fn sum(text: &[u8]) -> Result<[f64; 2], String> {
    let real = float_token(text);
    // An `i` right behind the sign is taken for the start of `Inf`.
    let imaginary = text[real..].strip_suffix(b"i").filter(|rest| matches!(rest, [b'+' | b'-', _, ..]));
    match imaginary {
        Some(imaginary) if float_token(imaginary) == imaginary.len() => Ok([part(&text[..real])?, part(imaginary)?]),
        _ => Err("syntax error scanning complex number".into()),
    }
}

/// The length of what looks like a float at the start of a text.
fn float_token(text: &[u8]) -> usize {
    let run = |from: usize, set: &[u8]| from + text[from..].iter().take_while(|b| set.contains(b)).count();
    let one = |from: usize, set: &[u8]| from + usize::from(text.get(from).is_some_and(|b| set.contains(b)));
    let start = one(0, b"+-");
    let hex = matches!(&text[start..], [b'0', b'x' | b'X', ..]);
    let digits: &[u8] = if hex { b"0123456789abcdefABCDEF_" } else { b"0123456789_" };
    let whole = run(if hex { start + 2 } else { start }, digits);
    let fraction = if text.get(whole) == Some(&b'.') { run(whole + 1, digits) } else { whole };
    let exponent = one(fraction, if hex { b"pP" } else { b"eEpP" });
    if exponent == fraction { fraction } else { run(one(exponent, b"+-"), b"0123456789_") }
}

fn part(text: &[u8]) -> Result<f64, String> {
    strconv::parse_float(text).map_err(|error| format!("strconv.ParseFloat: parsing {}: {error}", quoted(text)))
}

fn complex(value: [f64; 2]) -> Number {
    let real = (value[1] == 0.0).then_some(value[0]);
    Number {
        int: real.and_then(whole),
        uint: real.and_then(whole_unsigned),
        float: real,
        complex: Some(value),
        ..Number::default()
    }
}

fn plain(text: &[u8]) -> Result<Number, String> {
    let mut number = Number {
        int: strconv::parse_int(text, 0, 64).ok(),
        uint: strconv::parse_uint(text, 0, 64).ok(),
        ..Number::default()
    };
    if number.int == Some(0) {
        // `-0` is unsigned too.
        number.uint = Some(0);
    }
    if let Some(int) = number.int {
        number.float = Some(int as f64);
    } else if let Some(uint) = number.uint {
        number.float = Some(uint as f64);
    } else if let Ok(float) = strconv::parse_float(text) {
        if !text.iter().any(|b| b".eEpP".contains(b)) {
            return Err(format!("integer overflow: {}", quoted(text)));
        }
        number = Number { int: whole(float), uint: whole_unsigned(float), float: Some(float), ..number };
    } else {
        return Err(format!("illegal number syntax: {}", quoted(text)));
    }
    Ok(number)
}

/// The integer that a float is, by the conversion of the machine that Go runs on: what is out of
/// range becomes the lowest integer.
fn whole(float: f64) -> Option<i64> {
    const LIMIT: f64 = 9_223_372_036_854_775_808.0;
    let int = if (-LIMIT..LIMIT).contains(&float) { float as i64 } else { i64::MIN };
    (int as f64 == float).then_some(int)
}

fn whole_unsigned(float: f64) -> Option<u64> {
    const LIMIT: f64 = 18_446_744_073_709_551_616.0;
    if !(0.0..LIMIT).contains(&float) {
        return None;
    }
    let int = float as u64;
    (int as f64 == float).then_some(int)
}

/// Source: Go's `idealConstant`.
fn ideal(text: &[u8], number: &Number) -> Ideal {
    let contains = |set: &[u8]| text.iter().any(|b| set.contains(b));
    let hex = text.len() > 2 && text[0] == b'0' && matches!(text[1], b'x' | b'X') && !contains(b"pP");
    if number.complex.is_some() {
        Ideal::Complex
    } else if number.float.is_some() && !hex && text[0] != b'\'' && contains(b".eEpP") {
        Ideal::Float
    } else if number.int.is_some() {
        Ideal::Int
    } else {
        Ideal::Overflow
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> Number {
        read(text.as_bytes(), TokenKind::Number).unwrap()
    }

    #[test]
    fn constants_are_what_they_can_be() {
        assert_eq!(number("0x10").int, Some(16));
        assert_eq!(number("-0").uint, Some(0));
        assert_eq!(number("2.0").int, Some(2));
        assert_eq!(number("2.5").int, None);
        assert_eq!(number("18446744073709551615").ideal, Ideal::Overflow);
        assert_eq!(number("0xe1").ideal, Ideal::Int);
        assert_eq!(number("1e3").ideal, Ideal::Float);
        assert_eq!(number("1i").complex, Some([0.0, 1.0]));
        assert!(read(b"08", TokenKind::Number).is_err());
        assert_eq!(read(b"'a'", TokenKind::CharConstant).unwrap().int, Some(97));
    }
}

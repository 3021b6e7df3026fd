//! Escapes that stand for one character.

use super::ErrorText;
use super::syntax::{Parsed, decode, error};

/// Reads an escape, from its backslash on: the character it stands for.
pub(super) fn escape(text: &[u8]) -> Parsed<'_, u32> {
    if text.len() == 1 {
        return Err(error("trailing backslash at end of expression", b""));
    }
    let (char, rest) = decode(&text[1..])?;
    let invalid = |rest: &[u8]| Err(error("invalid escape sequence", &text[..text.len() - rest.len()]));
    let byte = u8::try_from(char).unwrap_or(0xff);
    Ok(match byte {
        b'1'..=b'7' if !rest.first().copied().is_some_and(is_octal) => return invalid(rest),
        b'0'..=b'7' => {
            let more = rest.iter().take(2).copied().take_while(|c| is_octal(*c)).count();
            let (digits, rest) = rest.split_at(more);
            (digits.iter().fold(char - 48, |value, digit| value * 8 + u32::from(digit - b'0')), rest)
        }
        b'x' => return hex(rest)?.map_or_else(invalid, Ok),
        b'a' => (7, rest),
        b'f' => (12, rest),
        b'n' => (10, rest),
        b'r' => (13, rest),
        b't' => (9, rest),
        b'v' => (11, rest),
        _ if char < 0x80 && !byte.is_ascii_alphanumeric() => (char, rest),
        _ => return invalid(rest),
    })
}

fn is_octal(byte: u8) -> bool {
    matches!(byte, b'0'..=b'7')
}

/// A number read, and what follows; or, if there is none, where reading stopped.
type Number<'a> = Result<(u32, &'a [u8]), &'a [u8]>;

/// What follows `\x`: two digits, or any number of them in braces.
fn hex(text: &[u8]) -> Result<Number<'_>, ErrorText> {
    if text.is_empty() {
        return Ok(Err(text));
    }
    let (char, mut rest) = decode(text)?;
    if char != u32::from(b'{') {
        let (low, rest) = if rest.is_empty() { (0, rest) } else { decode(rest)? };
        let value = digit(char).zip(digit(low)).map(|(high, low)| high * 16 + low);
        return Ok(value.map(|value| (value, rest)).ok_or(rest));
    }
    let mut value = None;
    while !rest.is_empty() {
        let (char, after) = decode(rest)?;
        rest = after;
        if char == u32::from(b'}') {
            return Ok(value.map(|value| (value, rest)).ok_or(rest));
        }
        value = digit(char).map(|digit| value.unwrap_or(0) * 16 + digit).filter(|value| *value <= 0x10_ffff);
        if value.is_none() {
            break;
        }
    }
    Ok(Err(rest))
}

fn digit(char: u32) -> Option<u32> {
    char::from_u32(char)?.to_digit(16)
}

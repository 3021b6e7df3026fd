//! Base 64 and base 32. A text that cannot be decoded yields the error as the result.

use crate::funcs;
use crate::template::func::Func;
use crate::value::Str;
use data_encoding::{BASE32, BASE64};

/// The functions of this family.
pub(super) static FUNCTIONS: &[Func] = funcs! {
    "b64enc" => b64enc,
    "b64dec" => b64dec,
    "b32enc" => b32enc,
    "b32dec" => b32dec,
};

/// The bytes in base 64.
///
/// `{{ b64enc "hello" }}` → `aGVsbG8=`
fn b64enc(text: Str) -> String {
    BASE64.encode(&text)
}

/// The bytes that a base 64 text stands for; line breaks in it are skipped.
///
/// `{{ b64dec "aGVsbG8=" }}` → `hello`
fn b64dec(text: Str) -> Vec<u8> {
    match decode64(&text) {
        Ok(bytes) => bytes,
        Err(at) => format!("illegal base64 data at input byte {at}").into(),
    }
}

/// The bytes in base 32.
///
/// `{{ b32enc "hello" }}` → `NBSWY3DP`
fn b32enc(text: Str) -> String {
    BASE32.encode(&text)
}

/// The bytes that a base 32 text stands for; line breaks in it are skipped.
///
/// `{{ b32dec "NBSWY3DP" }}` → `hello`
fn b32dec(text: Str) -> Vec<u8> {
    match decode32(&text) {
        Ok(bytes) => bytes,
        Err(at) => format!("illegal base32 data at input byte {at}").into(),
    }
}

fn digit64(b: u8) -> Option<u8> {
    match b {
        b'A'..=b'Z' => Some(b - b'A'),
        b'a'..=b'z' => Some(b - b'a' + 26),
        b'0'..=b'9' => Some(b - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    }
}

/// Go's decoder; an error is the position that Go reports.
///
/// Source: Go's `encoding/base64`, `decodeQuantum`.
pub(super) fn decode64(text: &[u8]) -> Result<Vec<u8>, usize> {
    let mut out = Vec::with_capacity(text.len() / 4 * 3);
    let (mut group, mut digits) = (0u32, 0);
    let mut at = 0;
    while at < text.len() {
        let b = text[at];
        at += 1;
        if let Some(digit) = digit64(b) {
            group = group << 6 | u32::from(digit);
            digits += 1;
            if digits == 4 {
                out.extend_from_slice(&group.to_be_bytes()[1..]);
                (group, digits) = (0, 0);
            }
        } else if b == b'=' {
            check_padding64(text, at, digits)?;
            let bytes = (group << (6 * (4 - digits))).to_be_bytes();
            out.extend_from_slice(&bytes[1..digits as usize]);
            return Ok(out);
        } else if b != b'\n' && b != b'\r' {
            return Err(at - 1);
        }
    }
    if digits > 0 { Err(at - digits as usize) } else { Ok(out) }
}

/// Checks what follows the first padding character, which stands before `at`.
fn check_padding64(text: &[u8], at: usize, digits: u32) -> Result<(), usize> {
    let skip = |from: usize| from + text[from..].iter().take_while(|b| matches!(b, b'\n' | b'\r')).count();
    let mut at = at;
    match digits {
        0 | 1 => return Err(at - 1),
        2 => {
            at = skip(at);
            match text.get(at) {
                None => return Err(text.len()),
                Some(b'=') => at += 1,
                Some(_) => return Err(at - 1),
            }
        }
        _ => {}
    }
    at = skip(at);
    if at < text.len() { Err(at) } else { Ok(()) }
}

/// Go's decoder; an error is the position that Go reports, line breaks not counted.
///
/// Source: Go's `encoding/base32`, `decode`.
fn decode32(text: &[u8]) -> Result<Vec<u8>, usize> {
    let text: Vec<u8> = text.iter().copied().filter(|b| !matches!(b, b'\n' | b'\r')).collect();
    let len = text.len();
    let mut out = Vec::with_capacity(len / 8 * 5);
    let mut at = 0;
    while at < len {
        let (mut group, mut digits) = (0u64, 0);
        let mut padded = false;
        while digits < 8 {
            let Some(b) = text.get(at) else { return Err(len - digits) };
            at += 1;
            if *b == b'=' && digits >= 2 && len - at < 8 {
                check_padding32(&text, at, digits)?;
                padded = true;
                break;
            }
            let digit = match b {
                b'A'..=b'Z' => b - b'A',
                b'2'..=b'7' => b - b'2' + 26,
                _ => return Err(at - 1),
            };
            group = group << 5 | u64::from(digit);
            digits += 1;
        }
        let bytes = (group << (5 * (8 - digits))).to_be_bytes();
        out.extend_from_slice(&bytes[3..3 + digits * 5 / 8]);
        if padded {
            break;
        }
    }
    Ok(out)
}

/// Checks what follows the first padding character, which stands before `at`.
fn check_padding32(text: &[u8], at: usize, digits: usize) -> Result<(), usize> {
    let rest = text.len() - at;
    if rest + digits < 7 {
        return Err(text.len());
    }
    for k in 0..7 - digits {
        if text.get(at + k).is_some_and(|b| *b != b'=') {
            return Err(at + k - 1);
        }
    }
    if matches!(digits, 1 | 3 | 6) { Err(at - 1) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_name_go_s_positions() {
        let cases = [
            ("YQ=", Err(3)),
            ("YQ==YQ==", Err(4)),
            ("*", Err(0)),
            ("YWJ", Err(0)),
            ("=", Err(0)),
            ("Y\nQ=\n=", Ok("a")),
        ];
        for (text, want) in cases {
            assert_eq!(decode64(text.as_bytes()), want.map(|t: &str| t.as_bytes().to_vec()), "{text}");
        }
        assert_eq!(decode32(b"ME======").as_deref(), Ok(&b"a"[..]));
        assert_eq!(decode32(b"me======"), Err(0));
        assert_eq!(decode32(b"NBSWY3D"), Err(0));
    }
}

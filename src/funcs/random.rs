//! Random texts and numbers.

use crate::funcs;
use crate::gostd::strings::{check_slice, push_rune, runes};
use crate::template::func::{Cx, Func, FuncError};
use crate::value::Str;
use data_encoding::BASE64;

/// The functions of this family.
pub(super) static FUNCTIONS: &[Func] = funcs! {
    "randAlpha" => cx rand_alpha,
    "randAlphaNum" => cx rand_alpha_num,
    "randNumeric" => cx rand_numeric,
    "randAscii" => cx rand_ascii,
    "randBytes" => cx rand_bytes,
    "randInt" => cx rand_int,
    "shuffle" => cx shuffle,
};

/// More random characters than this are refused: they would not fit into memory.
const LONGEST: usize = 1 << 30;

/// A number below `bound`, each equally likely.
fn below(cx: &mut Cx<'_>, bound: u64) -> u64 {
    // Numbers from the last, incomplete round would favour small results.
    let limit = u64::MAX - u64::MAX % bound;
    loop {
        let mut bytes = [0; 8];
        cx.random(&mut bytes);
        let number = u64::from_le_bytes(bytes);
        if number < limit {
            return number % bound;
        }
    }
}

fn text_of(cx: &mut Cx<'_>, count: isize, alphabet: &[u8]) -> Result<Vec<u8>, FuncError> {
    let count = usize::try_from(count).unwrap_or(0);
    // Go collects characters of four bytes.
    check_slice(count.saturating_mul(4))?;
    if count > LONGEST {
        return Err(format!("{count} random characters are too many").into());
    }
    let mut out = Vec::with_capacity(count);
    let mut bytes = [0; 256];
    // Numbers from the last, incomplete round would favour the first letters.
    let limit = 256 - 256 % alphabet.len();
    while out.len() < count {
        let wanted = (count - out.len()).min(bytes.len());
        cx.random(&mut bytes[..wanted]);
        let numbers = bytes[..wanted].iter().map(|b| usize::from(*b)).filter(|n| *n < limit);
        out.extend(numbers.map(|n| alphabet[n % alphabet.len()]));
    }
    Ok(out)
}

const DIGITS: &[u8] = b"0123456789";
const LETTERS: &[u8] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// Random ASCII letters.
///
/// `{{ len (randAlpha 5) }}` → `5`
fn rand_alpha(cx: &mut Cx<'_>, count: isize) -> Result<Vec<u8>, FuncError> {
    text_of(cx, count, LETTERS)
}

/// Random ASCII letters and digits.
///
/// `{{ len (randAlphaNum 5) }}` → `5`
fn rand_alpha_num(cx: &mut Cx<'_>, count: isize) -> Result<Vec<u8>, FuncError> {
    text_of(cx, count, &[LETTERS, DIGITS].concat())
}

/// Random digits.
///
/// `{{ len (randNumeric 5) }}` → `5`
fn rand_numeric(cx: &mut Cx<'_>, count: isize) -> Result<Vec<u8>, FuncError> {
    text_of(cx, count, DIGITS)
}

/// Random printable ASCII characters.
///
/// `{{ len (randAscii 5) }}` → `5`
fn rand_ascii(cx: &mut Cx<'_>, count: isize) -> Result<Vec<u8>, FuncError> {
    text_of(cx, count, &(b' '..=b'~').collect::<Vec<u8>>())
}

/// Random bytes in base 64.
///
/// `{{ len (randBytes 3) }}` → `4`
fn rand_bytes(cx: &mut Cx<'_>, count: isize) -> Result<String, FuncError> {
    let count = usize::try_from(count).ok().filter(|n| *n <= LONGEST);
    let mut bytes = vec![0; count.ok_or("runtime error: makeslice: len out of range")?];
    cx.random(&mut bytes);
    Ok(BASE64.encode(&bytes))
}

/// A random number, at least `min` and less than `max`.
///
/// `{{ randInt 7 8 }}` → `7`
fn rand_int(cx: &mut Cx<'_>, min: isize, max: isize) -> Result<isize, FuncError> {
    match max.wrapping_sub(min) {
        width if width > 0 => Ok(min.wrapping_add(below(cx, width as u64) as isize)),
        _ => Err("invalid argument to Intn".into()),
    }
}

/// The characters in random order.
///
/// `{{ len (shuffle "abc") }}` → `3`
fn shuffle(cx: &mut Cx<'_>, text: Str) -> Vec<u8> {
    let mut chars: Vec<char> = runes(&text).map(|(c, _)| c).collect();
    for i in (1..chars.len()).rev() {
        chars.swap(i, below(cx, i as u64 + 1) as usize);
    }
    let mut out = Vec::with_capacity(text.len());
    for c in chars {
        push_rune(c, &mut out);
    }
    out
}

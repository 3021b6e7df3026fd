//! Text operations on bytes, as Go's `strings` and `unicode/utf8` packages have them.

use super::unicode::{Category, is_space, to_title};
use crate::value::Str;
use memchr::memmem;

/// The first character of `bytes` and its length. A byte that is no UTF-8 counts as U+FFFD of length 1.
///
/// Source: Go's `utf8.DecodeRune`; `None` for an empty text.
#[must_use]
#[inline]
pub fn decode_rune(bytes: &[u8]) -> Option<(char, usize)> {
    let first = *bytes.first()?;
    if first.is_ascii() { Some((char::from(first), 1)) } else { Some(decode_wide(bytes)) }
}

fn decode_wide(bytes: &[u8]) -> (char, usize) {
    let longest = &bytes[..bytes.len().min(4)];
    let valid = match std::str::from_utf8(longest) {
        Ok(text) => text,
        Err(error) => std::str::from_utf8(&longest[..error.valid_up_to()]).unwrap_or(""),
    };
    valid.chars().next().map_or((char::REPLACEMENT_CHARACTER, 1), |c| (c, c.len_utf8()))
}

/// The characters of a text, in the way of [`decode_rune`].
pub fn runes(bytes: &[u8]) -> impl Iterator<Item = (char, usize)> + '_ {
    let mut rest = bytes;
    std::iter::from_fn(move || {
        let (c, len) = decode_rune(rest)?;
        rest = &rest[len..];
        Some((c, len))
    })
}

/// Appends a character as UTF-8.
pub fn push_rune(c: char, out: &mut Vec<u8>) {
    out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
}

/// Each character mapped; bytes that are no UTF-8 become U+FFFD.
#[must_use]
pub fn map_runes(bytes: &[u8], mut map: impl FnMut(char) -> char) -> Vec<u8> {
    let mut out = Vec::with_capacity(bytes.len());
    for (c, _) in runes(bytes) {
        push_rune(map(c), &mut out);
    }
    out
}

/// `strings.Title`: the first letter of each word as a title-case letter.
#[must_use]
pub fn title(bytes: &[u8]) -> Vec<u8> {
    let mut before = ' ';
    map_runes(bytes, |c| {
        let mapped = if is_separator(before) { to_title(c) } else { c };
        before = c;
        mapped
    })
}

/// Whether `strings.Title` starts a word after the character.
fn is_separator(c: char) -> bool {
    if c.is_ascii() {
        return !c.is_ascii_alphanumeric() && c != '_';
    }
    !Category::Letter.contains(c) && !Category::Digit.contains(c) && is_space(c)
}

/// `strings.TrimSpace`.
#[must_use]
pub fn trim_space(bytes: &[u8]) -> &[u8] {
    trim_by(bytes, is_space)
}

/// `strings.Trim`: without the characters of `cutset` at both ends.
#[must_use]
pub fn trim<'a>(bytes: &'a [u8], cutset: &[u8]) -> &'a [u8] {
    let cutset: Vec<char> = runes(cutset).map(|(c, _)| c).collect();
    trim_by(bytes, |c| cutset.contains(&c))
}

fn trim_by(bytes: &[u8], cut: impl Fn(char) -> bool) -> &[u8] {
    let mut rest = bytes;
    while let Some((c, len)) = decode_rune(rest)
        && cut(c)
    {
        rest = &rest[len..];
    }
    while let Some((c, len)) = decode_last_rune(rest)
        && cut(c)
    {
        rest = &rest[..rest.len() - len];
    }
    rest
}

/// The last character of `bytes` and its length, see [`decode_rune`].
fn decode_last_rune(bytes: &[u8]) -> Option<(char, usize)> {
    let end = bytes.len();
    let last = *bytes.last()?;
    for start in (end.saturating_sub(4)..end).rev() {
        if let Some((c, len)) = decode_rune(&bytes[start..])
            && start + len == end
            && (len > 1 || last.is_ascii())
        {
            return Some((c, len));
        }
    }
    Some((char::REPLACEMENT_CHARACTER, 1))
}

/// `strings.Split`.
#[must_use]
pub fn split(text: &Str, separator: &[u8]) -> Vec<Str> {
    split_n(text, separator, -1)
}

/// `strings.SplitN`: at most `n` pieces, all with a negative `n`; an empty separator splits characters.
#[must_use]
pub fn split_n(text: &Str, separator: &[u8], n: isize) -> Vec<Str> {
    let limit = usize::try_from(n).unwrap_or(usize::MAX);
    if limit == 0 {
        return Vec::new();
    }
    if separator.is_empty() {
        return explode(text, limit);
    }
    let mut pieces = Vec::new();
    let mut start = 0;
    for at in memmem::find_iter(text, separator) {
        if pieces.len() + 1 >= limit {
            break;
        }
        pieces.push(text.part(start..at));
        start = at + separator.len();
    }
    pieces.push(text.part(start..text.len()));
    pieces
}

fn explode(bytes: &[u8], limit: usize) -> Vec<Str> {
    let mut pieces = Vec::new();
    let mut rest = bytes;
    while let Some((_, len)) = decode_rune(rest) {
        if pieces.len() + 1 >= limit {
            pieces.push(Str::from(rest));
            break;
        }
        pieces.push(Str::from(&rest[..len]));
        rest = &rest[len..];
    }
    pieces
}

/// `strings.ReplaceAll`; an empty `old` is found before each character and at the end. Fails if the
/// text would not fit into memory.
pub fn replace_all(bytes: &[u8], old: &[u8], new: &[u8]) -> Result<Vec<u8>, String> {
    if new.len() > old.len() {
        let count = if old.is_empty() { runes(bytes).count() + 1 } else { memmem::find_iter(bytes, old).count() };
        check_length("ReplaceAll", bytes.len().saturating_add(count.saturating_mul(new.len() - old.len())))?;
    }
    let mut out = Vec::with_capacity(bytes.len());
    if old.is_empty() {
        let mut start = 0;
        for (_, len) in runes(bytes) {
            out.extend_from_slice(new);
            out.extend_from_slice(&bytes[start..start + len]);
            start += len;
        }
        out.extend_from_slice(new);
        return Ok(out);
    }
    let mut start = 0;
    for at in memmem::find_iter(bytes, old) {
        out.extend_from_slice(&bytes[start..at]);
        out.extend_from_slice(new);
        start = at + old.len();
    }
    out.extend_from_slice(&bytes[start..]);
    Ok(out)
}

/// The longest text that functions make: more would not fit into memory beside what it is made of.
pub const LONGEST: usize = 1 << 30;

/// The words of writers for a text longer than [`LONGEST`].
pub const TOO_LONG: &str = "text does not fit into memory";

/// Refuses a text that is too long for memory.
fn check_length(name: &str, size: usize) -> Result<(), String> {
    if size > LONGEST { Err(format!("strings: {name} result of {size} bytes")) } else { Ok(()) }
}

/// Refuses a slice of more bytes than Go can address, in the words of Go's panic.
pub fn check_slice(bytes: usize) -> Result<(), &'static str> {
    if bytes > 1 << 48 { Err("runtime error: makeslice: len out of range") } else { Ok(()) }
}

/// `strings.Repeat`; the error is Go's panic, or tells that the text would not fit into memory.
pub fn repeat(bytes: &[u8], count: isize) -> Result<Vec<u8>, String> {
    let count = usize::try_from(count).map_err(|_| "strings: negative Repeat count")?;
    let total = bytes.len().checked_mul(count).filter(|total| isize::try_from(*total).is_ok());
    check_slice(total.unwrap_or_default())?;
    match total {
        Some(total) if total <= LONGEST => Ok(bytes.repeat(count)),
        Some(total) => Err(format!("strings: Repeat result of {total} bytes")),
        None => Err("strings: Repeat output length overflow".into()),
    }
}

/// `strings.Join`; fails if the text would not fit into memory.
pub fn join(pieces: &[Str], separator: &[u8]) -> Result<Vec<u8>, String> {
    let separators = separator.len().saturating_mul(pieces.len().saturating_sub(1));
    let size = pieces.iter().map(|p| p.len()).fold(separators, usize::saturating_add);
    check_length("Join", size)?;
    let mut out = Vec::with_capacity(size);
    for (i, piece) in pieces.iter().enumerate() {
        if i > 0 {
            out.extend_from_slice(separator);
        }
        out.extend_from_slice(piece);
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_that_are_no_text_count_one_by_one() {
        let got: Vec<_> = runes(b"a\xff\xe4\xb8z\xe4\xb8\xad").collect();
        let bad = (char::REPLACEMENT_CHARACTER, 1);
        assert_eq!(got, [('a', 1), bad, bad, bad, ('z', 1), ('中', 3)]);
    }

    #[test]
    fn trims_at_both_ends() {
        assert_eq!(trim_space("\u{a0} x\u{3000}\n".as_bytes()), b"x");
        assert_eq!(trim(b"--a-\xff", b"-\xff"), b"a");
        assert_eq!(trim("ééxé".as_bytes(), "é".as_bytes()), b"x");
    }

    #[test]
    fn splits_as_go_does() {
        assert_eq!(split(&"a,b,".into(), b","), ["a", "b", ""].map(Str::from));
        assert_eq!(split_n(&"a,b,c".into(), b",", 2), ["a", "b,c"].map(Str::from));
        assert_eq!(split(&"né".into(), b""), ["n", "é"].map(Str::from));
        assert!(split(&Str::empty(), b"").is_empty() && split_n(&"a".into(), b",", 0).is_empty());
    }

    #[test]
    fn repeats_within_reason() {
        assert_eq!(repeat(b"ab", 2).as_deref(), Ok(&b"abab"[..]));
        assert_eq!(repeat(b"a", -1).unwrap_err(), "strings: negative Repeat count");
        assert!(repeat(b"abc", isize::MAX).unwrap_err().contains("overflow"));
        assert!(repeat(b"abc", 1 << 40).is_err());
    }
}

//! What follows `(?`: flags, names, and groups without a number.

use super::ErrorText;
use super::syntax::{Flags, Parsed, decode, error};

/// What a `(?…` begins.
pub(super) enum Start {
    /// A group with a name.
    Named(String),
    /// A group without a number, in which these flags hold.
    Plain(Flags),
    /// No group: these flags hold from here on.
    Flags(Flags),
}

/// Reads from `(?` to the end of flags or name.
pub(super) fn start(text: &[u8], flags: Flags) -> Parsed<'_, Start> {
    if text.len() > 4 && text.starts_with(b"(?P<") {
        return name(text, 4);
    }
    if text.len() > 3 && text.starts_with(b"(?<") {
        return name(text, 3);
    }
    let (mut new, mut on, mut any) = (flags, true, false);
    let mut rest = &text[2..];
    while !rest.is_empty() {
        let (char, after) = decode(rest)?;
        rest = after;
        match u8::try_from(char).unwrap_or(0) {
            b'i' => new.fold = on,
            b'm' => new.multi_line = on,
            b's' => new.dot_newline = on,
            b'U' => new.lazy = on,
            b'-' if on => {
                (on, any) = (false, false);
                continue;
            }
            b':' | b')' if on || any => {
                let start = if char == u32::from(b':') { Start::Plain(new) } else { Start::Flags(new) };
                return Ok((start, rest));
            }
            _ => break,
        }
        any = true;
    }
    Err(error("invalid or unsupported Perl syntax", &text[..text.len() - rest.len()]))
}

fn name(text: &[u8], start: usize) -> Parsed<'_, Start> {
    let Some(end) = memchr::memchr(b'>', text) else {
        check(text)?;
        return Err(error("invalid named capture", text));
    };
    // In `(?>…` and the like the end may come before the name.
    let name = text.get(start..end).unwrap_or_default();
    check(name)?;
    if name.is_empty() || !name.iter().all(|c| *c == b'_' || c.is_ascii_alphanumeric()) {
        return Err(error("invalid named capture", &text[..=end]));
    }
    Ok((Start::Named(String::from_utf8_lossy(name).into_owned()), &text[end + 1..]))
}

/// Fails where a text is not UTF-8.
fn check(mut text: &[u8]) -> Result<(), ErrorText> {
    while !text.is_empty() {
        text = decode(text)?.1;
    }
    Ok(())
}

//! Breaking and shortening text by bytes, as `Masterminds/goutils` 1.1.1 does it.

use crate::value::Str;

/// Lines of at most `width` bytes, broken at spaces only; longer words stay whole.
///
/// `{{ wrap 5 "ab cd ef" }}` → `ab cd\nef`
pub(super) fn wrap(width: isize, text: Str) -> Vec<u8> {
    wrapped(&text, width, b"\n", false)
}

/// Lines of at most `width` bytes, separated by `separator`; longer words are cut.
///
/// `{{ wrapWith 4 "|" "abcdefg hi" }}` → `abcd|efg|hi`
pub(super) fn wrap_with(width: isize, separator: Str, text: Str) -> Vec<u8> {
    let separator = if separator.is_empty() { b"\n" } else { separator.as_bytes() };
    wrapped(&text, width, separator, true)
}

fn wrapped(text: &[u8], width: isize, separator: &[u8], cut_words: bool) -> Vec<u8> {
    let width = usize::try_from(width).unwrap_or(1).max(1);
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text;
    while rest.len() > width {
        if rest[0] == b' ' {
            rest = &rest[1..];
            continue;
        }
        let before = memchr::memrchr(b' ', &rest[..=width]);
        let (end, next) = match before {
            Some(space) => (space, space + 1),
            None if cut_words => (width, width),
            None => match memchr::memchr(b' ', &rest[width..]) {
                Some(space) => (width + space, width + space + 1),
                None => break,
            },
        };
        out.extend_from_slice(&rest[..end]);
        out.extend_from_slice(separator);
        rest = &rest[next..];
    }
    out.extend_from_slice(rest);
    out
}

/// At most `width` bytes, the last three of them dots if something was cut.
///
/// `{{ abbrev 5 "hello world" }}` → `he...`
pub(super) fn abbrev(width: isize, text: Str) -> Str {
    if width < 4 { text } else { abbreviated(text, 0, width) }
}

/// At most `width` bytes around the offset `left`, with dots where something was cut.
///
/// `{{ abbrevboth 5 10 "1234 5678 9123" }}` → `...5678...`
pub(super) fn abbrevboth(left: isize, width: isize, text: Str) -> Str {
    if width < 4 || left > 0 && width < 7 { text } else { abbreviated(text, left, width) }
}

fn abbreviated(text: Str, left: isize, width: isize) -> Str {
    let width = width.unsigned_abs();
    let len = text.len();
    if len <= width {
        return text;
    }
    let kept = width - 3;
    let mut left = usize::try_from(left).unwrap_or(0).min(len);
    if len - left < kept {
        left = len - kept;
    }
    if left <= 4 {
        return [&text[..kept], b"..."].concat().into();
    }
    if width < 7 {
        return Str::empty();
    }
    if left + kept >= len {
        return [b"...", &text[len - kept..]].concat().into();
    }
    let head = abbreviated_rest(&text[left..], kept);
    [b"...", head.as_slice()].concat().into()
}

/// The head of what is left, itself shortened from the right.
fn abbreviated_rest(rest: &[u8], width: usize) -> Vec<u8> {
    if rest.len() <= width { rest.into() } else { [&rest[..width - 3], b"..."].concat() }
}

//! The text of scalars that stand on several lines or have escapes.
//!
//! The lines must be separated by line feeds alone, and only spaces may indent them outside of quotes.

use super::leaf::{BlockText, Chomp};
use memchr::{memchr, memchr_iter, memchr2};

/// A plain scalar: line breaks become spaces, but for one of them more than one become one less.
pub(super) fn plain(raw: &str, out: &mut String) {
    let mut rest = raw;
    while let Some(at) = memchr(b'\n', rest.as_bytes()) {
        out.push_str(rest[..at].trim_end_matches(' '));
        rest = fold(&rest[at..], out);
    }
    out.push_str(rest);
}

/// What is between single quotes.
pub(super) fn single_quoted(raw: &str, out: &mut String) {
    let mut rest = raw;
    while let Some(at) = memchr2(b'\'', b'\n', rest.as_bytes()) {
        if rest.as_bytes()[at] == b'\n' {
            out.push_str(rest[..at].trim_end_matches(BLANKS));
            rest = fold(&rest[at..], out);
        } else {
            out.push_str(&rest[..=at]);
            rest = &rest[at + 2..];
        }
    }
    out.push_str(rest);
}

/// What is between double quotes, with escapes that [`escaped`] knows.
pub(super) fn double_quoted(raw: &str, out: &mut String) {
    let mut rest = raw;
    while let Some(at) = memchr2(b'\\', b'\n', rest.as_bytes()) {
        if rest.as_bytes()[at] == b'\n' {
            out.push_str(rest[..at].trim_end_matches(BLANKS));
            rest = fold(&rest[at..], out);
            continue;
        }
        out.push_str(&rest[..at]);
        let escape = rest.as_bytes().get(at + 1).copied().unwrap_or_default();
        if escape == b'\n' {
            let (breaks, after) = breaks(&rest[at + 1..]);
            feed(breaks - 1, out);
            rest = after;
        } else {
            out.extend(escaped(escape));
            rest = &rest[at + 2..];
        }
    }
    out.push_str(rest);
}

/// The character that a backslash and this one stand for, as far as they are common.
pub(super) fn escaped(byte: u8) -> Option<char> {
    Some(match byte {
        b'0' => '\0',
        b't' => '\t',
        b'n' => '\n',
        b'r' => '\r',
        b' ' | b'"' | b'\\' => char::from(byte),
        _ => return None,
    })
}

const BLANKS: [char; 2] = [' ', '\t'];

/// Passes line breaks and the blanks around them, and writes what they stand for.
fn fold<'a>(text: &'a str, out: &mut String) -> &'a str {
    let (breaks, rest) = breaks(text);
    if breaks == 1 {
        out.push(' ');
    } else {
        feed(breaks - 1, out);
    }
    rest
}

/// The number of line breaks at the start of a text, with blanks after each, and what follows them.
fn breaks(text: &str) -> (usize, &str) {
    let rest = text.trim_start_matches([' ', '\t', '\n']);
    let white = &text.as_bytes()[..text.len() - rest.len()];
    (memchr_iter(b'\n', white).count(), rest)
}

fn feed(count: usize, out: &mut String) {
    out.extend(std::iter::repeat_n('\n', count));
}

/// A block scalar.
pub(super) fn block(text: &BlockText<'_>, out: &mut String) {
    let (mut leading, mut blank_lines, mut after_blank) = (false, 0, false);
    for line in text.lines.split_inclusive('\n') {
        let (line, ended) = line.strip_suffix('\n').map_or((line, false), |line| (line, true));
        if line.len() <= text.depth {
            blank_lines += usize::from(ended);
            continue;
        }
        let line = &line[text.depth..];
        let blank = line.starts_with([' ', '\t']);
        if leading && !text.literal && !after_blank && !blank {
            if blank_lines == 0 {
                out.push(' ');
            }
        } else {
            feed(usize::from(leading), out);
        }
        feed(blank_lines, out);
        out.push_str(line);
        (leading, blank_lines, after_blank) = (ended, 0, blank);
    }
    if text.chomp != Chomp::Strip {
        feed(usize::from(leading), out);
    }
    if text.chomp == Chomp::Keep {
        feed(blank_lines, out);
    }
}

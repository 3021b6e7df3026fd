//! Cutting a rendered file into documents.

use crate::compat::Compat;
use memchr::memmem;
use std::ops::Range;

/// The documents of a file, as ranges of it, without those that are blank.
///
/// Helm cuts by a regular expression, not by YAML: inside longer runs of dashes and in front of
/// text on the same line too.
///
/// Source: Helm's `SplitManifests` (`pkg/release/v1/util/manifest.go`; `pkg/releaseutil` in 3.17).
#[must_use]
pub fn split(text: &[u8], compat: Compat) -> Vec<Range<usize>> {
    if compat.keep_trailing_newlines() { split_keeping(text) } else { split_trimming(text) }
}

/// Helm 4: cut at each `---` that begins a line; keep what ends a document.
fn split_keeping(text: &[u8]) -> Vec<Range<usize>> {
    let mut documents = Vec::new();
    let mut start = text.len() - trim_start(text).len();
    let mut push = |start: usize, end: usize| {
        let document = trim_start(&text[start..end]);
        if !document.is_empty() {
            documents.push(end - document.len()..end);
        }
    };
    let first = start;
    for dashes in memmem::find_iter(&text[first..], b"---") {
        let at = first + dashes;
        if at < start || (at > first && text[at - 1] != b'\n') {
            continue;
        }
        push(start, at);
        start = at + 3 + text[at + 3..].iter().take_while(|b| matches!(b, b' ' | b'\t')).count();
    }
    push(start, text.len());
    documents
}

/// Helm 3: cut at each `---` that begins a line together with the white space around it; trim both ends.
fn split_trimming(text: &[u8]) -> Vec<Range<usize>> {
    let first = text.len() - trim_start(text).len();
    let end = first + trim(&text[first..]).len();
    let mut documents = Vec::new();
    let mut push = |piece: Range<usize>| {
        if !piece.is_empty() {
            let trimmed = trim_start(&text[piece.clone()]);
            let start = piece.end - trimmed.len();
            documents.push(start..start + trim(trimmed).len());
        }
    };
    let mut start = first;
    for dashes in memmem::find_iter(&text[first..end], b"---") {
        let at = first + dashes;
        // The line break in front must not belong to the previous cut.
        let begins_line = at == first || (at > start && text[at - 1] == b'\n');
        if at < start || !begins_line {
            continue;
        }
        let blank = text[start..at].iter().rev().take_while(|b| is_ascii_space(**b)).count();
        push(start..at - blank);
        start = at + 3 + text[at + 3..end].iter().take_while(|b| is_ascii_space(**b)).count();
    }
    push(start..end);
    documents
}

/// `\s` of Go's regular expressions.
fn is_ascii_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | b'\x0c')
}

/// Go's `strings.TrimSpace`: Unicode white space at both ends.
pub(super) fn trim(text: &[u8]) -> &[u8] {
    trim_end(trim_start(text))
}

/// Unicode white space at the end.
pub(super) fn trim_end(mut text: &[u8]) -> &[u8] {
    while let Some(last) = last_char(text) {
        if !last.is_whitespace() {
            break;
        }
        text = &text[..text.len() - last.len_utf8()];
    }
    text
}

/// Unicode white space at the start.
pub(super) fn trim_start(mut text: &[u8]) -> &[u8] {
    loop {
        let rest = text.trim_ascii_start();
        let rest = rest.strip_prefix(b"\x0b").unwrap_or(rest);
        match first_char(rest) {
            Some(first) if first.is_whitespace() => text = &rest[first.len_utf8()..],
            _ => return rest,
        }
    }
}

fn first_char(text: &[u8]) -> Option<char> {
    let head = &text[..text.len().min(4)];
    let valid = match std::str::from_utf8(head) {
        Ok(valid) => valid,
        Err(error) => std::str::from_utf8(&head[..error.valid_up_to()]).unwrap_or_default(),
    };
    valid.chars().next()
}

fn last_char(text: &[u8]) -> Option<char> {
    let start = text.len().saturating_sub(4);
    let start = (start..text.len()).rev().find(|i| text[*i] & 0xC0 != 0x80)?;
    std::str::from_utf8(&text[start..]).ok()?.chars().next()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(text: &str, compat: Compat) -> Vec<&str> {
        split(text.as_bytes(), compat).into_iter().map(|range| &text[range]).collect()
    }

    #[test]
    fn helm4_keeps_what_ends_a_document() {
        assert_eq!(pieces("\n---\na: 1\n\n---  \n\nb: 2\n", Compat::Helm4), ["a: 1\n\n", "b: 2\n"]);
        assert_eq!(pieces("a: 1\n---\n---\nb: 1", Compat::Helm4), ["a: 1\n", "b: 1"]);
        assert_eq!(
            pieces("----\n---apiVersion: v1\n  ---\n--- # c\n", Compat::Helm4),
            ["-\n", "apiVersion: v1\n  ---\n", "# c\n"]
        );
        assert_eq!(pieces(" \u{a0}\n", Compat::Helm4), [""; 0]);
    }

    #[test]
    fn helm3_trims_both_ends() {
        assert_eq!(pieces("\n---\na: 1\r\n\n---  \n\nb: 2\n", Compat::Helm3), ["a: 1", "b: 2"]);
        assert_eq!(pieces("a: 1\n---\n---\nb: 1", Compat::Helm3), ["a: 1", "---\nb: 1"]);
        assert_eq!(pieces("-----BEGIN\n", Compat::Helm3), ["--BEGIN"]);
    }
}

//! Putting indicators, indentation and scalars on lines, as libyaml does.

use super::profile::Profile;
use super::scalar::{Style, break_at};

/// The text so far and the state of its last line.
pub(super) struct Writer {
    pub(super) out: Vec<u8>,
    pub(super) profile: Profile,
    /// Where the last line starts in `out`.
    line: usize,
    /// Whether white space (or a line break) was written last.
    whitespace: bool,
    /// Whether the last line is so far only indentation and indicators of the block.
    indention: bool,
}

impl Writer {
    pub(super) fn new(profile: Profile) -> Writer {
        Writer { out: Vec::with_capacity(256), profile, line: 0, whitespace: true, indention: true }
    }

    /// Starts a line with the indentation, unless the last line is just that.
    pub(super) fn indent(&mut self, indent: usize) {
        let column = self.out.len() - self.line;
        if !self.indention || column > indent || column == indent && !self.whitespace {
            self.line_feed();
        }
        let column = self.out.len() - self.line;
        self.out.resize(self.out.len() + indent.saturating_sub(column), b' ');
        self.whitespace = true;
        self.indention = true;
    }

    /// Writes one of the indicators of blocks: `-`, `?` or `:`. After a simple key nothing may follow
    /// as if on a line of its own.
    pub(super) fn indicator(&mut self, indicator: u8, after_key: bool) {
        if !after_key {
            self.space();
        }
        self.out.push(indicator);
        self.whitespace = false;
        self.indention &= !after_key;
    }

    /// Writes what needs no quotes and has no spaces.
    pub(super) fn word(&mut self, word: &[u8]) {
        self.space();
        self.out.extend_from_slice(word);
        self.end_scalar();
    }

    /// Writes a number in place.
    pub(super) fn number<T>(&mut self, write: impl FnOnce(&mut Vec<u8>) -> T) -> T {
        self.space();
        let written = write(&mut self.out);
        self.end_scalar();
        written
    }

    /// Writes a scalar; `indent` is for its further lines, `folds` says whether it may have such.
    pub(super) fn scalar(&mut self, text: &[u8], style: Style, indent: usize, folds: bool, separators: bool) {
        self.space();
        match style {
            Style::Plain => self.flowing(text, indent, folds, None, separators),
            Style::Single => self.flowing(text, indent, folds, Some(b'\''), separators),
            Style::Double => self.double(text, indent, folds),
            Style::Literal => return self.literal(text, indent, separators),
        }
        self.end_scalar();
    }

    fn space(&mut self) {
        if !self.whitespace {
            self.out.push(b' ');
        }
    }

    fn end_scalar(&mut self) {
        self.whitespace = false;
        self.indention = false;
    }

    fn line_feed(&mut self) {
        self.out.push(b'\n');
        self.line = self.out.len();
    }

    /// Whether the line has outgrown the width, counted in characters.
    pub(super) fn is_full(&self) -> bool {
        let line = &self.out[self.line..];
        line.len() > self.profile.width() && line.iter().filter(|b| **b & 0xC0 != 0x80).count() > self.profile.width()
    }

    /// Starts a line within a scalar.
    pub(super) fn fold(&mut self, indent: usize) {
        self.line_feed();
        self.pad(indent);
    }

    pub(super) fn pad(&mut self, indent: usize) {
        self.out.resize(self.out.len() + indent, b' ');
    }

    /// Writes a line break of the text itself.
    pub(super) fn line_break(&mut self, sign: &[u8]) {
        self.out.extend_from_slice(sign);
        self.line = self.out.len();
    }

    /// Whether a scalar that starts here could reach the width.
    pub(super) fn may_fold(&self, text: &[u8]) -> bool {
        (self.out.len() - self.line).saturating_add(text.len()) > self.profile.width()
    }

    fn literal(&mut self, text: &[u8], indent: usize, separators: bool) {
        self.out.push(b'|');
        if text.first() == Some(&b' ') || break_at(text, 0).is_some() {
            self.out.push(b'2');
        }
        self.out.extend_from_slice(chomping(text));
        self.line_feed();
        if separators {
            return self.literal_with_separators(text, indent);
        }
        let mut lines = text.split(|b| *b == b'\n').peekable();
        while let Some(line) = lines.next() {
            if !line.is_empty() {
                self.pad(indent);
                self.out.extend_from_slice(line);
            }
            if lines.peek().is_some() {
                self.line_feed();
            }
        }
        self.end_literal(text.last() == Some(&b'\n'));
    }

    fn literal_with_separators(&mut self, text: &[u8], indent: usize) {
        let (mut at, mut breaks) = (0, true);
        while at < text.len() {
            if let Some(length) = break_at(text, at) {
                self.line_break(&text[at..at + length]);
                (at, breaks) = (at + length, true);
                continue;
            }
            if breaks {
                self.pad(indent);
                breaks = false;
            }
            self.out.push(text[at]);
            at += 1;
        }
        self.end_literal(breaks);
    }

    fn end_literal(&mut self, at_line_start: bool) {
        self.whitespace = true;
        self.indention = at_line_start;
    }
}

/// The sign for how many line breaks end the text.
fn chomping(text: &[u8]) -> &'static [u8] {
    let ends = |text: &[u8]| match *text {
        [.., b'\n' | b'\r'] => Some(1),
        [.., 0xC2, 0x85] => Some(2),
        [.., 0xE2, 0x80, 0xA8 | 0xA9] => Some(3),
        _ => None,
    };
    let Some(last) = ends(text) else { return b"-" };
    let rest = &text[..text.len() - last];
    if rest.is_empty() || ends(rest).is_some() { b"+" } else { b"" }
}

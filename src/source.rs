//! Texts that templates and values come from, and positions in them.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

/// Bytes that are shared and not copied: a file, a large string.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text(Arc<Vec<u8>>);

impl Deref for Text {
    type Target = [u8];
    fn deref(&self) -> &[u8] {
        &self.0
    }
}

impl From<Vec<u8>> for Text {
    fn from(bytes: Vec<u8>) -> Text {
        Text(Arc::new(bytes))
    }
}

impl From<&[u8]> for Text {
    fn from(bytes: &[u8]) -> Text {
        bytes.to_vec().into()
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Text {
        text.as_bytes().into()
    }
}

/// One text with its name: a template, a values file, the argument of `tpl`.
///
/// The text is bytes, as Go's strings are: a template need not be UTF-8.
#[derive(Debug)]
pub struct Source {
    name: String,
    text: Text,
}

impl Source {
    /// A source under the name that error messages show, e.g. `mesh/templates/configmap.yaml`.
    #[must_use]
    pub fn new(name: impl Into<String>, text: impl Into<Text>) -> Arc<Source> {
        Arc::new(Source { name: name.into(), text: text.into() })
    }

    /// The name that error messages show.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The whole text.
    #[must_use]
    pub fn text(&self) -> &Text {
        &self.text
    }

    /// The bytes of `span`.
    #[must_use]
    pub fn slice(&self, span: Span) -> &[u8] {
        &self.text[span.start as usize..span.end as usize]
    }

    /// The 1-based line and the 0-based byte column of a byte offset, as Go's template errors count them.
    #[must_use]
    pub fn line_column(&self, offset: u32) -> (usize, usize) {
        let before = &self.text[..(offset as usize).min(self.text.len())];
        let line = memchr::memchr_iter(b'\n', before).count() + 1;
        let start = memchr::memrchr(b'\n', before).map_or(0, |i| i + 1);
        (line, before.len() - start)
    }

    /// The rest of a line from a column on, without white space at its end; both count from 1, columns in characters.
    #[must_use]
    pub fn rest_of_line(&self, line: u32, column: u32) -> Span {
        let text = &*self.text;
        let above = line.saturating_sub(1) as usize;
        let start = memchr::memchr_iter(b'\n', text).take(above).last().map_or(0, |i| i + 1);
        let end = memchr::memchr(b'\n', &text[start..]).map_or(text.len(), |i| start + i);
        let letters = String::from_utf8_lossy(&text[start..end]);
        let before: usize = letters.chars().take(column.saturating_sub(1) as usize).map(char::len_utf8).sum();
        let from = (start + before).min(end);
        Span::new(from, from + text[from..end].trim_ascii_end().len())
    }

    /// The text of a 1-based line, without its line break.
    #[must_use]
    pub fn line(&self, number: usize) -> Option<&[u8]> {
        self.text.split(|b| *b == b'\n').nth(number.checked_sub(1)?)
    }

    /// The place of a 1-based line, without its line break; the end of the text for a line behind it.
    #[must_use]
    pub fn line_span(&self, number: usize) -> Span {
        let breaks = memchr::memchr_iter(b'\n', &self.text);
        let start = number.checked_sub(2).map_or(Some(0), |before| breaks.clone().nth(before).map(|at| at + 1));
        let start = start.unwrap_or(self.text.len());
        Span::new(start, memchr::memchr(b'\n', &self.text[start..]).map_or(self.text.len(), |at| start + at))
    }
}

/// A range of bytes in one [`Source`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Span {
    /// Offset of the first byte.
    pub start: u32,
    /// Offset after the last byte.
    pub end: u32,
}

impl Span {
    /// The range from `start` up to, not including, `end`.
    #[must_use]
    pub fn new(start: usize, end: usize) -> Span {
        Span { start: offset(start), end: offset(end) }
    }
}

/// Narrows an offset; sources over 4 GiB are refused when they are read.
fn offset(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

/// A span together with the text it lies in.
#[derive(Clone, Debug)]
pub struct Location {
    /// The text.
    pub source: Arc<Source>,
    /// The place in it.
    pub span: Span,
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (line, column) = self.source.line_column(self.span.start);
        write!(f, "{}:{line}:{column}", self.source.name())
    }
}

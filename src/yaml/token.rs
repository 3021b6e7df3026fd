//! The tokens of a YAML stream and where they stand.

use std::borrow::Cow;

/// A place in the text, counted as libyaml counts: characters, lines and columns from 0.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Mark {
    pub(super) index: usize,
    pub(super) line: usize,
    pub(super) column: usize,
}

/// One token.
#[derive(Clone, Debug)]
pub(super) struct Token<'a> {
    pub(super) kind: Tok<'a>,
    pub(super) mark: Mark,
}

/// What a token says.
#[derive(Clone, Debug)]
pub(super) enum Tok<'a> {
    StreamEnd,
    Version(u8, u8),
    TagDirective(Vec<u8>, Vec<u8>),
    DocumentStart,
    DocumentEnd,
    BlockSequence,
    BlockMapping,
    BlockEnd,
    FlowSequence,
    FlowSequenceEnd,
    FlowMapping,
    FlowMappingEnd,
    BlockEntry,
    FlowEntry,
    Key,
    Value,
    Alias(&'a [u8]),
    Anchor(&'a [u8]),
    Tag(Vec<u8>, Vec<u8>),
    /// The text, and whether it is plain.
    Scalar(Cow<'a, [u8]>, bool),
}

/// Why scanning or parsing stopped.
#[derive(Debug)]
pub(super) struct Fault {
    pub(super) problem: Cow<'static, str>,
    pub(super) at: Mark,
    /// Where the construct began.
    pub(super) context: Mark,
    /// Found by the scanner, whose lines Go counts one higher.
    pub(super) scanner: bool,
}

impl Fault {
    /// The message with the line as go-yaml counts it.
    pub(super) fn message(&self) -> String {
        let line = match (self.at.line, self.context.line) {
            (0, context) => context,
            (at, _) => at + usize::from(self.scanner),
        };
        if line == 0 { self.problem.to_string() } else { format!("line {line}: {}", self.problem) }
    }
}

//! What the reader of block style tells about a document.

use super::Node;

/// What a reader tells about a document, in its order.
pub(super) trait Sink<'a> {
    fn open_map(&mut self);
    fn open_list(&mut self);
    /// The end of the innermost map or list.
    fn close(&mut self);
    /// A key, as text without quotes; `depth` maps and lists are around it, and its line begins at `line`.
    fn key(&mut self, text: &'a str, quoted: bool, depth: usize, line: usize);
    fn value(&mut self, value: Leaf<'a>);
}

/// A value as it stands in the source.
pub(super) enum Leaf<'a> {
    /// Nothing where a value could be.
    Empty,
    Plain(&'a str),
    /// A plain scalar on several lines.
    PlainLines(&'a str),
    /// What is between quotes, if it is the text itself.
    Quoted(&'a str),
    /// What is between single quotes, with several lines or quotes in it.
    SingleQuoted(&'a str),
    /// What is between double quotes, with several lines or escapes.
    DoubleQuoted(&'a str),
    Block(BlockText<'a>),
    /// A flow collection.
    Flow(Node),
}

/// A block scalar.
pub(super) struct BlockText<'a> {
    /// The lines after its header, with their indentation.
    pub(super) lines: &'a str,
    /// How deep the text is indented; lines that are no longer are blank.
    pub(super) depth: usize,
    pub(super) literal: bool,
    pub(super) chomp: Chomp,
}

/// What becomes of the line breaks at the end of a block scalar.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Chomp {
    Strip,
    Clip,
    Keep,
}

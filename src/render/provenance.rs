//! Which template wrote which part of a file.

use crate::source::{Location, Span};
use crate::template::{Call, Trace, Tree};
use memchr::memmem;
use std::any::Any;

/// Remembers who wrote what while one file is rendered.
#[derive(Default)]
pub struct Provenance {
    /// Templates that run, outermost first.
    active: Vec<Active>,
    /// Nodes of the file itself, in the order of the output.
    outer: Vec<Written>,
    /// Where the file's output had a `<no value>`, which Helm deletes.
    deleted: Vec<usize>,
    /// Templates that have ended.
    inner: Vec<Inner>,
}

const NO_VALUE: &[u8] = b"<no value>";

/// A node, and where in its template's output it begins to write.
type Written = (usize, Location);

struct Active {
    start: usize,
    nodes: Vec<Written>,
}

/// The output of a template that another one called.
struct Inner {
    /// How many nodes of the file had begun: the last of them made the call.
    outer: usize,
    depth: usize,
    text: Vec<u8>,
    nodes: Vec<Written>,
}

impl Trace for Provenance {
    fn begin(&mut self, node: Location, offset: usize) {
        if let Some(active) = self.active.last_mut() {
            active.nodes.push((offset.saturating_sub(active.start), node));
        }
    }

    fn end(&mut self, _output: &[u8]) {}

    fn enter(&mut self, _call: Call, _tree: &Tree, offset: usize) {
        self.active.push(Active { start: offset, nodes: Vec::new() });
    }

    fn leave(&mut self, output: &[u8]) {
        let Some(Active { nodes, .. }) = self.active.pop() else { return };
        match self.active.first() {
            None => {
                self.outer = nodes;
                self.deleted = memmem::find_iter(output, NO_VALUE).collect();
            }
            Some(file) => {
                let (outer, depth) = (file.nodes.len(), self.active.len());
                self.inner.push(Inner { outer, depth, text: output.to_vec(), nodes });
            }
        }
    }

    fn into_any(self: Box<Self>) -> Box<dyn Any> {
        self
    }
}

impl Provenance {
    /// The node of the file that wrote the byte at `offset` of its output.
    #[must_use]
    pub fn outermost(&self, offset: usize) -> Option<Location> {
        Some(place_in(&self.outer[self.outer_index(offset)?], self.written_at(offset)))
    }

    /// The node of the innermost called template whose output has `line` exactly once, among those
    /// called by the node that wrote the byte at `offset`. Functions may have changed the indentation.
    ///
    /// `None` where there is no such template, or where it is not certain which one it is.
    #[must_use]
    pub fn innermost(&self, offset: usize, line: &[u8]) -> Option<Location> {
        let outer = self.outer_index(offset)? + 1;
        let line = line.trim_ascii();
        if line.is_empty() {
            return None;
        }
        let called = self.inner.iter().filter(|inner| inner.outer == outer);
        let found: Vec<_> = called.filter_map(|inner| Some((inner, only_line(&inner.text, line)?))).collect();
        let deepest = found.iter().map(|(inner, _)| inner.depth).max()?;
        let mut candidates = found.iter().filter(|(inner, _)| inner.depth == deepest);
        let (inner, at) = candidates.next()?;
        if candidates.next().is_some() {
            return None;
        }
        let index = inner.nodes.partition_point(|(start, _)| *start <= *at).checked_sub(1)?;
        Some(place_in(&inner.nodes[index], *at))
    }

    /// The offset before Helm deleted anything of a byte of the final output.
    fn written_at(&self, offset: usize) -> usize {
        self.deleted.iter().fold(offset, |at, deleted| if *deleted <= at { at + NO_VALUE.len() } else { at })
    }

    fn outer_index(&self, offset: usize) -> Option<usize> {
        let offset = self.written_at(offset);
        self.outer.partition_point(|(start, _)| *start <= offset).checked_sub(1)
    }
}

/// Where a node wrote the byte at `offset`: text is its own source, so there the line is known exactly.
fn place_in((start, location): &Written, offset: usize) -> Location {
    let span = location.span;
    let text = location.source.slice(span);
    let within = offset.saturating_sub(*start);
    if text.starts_with(b"{{") || within >= text.len() {
        return location.clone();
    }
    let from = memchr::memrchr(b'\n', &text[..within]).map_or(0, |i| i + 1);
    let from = from + text[from..].iter().take_while(|b| matches!(b, b' ' | b'\t')).count();
    let to = memchr::memchr(b'\n', &text[from..]).map_or(text.len(), |i| from + i);
    let at = span.start as usize;
    Location { source: location.source.clone(), span: Span::new(at + from, at + to) }
}

/// The offset of the last byte of a line, but for white space around it, if a text has it exactly once.
fn only_line(text: &[u8], line: &[u8]) -> Option<usize> {
    let is_line = |at: &usize| {
        let start = memchr::memrchr(b'\n', &text[..*at]).map_or(0, |i| i + 1);
        let end = memchr::memchr(b'\n', &text[*at..]).map_or(text.len(), |i| at + i);
        text[start..end].trim_ascii() == line
    };
    let mut places = memmem::find_iter(text, line).filter(is_line);
    let first = places.next()?;
    places.next().is_none().then_some(first + line.len() - 1)
}

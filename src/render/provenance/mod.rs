//! Which template wrote which part of a file, and from which value.

mod align;
mod paths;

pub use paths::Key;

use crate::gostd::fmt;
use crate::source::{Location, Span};
use crate::template::{Call, Trace, Tree, chains};
use crate::value::{Map, Value};
use memchr::memmem;
use paths::Paths;
use std::any::Any;

const NO_VALUE: &[u8] = b"<no value>";

/// Remembers who wrote what while one file is rendered.
pub struct Provenance {
    paths: Paths,
    /// Templates that run, outermost first.
    active: Vec<Active>,
    /// How many nodes have begun.
    begun: usize,
    /// The file's own output, with every `<no value>`, which Helm deletes.
    file: Output,
    /// What `include` gave.
    included: Vec<Included>,
}

/// Where a byte of a rendered file comes from.
#[derive(Clone, Debug)]
pub struct Origin {
    /// The innermost place that is certain: a line of text, or an action.
    pub written: Location,
    /// Whether that is where it was made. Otherwise the action prints what was made elsewhere: a variable, or
    /// the output of a template that cannot be told apart in it.
    pub exact: bool,
    /// The action of the file through which that template was called, if it is another one.
    pub called: Option<Location>,
    /// The value that the action printed, from the root of the values, if it is certain.
    pub value: Option<Vec<Key>>,
}

#[derive(Default)]
struct Output {
    text: Vec<u8>,
    nodes: Vec<Written>,
}

/// A node, and where in the output it begins to write.
struct Written {
    id: usize,
    start: usize,
    location: Location,
    /// The action of the file that called the template the node is in, where `template` did it.
    called: Option<Location>,
    read: Option<Read>,
}

/// The one value that an action reads.
struct Read {
    path: Vec<Key>,
    /// What a scalar looks like; a container has no text of its own.
    printed: Option<Vec<u8>>,
}

struct Active {
    call: Call,
    start: usize,
    data: Value,
    nodes: Vec<Written>,
}

/// The output of a template that an action took in.
struct Included {
    by: usize,
    output: Output,
}

impl Trace for Provenance {
    fn begin(&mut self, node: Location, dot: &Value, offset: usize) {
        let Some(active) = self.active.last_mut() else { return };
        let read = self.paths.only_value_of(node.source.slice(node.span), dot, &active.data);
        let read = read.map(|(path, value)| Read { path, printed: printed(&value) });
        let start = offset.saturating_sub(active.start);
        active.nodes.push(Written { id: self.begun, start, location: node, called: None, read });
        self.begun += 1;
    }

    fn end(&mut self, _output: &[u8]) {}

    fn enter(&mut self, call: Call, _tree: &Tree, data: &Value, offset: usize) {
        // What `template` writes stays where it is: in the output of the one that called it.
        let caller = self.active.last().filter(|_| call == Call::Template);
        let start = caller.map_or(offset, |caller| caller.start);
        self.active.push(Active { call, start, data: data.clone(), nodes: Vec::new() });
    }

    fn leave(&mut self, output: &[u8]) {
        let Some(ended) = self.active.pop() else { return };
        let output = Output { text: output.to_vec(), nodes: ended.nodes };
        let Some(caller) = self.active.last_mut() else {
            self.file = output;
            return;
        };
        let Some(by) = caller.nodes.last() else { return };
        match ended.call {
            Call::Template => {
                let called = by.called.clone().or_else(|| Some(by.location.clone()));
                caller.nodes.extend(output.nodes.into_iter().map(|node| Written { called: called.clone(), ..node }));
            }
            Call::Include => self.included.push(Included { by: by.id, output }),
            // The text that `tpl` runs is a value, not a file.
            Call::Tpl | Call::File => {}
        }
    }

    fn into_any(self: Box<Self>) -> Box<dyn Any> {
        self
    }
}

/// The text of a scalar, as an action prints it.
fn printed(value: &Value) -> Option<Vec<u8>> {
    if matches!(value, Value::Map(_) | Value::List(_)) {
        return None;
    }
    let mut text = Vec::new();
    fmt::print(value, &mut text);
    Some(text)
}

impl Provenance {
    /// Nothing yet. `values` are those of the render that is to be watched.
    #[must_use]
    pub fn new(values: &Map) -> Provenance {
        Provenance {
            paths: Paths::of(values),
            active: Vec::new(),
            begun: 0,
            file: Output::default(),
            included: Vec::new(),
        }
    }

    /// Whether the file that was watched came out as this text.
    #[must_use]
    pub fn is_of(&self, text: &[u8]) -> bool {
        let mut text = text;
        let mut last = 0;
        let deleted = memmem::find_iter(&self.file.text, NO_VALUE).chain([self.file.text.len()]);
        for at in deleted {
            match text.strip_prefix(&self.file.text[last..at]) {
                Some(rest) => text = rest,
                None => return false,
            }
            last = at + NO_VALUE.len();
        }
        text.is_empty()
    }

    /// Where the byte at `offset` of the rendered file comes from.
    #[must_use]
    pub fn origin(&self, offset: usize) -> Option<Origin> {
        let offset = self.written_at(offset);
        let outer = node_at(&self.file, offset)?;
        let (node, region, at) = self.innermost(&self.file, offset)?;
        let called = match &outer.called {
            Some(called) => Some(called.clone()),
            None if node.id != outer.id => Some(outer.location.clone()),
            None => None,
        };
        let read = node.read.as_ref();
        let value = read.filter(|read| read.printed.as_ref().is_none_or(|text| contains(region, text)));
        let text = node.location.source.slice(node.location.span);
        let exact = !text.starts_with(b"{{") || chains(text).is_some();
        Some(Origin { written: place_in(node, at), exact, called, value: value.map(|read| read.path.clone()) })
    }

    /// The node that wrote a byte of an output, in the deepest template of which that is certain, with all that
    /// it wrote there and the place of the byte in that.
    fn innermost<'p>(&'p self, output: &'p Output, offset: usize) -> Option<(&'p Written, &'p [u8], usize)> {
        let node = node_at(output, offset)?;
        let region = region(output, node, offset);
        let at = offset - node.start;
        let mut found: Vec<(&Written, &[u8], usize)> = Vec::new();
        for included in self.included.iter().filter(|included| included.by == node.id) {
            for inner in align::places(&included.output.text, region, at) {
                found.extend(self.innermost(&included.output, inner));
            }
        }
        let same = |(a, b): (&Written, &Written)| {
            a.location.span == b.location.span && std::sync::Arc::ptr_eq(&a.location.source, &b.location.source)
        };
        match found.first() {
            Some(first) if found.iter().all(|other| same((first.0, other.0)) && first.2 == other.2) => Some(*first),
            _ => Some((node, region, at)),
        }
    }

    /// The offset before Helm deleted anything of a byte of the final output.
    fn written_at(&self, offset: usize) -> usize {
        let deleted = memmem::find_iter(&self.file.text, NO_VALUE);
        deleted.fold(offset, |at, deleted| if deleted <= at { at + NO_VALUE.len() } else { at })
    }
}

fn contains(region: &[u8], text: &[u8]) -> bool {
    !text.is_empty() && memmem::find(region, text).is_some()
}

/// The node that wrote a byte: of those that begin before it, the one that began last.
fn node_at(output: &Output, offset: usize) -> Option<&Written> {
    let after = output.nodes.partition_point(|node| node.start <= offset);
    output.nodes.get(after.checked_sub(1)?)
}

/// All that a node wrote, up to where the next one begins.
fn region<'o>(output: &'o Output, node: &Written, offset: usize) -> &'o [u8] {
    let next = output.nodes.partition_point(|node| node.start <= offset);
    let end = output.nodes.get(next).map_or(output.text.len(), |node| node.start);
    &output.text[node.start.min(end)..end]
}

/// Where a node wrote the byte at `at` of its output: text is its own source, so there the line is known exactly.
fn place_in(node: &Written, at: usize) -> Location {
    let Location { source, span } = &node.location;
    let text = source.slice(*span);
    if text.starts_with(b"{{") || at >= text.len() {
        return node.location.clone();
    }
    let from = memchr::memrchr(b'\n', &text[..at]).map_or(0, |i| i + 1);
    let from = from + text[from..].iter().take_while(|b| matches!(b, b' ' | b'\t')).count();
    let to = memchr::memchr(b'\n', &text[from..]).map_or(text.len(), |i| from + i);
    let begin = span.start as usize;
    Location { source: source.clone(), span: Span::new(begin + from, begin + to) }
}

//! A tree in the making.

use super::super::node::{Many, Node, NodeId, Number, Tree, Unsure};
use crate::source::{Source, Span};
use std::borrow::Cow;
use std::cell::Cell;
use std::sync::Arc;

/// How many nodes a builder that is kept may have room for.
const MOST_SPARE: usize = 1 << 12;

thread_local! {
    /// The builder of a file that is done: its room serves the next file of the thread.
    static SPARE: Cell<Option<Builder>> = const { Cell::new(None) };
}

#[derive(Default)]
pub(super) struct Builder {
    nodes: Vec<Node>,
    spans: Vec<Span>,
    children: Vec<NodeId>,
    names: Vec<Span>,
    unsure: Vec<Unsure>,
    numbers: Vec<Number>,
    texts: Vec<u8>,
    /// Children of nodes that are still being read, innermost last.
    open: Vec<NodeId>,
}

impl Builder {
    /// An empty builder.
    pub(super) fn new() -> Builder {
        SPARE.take().unwrap_or_default()
    }

    /// Keeps an empty builder for the next file, unless its room is larger than most files need.
    pub(super) fn put_by(self) {
        if self.nodes.capacity() <= MOST_SPARE {
            SPARE.set(Some(self));
        }
    }

    pub(super) fn add(&mut self, node: Node, span: Span) -> NodeId {
        let id = index(self.nodes.len());
        self.nodes.push(node);
        self.spans.push(span);
        id
    }

    /// The number that the next node gets.
    pub(super) fn next_id(&self) -> NodeId {
        index(self.nodes.len())
    }

    pub(super) fn get(&self, id: NodeId) -> Node {
        self.nodes[id as usize]
    }

    pub(super) fn set(&mut self, id: NodeId, node: Node) {
        self.nodes[id as usize] = node;
    }

    pub(super) fn set_span(&mut self, id: NodeId, span: Span) {
        self.spans[id as usize] = span;
    }

    pub(super) fn span(&self, id: NodeId) -> Span {
        self.spans[id as usize]
    }

    /// Begins to collect children; [`Builder::take`] with the mark ends it.
    pub(super) fn mark(&self) -> usize {
        self.open.len()
    }

    pub(super) fn push(&mut self, child: NodeId) {
        self.open.push(child);
    }

    /// The children collected since the mark.
    pub(super) fn since(&self, mark: usize) -> &[NodeId] {
        &self.open[mark..]
    }

    /// Drops the children collected since the mark.
    pub(super) fn forget(&mut self, mark: usize) {
        self.open.truncate(mark);
    }

    /// Puts the children collected since the mark into the tree.
    pub(super) fn take(&mut self, mark: usize) -> Many {
        let start = index(self.children.len());
        self.children.extend_from_slice(&self.open[mark..]);
        self.open.truncate(mark);
        Many { start, end: index(self.children.len()) }
    }

    pub(super) fn children(&self, many: Many) -> &[NodeId] {
        &self.children[many.start as usize..many.end as usize]
    }

    /// The children collected since the mark as a list.
    pub(super) fn list(&mut self, mark: usize, span: Span) -> NodeId {
        let many = self.take(mark);
        self.add(Node::List(many), span)
    }

    /// Adds a variable that may be in any of some slots; its number.
    pub(super) fn unsure(&mut self, slots: impl IntoIterator<Item = u32>, names: Many) -> u32 {
        let start = index(self.children.len());
        self.children.extend(slots);
        self.unsure.push(Unsure { slots: Many { start, end: index(self.children.len()) }, names });
        index(self.unsure.len() - 1)
    }

    /// Gives such a variable the names of fields.
    pub(super) fn set_names(&mut self, unsure: u32, names: Many) {
        self.unsure[unsure as usize].names = names;
    }

    /// Adds the name of a field that is written at `dotted`, a dot and the name; its number.
    pub(super) fn name(&mut self, dotted: Span) -> u32 {
        self.names.push(Span { start: dotted.start + 1, end: dotted.end });
        index(self.names.len() - 1)
    }

    /// The node of a string literal: `text` is what it means, and `span` has its quotes at both ends.
    pub(super) fn string(&mut self, text: Cow<'_, [u8]>, span: Span) -> Node {
        match text {
            Cow::Borrowed(_) => Node::Str(Span { start: span.start + 1, end: span.end - 1 }),
            Cow::Owned(text) => {
                let start = self.texts.len();
                self.texts.extend_from_slice(&text);
                Node::Unquoted(Span::new(start, self.texts.len()))
            }
        }
    }

    /// The node of a number.
    pub(super) fn number(&mut self, number: Number) -> Node {
        match number.int {
            Some(int) if number == int.into() => Node::Int(int),
            _ => {
                self.numbers.push(number);
                Node::Number(index(self.numbers.len() - 1))
            }
        }
    }

    /// The finished tree, of which `root` is the list; the builder is empty again and keeps its room.
    pub(super) fn finish(&mut self, name: Box<[u8]>, source: Arc<Source>, root: NodeId, slots: u32) -> Tree {
        let mut tree = Tree {
            name,
            source,
            root,
            nodes: take(&mut self.nodes),
            spans: take(&mut self.spans),
            children: take(&mut self.children),
            names: take(&mut self.names),
            unsure: take(&mut self.unsure),
            numbers: take(&mut self.numbers),
            texts: take(&mut self.texts),
            slots,
            blank: false,
        };
        tree.blank = is_blank(&tree);
        tree
    }
}

/// A copy of just the size; the list is emptied.
fn take<T: Copy>(list: &mut Vec<T>) -> Box<[T]> {
    let copy = Box::from(list.as_slice());
    list.clear();
    copy
}

/// Source: Go's `parse.IsEmptyTree`.
fn is_blank(tree: &Tree) -> bool {
    let Node::List(many) = tree.node(tree.root) else { return false };
    tree.children(many).iter().all(|child| match tree.node(*child) {
        Node::Text(span) => is_white(tree.source.slice(span)),
        _ => false,
    })
}

/// Whether `bytes.TrimSpace` leaves nothing.
fn is_white(text: &[u8]) -> bool {
    crate::gostd::strings::runes(text).all(|(c, _)| crate::gostd::unicode::is_space(c))
}

/// Sources are smaller than 4 GiB, so there are fewer nodes than that.
fn index(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

//! The tree of one template: compact, with names resolved as far as they can be.

use super::func::Func;
use crate::source::{Location, Source, Span};
use crate::value::Str;
use std::ops::Range;
use std::sync::Arc;

/// The number of a node in its tree.
pub(super) type NodeId = u32;

/// Several entries of one of the tree's lists.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Many {
    pub(super) start: u32,
    pub(super) end: u32,
}

impl Many {
    pub(super) fn len(self) -> usize {
        (self.end - self.start) as usize
    }

    pub(super) fn is_empty(self) -> bool {
        self.start == self.end
    }

    fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// A node. Each refers to others by number, so that a tree of any depth is flat in memory.
///
/// A pipeline of one command is that command, and a command of one operand is that operand; only
/// parentheses are always a [`Node::Pipe`], [`Node::Declare`] or [`Node::Command`].
#[derive(Clone, Copy)]
pub(super) enum Node {
    // What makes output.
    /// Text between actions.
    Text(Span),
    /// `{{pipe}}`
    Action(NodeId),
    /// A sequence of [`Tree::children`].
    List(Many),
    If(Branches),
    With(Branches),
    Range(Branches),
    /// `{{template "name" pipe}}`; the name is a literal.
    Template {
        name: NodeId,
        pipe: Option<NodeId>,
    },
    Break,
    Continue,
    // What makes values.
    /// Commands.
    Pipe(Many),
    /// Commands and, behind them, the `variables` that get the result.
    Declare {
        variables: u8,
        assign: bool,
        children: Many,
    },
    /// Operands, of which the first may be called with the others.
    Command(Many),
    Func(&'static Func),
    And(Declared),
    Or(Declared),
    /// `call`: there are no function values, so it always fails.
    Call,
    /// `.a.b`; the names are some of [`Tree::names`].
    Field(Many),
    /// `$x.a.b`
    Var {
        slot: u32,
        names: Many,
    },
    /// `$x` where it is read for the last time before it gets another value, as in `$x = append $x 1`:
    /// its value is taken out of it, so that a function may find itself to be the only holder.
    LastVar(u32),
    /// A variable whose declaration may not have run, one of [`Tree::unsure`].
    MaybeVar(u32),
    /// `(…).a.b`
    Chain {
        node: NodeId,
        names: Many,
    },
    Dot,
    Nil,
    Bool(bool),
    /// A number that is nothing but this integer.
    Int(i64),
    /// One of [`Tree::numbers`].
    Number(u32),
    /// A string literal: what stands between its quotes.
    Str(Span),
    /// A string literal with escapes: what it means, a part of [`Tree::texts`].
    Unquoted(Span),
}

impl Node {
    /// Whether the node, as an operand, stands in parentheses.
    pub(super) fn is_parenthesized(self) -> bool {
        matches!(self, Node::Pipe(_) | Node::Declare { .. } | Node::Command(_))
    }

    /// Whether the node can be no function, field or variable.
    pub(super) fn is_constant(self) -> bool {
        matches!(self, Node::Dot | Node::Nil) || self.is_basic()
    }

    /// Whether the node is a truth value, a number or a string.
    pub(super) fn is_basic(self) -> bool {
        matches!(self, Node::Bool(_) | Node::Int(_) | Node::Number(_) | Node::Str(_) | Node::Unquoted(_))
    }
}

/// The parts of `if`, `with` and `range`: a pipeline, the list that it lets run, and, if there is an
/// `else`, the list behind that.
#[derive(Clone, Copy)]
pub(super) struct Branches {
    pub(super) pipe: NodeId,
    pub(super) lists: Many,
}

/// `$x.a.b`, where the first of the slots that is set is meant.
#[derive(Clone, Copy, Debug)]
pub(super) struct Unsure {
    /// Some of [`Tree::children`].
    pub(super) slots: Many,
    pub(super) names: Many,
}

/// The slots that are declared among the arguments of `and` or `or`: an argument may be skipped, so
/// the slots are cleared first.
#[derive(Clone, Copy, Default)]
pub(super) struct Declared {
    pub(super) first: u32,
    pub(super) end: u32,
}

const _: () = assert!(size_of::<Node>() <= 16);

/// A number as it is written, and everything it can be.
///
/// Source: Go's `parse.NumberNode`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Number {
    pub(super) int: Option<i64>,
    pub(super) uint: Option<u64>,
    pub(super) float: Option<f64>,
    pub(super) complex: Option<[f64; 2]>,
    /// What it is where no type is asked for.
    pub(super) ideal: Ideal,
}

impl From<i64> for Number {
    fn from(int: i64) -> Number {
        let uint = u64::try_from(int).ok();
        Number { int: Some(int), uint, float: Some(int as f64), ..Number::default() }
    }
}

/// The type of a constant that nothing else decides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Ideal {
    #[default]
    Int,
    Float,
    Complex,
    /// An integer that does not fit an `int`: an error when it is used.
    Overflow,
}

/// The tree of a file, of a `define` or of a `block`.
pub struct Tree {
    pub(super) name: Box<[u8]>,
    pub(super) source: Arc<Source>,
    pub(super) root: NodeId,
    pub(super) nodes: Box<[Node]>,
    /// The text of each node.
    pub(super) spans: Box<[Span]>,
    pub(super) children: Box<[NodeId]>,
    /// Parts of the source.
    pub(super) names: Box<[Span]>,
    pub(super) unsure: Box<[Unsure]>,
    pub(super) numbers: Box<[Number]>,
    pub(super) texts: Box<[u8]>,
    /// How many variables the template's frame holds, `$` included.
    pub(super) slots: u32,
    /// Whether the tree holds nothing but white space.
    pub(super) blank: bool,
}

impl Tree {
    /// The name under which the template is called: that of the file, or that in `define`.
    #[must_use]
    pub fn name(&self) -> &[u8] {
        &self.name
    }

    /// The text the template was parsed from.
    #[must_use]
    pub fn source(&self) -> &Arc<Source> {
        &self.source
    }

    /// Whether the template holds nothing but white space and comments; such a one replaces no other.
    #[must_use]
    pub fn is_blank(&self) -> bool {
        self.blank
    }

    pub(super) fn node(&self, id: NodeId) -> Node {
        self.nodes[id as usize]
    }

    pub(super) fn span(&self, id: NodeId) -> Span {
        self.spans[id as usize]
    }

    /// The offset that Go reports for a node.
    pub(super) fn position(&self, id: NodeId) -> u32 {
        match self.node(id) {
            Node::Action(pipe) => Some(self.span(pipe).start),
            Node::If(branches) | Node::With(branches) | Node::Range(branches) => Some(self.span(branches.pipe).start),
            Node::Template { name, .. } => Some(self.span(name).start),
            Node::Field(names) => self.dot_before(names, 1),
            Node::Var { names, .. } | Node::Chain { names, .. } => self.dot_before(names, 0),
            Node::MaybeVar(unsure) => self.dot_before(self.unsure(unsure).names, 0),
            _ => None,
        }
        .unwrap_or(self.span(id).start)
    }

    /// The offset of the dot in front of a name.
    fn dot_before(&self, names: Many, number: usize) -> Option<u32> {
        self.names[names.range()].get(number).map(|name| name.start - 1)
    }

    pub(super) fn children(&self, many: Many) -> &[NodeId] {
        &self.children[many.range()]
    }

    /// The commands of a pipeline of several, and the variables that get its result.
    pub(super) fn pipeline(&self, children: Many, variables: u8) -> (&[NodeId], &[NodeId]) {
        self.children(children).split_at(children.len() - usize::from(variables))
    }

    pub(super) fn names(&self, many: Many) -> impl DoubleEndedIterator<Item = &[u8]> {
        self.names[many.range()].iter().map(|name| self.source.slice(*name))
    }

    /// The text that a string literal means.
    pub(super) fn literal(&self, node: Node) -> &[u8] {
        match node {
            Node::Str(span) => self.source.slice(span),
            Node::Unquoted(span) => &self.texts[span.start as usize..span.end as usize],
            _ => b"",
        }
    }

    /// That text as a value.
    pub(super) fn string(&self, node: Node) -> Str {
        match node {
            Node::Str(span) => Str::part_of(self.source.text(), span.start as usize..span.end as usize),
            _ => self.literal(node).into(),
        }
    }

    pub(super) fn unsure(&self, number: u32) -> Unsure {
        self.unsure[number as usize]
    }

    /// Everything that a number can be.
    pub(super) fn number(&self, node: Node) -> Option<Number> {
        match node {
            Node::Int(int) => Some(int.into()),
            Node::Number(number) => Some(self.numbers[number as usize]),
            _ => None,
        }
    }

    /// The text of a node as it was written.
    pub(super) fn written(&self, id: NodeId) -> &[u8] {
        self.source.slice(self.span(id))
    }

    /// Where a node stands, for people.
    pub(super) fn location(&self, id: NodeId) -> Location {
        Location { source: Arc::clone(&self.source), span: self.span(id) }
    }
}

impl std::fmt::Debug for Tree {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Tree({:?}, {} nodes)", String::from_utf8_lossy(&self.name), self.nodes.len())
    }
}

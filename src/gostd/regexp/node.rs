//! A part of an expression with what Go's limits need to know about it.

use regex_syntax::hir::{Capture, Hir, Repetition};

/// How a part is written, as far as it decides how deep an expression is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    /// A literal text, and whether its case matters not.
    Literal(bool),
    Concat,
    Alternation,
    Other,
}

/// A part of an expression.
pub(super) struct Node {
    pub(super) hir: Hir,
    shape: Shape,
    /// The levels of nesting.
    pub(super) height: usize,
    /// The instructions it takes.
    pub(super) size: u64,
    /// How often its innermost part is repeated by counts.
    pub(super) copies: u64,
}

impl Node {
    /// A part that has no parts.
    pub(super) fn leaf(hir: Hir) -> Node {
        Node { hir, shape: Shape::Other, height: 1, size: 1, copies: 0 }
    }

    /// One character.
    pub(super) fn literal(hir: Hir, folded: bool) -> Node {
        Node { shape: Shape::Literal(folded), ..Node::leaf(hir) }
    }

    /// One part after another. Literals in a row are one part.
    pub(super) fn concat(mut parts: Vec<Node>) -> Node {
        match parts.len() {
            0 => return Node::leaf(Hir::empty()),
            1 => return parts.remove(0),
            _ => {}
        }
        let first = parts[0].shape;
        let literal = matches!(first, Shape::Literal(_)) && parts.iter().all(|part| part.shape == first);
        let size = parts.iter().fold(0, |size: u64, part| size.saturating_add(part.size));
        let shape = if literal { first } else { Shape::Concat };
        let height = if literal { 1 } else { height_over(&parts, Shape::Concat) };
        Node { copies: copies_of(&parts), hir: Hir::concat(hirs(parts)), shape, height, size }
    }

    /// One of several parts.
    pub(super) fn alternation(mut parts: Vec<Node>) -> Node {
        if parts.len() == 1 {
            return parts.remove(0);
        }
        let size = parts.iter().fold(parts.len() as u64 - 1, |size, part| size.saturating_add(part.size));
        let height = height_over(&parts, Shape::Alternation);
        Node { copies: copies_of(&parts), hir: Hir::alternation(hirs(parts)), shape: Shape::Alternation, height, size }
    }

    /// A group with a number.
    pub(super) fn capture(self, index: u32) -> Node {
        let hir = Hir::capture(Capture { index, name: None, sub: Box::new(self.hir) });
        Node {
            hir,
            shape: Shape::Other,
            height: self.height + 1,
            size: self.size.saturating_add(2),
            copies: self.copies,
        }
    }

    /// A repeated part; `counted` tells `{…}` from `*`, `+` and `?`.
    pub(super) fn repeat(self, min: u32, max: Option<u32>, greedy: bool, counted: bool) -> Node {
        let sub = self.size;
        let many = |count: u32| sub.saturating_mul(count.into());
        let size = match (min, max) {
            (0, None) => sub.saturating_add(2),
            (_, None) if counted => many(min).saturating_add(1),
            (_, Some(max)) if counted => many(max).saturating_add(u64::from(max.saturating_sub(min))),
            _ => sub.saturating_add(1),
        };
        let copies = match max.unwrap_or(min) {
            _ if !counted => self.copies,
            0 if max.is_some() => 0,
            0 => self.copies,
            count => self.copies.max(1).saturating_mul(count.into()),
        };
        let hir = Hir::repetition(Repetition { min, max, greedy, sub: Box::new(self.hir) });
        Node { hir, shape: Shape::Other, height: self.height + 1, size: size.max(1), copies }
    }
}

/// The parts of a part of the same shape count as parts of the whole.
fn height_over(parts: &[Node], shape: Shape) -> usize {
    parts.iter().map(|part| part.height + usize::from(part.shape != shape)).max().unwrap_or(1)
}

fn copies_of(parts: &[Node]) -> u64 {
    parts.iter().map(|part| part.copies).max().unwrap_or(0)
}

fn hirs(parts: Vec<Node>) -> Vec<Hir> {
    parts.into_iter().map(|part| part.hir).collect()
}

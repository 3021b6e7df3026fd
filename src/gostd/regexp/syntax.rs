//! Go's syntax of regular expressions.
//!
//! Source: Go's `regexp/syntax`, with the flags that `regexp.Compile` sets.

use super::ErrorText;
use super::class::{self, bracketed};
use super::escape::escape;
use super::group::{self, Start};
use super::node::Node;
use regex_syntax::hir::{Class, Dot, Hir, Look};

/// The highest tree of an expression.
const MAX_HEIGHT: usize = 1000;
/// The most instructions of an expression.
const MAX_SIZE: u64 = (128 << 20) / 40;
/// The most repetitions, also of counts inside of counts.
const MAX_COPIES: u64 = 1000;

/// Something read, and the text behind it; the error is Go's text.
pub(super) type Parsed<'a, T> = Result<(T, &'a [u8]), ErrorText>;

/// A whole expression.
pub(super) struct Expression {
    pub(super) hir: Hir,
    /// The names of the groups, the whole match first.
    pub(super) names: Vec<String>,
}

/// The flags that `(?…)` sets.
#[derive(Clone, Copy, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag that a pattern sets by its letter")]
pub(super) struct Flags {
    /// `i`: case does not matter.
    pub(super) fold: bool,
    /// `m`: `^` and `$` match at lines.
    pub(super) multi_line: bool,
    /// `s`: `.` matches line breaks.
    pub(super) dot_newline: bool,
    /// `U`: repetitions take as little as they can.
    pub(super) lazy: bool,
}

/// Go's error text.
pub(super) fn error(what: &str, part: &[u8]) -> ErrorText {
    [format!("error parsing regexp: {what}: `").as_bytes(), part, b"`"].concat()
}

/// The first character.
pub(super) fn decode(text: &[u8]) -> Parsed<'_, u32> {
    let head = &text[..text.len().min(4)];
    let valid = head.utf8_chunks().next().map_or("", |chunk| chunk.valid());
    let char = valid.chars().next().ok_or_else(|| error("invalid UTF-8", text))?;
    Ok((char.into(), &text[char.len_utf8()..]))
}

/// A group that is not closed yet; the outermost one is the expression.
struct Frame {
    /// The alternatives that are complete.
    alternatives: Vec<Node>,
    /// The parts of the current alternative.
    parts: Vec<Node>,
    /// The flags outside.
    flags: Flags,
    capture: Option<u32>,
}

struct Parser<'a> {
    pattern: &'a [u8],
    outer: Vec<Frame>,
    frame: Frame,
    flags: Flags,
    names: Vec<String>,
}

pub(super) fn parse(pattern: &[u8]) -> Result<Expression, ErrorText> {
    let mut parser = Parser {
        pattern,
        outer: Vec::new(),
        frame: Frame::new(Flags::default(), None),
        flags: Flags::default(),
        names: vec![String::new()],
    };
    let mut rest = pattern;
    let mut repeated = None;
    while !rest.is_empty() {
        let start = rest;
        let (is_repetition, after) = parser.step(rest, repeated)?;
        repeated = is_repetition.then_some(start);
        rest = after;
    }
    if !parser.outer.is_empty() {
        return Err(error("missing closing )", pattern));
    }
    let frame = std::mem::replace(&mut parser.frame, Frame::new(Flags::default(), None));
    let node = parser.checked(frame.close())?;
    Ok(Expression { hir: node.hir, names: parser.names })
}

impl Frame {
    fn new(flags: Flags, capture: Option<u32>) -> Frame {
        Frame { alternatives: Vec::new(), parts: Vec::new(), flags, capture }
    }

    fn end_alternative(&mut self) {
        let parts = std::mem::take(&mut self.parts);
        self.alternatives.push(Node::concat(parts));
    }

    fn close(mut self) -> Node {
        self.end_alternative();
        let node = Node::alternation(self.alternatives);
        match self.capture {
            Some(index) => node.capture(index),
            None => node,
        }
    }
}

impl Parser<'_> {
    /// Reads the next thing; `repeated` is the text from a repetition just before it on.
    fn step<'t>(&mut self, text: &'t [u8], repeated: Option<&[u8]>) -> Parsed<'t, bool> {
        let rest = &text[1..];
        match text[0] {
            b'(' => return Ok((false, self.open(text)?)),
            b'|' => self.frame.end_alternative(),
            b')' => self.close()?,
            b'^' => self.look(if self.flags.multi_line { Look::StartLF } else { Look::Start }),
            b'$' => self.look(if self.flags.multi_line { Look::EndLF } else { Look::End }),
            b'.' => {
                let dot = if self.flags.dot_newline { Dot::AnyChar } else { Dot::AnyCharExceptLF };
                self.push(Node::leaf(Hir::dot(dot)));
            }
            b'[' => {
                let (class, rest) = bracketed(text, self.flags)?;
                self.push(Node::leaf(class));
                return Ok((false, rest));
            }
            b'*' => return Ok((true, self.repeat((0, None), false, text, rest, repeated)?)),
            b'+' => return Ok((true, self.repeat((1, None), false, text, rest, repeated)?)),
            b'?' => return Ok((true, self.repeat((0, Some(1)), false, text, rest, repeated)?)),
            b'{' => {
                if let Some((counts, rest)) = counts(text)? {
                    return Ok((true, self.repeat(counts, true, text, rest, repeated)?));
                }
                self.literal(u32::from(b'{'));
            }
            b'\\' => return Ok((false, self.backslash(text)?)),
            _ => {
                let (char, rest) = decode(text)?;
                self.literal(char);
                return Ok((false, rest));
            }
        }
        Ok((false, rest))
    }

    fn push(&mut self, node: Node) {
        self.frame.parts.push(node);
    }

    fn look(&mut self, look: Look) {
        self.push(Node::leaf(Hir::look(look)));
    }

    fn literal(&mut self, char: u32) {
        let hir = match char::from_u32(char) {
            None => Hir::fail(),
            Some(_) if self.flags.fold => Hir::class(Class::Unicode(class::range(char, char, self.flags))),
            Some(char) => Hir::literal(char.encode_utf8(&mut [0; 4]).as_bytes()),
        };
        self.push(Node::literal(hir, self.flags.fold));
    }

    fn open<'t>(&mut self, text: &'t [u8]) -> Result<&'t [u8], ErrorText> {
        if !text.starts_with(b"(?") {
            self.enter(Some(String::new()));
            return Ok(&text[1..]);
        }
        let (start, rest) = group::start(text, self.flags)?;
        match start {
            Start::Named(name) => self.enter(Some(name)),
            Start::Plain(flags) => {
                self.enter(None);
                self.flags = flags;
            }
            Start::Flags(flags) => self.flags = flags,
        }
        Ok(rest)
    }

    /// Begins a group; one with a name, even an empty one, has a number.
    fn enter(&mut self, name: Option<String>) {
        let capture = name.map(|name| {
            self.names.push(name);
            self.names.len() as u32 - 1
        });
        let outside = std::mem::replace(&mut self.frame, Frame::new(self.flags, capture));
        self.outer.push(outside);
    }

    fn close(&mut self) -> Result<(), ErrorText> {
        let Some(outside) = self.outer.pop() else {
            return Err(error("unexpected )", self.pattern));
        };
        let frame = std::mem::replace(&mut self.frame, outside);
        self.flags = frame.flags;
        let node = self.checked(frame.close())?;
        self.push(node);
        Ok(())
    }

    fn repeat<'t>(
        &mut self,
        (min, max): (u32, Option<u32>),
        counted: bool,
        before: &[u8],
        mut after: &'t [u8],
        repeated: Option<&[u8]>,
    ) -> Result<&'t [u8], ErrorText> {
        let mut lazy = self.flags.lazy;
        if let [b'?', rest @ ..] = after {
            after = rest;
            lazy = !lazy;
        }
        let upto = |text: &[u8]| text[..text.len() - after.len()].to_vec();
        if let Some(repeated) = repeated {
            return Err(error("invalid nested repetition operator", &upto(repeated)));
        }
        let Some(node) = self.frame.parts.pop() else {
            return Err(error("missing argument to repetition operator", &upto(before)));
        };
        let node = self.checked(node.repeat(min, max, !lazy, counted))?;
        let several = min >= 2 || max.is_some_and(|max| max >= 2);
        if counted && several && node.copies > MAX_COPIES {
            return Err(error("invalid repeat count", &upto(before)));
        }
        self.push(node);
        Ok(after)
    }

    fn backslash<'t>(&mut self, text: &'t [u8]) -> Result<&'t [u8], ErrorText> {
        let look = match text.get(1) {
            Some(b'A') => Some(Look::Start),
            Some(b'z') => Some(Look::End),
            Some(b'b') => Some(Look::WordAscii),
            Some(b'B') => Some(Look::WordAsciiNegate),
            Some(b'Q') => return self.quoted(&text[2..]),
            _ => None,
        };
        if let Some(look) = look {
            self.look(look);
            return Ok(&text[2..]);
        }
        let class = class::unicode(text, self.flags)?.or_else(|| class::perl(text, self.flags));
        if let Some((set, rest)) = class {
            self.push(Node::leaf(Hir::class(Class::Unicode(set))));
            return Ok(rest);
        }
        let (char, rest) = escape(text)?;
        self.literal(char);
        Ok(rest)
    }

    /// Takes everything up to `\E` literally.
    fn quoted<'t>(&mut self, text: &'t [u8]) -> Result<&'t [u8], ErrorText> {
        let end = memchr::memmem::find(text, b"\\E");
        let mut literal = &text[..end.unwrap_or(text.len())];
        while !literal.is_empty() {
            let (char, rest) = decode(literal)?;
            self.literal(char);
            literal = rest;
        }
        Ok(end.map_or(&[], |end| &text[end + 2..]))
    }

    /// The node, unless it is beyond Go's limits.
    fn checked(&self, node: Node) -> Result<Node, ErrorText> {
        if node.size > MAX_SIZE {
            return Err(error("expression too large", self.pattern));
        }
        if node.height > MAX_HEIGHT {
            return Err(error("expression nests too deeply", self.pattern));
        }
        Ok(node)
    }
}

type Counts = (u32, Option<u32>);

/// Reads `{2}`, `{2,}` or `{2,3}`; anything else is a literal brace.
fn counts(text: &[u8]) -> Result<Option<(Counts, &[u8])>, ErrorText> {
    let Some((min, rest)) = count(&text[1..]) else { return Ok(None) };
    let (max, rest) = match rest {
        [b',', b'}', ..] => (None, &rest[1..]),
        [b',', rest @ ..] => match count(rest) {
            Some((max, rest)) => (Some(max), rest),
            None => return Ok(None),
        },
        _ => (Some(min), rest),
    };
    let [b'}', after @ ..] = rest else { return Ok(None) };
    if min > 1000 || max.is_some_and(|max| max > 1000 || min > max) {
        return Err(error("invalid repeat count", &text[..text.len() - after.len()]));
    }
    Ok(Some(((min, max), after)))
}

/// A decimal number without zeros in front; a huge one is just big.
fn count(text: &[u8]) -> Option<(u32, &[u8])> {
    let length = text.iter().take_while(|c| c.is_ascii_digit()).count();
    if length == 0 || length > 1 && text[0] == b'0' {
        return None;
    }
    let (digits, rest) = text.split_at(length);
    let value = digits.iter().fold(0_u32, |n, digit| n.saturating_mul(10).saturating_add(u32::from(digit - b'0')));
    Some((value, rest))
}

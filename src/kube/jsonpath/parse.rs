//! Reading templates.
//!
//! Source: client-go's `util/jsonpath/parser.go`.

use super::compare::Operator;
use super::{Node, Part, Slice};
use crate::compat::Compat;
use crate::gostd::fmt;
use crate::gostd::strconv::{self, Unit};
use crate::gostd::unicode::{Category, is_alphanumeric};
use crate::value::{IntKind, Value};

type Parsed<T> = Result<T, String>;

/// Reads a whole template.
pub(super) fn template(text: &str) -> Parsed<Vec<Part>> {
    let mut parser = Parser { text, at: 0 };
    let mut parts = Vec::new();
    while let Some(length) = parser.rest().find('{') {
        if length > 0 {
            parts.push(Part::Text(parser.rest()[..length].into()));
        }
        parser.at += length + 1;
        parts.push(Part::Action(parser.action()?));
    }
    if !parser.rest().is_empty() {
        parts.push(Part::Text(parser.rest().into()));
    }
    Ok(parts)
}

/// Reads a part of an action as an action of its own. What stands behind a brace that closes it early counts for
/// errors only.
fn inner(text: &str) -> Parsed<Vec<Node>> {
    match template(&format!("{{{text}}}"))?.into_iter().next() {
        Some(Part::Action(nodes)) => Ok(nodes),
        _ => Ok(Vec::new()),
    }
}

struct Parser<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Parser<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let next = self.peek();
        self.at += next.map_or(0, char::len_utf8);
        next
    }

    fn skip(&mut self, word: &str) -> bool {
        let there = self.rest().starts_with(word);
        self.at += if there { word.len() } else { 0 };
        there
    }

    /// What stands before the first character that is none of a kind.
    fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> &'t str {
        let rest = self.rest();
        let length = rest.find(|c| !wanted(c)).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    /// The inside of an action whose opening brace is behind, to its closing brace.
    fn action(&mut self) -> Parsed<Vec<Node>> {
        let mut nodes = Vec::new();
        loop {
            if self.skip("}") {
                return Ok(nodes);
            } else if self.skip("[?(") {
                nodes.push(self.filter()?);
            } else if self.skip("..") {
                if matches!(nodes.last(), Some(Node::Descent)) {
                    return Err("invalid multiple recursive descent".to_owned());
                }
                nodes.push(Node::Descent);
                if self.peek().is_some_and(is_alphanumeric) {
                    nodes.push(self.field());
                }
            } else {
                self.step(&mut nodes)?;
            }
        }
    }

    /// What its first character tells apart.
    fn step(&mut self, nodes: &mut Vec<Node>) -> Parsed<()> {
        match self.peek() {
            None | Some('\r' | '\n') => return Err("unclosed action".to_owned()),
            Some(' ' | '@' | '$') => self.at += 1,
            Some('[') => nodes.extend(self.array()?),
            Some(quote @ ('"' | '\'')) => nodes.push(self.quoted(quote)?),
            Some('.') => {
                self.at += 1;
                nodes.push(self.field());
            }
            Some(c) if matches!(c, '+' | '-') || Category::Digit.contains(c) => nodes.push(self.number()?),
            Some(c) if is_alphanumeric(c) => nodes.push(match self.take_while(|c| !is_terminator(c)) {
                "true" => Node::Literal(Value::Bool(true)),
                "false" => Node::Literal(Value::Bool(false)),
                word => Node::Word(word.to_owned()),
            }),
            Some(c) => {
                let shown = fmt::sprintf(b"%#U", &[Value::Int(c as i64, IntKind::Int32)], Compat::Helm4);
                return Err(format!("unrecognized character in action: {}", String::from_utf8_lossy(&shown)));
            }
        }
        Ok(())
    }

    /// A name, in which a backslash takes the meaning from the character behind it.
    fn field(&mut self) -> Node {
        let start = self.at;
        while let Some(c) = self.peek().filter(|c| !is_terminator(*c)) {
            self.next();
            if c == '\\' {
                self.next();
            }
        }
        match &self.text[start..self.at] {
            "*" => Node::Wildcard,
            name => Node::Field(name.replace('\\', "")),
        }
    }

    fn number(&mut self) -> Parsed<Node> {
        let start = self.at;
        if matches!(self.peek(), Some('+' | '-')) {
            self.at += 1;
        }
        self.take_while(|c| c == '.' || Category::Digit.contains(c));
        let text = &self.text[start..self.at];
        let whole = strconv::parse_int(text.as_bytes(), 10, 64).ok().map(Value::int);
        let number = whole.or_else(|| strconv::parse_float(text.as_bytes()).ok().map(Value::Float));
        number.map(Node::Literal).ok_or_else(|| format!("cannot parse number {text}"))
    }

    /// A text in quotes. A quote behind a backslash does not end it, whatever stands before the backslash.
    fn quoted(&mut self, quote: char) -> Parsed<Node> {
        let start = self.at;
        self.next();
        loop {
            match self.next() {
                None | Some('\n') => return Err("unterminated quoted string".to_owned()),
                Some(c) if c == quote && !self.is_escaped() => break,
                Some(_) => {}
            }
        }
        let literal = &self.text[start..self.at];
        let text = unquote(&literal[1..literal.len() - 1], quote);
        text.map(|text| Node::Literal(Value::str(text)))
            .ok_or_else(|| format!("unquote string {literal} error invalid syntax"))
    }

    /// `[…]`, but for filters.
    fn array(&mut self) -> Parsed<Vec<Node>> {
        let inside = &self.rest()[1..];
        let end = inside.find([']', '\n']).filter(|end| inside[*end..].starts_with(']'));
        let text = &inside[..end.ok_or("unterminated array")?];
        self.at += text.len() + 2;
        if text.contains(',') {
            let members = text.split(',').map(|member| inner(&format!("[{}]", member.trim_matches(' '))));
            return Ok(vec![Node::Union(members.collect::<Parsed<_>>()?)]);
        }
        let key = text.strip_prefix('\'').and_then(|text| text.strip_suffix('\'')).filter(|key| !key.contains('\''));
        match key {
            Some(key) => inner(&format!(".{key}")),
            None => Ok(vec![Node::Slice(slice(if text == "*" { ":" } else { text })?)]),
        }
    }

    /// A filter whose `[?(` is behind. A parenthesis in the first quoted text does not end it.
    fn filter(&mut self) -> Parsed<Node> {
        let start = self.at;
        let (mut quote, mut closed) = (None, false);
        loop {
            match self.next() {
                None | Some('\n') => return Err("unterminated filter".to_owned()),
                Some(c @ ('"' | '\'')) if quote.is_none() => quote = Some(c),
                Some(c) if quote == Some(c) => closed |= !self.is_escaped(),
                Some(')') if quote.is_some() == closed => break,
                Some(_) => {}
            }
        }
        let text = &self.text[start..self.at - 1];
        if self.next() != Some(']') {
            return Err("unclosed array expect ]".to_owned());
        }
        let Some((left, signs, right)) = sides(text) else {
            return Ok(Node::Filter { left: inner(text)?, test: None });
        };
        Ok(Node::Filter { left: inner(left)?, test: Some((Operator::of(signs), inner(right)?)) })
    }

    /// Whether a backslash stands before the quote that was read last.
    fn is_escaped(&self) -> bool {
        self.text[..self.at - 1].ends_with('\\')
    }
}

/// The two sides of a comparison and the signs between them; nothing if a side is empty.
fn sides(text: &str) -> Option<(&str, &str, &str)> {
    let is_sign = |c: char| matches!(c, '!' | '<' | '>' | '=');
    let start = text.find(is_sign).filter(|start| *start > 0)?;
    // If nothing stands behind the signs, the last of them is the right side.
    let end = text[start..].find(|c| !is_sign(c)).map_or(text.len() - 1, |length| start + length);
    (end > start).then(|| (&text[..start], &text[start..end], &text[end..]))
}

/// `start:end:step`, each perhaps left out.
fn slice(text: &str) -> Parsed<Slice> {
    let pieces: Vec<&str> = text.split(':').collect();
    let is_index = |piece: &&str| piece.strip_prefix('-').unwrap_or(piece).bytes().all(|b| b.is_ascii_digit());
    if pieces.len() > 3 || !pieces.iter().all(is_index) {
        return Err(format!("invalid array index {text}"));
    }
    let bound = |at: usize| match pieces.get(at) {
        None | Some(&"") => Ok(None),
        Some(piece) => piece.parse().map(Some).map_err(|_| format!("array index {piece} is not a number")),
    };
    let (start, end, step) = (bound(0)?, bound(1)?, bound(2)?);
    let single = pieces.len() == 1;
    let end = if single { Some(start.unwrap_or(0i64).wrapping_add(1)) } else { end };
    Ok(Slice { start, end, step, single })
}

/// What a text in quotes stands for.
fn unquote(text: &str, quote: char) -> Option<Vec<u8>> {
    if !text.contains(['\\', quote]) {
        return Some(text.into());
    }
    let (mut rest, mut out) = (text.as_bytes(), Vec::with_capacity(text.len()));
    while !rest.is_empty() {
        let (unit, after) = strconv::unquote_char(rest, quote as u8).ok()?;
        match unit {
            Unit::Char(c) => out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
            Unit::Byte(byte) => out.push(byte),
        }
        rest = after;
    }
    Some(out)
}

/// Whether a name or word ends before a character.
fn is_terminator(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\r' | '\n' | '.' | ',' | '[' | ']' | '$' | '@' | '{' | '}')
}

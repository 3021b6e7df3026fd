//! From tokens to trees.
//!
//! Source: Go's `text/template/parse`, `parse.go`.

mod builder;
mod control;
mod number;
mod pipeline;
mod scope;

use super::error::ParseError;
use super::func::FuncTable;
use super::lex::Lexer;
use super::node::{Node, NodeId, Tree};
use super::stack;
use super::token::{Token, TokenKind};
use crate::compat::Compat;
use crate::gostd::strconv::quoted;
use crate::gostd::strings::runes;
use crate::source::{Location, Source, Span};
use builder::Builder;
use rustc_hash::FxHashMap;
use scope::Scope;
use std::fmt::Write;
use std::sync::Arc;

type Parsed<T> = Result<T, Box<ParseError>>;

/// Parses a text: the tree of the text itself, under the name of the source, and one for each
/// `define` and `block` in it.
///
/// A name defined twice in the text is an error unless one of the two bodies is blank; then the
/// other one stays.
///
/// Source: Go's `parse.Parse`.
pub fn parse(source: &Arc<Source>, funcs: &FuncTable, compat: Compat) -> Result<Vec<Tree>, Box<ParseError>> {
    let mut parser = Parser::new(source, funcs, compat);
    parser.file()?;
    parser.spare.put_by();
    Ok(parser.trees)
}

/// What is being read: the file itself, or a `define` or `block` in it. None of these sees the
/// variables and loops around it.
struct Unit<'a> {
    name: Box<[u8]>,
    builder: Builder,
    scope: Scope<'a>,
    /// How many loops are open.
    loops: usize,
    /// How many parentheses are open.
    parens: usize,
    /// The left delimiter of the action being read.
    action: Option<Token>,
}

impl Unit<'_> {
    fn new(name: &[u8], builder: Builder) -> Self {
        Unit { name: name.into(), builder, scope: Scope::default(), loops: 0, parens: 0, action: None }
    }
}

struct Parser<'a> {
    source: &'a Arc<Source>,
    funcs: &'a FuncTable,
    compat: Compat,
    lexer: Lexer<'a>,
    /// Tokens that were looked at and not yet consumed are the first `ahead` ones, next one last.
    tokens: [Token; 2],
    ahead: usize,
    unit: Unit<'a>,
    /// The builder of a unit that is done, for the next one.
    spare: Builder,
    trees: Vec<Tree>,
    /// The trees by their names, but for the last ones, which [`Parser::find`] adds.
    by_name: FxHashMap<Box<[u8]>, usize>,
}

impl<'a> Parser<'a> {
    fn new(source: &'a Arc<Source>, funcs: &'a FuncTable, compat: Compat) -> Parser<'a> {
        let nothing = Token { kind: TokenKind::Eof, spaced: false, span: Span::default() };
        Parser {
            source,
            funcs,
            compat,
            lexer: Lexer::new(source.text(), compat),
            tokens: [nothing; 2],
            ahead: 0,
            unit: Unit::new(source.name().as_bytes(), Builder::new()),
            spare: Builder::default(),
            trees: Vec::new(),
            by_name: FxHashMap::default(),
        }
    }

    fn text(&self, span: Span) -> &'a [u8] {
        self.source.slice(span)
    }

    fn read(&mut self) -> Token {
        self.tokens[0] = self.lexer.token();
        self.tokens[0]
    }

    fn next(&mut self) -> Token {
        if self.ahead == 0 {
            return self.read();
        }
        self.ahead -= 1;
        self.tokens[self.ahead]
    }

    fn peek(&mut self) -> Token {
        if self.ahead == 0 {
            self.ahead = 1;
            return self.read();
        }
        self.tokens[self.ahead - 1]
    }

    /// Puts back the token that was consumed last.
    fn back_up(&mut self) {
        self.ahead += 1;
    }

    /// Puts back `first`, behind it the token that was read last.
    fn back_up_2(&mut self, first: Token) {
        self.tokens[1] = first;
        self.ahead = 2;
    }

    fn expect(&mut self, kind: TokenKind, context: &str) -> Parsed<Token> {
        let token = self.next();
        if token.kind == kind { Ok(token) } else { self.unexpected(token, context) }
    }

    fn node(&mut self, node: Node, span: Span) -> NodeId {
        self.unit.builder.add(node, span)
    }

    /// Fails at `token` with the line of the token that was read last.
    #[cold]
    fn fail<T>(&self, token: Token, message: impl Into<Vec<u8>>) -> Parsed<T> {
        self.fail_on_line_of(self.tokens[0], token, message)
    }

    #[cold]
    fn fail_on_line_of<T>(&self, other: Token, token: Token, message: impl Into<Vec<u8>>) -> Parsed<T> {
        Err(Box::new(ParseError {
            location: Location { source: Arc::clone(self.source), span: token.span },
            line: self.lexer.line(other),
            message: message.into(),
        }))
    }

    #[cold]
    fn unexpected<T>(&self, token: Token, context: &str) -> Parsed<T> {
        if token.kind != TokenKind::Error {
            return self.fail(token, format!("unexpected {} in {context}", self.describe(token)));
        }
        let mut message = self.lexer.fault().to_owned();
        let began = self.unit.action.map(|open| self.lexer.line(open));
        if let Some(began) = began.filter(|began| *began != self.lexer.line(token)) {
            let words = if message.ends_with(" action") { "" } else { " in action" };
            // Writing to a text cannot fail.
            let _ = write!(message, "{words} started at {}:{began}", self.source.name());
        }
        self.fail(token, message)
    }

    /// A token as messages show it.
    fn describe(&self, token: Token) -> String {
        let text = self.text(token.span);
        if token.kind == TokenKind::Eof {
            return "EOF".into();
        }
        if token.kind.is_keyword() {
            return format!("<{}>", String::from_utf8_lossy(text));
        }
        if text.len() <= 10 {
            return quoted(text);
        }
        let short: usize = runes(text).take(10).map(|(_, size)| size).sum();
        format!("{}...", quoted(&text[..short]))
    }

    /// Refuses to go deeper than the stack allows, which Go answers by crashing.
    fn check_depth(&self, token: Token) -> Parsed<()> {
        if stack::is_exhausted() { self.fail(token, "nested too deep") } else { Ok(()) }
    }

    /// The whole text.
    fn file(&mut self) -> Parsed<()> {
        let mark = self.unit.builder.mark();
        let end = loop {
            let token = self.next();
            match token.kind {
                TokenKind::Eof => break token,
                TokenKind::LeftDelim if self.peek().kind == TokenKind::Define => {
                    self.next();
                    self.define()?;
                    continue;
                }
                _ => {}
            }
            match self.text_or_action(token)? {
                Piece::Node(id) => self.unit.builder.push(id),
                Piece::End(at) => return self.fail(at, "unexpected {{end}}"),
                Piece::Else(at) => return self.fail(at, "unexpected {{else}}"),
            }
        };
        let span = Span { start: 0, end: end.span.end };
        let root = self.unit.builder.list(mark, span);
        self.finish_unit(Unit::new(b"", Builder::default()), root, end)
    }

    /// Begins a unit; the one around it comes back.
    fn begin_unit(&mut self, name: &[u8]) -> Unit<'a> {
        let builder = std::mem::take(&mut self.spare);
        std::mem::replace(&mut self.unit, Unit::new(name, builder))
    }

    /// Goes back to the unit `around`, and makes the tree of this one unless there is a better one of
    /// the name.
    fn finish_unit(&mut self, around: Unit<'a>, root: NodeId, at: Token) -> Parsed<()> {
        let mut unit = std::mem::replace(&mut self.unit, around);
        let tree = unit.builder.finish(unit.name, Arc::clone(self.source), root, unit.scope.slots());
        self.spare = unit.builder;
        match self.find(&tree.name) {
            None => self.trees.push(tree),
            Some(other) if self.trees[other].blank => self.trees[other] = tree,
            Some(_) if tree.blank => {}
            Some(_) => {
                let name = quoted(&tree.name);
                return self.fail(at, format!("template: multiple definition of template {name}"));
            }
        }
        Ok(())
    }

    /// The tree of that name. Names are sorted in only when somebody asks: most files are one tree.
    fn find(&mut self, name: &[u8]) -> Option<usize> {
        for at in self.by_name.len()..self.trees.len() {
            self.by_name.insert(self.trees[at].name.clone(), at);
        }
        self.by_name.get(name).copied()
    }
}

/// What [`Parser::text_or_action`] found.
enum Piece {
    Node(NodeId),
    /// `{{end}}`
    End(Token),
    /// `{{else}}`; what follows `else` may still be to come.
    Else(Token),
}

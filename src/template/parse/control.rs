//! Text and actions.

use super::super::node::{Branches, Node, NodeId};
use super::super::token::{Token, TokenKind};
use super::{Parsed, Parser, Piece};
use crate::source::Span;
use std::borrow::Cow;

/// The control structures with branches.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Control {
    If,
    With,
    Range,
}

impl Control {
    fn word(self) -> &'static str {
        match self {
            Control::If => "if",
            Control::With => "with",
            Control::Range => "range",
        }
    }

    fn node(self, branches: Branches) -> Node {
        match self {
            Control::If => Node::If(branches),
            Control::With => Node::With(branches),
            Control::Range => Node::Range(branches),
        }
    }

    /// The word that makes a chain of `else`.
    fn chains(self) -> Option<TokenKind> {
        match self {
            Control::If => Some(TokenKind::If),
            Control::With => Some(TokenKind::With),
            Control::Range => None,
        }
    }
}

impl<'a> Parser<'a> {
    /// The text or action that begins with `token`.
    pub(super) fn text_or_action(&mut self, token: Token) -> Parsed<Piece> {
        match token.kind {
            TokenKind::Text => {
                let text = self.node(Node::Text(token.span), token.span);
                Ok(Piece::Node(text))
            }
            TokenKind::LeftDelim => {
                self.unit.action = Some(token);
                let piece = self.action(token)?;
                self.unit.action = None;
                Ok(piece)
            }
            _ => self.unexpected(token, "input"),
        }
    }

    /// What stands behind the left delimiter `open`.
    fn action(&mut self, open: Token) -> Parsed<Piece> {
        let token = self.next();
        let node = match token.kind {
            TokenKind::Block => self.block(open)?,
            TokenKind::Break => self.jump(token, Node::Break, "{{break}}")?,
            TokenKind::Continue => self.jump(token, Node::Continue, "{{continue}}")?,
            TokenKind::Else => return self.otherwise().map(Piece::Else),
            TokenKind::End => return self.expect(TokenKind::RightDelim, "end").map(Piece::End),
            TokenKind::If => self.control(Control::If, open)?,
            TokenKind::Range => self.control(Control::Range, open)?,
            TokenKind::With => self.control(Control::With, open)?,
            TokenKind::Template => self.template(open)?,
            _ => {
                self.back_up();
                let pipe = self.pipeline("command", TokenKind::RightDelim)?;
                let span = self.span_from(open);
                self.node(Node::Action(pipe), span)
            }
        };
        Ok(Piece::Node(node))
    }

    /// From a token to the end of the one that was read last.
    fn span_from(&self, first: Token) -> Span {
        Span { start: first.span.start, end: self.tokens[0].span.end }
    }

    fn jump(&mut self, word: Token, node: Node, name: &str) -> Parsed<NodeId> {
        let token = self.next();
        if token.kind != TokenKind::RightDelim {
            return self.unexpected(token, name);
        }
        if self.unit.loops == 0 {
            return self.fail(word, format!("{name} outside {{{{range}}}}"));
        }
        Ok(self.node(node, word.span))
    }

    /// Behind `else`: an `if` or `with` is left to be read as the next action.
    fn otherwise(&mut self) -> Parsed<Token> {
        let token = self.peek();
        if matches!(token.kind, TokenKind::If | TokenKind::With) {
            return Ok(token);
        }
        self.expect(TokenKind::RightDelim, "else")
    }

    fn control(&mut self, control: Control, open: Token) -> Parsed<NodeId> {
        self.check_depth(open)?;
        let scope = self.unit.scope.mark();
        let pipe = self.pipeline(control.word(), TokenKind::RightDelim)?;
        let head = self.span_from(open);
        let before_list = self.unit.scope.mark();
        let is_loop = usize::from(control == Control::Range);
        self.unit.loops += is_loop;
        let mark = self.unit.builder.mark();
        let (list, end) = self.item_list()?;
        self.unit.builder.push(list);
        self.unit.loops -= is_loop;
        if let Piece::Else(at) = end {
            self.unit.scope.forget(before_list);
            let otherwise = self.else_branch(control, at)?;
            self.unit.builder.push(otherwise);
        }
        self.unit.scope.leave(scope);
        let lists = self.unit.builder.take(mark);
        Ok(self.node(control.node(Branches { pipe, lists }), head))
    }

    fn else_branch(&mut self, control: Control, at: Token) -> Parsed<NodeId> {
        if control.chains().is_some_and(|kind| self.peek().kind == kind) {
            let word = self.next();
            let mark = self.unit.builder.mark();
            // The `end` of the inner one serves for both.
            let inner = self.control(control, word)?;
            self.unit.builder.push(inner);
            return Ok(self.unit.builder.list(mark, at.span));
        }
        match self.item_list()? {
            (list, Piece::End(_)) => Ok(list),
            (_, Piece::Else(again)) => self.fail(again, "expected end; found {{else}}"),
            (_, Piece::Node(_)) => self.fail(at, "expected end"),
        }
    }

    /// Everything up to `end` or `else`, which comes beside the list.
    fn item_list(&mut self) -> Parsed<(NodeId, Piece)> {
        let mark = self.unit.builder.mark();
        let start = self.peek().span;
        loop {
            let token = self.next();
            if token.kind == TokenKind::Eof {
                return self.fail(token, "unexpected EOF");
            }
            match self.text_or_action(token)? {
                Piece::Node(id) => self.unit.builder.push(id),
                end @ (Piece::End(at) | Piece::Else(at)) => {
                    let span = Span { start: start.start, end: at.span.start.max(start.start) };
                    return Ok((self.unit.builder.list(mark, span), end));
                }
            }
        }
    }

    /// Behind the keyword `define`.
    pub(super) fn define(&mut self) -> Parsed<()> {
        const CONTEXT: &str = "define clause";
        let file = self.begin_unit(b"");
        let name = self.next();
        self.unit.name = self.template_name(name, CONTEXT)?.as_ref().into();
        self.expect(TokenKind::RightDelim, CONTEXT)?;
        let (list, end) = self.item_list()?;
        match end {
            Piece::End(at) => self.finish_unit(file, list, at),
            _ => self.fail(name, format!("unexpected {{{{else}}}} in {CONTEXT}")),
        }
    }

    /// Behind the keyword `block`: a definition, and a call of it in its place.
    fn block(&mut self, open: Token) -> Parsed<NodeId> {
        const CONTEXT: &str = "block clause";
        let token = self.next();
        let name = self.template_name(token, CONTEXT)?;
        let pipe = self.pipeline(CONTEXT, TokenKind::RightDelim)?;
        let head = self.span_from(open);
        let last = self.tokens[0];
        let around = self.begin_unit(&name);
        let (list, end) = self.item_list()?;
        match end {
            Piece::End(at) => self.finish_unit(around, list, at)?,
            // Go blames the action that began the block.
            _ => return self.fail_on_line_of(last, token, format!("unexpected {{{{else}}}} in {CONTEXT}")),
        }
        let name = self.name_node(name, token);
        Ok(self.node(Node::Template { name, pipe: Some(pipe) }, head))
    }

    /// Behind the keyword `template`.
    fn template(&mut self, open: Token) -> Parsed<NodeId> {
        const CONTEXT: &str = "template clause";
        let token = self.next();
        let name = self.template_name(token, CONTEXT)?;
        let pipe = if self.next().kind == TokenKind::RightDelim {
            None
        } else {
            self.back_up();
            Some(self.pipeline(CONTEXT, TokenKind::RightDelim)?)
        };
        let span = self.span_from(open);
        let name = self.name_node(name, token);
        Ok(self.node(Node::Template { name, pipe }, span))
    }

    fn name_node(&mut self, name: Cow<'_, [u8]>, token: Token) -> NodeId {
        let name = self.unit.builder.string(name, token.span);
        self.node(name, token.span)
    }

    fn template_name(&mut self, token: Token, context: &str) -> Parsed<Cow<'a, [u8]>> {
        match token.kind {
            TokenKind::Str | TokenKind::RawStr => self.unquote(token),
            _ => self.unexpected(token, context),
        }
    }
}

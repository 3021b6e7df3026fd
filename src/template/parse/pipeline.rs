//! Pipelines, commands and operands.

use super::super::node::{Declared, Many, Node, NodeId};
use super::super::token::{Token, TokenKind};
use super::number;
use super::scope::Found;
use super::{Parsed, Parser};
use crate::gostd::strconv;
use crate::gostd::strconv::quoted;
use crate::source::Span;
use std::borrow::Cow;
use std::ops::Range;

/// How deep Helm 4's Go lets parentheses be nested.
const DEEPEST: usize = 10_000;

/// The variables at the head of a pipeline.
#[derive(Default)]
struct Head {
    variables: Vec<Token>,
    assign: bool,
}

impl<'a> Parser<'a> {
    /// A pipeline up to the token of the kind `end`, which is consumed.
    pub(super) fn pipeline(&mut self, context: &str, end: TokenKind) -> Parsed<NodeId> {
        let start = self.peek().span.start;
        let head = self.head(context)?;
        let mark = self.unit.builder.mark();
        let first = self.unit.builder.next_id();
        let last = loop {
            let token = self.next();
            if token.kind == end {
                break token;
            }
            if !token.kind.begins_operand() {
                return self.unexpected(token, context);
            }
            let command = self.command(token)?;
            self.unit.builder.push(command);
        };
        self.check_pipeline(mark, last, context)?;
        let span = Span { start, end: last.span.start.max(start) };
        if !head.variables.is_empty() {
            return Ok(self.declaration(&head, mark, first, span));
        }
        if let [only] = *self.unit.builder.since(mark)
            && (end != TokenKind::RightParen || self.unit.builder.get(only).is_parenthesized())
        {
            self.unit.builder.forget(mark);
            return Ok(only);
        }
        let commands = self.unit.builder.take(mark);
        Ok(self.node(Node::Pipe(commands), span))
    }

    /// The commands since `mark`, whose nodes begin at `first`, with the variables that get the result.
    fn declaration(&mut self, head: &Head, mark: usize, first: NodeId, span: Span) -> NodeId {
        let nodes = first..self.unit.builder.next_id();
        self.declare(head);
        let variables = head.variables.len();
        let children = self.unit.builder.take(mark);
        if head.assign {
            self.mark_last_use(nodes, children, variables);
        }
        // There are at most two.
        self.node(Node::Declare { variables: variables as u8, assign: head.assign, children }, span)
    }

    /// `$x :=`, `$x =` or, for `range`, two variables.
    fn head(&mut self, context: &str) -> Parsed<Head> {
        let mut head = Head::default();
        loop {
            let variable = self.peek();
            if variable.kind != TokenKind::Variable {
                return Ok(head);
            }
            self.next();
            let next = self.peek();
            if matches!(next.kind, TokenKind::Assign | TokenKind::Declare) {
                self.next();
                head.assign = next.kind == TokenKind::Assign;
                self.announce(variable, &mut head);
                return Ok(head);
            }
            if next.kind == TokenKind::Char && self.text(next.span) == b"," {
                self.next();
                self.announce(variable, &mut head);
                self.check_second_variable(context, &head, next)?;
                continue;
            }
            self.back_up_2(variable);
            return Ok(head);
        }
    }

    fn announce(&mut self, variable: Token, head: &mut Head) {
        let name = self.text(variable.span);
        self.unit.scope.announce(name);
        head.variables.push(variable);
    }

    /// After a comma.
    fn check_second_variable(&mut self, context: &str, head: &Head, comma: Token) -> Parsed<()> {
        if context != "range" || head.variables.len() >= 2 {
            return self.fail(comma, format!("too many declarations in {context}"));
        }
        match self.peek().kind {
            TokenKind::Variable | TokenKind::RightDelim | TokenKind::RightParen => Ok(()),
            _ => self.fail(comma, "range can only initialize variables"),
        }
    }

    /// Checks the commands since `mark`.
    fn check_pipeline(&mut self, mark: usize, end: Token, context: &str) -> Parsed<()> {
        let builder = &self.unit.builder;
        let commands = builder.since(mark);
        if commands.is_empty() {
            return self.fail(end, format!("missing value for {context}"));
        }
        for (stage, command) in commands.iter().enumerate().skip(1) {
            let first = match builder.get(*command) {
                Node::Command(operands) => builder.children(operands)[0],
                _ => *command,
            };
            if builder.get(first).is_constant() {
                let message = format!("non executable command in pipeline stage {}", stage + 1);
                return self.fail(end, message);
            }
        }
        Ok(())
    }

    /// Adds nodes for the variables that get the result of a pipeline to its children.
    fn declare(&mut self, head: &Head) {
        for variable in &head.variables {
            let name = self.text(variable.span);
            let node = if head.assign {
                self.variable(name)
            } else {
                Node::Var { slot: self.unit.scope.declare(name), names: Many::default() }
            };
            let id = self.node(node, variable.span);
            self.unit.builder.push(id);
        }
    }

    /// Marks an argument of a function as the last use of the variable that the pipeline, whose nodes are
    /// `nodes`, gives another value.
    fn mark_last_use(&mut self, nodes: Range<NodeId>, children: Many, variables: usize) {
        let builder = &mut self.unit.builder;
        let [commands @ .., variable] = builder.children(children) else { return };
        let Node::Var { slot, .. } = builder.get(*variable) else { return };
        // A use that may mean one of several slots counts as a use of this one.
        let is_use = |id: &NodeId| match builder.get(*id) {
            Node::Var { slot: used, .. } => used == slot,
            Node::MaybeVar(_) => true,
            _ => false,
        };
        let mut uses = nodes.filter(is_use);
        let (Some(only), None) = (uses.next(), uses.next()) else { return };
        let Node::Var { names, .. } = builder.get(only) else { return };
        let is_argument = commands.iter().any(|command| match builder.get(*command) {
            Node::Command(operands) => match builder.children(operands) {
                [first, args @ ..] => matches!(builder.get(*first), Node::Func(_)) && args.contains(&only),
                [] => false,
            },
            _ => false,
        });
        if variables == 1 && names.is_empty() && is_argument {
            builder.set(only, Node::LastVar(slot));
        }
    }

    fn variable(&mut self, name: &[u8]) -> Node {
        match self.unit.scope.find(name) {
            Found::One(slot) => Node::Var { slot, names: Many::default() },
            Found::Some(slots) => Node::MaybeVar(self.unit.builder.unsure(slots, Many::default())),
        }
    }

    /// Operands separated by blanks, of which `first` begins the first, up to a `|`, which is consumed,
    /// or a closing delimiter.
    fn command(&mut self, first: Token) -> Parsed<NodeId> {
        let start = first.span.start;
        let mark = self.unit.builder.mark();
        let slot = self.unit.scope.next_slot();
        let mut lazy = None;
        let mut token = first;
        let end = loop {
            let operand = self.operand(token)?;
            self.unit.builder.push(operand);
            let is_first = self.unit.builder.since(mark).len() == 1;
            if is_first && matches!(self.unit.builder.get(operand), Node::And(_) | Node::Or(_)) {
                lazy = Some(operand);
                self.unit.scope.enter_lazy();
            }
            token = self.next();
            match token.kind {
                TokenKind::RightDelim | TokenKind::RightParen => {
                    self.back_up();
                    break token;
                }
                TokenKind::Pipe => break token,
                _ if token.spaced => {}
                _ => return self.unexpected(token, "operand"),
            }
        };
        if let Some(operand) = lazy {
            self.unit.scope.leave_lazy();
            self.note_declared(operand, slot);
        }
        if let [only] = *self.unit.builder.since(mark)
            && !self.unit.builder.get(only).is_parenthesized()
        {
            self.unit.builder.forget(mark);
            return Ok(only);
        }
        let operands = self.unit.builder.take(mark);
        let span = Span { start, end: end.span.start.max(start) };
        Ok(self.node(Node::Command(operands), span))
    }

    /// Tells an `and` or `or` which slots its arguments declare.
    fn note_declared(&mut self, operand: NodeId, first: u32) {
        let declared = Declared { first, end: self.unit.scope.next_slot() };
        let node = match self.unit.builder.get(operand) {
            Node::And(_) => Node::And(declared),
            _ => Node::Or(declared),
        };
        self.unit.builder.set(operand, node);
    }

    /// A term and the fields behind it; `token` is its first.
    fn operand(&mut self, token: Token) -> Parsed<NodeId> {
        if token.kind == TokenKind::Field {
            return Ok(self.field(token));
        }
        let term = self.term(token)?;
        let Some(first) = self.adjoining_field() else { return Ok(term) };
        let (names, last) = self.fields(first);
        let builder = &mut self.unit.builder;
        let whole = Span { start: builder.span(term).start, end: last.span.end };
        match builder.get(term) {
            Node::Var { slot, .. } => builder.set(term, Node::Var { slot, names }),
            Node::MaybeVar(unsure) => builder.set_names(unsure, names),
            constant if constant.is_constant() => {
                let written = quoted(self.text(self.unit.builder.span(term)));
                return self.fail_on_line_of(last, last, format!("unexpected . after term {written}"));
            }
            _ => return Ok(self.node(Node::Chain { node: term, names }, whole)),
        }
        builder.set_span(term, whole);
        Ok(term)
    }

    /// `.a.b`, of which the first field was read.
    fn field(&mut self, first: Token) -> NodeId {
        let (names, last) = self.fields(first);
        self.node(Node::Field(names), Span { start: first.span.start, end: last.span.end })
    }

    /// The names of `first` and of the fields that adjoin it, and the last of them.
    fn fields(&mut self, first: Token) -> (Many, Token) {
        let start = self.unit.builder.name(first.span);
        let (mut end, mut last) = (start + 1, first);
        while let Some(next) = self.adjoining_field() {
            end = self.unit.builder.name(next.span) + 1;
            last = next;
        }
        (Many { start, end }, last)
    }

    /// Reads the next token if it is a field with nothing before it.
    fn adjoining_field(&mut self) -> Option<Token> {
        let token = self.peek();
        if token.kind != TokenKind::Field || token.spaced {
            return None;
        }
        Some(self.next())
    }

    /// The term that begins with `token`.
    fn term(&mut self, token: Token) -> Parsed<NodeId> {
        let node = match token.kind {
            TokenKind::Identifier => self.function(token)?,
            TokenKind::Dot => Node::Dot,
            TokenKind::Nil => Node::Nil,
            TokenKind::Variable => self.used_variable(token)?,
            TokenKind::Bool => Node::Bool(self.text(token.span) == b"true"),
            TokenKind::CharConstant | TokenKind::Complex | TokenKind::Number => self.number(token)?,
            TokenKind::LeftParen => return self.parenthesized(token),
            TokenKind::Str | TokenKind::RawStr => {
                let text = self.unquote(token)?;
                self.unit.builder.string(text, token.span)
            }
            _ => return self.unexpected(token, "operand"),
        };
        Ok(self.node(node, token.span))
    }

    fn function(&mut self, token: Token) -> Parsed<Node> {
        let name = self.text(token.span);
        if let Some(func) = self.funcs.get(name) {
            return Ok(Node::Func(func));
        }
        match name {
            b"and" => Ok(Node::And(Declared::default())),
            b"or" => Ok(Node::Or(Declared::default())),
            b"call" => Ok(Node::Call),
            _ => self.fail(token, format!("function {} not defined", quoted(name))),
        }
    }

    fn used_variable(&mut self, token: Token) -> Parsed<Node> {
        let name = self.text(token.span);
        if !self.unit.scope.knows(name) {
            return self.fail(token, format!("undefined variable {}", quoted(name)));
        }
        Ok(self.variable(name))
    }

    fn number(&mut self, token: Token) -> Parsed<Node> {
        let text = self.text(token.span);
        match number::read(text, token.kind) {
            Ok(number) => Ok(self.unit.builder.number(number)),
            Err(message) => self.fail(token, message),
        }
    }

    fn parenthesized(&mut self, open: Token) -> Parsed<NodeId> {
        if self.compat.limits_expression_depth() && self.unit.parens >= DEEPEST {
            return self.fail(open, "max expression depth exceeded");
        }
        self.check_depth(open)?;
        self.unit.parens += 1;
        let pipe = self.pipeline("parenthesized pipeline", TokenKind::RightParen)?;
        self.unit.parens -= 1;
        Ok(pipe)
    }

    pub(super) fn unquote(&mut self, token: Token) -> Parsed<Cow<'a, [u8]>> {
        strconv::unquote(self.text(token.span)).or_else(|error| self.fail(token, error.to_string()))
    }
}

//! Tokens of the template language.

use crate::source::Span;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// A fault; the lexer holds its message.
    Error,
    Eof,
    Text,
    LeftDelim,
    RightDelim,
    Assign,
    Declare,
    Pipe,
    LeftParen,
    RightParen,
    /// Any other printable ASCII character, e.g. a comma.
    Char,
    Bool,
    CharConstant,
    Complex,
    Number,
    Str,
    RawStr,
    Identifier,
    Field,
    Variable,
    // Keywords.
    Dot,
    Block,
    Break,
    Continue,
    Define,
    Else,
    End,
    If,
    Nil,
    Range,
    Template,
    With,
}

impl TokenKind {
    /// What a word is: a keyword, a truth value or the name of a function.
    pub(super) fn word(word: &[u8]) -> TokenKind {
        match word {
            b"true" | b"false" => TokenKind::Bool,
            b"block" => TokenKind::Block,
            b"break" => TokenKind::Break,
            b"continue" => TokenKind::Continue,
            b"define" => TokenKind::Define,
            b"else" => TokenKind::Else,
            b"end" => TokenKind::End,
            b"if" => TokenKind::If,
            b"nil" => TokenKind::Nil,
            b"range" => TokenKind::Range,
            b"template" => TokenKind::Template,
            b"with" => TokenKind::With,
            _ => TokenKind::Identifier,
        }
    }

    /// Whether error messages show the token between angle brackets.
    pub(super) fn is_keyword(self) -> bool {
        matches!(
            self,
            TokenKind::Dot
                | TokenKind::Block
                | TokenKind::Break
                | TokenKind::Continue
                | TokenKind::Define
                | TokenKind::Else
                | TokenKind::End
                | TokenKind::If
                | TokenKind::Nil
                | TokenKind::Range
                | TokenKind::Template
                | TokenKind::With
        )
    }

    /// Whether an operand can begin with the token.
    pub(super) fn begins_operand(self) -> bool {
        matches!(
            self,
            TokenKind::Bool
                | TokenKind::CharConstant
                | TokenKind::Complex
                | TokenKind::Dot
                | TokenKind::Field
                | TokenKind::Identifier
                | TokenKind::Number
                | TokenKind::Nil
                | TokenKind::RawStr
                | TokenKind::Str
                | TokenKind::Variable
                | TokenKind::LeftParen
        )
    }
}

/// A token: what it is and where it stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    /// Whether white space stands before it, which divides operands.
    pub(super) spaced: bool,
    pub(super) span: Span,
}

//! Numbers, from their first character on.
//!
//! Source: Go's `text/template/parse`, `lexNumber` and `scanNumber`.

use super::{Lexer, Token, TokenKind};
use crate::gostd::strconv::quoted;
use crate::gostd::unicode::is_alphanumeric;

impl Lexer<'_> {
    /// A number, or two as a complex one.
    pub(super) fn number(&mut self) -> Token {
        if !self.scan_number() {
            return self.bad_number();
        }
        if !matches!(self.peek(), Some('+' | '-')) {
            return self.emit(TokenKind::Number);
        }
        if !self.scan_number() || self.text[self.pos - 1] != b'i' {
            return self.bad_number();
        }
        self.emit(TokenKind::Complex)
    }

    fn bad_number(&mut self) -> Token {
        let text = quoted(&self.text[self.start..self.pos]);
        self.fail(format!("bad number syntax: {text}"))
    }

    /// Consumes what looks like a number; the parser checks it.
    fn scan_number(&mut self) -> bool {
        self.accept("+-");
        let (mut digits, mut exponent) = ("0123456789_", Some("eE"));
        if self.accept("0") {
            if self.accept("xX") {
                (digits, exponent) = ("0123456789abcdefABCDEF_", Some("pP"));
            } else if self.accept("oO") {
                (digits, exponent) = ("01234567_", None);
            } else if self.accept("bB") {
                (digits, exponent) = ("01_", None);
            }
        }
        self.accept_run(digits);
        if self.accept(".") {
            self.accept_run(digits);
        }
        if exponent.is_some_and(|e| self.accept(e)) {
            self.accept("+-");
            self.accept_run("0123456789_");
        }
        self.accept("i");
        let ends = !self.peek().is_some_and(is_alphanumeric);
        if !ends {
            self.next();
        }
        ends
    }

    fn accept(&mut self, valid: &str) -> bool {
        let found = self.peek().is_some_and(|c| valid.contains(c));
        if found {
            self.next();
        }
        found
    }

    fn accept_run(&mut self, valid: &str) {
        while self.accept(valid) {}
    }
}

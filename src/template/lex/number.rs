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
        if !matches!(self.peek_byte(), Some(b'+' | b'-')) {
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
        self.accept(b"+-");
        let (mut digits, mut exponent): (&[u8], &[u8]) = (b"0123456789_", b"eE");
        if self.accept(b"0") {
            if self.accept(b"xX") {
                (digits, exponent) = (b"0123456789abcdefABCDEF_", b"pP");
            } else if self.accept(b"oO") {
                (digits, exponent) = (b"01234567_", b"");
            } else if self.accept(b"bB") {
                (digits, exponent) = (b"01_", b"");
            }
        }
        self.accept_run(digits);
        if self.accept(b".") {
            self.accept_run(digits);
        }
        if self.accept(exponent) {
            self.accept(b"+-");
            self.accept_run(b"0123456789_");
        }
        self.accept(b"i");
        let ends = !self.peek().is_some_and(is_alphanumeric);
        if !ends {
            self.next();
        }
        ends
    }

    fn accept(&mut self, valid: &[u8]) -> bool {
        let found = self.peek_byte().is_some_and(|byte| valid.contains(&byte));
        self.pos += usize::from(found);
        found
    }

    fn accept_run(&mut self, valid: &[u8]) {
        while self.accept(valid) {}
    }
}

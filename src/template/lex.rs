//! From text to tokens.
//!
//! Trim markers and comments end here: the parser sees neither.
//!
//! Source: Go's `text/template/parse`, `lex.go`.

mod number;

use super::token::{Token, TokenKind};
use crate::compat::Compat;
use crate::gostd::strconv::is_print;
use crate::gostd::strings::decode_rune;
use crate::gostd::unicode::is_alphanumeric;
use crate::source::Span;
use memchr::{memchr, memchr_iter, memchr3, memmem};

const LEFT: &[u8] = b"{{";
const RIGHT: &[u8] = b"}}";
/// What trims white space, with the blank that belongs to it.
const TRIM: usize = 2;

/// Reads a text token by token.
pub(super) struct Lexer<'a> {
    text: &'a [u8],
    pos: usize,
    /// Where the token in the making begins.
    start: usize,
    paren_depth: usize,
    inside_action: bool,
    compat: Compat,
    /// Comments whose lines do not count.
    uncounted: Vec<Span>,
    /// The message of the error token, after which nothing but ends of file follow.
    fault: String,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a [u8], compat: Compat) -> Lexer<'a> {
        Lexer {
            text,
            pos: 0,
            start: 0,
            paren_depth: 0,
            inside_action: false,
            compat,
            uncounted: Vec::new(),
            fault: String::new(),
        }
    }

    /// The next token.
    pub(super) fn token(&mut self) -> Token {
        if !self.inside_action {
            return self.text();
        }
        let spaced = self.skip_space();
        Token { spaced, ..self.action() }
    }

    /// The message of the error token.
    pub(super) fn fault(&self) -> &str {
        &self.fault
    }

    /// The line that a token begins on, as messages tell it; counted from 1.
    pub(super) fn line(&self, token: Token) -> usize {
        let before = token.span.start as usize;
        let uncounted = self.uncounted.iter().map(|comment| comment.start as usize..comment.end as usize);
        let skipped = uncounted.filter(|comment| comment.end <= before).map(|comment| self.lines_in(comment));
        1 + self.lines_in(0..before) - skipped.sum::<usize>()
    }

    fn lines_in(&self, range: std::ops::Range<usize>) -> usize {
        memchr_iter(b'\n', &self.text[range]).count()
    }

    fn rest(&self) -> &'a [u8] {
        &self.text[self.pos..]
    }

    /// Consumes a character; a byte that is not UTF-8 is U+FFFD.
    fn next(&mut self) -> Option<char> {
        let (c, size) = decode_rune(self.rest())?;
        self.pos += size;
        Some(c)
    }

    fn peek(&self) -> Option<char> {
        decode_rune(self.rest()).map(|(c, _)| c)
    }

    fn peek_byte(&self) -> Option<u8> {
        self.text.get(self.pos).copied()
    }

    fn emit(&mut self, kind: TokenKind) -> Token {
        let span = Span::new(self.start, self.pos);
        self.start = self.pos;
        Token { kind, spaced: false, span }
    }

    /// A token of one more character.
    fn emit_next(&mut self, kind: TokenKind) -> Token {
        self.pos += 1;
        self.emit(kind)
    }

    /// Skips what was passed over.
    fn ignore(&mut self) {
        self.start = self.pos;
    }

    #[cold]
    fn fail(&mut self, message: impl Into<String>) -> Token {
        self.fault = message.into();
        let token = self.emit(TokenKind::Error);
        self.pos = self.text.len();
        self.ignore();
        self.inside_action = false;
        token
    }

    /// Text up to the next action; comments on the way vanish.
    fn text(&mut self) -> Token {
        loop {
            let Some(length) = find_left(self.rest()) else {
                self.pos = self.text.len();
                return self.emit(if self.pos > self.start { TokenKind::Text } else { TokenKind::Eof });
            };
            if length > 0 {
                let text = self.trimmed_text(length);
                if text.span.start < text.span.end {
                    return text;
                }
            }
            if let Some(token) = self.left_delim() {
                return token;
            }
        }
    }

    /// The text of `length` bytes before an action, without the white space that the action trims.
    fn trimmed_text(&mut self, length: usize) -> Token {
        let end = self.pos + length;
        let trims = has_left_trim(&self.text[end + LEFT.len()..]);
        let text = &self.text[self.start..end];
        let kept = if trims { trim_end(text).len() } else { text.len() };
        self.pos = self.start + kept;
        let token = self.emit(TokenKind::Text);
        self.pos = end;
        self.ignore();
        token
    }

    /// The start of an action; `None` if it was a comment.
    fn left_delim(&mut self) -> Option<Token> {
        self.pos += LEFT.len();
        let marker = if has_left_trim(self.rest()) { TRIM } else { 0 };
        if self.text[self.pos + marker..].starts_with(b"/*") {
            self.pos += marker;
            self.ignore();
            return self.comment();
        }
        let token = self.emit(TokenKind::LeftDelim);
        self.inside_action = true;
        self.pos += marker;
        self.ignore();
        self.paren_depth = 0;
        Some(token)
    }

    /// A comment with its delimiters; the token is an error.
    fn comment(&mut self) -> Option<Token> {
        let Some(end) = memmem::find(&self.rest()[2..], b"*/") else {
            return Some(self.fail("unclosed comment"));
        };
        self.pos += 2 + end + 2;
        let marker = match self.rest() {
            [b'}', b'}', ..] => 0,
            [blank, b'-', b'}', b'}', ..] if is_space(*blank) => TRIM,
            _ => return Some(self.fail("comment ends before closing delimiter")),
        };
        if !self.compat.counts_lines_of_comments() {
            self.uncounted.push(Span::new(self.start, self.pos));
        }
        self.pos += marker + RIGHT.len();
        if marker > 0 {
            self.pass_space();
        }
        self.ignore();
        None
    }

    /// The end of an action, behind a trim marker of `marker` bytes.
    fn right_delim(&mut self, marker: usize) -> Token {
        if self.paren_depth > 0 {
            return self.fail("unclosed left paren");
        }
        self.pos += marker;
        self.ignore();
        self.pos += RIGHT.len();
        let token = self.emit(TokenKind::RightDelim);
        if marker > 0 {
            self.pass_space();
            self.ignore();
        }
        self.inside_action = false;
        token
    }

    /// A token between the delimiters.
    fn action(&mut self) -> Token {
        let Some(byte) = self.peek_byte() else { return self.fail("unclosed action") };
        match byte {
            // A blank is left only in front of a trim marker.
            b' ' | b'\t' | b'\r' | b'\n' => self.right_delim(TRIM),
            b'}' if self.text.get(self.pos + 1) == Some(&b'}') => self.right_delim(0),
            b'_' | b'a'..=b'z' | b'A'..=b'Z' => self.identifier(),
            b'.' => self.dot(),
            b'$' => self.field_or_variable(TokenKind::Variable),
            b'"' => self.quoted(b'"', TokenKind::Str, "unterminated quoted string"),
            b'|' => self.emit_next(TokenKind::Pipe),
            b'(' => {
                self.paren_depth += 1;
                self.emit_next(TokenKind::LeftParen)
            }
            b')' => self.right_paren(),
            b'=' => self.emit_next(TokenKind::Assign),
            b':' => self.declare(),
            b'+' | b'-' | b'0'..=b'9' => self.number(),
            b'\'' => self.quoted(b'\'', TokenKind::CharConstant, "unterminated character constant"),
            b'`' => self.raw_quoted(),
            b'!'..=b'~' => self.emit_next(TokenKind::Char),
            _ if self.peek().is_some_and(is_alphanumeric) => self.identifier(),
            _ => {
                let c = self.next();
                self.fail(format!("unrecognized character in action: {}", code_point(c)))
            }
        }
    }

    fn right_paren(&mut self) -> Token {
        self.pos += 1;
        if self.paren_depth == 0 {
            return self.fail("unexpected right paren");
        }
        self.paren_depth -= 1;
        self.emit(TokenKind::RightParen)
    }

    fn declare(&mut self) -> Token {
        self.pos += 1;
        if self.next() == Some('=') { self.emit(TokenKind::Declare) } else { self.fail("expected :=") }
    }

    /// Skips white space, but not the blank that belongs to a trim marker; whether there was any.
    fn skip_space(&mut self) -> bool {
        if !self.peek_byte().is_some_and(is_space) {
            return false;
        }
        self.pass_space();
        self.pos -= usize::from(self.rest().starts_with(b"-}}"));
        self.ignore();
        true
    }

    fn pass_space(&mut self) {
        self.pos += self.rest().iter().take_while(|b| is_space(**b)).count();
    }

    fn identifier(&mut self) -> Token {
        self.skip_name();
        if !self.at_terminator() {
            return self.bad_character();
        }
        let word = &self.text[self.start..self.pos];
        self.emit(TokenKind::word(word))
    }

    fn skip_name(&mut self) {
        loop {
            self.pos += self.rest().iter().take_while(|b| WORD[usize::from(**b)]).count();
            match self.peek() {
                Some(c) if !c.is_ascii() && is_alphanumeric(c) => self.pos += c.len_utf8(),
                _ => return,
            }
        }
    }

    /// What begins with a dot.
    fn dot(&mut self) -> Token {
        match self.text.get(self.pos + 1) {
            // At the very end of the text Go takes a dot for the start of a number.
            None | Some(b'0'..=b'9') => self.number(),
            Some(_) => self.field_or_variable(TokenKind::Field),
        }
    }

    /// A dot or a dollar sign, and the name behind it.
    fn field_or_variable(&mut self, kind: TokenKind) -> Token {
        self.pos += 1;
        if self.at_terminator() {
            return self.emit(if kind == TokenKind::Variable { kind } else { TokenKind::Dot });
        }
        self.skip_name();
        if self.at_terminator() { self.emit(kind) } else { self.bad_character() }
    }

    #[cold]
    fn bad_character(&mut self) -> Token {
        let c = code_point(self.peek());
        self.fail(format!("bad character {c}"))
    }

    /// Whether what is next may follow a name.
    fn at_terminator(&self) -> bool {
        match self.rest() {
            [] => true,
            [b'}', next, ..] => *next == b'}',
            [byte, ..] => matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | b'.' | b',' | b'|' | b':' | b')' | b'('),
        }
    }

    /// A string or character with escapes, on one line.
    fn quoted(&mut self, quote: u8, kind: TokenKind, unterminated: &str) -> Token {
        self.pos += 1;
        loop {
            let Some(at) = memchr3(quote, b'\\', b'\n', self.rest()) else {
                self.pos = self.text.len();
                return self.fail(unterminated);
            };
            self.pos += at + 1;
            let byte = self.text[self.pos - 1];
            match byte {
                b'\\' if !matches!(self.next(), None | Some('\n')) => {}
                _ if byte == quote => return self.emit(kind),
                _ => return self.fail(unterminated),
            }
        }
    }

    fn raw_quoted(&mut self) -> Token {
        self.pos += 1;
        let Some(end) = memchr(b'`', self.rest()) else {
            self.pos = self.text.len();
            return self.fail("unterminated raw quoted string");
        };
        self.pos += end + 1;
        self.emit(TokenKind::RawStr)
    }
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n')
}

/// Where the next action begins.
fn find_left(text: &[u8]) -> Option<usize> {
    memchr_iter(LEFT[0], text).find(|at| text.get(at + 1) == Some(&LEFT[1]))
}

const fn is_word(byte: u8) -> bool {
    byte == b'_' || byte.is_ascii_alphanumeric()
}

/// [`is_word`] of every byte.
const WORD: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = is_word(byte as u8);
        byte += 1;
    }
    table
};

fn has_left_trim(text: &[u8]) -> bool {
    matches!(text, [b'-', blank, ..] if is_space(*blank))
}

fn trim_end(text: &[u8]) -> &[u8] {
    let blank = text.iter().rev().take_while(|b| is_space(**b)).count();
    &text[..text.len() - blank]
}

/// Go's `%#U`: `U+0040 '@'`, without the character if it cannot be printed.
fn code_point(c: Option<char>) -> String {
    // Go's end of text is -1, which prints as the highest number.
    let Some(c) = c else { return "U+FFFFFFFFFFFFFFFF".into() };
    let code = u32::from(c);
    if is_print(code) { format!("U+{code:04X} '{c}'") } else { format!("U+{code:04X}") }
}

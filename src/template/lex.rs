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

/// Reads a text token by token.
pub(super) struct Lexer<'a> {
    text: &'a [u8],
    pos: usize,
    /// Where the token in the making begins.
    start: usize,
    line: u32,
    start_line: u32,
    paren_depth: usize,
    inside_action: bool,
    compat: Compat,
    /// The message of the error token, after which nothing but ends of file follow.
    fault: Option<String>,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a [u8], compat: Compat) -> Lexer<'a> {
        Lexer {
            text,
            pos: 0,
            start: 0,
            line: 1,
            start_line: 1,
            paren_depth: 0,
            inside_action: false,
            compat,
            fault: None,
        }
    }

    /// The next token.
    pub(super) fn token(&mut self) -> Token {
        if self.fault.is_some() {
            return self.at(TokenKind::Eof, Span::new(0, 0));
        }
        if !self.inside_action {
            return self.text();
        }
        let spaced = self.skip_space();
        Token { spaced, ..self.action() }
    }

    /// The message of the error token.
    pub(super) fn fault(&self) -> &str {
        self.fault.as_deref().unwrap_or_default()
    }

    fn rest(&self) -> &'a [u8] {
        &self.text[self.pos..]
    }

    /// Consumes a character; a byte that is not UTF-8 is U+FFFD.
    fn next(&mut self) -> Option<char> {
        let (c, size) = decode_rune(self.rest())?;
        self.pos += size;
        self.line += u32::from(c == '\n');
        Some(c)
    }

    fn peek(&self) -> Option<char> {
        decode_rune(self.rest()).map(|(c, _)| c)
    }

    /// A token of the line that the token in the making begins on.
    fn at(&self, kind: TokenKind, span: Span) -> Token {
        Token { kind, spaced: false, span, line: self.start_line }
    }

    fn emit(&mut self, kind: TokenKind) -> Token {
        let token = self.at(kind, Span::new(self.start, self.pos));
        self.start = self.pos;
        self.start_line = self.line;
        token
    }

    /// Skips what was passed over without counting its lines.
    fn ignore(&mut self) {
        self.count_lines();
        self.start = self.pos;
        self.start_line = self.line;
    }

    fn count_lines(&mut self) {
        let passed = &self.text[self.start..self.pos];
        // Most are a blank or nothing.
        self.line += match passed {
            [] => 0,
            [byte] => u32::from(*byte == b'\n'),
            _ => memchr_iter(b'\n', passed).count() as u32,
        };
    }

    #[cold]
    fn fail(&mut self, message: impl Into<String>) -> Token {
        self.fault = Some(message.into());
        self.at(TokenKind::Error, Span::new(self.start, self.pos))
    }

    /// Text up to the next action; comments on the way vanish.
    fn text(&mut self) -> Token {
        loop {
            let Some(length) = find_left(self.rest()) else {
                self.pos = self.text.len();
                self.count_lines();
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
        self.count_lines();
        let token = self.emit(TokenKind::Text);
        self.pos = end;
        self.ignore();
        token
    }

    /// The start of an action; `None` if it was a comment.
    fn left_delim(&mut self) -> Option<Token> {
        self.pos += LEFT.len();
        let marker = if has_left_trim(self.rest()) { 2 } else { 0 };
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
        let Some(trims) = self.right_delim_ahead() else {
            return Some(self.fail("comment ends before closing delimiter"));
        };
        if !self.compat.counts_lines_of_comments() {
            self.start = self.pos;
        }
        self.skip_right_delim(trims);
        self.ignore();
        None
    }

    /// Whether the end of the action is next, and whether it trims.
    fn right_delim_ahead(&self) -> Option<bool> {
        match self.rest() {
            [b'}', b'}', ..] => Some(false),
            [blank, b'-', b'}', b'}', ..] if is_space(*blank) => Some(true),
            _ => None,
        }
    }

    /// Moves behind the end of an action and the white space it trims.
    fn skip_right_delim(&mut self, trims: bool) {
        self.pos += RIGHT.len() + if trims { 2 } else { 0 };
        if trims {
            self.pos += self.rest().iter().take_while(|b| is_space(**b)).count();
        }
    }

    fn right_delim(&mut self) -> Token {
        let trims = self.right_delim_ahead() == Some(true);
        if trims {
            self.pos += 2;
            self.ignore();
        }
        self.pos += RIGHT.len();
        let token = self.emit(TokenKind::RightDelim);
        if trims {
            self.pos += self.rest().iter().take_while(|b| is_space(**b)).count();
            self.ignore();
        }
        self.inside_action = false;
        token
    }

    /// A token between the delimiters.
    fn action(&mut self) -> Token {
        if self.right_delim_ahead().is_some() {
            return if self.paren_depth == 0 { self.right_delim() } else { self.fail("unclosed left paren") };
        }
        let Some(c) = self.peek() else { return self.fail("unclosed action") };
        match c {
            '+' | '-' | '0'..='9' => return self.number(),
            '.' if self.text.get(self.pos + 1).is_some_and(u8::is_ascii_digit) => return self.number(),
            _ if is_alphanumeric(c) => return self.identifier(),
            _ => {}
        }
        self.next();
        match c {
            '=' => self.emit(TokenKind::Assign),
            ':' if self.next() == Some('=') => self.emit(TokenKind::Declare),
            ':' => self.fail("expected :="),
            '|' => self.emit(TokenKind::Pipe),
            '"' => self.quoted(b'"', TokenKind::Str, "unterminated quoted string"),
            '\'' => self.quoted(b'\'', TokenKind::CharConstant, "unterminated character constant"),
            '`' => self.raw_quoted(),
            '$' => self.field_or_variable(TokenKind::Variable),
            // At the very end of the text Go takes a dot for the start of a number.
            '.' if self.rest().is_empty() => self.lone_dot_at_end(),
            '.' => self.field_or_variable(TokenKind::Field),
            '(' => {
                self.paren_depth += 1;
                self.emit(TokenKind::LeftParen)
            }
            ')' if self.paren_depth == 0 => self.fail("unexpected right paren"),
            ')' => {
                self.paren_depth -= 1;
                self.emit(TokenKind::RightParen)
            }
            '!'..='~' => self.emit(TokenKind::Char),
            _ => self.fail(format!("unrecognized character in action: {}", code_point(Some(c)))),
        }
    }

    /// Skips white space, but not the blank that belongs to a trim marker; whether there was any.
    fn skip_space(&mut self) -> bool {
        let rest = self.rest();
        let blank = rest.iter().take_while(|b| is_space(**b)).count();
        if blank == 0 {
            return false;
        }
        let belongs_to_marker = rest[blank..].starts_with(b"-}}");
        self.pos += blank - usize::from(belongs_to_marker);
        self.ignore();
        true
    }

    fn identifier(&mut self) -> Token {
        self.skip_name();
        if !self.at_terminator() {
            return self.bad_character();
        }
        let kind = match &self.text[self.start..self.pos] {
            b"true" | b"false" => TokenKind::Bool,
            word => TokenKind::keyword(word).unwrap_or(TokenKind::Identifier),
        };
        self.emit(kind)
    }

    fn skip_name(&mut self) {
        loop {
            while self.text.get(self.pos).is_some_and(|b| WORD[usize::from(*b)]) {
                self.pos += 1;
            }
            match self.text.get(self.pos) {
                Some(byte) if !byte.is_ascii() => {}
                _ => return,
            }
            match self.peek() {
                Some(c) if is_alphanumeric(c) => self.pos += c.len_utf8(),
                _ => return,
            }
        }
    }

    /// What follows a dot or a dollar sign.
    fn field_or_variable(&mut self, kind: TokenKind) -> Token {
        if self.at_terminator() {
            return self.emit(if kind == TokenKind::Variable { kind } else { TokenKind::Dot });
        }
        self.skip_name();
        if self.at_terminator() { self.emit(kind) } else { self.bad_character() }
    }

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
        let Some(end) = memchr(b'`', self.rest()) else {
            self.pos = self.text.len();
            return self.fail("unterminated raw quoted string");
        };
        self.pos += end + 1;
        self.count_lines();
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

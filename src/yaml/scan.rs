//! From bytes to tokens, with libyaml's rules for indentation and simple keys.

use super::token::{Fault, Mark, Tok, Token};
use std::collections::VecDeque;

const MAX_DEPTH: usize = 10_000;
const MAX_KEY: usize = 1024;

/// A place where a mapping key may have begun without `?`.
#[derive(Clone, Copy, Default)]
struct SimpleKey {
    possible: bool,
    required: bool,
    /// Whether its first token waits until it is known to be a key or not.
    waits: bool,
    number: usize,
    mark: Mark,
}

/// The scanner of one text that is known to be UTF-8 of allowed characters.
pub(super) struct Scanner<'a> {
    pub(super) text: &'a [u8],
    pub(super) pos: usize,
    pub(super) line: usize,
    /// Bytes before `pos` that continue a character.
    pub(super) wide: usize,
    /// The index in characters at which the line began.
    pub(super) line_index: usize,
    pub(super) indent: isize,
    pub(super) flow: usize,
    pub(super) key_allowed: bool,
    indents: Vec<isize>,
    keys: Vec<SimpleKey>,
    tokens: VecDeque<Token<'a>>,
    parsed: usize,
}

pub(super) type Scan<T> = Result<T, Fault>;

impl<'a> Scanner<'a> {
    /// How many characters behind its place libyaml's scanner wants to know.
    pub(super) const AHEAD: usize = 4;

    pub(super) fn new(text: &'a [u8]) -> Scanner<'a> {
        Scanner {
            text,
            pos: 0,
            line: 0,
            wide: 0,
            line_index: 0,
            indent: -1,
            flow: 0,
            key_allowed: true,
            indents: Vec::new(),
            keys: vec![SimpleKey::default()],
            tokens: VecDeque::new(),
            parsed: 0,
        }
    }

    /// The next token, which stays next.
    pub(super) fn peek(&mut self) -> Scan<&Token<'a>> {
        while self.needs_more()? {
            self.fetch()?;
        }
        let mark = self.mark();
        if self.tokens.is_empty() {
            self.tokens.push_back(Token { kind: Tok::StreamEnd, mark });
        }
        Ok(&self.tokens[0])
    }

    /// Takes the next token.
    pub(super) fn next(&mut self) -> Scan<Token<'a>> {
        self.peek()?;
        self.parsed += 1;
        let mark = self.mark();
        Ok(self.tokens.pop_front().unwrap_or(Token { kind: Tok::StreamEnd, mark }))
    }

    fn needs_more(&mut self) -> Scan<bool> {
        if self.tokens.is_empty() {
            return Ok(true);
        }
        let number = self.parsed;
        let mut i = self.keys.partition_point(|k| k.number < number);
        while i < self.keys.len() && self.keys[i].number == number {
            if self.keys[i].waits && self.key_is_valid(i)? {
                return Ok(true);
            }
            i += 1;
        }
        Ok(false)
    }

    pub(super) fn at(&self, offset: usize) -> u8 {
        self.text.get(self.pos + offset).copied().unwrap_or(0)
    }

    pub(super) fn ended(&self) -> bool {
        self.pos >= self.text.len()
    }

    pub(super) fn column(&self) -> usize {
        self.pos - self.wide - self.line_index
    }

    pub(super) fn mark(&self) -> Mark {
        Mark { index: self.pos - self.wide, line: self.line, column: self.column() }
    }

    pub(super) fn fault<T>(&self, context: Mark, problem: &'static str) -> Scan<T> {
        Err(Fault { problem: problem.into(), at: self.mark(), context, scanner: true })
    }

    /// The length of the line break at `offset`, 0 if there is none.
    pub(super) fn break_len(&self, offset: usize) -> usize {
        match self.at(offset) {
            b'\r' if self.at(offset + 1) == b'\n' => 2,
            b'\n' | b'\r' => 1,
            0xc2 if self.at(offset + 1) == 0x85 => 2,
            0xe2 if self.at(offset + 1) == 0x80 && matches!(self.at(offset + 2), 0xa8 | 0xa9) => 3,
            _ => 0,
        }
    }

    pub(super) fn is_blank(&self, offset: usize) -> bool {
        matches!(self.at(offset), b' ' | b'\t')
    }

    pub(super) fn is_blankz(&self, offset: usize) -> bool {
        match self.at(offset) {
            b' ' | b'\t' | b'\n' | b'\r' => true,
            0 => self.pos + offset >= self.text.len(),
            0xc2 | 0xe2 => self.break_len(offset) > 0,
            _ => false,
        }
    }

    pub(super) fn is_breakz(&self) -> bool {
        self.ended() || self.break_len(0) > 0
    }

    /// Passes one byte of a character.
    pub(super) fn step(&mut self) {
        self.wide += usize::from(self.at(0) & 0xc0 == 0x80);
        self.pos += 1;
    }

    /// Passes a line break and gives what it stands for.
    pub(super) fn skip_line(&mut self) -> &'a [u8] {
        let len = self.break_len(0);
        let bytes = &self.text[self.pos..self.pos + len];
        self.pos += len;
        self.wide += match bytes[0] {
            0xc2 => 1,
            0xe2 => 2,
            _ => 0,
        };
        self.line += 1;
        self.line_index = self.pos - self.wide;
        if bytes[0] == 0xe2 { bytes } else { b"\n" }
    }

    pub(super) fn skip_comment(&mut self) {
        if self.at(0) == b'#' {
            while !self.is_breakz() {
                self.step();
            }
        }
    }

    /// Whether a line that is `---` or `...` and no more begins here.
    pub(super) fn at_indicator(&self) -> bool {
        self.column() == 0 && (self.starts(b"---") || self.starts(b"...")) && self.is_blankz(3)
    }

    fn starts(&self, with: &[u8]) -> bool {
        self.text[self.pos..].starts_with(with)
    }

    fn push(&mut self, kind: Tok<'a>, mark: Mark) {
        self.tokens.push_back(Token { kind, mark });
    }

    fn push_short(&mut self, kind: Tok<'a>, len: usize) {
        let mark = self.mark();
        self.pos += len;
        self.push(kind, mark);
    }

    fn key_is_valid(&mut self, i: usize) -> Scan<bool> {
        let key = self.keys[i];
        if !key.possible {
            return Ok(false);
        }
        if key.mark.line < self.line || key.mark.index + MAX_KEY < self.pos - self.wide {
            if key.required {
                return self.fault(key.mark, "could not find expected ':'");
            }
            self.keys[i].possible = false;
            return Ok(false);
        }
        Ok(true)
    }

    fn last_key(&self) -> usize {
        self.keys.len() - 1
    }

    fn save_key(&mut self) -> Scan<()> {
        if !self.key_allowed {
            return Ok(());
        }
        let mark = self.mark();
        let required = self.flow == 0 && self.indent == mark.column as isize;
        self.remove_key()?;
        let last = self.last_key();
        let number = self.parsed + self.tokens.len();
        self.keys[last] = SimpleKey { possible: true, required, waits: true, number, mark };
        Ok(())
    }

    fn remove_key(&mut self) -> Scan<()> {
        let last = self.last_key();
        let key = self.keys[last];
        if key.possible && key.required {
            return self.fault(key.mark, "could not find expected ':'");
        }
        self.keys[last].possible = false;
        Ok(())
    }

    /// Opens a block collection at `column` if it is deeper; its token goes before token `number`.
    fn roll(&mut self, column: usize, number: Option<usize>, kind: Tok<'a>, mark: Mark) -> Scan<()> {
        if self.flow > 0 || self.indent >= column as isize {
            return Ok(());
        }
        self.indents.push(self.indent);
        self.indent = column as isize;
        if self.indents.len() > MAX_DEPTH {
            return self.fault(self.keys[self.last_key()].mark, "exceeded max depth of 10000");
        }
        self.insert(number, Token { kind, mark });
        Ok(())
    }

    /// Puts a token before token `number`; at the end if that one is taken already.
    fn insert(&mut self, number: Option<usize>, token: Token<'a>) {
        let at = number.and_then(|n| n.checked_sub(self.parsed));
        self.tokens.insert(at.unwrap_or(self.tokens.len()), token);
    }

    fn unroll(&mut self, column: isize) {
        if self.flow > 0 {
            return;
        }
        while self.indent > column {
            self.push(Tok::BlockEnd, self.mark());
            self.indent = self.indents.pop().unwrap_or(-1);
        }
    }

    fn skip_to_token(&mut self) {
        loop {
            while self.at(0) == b' ' || (self.at(0) == b'\t' && (self.flow > 0 || !self.key_allowed)) {
                self.pos += 1;
            }
            self.skip_comment();
            if self.break_len(0) == 0 {
                return;
            }
            self.skip_line();
            if self.flow == 0 {
                self.key_allowed = true;
            }
        }
    }

    fn fetch(&mut self) -> Scan<()> {
        self.skip_to_token();
        self.unroll(self.column() as isize);
        if self.ended() {
            return self.fetch_end();
        }
        let c = self.at(0);
        if self.column() == 0 && c == b'%' {
            self.leave_blocks()?;
            let mark = self.mark();
            let kind = self.directive()?;
            self.push(kind, mark);
            return Ok(());
        }
        if matches!(c, b'-' | b'.') && self.at_indicator() {
            self.leave_blocks()?;
            self.push_short(if c == b'-' { Tok::DocumentStart } else { Tok::DocumentEnd }, 3);
            return Ok(());
        }
        let flow = self.flow > 0;
        match c {
            b'[' => self.fetch_open(Tok::FlowSequence),
            b'{' => self.fetch_open(Tok::FlowMapping),
            b']' => self.fetch_close(Tok::FlowSequenceEnd),
            b'}' => self.fetch_close(Tok::FlowMappingEnd),
            b',' => {
                self.remove_key()?;
                self.key_allowed = true;
                self.push_short(Tok::FlowEntry, 1);
                Ok(())
            }
            b'-' if self.is_blankz(1) => self.fetch_entry(),
            b'?' if flow || self.is_blankz(1) => self.fetch_key(),
            b':' if flow || self.is_blankz(1) => self.fetch_value(),
            b'*' | b'&' => self.fetch_scanned(|s| s.anchor(c == b'*')),
            b'!' => self.fetch_scanned(Scanner::tag),
            b'|' | b'>' if !flow => {
                self.remove_key()?;
                self.key_allowed = true;
                let mark = self.mark();
                let kind = self.block_scalar(c == b'|')?;
                self.push(kind, mark);
                Ok(())
            }
            b'\'' => self.fetch_scanned(|s| s.quoted(true)),
            b'"' => self.fetch_scanned(|s| s.quoted(false)),
            b'?' | b':' if flow => self.no_token(),
            b'\t' | b'#' | b'|' | b'>' | b'%' | b'@' | b'`' => self.no_token(),
            _ => self.fetch_scanned(Scanner::plain),
        }
    }

    fn no_token(&self) -> Scan<()> {
        self.fault(self.mark(), "found character that cannot start any token")
    }

    fn fetch_scanned(&mut self, scan: impl FnOnce(&mut Self) -> Scan<Tok<'a>>) -> Scan<()> {
        self.save_key()?;
        self.key_allowed = false;
        let mark = self.mark();
        let kind = scan(self)?;
        self.push(kind, mark);
        Ok(())
    }

    fn leave_blocks(&mut self) -> Scan<()> {
        self.unroll(-1);
        self.remove_key()?;
        self.key_allowed = false;
        Ok(())
    }

    fn fetch_end(&mut self) -> Scan<()> {
        if self.column() != 0 {
            self.line += 1;
            self.line_index = self.pos - self.wide;
        }
        self.leave_blocks()?;
        self.push(Tok::StreamEnd, self.mark());
        Ok(())
    }

    fn fetch_open(&mut self, kind: Tok<'a>) -> Scan<()> {
        self.save_key()?;
        let mark = self.mark();
        self.keys.push(SimpleKey { number: self.parsed + self.tokens.len(), mark, ..SimpleKey::default() });
        self.flow += 1;
        if self.flow > MAX_DEPTH {
            return self.fault(mark, "exceeded max depth of 10000");
        }
        self.key_allowed = true;
        self.push_short(kind, 1);
        Ok(())
    }

    fn fetch_close(&mut self, kind: Tok<'a>) -> Scan<()> {
        self.remove_key()?;
        if self.flow > 0 {
            self.flow -= 1;
            let inner = self.keys.pop().unwrap_or_default();
            let last = self.last_key();
            // Where nothing was inside, go-yaml forgets that the collection itself may be a key.
            self.keys[last].waits &= self.keys[last].number != inner.number;
        }
        self.key_allowed = false;
        self.push_short(kind, 1);
        Ok(())
    }

    fn fetch_entry(&mut self) -> Scan<()> {
        if self.flow == 0 {
            let mark = self.mark();
            if !self.key_allowed {
                return self.fault(mark, "block sequence entries are not allowed in this context");
            }
            self.roll(mark.column, None, Tok::BlockSequence, mark)?;
        }
        self.remove_key()?;
        self.key_allowed = true;
        self.push_short(Tok::BlockEntry, 1);
        Ok(())
    }

    fn fetch_key(&mut self) -> Scan<()> {
        if self.flow == 0 {
            let mark = self.mark();
            if !self.key_allowed {
                return self.fault(mark, "mapping keys are not allowed in this context");
            }
            self.roll(mark.column, None, Tok::BlockMapping, mark)?;
        }
        self.remove_key()?;
        self.key_allowed = self.flow == 0;
        self.push_short(Tok::Key, 1);
        Ok(())
    }

    fn fetch_value(&mut self) -> Scan<()> {
        let last = self.last_key();
        if self.key_is_valid(last)? {
            let key = self.keys[last];
            self.insert(Some(key.number), Token { kind: Tok::Key, mark: key.mark });
            self.roll(key.mark.column, Some(key.number), Tok::BlockMapping, key.mark)?;
            self.keys[last].possible = false;
            self.key_allowed = false;
        } else {
            if self.flow == 0 {
                let mark = self.mark();
                if !self.key_allowed {
                    return self.fault(mark, "mapping values are not allowed in this context");
                }
                self.roll(mark.column, None, Tok::BlockMapping, mark)?;
            }
            self.key_allowed = self.flow == 0;
        }
        self.push_short(Tok::Value, 1);
        Ok(())
    }
}

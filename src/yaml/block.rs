//! The block style in which most documents are written, read line by line without tokens.
//!
//! Gives up on everything unusual (anchors, tags, tabs, keys with odd characters, most flow style, whatever might
//! be a fault), and leaves it to the scanner, which knows all of YAML. What is accepted here means the
//! same there.

use super::Node;
use super::leaf::{BlockText, Chomp, Leaf, Sink};
use super::tree::Tree;
use super::unfold::escaped;
use memchr::{memchr, memchr2, memchr3, memmem, memrchr};

/// A map or list that is open.
#[derive(Clone, Copy)]
struct Level {
    indent: isize,
    is_list: bool,
}

/// A plain scalar that may go on in the next line.
struct Plain {
    from: usize,
    end: usize,
    has_lines: bool,
}

/// How deep block style may be nested here.
const DEEPEST: usize = 500;

/// The longest line in flow style; nested as deep, it is still far from the limits.
const LONGEST_FLOW: usize = 4096;

/// The longest key; the scanner's limit is 1,024 characters.
const LONGEST_KEY: usize = 512;

/// Digits and letters beyond which a key might be a number that is too large.
const LONGEST_NUMBER: usize = 15;

/// Reads a document, if it is one mapping in plain block style.
///
/// The text must consist of allowed characters.
pub(super) fn read<'a>(source: &'a str, sink: &mut impl Sink<'a>) -> Option<()> {
    let text = source.as_bytes();
    let odd_breaks: [&[u8]; 3] = [b"\xc2\x85", b"\xe2\x80\xa8", b"\xe2\x80\xa9"];
    let has_odd_breaks = || odd_breaks.iter().any(|odd| memmem::find(text, odd).is_some());
    if memchr(b'\r', text).is_some() || (!text.is_ascii() && has_odd_breaks()) {
        return None;
    }
    Reader { source, text, pos: 0, line: 0, levels: Vec::with_capacity(32), awaits: true, plain: None, sink }.document()
}

struct Reader<'a, 's, S> {
    source: &'a str,
    text: &'a [u8],
    pos: usize,
    /// Where the current line begins.
    line: usize,
    levels: Vec<Level>,
    /// Whether the innermost level still awaits a value.
    awaits: bool,
    plain: Option<Plain>,
    sink: &'s mut S,
}

impl<'a, S: Sink<'a>> Reader<'a, '_, S> {
    fn document(&mut self) -> Option<()> {
        loop {
            self.line = self.pos;
            self.skip_spaces();
            match self.text.get(self.pos) {
                None => break,
                Some(b'\n') => self.pos += 1,
                Some(b'#') => {
                    self.end_plain();
                    self.skip_line();
                }
                Some(_) => self.content()?,
            }
        }
        self.end_plain();
        if self.levels.is_empty() {
            return None;
        }
        self.end_value();
        self.levels.iter().for_each(|_| self.sink.close());
        Some(())
    }

    /// The rest of a line that is neither blank nor a comment.
    fn content(&mut self) -> Option<()> {
        let column = self.column();
        if !self.awaits && column > self.indent() {
            return self.continued();
        }
        self.end_plain();
        while self.text[self.pos] == b'-' && self.is_blank(self.pos + 1) {
            self.entry()?;
            self.pos += 1;
            self.skip_spaces();
            if self.line_ends() {
                return Some(());
            }
        }
        if let Some((text, quoted, end)) = self.key() {
            self.enter(false)?;
            self.sink.key(text, quoted, self.levels.len(), self.line);
            self.awaits = true;
            self.pos = end;
            self.skip_spaces();
            if self.line_ends() {
                return Some(());
            }
        } else if !self.awaits || self.levels.is_empty() || self.column() <= self.indent() {
            return None;
        }
        self.scalar()
    }

    fn column(&self) -> isize {
        (self.pos - self.line) as isize
    }

    fn indent(&self) -> isize {
        self.levels.last().map_or(-1, |level| level.indent)
    }

    fn is_blank(&self, at: usize) -> bool {
        matches!(self.text.get(at), None | Some(b' ' | b'\n'))
    }

    fn skip_spaces(&mut self) {
        self.pos += spaces(&self.text[self.pos..]);
    }

    fn skip_line(&mut self) {
        self.pos = memchr(b'\n', &self.text[self.pos..]).map_or(self.text.len(), |at| self.pos + at + 1);
    }

    /// Whether nothing but a comment is left of the line, behind a blank or a line's start; passes it then.
    fn line_ends(&mut self) -> bool {
        match self.text.get(self.pos) {
            None => true,
            Some(b'\n') => {
                self.pos += 1;
                true
            }
            Some(b'#') if self.text[self.pos - 1] == b' ' => {
                self.skip_line();
                true
            }
            Some(_) => false,
        }
    }

    /// The end of whatever must be alone in the rest of its line.
    fn end_line(&mut self) -> Option<()> {
        self.skip_spaces();
        self.line_ends().then_some(())
    }

    /// A value that was awaited and has not come is null.
    fn end_value(&mut self) {
        if self.awaits {
            self.give(Leaf::Empty);
        }
    }

    fn give(&mut self, value: Leaf<'a>) {
        self.sink.value(value);
        self.awaits = false;
    }

    fn end_plain(&mut self) {
        if let Some(Plain { from, end, has_lines }) = self.plain.take() {
            let text = &self.source[from..end];
            self.sink.value(if has_lines { Leaf::PlainLines(text) } else { Leaf::Plain(text) });
        }
    }

    /// Makes the map or list of the current column the innermost level.
    fn enter(&mut self, is_list: bool) -> Option<()> {
        let column = self.column();
        let innermost = self.levels.last().copied().unwrap_or(Level { indent: -1, is_list: true });
        // A list may stand in the very column of the key whose value it is.
        let indentless = is_list && !innermost.is_list && column == innermost.indent;
        if self.awaits && (column > innermost.indent || indentless) {
            if self.levels.len() == DEEPEST {
                return None;
            }
            self.levels.push(Level { indent: column, is_list });
            if is_list {
                self.sink.open_list();
            } else {
                self.sink.open_map();
            }
            return Some(());
        }
        self.end_value();
        while let Some(level) = self.levels.last() {
            if level.indent == column && level.is_list == is_list {
                return Some(());
            }
            if level.indent < column || (level.indent == column && !level.is_list) {
                return None;
            }
            self.levels.pop();
            self.sink.close();
        }
        None
    }

    fn entry(&mut self) -> Option<()> {
        self.enter(true)?;
        self.awaits = true;
        Some(())
    }

    /// A key and where what follows its colon begins.
    fn key(&self) -> Option<(&'a str, bool, usize)> {
        let text = self.text;
        let from = self.pos;
        let (inner, quoted) = match text[from] {
            quote @ (b'"' | b'\'') => {
                let inner = &text[from + 1..];
                let length = inner.iter().take(LONGEST_KEY).position(|b| matches!(b, b'"' | b'\'' | b'\\' | b'\n'))?;
                (if inner[length] == quote { &inner[..length] } else { return None }, true)
            }
            _ => (&text[from..from + text[from..].iter().take_while(|b| is_key(**b)).count()], false),
        };
        let colon = from + inner.len() + if quoted { 2 } else { 0 };
        if text.get(colon) != Some(&b':') || !self.is_blank(colon + 1) {
            return None;
        }
        if inner.len() > LONGEST_KEY || !(quoted || is_plain_key(inner)) {
            return None;
        }
        let start = from + usize::from(quoted);
        Some((&self.source[start..start + inner.len()], quoted, colon + 1))
    }

    fn scalar(&mut self) -> Option<()> {
        match self.text[self.pos] {
            b'"' => self.double_quoted(),
            b'\'' => self.single_quoted(),
            b'|' | b'>' => self.block_scalar(),
            b'{' | b'[' => self.flow(),
            _ => self.plain(),
        }
    }

    /// A flow collection that ends on its line.
    fn flow(&mut self) -> Option<()> {
        let from = self.pos;
        self.skip_line();
        let node = match self.text[from..self.pos].trim_ascii_end() {
            b"{}" => Node::Map(Vec::new()),
            b"[]" => Node::List(Vec::new()),
            line if line.len() > LONGEST_FLOW => return None,
            line => Tree::only(line)?,
        };
        self.give(Leaf::Flow(node));
        Some(())
    }

    fn double_quoted(&mut self) -> Option<()> {
        let from = self.pos;
        let mut escapes = false;
        self.pos += 1;
        loop {
            self.pos += memchr2(b'"', b'\\', &self.text[self.pos..])? + 1;
            if self.text[self.pos - 1] == b'"' {
                break;
            }
            escapes = true;
            let escape = *self.text.get(self.pos)?;
            if escape != b'\n' && escaped(escape).is_none() {
                return None;
            }
            self.pos += 1;
        }
        self.quoted(from, escapes)
    }

    fn single_quoted(&mut self) -> Option<()> {
        let from = self.pos;
        let mut escapes = false;
        self.pos += 1;
        loop {
            self.pos += memchr(b'\'', &self.text[self.pos..])? + 1;
            if self.text.get(self.pos) != Some(&b'\'') {
                break;
            }
            escapes = true;
            self.pos += 1;
        }
        self.quoted(from, escapes)
    }

    /// The text between quotes that begins at `from` and has just ended.
    fn quoted(&mut self, from: usize, escapes: bool) -> Option<()> {
        let inner = &self.source[from + 1..self.pos - 1];
        let last_line = memrchr(b'\n', inner.as_bytes());
        if let Some(at) = last_line {
            if inner.contains("\n---") || inner.contains("\n...") {
                return None;
            }
            self.line = from + 1 + at + 1;
        }
        self.give(match self.text[from] {
            _ if !escapes && last_line.is_none() => Leaf::Quoted(inner),
            b'"' => Leaf::DoubleQuoted(inner),
            _ => Leaf::SingleQuoted(inner),
        });
        self.end_line()
    }

    fn block_scalar(&mut self) -> Option<()> {
        let literal = self.text[self.pos] == b'|';
        self.pos += 1;
        let mut depth = None;
        if let Some(digit @ b'1'..=b'9') = self.text.get(self.pos) {
            depth = Some(self.indent().max(0) as usize + usize::from(digit - b'0'));
            self.pos += 1;
        }
        let chomp = match self.text.get(self.pos) {
            Some(b'-') => Chomp::Strip,
            Some(b'+') => Chomp::Keep,
            _ => Chomp::Clip,
        };
        self.pos += usize::from(chomp != Chomp::Clip);
        self.skip_spaces();
        if self.text.get(self.pos).is_some_and(|b| *b != b'\n') {
            return None;
        }
        self.skip_line();
        let from = self.pos;
        let depth = self.block_lines(depth)?;
        let lines = &self.source[from..self.pos];
        self.give(Leaf::Block(BlockText { lines, depth, literal, chomp }));
        Some(())
    }

    /// The lines of a block scalar: those as deep as given, or as the first of them, which is deeper than
    /// the collection around it. Gives the depth.
    fn block_lines(&mut self, mut depth: Option<usize>) -> Option<usize> {
        let mut blanks = 0;
        let shallowest = (self.indent() + 1).max(1) as usize;
        loop {
            let line = self.pos;
            self.skip_spaces();
            let column = self.pos - line;
            match self.text.get(self.pos) {
                Some(b'\n') => {
                    blanks = blanks.max(column);
                    self.pos += 1;
                    continue;
                }
                Some(b'\t') if column < depth.unwrap_or(usize::MAX) => return None,
                None => return Some(depth.unwrap_or(blanks.max(column).max(shallowest))),
                _ => {}
            }
            if column < depth.unwrap_or(shallowest) {
                self.pos = line;
                return Some(depth.unwrap_or(blanks.max(shallowest)));
            }
            if depth.is_none() && blanks > column {
                // Blank lines that are deeper than the text count for its depth.
                return None;
            }
            depth.get_or_insert(column);
            self.skip_line();
        }
    }

    fn plain(&mut self) -> Option<()> {
        let from = self.pos;
        if !begins_plain(&self.text[from..]) {
            return None;
        }
        let (end, ended) = self.plain_line()?;
        self.awaits = false;
        self.plain = Some(Plain { from, end, has_lines: false });
        if ended {
            self.end_plain();
        }
        Some(())
    }

    /// The rest of the line as plain text: where that ends, and whether a comment ended it.
    fn plain_line(&mut self) -> Option<(usize, bool)> {
        let text = self.text;
        let mut at = self.pos;
        let mut end = memchr(b'\n', &text[at..]).map_or(text.len(), |length| at + length);
        self.pos = (end + 1).min(text.len());
        let mut ended = false;
        while let Some(length) = memchr3(b':', b'#', b'\t', &text[at..end]) {
            at += length;
            match text[at] {
                b'#' if text[at - 1] == b' ' => {
                    (end, ended) = (at, true);
                    break;
                }
                b'#' => {}
                b':' if !matches!(text.get(at + 1), None | Some(b' ' | b'\n' | b'\t')) => {}
                _ => return None,
            }
            at += 1;
        }
        let spaces = text[..end].iter().rev().take_while(|b| **b == b' ').count();
        Some((end - spaces, ended))
    }

    /// A line deeper than the value before it: more of a plain scalar.
    fn continued(&mut self) -> Option<()> {
        if self.plain.is_none() || self.text[self.pos] == b'\t' {
            return None;
        }
        let (end, ended) = self.plain_line()?;
        if let Some(plain) = &mut self.plain {
            (plain.end, plain.has_lines) = (end, true);
        }
        if ended {
            self.end_plain();
        }
        Some(())
    }
}

/// How many spaces a text begins with.
fn spaces(text: &[u8]) -> usize {
    let (chunks, rest) = text.as_chunks::<8>();
    let mut count = 0;
    for chunk in chunks {
        let other = u64::from_le_bytes(*chunk) ^ u64::from_le_bytes([b' '; 8]);
        if other != 0 {
            return count + other.trailing_zeros() as usize / 8;
        }
        count += 8;
    }
    count + rest.iter().take_while(|b| **b == b' ').count()
}

fn is_key(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b'/' | b'$')
}

/// Whether a plain scalar begins here, and surely none that is an infinity or not a number.
fn begins_plain(text: &[u8]) -> bool {
    match text {
        [] | [b'+' | b'-', b'.', ..] => false,
        [b'.', next, ..] => !next.is_ascii_digit() && !is_special(text),
        [b'-' | b'?' | b':', rest @ ..] => !matches!(rest.first(), None | Some(b' ' | b'\n' | b'\t')),
        [first, ..] => !b"\t,[]{}#&*!|>'\"%@`".contains(first),
    }
}

/// Whether a text begins like an infinity, or like what is not a number.
fn is_special(text: &[u8]) -> bool {
    text.get(1..4).is_some_and(|word| word.eq_ignore_ascii_case(b"inf") || word.eq_ignore_ascii_case(b"nan"))
}

/// Whether a key without quotes is a name, or at least a small number.
fn is_plain_key(key: &[u8]) -> bool {
    match key {
        [] | [b'-' | b'.', ..] | b"null" | b"Null" | b"NULL" => false,
        [first, ..] => !first.is_ascii_digit() || key.len() <= LONGEST_NUMBER,
    }
}

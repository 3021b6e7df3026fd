//! Scalars, anchors, tags and directives: the tokens that carry text.

use super::scan::{Scan, Scanner};
use super::token::{Mark, Tok};
use std::borrow::Cow;

fn is_word(c: u8) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, b'_' | b'-')
}

/// Text being read: borrowed while it is one piece of the source.
struct Text<'a> {
    source: &'a [u8],
    /// The borrowed piece, used while `owned` is none.
    piece: (usize, usize),
    owned: Option<Vec<u8>>,
}

impl<'a> Text<'a> {
    fn new(source: &'a [u8], at: usize) -> Text<'a> {
        Text { source, piece: (at, at), owned: None }
    }

    fn take(&mut self, from: usize, to: usize) {
        match &mut self.owned {
            None if self.piece.1 == from => self.piece.1 = to,
            _ => self.add(from, to),
        }
    }

    fn add(&mut self, from: usize, to: usize) {
        let source = self.source;
        self.owned().extend_from_slice(&source[from..to]);
    }

    fn owned(&mut self) -> &mut Vec<u8> {
        let (from, to) = self.piece;
        let source = self.source;
        self.owned.get_or_insert_with(|| source[from..to].to_vec())
    }

    fn finish(self) -> Cow<'a, [u8]> {
        match self.owned {
            Some(owned) => Cow::Owned(owned),
            None => Cow::Borrowed(&self.source[self.piece.0..self.piece.1]),
        }
    }
}

/// White space between words: blanks on one line, or line breaks.
#[derive(Default)]
struct Gap<'a> {
    blanks: Option<(usize, usize)>,
    /// The first line break.
    first: &'a [u8],
    /// Those after it.
    more: Vec<u8>,
    broken: bool,
}

impl Gap<'_> {
    fn flush(&mut self, text: &mut Text<'_>) {
        if self.broken {
            if self.first != b"\n" {
                text.owned().extend_from_slice(self.first);
            } else if self.more.is_empty() && !self.first.is_empty() {
                text.owned().push(b' ');
            }
            text.owned().extend_from_slice(&self.more);
        } else if let Some((from, to)) = self.blanks {
            text.take(from, to);
        }
        self.blanks = None;
        self.first = b"";
        self.more.clear();
        self.broken = false;
    }
}

impl<'a> Scanner<'a> {
    fn gap(&mut self, gap: &mut Gap<'a>, tab_limit: Option<(isize, Mark)>) -> Scan<()> {
        loop {
            if self.is_blank(0) {
                if let Some((indent, start)) = tab_limit
                    && gap.broken
                    && self.at(0) == b'\t'
                    && (self.column() as isize) < indent
                {
                    return self.fault(start, "found a tab character that violates indentation");
                }
                if !gap.broken {
                    let from = gap.blanks.map_or(self.pos, |b| b.0);
                    gap.blanks = Some((from, self.pos + 1));
                }
                self.pos += 1;
            } else if self.break_len(0) > 0 {
                let line = self.skip_line();
                if gap.broken {
                    gap.more.extend_from_slice(line);
                } else {
                    gap.broken = true;
                    gap.blanks = None;
                    gap.first = line;
                }
            } else {
                return Ok(());
            }
        }
    }

    pub(super) fn plain(&mut self) -> Scan<Tok<'a>> {
        let start = self.mark();
        let indent = self.indent + 1;
        let mut text = Text::new(self.text, self.pos);
        let mut gap = Gap::default();
        loop {
            if self.at(0) == b'#' || self.at_indicator() {
                break;
            }
            let from = self.pos;
            while !self.is_blankz(0) {
                let c = self.at(0);
                if c == b':' && self.is_blankz(1)
                    || self.flow > 0 && matches!(c, b',' | b'?' | b'[' | b']' | b'{' | b'}')
                {
                    break;
                }
                self.step();
            }
            if self.pos > from {
                gap.flush(&mut text);
                text.take(from, self.pos);
            }
            if self.ended() || !self.is_blankz(0) {
                break;
            }
            self.gap(&mut gap, Some((indent, start)))?;
            if self.flow == 0 && (self.column() as isize) < indent {
                break;
            }
        }
        if gap.broken {
            self.key_allowed = true;
        }
        Ok(Tok::Scalar(text.finish(), true))
    }

    pub(super) fn quoted(&mut self, single: bool) -> Scan<Tok<'a>> {
        let start = self.mark();
        let quote = if single { b'\'' } else { b'"' };
        self.pos += 1;
        let mut text = Text::new(self.text, self.pos);
        loop {
            if self.at_indicator() {
                return self.fault(start, "found unexpected document indicator");
            }
            if self.ended() {
                return self.fault(start, "found unexpected end of stream");
            }
            let mut gap = Gap::default();
            while !self.is_blankz(0) {
                let c = self.at(0);
                if c == quote {
                    if !(single && self.at(1) == b'\'') {
                        break;
                    }
                    text.add(self.pos, self.pos + 1);
                    self.pos += 2;
                } else if c == b'\\' && !single {
                    if self.break_len(1) > 0 {
                        self.pos += 1;
                        self.skip_line();
                        gap.broken = true;
                        text.owned();
                        break;
                    }
                    self.escape(text.owned(), start)?;
                } else {
                    text.take(self.pos, self.pos + 1);
                    self.step();
                }
            }
            if self.at(0) == quote && !gap.broken {
                break;
            }
            if self.at(0) == quote {
                break;
            }
            self.gap(&mut gap, None)?;
            gap.flush(&mut text);
        }
        self.pos += 1;
        Ok(Tok::Scalar(text.finish(), false))
    }

    fn escape(&mut self, out: &mut Vec<u8>, start: Mark) -> Scan<()> {
        let (bytes, digits): (&[u8], usize) = match self.at(1) {
            b'0' => (b"\0", 0),
            b'a' => (b"\x07", 0),
            b'b' => (b"\x08", 0),
            b't' | b'\t' => (b"\t", 0),
            b'n' => (b"\n", 0),
            b'v' => (b"\x0b", 0),
            b'f' => (b"\x0c", 0),
            b'r' => (b"\r", 0),
            b'e' => (b"\x1b", 0),
            b' ' => (b" ", 0),
            b'"' => (b"\"", 0),
            b'\'' => (b"'", 0),
            b'\\' => (b"\\", 0),
            b'N' => ("\u{85}".as_bytes(), 0),
            b'_' => ("\u{a0}".as_bytes(), 0),
            b'L' => ("\u{2028}".as_bytes(), 0),
            b'P' => ("\u{2029}".as_bytes(), 0),
            b'x' => (b"", 2),
            b'u' => (b"", 4),
            b'U' => (b"", 8),
            _ => return self.fault(start, "found unknown escape character"),
        };
        out.extend_from_slice(bytes);
        self.pos += 2;
        if digits == 0 {
            return Ok(());
        }
        let mut code = 0u32;
        for i in 0..digits {
            match char::from(self.at(i)).to_digit(16) {
                Some(digit) => code = code << 4 | digit,
                None => {
                    // Where only the start of a text is read, the digits may be in the rest.
                    if self.pos + i >= self.text.len() {
                        self.pos = self.text.len();
                    }
                    return self.fault(start, "did not find expected hexdecimal number");
                }
            }
        }
        let Some(c) = char::from_u32(code) else {
            return self.fault(start, "found invalid Unicode character escape code");
        };
        out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
        self.pos += digits;
        Ok(())
    }

    /// The header of a block scalar: chomping (−1, 0, 1) and the indentation indicator.
    fn block_header(&mut self, start: Mark) -> Scan<(i8, isize)> {
        let (mut chomp, mut increment) = (0, 0);
        for _ in 0..2 {
            match self.at(0) {
                b'+' if chomp == 0 => chomp = 1,
                b'-' if chomp == 0 => chomp = -1,
                b'0' if increment == 0 => return self.fault(start, "found an indentation indicator equal to 0"),
                c @ b'1'..=b'9' if increment == 0 => increment = isize::from(c - b'0'),
                _ => break,
            }
            self.pos += 1;
        }
        while self.is_blank(0) {
            self.pos += 1;
        }
        self.skip_comment();
        if !self.is_breakz() {
            return self.fault(start, "did not find expected comment or line break");
        }
        if !self.ended() {
            self.skip_line();
        }
        Ok((chomp, increment))
    }

    pub(super) fn block_scalar(&mut self, literal: bool) -> Scan<Tok<'a>> {
        let start = self.mark();
        self.pos += 1;
        let (chomp, increment) = self.block_header(start)?;
        let mut indent = if increment > 0 { (self.indent.max(0) + increment) as usize } else { 0 };
        let mut out = Vec::new();
        let mut trailing = Vec::new();
        let mut leading: &[u8] = b"";
        let mut after_blank = false;
        self.block_breaks(&mut indent, &mut trailing, start)?;
        while self.column() == indent && !self.ended() {
            let blank = self.is_blank(0);
            if !literal && !after_blank && !blank && leading == b"\n" {
                if trailing.is_empty() {
                    out.push(b' ');
                }
            } else {
                out.extend_from_slice(leading);
            }
            out.append(&mut trailing);
            after_blank = blank;
            let from = self.pos;
            while !self.is_breakz() {
                self.step();
            }
            out.extend_from_slice(&self.text[from..self.pos]);
            leading = if self.ended() { b"" } else { self.skip_line() };
            self.block_breaks(&mut indent, &mut trailing, start)?;
        }
        if chomp != -1 {
            out.extend_from_slice(leading);
        }
        if chomp == 1 {
            out.append(&mut trailing);
        }
        Ok(Tok::Scalar(Cow::Owned(out), false))
    }

    fn block_breaks(&mut self, indent: &mut usize, breaks: &mut Vec<u8>, start: Mark) -> Scan<()> {
        let mut deepest = 0;
        loop {
            while (*indent == 0 || self.column() < *indent) && self.at(0) == b' ' {
                self.pos += 1;
            }
            deepest = deepest.max(self.column());
            if (*indent == 0 || self.column() < *indent) && self.at(0) == b'\t' {
                return self.fault(start, "found a tab character where an indentation space is expected");
            }
            if self.break_len(0) == 0 {
                break;
            }
            breaks.extend_from_slice(self.skip_line());
        }
        if *indent == 0 {
            *indent = deepest.max((self.indent + 1).max(1) as usize);
        }
        Ok(())
    }

    pub(super) fn anchor(&mut self, alias: bool) -> Scan<Tok<'a>> {
        let start = self.mark();
        self.pos += 1;
        let name = self.word();
        let ends = matches!(self.at(0), b'?' | b':' | b',' | b']' | b'}' | b'%' | b'@' | b'`');
        if name.is_empty() || !(ends || self.is_blankz(0)) {
            return self.fault(start, "did not find expected alphabetic or numeric character");
        }
        Ok(if alias { Tok::Alias(name) } else { Tok::Anchor(name) })
    }

    fn word(&mut self) -> &'a [u8] {
        let from = self.pos;
        while is_word(self.at(0)) {
            self.pos += 1;
        }
        &self.text[from..self.pos]
    }

    pub(super) fn tag(&mut self) -> Scan<Tok<'a>> {
        let start = self.mark();
        let (handle, suffix);
        if self.at(1) == b'<' {
            self.pos += 2;
            handle = Vec::new();
            suffix = self.tag_uri(b"", start)?;
            if self.at(0) != b'>' {
                return self.fault(start, "did not find the expected '>'");
            }
            self.pos += 1;
        } else {
            let read = self.tag_handle(false, start)?;
            if read.len() > 1 && read.ends_with(b"!") {
                suffix = self.tag_uri(b"", start)?;
                handle = read;
            } else {
                let rest = self.tag_uri(&read, start)?;
                (handle, suffix) = if rest.is_empty() { (rest, b"!".to_vec()) } else { (b"!".to_vec(), rest) };
            }
        }
        if !self.is_blankz(0) {
            return self.fault(start, "did not find expected whitespace or line break");
        }
        Ok(Tok::Tag(handle, suffix))
    }

    fn tag_handle(&mut self, directive: bool, start: Mark) -> Scan<Vec<u8>> {
        let from = self.pos;
        if self.at(0) != b'!' {
            return self.fault(start, "did not find expected '!'");
        }
        self.pos += 1;
        self.word();
        if self.at(0) == b'!' {
            self.pos += 1;
        } else if directive && self.pos - from > 1 {
            return self.fault(start, "did not find expected '!'");
        }
        Ok(self.text[from..self.pos].to_vec())
    }

    fn tag_uri(&mut self, head: &[u8], start: Mark) -> Scan<Vec<u8>> {
        let mut uri = head.get(1..).unwrap_or_default().to_vec();
        let mut found = !head.is_empty();
        while is_word(self.at(0)) || b";/?:@&=+$,.!~*'()[]%".contains(&self.at(0)) {
            if self.at(0) == b'%' {
                let hex = |c: u8| char::from(c).to_digit(16);
                let (Some(high), Some(low)) = (hex(self.at(1)), hex(self.at(2))) else {
                    return self.fault(start, "did not find URI escaped octet");
                };
                uri.push((high << 4 | low) as u8);
                self.pos += 3;
            } else {
                uri.push(self.at(0));
                self.pos += 1;
            }
            found = true;
        }
        if found { Ok(uri) } else { self.fault(start, "did not find expected tag URI") }
    }

    fn blanks(&mut self) {
        while self.is_blank(0) {
            self.pos += 1;
        }
    }

    pub(super) fn directive(&mut self) -> Scan<Tok<'a>> {
        let start = self.mark();
        self.pos += 1;
        let name = self.word();
        if name.is_empty() {
            return self.fault(start, "could not find expected directive name");
        }
        if !self.is_blankz(0) {
            return self.fault(start, "found unexpected non-alphabetical character");
        }
        let kind = match name {
            b"YAML" => self.version(start)?,
            b"TAG" => self.tag_directive(start)?,
            _ => return self.fault(start, "found unknown directive name"),
        };
        self.blanks();
        self.skip_comment();
        if !self.is_breakz() {
            return self.fault(start, "did not find expected comment or line break");
        }
        if !self.ended() {
            self.skip_line();
        }
        Ok(kind)
    }

    fn version(&mut self, start: Mark) -> Scan<Tok<'a>> {
        self.blanks();
        let major = self.version_number(start)?;
        if self.at(0) != b'.' {
            return self.fault(start, "did not find expected digit or '.' character");
        }
        self.pos += 1;
        Ok(Tok::Version(major, self.version_number(start)?))
    }

    fn version_number(&mut self, start: Mark) -> Scan<u8> {
        let from = self.pos;
        let mut number = 0;
        while self.at(0).is_ascii_digit() {
            if self.pos - from == 2 {
                return self.fault(start, "found extremely long version number");
            }
            number = number * 10 + (self.at(0) - b'0');
            self.pos += 1;
        }
        if self.pos == from {
            return self.fault(start, "did not find expected version number");
        }
        Ok(number)
    }

    fn tag_directive(&mut self, start: Mark) -> Scan<Tok<'a>> {
        self.blanks();
        let handle = self.tag_handle(true, start)?;
        if !self.is_blank(0) {
            return self.fault(start, "did not find expected whitespace");
        }
        self.blanks();
        let prefix = self.tag_uri(b"", start)?;
        if !self.is_blankz(0) {
            return self.fault(start, "did not find expected whitespace or line break");
        }
        Ok(Tok::TagDirective(handle, prefix))
    }
}

//! The text being read, its lines, and what is wrong where.

use crate::gostd::strings::decode_rune;

/// A fault in a text: Go's message and the line it reports.
#[derive(Debug)]
pub(super) struct Fault {
    pub(super) line: usize,
    pub(super) message: String,
}

/// A character of the text; `None` is its end.
pub(super) type Char = Option<char>;

/// A place in the text.
#[derive(Clone)]
pub(super) struct Cursor<'a> {
    text: &'a [u8],
    pos: usize,
    /// The line after everything consumed so far, from 1.
    pub(super) line: usize,
    at_end: bool,
    /// Whether line numbers at the end of the text follow the newer library.
    newer: bool,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(text: &'a [u8], newer: bool) -> Cursor<'a> {
        Cursor { text, pos: 0, line: 1, at_end: false, newer }
    }

    pub(super) fn pos(&self) -> usize {
        self.pos
    }

    /// The text from `start` up to here.
    pub(super) fn since(&self, start: usize) -> &'a [u8] {
        &self.text[start..self.pos]
    }

    /// Consumes a character; control characters and bytes that are not UTF-8 are faults.
    pub(super) fn next(&mut self) -> Result<Char, Fault> {
        let Some(&byte) = self.text.get(self.pos) else {
            self.at_end = true;
            return Ok(None);
        };
        let c = self.decode(byte)?;
        let lone_return = c == '\r' && self.text.get(self.pos + 1) != Some(&b'\n');
        if lone_return || (c.is_ascii_control() && !matches!(c, '\t' | '\r' | '\n')) {
            let message = format!("TOML files cannot contain control characters: '0x{:02x}'", c as u32);
            return Err(Fault { line: self.line, message });
        }
        self.line += usize::from(c == '\n');
        self.pos += c.len_utf8();
        Ok(Some(c))
    }

    fn decode(&self, byte: u8) -> Result<char, Fault> {
        if byte.is_ascii() {
            return Ok(byte as char);
        }
        match decode_rune(&self.text[self.pos..]) {
            Some((c, size)) if size > 1 => Ok(c),
            _ => Err(Fault { line: self.line, message: format!("invalid UTF-8 byte: 0x{byte:02x}") }),
        }
    }

    /// The next character, not consumed.
    pub(super) fn peek(&self) -> Result<Char, Fault> {
        let mut ahead = self.clone();
        ahead.next()
    }

    /// Consumes the next character if it is this one.
    pub(super) fn accept(&mut self, wanted: char) -> Result<bool, Fault> {
        let found = self.peek()? == Some(wanted);
        if found {
            self.next()?;
        }
        Ok(found)
    }

    /// Consumes characters as long as they fit.
    pub(super) fn skip(&mut self, fits: impl Fn(char) -> bool) -> Result<(), Fault> {
        while self.peek()?.is_some_and(&fits) {
            self.next()?;
        }
        Ok(())
    }

    /// Steps back over bytes that hold no line break.
    pub(super) fn step_back(&mut self, bytes: usize) {
        self.pos -= bytes.min(self.pos);
        self.at_end = false;
    }

    /// Whether line numbers and words follow the newer library.
    pub(super) fn newer(&self) -> bool {
        self.newer
    }

    /// Blanks and tabs.
    pub(super) fn skip_blanks(&mut self) -> Result<(), Fault> {
        self.skip(|c| matches!(c, ' ' | '\t'))
    }

    /// A fault here. At the end of the text the line is the last one with text on it (the newer
    /// library), or one less than it should be (the older one).
    pub(super) fn fault(&self, message: impl Into<String>) -> Fault {
        let ends_with_break = self.pos > 0 && self.text[self.pos - 1] == b'\n';
        let less = self.at_end && (!self.newer || ends_with_break);
        Fault { line: self.line - usize::from(less), message: message.into() }
    }

    /// A fault found after the text was read, reported on the line where that ended.
    pub(super) fn fault_at_line(&self, message: impl Into<String>) -> Fault {
        Fault { line: self.line, message: message.into() }
    }

    /// A fault whose character was the line break just consumed.
    pub(super) fn fault_before_break(&self, message: impl Into<String>) -> Fault {
        Fault { line: self.line - 1, message: message.into() }
    }
}

/// A character as Go's `%q` prints it; the end of the text is character 0.
pub(super) fn quoted(c: Char) -> String {
    let mut out = Vec::new();
    crate::gostd::strconv::quote_rune(u64::from(c.map_or(0, u32::from)), false, &mut out);
    String::from_utf8_lossy(&out).into_owned()
}

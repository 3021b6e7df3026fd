//! Format texts.

use super::printer::Printer;
use super::spec::Spec;
use crate::compat::Compat;
use crate::gostd::strings::{decode_rune, push_rune};
use crate::gostd::trail::Endless;
use crate::value::{Kind, Value};

/// `fmt.Sprintf`, with every verb and flag; faults are written into the text as Go writes them.
#[must_use]
pub fn sprintf(format: &[u8], args: &[Value], compat: Compat) -> Vec<u8> {
    let mut out = Vec::with_capacity(format.len() + 8 * args.len());
    let _ = Printer::new(compat, &mut out).finish(|p| Format::new(format, args).write(p));
    out
}

/// Like [`sprintf`]; fails if a value contains itself.
pub fn try_sprintf(format: &[u8], args: &[Value], compat: Compat) -> Result<Vec<u8>, Endless> {
    let mut out = Vec::with_capacity(format.len() + 8 * args.len());
    Printer::new(compat, &mut out).finish(|p| Format::new(format, args).write(p))?;
    Ok(out)
}

/// The largest width and precision.
const WIDEST: usize = 1_000_000;

/// A format text being worked off.
struct Format<'a> {
    text: &'a [u8],
    at: usize,
    args: &'a [Value],
    /// The next argument.
    next: usize,
    /// Whether an index was written anywhere, so that surplus arguments are not reported.
    reordered: bool,
    /// Whether the indexes of the current verb are valid.
    good_index: bool,
    /// Whether the last thing read was an index.
    after_index: bool,
}

impl<'a> Format<'a> {
    fn new(text: &'a [u8], args: &'a [Value]) -> Format<'a> {
        Format { text, at: 0, args, next: 0, reordered: false, good_index: true, after_index: false }
    }

    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn eat(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    fn write(&mut self, p: &mut Printer<'_>) {
        while let Some(percent) = memchr::memchr(b'%', &self.text[self.at..]) {
            p.out.extend_from_slice(&self.text[self.at..self.at + percent]);
            self.at += percent + 1;
            self.verb(p);
            if p.is_full() {
                return;
            }
        }
        p.out.extend_from_slice(&self.text[self.at..]);
        if !self.reordered && self.next < self.args.len() {
            self.surplus(p);
        }
    }

    /// What follows a percent sign.
    fn verb(&mut self, p: &mut Printer<'_>) {
        self.good_index = true;
        self.after_index = false;
        p.spec = Spec::default();
        self.flags(&mut p.spec);
        self.index();
        self.width(p);
        self.precision(p);
        if !self.after_index {
            self.index();
        }
        let Some((verb, size)) = decode_rune(&self.text[self.at..]) else {
            return p.out.extend_from_slice(b"%!(NOVERB)");
        };
        self.at += size;
        if verb == '%' {
            return p.out.push(b'%');
        }
        let fault = match self.args.get(self.next) {
            _ if !self.good_index => "(BADINDEX)",
            None => "(MISSING)",
            Some(argument) => {
                if matches!(verb, 'v' | 'w') {
                    p.spec.for_value();
                }
                self.next += 1;
                return p.argument(argument, verb);
            }
        };
        p.out.extend_from_slice(b"%!");
        push_rune(verb, p.out);
        p.out.extend_from_slice(fault.as_bytes());
    }

    fn flags(&mut self, spec: &mut Spec) {
        while let Some(flag) = self.peek() {
            match flag {
                b'#' => spec.flags.sharp = true,
                b'0' => spec.flags.zero = true,
                b'+' => spec.flags.plus = true,
                b'-' => spec.flags.minus = true,
                b' ' => spec.flags.space = true,
                _ => return,
            }
            self.at += 1;
        }
    }

    fn width(&mut self, p: &mut Printer<'_>) {
        if self.eat(b'*') {
            match self.argument_number() {
                Some(number) => {
                    p.spec.width = Some(number.unsigned_abs() as usize);
                    if number < 0 {
                        p.spec.flags.minus = true;
                        p.spec.flags.zero = false;
                    }
                }
                None => p.out.extend_from_slice(b"%!(BADWIDTH)"),
            }
            self.after_index = false;
        } else {
            p.spec.width = self.number();
            if self.after_index && p.spec.width.is_some() {
                self.good_index = false;
            }
        }
    }

    fn precision(&mut self, p: &mut Printer<'_>) {
        if self.at + 1 >= self.text.len() || !self.eat(b'.') {
            return;
        }
        if self.after_index {
            self.good_index = false;
        }
        self.index();
        if self.eat(b'*') {
            p.spec.precision = self.argument_number().and_then(|n| usize::try_from(n).ok());
            if p.spec.precision.is_none() {
                p.out.extend_from_slice(b"%!(BADPREC)");
            }
            self.after_index = false;
        } else {
            p.spec.precision = Some(self.number().unwrap_or(0));
        }
    }

    /// A number in the format; one that is too large eats up the rest of it.
    fn number(&mut self) -> Option<usize> {
        let (number, end) = parse_number(self.text, self.at, self.text.len());
        self.at = end;
        number
    }

    /// The next argument as a width or precision.
    fn argument_number(&mut self) -> Option<i64> {
        let value = self.args.get(self.next)?;
        self.next += 1;
        let number = match value {
            Value::Int(i, kind) if kind.is_signed() || *i >= 0 => *i,
            Value::Object(o) if matches!(o.kind(), Kind::Int(_)) => o.int()?,
            _ => return None,
        };
        (number.unsigned_abs() <= WIDEST as u64).then_some(number)
    }

    /// An index in brackets, if one stands here.
    fn index(&mut self) {
        if self.peek() != Some(b'[') {
            self.after_index = false;
            return;
        }
        self.reordered = true;
        let rest = &self.text[self.at..];
        let closing = if rest.len() < 3 { None } else { rest.iter().position(|b| *b == b']') };
        let Some(closing) = closing else {
            self.good_index = false;
            self.after_index = false;
            self.at += 1;
            return;
        };
        let (number, end) = parse_number(rest, 1, closing);
        self.at += closing + 1;
        let number = number.filter(|_| end == closing);
        self.after_index = number.is_some();
        match number.and_then(|n| n.checked_sub(1)).filter(|i| *i < self.args.len()) {
            Some(index) => self.next = index,
            None => self.good_index = false,
        }
    }

    /// `%!(EXTRA int=1, <nil>)`
    fn surplus(&self, p: &mut Printer<'_>) {
        p.spec = Spec::default();
        p.out.extend_from_slice(b"%!(EXTRA ");
        for (i, value) in self.args[self.next..].iter().enumerate() {
            if i > 0 {
                p.out.extend_from_slice(b", ");
            }
            if !value.is_nil() {
                p.out.extend_from_slice(value.type_name(p.compat).as_bytes());
                p.out.push(b'=');
            }
            p.argument(value, 'v');
            if p.is_full() {
                return;
            }
        }
        p.out.push(b')');
    }
}

/// The number between `start` and `end`, if there is one, and where it ends.
fn parse_number(text: &[u8], start: usize, end: usize) -> (Option<usize>, usize) {
    let mut number = None;
    let mut at = start;
    while at < end && text[at].is_ascii_digit() {
        let sum = number.unwrap_or(0);
        if sum > WIDEST {
            return (None, end);
        }
        number = Some(sum * 10 + usize::from(text[at] - b'0'));
        at += 1;
    }
    (number, at)
}

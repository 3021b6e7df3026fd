//! Writing.

use super::DEEPEST;
use crate::compat::Compat;
use crate::gostd::strconv;
use crate::gostd::strings::{LONGEST, TOO_LONG, decode_rune};
use crate::value::{List, Map, Value};
use data_encoding::BASE64;
use rustc_hash::FxHashSet;
use std::io::Write;

/// How JSON is written.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// Whether `<`, `>` and `&` are escaped.
    pub escape_html: bool,
    /// The indentation of one level; `None` writes everything on one line.
    pub indent: Option<&'static str>,
}

/// Appends a value as JSON; the error is Go's text, e.g. `json: unsupported value: +Inf`.
///
/// After an error `out` holds a part of the text.
pub fn encode(value: &Value, style: Style, compat: Compat, out: &mut Vec<u8>) -> Result<(), String> {
    Encoder { style, compat, out, level: 0, open: FxHashSet::default() }.value(value)
}

/// Below this many levels, Go looks for values that contain themselves.
const TRUSTED: usize = 1000;

/// Deeper than any stack of Go's reaches.
const ENDLESS: usize = 1_000_000;

struct Encoder<'a> {
    style: Style,
    compat: Compat,
    out: &'a mut Vec<u8>,
    level: usize,
    /// The addresses of the lists and maps around this place, from [`TRUSTED`] on.
    open: FxHashSet<usize>,
}

type Written = Result<(), String>;

impl Encoder<'_> {
    fn value(&mut self, value: &Value) -> Written {
        match value {
            Value::Nil => self.write(b"null"),
            Value::Bool(true) => self.write(b"true"),
            Value::Bool(false) => self.write(b"false"),
            Value::Int(i, kind) if kind.is_signed() => self.display(i),
            Value::Int(i, _) => self.display(&i.cast_unsigned()),
            Value::Float(f) => return self.float(*f),
            Value::Complex(_) => return Err("json: unsupported type: complex128".into()),
            Value::Str(text) => self.text(text),
            Value::List(list) => return self.list(list),
            Value::Map(map) => return self.map(map),
            Value::Object(object) => {
                if let Some(fault) = object.json_fault(self.compat) {
                    return Err(fault);
                }
                return match object.json_fields(self.compat) {
                    Some(fields) => self.fields(&fields),
                    None => self.value(&object.json(self.compat)),
                };
            }
        }
        Ok(())
    }

    fn write(&mut self, text: &[u8]) {
        self.out.extend_from_slice(text);
    }

    fn display(&mut self, number: &dyn std::fmt::Display) {
        // Writing to a vector does not fail.
        let _ = write!(self.out, "{number}");
    }

    fn float(&mut self, value: f64) -> Written {
        if !value.is_finite() {
            let mut message = b"json: unsupported value: ".to_vec();
            strconv::format_float(value, b'g', None, &mut message);
            return Err(String::from_utf8_lossy(&message).into_owned());
        }
        let magnitude = value.abs();
        if magnitude < 1e15 && magnitude.trunc() == magnitude && !(value == 0.0 && value.is_sign_negative()) {
            self.display(&(value as i64));
        } else if magnitude != 0.0 && !(1e-6..1e21).contains(&magnitude) {
            strconv::format_float(value, b'e', None, self.out);
            // `1e-09` → `1e-9`
            if let [.., b'e', b'-', b'0', _] = self.out[..] {
                let zero = self.out.len() - 2;
                self.out.remove(zero);
            }
        } else {
            strconv::format_float(value, b'f', None, self.out);
        }
        Ok(())
    }

    fn list(&mut self, list: &List) -> Written {
        if list.is_nil() {
            self.write(b"null");
            return Ok(());
        }
        if let Some(bytes) = list.as_bytes() {
            self.out.push(b'"');
            self.out.extend_from_slice(BASE64.encode(bytes).as_bytes());
            self.out.push(b'"');
            return Ok(());
        }
        self.enter(list.address(), b'[', |compat| list.kind().type_name(compat).into_owned())?;
        for i in 0..list.len() {
            self.separate(i);
            match list.as_values().and_then(|values| values.get(i)) {
                Some(item) => self.value(item)?,
                None => self.value(&list.get(i).unwrap_or_default())?,
            }
        }
        self.leave(list.address(), b']', list.is_empty());
        Ok(())
    }

    fn map(&mut self, map: &Map) -> Written {
        if map.is_nil() {
            self.write(b"null");
            return Ok(());
        }
        self.enter(map.address(), b'{', |compat| map.kind().type_name(compat).into_owned())?;
        let mut i = 0;
        map.for_each(|key, value| {
            self.separate(i);
            i += 1;
            self.key(key);
            self.value(value)
        })?;
        self.leave(map.address(), b'}', i == 0);
        Ok(())
    }

    /// A struct.
    fn fields(&mut self, fields: &[(&'static str, Value)]) -> Written {
        self.enter(0, b'{', |_| String::new())?;
        for (i, (name, value)) in fields.iter().enumerate() {
            self.separate(i);
            self.key(name.as_bytes());
            self.value(value)?;
        }
        self.leave(0, b'}', fields.is_empty());
        Ok(())
    }

    /// Opens an array or object, unless it is too deep or around itself.
    fn enter(&mut self, address: usize, bracket: u8, type_name: impl Fn(Compat) -> String) -> Written {
        // The old engine has a limit only for what is indented, because it reads that once more.
        let limited = self.compat.json_v2_engine() || self.style.indent.is_some();
        let deepest = if limited { DEEPEST } else { ENDLESS };
        if self.level >= TRUSTED && address != 0 && !self.open.insert(address) {
            return Err(format!("json: unsupported value: encountered a cycle via {}", type_name(self.compat)));
        }
        if self.level >= deepest {
            let shown = format!("invalid character '{}' ", char::from(bracket));
            return Err(format!("{}exceeded max depth", if self.compat.json_v2_engine() { "" } else { &shown }));
        }
        if self.out.len() > LONGEST {
            return Err(format!("json: {TOO_LONG}"));
        }
        self.level += 1;
        self.out.push(bracket);
        Ok(())
    }

    fn leave(&mut self, address: usize, bracket: u8, empty: bool) {
        self.level -= 1;
        if self.level >= TRUSTED {
            self.open.remove(&address);
        }
        if !empty {
            self.line_break();
        }
        self.out.push(bracket);
    }

    /// What stands before an element.
    fn separate(&mut self, index: usize) {
        if index > 0 {
            self.out.push(b',');
        }
        self.line_break();
    }

    fn line_break(&mut self) {
        if let Some(indent) = self.style.indent {
            self.out.push(b'\n');
            for _ in 0..self.level {
                self.out.extend_from_slice(indent.as_bytes());
            }
        }
    }

    fn key(&mut self, key: &[u8]) {
        self.text(key);
        self.write(if self.style.indent.is_some() { b": " } else { b":" });
    }

    fn text(&mut self, text: &[u8]) {
        self.out.reserve(text.len() + 2);
        self.out.push(b'"');
        let mut rest = text;
        loop {
            let plain = rest.iter().take_while(|b| self.is_plain(**b)).count();
            self.out.extend_from_slice(&rest[..plain]);
            rest = &rest[plain..];
            let Some((c, size)) = decode_rune(rest) else { break };
            self.character(c, &rest[..size]);
            rest = &rest[size..];
        }
        self.out.push(b'"');
    }

    fn is_plain(&self, byte: u8) -> bool {
        match byte {
            b'"' | b'\\' => false,
            b'<' | b'>' | b'&' => !self.style.escape_html,
            _ => (b' '..0x80).contains(&byte),
        }
    }

    /// A character that is not plain, and its bytes.
    fn character(&mut self, c: char, bytes: &[u8]) {
        let escape = match c {
            '"' => b"\\\"",
            '\\' => b"\\\\",
            '\n' => b"\\n",
            '\r' => b"\\r",
            '\t' => b"\\t",
            '\x08' => b"\\b",
            '\x0c' => b"\\f",
            '\u{2028}' => return self.write(b"\\u2028"),
            '\u{2029}' => return self.write(b"\\u2029"),
            char::REPLACEMENT_CHARACTER if bytes.len() == 1 => {
                let literal: &[u8] = if self.compat.json_v2_engine() { "\u{fffd}".as_bytes() } else { b"\\ufffd" };
                return self.write(literal);
            }
            c if c.is_ascii() => {
                // Writing to a vector does not fail.
                let _ = write!(self.out, "\\u{:04x}", c as u32);
                return;
            }
            _ => return self.write(bytes),
        };
        self.write(escape);
    }
}

//! Reading.

use super::DEEPEST;
use super::syntax::{Place, bad_escape, message, wrong_byte};
use crate::compat::Compat;
use crate::gostd::strings::{decode_rune, push_rune};
use crate::value::{List, ListKind, Map, MapKind, Str, Value};

/// What went wrong in a JSON text, and what was decoded before.
#[derive(Debug)]
pub struct DecodeError<T = Value> {
    /// Go's text, e.g. `unexpected end of JSON input`.
    pub message: String,
    /// What Go has stored by then: it goes on after a number out of range, but stores nothing of a
    /// text that is not JSON.
    pub partial: T,
}

/// Reads a JSON text; numbers become `float64`.
pub fn decode(text: &[u8], compat: Compat) -> Result<Value, DecodeError> {
    let (value, fault) = read(text, compat).map_err(|message| DecodeError { message, partial: Value::Nil })?;
    match fault {
        None => Ok(value),
        Some(fault) => Err(DecodeError { message: fault.message(compat), partial: value }),
    }
}

/// Reads a JSON text into a map that was empty before; `null` gives the nil map.
pub fn decode_map(text: &[u8], compat: Compat) -> Result<Map, DecodeError<Map>> {
    let failed = |message| DecodeError { message, partial: Map::new() };
    match read(text, compat).map_err(failed)? {
        (Value::Map(map), None) => Ok(map),
        (Value::Map(map), Some(fault)) => Err(DecodeError { message: fault.message(compat), partial: map }),
        (Value::Nil, None) => Ok(Map::nil(MapKind::Any)),
        (other, _) => Err(failed(mismatch(&other, "map[string]interface {}"))),
    }
}

/// Reads a JSON text into a list; `null` gives the nil list.
pub fn decode_list(text: &[u8], compat: Compat) -> Result<List, DecodeError<List>> {
    let failed = |message| DecodeError { message, partial: List::new(Vec::new()) };
    match read(text, compat).map_err(failed)? {
        (Value::List(list), None) => Ok(list),
        (Value::List(list), Some(fault)) => Err(DecodeError { message: fault.message(compat), partial: list }),
        (Value::Nil, None) => Ok(List::nil(ListKind::Any)),
        (other, _) => Err(failed(mismatch(&other, "[]interface {}"))),
    }
}

fn mismatch(value: &Value, target: &str) -> String {
    let found = match value {
        Value::Bool(_) => "bool",
        Value::Str(_) => "string",
        Value::List(_) => "array",
        Value::Map(_) => "object",
        _ => "number",
    };
    format!("json: cannot unmarshal {found} into Go value of type {target}")
}

/// The value, and the first number that was out of range; the error is one of syntax.
fn read(text: &[u8], compat: Compat) -> Result<(Value, Option<Fault>), String> {
    let mut reader = Reader { text, at: 0, compat, depth: 0, fault: None };
    reader.skip_space();
    let value = reader.value()?;
    reader.skip_space();
    if reader.at < text.len() {
        return Err(reader.wrong(Place::AfterTop));
    }
    Ok((value, reader.fault))
}

/// The value at `at` of a text that goes on behind it, and where it ends; the error is one of syntax
/// and where it is.
pub(super) fn read_at(text: &[u8], at: usize, compat: Compat) -> Result<(Value, usize), (String, usize)> {
    let mut reader = Reader { text, at, compat, depth: 0, fault: None };
    match reader.value() {
        Ok(value) => Ok((value, reader.at)),
        Err(message) => Err((message, reader.at)),
    }
}

/// A number out of range.
struct Fault {
    number: String,
    /// The keys and indexes that lead to it, innermost first.
    path: Vec<Str>,
    /// How many values around it have not ended.
    depth: usize,
}

impl Fault {
    fn message(&self, compat: Compat) -> String {
        let number = &self.number;
        if !compat.json_v2_engine() || self.path.is_empty() {
            return format!("json: cannot unmarshal number {number} into Go value of type float64");
        }
        let parts: Vec<String> = self.path.iter().rev().map(pointer_part).collect();
        let path = parts.join(".");
        let last = path.rsplit('.').next().unwrap_or_default();
        let index = !last.is_empty() && last.bytes().all(|b| b.is_ascii_digit());
        let place = if index { "" } else { "Go struct field " };
        format!("json: cannot unmarshal number {number} into {place}.{path} of type float64")
    }
}

/// A key as a JSON pointer has it, with Go's separator.
fn pointer_part(key: &Str) -> String {
    key.to_text().replace('~', "~0").replace('/', "~1")
}

struct Reader<'a> {
    text: &'a [u8],
    at: usize,
    compat: Compat,
    depth: usize,
    fault: Option<Fault>,
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    #[cold]
    fn wrong(&self, place: Place) -> String {
        message(self.text, self.at, place, self.compat)
    }

    fn skip_space(&mut self) {
        while let Some(b' ' | b'\n' | b'\t' | b'\r') = self.peek() {
            self.at += 1;
        }
    }

    fn value(&mut self) -> Result<Value, String> {
        match self.peek() {
            Some(b'"') => self.string().map(Value::Str),
            Some(b'{') => self.nested(Reader::object),
            Some(b'[') => self.nested(Reader::array),
            Some(b'-' | b'0'..=b'9') => self.number(),
            Some(b't') => self.literal("true", Value::Bool(true)),
            Some(b'f') => self.literal("false", Value::Bool(false)),
            Some(b'n') => self.literal("null", Value::Nil),
            _ => Err(self.wrong(Place::Value)),
        }
    }

    fn literal(&mut self, word: &'static str, value: Value) -> Result<Value, String> {
        for c in word.bytes() {
            if self.peek() != Some(c) {
                // The new engine does not tell which character is missing at the end.
                let ended = self.at >= self.text.len() && self.compat.json_v2_engine();
                let place = if ended { Place::Value } else { Place::Literal(word, c.into()) };
                return Err(self.wrong(place));
            }
            self.at += 1;
        }
        Ok(value)
    }

    fn nested(&mut self, read: fn(&mut Self) -> Result<Value, String>) -> Result<Value, String> {
        if self.depth == DEEPEST {
            return Err(self.wrong(Place::Depth));
        }
        self.depth += 1;
        self.at += 1;
        self.skip_space();
        let value = read(self)?;
        self.depth -= 1;
        Ok(value)
    }

    fn array(&mut self) -> Result<Value, String> {
        let mut items = Vec::new();
        if self.peek() == Some(b']') {
            self.at += 1;
            return Ok(Value::list(items));
        }
        loop {
            let item = self.value()?;
            self.note(|| items.len().to_string().into());
            items.push(item);
            self.skip_space();
            match self.peek() {
                Some(b',') => self.at += 1,
                Some(b']') => break,
                _ => return Err(self.wrong(Place::AfterElement)),
            }
            self.skip_space();
        }
        self.at += 1;
        Ok(Value::list(items))
    }

    fn object(&mut self) -> Result<Value, String> {
        let map = Map::new();
        if self.peek() == Some(b'}') {
            self.at += 1;
            return Ok(Value::Map(map));
        }
        loop {
            if self.peek() != Some(b'"') {
                return Err(self.wrong(Place::Key));
            }
            let key = self.string()?;
            self.skip_space();
            if self.peek() != Some(b':') {
                return Err(self.wrong(Place::AfterKey));
            }
            self.at += 1;
            self.skip_space();
            let value = self.value()?;
            self.note(|| key.clone());
            map.insert(key, value);
            self.skip_space();
            match self.peek() {
                Some(b',') => self.at += 1,
                Some(b'}') => break,
                _ => return Err(self.wrong(Place::AfterMember)),
            }
            self.skip_space();
        }
        self.at += 1;
        Ok(Value::Map(map))
    }

    /// Adds to the path of the first fault while the values around it end.
    fn note(&mut self, key: impl FnOnce() -> Str) {
        let depth = self.depth;
        if let Some(fault) = self.fault.as_mut().filter(|fault| fault.depth == depth) {
            fault.path.push(key());
            fault.depth -= 1;
        }
    }

    fn number(&mut self) -> Result<Value, String> {
        let start = self.at;
        self.at += usize::from(self.peek() == Some(b'-'));
        match self.peek() {
            Some(b'0') => self.at += 1,
            _ => self.digits(Place::Number)?,
        }
        let mut integer = true;
        if self.peek() == Some(b'.') {
            self.at += 1;
            self.digits(Place::Fraction)?;
            integer = false;
        }
        if let Some(b'e' | b'E') = self.peek() {
            self.at += 1;
            self.at += usize::from(matches!(self.peek(), Some(b'+' | b'-')));
            self.digits(Place::Exponent)?;
            integer = false;
        }
        let number = std::str::from_utf8(&self.text[start..self.at]).unwrap_or_default();
        if integer && number.len() < 16 && !number.starts_with("-0") {
            return Ok(Value::Float(number.parse::<i64>().unwrap_or_default() as f64));
        }
        let value = number.parse::<f64>().unwrap_or_default();
        if value.is_finite() { Ok(Value::Float(value)) } else { Ok(self.out_of_range(number.to_owned())) }
    }

    /// Go goes on, with what its engine leaves in place of the number.
    #[cold]
    fn out_of_range(&mut self, number: String) -> Value {
        if self.fault.is_none() {
            self.fault = Some(Fault { number, path: Vec::new(), depth: self.depth });
        }
        if self.compat.json_v2_engine() { Value::Float(0.0) } else { Value::Nil }
    }

    /// At least one digit.
    fn digits(&mut self, place: Place) -> Result<(), String> {
        let start = self.at;
        while let Some(b'0'..=b'9') = self.peek() {
            self.at += 1;
        }
        if self.at > start {
            return Ok(());
        }
        let ended = self.at >= self.text.len() && self.compat.json_v2_engine();
        Err(self.wrong(if ended { Place::Value } else { place }))
    }

    fn string(&mut self) -> Result<Str, String> {
        self.at += 1;
        let start = self.at;
        while matches!(self.peek(), Some(b' '..=b'~' | 0x7f) if !matches!(self.text[self.at], b'"' | b'\\')) {
            self.at += 1;
        }
        if self.peek() == Some(b'"') {
            self.at += 1;
            return Ok(self.text[start..self.at - 1].into());
        }
        let mut out = self.text[start..self.at].to_vec();
        self.rest_of_string(&mut out)?;
        Ok(out.into())
    }

    fn rest_of_string(&mut self, out: &mut Vec<u8>) -> Result<(), String> {
        while let Some((c, size)) = decode_rune(&self.text[self.at..]) {
            match c {
                '"' => {
                    self.at += 1;
                    return Ok(());
                }
                '\\' => push_rune(self.escape()?, out),
                c if c < ' ' => return Err(self.wrong(Place::Text)),
                c => {
                    push_rune(c, out);
                    self.at += size;
                }
            }
        }
        Err(self.wrong(Place::Text))
    }

    fn escape(&mut self) -> Result<char, String> {
        let c = match self.text.get(self.at + 1) {
            Some(c @ (b'"' | b'\\' | b'/')) => char::from(*c),
            Some(b'b') => '\x08',
            Some(b'f') => '\x0c',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => return self.unicode_escape(),
            _ => return Err(self.bad_escape()),
        };
        self.at += 2;
        Ok(c)
    }

    #[cold]
    fn bad_escape(&mut self) -> String {
        let message = bad_escape(self.text, self.at, self.compat);
        self.at += wrong_byte(&self.text[self.at..], self.compat);
        message
    }

    /// `\uXXXX`, or two of them that are one character; half a pair is U+FFFD.
    fn unicode_escape(&mut self) -> Result<char, String> {
        let Some(first) = self.code_unit(self.at) else {
            return Err(self.bad_escape());
        };
        self.at += 6;
        if let (0xd800..=0xdbff, Some(second @ 0xdc00..=0xdfff)) = (first, self.code_unit(self.at)) {
            self.at += 6;
            let code = 0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00);
            return Ok(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
        }
        Ok(char::from_u32(first).unwrap_or(char::REPLACEMENT_CHARACTER))
    }

    /// The number in the `\uXXXX` at `at`, if there is one.
    fn code_unit(&self, at: usize) -> Option<u32> {
        let digits = self.text.get(at..at + 6)?.strip_prefix(b"\\u")?;
        digits.iter().try_fold(0, |sum, digit| Some(sum << 4 | char::from(*digit).to_digit(16)?))
    }
}

//! JSON with the texts of its numbers kept, as Go's decoder reads it under `UseNumber`.

use super::object::Object;
use crate::compat::Compat;
use crate::gostd::json::syntax::{Place, bad_escape, message};
use crate::gostd::strings;
use crate::value::Value;
use std::convert::Infallible;

/// What Go says of a stream that ends too early.
const END: &str = "unexpected EOF";

/// The nesting at which Go's decoder gives up.
const MAX_DEPTH: usize = 10_000;

/// A JSON value; the keys of objects are sorted, since Go's maps have no order.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Json {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number, as it was written.
    Num(Box<str>),
    /// A string.
    Str(Box<str>),
    /// An array.
    Arr(Vec<Json>),
    /// An object.
    Obj(Object),
    /// A value that JSON does not have, by the name of its Go type.
    Other(Box<str>),
}

impl Json {
    /// The instance that a schema sees of a value.
    pub(super) fn from_value(value: &Value, compat: Compat) -> Json {
        match value {
            Value::Nil => Json::Null,
            Value::Bool(b) => Json::Bool(*b),
            Value::Int(i, _) => Json::Num(i.to_string().into()),
            Value::Float(f) => Json::Num(f.to_string().into()),
            Value::Str(s) => Json::Str(s.to_text().into()),
            Value::List(list) => Json::Arr(list.iter().map(|v| Json::from_value(&v, compat)).collect()),
            Value::Map(map) => {
                let mut entries = Object::with_capacity(map.len());
                let Ok(()) = map.for_each(|key, value| {
                    entries.insert(key.to_text().into(), Json::from_value(value, compat));
                    Ok::<(), Infallible>(())
                });
                Json::Obj(entries)
            }
            Value::Complex(_) | Value::Object(_) => Json::Other(value.type_name(compat).into()),
        }
    }

    /// The value with every number a float, as it is after one more round through JSON.
    pub(super) fn to_value(&self) -> Value {
        match self {
            Json::Null | Json::Other(_) => Value::Nil,
            Json::Bool(b) => Value::Bool(*b),
            Json::Num(n) => Value::Float(n.parse().unwrap_or(f64::NAN)),
            Json::Str(s) => Value::str(&**s),
            Json::Arr(items) => Value::list(items.iter().map(Json::to_value).collect()),
            Json::Obj(entries) => Value::Map(entries.iter().map(|(k, v)| (&**k, v.to_value())).collect()),
        }
    }

    /// The entries of an object.
    pub(super) fn as_obj(&self) -> Option<&Object> {
        match self {
            Json::Obj(entries) => Some(entries),
            _ => None,
        }
    }

    /// The text of a string.
    pub(super) fn as_str(&self) -> Option<&str> {
        match self {
            Json::Str(s) => Some(s),
            _ => None,
        }
    }

    /// The entry under `key` of an object.
    pub(super) fn get(&self, key: &str) -> Option<&Json> {
        self.as_obj()?.get(key)
    }
}

/// Reads the first JSON value of `text`; also gives the bytes after it. The error is Go's text.
pub(super) fn decode(text: &[u8], compat: Compat) -> Result<(Json, &[u8]), String> {
    let mut reader = Reader { text, at: 0, depth: 0, compat };
    if reader.peek().is_none() {
        return Err("EOF".into());
    }
    let value = reader.value()?;
    Ok((value, &text[reader.at..]))
}

struct Reader<'a> {
    text: &'a [u8],
    at: usize,
    depth: usize,
    compat: Compat,
}

impl Reader<'_> {
    /// The next byte that is no white space, not consumed.
    fn peek(&mut self) -> Option<u8> {
        while let Some(b' ' | b'\t' | b'\r' | b'\n') = self.text.get(self.at) {
            self.at += 1;
        }
        self.text.get(self.at).copied()
    }

    /// The fault of meeting the byte at the current place, or the end.
    fn fault(&self, place: Place) -> String {
        match self.text.get(self.at) {
            None => END.into(),
            Some(_) => message(self.text, self.at, place, self.compat),
        }
    }

    fn value(&mut self) -> Result<Json, String> {
        match self.peek() {
            Some(b'{') => self.nested(Reader::object),
            Some(b'[') => self.nested(Reader::array),
            Some(b'"') => Ok(Json::Str(self.string()?)),
            Some(b't') => self.literal("true", Json::Bool(true)),
            Some(b'f') => self.literal("false", Json::Bool(false)),
            Some(b'n') => self.literal("null", Json::Null),
            Some(b'-' | b'0'..=b'9') => self.number(),
            _ => Err(self.fault(Place::Value)),
        }
    }

    fn nested(&mut self, read: fn(&mut Self) -> Result<Json, String>) -> Result<Json, String> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err("exceeded max depth".into());
        }
        self.at += 1;
        let value = read(self);
        self.depth -= 1;
        value
    }

    fn object(&mut self) -> Result<Json, String> {
        let mut entries = Object::default();
        let mut first = true;
        loop {
            match self.peek() {
                Some(b'}') if first => break,
                Some(b'"') => {}
                _ => return Err(self.fault(Place::Key)),
            }
            first = false;
            let key = self.string()?;
            if self.peek() != Some(b':') {
                return Err(self.fault(Place::AfterKey));
            }
            self.at += 1;
            let value = self.value()?;
            entries.insert(key, value);
            match self.peek() {
                Some(b',') => self.at += 1,
                Some(b'}') => break,
                _ => return Err(self.fault(Place::AfterMember)),
            }
        }
        self.at += 1;
        Ok(Json::Obj(entries))
    }

    fn array(&mut self) -> Result<Json, String> {
        let mut items = Vec::new();
        if self.peek() == Some(b']') {
            self.at += 1;
            return Ok(Json::Arr(items));
        }
        loop {
            items.push(self.value()?);
            match self.peek() {
                Some(b',') => self.at += 1,
                Some(b']') => break,
                _ => return Err(self.fault(Place::AfterElement)),
            }
        }
        self.at += 1;
        Ok(Json::Arr(items))
    }

    fn literal(&mut self, word: &'static str, value: Json) -> Result<Json, String> {
        for expected in word.bytes() {
            if self.text.get(self.at) != Some(&expected) {
                return Err(self.fault(Place::Literal(word, char::from(expected))));
            }
            self.at += 1;
        }
        Ok(value)
    }

    fn number(&mut self) -> Result<Json, String> {
        let start = self.at;
        if self.text[self.at] == b'-' {
            self.at += 1;
        }
        match self.text.get(self.at) {
            Some(b'0') => self.at += 1,
            Some(b'1'..=b'9') => self.digits(Place::Number)?,
            _ => return Err(self.fault(Place::Number)),
        }
        if self.text.get(self.at) == Some(&b'.') {
            self.at += 1;
            self.digits(Place::Fraction)?;
        }
        if let Some(b'e' | b'E') = self.text.get(self.at) {
            self.at += 1;
            if let Some(b'+' | b'-') = self.text.get(self.at) {
                self.at += 1;
            }
            self.digits(Place::Exponent)?;
        }
        Ok(Json::Num(String::from_utf8_lossy(&self.text[start..self.at]).into()))
    }

    /// One digit or more.
    fn digits(&mut self, place: Place) -> Result<(), String> {
        if !self.text.get(self.at).is_some_and(u8::is_ascii_digit) {
            return Err(self.fault(place));
        }
        while self.text.get(self.at).is_some_and(u8::is_ascii_digit) {
            self.at += 1;
        }
        Ok(())
    }

    fn string(&mut self) -> Result<Box<str>, String> {
        self.at += 1;
        let start = self.at;
        self.plain();
        let plain = &self.text[start..self.at];
        if let (Some(b'"'), Ok(text)) = (self.text.get(self.at), std::str::from_utf8(plain)) {
            self.at += 1;
            return Ok(text.into());
        }
        let mut out = plain.to_vec();
        loop {
            match self.text.get(self.at) {
                Some(b'"') => break,
                Some(b'\\') => self.escape(&mut out)?,
                Some(0x20..) => {
                    let start = self.at;
                    self.plain();
                    out.extend_from_slice(&self.text[start..self.at]);
                }
                _ => return Err(self.fault(Place::Text)),
            }
        }
        self.at += 1;
        Ok(strings::runes(&out).map(|(c, _)| c).collect())
    }

    /// Moves to the next byte that ends a string, begins an escape, or may not stand in a string.
    fn plain(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.iter().position(|b| matches!(b, b'"' | b'\\' | ..0x20)).unwrap_or(rest.len());
    }

    fn escape(&mut self, out: &mut Vec<u8>) -> Result<(), String> {
        self.at += 1;
        let plain = match self.text.get(self.at) {
            Some(c @ (b'"' | b'\\' | b'/')) => *c,
            Some(b'b') => 8,
            Some(b'f') => 12,
            Some(b'n') => b'\n',
            Some(b'r') => b'\r',
            Some(b't') => b'\t',
            Some(b'u') => {
                self.at += 1;
                return self.unicode(out);
            }
            _ => return Err(self.bad_escape(self.at - 1)),
        };
        self.at += 1;
        out.push(plain);
        Ok(())
    }

    /// The fault of the escape whose backslash stands at `at`.
    fn bad_escape(&self, at: usize) -> String {
        if self.at >= self.text.len() { END.into() } else { bad_escape(self.text, at, self.compat) }
    }

    /// `\uXXXX`, joined with the next one when both make a surrogate pair.
    fn unicode(&mut self, out: &mut Vec<u8>) -> Result<(), String> {
        let high = self.hex4()?;
        let mut found = char::from_u32(high);
        if (0xd800..0xdc00).contains(&high) && self.text[self.at..].starts_with(b"\\u") {
            let before = self.at;
            self.at += 2;
            let low = self.hex4()?;
            if (0xdc00..0xe000).contains(&low) {
                found = char::from_u32(0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00));
            } else {
                self.at = before;
            }
        }
        let c = found.unwrap_or(char::REPLACEMENT_CHARACTER);
        out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
        Ok(())
    }

    fn hex4(&mut self) -> Result<u32, String> {
        let start = self.at;
        let mut code = 0;
        for _ in 0..4 {
            let digit = self.text.get(self.at).and_then(|b| char::from(*b).to_digit(16));
            let Some(digit) = digit else { return Err(self.bad_escape(start - 2)) };
            code = code * 16 + digit;
            self.at += 1;
        }
        Ok(code)
    }
}

/// A value as JSON after its numbers have become floats.
///
/// Source: `gojsonschema`'s `marshalWithoutNumber`.
pub(super) fn encode(value: &Json) -> String {
    let mut out = Vec::new();
    let style = crate::gostd::json::Style { escape_html: true, indent: None };
    // There is nothing in it that JSON could not express.
    let _ = crate::gostd::json::encode(&value.to_value(), style, Compat::Helm3, &mut out);
    String::from_utf8_lossy(&out).into_owned()
}

//! Values in block layout, as `toYaml` writes them.

use super::number::{write_exact_float, write_float};
use super::order;
use super::profile::Profile;
use super::quoting;
use super::scalar::{Style, traits};
use super::writer::Writer;
use crate::compat::Compat;
use crate::gostd::strings::LONGEST;
use crate::value::{List, Map, Str, Value};
use data_encoding::BASE64;
use std::cmp::Ordering;
use std::io::Write;

/// Why a value cannot be written straight away. If it was to go through JSON, that will tell what
/// becomes of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Obstacle {
    /// A text that does not come back from JSON as it is.
    Text,
    /// An infinity, or not a number.
    Float,
    /// A complex number.
    Complex,
    /// Deep nesting, perhaps of a value in itself.
    Depth,
    /// A text that would not fit into memory.
    Length,
}

type Written = Result<(), Obstacle>;

/// Deeper values go through JSON, which finds those that contain themselves.
const DEEPEST: usize = 900;

/// Values without that detour are taken to contain themselves from this depth on.
const DEEPEST_DIRECT: usize = 20_000;

/// Longer keys go through JSON: they may be too long to be read back from it.
const LONGEST_KEY: usize = 160;

/// The longest key that stands on one line with its value.
const LONGEST_SIMPLE_KEY: usize = 128;

/// Where a value stands: how far the block around it is indented, and in what.
#[derive(Clone, Copy)]
pub(super) struct Place {
    /// `None` at the root.
    pub(super) indent: Option<usize>,
    /// Whether it follows a key on the key's line.
    pub(super) after_key: bool,
}

impl Place {
    /// Of a whole document.
    pub(super) const ROOT: Place = Place { indent: None, after_key: false };

    /// The indentation of the lines of a block here.
    pub(super) fn inner(self) -> usize {
        self.indent.map_or(0, |indent| indent + 2)
    }

    /// The indentation of the further lines of a scalar here.
    pub(super) fn of_text(self) -> usize {
        self.indent.unwrap_or(0) + 2
    }
}

/// By which way values come here.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    /// They are to be written as if they came out of JSON.
    AsIfJson,
    /// They did come out of JSON, so anything goes.
    FromJson,
    /// As they are.
    Direct,
}

/// Writes values.
pub(super) struct Block {
    pub(super) writer: Writer,
    pub(super) compat: Compat,
    depth: usize,
    way: Way,
}

impl Block {
    pub(super) fn new(compat: Compat, way: Way) -> Block {
        let profile = if way == Way::Direct { Profile::V3 } else { Profile::V2 };
        Block { writer: Writer::new(profile), compat, depth: 0, way }
    }

    pub(super) fn value(&mut self, value: &Value, place: Place) -> Written {
        match value {
            Value::Nil => self.writer.word(b"null"),
            Value::Bool(true) => self.writer.word(b"true"),
            Value::Bool(false) => self.writer.word(b"false"),
            Value::Int(i, kind) if kind.is_signed() => self.integer(i),
            Value::Int(i, _) => self.integer(&i.cast_unsigned()),
            Value::Float(f) if self.way == Way::Direct => self.writer.number(|out| write_exact_float(*f, out)),
            Value::Float(f) => return self.writer.number(|out| write_float(*f, out)).ok_or(Obstacle::Float),
            Value::Complex(_) => return Err(Obstacle::Complex),
            Value::Str(text) => return self.text(text, place),
            Value::List(list) => return self.list(list, place),
            Value::Map(map) => return self.map(map, place),
            Value::Object(object) => {
                self.descend()?;
                match object.json_fields(self.compat) {
                    _ if self.way != Way::Direct && object.json_fault(self.compat).is_some() => {
                        return Err(Obstacle::Text);
                    }
                    _ if self.way == Way::Direct => self.object(&**object, place)?,
                    Some(fields) => self.map(&fields.into_iter().collect(), place)?,
                    None => self.value(&object.json(self.compat), place)?,
                }
                self.depth -= 1;
            }
        }
        Ok(())
    }

    fn integer(&mut self, number: &dyn std::fmt::Display) {
        self.writer.number(|out| {
            // Writing to a vector does not fail.
            let _ = write!(out, "{number}");
        });
    }

    fn descend(&mut self) -> Written {
        self.depth += 1;
        let deepest = match self.way {
            Way::AsIfJson => DEEPEST,
            Way::FromJson => usize::MAX,
            Way::Direct => DEEPEST_DIRECT,
        };
        if self.writer.out.len() > LONGEST {
            return Err(Obstacle::Length);
        }
        if self.depth > deepest { Err(Obstacle::Depth) } else { Ok(()) }
    }

    pub(super) fn text(&mut self, text: &[u8], place: Place) -> Written {
        if self.is_binary(text) {
            self.writer.word(BINARY);
            let text = in_lines(text);
            let traits = traits(&text);
            let style = if traits.line_feed { Style::Literal } else { Style::Plain };
            self.writer.scalar(&text, style, place.of_text(), false, false);
            return Ok(());
        }
        let traits = traits(text);
        self.check(text, traits.unreadable)?;
        let style = traits.style(quoting::wanted(text, &traits, self.writer.profile), self.writer.profile);
        self.writer.scalar(text, style, place.of_text(), true, traits.separators);
        Ok(())
    }

    /// Refuses what does not come back from JSON as it is.
    fn check(&self, text: &[u8], unreadable: bool) -> Written {
        let fine = self.way != Way::AsIfJson || !unreadable && is_utf8(text);
        if fine { Ok(()) } else { Err(Obstacle::Text) }
    }

    /// Whether the text can only be written in base64, with a tag.
    fn is_binary(&self, text: &[u8]) -> bool {
        self.way == Way::Direct && !is_utf8(text)
    }

    fn list(&mut self, list: &List, place: Place) -> Written {
        if self.way != Way::Direct {
            if list.is_nil() {
                self.writer.word(b"null");
                return Ok(());
            }
            if let Some(bytes) = list.as_bytes() {
                return self.text(BASE64.encode(bytes).as_bytes(), place);
            }
        }
        if list.is_empty() {
            self.writer.word(b"[]");
            return Ok(());
        }
        self.descend()?;
        let indent = match place.indent {
            Some(indent) if place.after_key && !self.writer.profile.indents_lists() => indent,
            _ => place.inner(),
        };
        for i in 0..list.len() {
            self.writer.indent(indent);
            self.writer.indicator(b'-', false);
            let inner = Place { indent: Some(indent), after_key: false };
            match list.as_values().and_then(|values| values.get(i)) {
                Some(item) => self.value(item, inner)?,
                None => self.value(&list.get(i).unwrap_or_default(), inner)?,
            }
        }
        self.depth -= 1;
        Ok(())
    }

    fn map(&mut self, map: &Map, place: Place) -> Written {
        if map.is_nil() || map.is_empty() {
            let null = map.is_nil() && self.way != Way::Direct;
            self.writer.word(if null { b"null" } else { b"{}" });
            return Ok(());
        }
        self.descend()?;
        let profile = self.writer.profile;
        let indent = place.inner();
        if in_order(map, profile) {
            map.for_each(|key, value| self.entry(key, value, indent))?;
        } else {
            for (key, value) in order::sort(map.sorted(), &|entry| &entry.0, profile) {
                self.entry(&key, &value, indent)?;
            }
        }
        self.depth -= 1;
        Ok(())
    }

    /// A key and its value in a mapping with this indentation.
    pub(super) fn entry(&mut self, key: &[u8], value: &Value, indent: usize) -> Written {
        self.writer.indent(indent);
        let simple = self.key(key, indent)?;
        self.writer.indicator(b':', simple);
        self.value(value, Place { indent: Some(indent), after_key: simple })
    }

    /// Writes a key, and says whether its value can follow on the same line.
    fn key(&mut self, key: &[u8], indent: usize) -> Result<bool, Obstacle> {
        let place = Place { indent: Some(indent), after_key: false };
        if self.is_binary(key) {
            let simple = in_lines(key).len() <= LONGEST_BINARY_LINE;
            self.complex_key(key, place, simple)?;
            return Ok(simple);
        }
        let traits = traits(key);
        self.check(key, traits.unreadable || key.len() > LONGEST_KEY)?;
        let simple = !traits.breaks && key.len() <= LONGEST_SIMPLE_KEY;
        if simple {
            let style = traits.style(quoting::wanted(key, &traits, self.writer.profile), self.writer.profile);
            self.writer.scalar(key, style, indent, false, false);
        } else {
            self.complex_key(key, place, false)?;
        }
        Ok(simple)
    }

    fn complex_key(&mut self, key: &[u8], place: Place, simple: bool) -> Written {
        if simple {
            return self.text(key, place);
        }
        self.writer.indicator(b'?', false);
        self.text(key, place)?;
        self.writer.indent(place.indent.unwrap_or(0));
        Ok(())
    }
}

/// The tag of texts that are not UTF-8.
const BINARY: &[u8] = b"!!binary";

/// How much base64 stands on one line.
const LONGEST_BINARY_LINE: usize = 70;

/// Bytes in base64; several lines all end with a line feed.
fn in_lines(bytes: &[u8]) -> Vec<u8> {
    let text = BASE64.encode(bytes).into_bytes();
    if text.len() < LONGEST_BINARY_LINE {
        return text;
    }
    let lines = text.chunks(LONGEST_BINARY_LINE);
    lines.flat_map(|line| line.iter().chain(b"\n").copied()).collect()
}

fn is_utf8(text: &[u8]) -> bool {
    text.is_ascii() || std::str::from_utf8(text).is_ok()
}

/// Whether the byte order of the keys is already the natural one.
fn in_order(map: &Map, profile: Profile) -> bool {
    let mut last: Option<Str> = None;
    let visited = map.for_each(|key, _| {
        let fits = last.as_ref().is_none_or(|last| order::natural(last, key, profile) != Ordering::Greater);
        last = Some(key.clone());
        if fits { Ok(()) } else { Err(()) }
    });
    visited.is_ok()
}

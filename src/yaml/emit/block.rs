//! Values in block layout, as `toYaml` writes them.

use super::number::write_float;
use super::order;
use super::profile::Profile;
use super::quoting;
use super::scalar::traits;
use super::writer::Writer;
use crate::compat::Compat;
use crate::value::{List, Map, Str, Value};
use data_encoding::BASE64;
use std::cmp::Ordering;
use std::io::Write;

/// The text cannot be written straight away: only JSON can tell what becomes of it, or why nothing does.
pub(super) struct Indirect;

type Written = Result<(), Indirect>;

/// Deeper values go through JSON, which finds those that contain themselves.
const DEEPEST: usize = 900;

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

/// Writes values as they would come out of JSON.
pub(super) struct Block {
    pub(super) writer: Writer,
    compat: Compat,
    depth: usize,
    /// Whether the values did come out of JSON, so that anything goes.
    read_back: bool,
}

impl Block {
    pub(super) fn new(compat: Compat, read_back: bool) -> Block {
        Block { writer: Writer::new(Profile::V2), compat, depth: 0, read_back }
    }

    pub(super) fn value(&mut self, value: &Value, place: Place) -> Written {
        match value {
            Value::Nil => self.writer.word(b"null"),
            Value::Bool(true) => self.writer.word(b"true"),
            Value::Bool(false) => self.writer.word(b"false"),
            Value::Int(i, kind) if kind.is_signed() => self.integer(i),
            Value::Int(i, _) => self.integer(&i.cast_unsigned()),
            Value::Float(f) => return self.writer.number(|out| write_float(*f, out)).ok_or(Indirect),
            Value::Complex(_) => return Err(Indirect),
            Value::Str(text) => return self.text(text, place),
            Value::List(list) => return self.list(list, place),
            Value::Map(map) => return self.map(map, place),
            Value::Object(object) => {
                self.descend()?;
                match object.json_fields(self.compat) {
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
        if self.depth > DEEPEST && !self.read_back { Err(Indirect) } else { Ok(()) }
    }

    fn text(&mut self, text: &[u8], place: Place) -> Written {
        let traits = traits(text);
        self.check(text, traits.unreadable)?;
        let style = traits.style(quoting::wanted(text, &traits), self.writer.profile);
        self.writer.scalar(text, style, place.of_text(), true, traits.separators);
        Ok(())
    }

    /// Refuses what does not come back from JSON as it is.
    fn check(&self, text: &[u8], unreadable: bool) -> Written {
        let fine = self.read_back || !unreadable && (text.is_ascii() || std::str::from_utf8(text).is_ok());
        if fine { Ok(()) } else { Err(Indirect) }
    }

    fn list(&mut self, list: &List, place: Place) -> Written {
        if list.is_nil() {
            self.writer.word(b"null");
            return Ok(());
        }
        if let Some(bytes) = list.as_bytes() {
            return self.text(BASE64.encode(bytes).as_bytes(), place);
        }
        if list.is_empty() {
            self.writer.word(b"[]");
            return Ok(());
        }
        self.descend()?;
        let indent = match place.indent {
            Some(indent) if place.after_key && !self.writer.profile.indents_lists => indent,
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
            self.writer.word(if map.is_nil() { b"null" } else { b"{}" });
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

    fn entry(&mut self, key: &[u8], value: &Value, indent: usize) -> Written {
        let traits = traits(key);
        self.check(key, traits.unreadable || key.len() > LONGEST_KEY)?;
        let style = traits.style(quoting::wanted(key, &traits), self.writer.profile);
        self.writer.indent(indent);
        let simple = !traits.breaks && key.len() <= LONGEST_SIMPLE_KEY;
        if simple {
            self.writer.scalar(key, style, indent, false, false);
        } else {
            self.writer.indicator(b'?', false);
            self.writer.scalar(key, style, indent + 2, true, traits.separators);
            self.writer.indent(indent);
        }
        self.writer.indicator(b':', simple);
        self.value(value, Place { indent: Some(indent), after_key: simple })
    }
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

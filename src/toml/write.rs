//! Values as TOML.

use super::{push_key, push_quoted};
use crate::compat::Compat;
use crate::gostd::strings::LONGEST;
use crate::gostd::{
    fmt::{Endless, check},
    strconv,
};
use crate::value::{Kind, List, Map, Object, Str, Value};

/// Deepest nesting that is written.
const MAX_DEPTH: usize = 10_000;

/// The value as TOML. The error is the library's text, or the text of Go's panic.
///
/// A root that is no table is written bare, without a line break.
///
/// Source: `BurntSushi/toml`, `encode.go`.
pub fn write(value: &Value, compat: Compat) -> Result<Vec<u8>, String> {
    if value.is_nil() {
        return Err("reflect: call of reflect.Value.Type on zero Value".into());
    }
    check(value).map_err(|endless| format!("toml: {endless}"))?;
    let mut writer = Writer { out: Vec::new(), compat, depth: 0 };
    writer.encode(&mut Vec::new(), value)?;
    Ok(writer.out)
}

/// How a value stands in a table.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    Nil,
    Plain,
    Table,
    Tables,
}

struct Writer {
    out: Vec<u8>,
    compat: Compat,
    depth: usize,
}

impl Writer {
    /// Writes a value under its key; at the root, without one.
    fn encode(&mut self, key: &mut Vec<Str>, value: &Value) -> Result<(), String> {
        if let Value::Complex(_) = value {
            let mut name = Vec::new();
            push_path(key, &mut name);
            return Err(format!("unsupported type for key '{}': complex128", String::from_utf8_lossy(&name)));
        }
        match (shape(value)?, value) {
            (Shape::Plain, _) => self.key_value(key, value, false),
            (Shape::Table, _) => {
                if key.len() == 1 {
                    self.new_line();
                }
                if !key.is_empty() {
                    self.header(key, "[", "]");
                    self.new_line();
                }
                self.table(key, &entries(value), false)
            }
            (Shape::Tables, Value::List(list)) => self.tables(key, list),
            (Shape::Nil | Shape::Tables, _) => Ok(()),
        }
    }

    fn tables(&mut self, key: &mut Vec<Str>, list: &List) -> Result<(), String> {
        if key.is_empty() {
            return Err("toml: top-level values must be Go maps or structs".into());
        }
        for item in list.iter() {
            self.new_line();
            self.header(key, "[[", "]]");
            self.new_line();
            self.table(key, &entries(&item), false)?;
        }
        Ok(())
    }

    fn descend(&mut self) -> Result<(), String> {
        self.depth += 1;
        if self.depth > MAX_DEPTH || self.out.len() > LONGEST {
            return Err(format!("toml: {Endless}"));
        }
        Ok(())
    }

    fn header(&mut self, key: &[Str], open: &str, close: &str) {
        self.indent(key.len());
        self.out.extend_from_slice(open.as_bytes());
        push_path(key, &mut self.out);
        self.out.extend_from_slice(close.as_bytes());
    }

    /// The entries of a table: plain values first, then tables.
    fn table(&mut self, key: &mut Vec<Str>, entries: &[(Str, Value)], inline: bool) -> Result<(), String> {
        self.descend()?;
        let (mut plain, mut tables) = (Vec::new(), Vec::new());
        for (name, value) in entries {
            let shape = shape(value)?;
            let group = if matches!(shape, Shape::Table | Shape::Tables) { &mut tables } else { &mut plain };
            group.push((name, value, shape));
        }
        for (group, more) in [(&plain, !tables.is_empty()), (&tables, false)] {
            for (i, (name, value, shape)) in group.iter().enumerate() {
                if *shape == Shape::Nil {
                    continue;
                }
                if inline {
                    self.key_value(&[(*name).clone()], value, true)?;
                    if more || i + 1 != group.len() {
                        self.out.extend_from_slice(b", ");
                    }
                } else {
                    key.push((*name).clone());
                    self.encode(key, value)?;
                    key.pop();
                }
            }
        }
        self.depth -= 1;
        Ok(())
    }

    fn key_value(&mut self, key: &[Str], value: &Value, inline: bool) -> Result<(), String> {
        let Some(name) = key.last() else { return self.element(value) };
        self.indent(key.len());
        push_key(name, &mut self.out);
        self.out.extend_from_slice(b" = ");
        self.element(value)?;
        if !inline {
            self.new_line();
        }
        Ok(())
    }

    /// A value on one line.
    fn element(&mut self, value: &Value) -> Result<(), String> {
        match value {
            Value::Nil => {}
            Value::Bool(b) => self.out.extend_from_slice(if *b { b"true" } else { b"false" }),
            Value::Int(i, kind) if kind.is_signed() => self.out.extend_from_slice(i.to_string().as_bytes()),
            Value::Int(i, _) => self.out.extend_from_slice(i.cast_unsigned().to_string().as_bytes()),
            Value::Float(f) => self.float(*f),
            Value::Complex(_) => return Err("unexpected type: complex128".into()),
            Value::Str(s) => push_quoted(s, &mut self.out),
            Value::List(list) => self.array(list)?,
            Value::Map(_) => self.inline_table(value)?,
            Value::Object(object) => self.object(&**object, value)?,
        }
        Ok(())
    }

    fn object(&mut self, object: &dyn Object, value: &Value) -> Result<(), String> {
        if let Some(text) = object.toml() {
            self.out.extend_from_slice(text.as_bytes());
        } else if let Some(text) = marshaled(object, self.compat) {
            push_quoted(&text, &mut self.out);
        } else {
            self.inline_table(value)?;
        }
        Ok(())
    }

    fn array(&mut self, list: &List) -> Result<(), String> {
        self.descend()?;
        self.out.push(b'[');
        for (i, item) in list.iter().enumerate() {
            if i > 0 {
                self.out.extend_from_slice(b", ");
            }
            self.element(&item)?;
        }
        self.out.push(b']');
        self.depth -= 1;
        Ok(())
    }

    fn inline_table(&mut self, value: &Value) -> Result<(), String> {
        self.out.push(b'{');
        self.table(&mut Vec::new(), &entries(value), true)?;
        self.out.push(b'}');
        Ok(())
    }

    /// A float always has a point or, in the newer library, an exponent.
    fn float(&mut self, f: f64) {
        if f.is_nan() || f.is_infinite() {
            let sign: &[u8] = if f.is_sign_negative() { b"-" } else { b"" };
            self.out.extend_from_slice(sign);
            self.out.extend_from_slice(if f.is_nan() { b"nan" } else { b"inf" });
            return;
        }
        let start = self.out.len();
        let format = if self.compat.toml_1_6() { b'g' } else { b'f' };
        strconv::format_float(f, format, None, &mut self.out);
        if !self.out[start..].iter().any(|b| matches!(b, b'.' | b'e')) {
            self.out.extend_from_slice(b".0");
        }
    }

    fn indent(&mut self, levels: usize) {
        self.out.extend(std::iter::repeat_n(b' ', 2 * levels.saturating_sub(1)));
    }

    /// A line break, but not at the start of the text.
    fn new_line(&mut self) {
        if !self.out.is_empty() {
            self.out.push(b'\n');
        }
    }
}

fn push_path(key: &[Str], out: &mut Vec<u8>) {
    for (i, part) in key.iter().enumerate() {
        if i > 0 {
            out.push(b'.');
        }
        push_key(part, out);
    }
}

/// The text of an object that writes itself as one.
fn marshaled(object: &dyn Object, compat: Compat) -> Option<Str> {
    if let (Kind::Int(_), Some(text)) = (object.kind(), object.string()) {
        return Some(Str::from(text));
    }
    match object.json(compat) {
        Value::Str(text) => Some(text),
        _ => None,
    }
}

/// How a value stands in a table; fails on lists with nil elements, which TOML cannot have.
fn shape(value: &Value) -> Result<Shape, String> {
    Ok(match value {
        Value::Nil => Shape::Nil,
        Value::Complex(_) => return Err("unsupported type: complex128".into()),
        Value::List(list) if list.is_nil() => Shape::Nil,
        Value::List(list) => list_shape(list)?,
        Value::Map(map) if map.is_nil() => Shape::Nil,
        Value::Map(_) => Shape::Table,
        Value::Object(object) => match object.kind() {
            Kind::Map => Shape::Table,
            Kind::Struct | Kind::Ptr if object.toml().is_none() && marshaled(&**object, Compat::Helm4).is_none() => {
                Shape::Table
            }
            _ => Shape::Plain,
        },
        _ => Shape::Plain,
    })
}

fn list_shape(list: &List) -> Result<Shape, String> {
    if list.as_bytes().is_some() {
        return Ok(Shape::Plain);
    }
    let mut all_tables = !list.is_empty();
    for item in list.iter() {
        match shape(&item)? {
            Shape::Nil => return Err("toml: cannot encode array with nil element".into()),
            Shape::Table => {}
            Shape::Plain | Shape::Tables => all_tables = false,
        }
    }
    Ok(if all_tables { Shape::Tables } else { Shape::Plain })
}

/// Keys and values of a map, sorted, or of a struct, in order.
fn entries(value: &Value) -> Vec<(Str, Value)> {
    match value {
        Value::Map(map) => Map::sorted(map),
        Value::Object(object) => {
            if let Some(entries) = object.entries() {
                entries.into_iter().filter_map(|(k, v)| Some((k.as_str()?.clone(), v))).collect()
            } else {
                let exported = |name: &str| name.starts_with(char::is_uppercase);
                object.fields().into_iter().filter(|(name, _)| exported(name)).map(|(n, v)| (n.into(), v)).collect()
            }
        }
        _ => Vec::new(),
    }
}

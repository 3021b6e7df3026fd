//! Reading TOML.

use super::cursor::{Cursor, Fault, quoted};
use super::tables::{Tables, shown};
use super::{is_bare, number, string};
use crate::compat::Compat;
use crate::gostd::strconv;
use crate::value::{Map, Str, Value};

/// Deepest nesting of lists and inline tables.
const MAX_DEPTH: usize = 10_000;

/// Reads a TOML text; the error is the library's text, e.g. `toml: line 2 (last key "a"): …`.
///
/// Integers become `int64`, lists of tables `[]map[string]interface {}`.
///
/// Source: `BurntSushi/toml`, `lex.go` and `parse.go`.
pub fn parse(text: &[u8], compat: Compat) -> Result<Map, String> {
    let text =
        [&b"\xff\xfe"[..], b"\xfe\xff", b"\xef\xbb\xbf"].iter().find_map(|bom| text.strip_prefix(*bom)).unwrap_or(text);
    if text[..text.len().min(6)].contains(&0) {
        return Err(
            "toml: line 1: files cannot contain NULL bytes; probably using UTF-16; TOML files must be UTF-8".into()
        );
    }
    let newer = compat.toml_1_6();
    let mut parser = Parser {
        cursor: Cursor::new(text, newer),
        tables: Tables::new(newer),
        key: Str::empty(),
        key_line: 0,
        depth: 0,
        newer,
    };
    match parser.document() {
        Ok(()) => Ok(parser.tables.finish()),
        Err(fault) => Err(parser.message(&fault)),
    }
}

pub(super) struct Parser<'a> {
    pub(super) cursor: Cursor<'a>,
    tables: Tables,
    /// The last part of the key whose value is being read; empty between entries.
    key: Str,
    /// The line of the first part of the last key or table name.
    key_line: usize,
    depth: usize,
    pub(super) newer: bool,
}

impl Parser<'_> {
    fn message(&self, fault: &Fault) -> String {
        let mut last = shown(&self.tables.context);
        if !self.key.is_empty() {
            if !last.is_empty() {
                last.push('.');
            }
            last.push_str(&self.key.to_text());
        }
        let Fault { line, message } = fault;
        if last.is_empty() {
            return format!("toml: line {line}: {message}");
        }
        format!("toml: line {line} (last key {}): {message}", strconv::quoted(last.as_bytes()))
    }

    /// A fault in the tables, reported at the last key.
    fn refused(&self, message: String) -> Fault {
        Fault { line: self.key_line, message }
    }

    fn document(&mut self) -> Result<(), Fault> {
        loop {
            self.cursor.skip(|c| matches!(c, ' ' | '\t' | '\n' | '\r'))?;
            match self.cursor.peek()? {
                None => return Ok(()),
                Some('#') => self.comment()?,
                Some('[') => self.header()?,
                Some(_) => self.entry()?,
            }
        }
    }

    /// Up to the end of the line.
    fn comment(&mut self) -> Result<(), Fault> {
        self.cursor.skip(|c| !matches!(c, '\n' | '\r'))
    }

    /// After an entry or header: nothing but a comment on the same line.
    fn end_of_line(&mut self) -> Result<(), Fault> {
        self.cursor.skip_blanks()?;
        match self.cursor.next()? {
            None | Some('\n' | '\r') => Ok(()),
            Some('#') => self.comment(),
            other => Err(self.cursor.fault(format!(
                "expected a top-level item to end with a newline, comment, or EOF, but got {} instead",
                quoted(other)
            ))),
        }
    }

    /// `[a.b]` or `[[a.b]]`
    fn header(&mut self) -> Result<(), Fault> {
        self.cursor.next()?;
        let array = self.cursor.accept('[')?;
        let mut path = Vec::new();
        loop {
            self.cursor.skip_blanks()?;
            match self.cursor.peek()? {
                None | Some(']') => {
                    return Err(self.cursor.fault("unexpected end of table name (table names cannot be empty)"));
                }
                Some('.') => {
                    return Err(self.cursor.fault("unexpected table separator (table names cannot be empty)"));
                }
                Some(_) => path.push(self.key_part(path.is_empty())?),
            }
            self.cursor.skip_blanks()?;
            match self.cursor.next()? {
                Some('.') => {}
                Some(']') => break,
                other => {
                    let message = format!("expected '.' or ']' to end table name, but got {} instead", quoted(other));
                    return Err(self.cursor.fault(message));
                }
            }
        }
        if array {
            let other = self.cursor.next()?;
            if other != Some(']') {
                let message =
                    format!("expected end of table array name delimiter ']', but got {} instead", quoted(other));
                return Err(self.cursor.fault(message));
            }
        }
        self.tables.enter(&path, array).map_err(|m| self.refused(m))?;
        self.tables.note(&Str::empty(), false);
        self.end_of_line()
    }

    /// One part of a key or table name: bare or quoted.
    fn key_part(&mut self, first: bool) -> Result<Str, Fault> {
        let part = match self.cursor.peek()? {
            Some('"') => {
                self.cursor.next()?;
                string::basic(self)?
            }
            Some('\'') => {
                self.cursor.next()?;
                string::literal(self)?
            }
            _ => {
                let start = self.cursor.pos();
                self.cursor.skip(|c| c.is_ascii() && is_bare(c as u8))?;
                Str::from(self.cursor.since(start))
            }
        };
        if first {
            self.key_line = self.cursor.line;
        }
        Ok(part)
    }

    /// A key up to its `=`.
    fn key(&mut self) -> Result<Vec<Str>, Fault> {
        self.cursor.skip_blanks()?;
        match self.cursor.peek()? {
            None | Some('=') => return Err(self.cursor.fault("unexpected '=': key name appears blank")),
            Some('.') => return Err(self.cursor.fault("unexpected '.': keys cannot start with a '.'")),
            Some(_) => {}
        }
        let mut path = Vec::new();
        loop {
            self.cursor.skip_blanks()?;
            match self.cursor.peek()? {
                None | Some('=') => return Err(self.cursor.fault("unexpected '='")),
                Some('.') => return Err(self.cursor.fault("unexpected '.'")),
                Some(_) => path.push(self.key_part(path.is_empty())?),
            }
            self.cursor.skip_blanks()?;
            match self.cursor.next()? {
                Some('.') => {}
                Some('=') => return Ok(path),
                None => return Err(self.cursor.fault("unexpected EOF; expected key separator '='")),
                Some('\n') if self.newer => {
                    return Err(self.cursor.fault_before_break("expected '.' or '=', but got '\\n' instead"));
                }
                other => {
                    return Err(self.cursor.fault(format!("expected '.' or '=', but got {} instead", quoted(other))));
                }
            }
        }
    }

    /// `a.b = value` at the top level or in a table.
    fn entry(&mut self) -> Result<(), Fault> {
        let outer = self.tables.context.clone();
        let path = self.key()?;
        self.assign(path)?;
        self.tables.context = outer;
        self.key = Str::empty();
        self.end_of_line()
    }

    /// Reads the value of a key and sets it; the value.
    fn assign(&mut self, mut path: Vec<Str>) -> Result<(Vec<Str>, Value), Fault> {
        let Some(last) = path.pop() else { return Ok((path, Value::Nil)) };
        self.key = last;
        for part in &path {
            let mut context = self.tables.context.clone();
            context.push(part.clone());
            self.tables.enter_implicitly(&context, false).map_err(|m| self.refused(m))?;
        }
        let (value, is_array) = self.value(false)?;
        let key = self.key.clone();
        self.tables.set(&key, value.clone()).map_err(|m| self.refused(m))?;
        self.tables.note(&key, is_array);
        path.push(key);
        Ok((path, value))
    }

    /// A value, and whether it is a list.
    fn value(&mut self, in_array: bool) -> Result<(Value, bool), Fault> {
        self.cursor.skip_blanks()?;
        let value = match self.cursor.peek()? {
            Some('[') => return self.nested(|p| p.array().map(|v| (v, true))),
            Some('{') => return self.nested(|p| p.inline_table(in_array).map(|v| (v, false))),
            Some(quote @ ('"' | '\'')) => Value::Str(string::any(self, quote)?),
            _ => number::scalar(self)?,
        };
        Ok((value, false))
    }

    fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T, Fault>) -> Result<T, Fault> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self.cursor.fault(format!("value is nested more than {MAX_DEPTH} levels deep")));
        }
        let result = read(self);
        self.depth -= 1;
        result
    }

    fn array(&mut self) -> Result<Value, Fault> {
        self.cursor.next()?;
        let key = self.key.clone();
        self.tables.note(&key, true);
        let mut items = Vec::new();
        loop {
            self.skip_breaks_and_comments()?;
            match self.cursor.peek()? {
                Some(',') => {
                    self.cursor.next()?;
                    return Err(self.cursor.fault("unexpected comma"));
                }
                Some(']') => break,
                _ => items.push(self.value(true)?.0),
            }
            self.skip_breaks_and_comments()?;
            match self.cursor.next()? {
                Some(',') => {}
                Some(']') => return Ok(Value::list(items)),
                other => {
                    let found = other.map_or_else(|| "end of file".to_owned(), |c| format!("'{c}'"));
                    let message = format!("expected a comma (',') or array terminator (']'), but got {found}");
                    return Err(self.cursor.fault(message));
                }
            }
        }
        self.cursor.next()?;
        Ok(Value::list(items))
    }

    fn skip_breaks_and_comments(&mut self) -> Result<(), Fault> {
        loop {
            self.cursor.skip(|c| matches!(c, ' ' | '\t' | '\n' | '\r'))?;
            if self.cursor.peek()? != Some('#') {
                return Ok(());
            }
            self.comment()?;
        }
    }

    /// `{ a = 1, b.c = 2 }`
    fn inline_table(&mut self, in_array: bool) -> Result<Value, Fault> {
        self.cursor.next()?;
        let (outer, outer_key) = (self.tables.context.clone(), self.key.clone());
        let mut context = outer.clone();
        context.push(std::mem::take(&mut self.key));
        self.tables.context.clone_from(&context);
        self.tables.enter_implicitly(&context, in_array).map_err(|m| self.refused(m))?;
        let table = Map::new();
        while self.inline_entry_follows(table.is_empty())? {
            let path = self.key()?;
            let (path, value) = self.assign(path)?;
            self.put(&table, &path, value)?;
            self.tables.context.clone_from(&context);
        }
        self.tables.context = outer;
        self.key = outer_key;
        Ok(Value::Map(table))
    }

    /// Sets a dotted key in an inline table's own map.
    fn put(&self, table: &Map, path: &[Str], value: Value) -> Result<(), Fault> {
        let Some((last, parents)) = path.split_last() else { return Ok(()) };
        let mut table = table.clone();
        for part in parents {
            let inner = table.get(part).unwrap_or_else(|| {
                let inner = Value::Map(Map::new());
                table.insert(part.clone(), inner.clone());
                inner
            });
            let Value::Map(inner) = inner else {
                let context = strconv::quoted(shown(&self.tables.context).as_bytes());
                return Err(self.refused(format!("{context} is not a table")));
            };
            table = inner;
        }
        table.insert(last.clone(), value);
        Ok(())
    }

    /// Reads up to the next entry of an inline table; false at its end.
    fn inline_entry_follows(&mut self, first: bool) -> Result<bool, Fault> {
        if !first {
            self.inline_blanks()?;
            match self.cursor.next()? {
                Some('}') => return Ok(false),
                Some(',') => {
                    self.cursor.skip_blanks()?;
                    if self.cursor.peek()? == Some('}') && !self.newer {
                        return Err(self.cursor.fault("trailing comma not allowed in inline tables"));
                    }
                }
                other => {
                    let found = other.map_or_else(|| "end of file".to_owned(), |c| format!("'{c}'"));
                    let message =
                        format!("expected a comma or an inline table terminator '}}', but got {found} instead");
                    return Err(self.cursor.fault(message));
                }
            }
        }
        self.inline_blanks()?;
        match self.cursor.peek()? {
            Some(',') => {
                self.cursor.next()?;
                Err(self.cursor.fault("unexpected comma"))
            }
            Some('}') => {
                self.cursor.next()?;
                Ok(false)
            }
            _ => Ok(true),
        }
    }

    /// Between entries of an inline table the newer library also allows line breaks.
    fn inline_blanks(&mut self) -> Result<(), Fault> {
        if self.newer {
            return self.skip_breaks_and_comments();
        }
        self.cursor.skip_blanks()?;
        match self.cursor.peek()? {
            Some('\n' | '\r') => {
                self.cursor.next()?;
                Err(self.cursor.fault_before_break("newlines not allowed within inline tables"))
            }
            Some('#') => {
                self.comment()?;
                self.inline_blanks()
            }
            _ => Ok(()),
        }
    }
}

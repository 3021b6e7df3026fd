//! The tables read so far, and which keys may still be set.

use super::push_key;
use crate::value::{List, ListKind, Map, Str, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// How deep tables may be nested: what is kept of a document grows with the square of its depth.
const DEEPEST: usize = 1000;

/// The document as far as it is read.
///
/// As in the library, what is known of a key is kept under its path, which all tables of a list share.
///
/// Source: `BurntSushi/toml`, `parse.go` (`addContext`, `setValue`, `setType`).
pub(super) struct Tables {
    root: Table,
    /// Keys made on the way to others, which may still be made on purpose.
    implicit: FxHashSet<Vec<u8>>,
    /// Keys whose value is a list in brackets.
    arrays: FxHashSet<Vec<u8>>,
    /// The path of the table that keys are set in now.
    pub(super) context: Vec<Str>,
    /// Whether a list in brackets may not be set twice (the newer library).
    newer: bool,
}

type Table = FxHashMap<Str, Content>;

enum Content {
    Value(Value),
    Table(Table),
    Tables(Vec<Table>),
}

impl Tables {
    pub(super) fn new(newer: bool) -> Tables {
        Tables {
            root: Table::default(),
            implicit: FxHashSet::default(),
            arrays: FxHashSet::default(),
            context: Vec::new(),
            newer,
        }
    }

    /// Makes the table at a path the current one and, where they do not exist, the tables on the way;
    /// with `array`, appends a table to the list there. The error is the library's text.
    pub(super) fn enter(&mut self, path: &[Str], array: bool) -> Result<(), String> {
        let Some((last, parents)) = path.split_last() else { return Ok(()) };
        if path.len() > DEEPEST {
            return Err(format!("tables are nested more than {DEEPEST} levels deep"));
        }
        self.context.clear();
        let mut table = &mut self.root;
        for part in parents {
            self.context.push(part.clone());
            let implicit = &mut self.implicit;
            let context = &self.context;
            let content = table.entry(part.clone()).or_insert_with(|| {
                implicit.insert(joined(context));
                Content::Table(Table::default())
            });
            table = match inner(content) {
                Some(table) => table,
                None => return Err(format!("Key '{}' was already created as a hash.", shown(&self.context))),
            };
        }
        if array {
            match table.entry(last.clone()).or_insert_with(|| Content::Tables(Vec::new())) {
                Content::Tables(tables) => tables.push(Table::default()),
                _ => return Err(format!("Key '{}' was already created and cannot be used as an array.", shown(path))),
            }
        } else {
            self.set_content(last, Content::Table(Table::default()))?;
        }
        self.context.push(last.clone());
        Ok(())
    }

    /// Marks a path as made on the way and enters it.
    pub(super) fn enter_implicitly(&mut self, path: &[Str], array: bool) -> Result<(), String> {
        self.implicit.insert(joined(path));
        self.enter(path, array)
    }

    /// Sets a key of the current table.
    pub(super) fn set(&mut self, key: &Str, value: Value) -> Result<(), String> {
        self.set_content(key, Content::Value(value))
    }

    fn set_content(&mut self, key: &Str, content: Content) -> Result<(), String> {
        let mut table = &mut self.root;
        for (i, part) in self.context.iter().enumerate() {
            table = match table.get_mut(part).and_then(inner) {
                Some(table) => table,
                None => return Err(format!("Key '{}' has already been defined.", shown(&self.context[..=i]))),
            };
        }
        let mut path = self.context.clone();
        path.push(key.clone());
        let joined = joined(&path);
        if !table.contains_key(key) {
            table.insert(key.clone(), content);
            return Ok(());
        }
        let was_implicit = self.implicit.remove(&joined);
        let is_array = self.arrays.contains(&joined);
        if is_array && (was_implicit || !self.newer) {
            table.insert(key.clone(), content);
        } else if !was_implicit {
            return Err(format!("Key '{}' has already been defined.", shown(&path)));
        }
        Ok(())
    }

    /// Notes whether the value of a key of the current table is a list in brackets.
    pub(super) fn note(&mut self, key: &Str, is_array: bool) {
        let mut path = self.context.clone();
        if !key.is_empty() {
            path.push(key.clone());
        }
        if is_array {
            self.arrays.insert(joined(&path));
        } else if !self.arrays.is_empty() {
            self.arrays.remove(&joined(&path));
        }
    }

    /// The whole document.
    pub(super) fn finish(self) -> Map {
        map(self.root)
    }
}

/// The table that keys below an entry are set in: the last one of a list.
fn inner(content: &mut Content) -> Option<&mut Table> {
    match content {
        Content::Table(table) => Some(table),
        Content::Tables(tables) => tables.last_mut(),
        Content::Value(_) => None,
    }
}

fn map(table: Table) -> Map {
    let value = |content| match content {
        Content::Value(value) => value,
        Content::Table(table) => Value::Map(map(table)),
        Content::Tables(tables) => {
            let maps = tables.into_iter().map(|t| Value::Map(map(t))).collect();
            Value::List(List::typed(ListKind::Maps, maps))
        }
    };
    table.into_iter().map(|(key, content)| (key, value(content))).collect()
}

/// A path as one key for look-ups.
fn joined(path: &[Str]) -> Vec<u8> {
    let mut out = Vec::new();
    for (i, part) in path.iter().enumerate() {
        if i > 0 {
            out.push(b'.');
        }
        push_key(part, &mut out);
    }
    out
}

/// A path as errors show it.
pub(super) fn shown(path: &[Str]) -> String {
    String::from_utf8_lossy(&joined(path)).into_owned()
}

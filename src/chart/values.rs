//! Merging the values of charts: defaults, the user's values, globals, nulls.
//!
//! Maps are changed in place and shared where Helm shares them, because templates can see it.
//! Helm visits the keys of a map in random order; here it is the order of the keys.
//!
//! Source: Helm's `pkg/chart/common/util/coalesce.go`.

use crate::compat::Compat;
use crate::diag::Notice;
use crate::error::{Error, ErrorKind, Result};
use crate::gostd::fmt;
use crate::value::{List, Map, Str, Value};
use std::convert::Infallible;

const GLOBAL: &str = "global";

/// A chart whose values are merged with those of its subcharts.
pub(super) trait Unit {
    /// The name, which is an alias if it has one.
    fn name(&self) -> String;
    /// Its own values; they are copied before they are changed.
    fn values(&self) -> Map;
    /// Its subcharts.
    fn children(&self) -> Vec<std::rc::Rc<Self>>;
}

/// Whose a table is that another one is merged into.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Whose {
    /// It may be changed, and tables in it become part of the result.
    Own,
    /// It stays as it is: tables in it are copied.
    Lent,
}

/// The keys down to a table, put together only for a message.
#[derive(Clone, Copy, Default)]
pub(super) struct Path<'p> {
    outer: Option<&'p Path<'p>>,
    name: &'p [u8],
}

impl Path<'_> {
    fn to<'q>(&'q self, name: &'q [u8]) -> Path<'q> {
        Path { outer: Some(self), name }
    }

    fn text(&self) -> String {
        let name = String::from_utf8_lossy(self.name);
        match self.outer.map(Path::text) {
            Some(outer) if !outer.is_empty() => format!("{outer}.{name}"),
            _ => name.into_owned(),
        }
    }
}

/// The two ways of merging.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    /// For rendering: a null removes a default.
    Coalesce,
    /// While values are imported: nulls are kept.
    Merge,
}

/// One run over a tree of charts.
pub(super) struct Merger<'n> {
    pub(super) compat: Compat,
    pub(super) notices: &'n mut Vec<Notice>,
    depth: usize,
    cyclic: bool,
}

/// Tables within tables. No file nests so deep, but an import can put a table into itself; Helm
/// overflows its stack then.
const MAX_DEPTH: usize = 10_000;

impl<'n> Merger<'n> {
    pub(super) fn new(compat: Compat, notices: &'n mut Vec<Notice>) -> Merger<'n> {
        Merger { compat, notices, depth: 0, cyclic: false }
    }

    /// Whether tables met since were so deep that they must contain themselves; they were not merged
    /// to the end.
    pub(super) fn met_cycle(&self) -> bool {
        self.cyclic
    }

    /// The values of a chart with the defaults of all its subcharts, `values` winning. `values` is
    /// changed and becomes the result.
    ///
    /// The error is a value for a subchart that is no table.
    pub(super) fn tree<U: Unit>(&mut self, unit: &U, values: &Map, mode: Mode) -> Result<()> {
        self.branch(unit, values, Path::default(), mode)
    }

    fn branch<U: Unit>(&mut self, unit: &U, values: &Map, outer: Path<'_>, mode: Mode) -> Result<()> {
        let name = unit.name();
        let path = outer.to(name.as_bytes());
        let children = unit.children();
        self.defaults(unit, &children, values, path, mode);
        for child in children {
            let name = child.name();
            let values_of_child = match values.get(&name) {
                None => {
                    let new = Map::new();
                    values.insert(&name, Value::Map(new.clone()));
                    new
                }
                Some(Value::Map(map)) => map,
                Some(other) => {
                    let shown = fmt::sprintf(b"%t", &[other], self.compat);
                    let words = [format!("type mismatch on {name}: ").as_bytes(), &shown].concat();
                    return Err(Error::new(ErrorKind::Values, words));
                }
            };
            self.globals(&values_of_child, values, path);
            self.branch(&*child, &values_of_child, path, mode)?;
        }
        Ok(())
    }

    /// Adds the defaults of one chart to `values`.
    fn defaults<U: Unit>(&mut self, unit: &U, children: &[std::rc::Rc<U>], values: &Map, path: Path<'_>, mode: Mode) {
        let drops_nulls = mode == Mode::Coalesce && self.compat.drop_null_defaults();
        let defaults = unit.values();
        let (defaults, whose) = if drops_nulls && has_nulls(&defaults) {
            (copied_map(&defaults), Whose::Own)
        } else {
            (defaults, Whose::Lent)
        };
        let Ok(()) = defaults.for_each(|key, default| {
            match values.get(key) {
                None if drops_nulls && default.is_nil() => {}
                None => {
                    if let (Whose::Own, Value::Map(table)) = (whose, default) {
                        drop_nulls(table);
                    }
                    values.insert(key.clone(), whose.take(default));
                }
                Some(Value::Nil) if mode == Mode::Coalesce => {
                    values.remove(key);
                }
                Some(Value::Map(table)) => {
                    let path = path.to(key);
                    let is_child = children.iter().any(|child| *key == *child.name());
                    match default {
                        Value::Map(default) => self.default_table(&table, default, whose, path, mode, is_child),
                        Value::Nil => {}
                        _ => self.warn(237, format!("warning: skipped value for {}: Not a table.", path.text())),
                    }
                }
                Some(_) => {}
            }
            Ok::<(), Infallible>(())
        });
    }

    fn default_table(&mut self, to: &Map, default: &Map, whose: Whose, path: Path<'_>, mode: Mode, is_child: bool) {
        let mode = if is_child { Mode::Merge } else { mode };
        if mode == Mode::Coalesce && whose == Whose::Own {
            drop_nulls(default);
        }
        self.merge(to, default, whose, path, mode);
    }

    /// Hands the globals of a chart down to a subchart.
    fn globals(&mut self, child: &Map, parent: &Map, path: Path<'_>) {
        let table = |of: &Map| match of.get(GLOBAL) {
            None => Some(Map::new()),
            Some(Value::Map(map)) => Some(map),
            Some(_) => None,
        };
        let Some(to) = table(child) else {
            return self.warn(138, "warning: skipping globals because destination global is not a table.".to_owned());
        };
        let Some(from) = table(parent) else {
            return self.warn(145, "warning: skipping globals because source global is not a table.".to_owned());
        };
        for (key, value) in from.sorted() {
            self.global(&to, key, value, path);
        }
        child.insert(GLOBAL, Value::Map(to));
    }

    fn global(&mut self, to: &Map, key: Str, value: Value, path: Path<'_>) {
        let old = to.get(&key);
        match (value, old) {
            (Value::Map(table), old) => {
                // Only this level is copied: deeper tables are shared by parent and subchart.
                let copy = table.copied(|_| None);
                match old {
                    None => {}
                    Some(Value::Map(old)) => self.merge(&copy, &old, Whose::Own, path.to(&key), Mode::Merge),
                    Some(_) => {
                        let key = super::quoted(&key);
                        return self.warn(161, format!("Conflict: cannot merge map onto non-map for {key}. Skipping."));
                    }
                }
                to.insert(key, Value::Map(copy));
            }
            (_, Some(Value::Map(_))) => self.warn(175, format!("key {key} is table. Skipping")),
            (value, _) => {
                to.insert(key, value);
            }
        }
    }

    /// Merges the table `from` into `to`, whose entries win.
    pub(super) fn tables(&mut self, to: &Map, from: &Map, mode: Mode) {
        self.merge(to, from, Whose::Own, Path::default(), mode);
    }

    fn merge(&mut self, to: &Map, from: &Map, whose: Whose, path: Path<'_>, mode: Mode) {
        self.cyclic |= self.depth > MAX_DEPTH;
        if self.cyclic {
            return;
        }
        self.depth += 1;
        if whose == Whose::Lent {
            let Ok(()) = from.for_each(|key, value| {
                self.entry(to, key, value, whose, path, mode);
                Ok::<(), Infallible>(())
            });
        } else {
            let entries = from.sorted();
            if self.compat.null_aware_merge() {
                for (key, _) in to.sorted().into_iter().filter(|(_, value)| value.is_nil()) {
                    from.insert(key, Value::Nil);
                }
            }
            entries.iter().for_each(|(key, value)| self.entry(to, key, value, whose, path, mode));
        }
        self.depth -= 1;
    }

    /// Merges one entry of a table into `to`.
    fn entry(&mut self, to: &Map, key: &Str, before: &Value, whose: Whose, path: Path<'_>, mode: Mode) {
        let aware = self.compat.null_aware_merge();
        let old = to.get(key);
        let value = if aware && matches!(old, Some(Value::Nil)) { &Value::Nil } else { before };
        match (old, value) {
            (Some(Value::Nil), _) if mode == Mode::Coalesce && (!aware || !before.is_nil()) => {
                to.remove(key);
            }
            (None, value) => {
                to.insert(key.clone(), whose.take(value));
            }
            (Some(Value::Map(old)), Value::Map(value)) => self.merge(&old, value, whose, path.to(key), mode),
            (Some(_), value @ Value::Map(_)) => {
                let words = "warning: cannot overwrite table with non table for";
                self.warn_with_value(298, words, path.to(key), "", value);
            }
            (Some(Value::Map(_)), value) if !value.is_nil() => {
                let words = "warning: destination for";
                let more = " is a table. Ignoring non-table value";
                self.warn_with_value(301, words, path.to(key), more, value);
            }
            (Some(_), _) => {}
        }
    }

    fn warn_with_value(&mut self, line: u32, words: &str, path: Path<'_>, more: &str, value: &Value) {
        let mut text = format!("{words} {}{more} (", path.text()).into_bytes();
        fmt::print(value, &mut text);
        text.push(b')');
        self.warn(line, text);
    }

    /// Logs a line; Helm 3 prints the line of its own source before it.
    fn warn(&mut self, line: u32, text: impl Into<Vec<u8>>) {
        let text = text.into();
        let helm3 = [format!("coalesce.go:{line}: ").as_bytes(), &text].concat();
        self.notices.push(Notice::plain(text).helm3(helm3));
    }
}

impl Whose {
    /// A value of the table as part of another one.
    fn take(self, value: &Value) -> Value {
        let copy = if self == Whose::Lent { copied(value) } else { None };
        copy.unwrap_or_else(|| value.clone())
    }
}

/// Whether there are nulls in a table or the tables in it.
fn has_nulls(table: &Map) -> bool {
    let is_null = |value: &Value| matches!(value, Value::Nil) || matches!(value, Value::Map(inner) if has_nulls(inner));
    table.for_each(|_, value| if is_null(value) { Err(()) } else { Ok(()) }).is_err()
}

/// Removes nulls from a table and the tables in it, but not from lists.
fn drop_nulls(table: &Map) {
    for (key, value) in table.sorted() {
        match value {
            Value::Nil => {
                table.remove(key);
            }
            Value::Map(inner) => drop_nulls(&inner),
            _ => {}
        }
    }
}

/// Whether tables are nested so deep that one must contain itself.
pub(super) fn contains_itself(map: &Map) -> bool {
    deeper_than(map, MAX_DEPTH)
}

fn deeper_than(map: &Map, depth: usize) -> bool {
    depth == 0
        || map
            .for_each(|_, value| match value {
                Value::Map(inner) if deeper_than(inner, depth - 1) => Err(()),
                _ => Ok(()),
            })
            .is_err()
}

/// A deep copy; only maps and the lists that hold some are copied, for nothing else can change.
pub(super) fn copied_map(map: &Map) -> Map {
    map.copied(copied)
}

/// The copy of a value that can change, or that holds some that can.
fn copied(value: &Value) -> Option<Value> {
    match value {
        Value::Map(map) => Some(Value::Map(copied_map(map))),
        Value::List(list) if list.iter().any(|item| matches!(item, Value::Map(_) | Value::List(_))) => {
            Some(Value::List(list.iter().map(|item| copied(&item).unwrap_or(item)).collect::<List>()))
        }
        _ => None,
    }
}

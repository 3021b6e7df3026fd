//! The way from a value to what is being written, to notice values that contain themselves.

use crate::value::{List, Map, Value};
use rustc_hash::FxHashSet;
use std::fmt;

/// How deep values may be nested to be written.
const DEEPEST: usize = 100_000;

/// The value contains itself, is nested so deep that Go's stack would not hold it either, or takes
/// more than [`LONGEST`](super::strings::LONGEST) bytes to write, as one that holds a few maps in
/// each other many times over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Endless;

impl fmt::Display for Endless {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("value contains itself or is nested too deep or too large to be written")
    }
}

impl From<Endless> for String {
    fn from(endless: Endless) -> String {
        endless.to_string()
    }
}

/// Fails if a value contains itself. Looks at each map and list once, however often it is met.
pub fn check(value: &Value) -> Result<(), Endless> {
    Trail::default().walk(value, &mut FxHashSet::default())
}

/// The maps and lists around the place being written.
#[derive(Default)]
pub(super) struct Trail {
    open: FxHashSet<usize>,
    depth: usize,
}

impl Trail {
    /// Goes through a value; `done` holds what needs no second look.
    fn walk(&mut self, value: &Value, done: &mut FxHashSet<usize>) -> Result<(), Endless> {
        match value {
            Value::Map(map) if !done.contains(&map.address()) => {
                self.enter_map(map)?;
                map.for_each(|_, value| self.walk(value, done))?;
                self.leave_map(map);
                done.insert(map.address());
            }
            Value::List(list) if list.kind().holds_interfaces() && !done.contains(&list.address()) => {
                self.enter_list(list)?;
                list.iter().try_for_each(|item| self.walk(&item, done))?;
                self.leave_list(list);
                done.insert(list.address());
            }
            _ => {}
        }
        Ok(())
    }

    /// Goes into a map; each successful entry must be followed by [`Trail::leave`].
    pub(super) fn enter_map(&mut self, map: &Map) -> Result<(), Endless> {
        self.enter(map.address())
    }

    /// Goes into a list.
    pub(super) fn enter_list(&mut self, list: &List) -> Result<(), Endless> {
        self.enter(list.address())
    }

    fn enter(&mut self, address: usize) -> Result<(), Endless> {
        if self.depth == DEEPEST || (address != 0 && !self.open.insert(address)) {
            return Err(Endless);
        }
        self.depth += 1;
        Ok(())
    }

    /// Goes back out of a map.
    pub(super) fn leave_map(&mut self, map: &Map) {
        self.leave(map.address());
    }

    /// Goes back out of a list.
    pub(super) fn leave_list(&mut self, list: &List) {
        self.leave(list.address());
    }

    fn leave(&mut self, address: usize) {
        self.open.remove(&address);
        self.depth -= 1;
    }
}

//! The way from a value to what is being written, to notice values that contain themselves.

use crate::value::{List, Map};
use rustc_hash::FxHashSet;
use std::fmt;

/// How deep values may be nested to be written.
const DEEPEST: usize = 100_000;

/// The value contains itself, or is nested so deep that Go's stack would not hold it either.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Endless;

impl fmt::Display for Endless {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("value contains itself or is nested too deep")
    }
}

impl From<Endless> for String {
    fn from(endless: Endless) -> String {
        endless.to_string()
    }
}

/// The maps and lists around the place being written.
#[derive(Default)]
pub(super) struct Trail {
    open: FxHashSet<usize>,
    depth: usize,
}

impl Trail {
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

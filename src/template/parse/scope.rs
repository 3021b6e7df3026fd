//! Variables: which declaration a name means.
//!
//! Go looks variables up by name while running, in a stack that declarations push to when their
//! pipeline is done. The parser knows that stack, but for declarations among the arguments of `and`
//! and `or`, which may be skipped.

/// The variable that every template has, in the first slot.
const ROOT: &[u8] = b"$";

/// The variables in sight besides `$`. A slot is the place in Go's stack.
#[derive(Default)]
pub(super) struct Scope<'a> {
    /// Every name that may be written: also names whose declaration is not done yet, and names that
    /// were only assigned to.
    known: Vec<&'a [u8]>,
    live: Vec<Live<'a>>,
    deepest: usize,
    /// How many `and`s and `or`s are around what is being read.
    lazy: usize,
}

struct Live<'a> {
    name: &'a [u8],
    /// Whether the declaration may be skipped.
    skippable: bool,
}

/// The state of a scope at its start, to go back to at its end.
#[derive(Clone, Copy)]
pub(super) struct Mark {
    known: usize,
    live: usize,
}

impl<'a> Scope<'a> {
    pub(super) fn mark(&self) -> Mark {
        Mark { known: self.known.len(), live: self.live.len() }
    }

    pub(super) fn leave(&mut self, mark: Mark) {
        self.known.truncate(mark.known);
        self.live.truncate(mark.live);
    }

    /// Goes back to a mark for the code that runs instead of what was read since: names stay known,
    /// but their declarations have not run.
    pub(super) fn forget(&mut self, mark: Mark) {
        self.live.truncate(mark.live);
    }

    /// The most slots that are in use at one time.
    pub(super) fn slots(&self) -> u32 {
        self.deepest as u32 + 1
    }

    /// The slot that the next declaration gets.
    pub(super) fn next_slot(&self) -> u32 {
        slot(self.live.len())
    }

    pub(super) fn enter_lazy(&mut self) {
        self.lazy += 1;
    }

    pub(super) fn leave_lazy(&mut self) {
        self.lazy -= 1;
    }

    /// Makes a name known before its pipeline is read.
    pub(super) fn announce(&mut self, name: &'a [u8]) {
        self.known.push(name);
    }

    pub(super) fn knows(&self, name: &[u8]) -> bool {
        name == ROOT || self.known.contains(&name)
    }

    /// Declares an announced name, after its pipeline, and returns its slot.
    pub(super) fn declare(&mut self, name: &'a [u8]) -> u32 {
        let slot = self.next_slot();
        self.live.push(Live { name, skippable: self.lazy > 0 });
        self.deepest = self.deepest.max(self.live.len());
        slot
    }

    /// What a name means.
    pub(super) fn find(&self, name: &[u8]) -> Found {
        let mut slots = Vec::new();
        for (at, live) in self.live.iter().enumerate().rev().filter(|(_, live)| live.name == name) {
            if !live.skippable && slots.is_empty() {
                return Found::One(slot(at));
            }
            slots.push(slot(at));
            if !live.skippable {
                return Found::Some(slots);
            }
        }
        if name == ROOT {
            if slots.is_empty() {
                return Found::One(0);
            }
            slots.push(0);
        }
        Found::Some(slots)
    }
}

/// The slot of a declaration: the first one is that of `$`.
fn slot(live: usize) -> u32 {
    live as u32 + 1
}

/// The slots that a name may mean.
pub(super) enum Found {
    /// One that is always set.
    One(u32),
    /// The first of these that is set.
    Some(Vec<u32>),
}

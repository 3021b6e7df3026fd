//! A stack deep enough for anything a chart may nest, and the test whether it still is.

use corosensei::on_stack;
use corosensei::stack::DefaultStack;
use std::cell::Cell;

/// Stack sizes to try, in bytes: address space that costs nothing until it is used.
const SIZES: [usize; 4] = [1 << 30, 1 << 28, 1 << 26, 1 << 24];

/// What must be left of a deep stack for the functions below the one that asks.
const RESERVE: usize = 4 << 20;

/// What may be used of a stack that was not made here.
const SHALLOW: usize = 1 << 20;

thread_local! {
    /// The lowest address that recursion may reach; 0 when nobody has asked yet.
    static FLOOR: Cell<usize> = const { Cell::new(0) };
}

/// Runs `work` on a deep stack and returns its result; a panic goes on in the caller.
///
/// Templates nest as deep as Go allows (100,000 levels), and values deeper than that. The stack is the only thing
/// that changes: the thread stays the same, because one of its own would have the allocator take locks and keep a
/// second, slower arena.
pub fn on_deep_stack<T>(work: impl FnOnce() -> T) -> T {
    let make = |size: &usize| DefaultStack::new(*size).ok().map(|stack| (stack, *size));
    // The caller's stack has to do where the system gives none.
    let Some((stack, size)) = SIZES.iter().find_map(make) else { return work() };
    let _callers = Floor(FLOOR.get());
    on_stack(stack, || {
        FLOOR.set(here().saturating_sub(size - RESERVE));
        work()
    })
}

/// The floor of a stack that is left for a while; set again when it is come back to, also by a panic.
struct Floor(usize);

impl Drop for Floor {
    fn drop(&mut self) {
        FLOOR.set(self.0);
    }
}

/// Whether recursion must stop here. Every function that can call itself without end asks.
pub(super) fn is_exhausted() -> bool {
    let here = here();
    let floor = FLOOR.get();
    if floor == 0 {
        FLOOR.set(here.saturating_sub(SHALLOW).max(1));
    }
    here < floor
}

/// An address in the current stack frame; stacks grow downwards.
fn here() -> usize {
    let marker = 0u8;
    std::ptr::from_ref(&marker).addr()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn depth(level: usize) -> usize {
        if is_exhausted() { level } else { depth(level + 1) + usize::from(std::hint::black_box(false)) }
    }

    #[test]
    fn a_deep_stack_is_deeper_than_the_callers() {
        let shallow = depth(0);
        let deep = on_deep_stack(|| depth(0));
        assert!(shallow > 100 && deep > 10 * shallow, "{shallow} {deep}");
    }
}

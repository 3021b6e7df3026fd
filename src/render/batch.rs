//! Many renders in one process: each chart is read and parsed once, and threads share it.
//!
//! [`Charts`] keeps the charts, and [`in_order`] spreads work over threads. Whatever lists jobs (a
//! file of the program's own, Argo CD Applications, Flux HelmReleases) turns them into renders of
//! charts from there.

use super::{Head, head, on_deep_stack};
use crate::chart::Chart;
use crate::compat::Compat;
use crate::diag::Notice;
use crate::error::Result;
use crate::yaml::YamlError;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, RwLock};
use std::thread;

/// Charts that were read from disk, for all who ask again.
#[derive(Debug, Default)]
pub struct Charts {
    loaded: Mutex<FxHashMap<(PathBuf, Compat), Arc<Slot>>>,
}

/// A chart with what was logged while it was read; empty until somebody has read it.
type Slot = Mutex<Option<(Arc<Chart>, Vec<Notice>)>>;

impl Charts {
    /// Like [`Chart::load_for_renders`], but for a path that was read before gives the same chart and the same
    /// notices. Who asks while another thread reads the chart waits for it. Failures are not kept.
    pub fn load(&self, path: &Path, compat: Compat, notices: &mut Vec<Notice>) -> Result<Arc<Chart>> {
        let slot = Arc::clone(lock(&self.loaded).entry((path.to_owned(), compat)).or_default());
        let mut slot = lock(&slot);
        if let Some((chart, logged)) = &*slot {
            notices.extend(logged.iter().cloned());
            return Ok(Arc::clone(chart));
        }
        let before = notices.len();
        let chart = Chart::load_for_renders(path, compat, notices)?;
        *slot = Some((Arc::clone(&chart), notices[before..].to_vec()));
        Ok(chart)
    }

    /// Reads a path anew the next time, for its files have changed.
    pub fn forget(&self, path: &Path, compat: Compat) {
        lock(&self.loaded).remove(&(path.to_owned(), compat));
    }
}

/// The heads of documents that were read before: renders of one chart have most of their documents in common.
#[derive(Debug, Default)]
pub struct Heads {
    helm3: KnownHeads,
    helm4: KnownHeads,
}

type KnownHeads = RwLock<FxHashMap<Box<[u8]>, Head>>;

impl Heads {
    /// Like [`head`], but a text that was read before is not read again. Failures are not kept.
    pub fn read(&self, text: &[u8], compat: Compat) -> std::result::Result<Head, YamlError> {
        let known = if compat == Compat::Helm4 { &self.helm4 } else { &self.helm3 };
        if let Some(head) = known.read().unwrap_or_else(PoisonError::into_inner).get(text) {
            return Ok(head.clone());
        }
        let head = head(text, compat)?;
        known.write().unwrap_or_else(PoisonError::into_inner).insert(text.into(), head.clone());
        Ok(head)
    }
}

/// How many results per thread may wait for an earlier one.
const AHEAD: usize = 64;

/// Does `work` on the numbers below `count`, on as many threads with deep stacks, and gives each
/// result to `deliver`, on the caller's thread, in the order of the numbers. One thread is the caller's own.
///
/// Threads that are far ahead of what was delivered wait, so that few results are in memory. When
/// `deliver` breaks, nothing more is begun or delivered. A panic of `work` goes on in the caller.
pub fn in_order<T: Send>(
    count: usize,
    threads: usize,
    work: impl Fn(usize) -> T + Sync,
    mut deliver: impl FnMut(usize, T) -> ControlFlow<()>,
) {
    let threads = threads.clamp(1, count.max(1));
    if threads == 1 {
        // To hand every result from one thread to another would take a tenth of the time of a small render.
        return on_deep_stack(|| {
            let _ = (0..count).try_for_each(|number| deliver(number, work(number)));
        });
    }
    let queue = Queue {
        state: Mutex::new(State { next: 0, delivered: 0, done: BTreeMap::new() }),
        ahead: threads * AHEAD,
        ready: Condvar::new(),
        room: Condvar::new(),
    };
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                on_deep_stack(|| {
                    while let Some(number) = queue.take(count) {
                        queue.put(number, catch_unwind(AssertUnwindSafe(|| work(number))));
                    }
                });
            });
        }
        for number in 0..count {
            let flow = match queue.wait_for(number) {
                Ok(result) => deliver(number, result),
                Err(panic) => {
                    queue.stop();
                    resume_unwind(panic);
                }
            };
            if flow.is_break() {
                return queue.stop();
            }
        }
    });
}

struct Queue<T> {
    state: Mutex<State<T>>,
    /// How many numbers may be begun and not delivered.
    ahead: usize,
    /// The next result to be delivered is there.
    ready: Condvar,
    /// A number may be begun, or nothing more.
    room: Condvar,
}

struct State<T> {
    /// The first number that nobody has begun.
    next: usize,
    delivered: usize,
    done: BTreeMap<usize, thread::Result<T>>,
}

impl<T> Queue<T> {
    fn take(&self, count: usize) -> Option<usize> {
        let mut state = lock(&self.state);
        while state.next < count && self.is_full(&state) {
            state = self.room.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        let number = state.next;
        state.next = number.saturating_add(1);
        (number < count).then_some(number)
    }

    fn is_full(&self, state: &State<T>) -> bool {
        state.next - state.delivered >= self.ahead
    }

    fn put(&self, number: usize, result: thread::Result<T>) {
        let mut state = lock(&self.state);
        state.done.insert(number, result);
        if number == state.delivered {
            self.ready.notify_one();
        }
    }

    /// Lets nobody begin anything more.
    fn stop(&self) {
        let mut state = lock(&self.state);
        state.next = usize::MAX;
        self.room.notify_all();
    }

    fn wait_for(&self, number: usize) -> thread::Result<T> {
        let mut state = lock(&self.state);
        loop {
            if let Some(result) = state.done.remove(&number) {
                if self.is_full(&state) {
                    self.room.notify_all();
                }
                state.delivered = number + 1;
                return result;
            }
            state = self.ready.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn results_come_in_order_whoever_is_faster() {
        let work = |number: usize| {
            thread::sleep(std::time::Duration::from_micros(if number.is_multiple_of(7) { 500 } else { 0 }));
            number * 2
        };
        let mut seen = Vec::new();
        let mut take = |number, result| {
            seen.push((number, result));
            ControlFlow::Continue(())
        };
        in_order(500, 3, work, &mut take);
        in_order(0, 3, work, &mut take);
        assert_eq!(seen, (0..500).map(|n| (n, n * 2)).collect::<Vec<_>>());
    }

    #[test]
    fn nothing_is_delivered_after_a_break() {
        let begun = AtomicUsize::new(0);
        let mut seen = Vec::new();
        let work = |number| {
            begun.fetch_add(1, Ordering::Relaxed);
            number
        };
        in_order(100_000, 2, work, |number, _| {
            seen.push(number);
            if number == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!(seen, [0, 1, 2, 3]);
        assert!(begun.load(Ordering::Relaxed) < 1000, "threads go on");
    }
}

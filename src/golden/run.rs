//! Many cases at once.

use crate::render::on_deep_stack;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

/// Works on all items on `jobs` threads with deep stacks, beginning in their order.
///
/// `done` is told each result as it comes; when it breaks, items that have not begun stay without a result.
pub fn in_parallel<I: Sync, T: Send>(
    items: &[I],
    jobs: usize,
    work: impl Fn(&I) -> T + Sync,
    mut done: impl FnMut(&I, &T) -> ControlFlow<()>,
) -> Vec<Option<(T, Duration)>> {
    let next = AtomicUsize::new(0);
    let mut results: Vec<Option<(T, Duration)>> = items.iter().map(|_| None).collect();
    // Without a buffer, so that few items begin before a break is seen.
    let (sender, receiver) = mpsc::sync_channel(0);
    let worker = |sender: mpsc::SyncSender<(usize, T, Duration)>| {
        while let Some((index, item)) = take(items, &next) {
            let start = Instant::now();
            let result = work(item);
            if sender.send((index, result, start.elapsed())).is_err() {
                break;
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..jobs.clamp(1, items.len().max(1)) {
            let sender = sender.clone();
            scope.spawn(|| on_deep_stack(|| worker(sender)));
        }
        drop(sender);
        for (index, result, elapsed) in receiver {
            if done(&items[index], &result).is_break() {
                next.store(items.len(), Ordering::Relaxed);
            }
            results[index] = Some((result, elapsed));
        }
    });
    results
}

fn take<'i, I>(items: &'i [I], next: &AtomicUsize) -> Option<(usize, &'i I)> {
    let index = next.fetch_add(1, Ordering::Relaxed);
    Some((index, items.get(index)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_stand_in_the_order_of_the_items() {
        let items: Vec<usize> = (0..100).collect();
        for jobs in [0, 1, 3, 200] {
            let results = in_parallel(&items, jobs, |i| i * 2, |_, _| ControlFlow::Continue(()));
            assert!(results.iter().enumerate().all(|(i, r)| r.as_ref().is_some_and(|(n, _)| *n == i * 2)));
        }
        assert!(in_parallel(&[0; 0], 2, |_| (), |_, ()| ControlFlow::Continue(())).is_empty());
    }

    #[test]
    fn nothing_begins_after_a_break() {
        let items: Vec<usize> = (0..1000).collect();
        let results = in_parallel(
            &items,
            1,
            |i| *i,
            |_, n| if *n == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) },
        );
        assert!(results[3].is_some() && results[999].is_none());
    }
}

//! Cost grows no faster than charts do: twice the size may cost 2.2 times the allocations and bytes.
//!
//! Counted, not timed, so that the machine has no say. Allocated bytes stand for copied ones: whatever
//! is copied again and again has to be put somewhere.

#[path = "support/sizes.rs"]
mod sizes;

use pintle::render::on_deep_stack;
use sizes::Case;
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// What a render costs: allocations, bytes of them, and bytes of output.
fn cost(make: fn(usize) -> Case, size: usize) -> [usize; 3] {
    on_deep_stack(|| counted(&make(size)))
}

fn counted(case: &Case) -> [usize; 3] {
    // What is done once for all renders is done.
    let output = case.render().files.iter().map(|file| file.text.len()).sum();
    let region = Region::new(ALLOCATOR);
    let rendered = case.render();
    let change = region.change();
    assert_eq!(rendered.files.iter().map(|file| file.text.len()).sum::<usize>(), output);
    [change.allocations + change.reallocations, change.bytes_allocated, output]
}

/// A way to grow: its name, what makes a chart of a size, and the size to double.
type Way = (&'static str, fn(usize) -> Case, usize);

const WAYS: &[Way] = &[
    ("subcharts", |n| sizes::umbrella(n, 3), 40),
    ("templates", |n| sizes::umbrella(3, n), 40),
    ("values", sizes::values, 2000),
    ("range", sizes::range, 4000),
    ("include", sizes::include, 2000),
    ("nesting", sizes::nested, 400),
    ("--set", sizes::sets, 1000),
    ("files", sizes::files, 500),
    ("CRDs", sizes::crds, 250),
    ("append", sizes::append, 2000),
    ("set", sizes::set, 2000),
    ("join", sizes::joined, 2000),
];

// One test, because the allocator counts for all threads.
#[test]
fn twice_the_size_costs_twice_as_much() {
    let mut failures = Vec::new();
    for (name, make, size) in WAYS {
        let (once, twice) = (cost(*make, *size), cost(*make, 2 * size));
        let ratios: Vec<f64> = once.iter().zip(&twice).map(|(a, b)| *b as f64 / *a as f64).collect();
        println!("{name:10} {size:6} {once:?} {twice:?} {ratios:.2?}");
        if ratios[..2].iter().any(|ratio| *ratio >= 2.2) {
            failures.push(format!("{name}: allocations x{:.2}, bytes x{:.2}", ratios[0], ratios[1]));
        }
        // A case that does not grow would prove nothing.
        let grows = ratios[0].max(ratios[1]) > 1.5;
        assert!(grows, "{name} does not grow: {ratios:?}");
    }
    assert!(failures.is_empty(), "{failures:#?}");
}

//! Every case of this repository's own suite prints what Helm printed for it, byte for byte (see `scripts/golden`).

mod support;

use pintle::Compat;
use pintle::golden::{Comparison, Renderer, Suite, compare};
use pintle::render::batch::in_order;
use std::ops::ControlFlow;

fn suite() -> Suite {
    Suite::open(&support::root(), Compat::default()).expect("a suite without mistakes")
}

fn check(compat: Compat) {
    let suite = suite();
    let cases: Vec<_> = suite.cases.iter().filter(|case| case.compat == compat).cloned().collect();
    let renderer = Renderer::new(&suite.disk);
    let jobs = std::thread::available_parallelism().map_or(2, std::num::NonZero::get);
    let check = |number: usize| match renderer.render(&cases[number]) {
        Ok(text) => compare(&cases[number], &text, &suite.disk, Comparison::Bytes),
        Err(finding) => Some(*finding),
    };
    let mut found = Vec::new();
    in_order(cases.len(), jobs, check, |number, finding| {
        found.extend(finding.map(|finding| format!("--- {}\n{}", cases[number].name, finding.text())));
        ControlFlow::Continue(())
    });
    support::report("golden files", cases.len(), &found);
}

#[test]
fn charts_render_as_helm_4_renders_them() {
    check(Compat::Helm4);
}

#[test]
fn charts_render_as_helm_3_renders_them() {
    check(Compat::Helm3);
}

#[test]
fn no_golden_file_is_left_without_its_case() {
    let orphans = suite().orphans().expect("a readable folder");
    assert!(orphans.is_empty(), "{orphans:#?}");
}

/// What a case is for both majors is one set of values, so both have the same names.
#[test]
fn every_case_is_there_for_both_majors() {
    let suite = suite();
    let of = |compat: Compat| suite.cases.iter().filter(move |case| case.compat == compat);
    assert!(of(Compat::Helm4).count() >= 60, "only {} cases", of(Compat::Helm4).count());
    assert_eq!(of(Compat::Helm4).count(), of(Compat::Helm3).count());
}

/// Golden files of this repository come from Helm only.
#[test]
fn golden_files_are_written_from_helm_only() {
    assert!(suite().config.require_oracle);
}

//! Every case of this repository's own suite prints what Helm printed for it, byte for byte (see `scripts/golden`).

mod support;

use pintle::Compat;
use pintle::golden::{Comparison, Renderer, Suite, compare, in_parallel};
use std::ops::ControlFlow;

fn suite() -> Suite {
    Suite::open(&support::root(), Compat::default()).expect("a suite without mistakes")
}

fn check(compat: Compat) {
    let suite = suite();
    let cases: Vec<_> = suite.cases.iter().filter(|case| case.compat == compat).cloned().collect();
    let renderer = Renderer::new(&suite.disk, &cases);
    let jobs = std::thread::available_parallelism().map_or(2, std::num::NonZero::get);
    let results = in_parallel(
        &cases,
        jobs,
        |case| match renderer.render(case) {
            Ok(text) => compare(case, &text, &suite.disk, Comparison::Bytes),
            Err(finding) => Some(*finding),
        },
        |_, _| ControlFlow::Continue(()),
    );
    let found = cases.iter().zip(results).filter_map(|(case, result)| {
        let (finding, _) = result.expect("every case is checked");
        finding.map(|finding| format!("--- {}\n{}", case.name, finding.text()))
    });
    support::report("golden files", cases.len(), &found.collect::<Vec<_>>());
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

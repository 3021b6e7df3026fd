//! Recorded command lines on small charts: `tests/cases/*/cmd`, with exit code, stdout and stderr of both majors.
#![allow(clippy::disallowed_methods, reason = "drivers read recordings")]

mod support;

use std::path::PathBuf;

use support::Major;

fn compare(major: Major) {
    let cases: Vec<PathBuf> = support::entries(&support::root().join("tests/cases"));
    let lines: usize =
        cases.iter().map(|case| support::read(&case.join("cmd")).split(|&byte| byte == b'\n').count() - 1).sum();
    let differences = support::in_parallel(&cases, |case| support::recorded::check(case, major, &[]));
    support::report(&format!("recorded commands of Helm {}", major.version()), lines, &differences);
}

#[test]
fn acts_as_helm_4_acted() {
    compare(Major::Helm4);
}

#[test]
fn acts_as_helm_3_acted() {
    compare(Major::Helm3);
}

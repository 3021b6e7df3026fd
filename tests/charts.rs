//! Our charts: clean by lint, fit for Kubernetes with every values file, and clear about values they refuse, as
//! `scripts/refusals` recorded it from both Helms.
#![allow(clippy::disallowed_methods, reason = "drivers read recordings and write charts to run on")]
#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod support;

use serde_json::Value as Json;
use std::path::PathBuf;
use support::Major;

/// Runs Pintle at the root of the project and tells what it printed unless it ends well.
fn accepted(words: &[String]) -> Vec<String> {
    let outcome = support::run(support::binary(), words, &support::root());
    if outcome.code == 0 {
        return Vec::new();
    }
    let text = [outcome.stdout, outcome.stderr].concat();
    vec![format!("{}: exit {}\n{}", words.join(" "), outcome.code, String::from_utf8_lossy(&text))]
}

fn owned(words: &[&str]) -> Vec<String> {
    words.iter().map(|&word| word.to_owned()).collect()
}

#[test]
fn charts_are_clean_by_strict_lint() {
    let charts = support::entries(&support::root().join("charts"));
    let lint = |chart: &PathBuf| accepted(&owned(&["lint", "--strict", &format!("charts/{}", support::name(chart))]));
    support::report("charts to lint", charts.len(), &support::in_parallel(&charts, lint));
}

#[test]
fn objects_of_every_case_are_fit_for_kubernetes() {
    let folders = support::entries(&support::root().join("values"));
    let cases: Vec<PathBuf> = folders.iter().flat_map(|folder| support::entries(folder)).collect();
    let validate = |case: &PathBuf| {
        let chart = format!("charts/{}", case.parent().map(support::name).unwrap());
        let values = case.display().to_string();
        // Multus and Istio bring kinds of their own.
        accepted(&owned(&["validate", &chart, "--ignore-missing-schemas", "-n", "istio-system", "-f", &values]))
    };
    support::report("cases to validate", cases.len(), &support::in_parallel(&cases, validate));
}

/// Standard error without the lines that tell of followed links: they hold paths of the machine.
fn placeless(stderr: &[u8]) -> String {
    let text = String::from_utf8(stderr.to_vec()).unwrap();
    text.split_inclusive('\n').filter(|line| !line.contains("found symbolic link in path")).collect()
}

fn check(row: &Json, major: Major) -> Vec<String> {
    let chart = row["chart"].as_str().unwrap();
    let flags: Vec<&str> = row["flags"].as_array().unwrap().iter().map(|flag| flag.as_str().unwrap()).collect();
    let label = format!("{chart} {} of Helm {}", flags.join(" "), major.version());
    let folder = format!("charts/{chart}");
    let command = ["template", "mesh", &folder, "--namespace", "istio-system"];
    let words = owned(&[&command, flags.as_slice(), major.arguments()].concat());
    let outcome = support::run(support::binary(), &words, &support::root());
    if outcome.code != 1 || !outcome.stdout.is_empty() {
        return vec![format!("{label}: exit {} with {} bytes of output", outcome.code, outcome.stdout.len())];
    }
    let (want, got) = (row[major.folder()].as_str().unwrap(), placeless(&outcome.stderr));
    if support::same(want.as_bytes(), got.as_bytes()) {
        Vec::new()
    } else {
        vec![support::diff(&label, want.as_bytes(), got.as_bytes())]
    }
}

#[test]
fn charts_refuse_values_as_helm_says_it() {
    let text = support::read(&support::root().join("tests/charts/refusals.jsonl"));
    let rows: Vec<Json> = text
        .split(|&byte| byte == b'\n')
        .filter(|line| !line.is_empty())
        .map(|line| serde_json::from_slice(line).unwrap())
        .collect();
    for major in [Major::Helm4, Major::Helm3] {
        let differences = support::in_parallel(&rows, |row| check(row, major));
        support::report("refusals of charts", rows.len(), &differences);
    }
}

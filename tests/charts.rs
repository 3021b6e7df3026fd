//! Values that our charts refuse, and what both Helms say of them (see `scripts/refusals`).
#![allow(clippy::disallowed_methods, reason = "drivers read recordings and write charts to run on")]
#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod support;

use serde_json::Value as Json;
use support::Major;

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
    let words: Vec<String> =
        command.iter().chain(&flags).chain(major.arguments()).map(|&word| word.to_owned()).collect();
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

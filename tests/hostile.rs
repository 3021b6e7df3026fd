//! Templates that are made to do harm: `tests/hostile/templates.tsv`.
//!
//! Each ends in good time with the exit code and a part of the text of its row, and prints nothing
//! on standard output if it fails. Where Helm answers, the row has Helm's answer; where Helm
//! crashes or takes all memory, it has an error.
#![allow(clippy::disallowed_methods, reason = "drivers read recordings and write charts to run on")]

mod support;

use support::Scratch;

fn check(row: &str) -> Vec<String> {
    let cells: Vec<&str> = row.split('\t').collect();
    let &[name, template, code, printed] = cells.as_slice() else { panic!("cells: {row}") };
    let scratch = Scratch::new();
    let templates = scratch.path().join("c/templates");
    std::fs::create_dir_all(&templates).expect("a folder");
    std::fs::write(scratch.path().join("c/Chart.yaml"), "apiVersion: v2\nname: c\nversion: 0.1.0\n").expect("written");
    std::fs::write(templates.join("t.yaml"), template).expect("written");
    let words: Vec<String> = ["template", "r", "c"].map(str::to_owned).to_vec();
    let outcome = support::run(support::binary(), &words, scratch.path());
    let stdout = String::from_utf8_lossy(&outcome.stdout);
    let stderr = String::from_utf8_lossy(&outcome.stderr);
    let failed = code == "1";
    let shown = if failed { &stderr } else { &stdout };
    let fits = outcome.code.to_string() == code && shown.contains(printed) && (!failed || stdout.is_empty());
    if fits { Vec::new() } else { vec![format!("{name}: exit {}, {stderr:.300} {stdout:.300}", outcome.code)] }
}

#[test]
fn harmful_templates_end_as_recorded() {
    let text = support::read(&support::root().join("tests/hostile/templates.tsv"));
    let text = String::from_utf8(text).expect("UTF-8");
    let rows: Vec<&str> = text.lines().skip(1).collect();
    let differences = support::in_parallel(&rows, |row| check(row));
    support::report("harmful templates", rows.len(), &differences);
}

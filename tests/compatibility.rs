//! The accepted deviations of `docs/compatibility.md` are those that the comparisons really make, and no more.
#![allow(clippy::disallowed_methods, reason = "the page and the scripts are what is tested")]

mod support;

use std::collections::BTreeSet;

/// How many there are; who accepts one more changes this number, too.
const ACCEPTED: usize = 15;

/// The reasons a deviation may have.
const REASONS: [&str; 5] = ["map order", "random data", "clock", "crash or hang", "network"];

fn text(path: &str) -> String {
    String::from_utf8(support::read(&support::root().join(path))).expect("UTF-8")
}

/// The rows of the page's list: a name in backquotes, a reason, the rest.
fn listed() -> Vec<(String, String)> {
    let page = text("docs/compatibility.md");
    let (_, list) = page.split_once("## Accepted deviations").expect("the list");
    let rows = list.lines().filter_map(|line| line.strip_prefix("| `")?.split_once("` | "));
    rows.map(|(name, rest)| (name.to_owned(), rest.split(" | ").next().unwrap_or_default().to_owned())).collect()
}

/// The names in `tests/differential/deviations.py`: keys of its tables, and texts of its single ones.
fn applied() -> BTreeSet<String> {
    let script = text("tests/differential/deviations.py");
    let key = |line: &str| Some(line.strip_prefix("    \"")?.split_once("\": ")?.0.to_owned());
    let single = |line: &str| {
        let (name, value) = line.split_once(" = \"")?;
        let upper = name.bytes().all(|byte| byte.is_ascii_uppercase());
        upper.then(|| value.trim_end_matches('"').to_owned())
    };
    script.lines().filter_map(|line| key(line).or_else(|| single(line))).collect()
}

#[test]
fn deviations_are_those_of_the_page() {
    let listed = listed();
    let names: BTreeSet<String> = listed.iter().map(|(name, _)| name.clone()).collect();
    assert_eq!(listed.len(), names.len(), "a deviation is listed twice");
    assert_eq!(names, applied(), "docs/compatibility.md and tests/differential/deviations.py");
    assert_eq!(names.len(), ACCEPTED);
}

#[test]
fn deviations_have_allowed_reasons() {
    for (name, reason) in listed() {
        assert!(REASONS.contains(&reason.as_str()), "{name}: {reason}");
    }
}

/// The recordings are compared by the same rules as the live Helm.
#[test]
fn drivers_take_out_what_the_scripts_take_out() {
    let same = |want: &str, got: &str| support::same(want.as_bytes(), got.as_bytes());
    assert!(same("- b\n- a\nx\n", "- a\n- b\nx\n"));
    assert!(same("additional properties 'b', 'a' not allowed", "additional properties 'a', 'b' not allowed"));
    assert!(same("warning: b\nwarning: a\n", "warning: a\nwarning: b\n"));
    assert!(same("<0xc000123456>", "<0xc000000000>"));
    assert!(!same("a\nb\n", "b\na\n"));
    assert!(!same("x.go:1: a", "x.go:2: a"));
    assert!(!same("a  b", "a b"));
}

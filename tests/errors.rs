//! Errors as a person at a terminal sees them: one file of `tests/errors/` each, with the chart, the
//! arguments and what is printed. `BLESS=1` writes the last part anew, to be read as a diff; what Helm
//! itself would print is compared with Helm elsewhere.
#![allow(clippy::disallowed_methods, reason = "the test writes charts and reads its cases")]

mod support;

use std::fmt::Write;
use std::path::Path;
use support::Scratch;

/// The parts of a case: `-- NAME --` and the lines up to the next one.
fn parts(text: &str) -> Vec<(String, String)> {
    let mut parts: Vec<(String, String)> = Vec::new();
    for line in text.split_inclusive('\n') {
        let name = line.trim_end().strip_prefix("-- ").and_then(|rest| rest.strip_suffix(" --"));
        match (name, parts.last_mut()) {
            (Some(name), _) => parts.push((name.to_owned(), String::new())),
            (None, Some((_, content))) => content.push_str(line),
            (None, None) => panic!("text before the first part: {line}"),
        }
    }
    parts
}

/// What is printed for a case.
fn run(parts: &[(String, String)]) -> String {
    let scratch = Scratch::new();
    let mut words: Vec<String> = ["template", "r", "chart", "--error-format", "full"].map(str::to_owned).to_vec();
    for (name, content) in parts.iter().filter(|(name, _)| name != "printed") {
        if name == "arguments" {
            words.extend(content.split_whitespace().map(str::to_owned));
            continue;
        }
        let path = scratch.path().join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, content).expect("a file");
    }
    let outcome = support::run(support::binary(), &words, scratch.path());
    assert_eq!((outcome.code, outcome.stdout.len()), (1, 0));
    String::from_utf8_lossy(&outcome.stderr).replace(&*scratch.path().to_string_lossy(), "$DIR")
}

fn bless(path: &Path, parts: &[(String, String)], printed: &str) {
    let mut text = String::new();
    for (name, content) in parts.iter().filter(|(name, _)| name != "printed") {
        let _ = write!(text, "-- {name} --\n{content}");
    }
    let _ = write!(text, "-- printed --\n{printed}");
    std::fs::write(path, text).expect("the case can be written");
}

#[test]
fn errors_point_at_the_place() {
    let folder = support::root().join("tests/errors");
    let cases = support::entries(&folder);
    let differences = support::in_parallel(&cases, |path| {
        let text = String::from_utf8(support::read(path)).expect("UTF-8");
        let parts = parts(&text);
        let printed = run(&parts);
        if std::env::var_os("BLESS").is_some() {
            bless(path, &parts, &printed);
        }
        let wanted = parts.iter().find(|(name, _)| name == "printed").map_or("", |(_, content)| content);
        if wanted == printed {
            return Vec::new();
        }
        vec![support::diff(&path.display().to_string(), wanted.as_bytes(), printed.as_bytes())]
    });
    support::report("errors", cases.len(), &differences);
}

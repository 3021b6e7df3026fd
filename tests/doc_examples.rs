//! The examples in the documentation of template functions: lines with `` `{{ … }}` → `…` `` under `src/funcs/`; a
//! result on several lines is written with `\n`.

mod support;

use std::path::Path;

use support::Scratch;

/// A template and what its documentation says it prints.
struct Example {
    place: String,
    template: String,
    result: String,
}

fn collect(folder: &Path, found: &mut Vec<Example>) {
    for path in support::entries(folder) {
        if path.is_dir() {
            collect(&path, found);
        } else {
            from_file(&path, found);
        }
    }
}

fn from_file(path: &Path, found: &mut Vec<Example>) {
    let text = String::from_utf8(support::read(path)).expect("UTF-8");
    for (number, line) in text.lines().enumerate().filter(|(_, line)| line.trim_start().starts_with("//")) {
        for piece in line.split("`{{").skip(1) {
            let Some((template, rest)) = piece.split_once("}}` → `") else { continue };
            let (result, _) =
                rest.split_once('`').unwrap_or_else(|| panic!("{}:{}: no end", path.display(), number + 1));
            found.push(Example {
                place: format!("{}:{}", path.display(), number + 1),
                template: format!("{{{{{template}}}}}"),
                result: result.replace("\\n", "\n").replace("\\t", "\t"),
            });
        }
    }
}

#[allow(clippy::disallowed_methods, reason = "the chart of an example is written to run it")]
fn check(example: &Example) -> Vec<String> {
    let scratch = Scratch::new();
    let chart = scratch.path().join("c");
    std::fs::create_dir_all(chart.join("templates")).expect("a folder");
    std::fs::write(chart.join("Chart.yaml"), "apiVersion: v2\nname: c\nversion: 0.1.0\n").expect("a file");
    std::fs::write(chart.join("templates/_x.tpl"), &example.template).expect("a file");
    let shown = "out: {{ include \"c/templates/_x.tpl\" . | toJson }}";
    std::fs::write(chart.join("templates/t.yaml"), shown).expect("a file");
    let words = ["template", "r", "c"].map(str::to_owned);
    let outcome = support::run(support::binary(), &words, scratch.path());
    let stdout = String::from_utf8_lossy(&outcome.stdout);
    let printed = stdout.split_once("\nout: ").and_then(|(_, text)| serde_json::from_str::<String>(text).ok());
    match printed {
        Some(text) if text == example.result => Vec::new(),
        Some(text) => vec![support::diff(
            &format!("{} {}", example.place, example.template),
            example.result.as_bytes(),
            text.as_bytes(),
        )],
        None => vec![format!("{} {}: {}", example.place, example.template, String::from_utf8_lossy(&outcome.stderr))],
    }
}

#[test]
fn examples_print_what_they_say() {
    let mut examples = Vec::new();
    collect(&support::root().join("src/funcs"), &mut examples);
    let differences = support::in_parallel(&examples, check);
    support::report("examples of functions", examples.len(), &differences);
}

//! Every recorded template and what Helm printed for it, for both majors: `tests/observed/observed.tsv`
//! and, by function, `tests/funcs/*.tsv`.
#![allow(clippy::disallowed_methods, reason = "drivers read recordings and write charts to run on")]

mod support;

use std::path::Path;

use serde_json::Value as Json;
use support::{Major, Scratch};

/// One recorded render.
struct Row {
    id: String,
    template: String,
    values: String,
    result: String,
    kind: String,
    arguments: Vec<String>,
}

fn json(text: &str) -> Json {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn string(text: &str) -> String {
    json(text).as_str().expect("a string").to_owned()
}

/// The rows of a major: its own where it was seen to differ, Helm 4's elsewhere.
fn rows(major: Major) -> Vec<Row> {
    let mut files = support::entries(&support::root().join("tests/funcs"));
    files.retain(|file| file.extension().is_some_and(|extension| extension == "tsv"));
    files.push(support::root().join("tests/observed/observed.tsv"));
    let mut rows: indexmap::IndexMap<String, Row> = indexmap::IndexMap::new();
    for file in files {
        let text = String::from_utf8(support::read(&file)).expect("UTF-8");
        add_rows(&text, major, &mut rows);
    }
    rows.into_values().collect()
}

fn add_rows(text: &str, major: Major, rows: &mut indexmap::IndexMap<String, Row>) {
    for line in text.split('\n').skip(1).filter(|line| !line.is_empty()) {
        let cells: Vec<&str> = line.split('\t').collect();
        let &[id, helm, template, values, result, kind, arguments] = cells.as_slice() else { panic!("cells: {line}") };
        if helm != Major::Helm4.version() && helm != major.version() {
            continue;
        }
        if helm != major.version() && rows.contains_key(id) {
            continue;
        }
        let words = json(arguments);
        let words = words.as_array().expect("a list").iter().map(|word| word.as_str().expect("a word").to_owned());
        let row = Row {
            id: id.to_owned(),
            template: string(template),
            values: string(values),
            result: string(result),
            kind: kind.to_owned(),
            arguments: words.collect(),
        };
        rows.insert(row.id.clone(), row);
    }
}

fn write(path: &Path, text: &str) {
    std::fs::write(path, text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
}

fn check(row: &Row, major: Major) -> Vec<String> {
    let scratch = Scratch::new();
    let chart = scratch.path().join("c");
    std::fs::create_dir_all(chart.join("templates")).expect("a folder");
    write(&chart.join("Chart.yaml"), "apiVersion: v2\nname: c\nversion: 0.1.0\nappVersion: \"1.0\"\n");
    write(&chart.join("values.yaml"), &row.values);
    if row.kind == "ok" {
        write(&chart.join("templates/_x.tpl"), &row.template);
        write(&chart.join("templates/t.yaml"), "out: {{ include \"c/templates/_x.tpl\" . | toJson }}");
    } else {
        write(&chart.join("templates/t.yaml"), &row.template);
    }
    let mut words: Vec<String> = ["template", "r", "c"].map(str::to_owned).to_vec();
    words.extend(row.arguments.iter().cloned());
    words.extend(major.arguments().iter().map(|&word| word.to_owned()));
    let outcome = support::run(support::binary(), &words, scratch.path());
    let stdout = String::from_utf8_lossy(&outcome.stdout).into_owned();
    let stderr = String::from_utf8_lossy(&outcome.stderr).into_owned();
    let got = match row.kind.as_str() {
        "error" if outcome.code == 1 => stderr.strip_suffix('\n').unwrap_or(&stderr).to_owned(),
        "error" => format!("exit {}: {stdout}", outcome.code),
        _ if outcome.code != 0 => format!("exit {}: {stderr}", outcome.code),
        "direct" => stdout,
        _ => stdout
            .split_once("\nout: ")
            .and_then(|(_, text)| serde_json::from_str::<Json>(text).ok())
            .and_then(|value| value.as_str().map(str::to_owned))
            .unwrap_or_else(|| format!("unreadable: {stdout}")),
    };
    if got == row.result {
        return Vec::new();
    }
    let name = format!("{} {:.300} values {:.200}", row.id, row.template, row.values);
    vec![support::diff(&name, row.result.as_bytes(), got.as_bytes())]
}

fn compare(major: Major) {
    let rows = rows(major);
    let differences = support::in_parallel(&rows, |row| check(row, major));
    support::report(&format!("observed rows of Helm {}", major.version()), rows.len(), &differences);
}

#[test]
fn prints_what_helm_4_printed() {
    compare(Major::Helm4);
}

#[test]
fn prints_what_helm_3_printed() {
    compare(Major::Helm3);
}

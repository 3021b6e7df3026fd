//! The recorded templates, run in one process: rows of `tests/observed/observed.tsv` that need nothing of a chart but
//! its values.
#![allow(clippy::disallowed_methods, reason = "drivers read recordings")]

mod support;

use pintle::Compat;
use pintle::funcs;
use pintle::source::Source;
use pintle::template::func::{FuncTable, Host};
use pintle::template::{Run, RunOptions, TemplateSet, exec_error, on_deep_stack, parse, parse_error};
use pintle::value::{Map, MapKind, Str, Value};
use pintle::yaml;
use std::panic::AssertUnwindSafe;
use support::Major;

/// The families of rows that are about the language and its own functions; the drivers of the other modules have the
/// rest.
const FAMILIES: &[&str] = &["lex", "flow", "exec", "nil", "builtin", "extra", "g", "str", "misc", "more"];

/// Rows about objects that only a whole render has, and about formats.
const NEEDS_CHART: &[&str] =
    &[".Capabilities", ".Files", ".Subcharts", ".Chart", "AsMap", "YAML", "Table", "PathValue", "Encode", "Toml"];

/// Errors that come after the templates have run.
const AFTER_RENDER: &[&str] = &["YAML parse error", "MalformedYAMLError", "unable to parse YAML"];

const FILE: &str = "c/templates/t.yaml";
const INCLUDED: &str = "c/templates/_x.tpl";

struct Row {
    id: String,
    template: String,
    values: String,
    result: String,
    is_error: bool,
}

fn string(text: &str) -> String {
    serde_json::from_str(text).expect("a JSON string")
}

/// The rows of a major: its own where it was seen to differ, Helm 4's elsewhere.
fn rows(major: Major) -> Vec<Row> {
    let text = support::read(&support::root().join("tests/observed/observed.tsv"));
    let text = String::from_utf8(text).expect("UTF-8");
    let mut rows = indexmap::IndexMap::new();
    for line in text.lines().skip(1) {
        let cells: Vec<&str> = line.split('\t').collect();
        let &[id, helm, template, values, result, kind, arguments] = cells.as_slice() else { panic!("cells: {line}") };
        let own = helm == major.version();
        let family = id.split('-').next().is_some_and(|family| FAMILIES.contains(&family));
        if !family || kind == "direct" || arguments != "[]" || !(own || helm == Major::Helm4.version()) {
            continue;
        }
        if own || !rows.contains_key(id) {
            let (template, values, result) = (string(template), string(values), string(result));
            rows.insert(id, Row { id: id.to_owned(), template, values, result, is_error: kind == "error" });
        }
    }
    let needs_chart = |row: &Row| NEEDS_CHART.iter().any(|word| row.template.contains(word));
    let after_render = |row: &Row| row.is_error && AFTER_RENDER.iter().any(|word| row.result.contains(word));
    rows.into_values().filter(|row| !needs_chart(row) && !after_render(row)).collect()
}

/// Helm 4 drops the nulls among the values of a chart.
fn without_nulls(map: &Map) {
    for (key, value) in map.sorted() {
        match value {
            Value::Nil => drop(map.remove(&key)),
            Value::Map(inner) => without_nulls(&inner),
            _ => {}
        }
    }
}

/// The root object, as far as values and the release go.
fn root(values: &str, compat: Compat) -> Value {
    let values = match yaml::parse(values.as_bytes()).expect("YAML").to_value() {
        Value::Map(map) => map,
        _ => Map::new(),
    };
    if compat.drop_null_defaults() {
        without_nulls(&values);
    }
    let release: Map = [("Name", "r".into()), ("Namespace", "default".into()), ("Service", "Helm".into())]
        .into_iter()
        .chain([("IsInstall", true.into()), ("IsUpgrade", false.into()), ("Revision", Value::int(1))])
        .collect();
    let template: Map = [("Name", FILE.into()), ("BasePath", "c/templates".into())].into_iter().collect();
    let root: Map = [
        ("Values", Value::Map(values.with_kind(MapKind::Values))),
        ("Release", Value::Map(release)),
        ("Template", Value::Map(template.with_kind(MapKind::Values))),
    ]
    .into_iter()
    .chain(["Capabilities", "Chart", "Files", "Subcharts"].map(|name| (name, Value::Nil)))
    .collect();
    Value::Map(root.with_kind(MapKind::Values))
}

/// What the template prints, or the error as Helm shows it.
fn render(row: &Row, compat: Compat) -> Result<String, String> {
    let table = funcs::table(compat);
    let mut set = TemplateSet::new();
    let name = if row.is_error { FILE } else { INCLUDED };
    let source = Source::new(name, row.template.as_bytes());
    let trees = parse(&source, table, compat).map_err(|error| parse_error(&error).to_string())?;
    set.add(trees);
    let mut run = Run::new(&set, table, RunOptions { compat, ..RunOptions::default() });
    let data = root(&row.values, compat);
    let printed = if row.is_error {
        run.render(FILE, data).map_err(|error| exec_error(&error, FILE, compat).to_string())?
    } else {
        let printed = run.include(&Str::from(INCLUDED), data).map_err(|error| error.to_string())?;
        printed.to_vec()
    };
    Ok(String::from_utf8_lossy(&printed).into_owned())
}

fn check(row: &Row, compat: Compat) -> Vec<String> {
    let got = match std::panic::catch_unwind(|| render(row, compat)) {
        Err(_) => "panicked".into(),
        Ok(Ok(printed)) => printed,
        Ok(Err(message)) => format!("Error: {message}\n\nUse --debug flag to render out invalid YAML"),
    };
    if got == row.result {
        return Vec::new();
    }
    let name = format!("{} {:.300} values {:.200}", row.id, row.template, row.values);
    vec![support::diff(&name, row.result.as_bytes(), got.as_bytes())]
}

fn compare(major: Major, compat: Compat) {
    let rows = rows(major);
    let differences = on_deep_stack(|| rows.iter().flat_map(|row| check(row, compat)).collect::<Vec<_>>());
    support::report(&format!("templates of Helm {}", major.version()), rows.len(), &differences);
}

#[test]
fn templates_print_what_helm_4_printed() {
    compare(Major::Helm4, Compat::Helm4);
}

#[test]
fn templates_print_what_helm_3_printed() {
    compare(Major::Helm3, Compat::Helm3);
}

/// Renders one file on a value that knows itself.
fn render_file(text: &str, compat: Compat) -> Result<String, String> {
    let row =
        Row { id: String::new(), template: text.into(), values: "{}".into(), result: String::new(), is_error: true };
    render(&row, compat)
}

fn fails(text: &str, compat: Compat, words: &str) {
    let error = on_deep_stack(|| render_file(text, compat)).expect_err(words);
    assert!(error.contains(words), "{error:.500}");
}

#[test]
fn templates_nest_as_deep_as_in_go() {
    let text = r#"{{ define "a" }}{{ template "a" . }}{{ end }}{{ template "a" . }}"#;
    fails(text, Compat::Helm4, "exceeded maximum template depth (100000)");
    fails(
        r#"{{ define "a" }}{{ include "a" . }}{{ end }}{{ include "a" . }}"#,
        Compat::Helm4,
        "nested reference name: a",
    );
}

#[test]
fn endless_tpl_is_an_error() {
    fails(
        "{{ $d := dict }}{{ $_ := set $d \"t\" \"{{ tpl .t . }}\" }}{{ tpl $d.t $d }}",
        Compat::Helm4,
        "tpl calls are nested too deep",
    );
    let both = "{{ define \"a\" }}{{ tpl .t . }}{{ end }}{{ $d := dict \"t\" \"{{ template \\\"a\\\" . }}\" }}{{ tpl $d.t $d }}";
    fails(both, Compat::Helm4, "tpl calls are nested too deep");
}

#[test]
fn expressions_nest_as_deep_as_in_go() {
    let nested = |depth: usize| format!("{{{{ {}1{} }}}}", "(".repeat(depth), ")".repeat(depth));
    for compat in [Compat::Helm3, Compat::Helm4] {
        assert_eq!(on_deep_stack(|| render_file(&nested(10_000), compat)), Ok("1".into()));
    }
    fails(&nested(10_001), Compat::Helm4, "max expression depth exceeded");
    assert_eq!(on_deep_stack(|| render_file(&nested(100_000), Compat::Helm3)), Ok("1".into()));
}

#[test]
fn controls_nest_deep() {
    let depth = 50_000;
    let nested = format!("{}x{}", "{{ if 1 }}".repeat(depth), "{{ end }}".repeat(depth));
    assert_eq!(on_deep_stack(|| render_file(&nested, Compat::Helm4)), Ok("x".into()));
    let chain = format!("{{{{ if 0 }}}}{}{{{{ else }}}}x{{{{ end }}}}", "{{ else if 0 }}".repeat(depth));
    assert_eq!(on_deep_stack(|| render_file(&chain, Compat::Helm4)), Ok("x".into()));
}

#[test]
fn what_the_stack_cannot_hold_is_an_error() {
    // The thread of a test has an ordinary stack.
    let nested = format!("{{{{ {}", "(".repeat(100_000));
    assert!(render_file(&nested, Compat::Helm3).is_err_and(|error| error.contains("nested too deep")));
    let nested = "{{ if 1 }}".repeat(100_000);
    assert!(render_file(&nested, Compat::Helm4).is_err_and(|error| error.contains("nested too deep")));
}

#[test]
fn a_value_in_itself_is_an_error() {
    fails(r#"{{ $d := dict }}{{ $_ := set $d "a" $d }}{{ $d }}"#, Compat::Helm4, "value contains itself");
}

/// Templates that a generator made, with what Go made of them: `tests/template/*.jsonl`, one object a line with `t` the
/// template, and `o` the output or `e` the error. All ran on `tests/template/data.json`.
#[test]
fn templates_do_what_go_does() {
    let folder = support::root().join("tests/template");
    let text = |path: &std::path::Path| String::from_utf8(support::read(path)).expect("UTF-8");
    let data: serde_json::Value = serde_json::from_str(&text(&folder.join("data.json"))).expect("JSON");
    let files = support::entries(&folder).into_iter().filter(|file| file.extension().is_some_and(|e| e == "jsonl"));
    let texts: Vec<String> = files.map(|file| text(&file)).collect();
    let rows: Vec<&str> = texts.iter().flat_map(|text| text.lines()).collect();
    let table = funcs::builtins();
    let check = |row: &&str| check_go(row, &data, &table);
    let differences = on_deep_stack(|| rows.iter().flat_map(check).collect::<Vec<_>>());
    support::report("generated templates", rows.len(), &differences);
}

fn check_go(row: &str, data: &serde_json::Value, table: &FuncTable) -> Vec<String> {
    let row: serde_json::Value = serde_json::from_str(row).expect("JSON");
    let template = row["t"].as_str().expect("a template");
    let got = std::panic::catch_unwind(AssertUnwindSafe(|| run_go(template, data, table)));
    let got = got.unwrap_or_else(|_| Err("panicked".into()));
    let want = match (row["o"].as_str(), row["e"].as_str()) {
        (Some(output), None) => Ok(output.to_owned()),
        (None, Some(error)) => Err(error.to_owned()),
        _ => panic!("neither output nor error: {row}"),
    };
    if got == want {
        return Vec::new();
    }
    vec![support::diff(template, format!("{want:?}").as_bytes(), format!("{got:?}").as_bytes())]
}

fn run_go(template: &str, data: &serde_json::Value, table: &FuncTable) -> Result<String, String> {
    let trees =
        parse(&Source::new("t", template.as_bytes()), table, Compat::Helm4).map_err(|error| error.to_string())?;
    let mut set = TemplateSet::new();
    set.add(trees);
    let mut run = Run::new(&set, table, RunOptions::default());
    let printed = run.include(&Str::from("t"), value(data)).map_err(|error| error.to_string())?;
    Ok(String::from_utf8_lossy(&printed).into_owned())
}

fn value(json: &serde_json::Value) -> Value {
    match json {
        serde_json::Value::Null => Value::Nil,
        serde_json::Value::Bool(b) => Value::Bool(*b),
        serde_json::Value::Number(number) => Value::Float(number.as_f64().expect("a float")),
        serde_json::Value::String(text) => text.as_str().into(),
        serde_json::Value::Array(items) => Value::list(items.iter().map(value).collect()),
        serde_json::Value::Object(entries) => {
            Value::Map(entries.iter().map(|(key, item)| (key.as_str(), value(item))).collect())
        }
    }
}

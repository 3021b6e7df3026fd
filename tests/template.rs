//! The recorded templates, run in one process: rows of `tests/observed/observed.tsv` that need nothing of a chart but
//! its values.
#![allow(clippy::disallowed_methods, reason = "drivers read recordings")]

mod support;

use pintle::Compat;
use pintle::funcs;
use pintle::source::Source;
use pintle::template::func::Host;
use pintle::template::{Run, RunOptions, TemplateSet, exec_error, on_deep_stack, parse, parse_error};
use pintle::value::{Map, MapKind, Str, Value};
use pintle::yaml;
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

//! Loading charts and putting values together, against what Helm made of the same files and flags.
#![expect(clippy::unwrap_used, reason = "a broken row must fail the test")]

use pintle::chart::{Chart, File, Import, Instance, SetFlag, UserValues, check_installable};
use pintle::value::{Map, Value};
use pintle::{Compat, Result};
use serde_json::{Map as Object, Value as Json, json};

const BOTH: [(Compat, &str); 2] = [(Compat::Helm4, "helm4"), (Compat::Helm3, "helm3")];

/// The rows of a file of JSON lines.
fn rows(text: &str) -> Vec<Json> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// What a row expects of one Helm; Helm 3 is named only where it differs.
fn want<'r>(row: &'r Json, helm: &str) -> &'r Json {
    row.get(helm).unwrap_or(&row["helm4"])
}

fn to_json(value: &Value) -> Json {
    match value {
        Value::Bool(b) => json!(b),
        Value::Int(i, _) => json!(i),
        Value::Float(f) if f.fract() == 0.0 && f.abs() < 1e15 => json!(*f as i64),
        Value::Float(f) => json!(f),
        Value::Str(s) => json!(s.to_text()),
        Value::List(list) => list.iter().map(|item| to_json(&item)).collect(),
        Value::Map(map) => map_to_json(map),
        _ => Json::Null,
    }
}

fn map_to_json(map: &Map) -> Json {
    Json::Object(map.sorted().iter().map(|(key, value)| (key.to_text().into_owned(), to_json(value))).collect())
}

fn or_error(result: Result<Json>) -> Json {
    result.unwrap_or_else(|error| json!({ "error": error.message() }))
}

#[test]
fn flags_are_read_as_helm_reads_them() {
    let base =
        r#"{"l":["a","b","c"],"m":{"a":"1","n":null},"s":"x","n":null,"":{"q":true},"ll":[["1","2"],["3"],{"z":"1"}]}"#;
    let mut failed = Vec::new();
    for row in rows(include_str!("chart/set.jsonl")) {
        for (compat, helm) in BOTH {
            let flag = match row["flag"].as_str().unwrap() {
                "--set" => SetFlag::Set,
                "--set-string" => SetFlag::String,
                "--set-json" => SetFlag::Json,
                _ => SetFlag::Literal,
            };
            let mut user = UserValues::new(compat);
            user.add_file("base.yaml", base.as_bytes()).unwrap();
            let result = user.set(flag, row["argument"].as_str().unwrap(), &mut |_| Err(String::new()));
            let got = or_error(result.map(|()| map_to_json(&user.to_map())));
            if got != *want(&row, helm) {
                failed.push(format!("{helm} {row}\n  got {got}"));
            }
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

fn files(row: &Json) -> Vec<File> {
    let files = row["files"].as_object().unwrap();
    let mut files: Vec<File> = files.iter().map(|(name, text)| File::new(name, text.as_str().unwrap())).collect();
    files.sort_by(|a, b| a.name.cmp(&b.name));
    files
}

fn build(row: &Json, compat: Compat) -> Result<Json> {
    let mut notices = Vec::new();
    let chart = Chart::from_files(files(row), compat, &mut notices)?;
    check_installable(&chart, compat, &mut notices)?;
    let mut user = UserValues::new(compat);
    user.add_file("values.yaml", row["user"].as_str().unwrap().as_bytes())?;
    let (instance, values) = Instance::build(&chart, &user, compat, &mut notices)?;
    let mut shown = Object::new();
    show(&instance, Some(&values), &mut shown);
    Ok(Json::Object(shown))
}

fn show(instance: &Instance, values: Option<&Map>, into: &mut Object<String, Json>) {
    let import = |item: &Import| match item {
        Import::Path { child, parent } => json!([child, parent]),
        Import::Given(_) => json!("raw"),
    };
    let listed = instance.listed.iter().flatten();
    let listed: Vec<Json> = listed
        .map(|d| json!([d.name, d.enabled, d.import_values.iter().flatten().map(import).collect::<Vec<_>>()]))
        .collect();
    let values_json = values.map(map_to_json);
    into.insert(instance.path.clone(), json!({ "values": values_json, "name": instance.name, "listed": listed }));
    for child in &instance.children {
        let value = values.and_then(|values| values.get(&child.name));
        show(child, value.as_ref().and_then(Value::as_map), into);
    }
}

#[test]
fn dependencies_and_values_are_those_of_helm() {
    let mut failed = Vec::new();
    for row in rows(include_str!("chart/values.jsonl")) {
        for (compat, helm) in BOTH {
            let got = or_error(build(&row, compat));
            if got != *want(&row, helm) {
                failed.push(format!("{helm} {row}\n  got {got}"));
            }
        }
    }
    assert!(failed.is_empty(), "{} failed, the first:\n{}", failed.len(), failed[0]);
}

#[test]
fn loading_fails_in_the_words_of_helm() {
    let mut failed = Vec::new();
    for row in rows(include_str!("chart/load.jsonl")) {
        for (compat, helm) in BOTH {
            let result = Chart::from_files(files(&row), compat, &mut Vec::new());
            let got = or_error(result.map(|chart| json!({ "name": chart.name() })));
            if got != *want(&row, helm) {
                failed.push(format!("{helm} {row}\n  got {got}"));
            }
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

//! JSONPath templates on the values of a chart, against what `helm show values --jsonpath` makes of them.
//!
//! The rows are a template, `ok` or `error`, and standard output or standard error, the same of both majors.

use pintle::Compat;
use pintle::chart::Chart;
use pintle::kube::jsonpath::Template;
use pintle::value::Value;
use std::path::Path;

fn run(template: &str, values: &Value, compat: Compat) -> (&'static str, String) {
    match Template::parse(template).map(|template| template.print(values, compat)) {
        Ok(Ok(text)) => ("ok", String::from_utf8(text).expect("UTF-8")),
        Ok(Err(reason)) => ("fatal", reason),
        Err(reason) => ("error", format!("Error: error parsing jsonpath {template}: {reason}\n")),
    }
}

#[test]
fn selects_what_helm_selects() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/jsonpath/chart");
    let mut failures = Vec::new();
    for compat in [Compat::Helm4, Compat::Helm3] {
        let chart = Chart::load_any(&folder, compat, &mut Vec::new()).expect("a chart");
        let values = chart.values.to_value();
        for line in include_str!("jsonpath/rows.tsv").lines() {
            let [template, kind, want] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("no row: {line}") };
            let [template, want] = [template, want].map(|text| serde_json::from_str::<String>(text).expect("JSON"));
            let got = run(&template, &values, compat);
            if got != (kind, want.clone()) {
                failures.push(format!("{template:?} {compat:?}\n  want {kind} {want:?}\n  got  {got:?}"));
            }
        }
    }
    assert!(failures.is_empty(), "{} rows:\n{}", failures.len(), failures[..failures.len().min(20)].join("\n"));
}

/// Helm's own process dies of such a template.
#[test]
fn null_cannot_be_repeated() {
    let values = Value::list(vec![Value::Nil]);
    let got = run("{range [*]}{range @}{.}{end}{end}", &values, Compat::Helm4);
    assert_eq!(got.0, "fatal");
}

//! JSONPath templates of `show values` against what Helm printed.
//!
//! A row of `tests/jsonpath/rows.tsv` is a template, `ok` or `error`, and standard output or standard error of both majors
//! for `tests/jsonpath/chart`, as JSON strings. Templates whose output is random in Helm have no row.

mod support;

use pintle::Compat;
use pintle::chart::Chart;
use pintle::kube::jsonpath::Template;
use std::path::Path;

#[test]
fn templates_print_what_helm_prints() {
    let folder = Path::new("tests/jsonpath");
    let chart = Chart::load(folder.join("chart"), Compat::Helm4, &mut Vec::new()).expect("the chart");
    let values = chart.values.to_value();
    let rows = String::from_utf8(support::read(&folder.join("rows.tsv"))).expect("UTF-8");
    let mut differences = Vec::new();
    for row in rows.lines() {
        let columns: Vec<&str> = row.split('\t').collect();
        let [template, kind, printed] = columns[..] else { panic!("three columns: {row}") };
        let (template, printed) = (json(template), json(printed));
        let got = match Template::parse(&template) {
            Ok(parsed) => ("ok", parsed.print(&values, Compat::Helm4).expect("no panic of client-go")),
            Err(reason) => ("error", format!("Error: error parsing jsonpath {template}: {reason}\n").into_bytes()),
        };
        if got != (kind, printed.clone().into_bytes()) {
            let (kind_got, got) = (got.0, String::from_utf8_lossy(&got.1).into_owned());
            differences.push(format!("{template}\n  want {kind} {printed:?}\n  got {kind_got} {got:?}"));
        }
    }
    assert!(differences.is_empty(), "{} of {}\n{}", differences.len(), rows.lines().count(), differences.join("\n"));
    assert!(rows.lines().count() > 700, "rows are missing");
}

/// What client-go dies of is an error in its words.
#[test]
fn panics_are_errors() {
    let chart = Chart::load("tests/jsonpath/chart", Compat::Helm4, &mut Vec::new()).expect("the chart");
    let values = chart.values.to_value();
    for (template, words) in [
        ("{range .nulls[*]}{[0]}{end}", "reflect: call of reflect.Value.Type on zero Value"),
        ("{range .nulls[*]}{range @}{.}{end}{end}", "reflect: call of reflect.Value.Interface on zero Value"),
    ] {
        let parsed = Template::parse(template).expect("a template");
        assert_eq!(parsed.print(&values, Compat::Helm4), Err(words.to_owned()), "{template}");
    }
}

fn json(text: &str) -> String {
    serde_json::from_str(text).expect("a JSON string")
}

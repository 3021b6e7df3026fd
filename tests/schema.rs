//! Schemas and values against what both Helms print about them.
//!
//! The rows are a schema, the values, and what Helm 4 and Helm 3 print behind the name of the chart:
//! nothing if the values pass, `CRASH` if Helm overflows its stack, `NETWORK` if it asks the network.
//!
//! Helm prints violations that belong together in random order, so they are compared as trees.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use pintle::diag::Notice;
use pintle::schema::{self, Fault, Instance, Schema};
use pintle::value::Value;
use pintle::{Compat, ErrorKind};

fn value(json: &serde_json::Value) -> Value {
    match json {
        serde_json::Value::Null => Value::Nil,
        serde_json::Value::Bool(b) => Value::Bool(*b),
        serde_json::Value::Number(n) => Value::Float(n.as_f64().unwrap()),
        serde_json::Value::String(s) => Value::str(s.as_str()),
        serde_json::Value::Array(items) => Value::list(items.iter().map(value).collect()),
        serde_json::Value::Object(entries) => Value::Map(entries.iter().map(|(k, v)| (k.as_str(), value(v))).collect()),
    }
}

fn parse(json: &str) -> Value {
    value(&serde_json::from_str(json).unwrap())
}

/// What stands behind the name of the chart.
fn run(schema: &str, values: &Value, compat: Compat) -> String {
    match Schema::compile(schema.as_bytes(), compat).validate(values, &mut Vec::new()) {
        Ok(()) => String::new(),
        Err(Fault::Network(_)) => "NETWORK".into(),
        Err(fault) if fault.to_string().contains("Helm 3 crashes") => "CRASH".into(),
        Err(fault) => fault.to_string(),
    }
}

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Line(String, Vec<Line>);

/// Lines with those indented below them, sorted.
fn tree(lines: &[String], level: usize) -> Vec<Line> {
    let indent = "  ".repeat(level + 1);
    let mut out = Vec::new();
    let mut i = 0;
    while i < lines.len() {
        let below = lines[i + 1..].iter().take_while(|line| line.starts_with(&indent)).count();
        out.push(Line(lines[i].clone(), tree(&lines[i + 1..=i + below], level + 1)));
        i += below + 1;
    }
    out.sort();
    out
}

/// A text without what is random in it.
fn settled(text: &str) -> Vec<Line> {
    let lines: Vec<String> = text.split('\n').map(settled_line).collect();
    tree(&lines, 0)
}

fn settled_line(line: &str) -> String {
    // Names are found in random order.
    if let Some((before, rest)) = line.split_once("additional properties ")
        && let Some(names) = rest.strip_suffix(" not allowed")
    {
        let mut names: Vec<&str> = names.split(", ").collect();
        names.sort_unstable();
        return format!("{before}additional properties {} not allowed", names.join(", "));
    }
    // The place can be that of a value that was checked later.
    if let Some((_, name)) = line.split_once(": invalid propertyName ") {
        let indent = line.len() - line.trim_start().len();
        return format!("{}- at ?: invalid propertyName {name}", " ".repeat(indent));
    }
    // Which of two comes first is random.
    if line.starts_with("duplicate ")
        && let Some((before, places)) = line.rsplit_once(" at ")
    {
        let mut places: Vec<&str> = places.split(" and ").collect();
        places.sort_unstable();
        return format!("{before} at {}", places.join(" and "));
    }
    line.to_owned()
}

#[test]
fn violations_and_faults_are_told_as_helm_does() {
    let mut failures = Vec::new();
    let mut rows = 0;
    for line in include_str!("schema/rows.tsv").lines() {
        rows += 1;
        let mut cells = line.split('\t').map(|cell| serde_json::from_str::<serde_json::Value>(cell).unwrap());
        let mut cell = || cells.next().unwrap();
        let (schema, values) = (cell(), value(&cell()));
        let schema = schema.as_str().unwrap().to_owned();
        for compat in [Compat::Helm4, Compat::Helm3] {
            let want = cell();
            let (want, got) = (want.as_str().unwrap(), run(&schema, &values, compat));
            if settled(want) != settled(&got) {
                failures.push(format!("{compat:?} {schema}\n--- want\n{want}\n--- got\n{got}"));
            }
        }
    }
    assert!(rows > 300);
    assert!(failures.is_empty(), "{} of {rows}:\n{}", failures.len(), failures[..failures.len().min(10)].join("\n\n"));
}

#[test]
fn charts_are_listed_under_helms_heading() {
    let values = parse(r#"{"a": 1}"#);
    let string = Schema::compile(br#"{"properties": {"a": {"type": "string"}}}"#, Compat::Helm4);
    let broken = Schema::compile(b"{", Compat::Helm4);
    let instance = |chart, schema, values: &Value| Instance { chart, schema, values: values.clone() };
    let charts = [
        instance("app", Some(&string), &values),
        instance("plain", None, &values),
        instance("absent", Some(&string), &Value::Nil),
        instance("odd", None, &Value::str("x")),
        instance("sub", Some(&broken), &values),
    ];
    let error = schema::check(charts, Compat::Helm4, &mut Vec::new()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Schema);
    assert_eq!(
        error.message(),
        "values don't meet the specifications of the schema(s) in the following chart(s):\napp:\n- at '/a': got number, \
         want string\nodd:\ninvalid type for values: expected object (map), got string\nsub:\nunexpected EOF"
    );
}

#[test]
fn nothing_is_fetched() {
    for compat in [Compat::Helm4, Compat::Helm3] {
        let schema = Schema::compile(br#"{"$ref": "https://example.com/x.json"}"#, compat);
        let instance = Instance { chart: "app", schema: Some(&schema), values: parse("{}") };
        let error = schema::check([instance], compat, &mut Vec::new()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Unsupported);
        assert!(error.message().contains("https://example.com/x.json"), "{error}");
    }
}

#[test]
fn unknown_urns_are_logged_once() {
    let mut notices: Vec<Notice> = Vec::new();
    for _ in 0..2 {
        Schema::compile(br#"{"$ref": "urn:foo"}"#, Compat::Helm4).validate(&parse("{}"), &mut notices).unwrap();
    }
    let lines: Vec<_> = notices.iter().filter_map(|notice| notice.line(Compat::Helm4)).collect();
    let line = b"level=WARN msg=\"unresolved URN reference ignored; using permissive schema\" urn=urn:foo";
    assert_eq!(lines, [line]);
}

/// Renders run on a stack of this size.
fn on_a_deep_stack(test: impl FnOnce() + Send + 'static) {
    std::thread::Builder::new().stack_size(1 << 30).spawn(test).unwrap().join().unwrap();
}

#[test]
fn nesting_ends_in_an_error() {
    on_a_deep_stack(|| {
        let deep = [r#"{"not":"#.repeat(1_000), "true".into(), "}".repeat(1_000)].concat();
        let too_deep = format!("{}1{}", "[".repeat(20_000), "]".repeat(20_000));
        let chain: Vec<String> = (0..2_000).map(|i| format!(r##""{i}": {{"$ref": "#/$defs/{}"}}"##, i + 1)).collect();
        let chain = format!(r##"{{"$ref": "#/$defs/0", "$defs": {{{}, "2000": true}}}}"##, chain.join(","));
        for compat in [Compat::Helm4, Compat::Helm3] {
            let run = |schema: &str| Schema::compile(schema.as_bytes(), compat).validate(&parse("{}"), &mut Vec::new());
            let _ = run(&deep);
            assert!(run(&too_deep).unwrap_err().to_string().contains("exceeded max depth"));
            let _ = run(&chain);
        }
    });
}

//! What YAML texts mean, or what is wrong with them, against what both Helms said.
//!
//! The rows are a text as a JSON string, and the JSON that `fromYaml` (for lists: `fromYamlArray`) and
//! `toJson` made of it; `"scalar"` stands for all else, which neither function takes.

use pintle::gostd::json::{Style, encode};
use pintle::value::{Map, Value};
use pintle::yaml::Node;
use pintle::{Compat, yaml};

fn read(text: &str) -> Value {
    match yaml::parse(text.as_bytes()) {
        Err(error) => Value::Map([("Error", Value::str(error.message))].into_iter().collect::<Map>()),
        Ok(Node::Null) => Value::Map(Map::new()),
        Ok(node @ (Node::Map(_) | Node::List(_))) => node.to_value(),
        Ok(_) => Value::str("scalar"),
    }
}

#[test]
fn texts_are_read_as_helm_reads_them() {
    let mut failures = Vec::new();
    for (number, line) in include_str!("yaml/read.tsv").lines().enumerate() {
        let (text, want) = line.split_once('\t').expect("two columns");
        let text: String = serde_json::from_str(text).expect("a JSON string");
        let mut got = Vec::new();
        encode(&read(&text), Style { escape_html: true, indent: None }, Compat::Helm4, &mut got).expect("JSON");
        let parsed = |json: &[u8]| serde_json::from_slice::<serde_json::Value>(json).expect("JSON");
        if parsed(&got) != parsed(want.as_bytes()) {
            failures.push(format!(
                "row {} {text:?}\n  want {want}\n  got  {}",
                number + 1,
                String::from_utf8_lossy(&got)
            ));
        }
    }
    assert!(failures.is_empty(), "{} rows:\n{}", failures.len(), failures[..failures.len().min(20)].join("\n"));
}

/// What Helm 4 said to nesting that a text may have only just, or by an alias only.
#[test]
fn nesting_has_limits() {
    let lists = |depth: usize, inner: &str| format!("{}{inner}{}", "[".repeat(depth), "]".repeat(depth));
    let test = move || {
        assert!(yaml::parse(format!("a: {}", lists(9999, "")).as_bytes()).is_ok());
        for (text, words) in [
            (format!("a: {}", lists(10_001, "")), "yaml: exceeded max depth of 10000"),
            (format!("a: &a {}\nb: {}", lists(6000, ""), lists(6000, "*a")), "exceeded max depth"),
            ("a: &a [*a]".to_owned(), "yaml: anchor 'a' value contains itself"),
        ] {
            let message = yaml::parse(text.as_bytes()).expect_err("too deep").message;
            assert_eq!(message, format!("error converting YAML to JSON: {words}"));
        }
    };
    // As deep a stack as renders have.
    std::thread::Builder::new().stack_size(1 << 30).spawn(test).expect("a thread").join().expect("no panic");
}

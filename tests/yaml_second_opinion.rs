//! A YAML reader of another make on what Helm printed: for Kubernetes manifests, which avoid what the
//! YAML versions read differently, both readers must find the same.
#![allow(clippy::disallowed_methods, reason = "the test reads golden files")]

mod support;

use pintle::yaml::{self, Node};
use serde_yaml::Value as Other;

fn same(ours: &Node, other: &Other) -> bool {
    match (ours, other) {
        (Node::Null, Other::Null) => true,
        (Node::Bool(a), Other::Bool(b)) => a == b,
        (Node::Int(a), Other::Number(b)) => b.as_i64() == Some(*a),
        (Node::Uint(a), Other::Number(b)) => b.as_u64() == Some(*a),
        (Node::Float(a), Other::Number(b)) => b.as_f64() == Some(*a),
        (Node::Str(a), Other::String(b)) => **a == **b,
        (Node::List(a), Other::Sequence(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)),
        (Node::Map(a), Other::Mapping(b)) => {
            a.len() == b.len() && a.iter().all(|(key, a)| b.get(&**key).is_some_and(|b| same(a, b)))
        }
        _ => false,
    }
}

#[test]
fn another_reader_agrees_on_the_golden_files() {
    let mut documents = 0;
    for chart in support::entries(&support::root().join("golden")).iter().filter(|path| path.is_dir()) {
        for file in support::entries(chart) {
            let text = String::from_utf8(support::read(&file)).expect("UTF-8");
            for document in text.split("\n---\n") {
                let ours = yaml::parse(document.as_bytes()).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
                let other: Other = serde_yaml::from_str(document.trim_start_matches("---\n"))
                    .unwrap_or_else(|e| panic!("{}: {e}\n{document}", file.display()));
                assert!(same(&ours, &other), "{}:\n{document}\n{ours:?}\n{other:?}", file.display());
                documents += 1;
            }
        }
    }
    assert!(documents > 100, "{documents}");
}

//! What `toYaml` and `toYamlPretty` write, against what both Helms wrote.
//!
//! The rows are a value as JSON and, as JSON strings, what the two functions printed for it; an empty
//! text stands for an error that Helm swallows.

use pintle::gostd::json;
use pintle::value::{List, Map, Value};
use pintle::{Compat, yaml};

fn text(written: Result<Vec<u8>, String>) -> String {
    let text = String::from_utf8(written.unwrap_or_default()).expect("YAML is UTF-8");
    text.strip_suffix('\n').unwrap_or(&text).to_owned()
}

#[test]
fn values_are_written_as_helm_writes_them() {
    let mut failures = Vec::new();
    for (number, line) in include_str!("yaml/write.tsv").lines().enumerate() {
        let [value, plain, pretty] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("row {}: not three columns", number + 1);
        };
        for compat in [Compat::Helm4, Compat::Helm3] {
            let value = json::decode(value.as_bytes(), compat).unwrap();
            for (want, got) in [(plain, yaml::write(&value, compat)), (pretty, yaml::write_pretty(&value, compat))] {
                let want: String = serde_json::from_str(want).unwrap();
                let got = text(got);
                if got != want {
                    failures.push(format!("row {} {compat:?}\n  want {want:?}\n  got  {got:?}", number + 1));
                }
            }
        }
    }
    assert!(failures.is_empty(), "{} rows:\n{}", failures.len(), failures[..failures.len().min(20)].join("\n"));
}

/// A map under the key `a` of which the value stands.
fn entry(value: Value) -> Value {
    Value::Map([("a", value)].into_iter().collect::<Map>())
}

#[test]
fn what_json_cannot_hold() {
    let broken = || Value::str(&b"\xFF\x00\xFE"[..]);
    let long = || Value::str([&b"\xFF"[..], &[b'x'; 63]].concat());
    for (value, plain, pretty) in [
        (broken(), "\"\u{FFFD}\\0\u{FFFD}\"", "!!binary /wD+"),
        (
            entry(long()),
            "a: \u{FFFD}xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
            "a: !!binary |\n  /3h4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eH\n  h4eHh4eHh4eHh4eA==",
        ),
        (entry(Value::List(List::bytes(&b"x\n"[..]))), "a: eAo=", "a:\n  - 120\n  - 10"),
        (entry(Value::List(List::nil(pintle::value::ListKind::Any))), "a: null", "a: []"),
        (entry(Value::Map(Map::nil(pintle::value::MapKind::Any))), "a: null", "a: {}"),
        (entry(Value::Float(f64::INFINITY)), "", "a: .inf"),
        (entry(Value::Float(f64::NAN)), "", "a: .nan"),
        (entry(Value::Float(1e6)), "a: 1000000", "a: 1e+06"),
        (entry(Value::int64(i64::MIN)), "a: -9223372036854775808", "a: -9223372036854775808"),
    ] {
        assert_eq!(text(yaml::write(&value, Compat::Helm4)), plain, "{value:?}");
        assert_eq!(text(yaml::write_pretty(&value, Compat::Helm4)), pretty, "{value:?}");
    }
}

fn with_key(key: String) -> Value {
    Value::Map([(key, Value::int(1))].into_iter().collect::<Map>())
}

/// Runs with the stack that a render has at least.
fn on_a_deep_stack(test: impl FnOnce() + Send + 'static) {
    std::thread::Builder::new().stack_size(1 << 28).spawn(test).expect("a thread").join().expect("no panic");
}

#[test]
fn faults_have_helms_words() {
    on_a_deep_stack(|| {
        let around_itself = Map::new();
        around_itself.insert("a", Value::Map(around_itself.clone()));
        for (value, words) in [
            (Value::Float(f64::NEG_INFINITY), "error marshaling into JSON: json: unsupported value: -Inf"),
            (Value::Complex(Box::new([1.0, 0.0])), "error marshaling into JSON: json: unsupported type: complex128"),
            (Value::str("\u{7F}"), "yaml: control characters are not allowed"),
            (with_key("a\u{85}b".into()), "yaml: line 1: did not find expected ',' or '}'"),
            (with_key("k".repeat(1030)), "yaml: did not find expected ',' or '}'"),
            (
                Value::Map(around_itself.clone()),
                "error marshaling into JSON: json: unsupported value: encountered a cycle via map[string]interface {}",
            ),
        ] {
            assert_eq!(yaml::write(&value, Compat::Helm4).unwrap_err(), words);
        }
        assert!(yaml::write_pretty(&Value::Map(around_itself.clone()), Compat::Helm4).is_err());
        around_itself.clear();
    });
}

#[test]
fn deep_values_are_written() {
    on_a_deep_stack(|| {
        let deep = (0..5000).fold(Value::Nil, |value, _| Value::list(vec![value]));
        assert_eq!(text(yaml::write(&deep, Compat::Helm4)), format!("{}null", "- ".repeat(5000)));
    });
}

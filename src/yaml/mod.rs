//! YAML 1.1 as Helm's Go libraries read and write it.

mod block;
mod build;
mod decode;
mod emit;
mod input;
mod leaf;
mod located;
mod node;
mod resolve;
mod scan;
mod scan_text;
mod sink;
mod syntax;
mod token;
mod tree;
mod unfold;

pub use located::{Content, Field, Place, Spot, locate};
pub use node::Node;

use crate::compat::Compat;
use crate::value::Value;
use decode::Decoder;
use std::fmt;
use tree::{Stop, Tree};

/// Why a text is not YAML, or not YAML that JSON can express.
#[derive(Clone, Debug)]
pub struct YamlError {
    /// Helm's whole words, e.g. `error converting YAML to JSON: yaml: line 2: did not find expected key`.
    pub message: String,
    /// The true 1-based line of the fault (Go's words may count otherwise), where it is known.
    pub line: Option<usize>,
    /// The 0-based column in bytes on that line, where it is known.
    pub column: Option<usize>,
}

impl fmt::Display for YamlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

/// Reads the first document of `text` the way `sigs.k8s.io/yaml` does: YAML 1.1 with keys turned
/// into strings. An empty text is [`Node::Null`].
pub fn parse(text: &[u8]) -> Result<Node, YamlError> {
    match input::read(text) {
        Ok(text) => parse_text(&text),
        // What is wrong before the unreadable part comes first.
        Err(fault) => match Tree::read_start(input::before_fault(text)) {
            Some(start) => decode(start?),
            None => Err(unreadable(fault)),
        },
    }
}

/// Like `parse(text)?.to_value()`, without the step between.
pub fn parse_value(text: &[u8]) -> Result<Value, YamlError> {
    match input::read(text).ok().and_then(|text| sink::build(&text)) {
        Some(value) => Ok(value),
        None => Ok(parse(text)?.to_value()),
    }
}

fn unreadable(fault: &str) -> YamlError {
    YamlError::new(format!("yaml: {fault}"))
}

/// Like [`parse`], with the same errors, but of a mapping only the entries with these names (in any
/// case) are sure to be there, and of these, if they are mappings, only the entries named with each, unless
/// there are none.
pub fn parse_entries(text: &[u8], wanted: &[(&str, &[&str])]) -> Result<Node, YamlError> {
    let Ok(text) = input::read(text) else { return parse(text) };
    match sink::parts(&text, wanted).as_deref() {
        None => parse_text(&text),
        Some([]) => Ok(Node::Map(Vec::new())),
        Some([part]) => parse_text(&text[part.clone()]),
        Some(parts) => parse_text(&parts.iter().map(|part| &text[part.clone()]).collect::<String>()),
    }
}

fn parse_text(text: &str) -> Result<Node, YamlError> {
    match sink::build(text) {
        Some(node) => Ok(node),
        None => scan_text(text),
    }
}

/// The way of all that is not plain block style.
fn scan_text(text: &str) -> Result<Node, YamlError> {
    decode(Tree::read(text.as_bytes())?)
}

fn decode((tree, root): (Tree<'_>, Option<tree::Id>)) -> Result<Node, YamlError> {
    match root {
        Some(root) => Decoder::run(&tree, root).map_err(YamlError::new),
        None => Ok(Node::Null),
    }
}

impl YamlError {
    /// A fault of an unknown place.
    fn new(message: impl fmt::Display) -> YamlError {
        let message = format!("error converting YAML to JSON: {message}");
        YamlError { message, line: None, column: None }
    }
}

impl From<Stop> for YamlError {
    fn from(stop: Stop) -> YamlError {
        match stop {
            Stop::Fault(fault) => YamlError {
                line: Some(fault.at.line + 1),
                column: Some(fault.at.column),
                ..YamlError::new(format!("yaml: {}", fault.message()))
            },
            Stop::UnknownAnchor(name) => YamlError::new(format!("yaml: unknown anchor '{name}' referenced")),
        }
    }
}

/// `toYaml` with its errors: the value, through JSON, in the layout of go-yaml v2. Ends with a line break.
pub fn write(value: &Value, compat: Compat) -> Result<Vec<u8>, String> {
    emit::write(value, compat)
}

/// `toYamlPretty` with its errors: the value in the layout of go-yaml v3 with indent 2. Ends with a line break.
pub fn write_pretty(value: &Value, compat: Compat) -> Result<Vec<u8>, String> {
    emit::write_pretty(value, compat)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> String {
        match parse(text.as_bytes()) {
            Ok(node) => format!("{node:?}"),
            Err(error) => error.message.replace("error converting YAML to JSON: ", "E "),
        }
    }

    /// Messages that Helm 4.3.1 prints for these texts.
    #[test]
    fn faults_have_helms_words() {
        for (text, message) in [
            ("a: [1", "E yaml: line 1: did not find expected ',' or ']'"),
            ("a: [1\n", "E yaml: line 1: did not find expected ',' or ']'"),
            ("a: [1\nb: 2\n", "E yaml: line 1: did not find expected ',' or ']'"),
            ("a: \"x", "E yaml: found unexpected end of stream"),
            ("a: \"x\n", "E yaml: line 2: found unexpected end of stream"),
            ("a: 1\nb\n", "E yaml: line 3: could not find expected ':'"),
            ("a: x # c\n  y", "E yaml: line 1: did not find expected key"),
            ("a: \u{7f}", "E yaml: control characters are not allowed"),
            ("a: *x", "E yaml: unknown anchor 'x' referenced"),
            ("a: !!int x", "E yaml: cannot decode !!str `x` as a !!int"),
            ("a: .inf", "E json: unsupported value: +Inf"),
            ("[1]: 2", "E yaml: invalid map key: []interface {}{1}"),
            ("~: a", "E unsupported map key of type: %!s(<nil>), key: <nil>, value: \"a\""),
        ] {
            assert_eq!(shown(text), message, "{text:?}");
        }
    }

    #[test]
    fn scalars_keys_and_merges() {
        for (text, node) in [
            ("", "Null"),
            ("{x: 1, y: 2}", r#"Map([("x", Int(1)), ("true", Int(2))])"#),
            ("q: 3\n<<: {q: 2}\n", r#"Map([("q", Int(2))])"#),
            (
                "[010, 08, 0x1F, 1_000, 1e3, 1:30, -0b11]",
                r#"List([Int(8), Float(8.0), Int(31), Int(1000), Float(1000.0), Str("1:30"), Int(-3)])"#,
            ),
            (
                "{1e3: 1, 1e10: 2, 123456.5: 3, 1234567.5: 4, 0.0001: 5, 0.00001: 6}",
                r#"Map([("1000", Int(1)), ("1e+10", Int(2)), ("123456.5", Int(3)), ("1.2345675e+06", Int(4)), ("0.0001", Int(5)), ("1e-05", Int(6))])"#,
            ),
            ("{a:1}", r#"Map([("a:1", Null)])"#),
            ("{\"a\":1}garbage", r#"Map([("a", Int(1))])"#),
            ("a: b\u{2028}c: d", r#"Map([("a", Str("b")), ("c", Str("d"))])"#),
            (
                "a:\n- 1\n- b: |\n    x\n     y\n\n  c: >-\n    p\n    q\n",
                r#"Map([("a", List([Int(1), Map([("b", Str("x\n y\n")), ("c", Str("p q"))])]))])"#,
            ),
            ("a: \"x\n  y\\tz\"\nb: 'it''s'", r#"Map([("a", Str("x y\tz")), ("b", Str("it's"))])"#),
        ] {
            assert_eq!(shown(text), node, "{text:?}");
        }
    }
}

//! Manifests as sets of objects: order of documents and keys, comments and layout take no part.

use super::objects::ObjectName;
use crate::compat::Compat;
use crate::render::split;
use crate::value::Value;
use crate::yaml::{self, Node};
use std::fmt::Write;

/// The objects of a text in one form: sorted by kind, namespace, name and API version, with sorted keys and without
/// comments. The error says which document is not YAML.
pub(super) fn canonical(text: &[u8]) -> Result<String, String> {
    let mut objects = Vec::new();
    for (index, range) in split(text, Compat::Helm4).into_iter().enumerate() {
        let node = yaml::parse(&text[range]).map_err(|error| format!("document {}: {error}", index + 1))?;
        if node != Node::Null {
            objects.push((ObjectName::of(&node), node));
        }
    }
    objects.sort_by(|(a, _), (b, _)| a.cmp(b));
    let mut out = String::new();
    for (_, node) in &objects {
        out.push_str("---\n");
        write(node, 0, &mut out);
    }
    Ok(out)
}

/// Writes a value that begins a line.
fn write(node: &Node, indent: usize, out: &mut String) {
    match node {
        Node::Map(entries) if !entries.is_empty() => {
            let mut entries: Vec<_> = entries.iter().collect();
            entries.sort_by(|(a, _), (b, _)| a.cmp(b));
            for (key, value) in entries {
                let _ = write!(out, "{:indent$}{}:", "", scalar(&Node::Str(key.clone())));
                entry(value, indent, out);
            }
        }
        Node::List(items) if !items.is_empty() => {
            for item in items {
                let _ = write!(out, "{:indent$}-", "");
                entry(item, indent, out);
            }
        }
        _ => {
            let _ = writeln!(out, "{:indent$}{}", "", scalar(node));
        }
    }
}

/// Writes a value behind its key or dash.
fn entry(node: &Node, indent: usize, out: &mut String) {
    match node {
        Node::Map(entries) if !entries.is_empty() => {
            out.push('\n');
            write(node, indent + 2, out);
        }
        Node::List(items) if !items.is_empty() => {
            out.push('\n');
            write(node, indent + 2, out);
        }
        Node::Str(text) if text.contains('\n') => {
            out.push_str(if text.ends_with('\n') { " |\n" } else { " |-\n" });
            text.strip_suffix('\n').unwrap_or(text).split('\n').for_each(|line| {
                let _ = writeln!(out, "{:width$}{line}", "", width = indent + 2);
            });
        }
        _ => {
            let _ = writeln!(out, " {}", scalar(node));
        }
    }
}

/// A value on one line. Numbers that are equal in Kubernetes' eyes are written alike.
fn scalar(node: &Node) -> String {
    match node {
        Node::Null => "null".into(),
        Node::Bool(b) => b.to_string(),
        Node::Int(i) => i.to_string(),
        Node::Uint(u) => u.to_string(),
        Node::Float(x) => x.to_string(),
        Node::List(_) => "[]".into(),
        Node::Map(_) => "{}".into(),
        Node::Str(text) => {
            let written = yaml::write(&Value::str(&**text), Compat::Helm4).unwrap_or_default();
            String::from_utf8_lossy(&written).trim_end().to_owned()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_comments_and_layout_do_not_count() {
        let a = "---\n# Source: c/templates/a.yaml\nkind: B\nmetadata: {name: x, labels: {b: '1', a: 2}}\n---\nkind: A\nl: [1, 2.0]\n";
        let b = "kind: A\nl:\n  - 1\n  - 2\n---\n# nothing\n---\nmetadata:\n  labels:\n    a: 2\n    b: \"1\"\n  name: x\nkind: B\n";
        assert_eq!(canonical(a.as_bytes()).unwrap(), canonical(b.as_bytes()).unwrap());
    }

    #[test]
    fn types_and_the_order_of_lists_count() {
        let text = |document: &str| canonical(document.as_bytes()).unwrap();
        assert_ne!(text("a: 1"), text("a: '1'"));
        assert_ne!(text("a: [1, 2]"), text("a: [2, 1]"));
        assert_ne!(text("a: 9007199254740993"), text("a: 9007199254740992"));
        assert_eq!(text("a: \"x\\ny\\n\"\nb: [[], {}]\n"), "---\na: |\n  x\n  y\nb:\n  - []\n  - {}\n");
        assert_ne!(text("a: \"x\\n\\n\""), text("a: \"x\\n\""));
    }

    #[test]
    fn says_which_document_is_broken() {
        assert!(canonical(b"a: 1\n---\nb: [\n").unwrap_err().starts_with("document 2: error converting YAML to JSON"));
    }
}

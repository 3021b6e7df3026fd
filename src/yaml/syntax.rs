//! Decoded values as Go's `%#v` prints them, in errors about keys.

use super::Node;
use crate::gostd::strconv::{format_float, quote};
use std::cmp::Ordering;

/// A value whose keys have types.
#[derive(Debug, PartialEq)]
pub(super) enum Typed {
    Scalar(Node),
    /// What `!!binary` holds.
    Binary(Vec<u8>),
    List(Vec<Typed>),
    Map(Vec<(Node, Typed)>),
}

/// A value as `%#v` prints it.
pub(super) fn go_syntax(value: &Typed) -> String {
    let mut out = Vec::new();
    write(value, &mut out);
    String::from_utf8_lossy(&out).into_owned()
}

fn write(value: &Typed, out: &mut Vec<u8>) {
    match value {
        Typed::Scalar(node) => scalar(node, out),
        Typed::Binary(bytes) => quote(bytes, out),
        Typed::List(items) => {
            out.extend_from_slice(b"[]interface {}{");
            for (i, item) in items.iter().enumerate() {
                separate(i, out);
                write(item, out);
            }
            out.push(b'}');
        }
        Typed::Map(entries) => {
            let mut entries: Vec<_> = entries.iter().collect();
            entries.sort_by(|(a, _), (b, _)| by_key(a, b));
            out.extend_from_slice(b"map[interface {}]interface {}{");
            for (i, (key, value)) in entries.into_iter().enumerate() {
                separate(i, out);
                scalar(key, out);
                out.push(b':');
                write(value, out);
            }
            out.push(b'}');
        }
    }
}

fn separate(index: usize, out: &mut Vec<u8>) {
    if index > 0 {
        out.extend_from_slice(b", ");
    }
}

fn scalar(node: &Node, out: &mut Vec<u8>) {
    match node {
        Node::Bool(b) => out.extend_from_slice(if *b { b"true" } else { b"false" }),
        Node::Int(i) => out.extend_from_slice(i.to_string().as_bytes()),
        Node::Uint(u) => out.extend_from_slice(format!("{u:#x}").as_bytes()),
        Node::Float(x) => format_float(*x, b'g', None, out),
        Node::Str(text) => quote(text.as_bytes(), out),
        // Lists and maps are no scalars.
        Node::Null | Node::List(_) | Node::Map(_) => out.extend_from_slice(b"interface {}(nil)"),
    }
}

/// The order in which Go prints keys: by type, where the order of the types is that of their place
/// in Helm's binaries, then by value.
fn by_key(a: &Node, b: &Node) -> Ordering {
    let rank = |node: &Node| match node {
        Node::Null | Node::List(_) | Node::Map(_) => 0,
        Node::Str(_) => 1,
        Node::Uint(_) => 2,
        Node::Int(_) => 3,
        Node::Float(_) => 4,
        Node::Bool(_) => 5,
    };
    match (a, b) {
        (Node::Str(a), Node::Str(b)) => a.cmp(b),
        (Node::Uint(a), Node::Uint(b)) => a.cmp(b),
        (Node::Int(a), Node::Int(b)) => a.cmp(b),
        (Node::Float(a), Node::Float(b)) => b.is_nan().cmp(&a.is_nan()).then(a.total_cmp(b)),
        (Node::Bool(a), Node::Bool(b)) => a.cmp(b),
        _ => rank(a).cmp(&rank(b)),
    }
}

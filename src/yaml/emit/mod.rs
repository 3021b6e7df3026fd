//! Writing: the layouts of go-yaml v2 and v3, as libyaml lays out blocks.

mod block;
mod number;
mod object;
mod order;
mod profile;
mod quoted;
mod quoting;
mod scalar;
mod writer;

use super::{Node, parse};
use crate::compat::Compat;
use crate::gostd::fmt::check;
use crate::gostd::json;
use crate::gostd::strings::TOO_LONG;
use crate::value::{IntKind, Value};
use block::{Block, Obstacle, Place, Way};

/// See [`super::write`].
///
/// Helm writes JSON, reads that as YAML and writes the result. Nearly always that changes nothing
/// that cannot be told from the value, so the value is written directly; otherwise JSON is.
pub(super) fn write(value: &Value, compat: Compat) -> Result<Vec<u8>, String> {
    let mut block = Block::new(compat, Way::AsIfJson);
    match block.value(value, Place::ROOT) {
        Ok(()) => Ok(finish(block)),
        Err(Obstacle::Length) => Err(format!("yaml: {TOO_LONG}")),
        Err(_) => write_through_json(value, compat),
    }
}

/// See [`super::write_pretty`].
pub(super) fn write_pretty(value: &Value, compat: Compat) -> Result<Vec<u8>, String> {
    check(value).map_err(|endless| format!("yaml: {endless}"))?;
    let mut block = Block::new(compat, Way::Direct);
    match block.value(value, Place::ROOT) {
        Ok(()) => Ok(finish(block)),
        Err(Obstacle::Complex) => Err("cannot marshal type: complex128".into()),
        Err(_) => Err("yaml: value is nested too deep or too large to be written".into()),
    }
}

fn write_through_json(value: &Value, compat: Compat) -> Result<Vec<u8>, String> {
    let mut text = Vec::new();
    let style = json::Style { escape_html: true, indent: None };
    json::encode(value, style, compat, &mut text).map_err(|e| format!("error marshaling into JSON: {e}"))?;
    let node = parse(&text).map_err(|e| e.message.replacen("error converting YAML to JSON: ", "", 1))?;
    let mut block = Block::new(compat, Way::FromJson);
    match block.value(&read_back(&node), Place::ROOT) {
        Ok(()) => Ok(finish(block)),
        Err(obstacle) => Err(format!("yaml: {obstacle:?}")),
    }
}

/// The value with the number types that YAML gave it.
fn read_back(node: &Node) -> Value {
    match node {
        Node::Int(i) => Value::int64(*i),
        Node::Uint(u) => Value::Int(u.cast_signed(), IntKind::Uint64),
        Node::List(items) => Value::list(items.iter().map(read_back).collect()),
        Node::Map(entries) => Value::Map(entries.iter().map(|(key, value)| (&**key, read_back(value))).collect()),
        Node::Null | Node::Bool(_) | Node::Float(_) | Node::Str(_) => node.to_value(),
    }
}

fn finish(block: Block) -> Vec<u8> {
    let mut writer = block.writer;
    writer.indent(0);
    writer.out
}

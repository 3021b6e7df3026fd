//! From the raw tree to a [`Node`]: types, aliases, merge keys, keys as strings.

use super::Node;
use super::node::Scalar;
use super::resolve::{is_timestamp, resolve};
use super::syntax::{Typed, go_syntax};
use super::tree::{Id, Raw, Shape, Tree};
use crate::gostd::strings;
use rustc_hash::{FxHashMap, FxHashSet};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// How deep Go's JSON may be nested.
pub(super) const DEEPEST: usize = 10_000;

pub(super) const STANDARD: &[u8] = b"tag:yaml.org,2002:";

/// Decodes one document.
pub(super) struct Decoder<'t, 'a> {
    tree: &'t Tree<'a>,
    /// The targets of aliases being decoded.
    open: FxHashSet<Id>,
    decoded: u64,
    aliased: u64,
    /// How many lists and maps are around the current node.
    depth: usize,
    late: Late,
}

/// The first faults of the steps after decoding: keys, then numbers. They concern only what is left then,
/// so a value that a later one of the same key replaces takes its own along.
#[derive(Default)]
struct Late {
    /// With the mapping and the key.
    key: Option<(Id, Node, String)>,
    number: Option<String>,
}

impl Late {
    fn is_empty(&self) -> bool {
        self.key.is_none() && self.number.is_none()
    }

    /// Adds faults found later.
    fn add(&mut self, later: Late) {
        self.key = self.key.take().or(later.key);
        self.number = self.number.take().or(later.number);
    }
}

pub(super) type Entries = Vec<(Box<str>, Node)>;

/// The entries of a mapping being built, with an index once there are many.
#[derive(Default)]
pub(super) struct Building {
    pub(super) entries: Entries,
    index: FxHashMap<Box<str>, usize>,
    /// The faults of the entries by their keys, in whose order JSON is written.
    late: BTreeMap<Box<str>, Late>,
}

const INDEX_FROM: usize = 16;

impl Building {
    /// Notes the faults of the value that is set for a key next; those of the one before do not count.
    fn note(&mut self, key: &str, late: Late) {
        if !late.is_empty() {
            self.late.insert(key.into(), late);
        } else if !self.late.is_empty() {
            self.late.remove(key);
        }
    }

    pub(super) fn set(&mut self, key: Box<str>, value: Node) {
        let found = if self.entries.len() < INDEX_FROM {
            self.entries.iter().position(|(k, _)| *k == key)
        } else {
            if self.index.is_empty() {
                self.index = self.entries.iter().enumerate().map(|(i, (k, _))| (k.clone(), i)).collect();
            }
            self.index.get(&key).copied()
        };
        if let Some(i) = found {
            self.entries[i].1 = value;
            return;
        }
        if !self.index.is_empty() {
            self.index.insert(key.clone(), self.entries.len());
        }
        self.entries.push((key, value));
    }
}

impl<'t, 'a> Decoder<'t, 'a> {
    /// Decodes from `root`; the error is all that follows `error converting YAML to JSON: `.
    pub(super) fn run(tree: &'t Tree<'a>, root: Id) -> Result<Node, String> {
        let mut decoder =
            Decoder { tree, open: FxHashSet::default(), decoded: 0, aliased: 0, depth: 0, late: Late::default() };
        let node = decoder.node(root).map_err(|e| format!("yaml: {e}"))?;
        match decoder.late.key.map(|(_, _, error)| error).or(decoder.late.number) {
            Some(error) => Err(error),
            None => Ok(node),
        }
    }

    fn raw(&self, id: Id) -> &'t Raw<'a> {
        &self.tree.nodes[id]
    }

    fn count(&mut self) -> Result<(), String> {
        self.decoded += 1;
        self.aliased += u64::from(!self.open.is_empty());
        if self.aliased > 100
            && self.decoded > 1000
            && self.aliased as f64 / self.decoded as f64 > allowed(self.decoded)
        {
            return Err("document contains excessive aliasing".into());
        }
        Ok(())
    }

    fn node(&mut self, id: Id) -> Result<Node, String> {
        self.count()?;
        match &self.raw(id).shape {
            Shape::Scalar(text, implicit) => {
                let node = scalar(&self.raw(id).tag, &String::from_utf8_lossy(text), *implicit)?;
                if let Node::Float(x) = node
                    && !x.is_finite()
                    && self.late.number.is_none()
                {
                    self.late.number = Some(format!("json: unsupported value: {}", go_special(x)));
                }
                Ok(node)
            }
            Shape::Sequence(items) => {
                let mut list = Vec::new();
                if self.descend() {
                    list = items.iter().map(|&item| self.node(item)).collect::<Result<_, _>>()?;
                }
                self.depth -= 1;
                Ok(Node::List(list))
            }
            Shape::Mapping(_) => {
                let mut out = Building::default();
                self.mapping(id, &mut out)?;
                out.late.into_values().for_each(|late| self.late.add(late));
                Ok(Node::Map(out.entries))
            }
            Shape::Alias(name, target) => {
                self.enter(name, *target)?;
                let node = self.node(*target);
                self.open.remove(target);
                node
            }
        }
    }

    fn enter(&mut self, name: &[u8], target: Id) -> Result<(), String> {
        if self.open.insert(target) {
            return Ok(());
        }
        Err(format!("anchor '{}' value contains itself", String::from_utf8_lossy(name)))
    }

    /// Counts a level. False if it is one more than JSON may have, which aliases make possible; the
    /// fault is told when all else is right.
    fn descend(&mut self) -> bool {
        self.depth += 1;
        let fits = self.depth <= DEEPEST;
        if !fits && self.late.number.is_none() {
            self.late.number = Some("exceeded max depth".into());
        }
        fits
    }

    fn mapping(&mut self, id: Id, out: &mut Building) -> Result<(), String> {
        let done = if self.descend() { self.pairs(id, out) } else { Ok(()) };
        self.depth -= 1;
        done
    }

    fn pairs(&mut self, id: Id, out: &mut Building) -> Result<(), String> {
        let Shape::Mapping(items) = &self.raw(id).shape else { return Ok(()) };
        for pair in items.chunks_exact(2) {
            if self.raw(pair[0]).is_merge() {
                self.merge(pair[1], out)?;
                continue;
            }
            let before = std::mem::take(&mut self.late);
            let key = self.node(pair[0])?;
            if matches!(key, Node::List(_) | Node::Map(_)) {
                return Err(format!("invalid map key: {}", go_syntax(&self.typed(pair[0], DEEPEST))));
            }
            // Infinities are fine as keys, since those become strings.
            self.late = Late::default();
            let value = self.node(pair[1])?;
            let late = std::mem::replace(&mut self.late, before);
            match key.as_scalar().and_then(key_text) {
                Some(text) => {
                    out.note(&text, late);
                    out.set(text.into(), value);
                }
                None => self.refuse_key(id, key, pair[1]),
            }
        }
        Ok(())
    }

    /// Notes a key that no JSON object can have; the last value of the first one is told.
    fn refuse_key(&mut self, mapping: Id, key: Node, value: Id) {
        if self.late.key.as_ref().is_none_or(|(noted, other, _)| (*noted, other) == (mapping, &key)) {
            let error = bad_key(&key, &self.typed(value, DEEPEST));
            self.late.key = Some((mapping, key, error));
        }
    }

    /// A node that was decoded without a fault, once more with the types of its keys; what is too
    /// deep for that is left out.
    fn typed(&self, id: Id, levels: usize) -> Typed {
        let Some(levels) = levels.checked_sub(1) else { return Typed::Scalar(Node::Null) };
        match &self.raw(id).shape {
            Shape::Scalar(text, implicit) => {
                let (tag, text) = (&self.raw(id).tag, String::from_utf8_lossy(text));
                if tag.strip_prefix(STANDARD) == Some(b"binary") {
                    return Typed::Binary(binary(&text).unwrap_or_default());
                }
                Typed::Scalar(scalar(tag, &text, *implicit).unwrap_or_default())
            }
            Shape::Sequence(items) => Typed::List(items.iter().map(|&item| self.typed(item, levels)).collect()),
            Shape::Alias(_, target) => self.typed(*target, levels),
            Shape::Mapping(_) => {
                let mut entries = Vec::new();
                self.typed_mapping(id, levels, &mut entries);
                Typed::Map(entries)
            }
        }
    }

    fn typed_mapping(&self, id: Id, levels: usize, out: &mut Vec<(Node, Typed)>) {
        let Some(levels) = levels.checked_sub(1) else { return };
        match &self.raw(id).shape {
            Shape::Alias(_, target) => self.typed_mapping(*target, levels, out),
            Shape::Sequence(items) => items.iter().rev().for_each(|&item| self.typed_mapping(item, levels, out)),
            Shape::Mapping(items) => {
                for pair in items.chunks_exact(2) {
                    if self.raw(pair[0]).is_merge() {
                        self.typed_mapping(pair[1], levels, out);
                    } else if let Typed::Scalar(key) = self.typed(pair[0], levels) {
                        out.retain(|(other, _)| *other != key);
                        out.push((key, self.typed(pair[1], levels)));
                    }
                }
            }
            Shape::Scalar(..) => {}
        }
    }

    fn merge(&mut self, id: Id, out: &mut Building) -> Result<(), String> {
        match &self.raw(id).shape {
            Shape::Sequence(items) => items.iter().rev().try_for_each(|&item| self.merge_one(item, out)),
            _ => self.merge_one(id, out),
        }
    }

    fn merge_one(&mut self, id: Id, out: &mut Building) -> Result<(), String> {
        self.count()?;
        match &self.raw(id).shape {
            Shape::Mapping(_) => self.mapping(id, out),
            Shape::Alias(name, target) if matches!(self.raw(*target).shape, Shape::Mapping(_)) => {
                self.enter(name, *target)?;
                self.count()?;
                let done = self.mapping(*target, out);
                self.open.remove(target);
                done
            }
            _ => Err("map merge requires map or sequence of maps as the value".into()),
        }
    }
}

/// How large a share of the nodes may come from aliases.
fn allowed(decoded: u64) -> f64 {
    const LOW: f64 = 400_000.0;
    const HIGH: f64 = 4_000_000.0;
    let decoded = decoded as f64;
    if decoded <= LOW {
        0.99
    } else if decoded >= HIGH {
        0.10
    } else {
        0.99 - 0.89 * (decoded - LOW) / (HIGH - LOW)
    }
}

pub(super) fn scalar(tag: &[u8], text: &str, implicit: bool) -> Result<Node, String> {
    if tag.is_empty() {
        return Ok(if implicit { resolve(text).into() } else { Node::Str(text.into()) });
    }
    let wanted = tag.strip_prefix(STANDARD).unwrap_or_default();
    let node = match wanted {
        b"int" | b"float" | b"bool" | b"null" | b"timestamp" => Node::from(resolve(text)),
        b"binary" => {
            // JSON has U+FFFD for every byte that is not UTF-8.
            let bytes = binary(text)?;
            return Ok(Node::Str(strings::runes(&bytes).map(|(c, _)| c).collect::<String>().into()));
        }
        _ => return Ok(Node::Str(text.into())),
    };
    let found = match (&node, wanted) {
        (Node::Int(i), b"float") => return Ok(Node::Float(*i as f64)),
        (Node::Int(_) | Node::Uint(_), _) => "int",
        (Node::Float(_), _) => "float",
        (Node::Bool(_), _) => "bool",
        (Node::Null, _) => "null",
        (_, b"timestamp") if is_timestamp(text) => return Ok(node),
        _ => "str",
    };
    if found.as_bytes() == wanted {
        return Ok(node);
    }
    Err(format!("cannot decode !!{found} `{text}` as a !!{}", String::from_utf8_lossy(wanted)))
}

fn binary(text: &str) -> Result<Vec<u8>, String> {
    let joined: Vec<u8> = text.bytes().filter(|c| !matches!(c, b'\n' | b'\r')).collect();
    data_encoding::BASE64.decode(&joined).map_err(|_| "!!binary value contains invalid base64 data".into())
}

fn go_special(x: f64) -> &'static str {
    match (x.is_nan(), x > 0.0) {
        (true, _) => "NaN",
        (_, true) => "+Inf",
        _ => "-Inf",
    }
}

/// A key as a string; `None` for null and for integers beyond 63 bits.
pub(super) fn key_text(key: Scalar<'_>) -> Option<Cow<'_, str>> {
    Some(match key {
        Scalar::Str(text) => text.into(),
        Scalar::Int(i) => i.to_string().into(),
        Scalar::Bool(true) => "true".into(),
        Scalar::Bool(false) => "false".into(),
        Scalar::Float(x) => float_key(x).into(),
        Scalar::Null | Scalar::Uint(_) => return None,
    })
}

/// Go's `%g` of the number in 32-bit precision.
fn float_key(x: f64) -> String {
    let x = x as f32;
    if !x.is_finite() {
        return if x.is_nan() {
            ".nan"
        } else if x > 0.0 {
            ".inf"
        } else {
            "-.inf"
        }
        .into();
    }
    let text = format!("{x:e}");
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    if (-4..6).contains(&exponent) {
        return x.to_string();
    }
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{digits}e{sign}{:02}", exponent.abs())
}

fn bad_key(key: &Node, value: &Typed) -> String {
    let (kind, text) = match key {
        Node::Uint(u) => ("uint64", format!("{u:#x}")),
        _ => ("%!s(<nil>)", "<nil>".into()),
    };
    let value = if *value == Typed::Scalar(Node::Null) { "<nil>".into() } else { go_syntax(value) };
    format!("unsupported map key of type: {kind}, key: {text}, value: {value}")
}

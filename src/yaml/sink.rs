//! What is made of a document in block style.

use super::block;
use super::build::Build;
use super::decode::key_text;
use super::leaf::{Leaf, Sink};
use super::node::Scalar;
use super::resolve::resolve;
use super::unfold;
use std::ops::Range;

/// The tree of a document; `None` if it takes the full scanner.
pub(super) fn build<T: Build>(text: &str) -> Option<T> {
    let mut builder =
        Builder { open: Vec::new(), keys: Vec::new(), values: Vec::new(), text: String::new(), failed: false };
    block::read(text, &mut builder)?;
    if builder.failed { None } else { builder.values.pop() }
}

struct Builder<T: Build> {
    open: Vec<Open>,
    /// The keys of all maps that are open.
    keys: Vec<T::Key>,
    /// What has been built and is not yet in its list or map.
    values: Vec<T>,
    /// The text of a scalar, while it is put together.
    text: String,
    failed: bool,
}

/// A collection in the making.
struct Open {
    /// Its first value.
    value: usize,
    /// The first key of a map.
    key: Option<usize>,
}

impl<T: Build> Builder<T> {
    /// A text that is not in the source as it is.
    fn unfold(&mut self, unfold: impl FnOnce(&mut String)) -> &str {
        self.text.clear();
        unfold(&mut self.text);
        &self.text
    }
}

impl<'a, T: Build> Sink<'a> for Builder<T> {
    fn open_map(&mut self) {
        self.open.push(Open { value: self.values.len(), key: Some(self.keys.len()) });
    }

    fn open_list(&mut self) {
        self.open.push(Open { value: self.values.len(), key: None });
    }

    fn close(&mut self) {
        let Some(Open { value, key }) = self.open.pop() else { return };
        let values = self.values.drain(value..);
        let collection = match key {
            Some(key) => T::map(self.keys.drain(key..).zip(values)),
            None => T::list(values),
        };
        self.values.push(collection);
    }

    fn key(&mut self, text: &'a str, quoted: bool, _: usize, _: usize) {
        let key = if quoted { Some(text.into()) } else { key_text(resolve(text)) };
        self.failed |= key.is_none();
        self.keys.push(T::key(&key.unwrap_or_default()));
    }

    fn value(&mut self, value: Leaf<'a>) {
        let value = match value {
            Leaf::Empty => Scalar::Null.into(),
            Leaf::Plain(text) => resolve(text).into(),
            Leaf::PlainLines(raw) => resolve(self.unfold(|text| unfold::plain(raw, text))).into(),
            Leaf::Quoted(text) => Scalar::Str(text).into(),
            Leaf::SingleQuoted(raw) => Scalar::Str(self.unfold(|text| unfold::single_quoted(raw, text))).into(),
            Leaf::DoubleQuoted(raw) => Scalar::Str(self.unfold(|text| unfold::double_quoted(raw, text))).into(),
            Leaf::Block(block) => Scalar::Str(self.unfold(|text| unfold::block(&block, text))).into(),
            Leaf::Flow(node) => T::node(node),
        };
        self.values.push(value);
    }
}

/// Entries of a mapping that are wanted, by their names in any case, and which of the entries in each; if none
/// are named there, it is wanted whole.
pub(super) type Wanted<'n> = &'n [(&'n str, &'n [&'n str])];

/// The parts of a document that are the wanted entries of its mapping; `None` if it takes the full scanner
/// to know.
pub(super) fn parts(text: &str, wanted: Wanted<'_>) -> Option<Vec<Range<usize>>> {
    let mut parts = Parts { wanted, is_map: false, found: Vec::new(), open: None, within: &[] };
    block::read(text, &mut parts)?;
    parts.end(text.len());
    parts.is_map.then_some(parts.found)
}

struct Parts<'n> {
    wanted: Wanted<'n>,
    is_map: bool,
    found: Vec<Range<usize>>,
    /// Where the part being read begins, if it is wanted.
    open: Option<usize>,
    /// What is wanted of the entry being read.
    within: &'n [&'n str],
}

impl Parts<'_> {
    /// Ends a part at the start of a line, where another begins if it is wanted.
    fn turn(&mut self, line: usize, wanted: bool) {
        self.end(line);
        self.open = wanted.then_some(line);
    }

    fn end(&mut self, at: usize) {
        let Some(start) = self.open.take() else { return };
        match self.found.last_mut() {
            Some(last) if last.end == start => last.end = at,
            _ => self.found.push(start..at),
        }
    }
}

impl<'a> Sink<'a> for Parts<'_> {
    fn open_map(&mut self) {}

    fn open_list(&mut self) {}

    fn close(&mut self) {}

    fn key(&mut self, text: &'a str, _: bool, depth: usize, line: usize) {
        // Letters beyond ASCII may fold to those in it.
        let is = |name: &str| !text.is_ascii() || name.eq_ignore_ascii_case(text);
        match depth {
            1 => {
                self.is_map = true;
                let entry = self.wanted.iter().find(|(name, _)| is(name));
                self.within = entry.filter(|_| text.is_ascii()).map_or(&[], |(_, within)| within);
                self.turn(line, entry.is_some());
            }
            2 if !self.within.is_empty() => self.turn(line, self.within.iter().any(|name| is(name))),
            _ => {}
        }
    }

    fn value(&mut self, _: Leaf<'a>) {}
}

#[cfg(test)]
mod tests {
    use super::super::{Node, scan_text};
    use super::{build, parts};

    /// What the scanner makes of a text; `None` where it finds a fault.
    fn scanned(text: &str) -> Option<Node> {
        scan_text(text).ok()
    }

    /// Whether the text could be read without the scanner; panics where the two disagree.
    fn agrees(text: &str) -> bool {
        let names = [("kind", &[][..]), ("metadata", &["name", "D"][..]), ("list", &[][..])];
        if let Some(parts) = parts(text, &names) {
            let whole = scanned(text).unwrap_or_else(|| panic!("accepted but faulty: {text:?}"));
            let part: String = parts.iter().map(|part| &text[part.clone()]).collect();
            let part = scanned(&part).unwrap_or_else(|| panic!("a part is faulty: {text:?}"));
            let wanted = |node: &Node, within: &[&str]| match node {
                Node::Map(entries) if !within.is_empty() => {
                    let is = |key: &str| within.iter().any(|name| name.eq_ignore_ascii_case(key));
                    let entries: Vec<_> = entries.iter().filter(|(key, _)| is(key)).cloned().collect();
                    // A key without any of its entries has no value.
                    if entries.is_empty() { Node::Null } else { Node::Map(entries) }
                }
                node => node.clone(),
            };
            let only = |node: &Node| names.map(|(name, within)| node.get(name).map(|entry| wanted(entry, within)));
            assert_eq!(only(&part), only(&whole), "{text:?}");
        }
        let built = build::<Node>(text);
        if let Some(node) = &built {
            assert_eq!(Some(node), scanned(text).as_ref(), "{text:?}");
        }
        built.is_some()
    }

    const SAMPLE: &str = "# c\nkind: A\nmetadata:\n  name: x-1 # c\n  \"q\": 'it''s'\n  b: {}\n  d: [a, \"b\", 1]\n\
        list:\n- a\n- b: 1\n  c: |\n    x\n\n     y\n- - 1\n  - 2\n-\n  k: v\n  >-\n\
        text: one\n  two\n\n  three\ntwo: |2-\n\n    a\nfold: >-\n  a\n  b\nsay: \"a\\n\n  b\"\nempty:\nn: 0x1F\nurl: http://a:80/\n";

    #[test]
    fn plain_block_style_needs_no_scanner() {
        for text in
            ["a: 1\n", "a:\n- b\n- c: d\n", "a:\n  b: |\n    x\n  c: 'it''s'\n", "a: b\n  c\n", "a: [b, {c: 1}]"]
        {
            assert!(agrees(text), "{text:?}");
        }
    }

    #[test]
    fn what_is_unusual_is_left_to_the_scanner() {
        for text in [
            "",
            "a",
            "a: &x 1",
            "a: !!str 1",
            "a: *x",
            "~: 1",
            "a:\tb",
            "a: .inf",
            "a: b: c",
            "a: 1\n  b: 2",
            "? a\n: b",
        ] {
            assert!(!agrees(text), "{text:?}");
        }
    }

    /// Texts with a few bytes changed, among which are most of YAML's faults.
    #[test]
    fn changed_texts_are_read_alike() {
        let marks: [&str; 24] = [
            ":", ": ", "#", " #", "- ", "\n", "\n\n", "\n  ", "\n    ", " ", "  ", "'", "\"", "\\", "|", ">", "[", "}",
            "&", "~", ".", "\t", "---", "\u{85}",
        ];
        let mut state = 0x9E37_79B9_u64;
        let mut below = |limit: usize| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state % limit as u64) as usize
        };
        let mut accepted = 0;
        for _ in 0..20_000 {
            let lines: Vec<&str> = SAMPLE.split_inclusive('\n').collect();
            let from = below(lines.len());
            let to = from + 1 + below(lines.len() - from);
            let mut text = lines[from..to].concat();
            for _ in 0..below(3) {
                let at = below(text.len().max(1));
                if text.is_char_boundary(at) {
                    match below(3) {
                        0 => text.insert_str(at, marks[below(marks.len())]),
                        1 if text.is_char_boundary(at + 1) => drop(text.remove(at)),
                        _ => text.truncate(at),
                    }
                }
            }
            accepted += usize::from(!text.is_empty() && agrees(&text));
        }
        assert!(accepted > 2_000, "{accepted}");
    }
}

//! Values that are random, such as generated passwords, and take no part in a comparison.

use crate::compat::Compat;
use crate::render::split;
use crate::yaml::{self, Content, Place, Spot};
use std::borrow::Cow;
use std::ops::Range;

/// What stands for a masked value.
const MASKED: &[u8] = b"<masked>";

/// Which values of which objects are random.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mask {
    kind: String,
    name: String,
    path: Vec<String>,
}

impl Mask {
    /// Reads a mask. `object` is `Kind/name` or `Kind`. `path` is made of keys and positions in lists with dots between
    /// them; a key in double quotes is taken as it is, `*` stands for any letters elsewhere, and `**` for any steps.
    pub fn parse(object: &str, path: &str) -> Result<Mask, String> {
        let (kind, name) = object.split_once('/').unwrap_or((object, "*"));
        Ok(Mask { kind: kind.to_owned(), name: name.to_owned(), path: steps(path)? })
    }

    fn covers(&self, kind: &str, name: &str) -> bool {
        matches(&self.kind, kind) && matches(&self.name, name)
    }
}

/// The steps of a path. A quoted one keeps its first quote, so that it is not taken for a pattern.
fn steps(path: &str) -> Result<Vec<String>, String> {
    let mut steps = Vec::new();
    let mut rest = path;
    loop {
        let length = match rest.strip_prefix('"') {
            Some(quoted) => match quoted.find('"') {
                Some(end) => end + 2,
                None => return Err(format!("path {path:?} has a quote without an end")),
            },
            None => rest.find('.').unwrap_or(rest.len()),
        };
        let (step, after) = rest.split_at(length);
        if step.is_empty() {
            return Err(format!("path {path:?} has an empty step"));
        }
        steps.push(step.strip_suffix('"').filter(|s| s.starts_with('"')).unwrap_or(step).to_owned());
        match after.strip_prefix('.') {
            Some(more) => rest = more,
            None if after.is_empty() => return Ok(steps),
            None => return Err(format!("path {path:?} has letters behind a quote")),
        }
    }
}

/// Whether a step or name matches a pattern in which `*` stands for any letters; quoted ones must be equal.
fn matches(pattern: &str, text: &str) -> bool {
    if let Some(exact) = pattern.strip_prefix('"') {
        return exact == text;
    }
    let mut parts = pattern.split('*');
    let Some(mut rest) = text.strip_prefix(parts.next().unwrap_or_default()) else { return false };
    let mut parts: Vec<_> = parts.collect();
    let Some(last) = parts.pop() else { return rest.is_empty() };
    for part in parts {
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    rest.ends_with(last)
}

/// The text with all masked values replaced by `<masked>`. A document that is not YAML stays as it is.
pub(super) fn apply<'t>(masks: &[Mask], text: &'t [u8]) -> Cow<'t, [u8]> {
    if masks.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut out = Vec::with_capacity(text.len());
    let mut done = 0;
    for document in split(text, Compat::Helm4) {
        for (range, with) in replacements(masks, &text[document.clone()]) {
            let start = document.start + range.start;
            if start >= done {
                out.extend_from_slice(&text[done..start]);
                out.extend_from_slice(&with);
                done = document.start + range.end;
            }
        }
    }
    out.extend_from_slice(&text[done..]);
    Cow::Owned(out)
}

/// What is replaced in one document, in order.
fn replacements(masks: &[Mask], document: &[u8]) -> Vec<(Range<usize>, Vec<u8>)> {
    let Ok(root) = yaml::locate(document) else { return Vec::new() };
    let kind = root.get("kind").and_then(Spot::text).unwrap_or_default();
    let name = root.get("metadata").and_then(|m| m.get("name")).and_then(Spot::text).unwrap_or_default();
    let mut finder = Finder { text: document, found: Vec::new() };
    for mask in masks.iter().filter(|mask| mask.covers(kind, name)) {
        let steps: Vec<&str> = mask.path.iter().map(String::as_str).collect();
        finder.walk(&root, &steps, Parent { key: Place { line: 0, column: 0 }, flow: false });
    }
    finder.found.sort_by_key(|(range, _)| (range.start, std::cmp::Reverse(range.end)));
    finder.found
}

/// What a value hangs on.
#[derive(Clone, Copy)]
struct Parent {
    /// The key; for an item of a list, the dash.
    key: Place,
    /// Whether it stands between brackets.
    flow: bool,
}

/// Finds the values of a path in one document.
struct Finder<'t> {
    text: &'t [u8],
    found: Vec<(Range<usize>, Vec<u8>)>,
}

impl Finder<'_> {
    fn walk(&mut self, spot: &Spot<'_>, steps: &[&str], parent: Parent) {
        let Some((step, rest)) = steps.split_first() else { return self.take(spot, parent) };
        if *step == "**" {
            self.walk(spot, rest, parent);
        }
        let deeper = if *step == "**" { steps } else { rest };
        let flow = parent.flow || matches!(self.text.get(self.offset(spot.place)), Some(b'{' | b'['));
        for field in spot.fields() {
            if *step == "**" || matches(step, &field.key) {
                self.walk(&field.value, deeper, Parent { key: field.place, flow });
            }
        }
        for (index, item) in spot.items().iter().enumerate() {
            if *step == "**" || matches(step, &index.to_string()) {
                let dash = Place { line: item.place.line, column: item.place.column.saturating_sub(2) };
                self.walk(item, deeper, Parent { key: dash, flow });
            }
        }
    }

    /// Notes one value. A null is left: it is not random.
    fn take(&mut self, spot: &Spot<'_>, parent: Parent) {
        if spot.content == Content::Null || parent.key.line == 0 {
            return;
        }
        let start = self.offset(spot.place);
        let end = self.end(start, spot, parent);
        if spot.place.line > parent.key.line {
            // What begins below its key is written behind the key instead.
            let key = self.offset(parent.key);
            let line = memchr::memchr(b'\n', &self.text[key..]).map_or(start, |i| key + i);
            self.found.push((line..end, [b" ", MASKED].concat()));
        } else {
            self.found.push((start..end, MASKED.to_vec()));
        }
    }

    /// The byte at a place.
    fn offset(&self, place: Place) -> usize {
        let line = match place.line {
            0 | 1 => 0,
            line => memchr::memchr_iter(b'\n', self.text).nth(line as usize - 2).map_or(self.text.len(), |i| i + 1),
        };
        let letters = String::from_utf8_lossy(&self.text[line..]);
        let before = letters.chars().take((place.column as usize).saturating_sub(1)).map(char::len_utf8);
        (line + before.sum::<usize>()).min(self.text.len())
    }

    /// Where the value that begins at `start` ends.
    fn end(&self, start: usize, spot: &Spot<'_>, parent: Parent) -> usize {
        match self.text.get(start) {
            Some(quote @ (b'"' | b'\'')) => self.quoted_end(start, *quote),
            Some(b'{' | b'[') => self.bracket_end(start),
            _ if parent.flow => {
                let length = self.text[start..].iter().take_while(|b| !matches!(b, b',' | b'}' | b']' | b'\n')).count();
                start + self.text[start..start + length].trim_ascii_end().len()
            }
            _ => self.block_end(start, spot, parent),
        }
    }

    /// Behind the closing quote.
    fn quoted_end(&self, start: usize, quote: u8) -> usize {
        let mut at = start + 1;
        while at < self.text.len() {
            match self.text[at] {
                b'\\' if quote == b'"' => at += 1,
                b if b == quote && quote == b'\'' && self.text.get(at + 1) == Some(&b'\'') => at += 1,
                b if b == quote => return at + 1,
                _ => {}
            }
            at += 1;
        }
        self.text.len()
    }

    /// Behind the closing bracket.
    fn bracket_end(&self, start: usize) -> usize {
        let (mut at, mut depth) = (start, 0_usize);
        while at < self.text.len() {
            match self.text[at] {
                quote @ (b'"' | b'\'') => at = self.quoted_end(at, quote) - 1,
                b'{' | b'[' => depth += 1,
                b'}' | b']' if depth == 1 => return at + 1,
                b'}' | b']' => depth -= 1,
                _ => {}
            }
            at += 1;
        }
        self.text.len()
    }

    /// Behind the last line that is indented deeper than the key; a list may stand as deep as its key.
    fn block_end(&self, start: usize, spot: &Spot<'_>, parent: Parent) -> usize {
        let indent = (parent.key.column as usize).saturating_sub(1);
        let is_list = matches!(spot.content, Content::List(_));
        let mut at = start;
        let mut end = start;
        for (number, line) in self.text[start..].split_inclusive(|b| *b == b'\n').enumerate() {
            let blanks = line.iter().take_while(|b| **b == b' ').count();
            let content = line[blanks..].trim_ascii_end();
            let inside = number == 0 || blanks > indent || (is_list && blanks == indent && content.starts_with(b"-"));
            if !content.is_empty() && !inside {
                break;
            }
            if !content.is_empty() {
                end = at + blanks + content.len();
            }
            at += line.len();
        }
        end
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn masked(object: &str, path: &str, text: &str) -> String {
        let mask = Mask::parse(object, path).unwrap();
        let once = apply(std::slice::from_ref(&mask), text.as_bytes()).into_owned();
        assert_eq!(apply(&[mask], &once), once, "masking twice");
        String::from_utf8(once).unwrap()
    }

    const SECRET: &str = "---\n# Source: web/templates/s.yaml\nkind: Secret\nmetadata: {name: web, labels: {a: b, c: \"d\"}}\n\
        data:\n  tls.crt: c2VjcmV0 # é\n  folded: >-\n    one\n\n    two\n  quoted: \"a\\\"b\n    c\"\nlist:\n- x: 1\n  v: 2\n- z\n\
        ---\nkind: Service\nmetadata:\n  name: web\ndata:\n  x: 1\n";

    #[test]
    fn replaces_values_and_nothing_else() {
        for (path, from, to) in [
            ("data.\"tls.crt\"", "c2VjcmV0 # é", "<masked>"),
            ("data.folded", ">-\n    one\n\n    two", "<masked>"),
            ("data.quoted", "\"a\\\"b\n    c\"", "<masked>"),
            (
                "data",
                "data:\n  tls.crt: c2VjcmV0 # é\n  folded: >-\n    one\n\n    two\n  quoted: \"a\\\"b\n    c\"",
                "data: <masked>",
            ),
            ("metadata.labels.a", "a: b,", "a: <masked>,"),
            ("metadata.labels", "{a: b, c: \"d\"}", "<masked>"),
            ("metadata.**.c", "\"d\"", "<masked>"),
            ("list.0.v", "v: 2", "v: <masked>"),
            ("list.1", "- z", "- <masked>"),
            ("list.0", "x: 1\n  v: 2", "<masked>"),
            ("list", "list:\n- x: 1\n  v: 2\n- z", "list: <masked>"),
            ("data.none", "x", "x"),
        ] {
            let want = SECRET.replacen(from, to, 1);
            assert_eq!(masked("Secret/w*", path, SECRET), want, "{path}");
        }
    }

    #[test]
    fn objects_and_steps_are_patterns() {
        assert_eq!(masked("Secret/other", "data.*", SECRET), SECRET);
        assert_eq!(masked("Deployment", "**", SECRET), SECRET);
        let all = masked("*", "data.*", SECRET);
        assert_eq!(all.matches("<masked>").count(), 4, "{all}");
        assert_eq!(masked("Secret", "data.q*d", SECRET).matches("<masked>").count(), 1);
        assert!(matches("a*b*c", "axxbyyc") && !matches("a*b*c", "axxcyyb") && !matches("\"*", "a"));
        for (path, message) in [
            ("a..b", "path \"a..b\" has an empty step"),
            ("a.\"b", "path \"a.\\\"b\" has a quote without an end"),
            ("\"a\"b", "path \"\\\"a\\\"b\" has letters behind a quote"),
        ] {
            assert_eq!(Mask::parse("*", path).unwrap_err(), message);
        }
    }
}

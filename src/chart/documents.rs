//! YAML files of a chart: values as streams of documents, and errors with their lines.

use super::decode::{Decoded, Place, TypeName};
use crate::compat::Compat;
use crate::diag::Diagnostic;
use crate::error::{Error, ErrorKind};
use crate::source::{Location, Source, Span};
use crate::yaml::{self, Node, YamlError};
use std::borrow::Cow;

/// Why a YAML file cannot be used.
pub(super) struct Fault {
    /// Helm's words behind the name of the file.
    pub(super) message: String,
    /// The 1-based line in the file and the 0-based column, if known.
    pub(super) position: Option<(usize, usize)>,
}

impl Fault {
    fn new(message: String) -> Fault {
        Fault { message, position: None }
    }

    /// The error that Helm reports about the file `name` with the given `text`.
    pub(super) fn into_error(self, kind: ErrorKind, words: &str, name: &str, text: &[u8]) -> Error {
        let error = Error::new(kind, format!("{words}{}", self.message));
        let Some((line, column)) = self.position else { return error };
        let source = Source::new(name, text);
        let start = line_start(text, line) + column;
        let end = memchr::memchr(b'\n', &text[start.min(text.len())..]).map_or(text.len(), |i| start + i);
        let location = Location { source, span: Span::new(start.min(end), end) };
        error.with_diagnostic(Diagnostic::error("invalid-yaml", self.message).at(location, ""))
    }
}

/// The offset of a 1-based line.
fn line_start(text: &[u8], line: usize) -> usize {
    match line {
        0 | 1 => 0,
        line => memchr::memchr_iter(b'\n', text).nth(line - 2).map_or(text.len(), |i| i + 1),
    }
}

/// Reads a file of one document and decodes it.
pub(super) fn read<T>(text: &[u8], decode: impl FnOnce(&Node) -> Decoded<T>) -> Result<T, Fault> {
    let node = yaml::parse(text).map_err(|error| fault(error, 0))?;
    decode(&node).map_err(undecodable)
}

fn undecodable(message: String) -> Fault {
    Fault::new(format!("error unmarshaling JSON: while decoding JSON: {message}"))
}

fn fault(error: YamlError, lines_before: usize) -> Fault {
    let position = error.line.map(|line| (line + lines_before, error.column.unwrap_or(0)));
    Fault { message: error.message, position }
}

/// Reads values: a mapping or nothing. In Helm 4 the file is a stream, whose documents are merged.
///
/// Source: Helm's `loader.LoadValues`.
pub(super) fn read_values(text: &[u8], compat: Compat) -> Result<Node, Fault> {
    if !compat.multi_document_values() {
        return read(text, |node| mapping(node.clone(), compat));
    }
    let text = &*whole_lines(text);
    let mut values = Node::Map(Vec::new());
    for document in (Documents { text, at: 0 }) {
        let (start, document) = document.map_err(|e| Fault::new(format!("error reading yaml document: {e}")))?;
        let node = yaml::parse(document).map_err(|error| {
            let lines_before = memchr::memchr_iter(b'\n', &text[..start]).count();
            in_document(fault(error, lines_before))
        })?;
        let node = mapping(node, compat).map_err(|message| in_document(undecodable(message)))?;
        merge(&mut values, node);
    }
    Ok(values)
}

/// The text with a line break at its end: the stream is read by lines.
fn whole_lines(text: &[u8]) -> Cow<'_, [u8]> {
    if text.is_empty() || text.ends_with(b"\n") { Cow::Borrowed(text) } else { Cow::Owned([text, b"\n"].concat()) }
}

fn in_document(mut fault: Fault) -> Fault {
    fault.message.insert_str(0, "cannot unmarshal yaml document: ");
    fault
}

fn mapping(node: Node, compat: Compat) -> Decoded<Node> {
    match node {
        Node::Null | Node::Map(_) => Ok(node),
        other => Err(Place::root(compat).mismatch(&other, TypeName::Plain("map[string]interface {}"))),
    }
}

/// Merges mappings deeply; everything else of the later document replaces the earlier.
pub(super) fn merge(into: &mut Node, later: Node) {
    let (Node::Map(entries), Node::Map(later)) = (into, later) else { return };
    if entries.is_empty() {
        *entries = later;
        return;
    }
    let mut places: std::collections::HashMap<Box<str>, usize> =
        entries.iter().enumerate().map(|(i, (key, _))| (key.clone(), i)).collect();
    for (key, value) in later {
        match places.get(&key) {
            Some(&i) if matches!((&entries[i].1, &value), (Node::Map(_), Node::Map(_))) => {
                merge(&mut entries[i].1, value);
            }
            Some(&i) => entries[i].1 = value,
            None => {
                places.insert(key.clone(), entries.len());
                entries.push((key, value));
            }
        }
    }
}

/// The documents of a stream with their offsets; the error is a separator with something behind it.
///
/// Source: `YAMLReader` of Kubernetes' `apimachinery`.
pub(super) struct Documents<'t> {
    pub(super) text: &'t [u8],
    pub(super) at: usize,
}

impl<'t> Iterator for Documents<'t> {
    type Item = Result<(usize, &'t [u8]), String>;

    fn next(&mut self) -> Option<Self::Item> {
        let start = self.at;
        while self.at < self.text.len() {
            let line_start = self.at;
            let rest = &self.text[line_start..];
            self.at += memchr::memchr(b'\n', rest).map_or(rest.len(), |i| i + 1);
            let Some(behind) = self.text[line_start..self.at].strip_prefix(b"---") else { continue };
            let behind = String::from_utf8_lossy(behind);
            let behind = behind.trim();
            if !behind.is_empty() && !behind.starts_with('#') {
                return Some(Err(format!("invalid Yaml document separator: {behind}")));
            }
            if line_start > start {
                return Some(Ok((start, &self.text[start..line_start])));
            }
        }
        (start < self.text.len()).then(|| Ok((start, &self.text[start..])))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(text: &str) -> Vec<String> {
        let documents = Documents { text: text.as_bytes(), at: 0 };
        documents
            .map(|d| d.map_or_else(|e| format!("!{e}"), |(_, d)| String::from_utf8_lossy(d).into_owned()))
            .collect()
    }

    #[test]
    fn streams_are_cut_at_separators() {
        assert_eq!(split("a: 1\n--- # x\nb: 2"), ["a: 1\n", "b: 2"]);
        assert_eq!(split("---\na: 1\n---\n---\nb: 2\n"), ["---\na: 1\n", "---\nb: 2\n"]);
        assert_eq!(split("a: 1\n---b: 2\n")[0], "!invalid Yaml document separator: b: 2");
        assert_eq!(split(""), Vec::<String>::new());
    }
}

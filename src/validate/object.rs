//! From texts to the objects in them.

use super::finding::{Finding, ObjectId, Path};
use crate::diag::Severity;
use crate::source::Source;
use crate::yaml::{self, Content, Place, Spot};
use std::ops::Range;
use std::sync::Arc;

/// The longest document that is read, in bytes. The API server takes requests of 3 MiB; comments and
/// indentation do not count there.
const LONGEST: usize = 16 << 20;

/// One YAML document in its source.
#[derive(Clone, Debug)]
pub struct Document {
    /// The text it stands in.
    pub source: Arc<Source>,
    /// Where it stands there, in bytes.
    pub range: Range<usize>,
}

impl Document {
    /// The documents of a manifest file, cut as `kubectl` does: at lines that are `---` and white space.
    #[must_use]
    pub fn split(source: &Arc<Source>) -> Vec<Document> {
        let text = source.text();
        let mut documents = Vec::new();
        let mut start = 0;
        let mut line = 0;
        while line < text.len() {
            let end = memchr::memchr(b'\n', &text[line..]).map_or(text.len(), |i| line + i + 1);
            if is_separator(&text[line..end]) {
                documents.push(start..line);
                start = end;
            }
            line = end;
        }
        documents.push(start..text.len());
        documents.into_iter().map(|range| Document { source: source.clone(), range }).collect()
    }

    /// The document's own text.
    #[must_use]
    pub fn text(&self) -> &[u8] {
        &self.source.text()[self.range.clone()]
    }
}

/// How many lines of its source are above each document; counted on from the document before where that is above.
pub(super) fn lines_above(documents: &[Document]) -> Vec<u32> {
    let (mut source, mut at, mut lines) = (None, 0, 0);
    let mut above = |document: &Document| {
        let start = document.range.start;
        if source != Some(Arc::as_ptr(&document.source)) || start < at {
            (source, at, lines) = (Some(Arc::as_ptr(&document.source)), 0, 0);
        }
        lines += memchr::memchr_iter(b'\n', &document.source.text()[at..start]).count() as u32;
        at = start;
        lines
    };
    documents.iter().map(&mut above).collect()
}

fn is_separator(line: &[u8]) -> bool {
    let Some(rest) = line.strip_prefix(b"---") else { return false };
    let rest = rest.trim_ascii();
    rest.is_empty() || rest.starts_with(b"#")
}

/// A document that was read.
pub(super) struct Parsed<'t> {
    /// The value, or why there is none.
    spot: Result<Spot<'t>, (String, Place)>,
    document: usize,
    lines_above: u32,
}

/// Reads the document of that number, which has so many lines above it in its source.
pub(super) fn parse(document: &Document, number: usize, lines_above: u32) -> Parsed<'_> {
    let text = document.text();
    let spot = if text.len() > LONGEST {
        let message = format!("the document has {} bytes: at most {LONGEST} are read", text.len());
        Err((message, Place { line: 1, column: 1 }))
    } else {
        yaml::locate(text).map_err(|e| {
            // What is missing at the end is told of the last line.
            let lines = memchr::memchr_iter(b'\n', text.trim_ascii_end()).count() as u32 + 1;
            let (line, column) = (e.line.unwrap_or(1) as u32, e.column.unwrap_or_default() as u32 + 1);
            let (line, column) = if line > lines { (lines, 1) } else { (line, column) };
            let message = e.message.trim_start_matches("error converting YAML to JSON: ").to_owned();
            (message, Place { line, column })
        })
    };
    Parsed { spot, document: number, lines_above }
}

/// One object, which is a document or an item of a list.
#[derive(Clone)]
pub(super) struct Object<'t> {
    pub(super) id: Arc<ObjectId>,
    pub(super) spot: &'t Spot<'t>,
    pub(super) document: usize,
    pub(super) lines_above: u32,
}

impl<'t> Parsed<'t> {
    /// Adds the document's objects, and what keeps it from being one.
    pub(super) fn objects(&'t self, objects: &mut Vec<Object<'t>>, findings: &mut Vec<Finding>) {
        match &self.spot {
            Ok(Spot { content: Content::Null, .. }) => {}
            Ok(spot) => self.add(spot, None, objects, findings),
            Err((message, place)) => findings.push(self.fault("invalid-yaml", *place, message.clone())),
        }
    }

    fn fault(&self, rule: &'static str, place: Place, message: String) -> Finding {
        Finding {
            rule,
            severity: Severity::Error,
            object: None,
            path: Path::default(),
            message,
            help: None,
            document: self.document,
            place: Place { line: place.line + self.lines_above, column: place.column },
            versions: Vec::new(),
        }
    }

    fn add(
        &'t self,
        spot: &'t Spot<'t>,
        index: Option<usize>,
        objects: &mut Vec<Object<'t>>,
        findings: &mut Vec<Finding>,
    ) {
        if !matches!(spot.content, Content::Map(_)) {
            let what = if index.is_some() { "an item of a list" } else { "a manifest" };
            let message = format!("{what} must be an object, not {}", super::report::shown(spot));
            findings.push(self.fault("not-an-object", spot.place, message));
            return;
        }
        let text = |spot: Option<&Spot<'_>>| spot.and_then(Spot::text).unwrap_or_default().to_owned();
        let metadata = |key: &str| text(spot.get("metadata").and_then(|m| m.get(key)));
        let id = ObjectId {
            api_version: text(spot.get("apiVersion")),
            kind: text(spot.get("kind")),
            namespace: metadata("namespace"),
            name: Some(metadata("name")).filter(|name| !name.is_empty()).unwrap_or_else(|| metadata("generateName")),
            index,
        };
        for (field, value) in [("kind", &id.kind), ("apiVersion", &id.api_version)] {
            if value.is_empty() {
                let message = match spot.get(field) {
                    Some(found) if found.content != Content::Null && found.text().is_none() => {
                        format!("{field}: Invalid value: {}: must be a string", super::report::shown(found))
                    }
                    _ => format!("Object '{}' is missing in the document", capitalized(field)),
                };
                let place = spot.fields().first().map_or(spot.place, |first| first.place);
                findings.push(self.fault("no-kind", place, message));
            }
        }
        if id.kind.is_empty() || id.api_version.is_empty() {
            return;
        }
        let is_list = id.api_version == "v1" && id.kind == "List";
        if is_list {
            let items = spot.get("items").map(Spot::items).unwrap_or_default();
            items.iter().enumerate().for_each(|(i, item)| self.add(item, Some(i), objects, findings));
        } else {
            objects.push(Object { id: Arc::new(id), spot, document: self.document, lines_above: self.lines_above });
        }
    }
}

/// The field's name as `kubectl` says it.
fn capitalized(field: &str) -> &str {
    if field == "kind" { "Kind" } else { "apiVersion" }
}

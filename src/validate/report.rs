//! Collects what is found in one object, in the forms that the API server has for it.
//!
//! Source of the forms: `k8s.io/apimachinery/pkg/util/validation/field/errors.go`.

use super::finding::{Finding, ObjectId, Path, Step};
use crate::diag::Severity;
use crate::gostd::strconv::quoted;
use crate::yaml::{Content, Place, Spot};
use rustc_hash::FxHashMap;
use std::fmt::Write;
use std::sync::Arc;

/// Longest value that a message quotes, in bytes.
const QUOTED: usize = 200;

/// Fields whose entries are data: their keys are shown in brackets.
const MAPS: &[&str] = &[
    "annotations",
    "binaryData",
    "capacity",
    "data",
    "default",
    "defaultRequest",
    "hard",
    "labels",
    "limits",
    "matchLabels",
    "max",
    "maxLimitRequestRatio",
    "min",
    "nodeSelector",
    "overhead",
    "parameters",
    "podFixed",
    "requests",
    "stringData",
    "allocatedResources",
    "volumeAttributes",
];

/// The findings of one object.
pub(super) struct Report<'t> {
    root: &'t Spot<'t>,
    object: Option<Arc<ObjectId>>,
    document: usize,
    /// How many lines of the source are above the document.
    lines_above: u32,
    /// The version being checked; `None` while checking what holds in all.
    pub(super) version: Option<u8>,
    findings: Vec<Finding>,
    /// For every value in the object, the value around it and the step from there.
    parents: Option<FxHashMap<*const Spot<'t>, (*const Spot<'t>, Step)>>,
}

impl<'t> Report<'t> {
    pub(super) fn new(root: &'t Spot<'t>, object: Option<Arc<ObjectId>>, document: usize, lines_above: u32) -> Self {
        Report { root, object, document, lines_above, version: None, findings: Vec::new(), parents: None }
    }

    /// A report about the same object that is thrown away.
    pub(super) fn scratch(&self) -> Report<'t> {
        Report::new(self.root, None, self.document, self.lines_above)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.findings.is_empty()
    }

    /// The line in the source of a place in the document.
    pub(super) fn line(&self, place: Place) -> u32 {
        place.line + self.lines_above
    }

    pub(super) fn into_findings(self) -> Vec<Finding> {
        self.findings
    }

    /// The way to a value of the object.
    pub(super) fn path(&mut self, spot: &'t Spot<'t>) -> Path {
        let root = self.root;
        let parents = self.parents.get_or_insert_with(|| {
            let mut parents = FxHashMap::default();
            enter(root, None, &mut parents);
            parents
        });
        let mut steps = Vec::new();
        let mut at = std::ptr::from_ref(spot);
        while let Some((parent, step)) = parents.get(&at) {
            steps.push(step.clone());
            at = *parent;
        }
        steps.reverse();
        Path(steps)
    }

    /// Adds a finding about a value; it can still be changed.
    pub(super) fn add(
        &mut self,
        severity: Severity,
        rule: &'static str,
        spot: &'t Spot<'t>,
        message: impl Into<String>,
    ) -> &mut Finding {
        let path = self.path(spot);
        self.push(severity, rule, path, spot.place, message.into())
    }

    fn push(
        &mut self,
        severity: Severity,
        rule: &'static str,
        path: Path,
        place: Place,
        message: String,
    ) -> &mut Finding {
        let place = Place { line: place.line + self.lines_above, column: place.column };
        let same = |f: &Finding| f.rule == rule && f.place == place && f.path == path && f.message == message;
        let found = self.findings.iter().position(same);
        let at = found.unwrap_or(self.findings.len());
        if found.is_none() {
            self.findings.push(Finding {
                rule,
                severity,
                object: self.object.clone(),
                path,
                message,
                help: None,
                document: self.document,
                place,
                versions: Vec::new(),
            });
        }
        let finding = &mut self.findings[at];
        if let Some(version) = self.version
            && !finding.versions.contains(&version)
        {
            finding.versions.push(version);
        }
        finding
    }

    /// An error in words of its own.
    pub(super) fn error(&mut self, rule: &'static str, spot: &'t Spot<'t>, message: impl Into<String>) -> &mut Finding {
        self.add(Severity::Error, rule, spot, message)
    }

    /// Something the API server accepts, perhaps with a warning.
    pub(super) fn warning(
        &mut self,
        rule: &'static str,
        spot: &'t Spot<'t>,
        message: impl Into<String>,
    ) -> &mut Finding {
        self.add(Severity::Warning, rule, spot, message)
    }

    /// `Invalid value: "…": detail`
    pub(super) fn invalid(&mut self, rule: &'static str, spot: &'t Spot<'t>, detail: impl AsRef<str>) -> &mut Finding {
        self.error(rule, spot, format!("Invalid value: {}: {}", shown(spot), detail.as_ref()))
    }

    /// `Invalid value` once for every fault of a name.
    pub(super) fn names(&mut self, rule: &'static str, spot: &'t Spot<'t>, check: fn(&str) -> Vec<String>) {
        for fault in spot.text().map(check).unwrap_or_default() {
            self.invalid(rule, spot, fault);
        }
    }

    /// `Required value`, at a field that the object lacks.
    pub(super) fn required(
        &mut self,
        rule: &'static str,
        parent: &'t Spot<'t>,
        field: &str,
        detail: &str,
    ) -> &mut Finding {
        let mut path = self.path(parent);
        let mut place = parent.place;
        for name in field.split('.') {
            path.0.push(Step::Field(name.to_owned()));
        }
        // An empty value stands behind its key. A block mapping begins at its first key, which is a good place to say
        // that another one is missing.
        let name = field.split('.').next().unwrap_or_default();
        let fields = parent.fields();
        if let Some(at) = fields.iter().find(|field| field.key == name).or(fields.first()) {
            place = at.place;
        }
        let message = if detail.is_empty() { "Required value".to_owned() } else { format!("Required value: {detail}") };
        self.push(Severity::Error, rule, path, place, message)
    }

    /// `Forbidden: detail`
    pub(super) fn forbidden(
        &mut self,
        rule: &'static str,
        spot: &'t Spot<'t>,
        detail: impl AsRef<str>,
    ) -> &mut Finding {
        self.error(rule, spot, format!("Forbidden: {}", detail.as_ref()))
    }

    /// `Duplicate value: "…"`
    pub(super) fn duplicate(&mut self, rule: &'static str, spot: &'t Spot<'t>) -> &mut Finding {
        self.error(rule, spot, format!("Duplicate value: {}", shown(spot)))
    }

    /// `Not found: "…"`
    pub(super) fn not_found(&mut self, rule: &'static str, spot: &'t Spot<'t>) -> &mut Finding {
        self.error(rule, spot, format!("Not found: {}", shown(spot)))
    }

    /// `Unsupported value: "…": supported values: "a", "b"` unless the value is one of them.
    pub(super) fn one_of(&mut self, rule: &'static str, spot: &'t Spot<'t>, supported: &[&str]) {
        let Some(text) = spot.text() else { return };
        if supported.contains(&text) {
            return;
        }
        let near = nearest(text, supported.iter().copied());
        let list: Vec<String> = supported.iter().map(|each| quoted(each.as_bytes())).collect();
        let message = format!("Unsupported value: {}: supported values: {}", shown(spot), list.join(", "));
        self.error(rule, spot, message).help = near.map(|near| format!("did you mean `{near}`?"));
    }

    /// The place of a key, for findings about the key and not its value.
    pub(super) fn key(
        &mut self,
        severity: Severity,
        rule: &'static str,
        value: &'t Spot<'t>,
        place: Place,
        message: impl Into<String>,
    ) -> &mut Finding {
        let path = self.path(value);
        self.push(severity, rule, path, place, message.into())
    }
}

fn enter<'t>(
    spot: &'t Spot<'t>,
    name: Option<&str>,
    parents: &mut FxHashMap<*const Spot<'t>, (*const Spot<'t>, Step)>,
) {
    let this = std::ptr::from_ref(spot);
    for (index, item) in spot.items().iter().enumerate() {
        parents.insert(std::ptr::from_ref(item), (this, Step::Index(index)));
        enter(item, None, parents);
    }
    let is_map = name.is_some_and(|name| MAPS.contains(&name));
    for field in spot.fields() {
        let key = field.key.to_string();
        let plain = !is_map && field.key.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'$'));
        let step = if plain { Step::Field(key) } else { Step::Key(key) };
        parents.insert(std::ptr::from_ref(&field.value), (this, step));
        enter(&field.value, Some(&field.key), parents);
    }
}

/// A value as messages quote it: strings as Go does, the rest as JSON, shortened.
pub(super) fn shown(spot: &Spot<'_>) -> String {
    let mut text = String::new();
    write_json(spot, QUOTED, &mut text);
    if text.len() > QUOTED {
        let end = (0..=QUOTED).rev().find(|i| text.is_char_boundary(*i)).unwrap_or_default();
        text.truncate(end);
        text.push('…');
    }
    text
}

/// A whole value as JSON, by which values can be compared.
pub(super) fn json(spot: &Spot<'_>) -> String {
    let mut text = String::new();
    write_json(spot, usize::MAX, &mut text);
    text
}

/// Writes until the text is longer than `most`.
fn write_json(spot: &Spot<'_>, most: usize, out: &mut String) {
    if out.len() > most {
        return;
    }
    let _ = match &spot.content {
        Content::Null => write!(out, "null"),
        Content::Bool(b) => write!(out, "{b}"),
        Content::Int(i) => write!(out, "{i}"),
        Content::Uint(u) => write!(out, "{u}"),
        Content::Float(x) => write!(out, "{x}"),
        Content::Str(text) => write!(out, "{}", quoted(text.as_bytes())),
        Content::List(items) => {
            for (i, item) in items.iter().enumerate() {
                out.push(if i > 0 { ',' } else { '[' });
                write_json(item, most, out);
            }
            write!(out, "{}", if items.is_empty() { "[]" } else { "]" })
        }
        Content::Map(fields) => {
            for (i, field) in fields.iter().enumerate() {
                let _ = write!(out, "{}{}:", if i > 0 { ',' } else { '{' }, quoted(field.key.as_bytes()));
                write_json(&field.value, most, out);
            }
            write!(out, "{}", if fields.is_empty() { "{}" } else { "}" })
        }
    };
}

/// The candidate that a word was probably meant to be: one that differs in case, or by at most a third of its letters.
pub(super) fn nearest<'c>(word: &str, candidates: impl Iterator<Item = &'c str>) -> Option<&'c str> {
    let lower = word.to_ascii_lowercase();
    let scored = candidates.map(|each| (edits(lower.as_bytes(), each.to_ascii_lowercase().as_bytes()), each));
    scored
        .filter(|(edits, _)| *edits <= (word.len() / 3).clamp(1, 3))
        .min_by_key(|(edits, _)| *edits)
        .map(|(_, each)| each)
}

/// The Levenshtein distance; long words are never near.
fn edits(a: &[u8], b: &[u8]) -> usize {
    if a.len().max(b.len()) > 64 {
        return usize::MAX;
    }
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, y) in b.iter().enumerate() {
            let substituted = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = substituted.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

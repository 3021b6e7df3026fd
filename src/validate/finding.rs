//! What is wrong with an object, and where.

use crate::diag::Severity;
use crate::yaml::Place;
use std::fmt;
use std::sync::Arc;

/// One thing that is wrong, independent of how it is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// A stable kebab-case word for the kind of finding, e.g. `unknown-field`.
    pub rule: &'static str,
    /// Errors are what the API server refuses.
    pub severity: Severity,
    /// The object; `None` if the document is none.
    pub object: Option<Arc<ObjectId>>,
    /// The field, from the object's root.
    pub path: Path,
    /// What is wrong in the form of the API server's messages, without the path: `Invalid value: 0: must be …`.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
    /// The index of the document among those that were checked.
    pub document: usize,
    /// The place in that document's source, counted from the start of the source.
    pub place: Place,
    /// The minor versions of Kubernetes 1 it holds for; all that were checked if it is empty.
    pub versions: Vec<u8>,
}

/// What identifies an object; a field that is missing is empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the fields are those of every Kubernetes object")]
pub struct ObjectId {
    pub api_version: String,
    pub kind: String,
    pub namespace: String,
    pub name: String,
    /// Its place among the items of a list, if the document is one.
    pub index: Option<usize>,
}

impl fmt::Display for ObjectId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} ", self.api_version, self.kind)?;
        if !self.namespace.is_empty() {
            write!(f, "{}/", self.namespace)?;
        }
        f.write_str(if self.name.is_empty() { "(no name)" } else { &self.name })
    }
}

/// One step from a value to one inside it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Step {
    /// A field of an object.
    Field(String),
    /// An entry of a map, whose keys are data.
    Key(String),
    /// An item of a list.
    Index(usize),
}

/// The way from an object's root to a field, shown as the API server does: `spec.ports[0].name`, `metadata.labels[app]`.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Path(pub Vec<Step>);

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, step) in self.0.iter().enumerate() {
            match step {
                Step::Field(name) if i == 0 => f.write_str(name)?,
                Step::Field(name) => write!(f, ".{name}")?,
                Step::Key(key) => write!(f, "[{key}]")?,
                Step::Index(index) => write!(f, "[{index}]")?,
            }
        }
        Ok(())
    }
}

/// Rules whose messages name what is wrong without its path.
const ALONE: &[&str] =
    &["deprecated-api", "missing-schema", "removed-api", "service-selects-nothing", "unknown-field", "unknown-kind"];

impl Finding {
    /// Path and message in one sentence, as the API server prints them.
    #[must_use]
    pub fn sentence(&self) -> String {
        if self.path.0.is_empty() || ALONE.contains(&self.rule) {
            return self.message.clone();
        }
        format!("{}: {}", self.path, self.message)
    }
}

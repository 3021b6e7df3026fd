//! What is reported to a person: findings with positions, and the log lines Helm prints.

mod json;
mod notice;
#[cfg(feature = "cli")]
mod snippet;

pub use json::json;
pub use notice::{Level, Notice};
#[cfg(feature = "cli")]
pub use snippet::snippet;

use crate::source::Location;

/// How serious a [`Diagnostic`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Something worth knowing.
    Note,
    /// Something that is probably not what was meant.
    Warning,
    /// Something that stops the work.
    Error,
}

/// A place with a few words about it.
#[derive(Clone, Debug)]
pub struct Label {
    /// Where.
    pub location: Location,
    /// What is there; may be empty.
    pub text: String,
}

/// One finding, independent of how it is shown.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    /// A stable kebab-case word, e.g. `nil-field`.
    pub code: &'static str,
    /// How serious it is.
    pub severity: Severity,
    /// One sentence, without position.
    pub message: String,
    /// The place to fix.
    pub primary: Option<Label>,
    /// Other places that explain it, innermost first: the includes on the way.
    pub labels: Vec<Label>,
    /// Further facts, one sentence each.
    pub notes: Vec<String>,
    /// What to do about it.
    pub help: Option<String>,
}

impl Diagnostic {
    /// An error with a message and nothing else yet.
    #[must_use]
    pub fn error(code: &'static str, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(code, Severity::Error, message)
    }

    /// A warning with a message and nothing else yet.
    #[must_use]
    pub fn warning(code: &'static str, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(code, Severity::Warning, message)
    }

    fn new(code: &'static str, severity: Severity, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            code,
            severity,
            message: message.into(),
            primary: None,
            labels: Vec::new(),
            notes: Vec::new(),
            help: None,
        }
    }

    /// Sets the place to fix.
    #[must_use]
    pub fn at(mut self, location: Location, text: impl Into<String>) -> Diagnostic {
        self.primary = Some(Label { location, text: text.into() });
        self
    }

    /// Adds a further fact.
    #[must_use]
    pub fn note(mut self, note: impl Into<String>) -> Diagnostic {
        self.notes.push(note.into());
        self
    }

    /// Says what to do about it.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help = Some(help.into());
        self
    }
}

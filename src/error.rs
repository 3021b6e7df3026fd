//! The one error type of the library.

use crate::diag::Diagnostic;
use std::borrow::Cow;
use std::fmt;

/// What went wrong, in one machine word.
///
/// `{}` shows what Helm prints after `Error: `, as far as it is UTF-8; the [`Diagnostic`] holds the
/// position and what else is known.
pub struct Error(Box<Inner>);

/// The result of anything in this library that can fail.
pub type Result<T> = std::result::Result<T, Error>;

#[derive(Debug)]
struct Inner {
    kind: ErrorKind,
    /// Bytes: it may quote what a chart or its values hold.
    message: Vec<u8>,
    diagnostic: Option<Diagnostic>,
}

/// The stage that failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ErrorKind {
    /// The command line.
    Usage,
    /// Reading or checking the chart.
    Load,
    /// Reading or merging values.
    Values,
    /// Values that do not meet a schema.
    Schema,
    /// Dependencies that are missing or cannot be processed.
    Dependency,
    /// A template that cannot be parsed.
    Parse,
    /// A template that failed while running.
    Exec,
    /// A rendered document that is not YAML, or not a mapping.
    Manifest,
    /// Getting something from a server or the cache.
    Fetch,
    /// Something Helm would do and this program leaves to it.
    Unsupported,
}

impl Error {
    /// An error of the given kind, in Helm's words.
    #[must_use]
    pub fn new(kind: ErrorKind, message: impl Into<Vec<u8>>) -> Error {
        Error(Box::new(Inner { kind, message: message.into(), diagnostic: None }))
    }

    /// Adds the position and what else is known.
    #[must_use]
    pub fn with_diagnostic(mut self, diagnostic: Diagnostic) -> Error {
        self.0.diagnostic = Some(diagnostic);
        self
    }

    /// Puts words in front of the message, keeping everything else.
    #[must_use]
    pub fn prefixed(mut self, prefix: &str) -> Error {
        self.0.message.splice(0..0, prefix.bytes());
        self
    }

    /// Puts words behind the message, keeping everything else.
    #[must_use]
    pub fn suffixed(mut self, suffix: &str) -> Error {
        self.0.message.extend_from_slice(suffix.as_bytes());
        self
    }

    /// The stage that failed.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// What Helm prints after `Error: `; may span lines. Bytes that are not UTF-8 are replaced.
    #[must_use]
    pub fn message(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(&self.0.message)
    }

    /// The bytes that Helm prints after `Error: `.
    #[must_use]
    pub fn message_bytes(&self) -> &[u8] {
        &self.0.message
    }

    /// The position and what else is known.
    #[must_use]
    pub fn diagnostic(&self) -> Option<&Diagnostic> {
        self.0.diagnostic.as_ref()
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message())
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for Error {}

const _: () = assert!(size_of::<Error>() == size_of::<usize>());

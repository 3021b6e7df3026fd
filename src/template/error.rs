//! Failures of parsing and running, with what Go's error chain tells about them.

use super::func::FuncError;
use crate::source::{Location, Source};
use std::fmt;
use std::sync::Arc;

/// A template that cannot be parsed.
///
/// `{}` is Go's text: `template: FILE:LINE: MESSAGE`.
#[derive(Clone, Debug)]
pub struct ParseError {
    /// The file and the place that a person should look at.
    pub location: Location,
    /// The line that Go reports, which is not always the line of `location`.
    pub line: usize,
    /// Go's message.
    pub message: String,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "template: {}:{}: {}", self.location.source.name(), self.line, self.message)
    }
}

/// A template that failed while running.
///
/// `{}` is Go's text: `template: FILE:LINE:COL: executing "NAME" at <NODE>: MESSAGE`, on one line
/// with whatever failed inside of it.
#[derive(Debug)]
pub struct ExecError {
    /// The node that failed.
    pub location: Location,
    /// The line and column that Go reports for the node.
    pub position: (usize, usize),
    /// The template being run: a file or the name of a `define`.
    pub template: String,
    /// The node as Go prints it back, cut as Go cuts it.
    pub node: String,
    /// What failed.
    pub cause: Cause,
}

/// Why an [`ExecError`] happened.
#[derive(Debug)]
pub enum Cause {
    /// The executor itself refused to go on: the chain of errors ends here.
    Message(String),
    /// A function or method failed: `error calling NAME: …`.
    Call(String, Box<FuncError>),
}

impl ExecError {
    /// The file the failing node was written in.
    #[must_use]
    pub fn source(&self) -> &Arc<Source> {
        &self.location.source
    }

    /// The error inside, if a call of `include` or `tpl` led to it.
    #[must_use]
    pub fn inner(&self) -> Option<&ExecError> {
        match &self.cause {
            Cause::Call(_, error) => match &**error {
                FuncError::Exec(inner) | FuncError::Tpl(_, inner) => Some(inner),
                _ => None,
            },
            Cause::Message(_) => None,
        }
    }

    /// The message of the `fail` or `required` that started it all.
    #[must_use]
    pub fn failure(&self) -> Option<&str> {
        let mut error = self;
        loop {
            match &error.cause {
                Cause::Call(_, inner) => match &**inner {
                    FuncError::Fail(message) => return Some(message),
                    FuncError::Exec(inner) | FuncError::Tpl(_, inner) => error = inner,
                    FuncError::Message(_) => return None,
                },
                Cause::Message(_) => return None,
            }
        }
    }
}

impl fmt::Display for ExecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (line, column) = self.position;
        let name = self.location.source.name();
        write!(f, "template: {name}:{line}:{column}: executing {} at <{}>: ", quoted(&self.template), self.node)?;
        match &self.cause {
            Cause::Message(message) => f.write_str(message),
            Cause::Call(function, error) => write!(f, "error calling {function}: {error}"),
        }
    }
}

impl fmt::Display for FuncError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FuncError::Message(message) | FuncError::Fail(message) => f.write_str(message),
            FuncError::Exec(error) => error.fmt(f),
            FuncError::Tpl(text, error) => {
                write!(f, "error during tpl function execution for {}: {error}", quoted(text))
            }
        }
    }
}

/// Go's `%q` of a text.
fn quoted(text: &str) -> String {
    let mut out = Vec::new();
    crate::gostd::strconv::quote(text.as_bytes(), &mut out);
    String::from_utf8_lossy(&out).into_owned()
}

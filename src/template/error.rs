//! Failures of parsing and running, with what Go's error chain tells about them.

use super::func::FuncError;
use crate::gostd::strconv::quoted;
use crate::source::{Location, Source};
use std::fmt;
use std::sync::Arc;

/// A template that cannot be parsed.
///
/// `{}` is Go's text, as far as it is UTF-8: `template: FILE:LINE: MESSAGE`.
#[derive(Clone, Debug)]
pub struct ParseError {
    /// The file and the place that a person should look at.
    pub location: Location,
    /// The line that Go reports, which is not always the line of `location`.
    pub line: usize,
    /// Go's message, which may quote bytes that are not UTF-8.
    pub message: Vec<u8>,
}

impl ParseError {
    /// Go's text.
    pub(super) fn text(&self) -> Vec<u8> {
        let place = format!("template: {}:{}: ", self.location.source.name(), self.line);
        [place.as_bytes(), &self.message].concat()
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&String::from_utf8_lossy(&self.text()))
    }
}

/// A template that failed while running.
///
/// `{}` is Go's text, as far as it is UTF-8: `template: FILE:LINE:COL: executing "NAME" at <NODE>:
/// MESSAGE`, on one line with whatever failed inside of it.
#[derive(Debug)]
pub struct ExecError {
    /// The node that failed.
    pub location: Location,
    /// The line and column that Go reports for the node.
    pub position: (usize, usize),
    /// The template being run: a file or the name of a `define`.
    pub template: String,
    /// The node as Go prints it back, cut as Go cuts it.
    pub node: Vec<u8>,
    /// What failed.
    pub cause: Cause,
}

/// Why an [`ExecError`] happened.
#[derive(Debug)]
pub enum Cause {
    /// The executor itself refused to go on: the chain of errors ends here.
    Message(Vec<u8>),
    /// A function or method failed: `error calling NAME: …`.
    Call(String, Box<FuncError>),
    /// Go panics here. The call of `include` or `tpl` around it fails with the words alone; without
    /// one Helm says that rendering failed.
    Panic(&'static str),
    /// Templates, or the values they print, are nested deeper than the stack allows, where Helm
    /// crashes. The calls on the way add no links: there may be a hundred thousand of them.
    TooDeep(&'static str),
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
            Cause::Message(_) | Cause::Panic(_) | Cause::TooDeep(_) => None,
        }
    }

    /// The errors from the outermost to the innermost.
    pub fn chain(&self) -> impl Iterator<Item = &ExecError> {
        std::iter::successors(Some(self), |error| error.inner())
    }

    /// The message of the `fail` or `required` that started it all.
    #[must_use]
    pub fn failure(&self) -> Option<&[u8]> {
        let innermost = self.chain().last()?;
        match &innermost.cause {
            Cause::Call(_, error) => match &**error {
                FuncError::Fail(message) => Some(message),
                _ => None,
            },
            Cause::Message(_) | Cause::Panic(_) | Cause::TooDeep(_) => None,
        }
    }

    /// Go's text, and where in it the text of each error begins that Go's `errors.Unwrap` comes to.
    pub(super) fn text_and_links(&self) -> (Vec<u8>, Vec<usize>) {
        let (mut text, mut links) = (Vec::new(), Vec::new());
        for error in self.chain() {
            links.push(text.len());
            error.write_head(&mut text);
            match &error.cause {
                Cause::Message(message) => text.extend_from_slice(message),
                Cause::Panic(what) | Cause::TooDeep(what) => text.extend_from_slice(what.as_bytes()),
                Cause::Call(function, error) => {
                    text.extend_from_slice(format!("error calling {function}: ").as_bytes());
                    if !matches!(**error, FuncError::Exec(_)) {
                        links.push(text.len());
                    }
                    text.extend_from_slice(&error.head());
                }
            }
        }
        (text, links)
    }

    /// What stands before the message.
    fn write_head(&self, text: &mut Vec<u8>) {
        let (line, column) = self.position;
        let (name, template) = (self.location.source.name(), quoted(self.template.as_bytes()));
        text.extend_from_slice(format!("template: {name}:{line}:{column}: executing {template} at <").as_bytes());
        text.extend_from_slice(&self.node);
        text.extend_from_slice(b">: ");
    }
}

impl fmt::Display for ExecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&String::from_utf8_lossy(&self.text_and_links().0))
    }
}

impl FuncError {
    /// The error of a function that catches the panic inside of it, if there is one.
    pub(super) fn caught(self) -> FuncError {
        if let FuncError::Exec(inner) | FuncError::Tpl(_, inner) = &self
            && let Cause::Panic(what) = inner.cause
        {
            return what.into();
        }
        self
    }

    /// The text, but for that of the error of a template inside.
    fn head(&self) -> Vec<u8> {
        match self {
            FuncError::Message(message) | FuncError::Fail(message) => message.clone(),
            FuncError::Refused(words) => words.clone().into(),
            FuncError::TooDeep(what) => (*what).into(),
            FuncError::Exec(_) => Vec::new(),
            FuncError::Tpl(text, _) => {
                format!("error during tpl function execution for {}: ", quoted(text)).into_bytes()
            }
        }
    }
}

impl fmt::Display for FuncError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&String::from_utf8_lossy(&self.head()))?;
        match self {
            FuncError::Exec(error) | FuncError::Tpl(_, error) => error.fmt(f),
            _ => Ok(()),
        }
    }
}

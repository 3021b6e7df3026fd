//! Failures of templates in Helm's words.
//!
//! Helm works on Go's texts, not on the errors, so odd names and messages are cut in odd places; so
//! are they here.
//!
//! Source: Helm's `cleanupParseError` and `reformatExecErrorMsg` (`pkg/engine/engine.go`).

use super::error::{Cause, ExecError, ParseError};
use super::func::FuncError;
use crate::compat::Compat;
use crate::diag::{Diagnostic, Label};
use crate::error::{Error, ErrorKind};
use std::fmt::Write;

/// The error for a template that cannot be parsed: `parse error at (FILE:LINE): MESSAGE`, where
/// Helm keeps of Go's message only what follows its last `: `.
#[must_use]
pub fn parse_error(error: &ParseError) -> Error {
    let text = error.to_string();
    let location = text.split(": ").nth(1).unwrap_or_default();
    let message = text.rsplit(": ").next().unwrap_or_default();
    let diagnostic = Diagnostic::error("template-syntax", error.message.clone()).at(error.location.clone(), "");
    Error::new(ErrorKind::Parse, format!("parse error at ({location}): {message}")).with_diagnostic(diagnostic)
}

/// The error for a template that failed while `file` was rendered.
///
/// `fail` and `required` show their message alone, with the place in the file. Helm 4 writes other
/// errors as one block per `include`, unless a function is to blame; Helm 3 on one line.
#[must_use]
pub fn exec_error(error: &ExecError, file: &str, compat: Compat) -> Error {
    Error::new(ErrorKind::Exec, message(error, file, compat)).with_diagnostic(diagnostic(error))
}

fn message(error: &ExecError, file: &str, compat: Compat) -> String {
    let (text, links) = error.text_and_links();
    let mut pieces = text.splitn(3, ": ").skip(1);
    let (Some(location), Some(_)) = (pieces.next(), pieces.next()) else {
        return format!("execution error in ({file}): {text}");
    };
    if let Some(message) = error.failure() {
        return format!("execution error at ({location}): {message}");
    }
    if compat.multi_line_errors()
        && let Some(blocks) = blocks(&text, &links)
    {
        return blocks;
    }
    text
}

/// One block per link, unless a link is not the text of a template error.
fn blocks(text: &str, links: &[usize]) -> Option<String> {
    let mut blocks: Vec<Block<'_>> = Vec::new();
    for link in links {
        let block = Block::read(&text[*link..])?;
        if blocks.last() != Some(&block) {
            blocks.push(block);
        }
    }
    let mut shown = String::new();
    for block in &blocks {
        block.write(&mut shown);
    }
    Some(shown.trim().to_owned())
}

/// The parts of Go's text for one error.
#[derive(PartialEq, Eq)]
struct Block<'t> {
    location: &'t str,
    /// The name of the template and the node, which Go writes between quotes and angle brackets.
    executing: Option<(&'t str, &'t str)>,
    message: &'t str,
}

impl<'t> Block<'t> {
    fn read(text: &'t str) -> Option<Block<'t>> {
        let rest = text.strip_prefix("template: ")?;
        if rest.starts_with("no template ") {
            return Some(Block { location: "", executing: None, message: text });
        }
        Block::executing(rest).or_else(|| Block::simple(rest))
    }

    fn executing(rest: &'t str) -> Option<Block<'t>> {
        let (location, after) = rest.split_once(": executing ")?;
        let (name, after) = after.strip_prefix('"')?.split_once('"')?;
        let (node, message) = after.strip_prefix(" at <")?.split_once(">: ")?;
        Some(Block { location, executing: Some((name, node)), message: before_next(message) })
    }

    fn simple(rest: &'t str) -> Option<Block<'t>> {
        let (location, message) = rest.rsplit_once(": ")?;
        Some(Block { location, executing: None, message: before_next(message) })
    }

    fn write(&self, out: &mut String) {
        if !self.location.is_empty() {
            out.push_str(self.location);
            out.push_str("\n  ");
        }
        if let Some((name, node)) = self.executing {
            // Writing to a text cannot fail.
            let _ = write!(out, "executing \"{name}\" at <{node}>:\n    ");
        }
        if !self.message.is_empty() {
            out.push_str(self.message);
            out.push('\n');
        }
    }
}

/// The message of an error without that of the error inside.
fn before_next(message: &str) -> &str {
    message.split(" template:").next().unwrap_or_default()
}

/// The place of the innermost node, and the calls that led there.
fn diagnostic(error: &ExecError) -> Diagnostic {
    let chain: Vec<&ExecError> = error.chain().collect();
    let (innermost, calls) = chain.split_last().unwrap_or((&error, &[]));
    let (code, message) = cause(innermost);
    let mut diagnostic = Diagnostic::error(code, message).at(innermost.location.clone(), "");
    for call in calls.iter().rev() {
        let text = format!("on the way, in {}", call.template);
        diagnostic.labels.push(Label { location: call.location.clone(), text });
    }
    diagnostic
}

fn cause(error: &ExecError) -> (&'static str, String) {
    match &error.cause {
        Cause::Message(message) => (code(message), message.clone()),
        Cause::TooDeep(what) => ("too-deep", (*what).to_owned()),
        Cause::Call(function, inner) => match &**inner {
            FuncError::Fail(message) => ("failed", message.clone()),
            inner => ("function-failed", format!("{function}: {inner}")),
        },
    }
}

/// The word for a message of the executor.
fn code(message: &str) -> &'static str {
    const CODES: &[(&str, &str)] = &[
        ("nil pointer evaluating", "nil-field"),
        ("can't evaluate field", "no-such-field"),
        ("wrong number of args", "wrong-argument-count"),
        ("wrong type for value", "wrong-argument-type"),
        ("invalid value", "wrong-argument-type"),
        ("expected ", "wrong-argument-type"),
        ("can't handle ", "wrong-argument-type"),
        ("template ", "no-such-template"),
        ("range can't iterate", "cannot-range"),
        ("undefined variable", "undefined-variable"),
        ("exceeded maximum", "too-deep"),
    ];
    CODES.iter().find(|(start, _)| message.starts_with(start)).map_or("template-failed", |(_, code)| code)
}

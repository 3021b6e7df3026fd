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
use crate::gostd::strings::trim_space;
use memchr::memmem;
use std::borrow::Cow;

/// The error for a template that cannot be parsed: `parse error at (FILE:LINE): MESSAGE`, where
/// Helm keeps of Go's message only what follows its last `: `.
#[must_use]
pub fn parse_error(error: &ParseError) -> Error {
    let text = error.text();
    let location = cut(&text, b": ").map_or(&b""[..], |(_, rest)| before(rest, b": "));
    let message = cut_last(&text, b": ").map_or(&*text, |(_, message)| message);
    let diagnostic = Diagnostic::error("template-syntax", shown(&error.message)).at(error.location.clone(), "");
    Error::new(ErrorKind::Parse, [b"parse error at (", location, b"): ", message].concat()).with_diagnostic(diagnostic)
}

/// The error for a template that failed while `file` was rendered.
///
/// `fail` and `required` show their message alone, with the place in the file. Helm 4 writes other
/// errors as one block per `include`, unless a function is to blame; Helm 3 on one line.
#[must_use]
pub fn exec_error(error: &ExecError, file: &str, compat: Compat) -> Error {
    Error::new(ErrorKind::Exec, message(error, file, compat)).with_diagnostic(diagnostic(error))
}

fn message(error: &ExecError, file: &str, compat: Compat) -> Vec<u8> {
    if let Cause::Panic(what) = error.cause {
        return format!("rendering template failed: {what}").into();
    }
    let (text, links) = error.text_and_links();
    let Some((location, _)) = cut(&text, b": ").and_then(|(_, rest)| cut(rest, b": ")) else {
        return [b"execution error in (", file.as_bytes(), b"): ", &text].concat();
    };
    if let Some(message) = error.failure() {
        return [b"execution error at (", location, b"): ", message].concat();
    }
    if compat.multi_line_errors()
        && let Some(blocks) = blocks(&text, &links)
    {
        return blocks;
    }
    text
}

/// One block per link, unless a link is not the text of a template error.
fn blocks(text: &[u8], links: &[usize]) -> Option<Vec<u8>> {
    let mut blocks: Vec<Block<'_>> = Vec::new();
    for link in links {
        let block = Block::read(&text[*link..])?;
        if blocks.last() != Some(&block) {
            blocks.push(block);
        }
    }
    let mut shown = Vec::new();
    for block in &blocks {
        block.write(&mut shown);
    }
    Some(trim_space(&shown).to_vec())
}

/// The parts of Go's text for one error.
#[derive(PartialEq, Eq)]
struct Block<'t> {
    location: &'t [u8],
    /// The name of the template and the node, which Go writes between quotes and angle brackets.
    executing: Option<(&'t [u8], &'t [u8])>,
    message: &'t [u8],
}

impl<'t> Block<'t> {
    fn read(text: &'t [u8]) -> Option<Block<'t>> {
        let rest = text.strip_prefix(b"template: ")?;
        if rest.starts_with(b"no template ") {
            return Some(Block { location: b"", executing: None, message: text });
        }
        Block::executing(rest).or_else(|| Block::simple(rest))
    }

    fn executing(rest: &'t [u8]) -> Option<Block<'t>> {
        let (location, after) = cut(rest, b": executing ")?;
        let (name, after) = cut(after.strip_prefix(b"\"")?, b"\"")?;
        let (node, message) = cut(after.strip_prefix(b" at <")?, b">: ")?;
        Some(Block { location, executing: Some((name, node)), message: before(message, NEXT) })
    }

    fn simple(rest: &'t [u8]) -> Option<Block<'t>> {
        let (location, message) = cut_last(rest, b": ")?;
        Some(Block { location, executing: None, message: before(message, NEXT) })
    }

    fn write(&self, out: &mut Vec<u8>) {
        if !self.location.is_empty() {
            out.extend([self.location, b"\n  "].concat());
        }
        if let Some((name, node)) = self.executing {
            out.extend([b"executing \"", name, b"\" at <", node, b">:\n    "].concat());
        }
        if !self.message.is_empty() {
            out.extend([self.message, b"\n"].concat());
        }
    }
}

/// Where in the message of an error that of the error inside begins.
const NEXT: &[u8] = b" template:";

/// What stands before and behind the first `separator`.
fn cut<'t>(text: &'t [u8], separator: &[u8]) -> Option<(&'t [u8], &'t [u8])> {
    memmem::find(text, separator).map(|at| (&text[..at], &text[at + separator.len()..]))
}

/// What stands before and behind the last `separator`.
fn cut_last<'t>(text: &'t [u8], separator: &[u8]) -> Option<(&'t [u8], &'t [u8])> {
    memmem::rfind(text, separator).map(|at| (&text[..at], &text[at + separator.len()..]))
}

/// What stands before the first `separator`, or all of the text.
fn before<'t>(text: &'t [u8], separator: &[u8]) -> &'t [u8] {
    cut(text, separator).map_or(text, |(before, _)| before)
}

/// A message for a person.
fn shown(message: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(message)
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
        Cause::Message(message) => (code(message), shown(message).into_owned()),
        Cause::Panic(what) => ("panic", (*what).to_owned()),
        Cause::TooDeep(what) => ("too-deep", (*what).to_owned()),
        Cause::Call(function, inner) => match &**inner {
            FuncError::Fail(message) => ("failed", shown(message).into_owned()),
            inner => ("function-failed", format!("{function}: {inner}")),
        },
    }
}

/// The word for a message of the executor.
fn code(message: &[u8]) -> &'static str {
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
    CODES.iter().find(|(start, _)| message.starts_with(start.as_bytes())).map_or("template-failed", |(_, code)| code)
}

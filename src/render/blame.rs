//! Which template wrote a document that is not YAML.

use super::{BadDocument, Provenance, RenderOptions, RenderedFile, prepare, trace};
use crate::chart::{Chart, UserValues};
use crate::diag::{Diagnostic, Label};
use crate::error::Error;
use crate::source::{Location, Source, Span};
use std::sync::Arc;

/// The error with the place of the bad line in the rendered file and, as far as it is certain, in
/// the templates that wrote it. Those are found by a second render.
pub fn blame(
    bad: BadDocument,
    files: &[RenderedFile],
    chart: &Arc<Chart>,
    user: &UserValues,
    options: &RenderOptions,
) -> Error {
    let name = &*files[bad.file].name;
    let fresh = prepare(chart, user, options, &mut Vec::new());
    let traces = fresh.map(|(instance, values)| trace(&instance, &values, options, &[name])).unwrap_or_default();
    place(bad, files, traces.get(name))
}

fn place(bad: BadDocument, files: &[RenderedFile], provenance: Option<&Provenance>) -> Error {
    let file = &files[bad.file];
    let BadDocument { error, range, cause, .. } = bad;
    let reason = cause.message.rsplit(": ").next().unwrap_or_default().to_owned();
    let mut diagnostic = Diagnostic::error("invalid-yaml", format!("the output is not valid YAML: {reason}"));
    let Some(line) = cause.line else { return error.with_diagnostic(diagnostic) };
    let document = &file.text[range.clone()];
    let start = range.start + line_start(document, line);
    let end = memchr::memchr(b'\n', &file.text[start..]).map_or(file.text.len(), |i| start + i);
    let text = &file.text[start..end];
    let first = start + text.iter().take_while(|b| b.is_ascii_whitespace()).count().min(text.len());
    let rendered = Source::new(format!("{} (as rendered)", file.name), file.text.clone());
    let rendered = Location { source: rendered, span: Span::new(first, end.max(first)) };
    // What is wrong is rather what was inserted than the text before it.
    let last = start + text.trim_ascii_end().len().saturating_sub(1);
    let origin = provenance.and_then(|p| p.origin(last.max(first.min(end.saturating_sub(1)))));
    match origin {
        Some(origin) => {
            diagnostic = diagnostic.at(origin.written, "written here");
            if let Some(called) = origin.called {
                diagnostic.labels.push(Label { location: called, text: "called from here".into() });
            }
            diagnostic.labels.push(Label { location: rendered, text: reason });
        }
        None => diagnostic = diagnostic.at(rendered, reason).note("the template line is unknown"),
    }
    error.with_diagnostic(diagnostic)
}

/// The offset of a 1-based line; the last line for a number behind it.
fn line_start(text: &[u8], line: usize) -> usize {
    let text = text.strip_suffix(b"\n").unwrap_or(text);
    let breaks = memchr::memchr_iter(b'\n', text).take(line.saturating_sub(1));
    breaks.last().map_or(0, |at| at + 1)
}

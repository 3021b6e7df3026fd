//! What was found, for people and machines.

use super::origin::Origin;
use super::{Checked, usage};
use crate::cli::parse::Invocation;
use crate::cli::{Failure, Session};
use crate::diag::{self, Diagnostic, Label, Severity};
use crate::error::Result;
use crate::report::{self, Report};
use crate::source::{Location, Source};
use crate::validate::{Document, Finding};
use std::fmt::Write;
use std::time::Duration;

/// The forms of output.
#[derive(Clone, Copy)]
pub(super) enum Format {
    /// Excerpts with carets.
    Human,
    /// One of the report's forms for machines.
    Machine(fn(&Report) -> String),
}

/// The form asked for.
pub(super) fn format(invocation: &Invocation) -> Result<Format> {
    match invocation.text("format") {
        None | Some("" | "human") => Ok(Format::Human),
        Some("json") => Ok(Format::Machine(report::json)),
        Some("junit") => Ok(Format::Machine(report::junit)),
        Some("sarif") => Ok(Format::Machine(report::sarif)),
        Some("github") => Ok(Format::Machine(report::github)),
        Some(other) => {
            let message = format!(
                "invalid argument {other:?} for \"--format\" flag: must be human, json, junit, sarif or github"
            );
            Err(usage(message))
        }
    }
}

/// Everything that was found.
pub(super) fn text(
    checked: &[Checked],
    elapsed: Duration,
    invocation: &Invocation,
    session: &Session<'_, '_>,
) -> std::result::Result<String, Failure> {
    let color = crate::cli::report::colored(invocation.color_mode(), session.io.terminals.stdout, session.io);
    Ok(match format(invocation)? {
        Format::Human => human(checked, invocation.is_set("quiet"), color),
        Format::Machine(write) => write(&super::cases::report(checked, elapsed)),
    })
}

/// Excerpts, and unless `quiet` a line of counts.
pub(super) fn human(checked: &[Checked], quiet: bool, color: bool) -> String {
    let mut out = String::new();
    for each in checked {
        let found = each.outcome.findings.iter().zip(&each.origins);
        for (finding, origin) in found.filter(|(f, _)| !quiet || f.severity > Severity::Note) {
            out.push_str(&excerpt(each, finding, origin.as_ref(), color));
            out.push('\n');
        }
    }
    if !quiet {
        checked.iter().for_each(|each| summary(each, &mut out));
    }
    out
}

/// A finding with all lines that have to do with it.
pub(super) fn excerpt(checked: &Checked, finding: &Finding, origin: Option<&Origin>, color: bool) -> String {
    let batch = &checked.batch;
    let mut diagnostic = diagnostic(finding, &batch.documents[finding.document], &batch.chart);
    if let Some(origin) = origin {
        add_origin(&mut diagnostic, origin);
    }
    diag::snippet(&diagnostic, color)
}

/// The finding with its place in the document.
fn diagnostic(finding: &Finding, document: &Document, chart: &str) -> Diagnostic {
    let mut diagnostic = Diagnostic::error(finding.rule, finding.sentence());
    diagnostic.severity = finding.severity;
    let source = &document.source;
    let shown = if chart.is_empty() {
        source.clone()
    } else {
        Source::new(format!("{} (as rendered)", source.name()), source.text().clone())
    };
    let span = shown.rest_of_line(finding.place.line, finding.place.column);
    diagnostic = diagnostic.at(Location { source: shown, span }, "");
    if let Some(object) = &finding.object {
        diagnostic = diagnostic.note(format!("in {object}"));
    }
    if !finding.versions.is_empty() {
        diagnostic = diagnostic.note(format!("in Kubernetes {}", minors(&finding.versions)));
    }
    diagnostic.help.clone_from(&finding.help);
    diagnostic
}

/// The template and values lines to fix come first, then the line that they made.
fn add_origin(diagnostic: &mut Diagnostic, origin: &Origin) {
    let text = if origin.exact { "written here" } else { "printed here; the line that made it is unknown" };
    let made = diagnostic.primary.replace(Label { location: origin.written.clone(), text: text.into() });
    let label = |location: &Option<Location>, text: &str| {
        location.clone().map(|location| Label { location, text: text.into() })
    };
    diagnostic.labels.extend(label(&origin.called, "called from here"));
    diagnostic.labels.extend(label(&origin.value, "the value is set here"));
    diagnostic.labels.extend(made);
}

/// Versions in words: `1.28, 1.30 to 1.32`.
pub(super) fn minors(minors: &[u8]) -> String {
    let mut runs: Vec<(u8, u8)> = Vec::new();
    for minor in minors {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == *minor => *last = *minor,
            _ => runs.push((*minor, *minor)),
        }
    }
    let word = |(first, last): &(u8, u8)| match last - first {
        0 => format!("1.{first}"),
        _ => format!("1.{first} to 1.{last}"),
    };
    runs.iter().map(word).collect::<Vec<_>>().join(", ")
}

/// One line of counts.
fn summary(checked: &Checked, out: &mut String) {
    let Checked { batch, outcome, .. } = checked;
    let counted = |count: usize, word: &str| format!("{count} {word}{}", if count == 1 { "" } else { "s" });
    let of = if batch.chart.is_empty() { String::new() } else { format!("{}: ", batch.chart) };
    let _ = write!(
        out,
        "{of}{} checked for Kubernetes {}: {}, {}",
        counted(outcome.objects.len(), "object"),
        minors(&batch.minors),
        counted(outcome.count(Severity::Error), "error"),
        counted(outcome.count(Severity::Warning), "warning"),
    );
    if outcome.skipped > 0 {
        let _ = write!(out, ", {} skipped", counted(outcome.skipped, "object"));
    }
    if outcome.cel_rules > 0 {
        let _ = write!(out, ", {} not evaluated", counted(outcome.cel_rules, "CEL rule"));
    }
    out.push('\n');
}

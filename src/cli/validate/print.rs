//! What was found, for people and machines.

use super::{Checked, usage};
use crate::cli::parse::Invocation;
use crate::cli::{Failure, Session};
use crate::diag::{self, Diagnostic, Severity};
use crate::error::Result;
use crate::report::{self, Report};
use crate::source::{Location, Source, Span};
use crate::validate::{Document, Finding};
use std::fmt::Write;
use std::sync::Arc;
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

fn human(checked: &[Checked], quiet: bool, color: bool) -> String {
    let mut out = String::new();
    for each in checked {
        let found = each.outcome.findings.iter().filter(|f| !quiet || f.severity > Severity::Note);
        for finding in found {
            let diagnostic = diagnostic(finding, &each.batch.documents[finding.document], &each.batch.chart);
            out.push_str(&diag::snippet(&diagnostic, color));
            out.push('\n');
        }
    }
    if !quiet {
        checked.iter().for_each(|each| summary(each, &mut out));
    }
    out
}

/// The finding with its place in the document.
fn diagnostic(finding: &Finding, document: &Document, chart: &str) -> Diagnostic {
    let mut diagnostic = Diagnostic::error(finding.rule, finding.sentence());
    diagnostic.severity = finding.severity;
    let source = &document.source;
    let shown = if chart.is_empty() {
        source.clone()
    } else {
        Source::new(format!("{} (as rendered)", source.name()), source.text())
    };
    diagnostic = diagnostic.at(location(finding, shown), "");
    if let Some(object) = &finding.object {
        diagnostic = diagnostic.note(format!("in {object}"));
    }
    if !finding.versions.is_empty() {
        diagnostic = diagnostic.note(format!("in Kubernetes {}", minors(&finding.versions)));
    }
    diagnostic.help.clone_from(&finding.help);
    diagnostic
}

/// The rest of the line from the place of a finding on.
fn location(finding: &Finding, source: Arc<Source>) -> Location {
    let text = source.text();
    let above = finding.place.line.saturating_sub(1) as usize;
    let start = memchr::memchr_iter(b'\n', text).take(above).last().map_or(0, |i| i + 1);
    let end = memchr::memchr(b'\n', &text[start..]).map_or(text.len(), |i| start + i);
    let line = String::from_utf8_lossy(&text[start..end]);
    let before: usize = line.chars().take(finding.place.column.saturating_sub(1) as usize).map(char::len_utf8).sum();
    let from = (start + before).min(end);
    let width = text[from..end].trim_ascii_end().len();
    Location { source, span: Span::new(from, from + width) }
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
    let Checked { batch, outcome } = checked;
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

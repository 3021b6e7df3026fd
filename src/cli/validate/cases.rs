//! What was found as a report of cases: one for each object.

use super::origin::Origin;
use super::{Checked, print};
use crate::diag::Severity;
use crate::report::{Case, Finding, Place, Report, Suite};
use crate::source::Location;
use crate::validate::{self, ObjectId};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// A suite for each chart and each file of manifests.
pub(super) fn report(checked: &[Checked], elapsed: Duration) -> Report {
    Report { command: "validate", suites: checked.iter().flat_map(suites).collect(), elapsed }
}

fn suites(checked: &Checked) -> Vec<Suite> {
    let batch = &checked.batch;
    let name_of = |document: usize| match &*batch.chart {
        "" => batch.documents[document].source.name().to_owned(),
        chart => format!("{chart} (Kubernetes {})", print::minors(&batch.minors)),
    };
    let mut suites: Vec<Suite> = Vec::new();
    for (document, object) in keys(checked) {
        let name = name_of(document);
        if suites.last().is_none_or(|suite| suite.name != name) {
            suites.push(Suite { name, cases: Vec::new() });
        }
        if let Some(suite) = suites.last_mut() {
            suite.cases.push(case(checked, document, object.as_ref()));
        }
    }
    suites
}

/// What becomes a case: every object that was checked, and every document that has findings but no object.
fn keys(checked: &Checked) -> Vec<(usize, Option<Arc<ObjectId>>)> {
    let mut keys: Vec<_> = checked.outcome.objects.iter().map(|(document, id)| (*document, Some(id.clone()))).collect();
    let orphans = checked.outcome.findings.iter().filter(|finding| finding.object.is_none());
    keys.extend(orphans.map(|finding| (finding.document, None)));
    keys.sort_by_key(|(document, _)| *document);
    keys.dedup();
    keys
}

fn case(checked: &Checked, document: usize, object: Option<&Arc<ObjectId>>) -> Case {
    let all = &checked.outcome.findings;
    let start = all.partition_point(|f| f.document < document);
    let in_document = all[start..].iter().zip(&checked.origins[start..]).take_while(|(f, _)| f.document == document);
    let its = in_document.filter(|(f, _)| f.object.as_ref() == object);
    let findings = its.map(|(f, origin)| finding(checked, f, origin.as_ref())).collect();
    let name = object.map_or_else(|| format!("document {}", document + 1), ToString::to_string);
    Case { name, findings, ..Case::default() }
}

/// The errors and warnings, each below the line that it has in [`print::human`].
pub(super) fn with_excerpts(checked: &Checked) -> Vec<Finding> {
    let found = checked.outcome.findings.iter().zip(&checked.origins).filter(|(f, _)| f.severity > Severity::Note);
    let told = |(f, origin): (&validate::Finding, &Option<Origin>)| {
        let excerpt = print::excerpt(checked, f, origin.as_ref(), false);
        let below = excerpt.split_once('\n').map_or("", |(_, below)| below);
        finding(checked, f, origin.as_ref()).detail(below)
    };
    found.map(told).collect()
}

/// With its template line, if that is known, which is the one to fix; otherwise with the rendered one.
fn finding(checked: &Checked, finding: &validate::Finding, origin: Option<&Origin>) -> Finding {
    let file = checked.batch.documents[finding.document].source.name();
    let rendered = Place {
        line: Some(finding.place.line as usize),
        column: Some(finding.place.column as usize),
        ..Place::file(file)
    };
    let versions =
        (!finding.versions.is_empty()).then(|| format!("in Kubernetes {}", print::minors(&finding.versions)));
    let mut detail: Vec<String> = versions.into_iter().chain(finding.help.clone()).collect();
    let place = match origin {
        None => rendered,
        Some(origin) => {
            let chart = &checked.batch.chart;
            let lines = [("called from", &origin.called), ("the value is set at", &origin.value)];
            let lines = lines.iter().filter_map(|(words, at)| Some((words, at.as_ref()?)));
            detail.extend(lines.map(|(words, at)| format!("{words} {}", place_of(at, chart))));
            detail.push(format!("rendered as {rendered}"));
            place_of(&origin.written, chart)
        }
    };
    Finding::new(finding.severity, finding.rule, finding.sentence()).at(place).detail(detail.join("\n"))
}

/// A place in a template under the path on disk, where the file is there: its name begins with the chart's, not
/// with its folder.
fn place_of(location: &Location, chart: &str) -> Place {
    let name = location.source.name();
    let chart = if matches!(chart, "." | "./") { "" } else { chart };
    let on_disk = name.split_once('/').map(|(_, below)| Path::new(chart).join(below)).filter(|path| path.is_file());
    let file = on_disk.map_or_else(|| name.to_owned(), |path| path.to_string_lossy().into_owned());
    let (line, column) = location.source.line_column(location.span.start);
    Place { line: Some(line), column: Some(column + 1), ..Place::file(file) }
}

//! What was found as a report of cases: one for each object.

use super::{Checked, print};
use crate::report::{Case, Finding, Place, Report, Suite};
use crate::validate::{self, ObjectId};
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
    let in_document = all[start..].iter().take_while(|f| f.document == document);
    let its = in_document.filter(|f| f.object.as_ref() == object);
    let findings = its.map(|f| finding(checked, f)).collect();
    let name = object.map_or_else(|| format!("document {}", document + 1), ToString::to_string);
    Case { name, findings, ..Case::default() }
}

fn finding(checked: &Checked, finding: &validate::Finding) -> Finding {
    let file = checked.batch.documents[finding.document].source.name();
    let place = Place {
        line: Some(finding.place.line as usize),
        column: Some(finding.place.column as usize),
        ..Place::file(file)
    };
    let versions =
        (!finding.versions.is_empty()).then(|| format!("in Kubernetes {}", print::minors(&finding.versions)));
    let detail: Vec<String> = versions.into_iter().chain(finding.help.clone()).collect();
    Finding::new(finding.severity, finding.rule, finding.sentence()).at(place).detail(detail.join("\n"))
}

//! What was found in all cases, as a report.

use super::compare::orphaned;
use super::suite::{Case, Orphan};
use crate::report::{self, Finding, Report, Suite};
use std::time::Duration;

/// The report on cases and on golden files without a case. Suites are charts. `results` tells what was found in the
/// cases in turn and how long it took; those behind its end were not checked.
#[must_use]
pub fn report(cases: &[Case], results: Vec<(Vec<Finding>, Duration)>, orphans: &[Orphan], elapsed: Duration) -> Report {
    let mut suites: Vec<Suite> = Vec::new();
    let mut add = |chart: &str, case: report::Case| match suites.iter_mut().find(|suite| suite.name == chart) {
        Some(suite) => suite.cases.push(case),
        None => suites.push(Suite { name: chart.to_owned(), cases: vec![case] }),
    };
    let results = results.into_iter().map(Some).chain(std::iter::repeat_with(|| None));
    for (case, result) in cases.iter().zip(results) {
        let name = case.name.clone();
        let checked = match result {
            Some((findings, elapsed)) => report::Case { name, elapsed, findings, skipped: None },
            None => report::Case { name, skipped: Some("stopped at the first failure".into()), ..Default::default() },
        };
        add(&case.chart, checked);
    }
    for orphan in orphans {
        let findings = vec![orphaned(orphan)];
        add(&orphan.chart, report::Case { name: orphan.name.clone(), findings, ..Default::default() });
    }
    suites.sort_by(|a, b| a.name.cmp(&b.name));
    Report { command: "golden", suites, elapsed }
}

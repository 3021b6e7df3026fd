//! The report as one JSON document.

use super::{Case, Counts, Finding, Report, Suite, severity_word};
use serde_json::{Value, json};
use std::time::Duration;

/// The whole report as indented JSON, ending with a line break:
/// `{"tool", "version", "command", "summary", "suites": [{"name", "summary", "cases": [{"name", "status", "seconds",
/// "findings": [{"severity", "rule", "message", "file", "line", "column", "detail"}], "skipped"}]}]}`.
///
/// A finding has `file`, `line`, `column` and `detail`, and a case `skipped`, only where they are known.
#[must_use]
pub fn json(report: &Report) -> String {
    let document = json!({
        "tool": "pintle",
        "version": env!("CARGO_PKG_VERSION"),
        "command": report.command,
        "summary": summary(report.counts(), report.elapsed),
        "suites": report.suites.iter().map(suite).collect::<Vec<_>>(),
    });
    format!("{document:#}\n")
}

fn summary(counts: Counts, elapsed: Duration) -> Value {
    json!({
        "total": counts.total(),
        "passed": counts.passed,
        "failed": counts.failed,
        "skipped": counts.skipped,
        "seconds": elapsed.as_secs_f64(),
    })
}

fn suite(suite: &Suite) -> Value {
    json!({
        "name": suite.name,
        "summary": summary(suite.counts(), suite.elapsed()),
        "cases": suite.cases.iter().map(case).collect::<Vec<_>>(),
    })
}

fn case(case: &Case) -> Value {
    let mut value = json!({
        "name": case.name,
        "status": case.status().word(),
        "seconds": case.elapsed.as_secs_f64(),
        "findings": case.findings.iter().map(finding).collect::<Vec<_>>(),
    });
    if let Some(reason) = &case.skipped {
        value["skipped"] = json!(reason);
    }
    value
}

fn finding(finding: &Finding) -> Value {
    let mut value = json!({
        "severity": severity_word(finding.severity),
        "rule": finding.rule,
        "message": finding.message,
    });
    if let Some(place) = &finding.place {
        value["file"] = json!(place.file);
        for (key, number) in [("line", place.line), ("column", place.column)] {
            if let Some(number) = number {
                value[key] = json!(number);
            }
        }
    }
    if !finding.detail.is_empty() {
        value["detail"] = json!(finding.detail);
    }
    value
}

#[cfg(test)]
mod tests {
    use crate::report::tests::sample;

    #[test]
    fn can_be_read_again() {
        let text = super::json(&sample());
        let value: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(value["summary"]["failed"], 1);
        let finding = &value["suites"][0]["cases"][1]["findings"][0];
        assert_eq!(finding["message"], "ends in \u{1b}[31m & <red> ]]> \"\u{0}\u{ffff}\"");
        assert_eq!((&finding["line"], &finding["column"]), (&3.into(), &serde_json::Value::Null));
        assert_eq!(value["suites"][0]["cases"][2]["skipped"], "not asked for");
    }
}

//! The report as SARIF, which code scanning services read.

use super::{Finding, Place, Report};
use crate::diag::Severity;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fmt::Write;

/// The whole report as indented SARIF 2.1.0: one run with the rules that were broken and a result per finding. A case
/// is the logical location of its findings.
#[must_use]
pub fn sarif(report: &Report) -> String {
    let found = || report.cases().flat_map(|(_, case)| case.findings.iter().map(move |finding| (case, finding)));
    let rules: BTreeSet<&str> = found().map(|(_, finding)| &*finding.rule).collect();
    let document = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "pintle",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": rules.iter().map(|rule| json!({ "id": rule })).collect::<Vec<_>>(),
            }},
            "columnKind": "unicodeCodePoints",
            "results": found().map(|(case, finding)| result(&case.name, finding)).collect::<Vec<_>>(),
        }],
    });
    format!("{document:#}\n")
}

fn result(case: &str, finding: &Finding) -> Value {
    let level = match finding.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    };
    let mut text = finding.message.clone();
    if !finding.detail.is_empty() {
        let _ = write!(text, "\n{}", finding.detail.trim_end());
    }
    let mut location = json!({ "logicalLocations": [{ "fullyQualifiedName": case }] });
    if let Some(place) = &finding.place {
        location["physicalLocation"] = physical(place);
    }
    json!({ "ruleId": finding.rule, "level": level, "message": { "text": text }, "locations": [location] })
}

fn physical(place: &Place) -> Value {
    let mut value = json!({ "artifactLocation": { "uri": uri(&place.file) } });
    if let Some(line) = place.line {
        value["region"] = json!({ "startLine": line });
        if let Some(column) = place.column {
            value["region"]["startColumn"] = json!(column);
        }
    }
    value
}

/// A path as the reference of a URI.
fn uri(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            out.push(byte as char);
        } else {
            let _ = write!(out, "%{byte:02X}");
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use crate::report::tests::sample;

    #[test]
    fn every_finding_is_a_result() {
        let value: serde_json::Value = serde_json::from_str(&super::sarif(&sample())).unwrap();
        let run = &value["runs"][0];
        assert_eq!(run["results"].as_array().map(Vec::len), Some(2));
        let first = &run["results"][0];
        assert_eq!((&first["ruleId"], &first["level"]), (&"mismatch".into(), &"error".into()));
        let physical = &first["locations"][0]["physicalLocation"];
        assert_eq!(physical["artifactLocation"]["uri"], "golden/a%20b.yaml");
        assert_eq!(physical["region"]["startLine"], 3);
        assert_eq!(run["results"][1]["locations"][0]["logicalLocations"][0]["fullyQualifiedName"], "web/b");
        assert_eq!(run["tool"]["driver"]["rules"][1]["id"], "slow");
    }
}

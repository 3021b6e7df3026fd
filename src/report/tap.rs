//! The report in the Test Anything Protocol, version 14.

use super::{Case, Finding, Report, Status, severity_word};
use std::fmt::Write;

/// One line per case, and below those that have findings a YAML block with them.
#[must_use]
pub fn tap(report: &Report) -> String {
    let mut out = format!("TAP version 14\n1..{}\n", report.counts().total());
    for (index, (_, case)) in report.cases().enumerate() {
        push_case(&mut out, index + 1, case);
    }
    out
}

fn push_case(out: &mut String, number: usize, case: &Case) {
    let word = if case.status() == Status::Failed { "not ok" } else { "ok" };
    let _ = write!(out, "{word} {number} - {}", description(&case.name));
    if let Some(reason) = &case.skipped {
        let _ = write!(out, " # SKIP {}", description(reason));
    }
    out.push('\n');
    if !case.findings.is_empty() {
        out.push_str("  ---\n");
        case.findings.iter().for_each(|finding| push_finding(out, finding));
        out.push_str("  ...\n");
    }
}

/// One line without what begins a directive.
fn description(text: &str) -> String {
    let line: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    line.replace('\\', "\\\\").replace('#', "\\#")
}

/// A text in quotes as JSON has them; what JSON lets stand and YAML does not is written as a number.
fn quoted(text: &str) -> String {
    let json = serde_json::Value::from(text).to_string();
    json.chars().fold(String::new(), |mut out, c| {
        match c {
            '\u{7f}'..='\u{9f}' | '\u{fffe}' | '\u{ffff}' => {
                let _ = write!(out, "\\u{:04x}", u32::from(c));
            }
            _ => out.push(c),
        }
        out
    })
}

/// An item of a YAML list.
fn push_finding(out: &mut String, finding: &Finding) {
    let _ = writeln!(out, "  - severity: {}", severity_word(finding.severity));
    let _ = writeln!(out, "    rule: {}", quoted(&finding.rule));
    let _ = writeln!(out, "    message: {}", quoted(&finding.message));
    if let Some(place) = &finding.place {
        let _ = writeln!(out, "    at: {}", quoted(&place.to_string()));
    }
    if finding.detail.is_empty() {
        return;
    }
    if finding.detail.chars().any(|c| c.is_control() && c != '\n') || finding.detail.starts_with([' ', '\n']) {
        let _ = writeln!(out, "    detail: {}", quoted(&finding.detail));
        return;
    }
    out.push_str("    detail: |\n");
    for line in finding.detail.trim_end().lines() {
        let _ = writeln!(out, "      {line}");
    }
}

#[cfg(test)]
mod tests {
    use crate::report::tests::sample;

    #[test]
    fn findings_are_yaml_blocks() {
        let text = super::tap(&sample());
        assert!(text.starts_with("TAP version 14\n1..3\nok 1 - web/a\nnot ok 2 - web/b\n  ---\n"), "{text}");
        assert!(text.ends_with("  ...\nok 3 - web/c # SKIP not asked for\n"), "{text}");
        let block = text.split("  ---\n").nth(1).and_then(|rest| rest.split("  ...\n").next()).unwrap();
        let findings: Vec<serde_json::Value> = serde_yaml::from_str(block).unwrap();
        assert_eq!(findings.len(), 2, "{findings:?}");
        assert!(block.contains("    at: \"golden/a b.yaml:3\"\n    detail: |\n      -a\n      +b\n"), "{block}");
    }
}

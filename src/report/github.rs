//! The report as workflow commands, which GitHub shows beside the lines of a change.

use super::{Finding, Report, Status};
use crate::diag::Severity;
use std::fmt::Write;

/// How many lines of a finding's detail an annotation shows; the log of the job has room for little more.
const DETAIL_LINES: usize = 20;

/// One `::error`, `::warning` or `::notice` line per finding, and a last line with the counts.
#[must_use]
pub fn github(report: &Report) -> String {
    let mut out = String::new();
    for (_, case) in report.cases().filter(|(_, case)| case.status() != Status::Skipped) {
        for finding in &case.findings {
            let title = format!("{}: {}", case.name, finding.rule);
            let _ = writeln!(out, "{}::{}", command(finding, &title), data(&message(finding)));
        }
    }
    let counts = report.counts();
    let _ = writeln!(
        out,
        "pintle {}: {} checked, {} passed, {} failed, {} skipped",
        report.command,
        counts.total(),
        counts.passed,
        counts.failed,
        counts.skipped
    );
    out
}

/// The command with its properties, up to the message.
fn command(finding: &Finding, title: &str) -> String {
    let word = match finding.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "notice",
    };
    let mut properties = Vec::new();
    if let Some(place) = &finding.place {
        properties.push(format!("file={}", property(&place.file)));
        let numbers = [("line", place.line), ("col", place.column)];
        properties.extend(numbers.iter().filter_map(|(key, n)| n.map(|n| format!("{key}={n}"))));
    }
    properties.push(format!("title={}", property(title)));
    format!("::{word} {}", properties.join(","))
}

fn message(finding: &Finding) -> String {
    let mut lines = finding.detail.lines();
    let mut text = finding.message.clone();
    for line in lines.by_ref().take(DETAIL_LINES) {
        text.push('\n');
        text.push_str(line);
    }
    match lines.count() {
        0 => text,
        more => format!("{text}\n… {more} more lines"),
    }
}

/// A message: the runner decodes these three and nothing else.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// The value of a property, which colons and commas would end.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::tests::sample;

    #[test]
    fn a_finding_is_one_line() {
        let text = github(&sample());
        assert_eq!(text.lines().count(), 3, "{text}");
        let start = "::error file=golden/a b.yaml,line=3,title=web/b%3A mismatch::ends in \u{1b}[31m";
        assert!(text.starts_with(start) && text.contains("%0A-a%0A+b"), "{text}");
        assert!(text.contains("\n::warning title=web/b%3A slow::100%25, took: long\n"), "{text}");
        assert!(text.ends_with("pintle golden: 3 checked, 1 passed, 1 failed, 1 skipped\n"), "{text}");
    }

    #[test]
    fn long_details_are_cut() {
        let detail = "x\n".repeat(DETAIL_LINES + 3);
        let finding = Finding::new(Severity::Note, "r", "m").detail(detail);
        assert!(message(&finding).ends_with("\nx\n… 3 more lines"));
    }
}

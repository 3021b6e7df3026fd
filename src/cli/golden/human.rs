//! The report for a person.

use crate::diag::Severity;
use crate::report::{Case, Diff, Finding, Hunk, Line, Report, Status, visible};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::time::Duration;

/// How many lines of one diff or message are shown; the page of `--html` shows all.
const MOST_LINES: usize = 400;

/// How many names a hint lists.
const MOST_NAMES: usize = 5;

/// Whether and how text is coloured.
#[derive(Clone, Copy)]
pub(super) struct Style {
    color: bool,
}

/// The looks that parts of a report have, as the numbers of terminal attributes.
#[derive(Clone, Copy)]
pub(super) enum Look {
    Good = 32,
    Bad = 31,
    Heading = 36,
    Strong = 1,
    Faint = 2,
    Marked = 7,
}

impl Style {
    pub(super) fn new(color: bool) -> Style {
        Style { color }
    }

    /// A text with looks.
    pub(super) fn paint(self, looks: &[Look], text: &str) -> String {
        if !self.color || text.is_empty() {
            return text.to_owned();
        }
        let codes: Vec<String> = looks.iter().map(|look| (*look as u8).to_string()).collect();
        format!("\x1b[{}m{text}\x1b[0m", codes.join(";"))
    }
}

/// What is wrong, case by case, then the charts with their counts, and what to do.
pub(super) fn report(report: &Report, needs_oracle: bool, style: Style) -> String {
    let mut out = String::new();
    let failed: Vec<&Case> =
        report.cases().map(|(_, case)| case).filter(|case| case.status() == Status::Failed).collect();
    for (_, case) in report.cases().filter(|(_, case)| !case.findings.is_empty()) {
        title(case, style, &mut out);
        case.findings.iter().for_each(|finding| details(finding, style, &mut out));
        out.push('\n');
    }
    if report.suites.len() > 1 {
        charts(report, style, &mut out);
    }
    summary(report, style, &mut out);
    hints(&failed, needs_oracle, style, &mut out);
    out
}

/// What is wrong: for the title of a case, for the count of one such case, and of several.
fn words(finding: &Finding) -> (&'static str, &'static str, &'static str) {
    match &*finding.rule {
        "mismatch" => ("DIFFERS", "differs", "differ"),
        "missing-golden" => ("MISSING", "has no golden file", "have no golden file"),
        "orphaned-golden" => ("ORPHAN", "golden file has no case", "golden files have no case"),
        "unreadable-golden" => ("UNREADABLE", "golden file cannot be read", "golden files cannot be read"),
        "render-failed" | "oracle-failed" => ("FAILED", "does not render", "do not render"),
        "not-checked" => ("UNCHECKED", "cannot be checked", "cannot be checked"),
        _ if finding.severity == Severity::Error => ("REFUSED", "would be refused", "would be refused"),
        _ => ("WARNS", "warns", "warn"),
    }
}

fn title(case: &Case, style: Style, out: &mut String) {
    let word = gravest(case).map_or("FAILED", |finding| words(finding).0);
    let look = if case.status() == Status::Failed { Look::Bad } else { Look::Heading };
    let name = style.paint(&[Look::Strong], &case.name);
    let _ = writeln!(out, "{} {name}", style.paint(&[Look::Strong, look], &format!("{word:>10}")));
}

/// The finding that a case is told by: the first error, if there is one.
fn gravest(case: &Case) -> Option<&Finding> {
    case.findings.iter().find(|finding| finding.severity == Severity::Error).or(case.findings.first())
}

/// The message of a finding, and below it the diff or excerpt.
pub(super) fn details(finding: &Finding, style: Style, out: &mut String) {
    let warns = if finding.severity == Severity::Warning { "warning: " } else { "" };
    let _ = writeln!(out, "           {warns}{}", visible(&finding.message, false));
    match &finding.diff {
        Some(diff) => self::diff(diff, style, out),
        None => {
            for line in finding.detail.lines().take(MOST_LINES) {
                let _ = writeln!(out, "           {}", visible(line, false));
            }
        }
    }
}

/// The lines that differ, with their numbers in the golden file and in what was rendered, below the name of their object.
fn diff(diff: &Diff, style: Style, out: &mut String) {
    let lines = || diff.hunks.iter().flat_map(|hunk| &hunk.lines);
    let largest = lines().filter_map(|line| line.old.max(line.new)).max().unwrap_or_default();
    let width = largest.to_string().len().max(3);
    let mut heading: Option<&str> = None;
    let mut left = MOST_LINES;
    for hunk in &diff.hunks {
        if heading == Some(&hunk.heading) {
            let _ = writeln!(out, "  {}", style.paint(&[Look::Faint], &format!("{:>width$} {:>width$} ⋮", "", "")));
        } else {
            let name = if hunk.heading.is_empty() { "outside of any object" } else { &hunk.heading };
            let _ = writeln!(out, "\n           {}", style.paint(&[Look::Strong, Look::Heading], name));
            heading = Some(&hunk.heading);
        }
        left = self::hunk(hunk, width, left, style, out);
    }
    let hidden = lines().count().saturating_sub(MOST_LINES);
    if hidden > 0 {
        let _ = writeln!(out, "           … and {hidden} more lines; --html FILE shows all");
    }
}

/// Writes a hunk of at most `left` lines; how many may follow.
fn hunk(hunk: &Hunk, width: usize, left: usize, style: Style, out: &mut String) -> usize {
    for line in hunk.lines.iter().take(left) {
        let number = |n: Option<usize>| n.map_or_else(String::new, |n| n.to_string());
        let gutter = format!("{:>width$} {:>width$} │", number(line.old), number(line.new));
        let _ = writeln!(out, "  {} {}", style.paint(&[Look::Faint], &gutter), changed(line, style));
        if line.unfinished {
            let note = format!("{:>width$} {:>width$} │ no line break at the end", "", "");
            let _ = writeln!(out, "  {}", style.paint(&[Look::Faint], &note));
        }
    }
    left.saturating_sub(hunk.lines.len())
}

/// A line behind its sign, with what changed within it marked.
fn changed(line: &Line, style: Style) -> String {
    let look = match line.sign() {
        '-' => Look::Bad,
        '+' => Look::Good,
        _ => return format!("  {}", visible(&line.text(), false)),
    };
    let mut text = style.paint(&[look], &format!("{} ", line.sign()));
    for (index, part) in line.parts.iter().enumerate() {
        let is_last = index + 1 == line.parts.len();
        let looks: &[Look] = if part.changed { &[look, Look::Marked] } else { &[look] };
        text.push_str(&style.paint(looks, &visible(&part.text, is_last)));
    }
    text
}

fn charts(report: &Report, style: Style, out: &mut String) {
    let width = report.suites.iter().map(|suite| suite.name.chars().count()).max().unwrap_or_default();
    for suite in &report.suites {
        let counts = suite.counts();
        let passed = format!("{:>4} as expected", counts.passed);
        let mut line = style.paint(&[Look::Good], &passed);
        if counts.failed > 0 {
            line = format!("{line}, {}", style.paint(&[Look::Bad], &format!("{} not", counts.failed)));
        }
        if counts.skipped > 0 {
            line = format!("{line}, {} not checked", counts.skipped);
        }
        let _ = writeln!(out, "  {:<width$} {line}", suite.name);
    }
    out.push('\n');
}

fn summary(report: &Report, style: Style, out: &mut String) {
    let counts = report.counts();
    let time = seconds(report.elapsed);
    let cases = counted(counts.total(), "case");
    if counts.failed == 0 && counts.skipped == 0 {
        let _ =
            writeln!(out, "{} in {time}", style.paint(&[Look::Good, Look::Strong], &format!("{cases} as expected")));
        return;
    }
    let mut parts: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for case in report.cases().map(|(_, case)| case).filter(|case| case.status() == Status::Failed) {
        if let Some((_, one, several)) = gravest(case).map(words) {
            *parts.entry((one, several)).or_default() += 1;
        }
    }
    let failed: Vec<String> =
        parts.iter().map(|((one, several), n)| format!("{n} {}", if *n == 1 { one } else { several })).collect();
    let mut text = style.paint(&[Look::Bad, Look::Strong], &failed.join(", "));
    if counts.skipped > 0 {
        let _ = write!(text, ", {} not checked", counts.skipped);
    }
    let _ = writeln!(out, "{cases}: {} as expected, {text} in {time}", counts.passed);
}

/// What to do about what is wrong.
fn hints(failed: &[&Case], needs_oracle: bool, style: Style, out: &mut String) {
    let with = |rules: &[&str]| -> Vec<&str> {
        let has = |case: &&&Case| case.findings.iter().any(|finding| rules.contains(&&*finding.rule));
        failed.iter().filter(has).map(|case| case.name.as_str()).collect()
    };
    let oracle = if needs_oracle { " --oracle HELM" } else { "" };
    let stale = with(&["mismatch", "missing-golden"]);
    if !stale.is_empty() {
        let names = if stale.len() > MOST_NAMES { String::new() } else { format!(" {}", stale.join(" ")) };
        let what = if needs_oracle { "to take what Helm prints" } else { "to accept what is rendered" };
        let command = style.paint(&[Look::Strong], &format!("pintle golden bless{oracle}{names}"));
        let _ = writeln!(out, "{what}: {command}");
    }
    if !with(&["orphaned-golden"]).is_empty() {
        let command = style.paint(&[Look::Strong], &format!("pintle golden bless{oracle} --prune"));
        let _ = writeln!(out, "to remove golden files without a case: {command}");
    }
}

/// `1 case`, `2 cases`
pub(super) fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

fn seconds(elapsed: Duration) -> String {
    format!("{:.2} s", elapsed.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_stand_around_what_changed() {
        let diff = Diff::of("image: a # x\n", "image: b # x\n", |_| "Pod/p".to_owned());
        let mut out = String::new();
        super::diff(&diff, Style::new(true), &mut out);
        assert!(out.contains("\u{1b}[1;36mPod/p\u{1b}[0m"), "{out}");
        assert!(out.contains("\u{1b}[31m- \u{1b}[0m\u{1b}[31mimage: \u{1b}[0m\u{1b}[31;7ma\u{1b}[0m"), "{out}");
        let mut out = String::new();
        super::diff(&diff, Style::new(false), &mut out);
        assert_eq!(out, "\n           Pod/p\n    1     │ - image: a # x\n        1 │ + image: b # x\n");
    }
}

//! What a check of many cases found, and its forms for people and machines.
//!
//! A [`Report`] has suites (one per chart), these have cases, and a case has [`Finding`]s. Commands
//! fill it; each writer turns the whole of it into one text.

mod diff;
mod github;
mod html;
mod json;
mod junit;
mod sarif;
mod tap;
mod visible;

pub use diff::{Diff, Hunk, Line, Part};
pub use github::github;
pub use html::html;
pub use json::json;
pub use junit::junit;
pub use sarif::sarif;
pub use tap::tap;
pub use visible::visible;

use crate::diag::Severity;
use crate::source::Location;
use std::borrow::Cow;
use std::time::Duration;

/// Everything that one run of a command checked.
#[derive(Clone, Debug)]
pub struct Report {
    /// The command, e.g. `golden`.
    pub command: &'static str,
    /// What was checked, in the order in which it is shown.
    pub suites: Vec<Suite>,
    /// How long all of it took.
    pub elapsed: Duration,
}

/// Cases that belong together.
#[derive(Clone, Debug, Default)]
pub struct Suite {
    /// What they share: the name of a chart, or a file.
    pub name: String,
    /// The cases, in the order in which they are shown.
    pub cases: Vec<Case>,
}

/// One thing that was checked.
#[derive(Clone, Debug, Default)]
pub struct Case {
    /// The name, by which a filter finds it.
    pub name: String,
    /// How long it took; zero where that is not measured.
    pub elapsed: Duration,
    /// What was found; a case without errors has passed.
    pub findings: Vec<Finding>,
    /// Why it was not checked, if it was not.
    pub skipped: Option<String>,
}

/// How a case ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// No finding is an error.
    Passed,
    /// At least one finding is an error.
    Failed,
    /// It was not checked.
    Skipped,
}

/// One thing that a check found.
#[derive(Clone, Debug)]
pub struct Finding {
    /// How serious it is; only an error makes its case fail.
    pub severity: Severity,
    /// A stable kebab-case word for this kind of finding, e.g. `missing-golden`.
    pub rule: Cow<'static, str>,
    /// One sentence.
    pub message: String,
    /// Where to look.
    pub place: Option<Place>,
    /// More lines about it: an excerpt, a diff; empty if there are none.
    pub detail: String,
    /// The detail as a diff, if it is one.
    pub diff: Option<Diff>,
}

/// A place in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The path as the user would write it.
    pub file: String,
    /// The line, from 1, if it is known.
    pub line: Option<usize>,
    /// The column in bytes, from 1, if it is known.
    pub column: Option<usize>,
}

/// How many cases ended in which way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Cases without errors.
    pub passed: usize,
    /// Cases with errors.
    pub failed: usize,
    /// Cases that were not checked.
    pub skipped: usize,
}

impl Report {
    /// The counts over all suites.
    #[must_use]
    pub fn counts(&self) -> Counts {
        Counts::of(self.suites.iter().flat_map(|suite| &suite.cases))
    }

    /// Every case with the suite it belongs to.
    pub fn cases(&self) -> impl Iterator<Item = (&Suite, &Case)> {
        self.suites.iter().flat_map(|suite| suite.cases.iter().map(move |case| (suite, case)))
    }
}

impl Suite {
    /// The counts of this suite.
    #[must_use]
    pub fn counts(&self) -> Counts {
        Counts::of(&self.cases)
    }

    /// How long its cases took, one after the other.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.cases.iter().map(|case| case.elapsed).sum()
    }
}

impl Case {
    /// How the case ended.
    #[must_use]
    pub fn status(&self) -> Status {
        if self.skipped.is_some() {
            Status::Skipped
        } else if self.findings.iter().any(|finding| finding.severity == Severity::Error) {
            Status::Failed
        } else {
            Status::Passed
        }
    }
}

impl Finding {
    /// A finding without a place and details.
    #[must_use]
    pub fn new(severity: Severity, rule: impl Into<Cow<'static, str>>, message: impl Into<String>) -> Finding {
        Finding { severity, rule: rule.into(), message: message.into(), place: None, detail: String::new(), diff: None }
    }

    /// Sets the place.
    #[must_use]
    pub fn at(mut self, place: Place) -> Finding {
        self.place = Some(place);
        self
    }

    /// Sets the lines about it.
    #[must_use]
    pub fn detail(mut self, detail: impl Into<String>) -> Finding {
        self.detail = detail.into();
        self
    }

    /// Sets a diff, and with it the lines about it.
    #[must_use]
    pub fn diff(self, diff: Diff) -> Finding {
        Finding { detail: diff.unified(), diff: Some(diff), ..self }
    }

    /// The message behind the place, e.g. `golden/web/a.yaml:3: …`, and the detail below it.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = self.place.as_ref().map_or_else(String::new, |place| format!("{place}: "));
        text.push_str(&self.message);
        if !self.detail.is_empty() {
            text.push('\n');
            text.push_str(self.detail.trim_end_matches('\n'));
        }
        text
    }
}

impl Place {
    /// A whole file.
    #[must_use]
    pub fn file(file: impl Into<String>) -> Place {
        Place { file: file.into(), line: None, column: None }
    }

    /// A line of a file, from 1.
    #[must_use]
    pub fn line(file: impl Into<String>, line: usize) -> Place {
        Place { line: Some(line), ..Place::file(file) }
    }
}

impl From<&Location> for Place {
    fn from(location: &Location) -> Place {
        let (line, column) = location.source.line_column(location.span.start);
        Place { column: Some(column + 1), ..Place::line(location.source.name(), line) }
    }
}

impl std::fmt::Display for Place {
    /// `file`, `file:line` or `file:line:column`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.file)?;
        [self.line, self.column].into_iter().map_while(|n| n).try_for_each(|number| write!(f, ":{number}"))
    }
}

impl Counts {
    fn of<'a>(cases: impl IntoIterator<Item = &'a Case>) -> Counts {
        let mut counts = Counts::default();
        for case in cases {
            *match case.status() {
                Status::Passed => &mut counts.passed,
                Status::Failed => &mut counts.failed,
                Status::Skipped => &mut counts.skipped,
            } += 1;
        }
        counts
    }

    /// All cases.
    #[must_use]
    pub fn total(self) -> usize {
        self.passed + self.failed + self.skipped
    }
}

impl Status {
    /// The word that machines read.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Status::Passed => "passed",
            Status::Failed => "failed",
            Status::Skipped => "skipped",
        }
    }
}

/// The word that machines read for a severity.
fn severity_word(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A report with every status, a finding with and without a place, and texts that formats must escape.
    pub(super) fn sample() -> Report {
        let case = |name: &str| Case { name: name.into(), elapsed: Duration::from_millis(2), ..Case::default() };
        let message = "ends in \u{1b}[31m & <red> ]]> \"\u{0}\u{ffff}\"";
        let findings = vec![
            Finding::new(Severity::Error, "mismatch", message).at(Place::line("golden/a b.yaml", 3)).detail("-a\n+b\n"),
            Finding::new(Severity::Warning, "slow", "100%, took: long"),
        ];
        let cases = vec![
            case("web/a"),
            Case { findings, ..case("web/b") },
            Case { skipped: Some("not asked for".into()), ..case("web/c") },
        ];
        let suites = vec![Suite { name: "web".into(), cases }];
        Report { command: "golden", suites, elapsed: Duration::from_millis(5) }
    }

    #[test]
    fn a_warning_alone_fails_nothing() {
        let warning = Finding::new(Severity::Warning, "slow", "slow");
        assert_eq!(Case { findings: vec![warning], ..Case::default() }.status(), Status::Passed);
        assert_eq!(sample().counts(), Counts { passed: 1, failed: 1, skipped: 1 });
    }
}

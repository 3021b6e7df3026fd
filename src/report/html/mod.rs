//! The report as one page that needs nothing else: summary, filter, differences side by side.

use super::{Case, Diff, Finding, Hunk, Line, Part, Report, Status, Suite, visible};
use minijinja::{Environment, Value, context};

/// The page. The error is the template's.
pub fn html(report: &Report) -> Result<String, String> {
    let mut environment = Environment::new();
    let page = |environment: &mut Environment<'_>| {
        // The ending of the name makes the engine escape what is put in.
        environment.add_template("page.html", include_str!("page.html"))?;
        environment.add_template("style.css", include_str!("style.css"))?;
        environment.add_template("script.js", include_str!("script.js"))?;
        environment.get_template("page.html")?.render(root(report))
    };
    page(&mut environment).map_err(|error| format!("{error:#}"))
}

fn root(report: &Report) -> Value {
    let counts = report.counts();
    context! {
        command => report.command,
        version => env!("CARGO_PKG_VERSION"),
        total => counts.total(),
        passed => counts.passed,
        failed => counts.failed,
        skipped => counts.skipped,
        seconds => format!("{:.2}", report.elapsed.as_secs_f64()),
        suites => report.suites.iter().map(suite).collect::<Vec<_>>(),
    }
}

fn suite(suite: &Suite) -> Value {
    let counts = suite.counts();
    context! {
        name => suite.name.as_str(),
        total => counts.total(),
        passed => counts.passed,
        failed => counts.failed,
        skipped => counts.skipped,
        cases => suite.cases.iter().map(case).collect::<Vec<_>>(),
    }
}

fn case(case: &Case) -> Value {
    context! {
        name => case.name.as_str(),
        status => case.status().word(),
        is_failed => case.status() == Status::Failed,
        skipped => case.skipped.as_deref(),
        rule => case.findings.first().map(|finding| finding.rule.replace('-', " ")),
        milliseconds => format!("{:.1}", case.elapsed.as_secs_f64() * 1000.0),
        findings => case.findings.iter().map(finding).collect::<Vec<_>>(),
    }
}

fn finding(finding: &Finding) -> Value {
    context! {
        message => visible(&finding.message, false),
        place => finding.place.as_ref().map(ToString::to_string),
        detail => visible_lines(&finding.detail),
        hunks => finding.diff.as_ref().map(hunks),
        counts => finding.diff.as_ref().map(Diff::counts).map(|(added, removed)| vec![added, removed]),
    }
}

fn visible_lines(text: &str) -> String {
    text.lines().map(|line| visible(line, false)).collect::<Vec<_>>().join("\n")
}

fn hunks(diff: &Diff) -> Vec<Value> {
    let hunk = |hunk: &Hunk| {
        context! { heading => hunk.heading.as_str(), range => hunk.range(), blocks => blocks(&hunk.lines) }
    };
    diff.hunks.iter().map(hunk).collect()
}

/// Runs of changed lines with what was taken away beside what came, and unchanged lines one by one.
fn blocks(lines: &[Line]) -> Vec<Value> {
    let mut blocks = Vec::new();
    for run in lines.chunk_by(|a, b| a.is_changed() && b.is_changed()) {
        let (old, new): (Vec<&Line>, Vec<&Line>) = if run[0].is_changed() {
            run.iter().partition(|line| line.new.is_none())
        } else {
            (run.iter().collect(), run.iter().collect())
        };
        let row = |index: usize| {
            context! {
                old => old.get(index).map(|line| side(line, line.old)),
                new => new.get(index).map(|line| side(line, line.new)),
            }
        };
        let rows: Vec<Value> = (0..old.len().max(new.len())).map(row).collect();
        blocks.push(context! { changed => run[0].is_changed(), rows });
    }
    blocks
}

/// A line as one side of a row.
fn side(line: &Line, number: Option<usize>) -> Value {
    let last = line.parts.len().saturating_sub(1);
    let part = |(index, part): (usize, &Part)| {
        let text = visible(&part.text, line.is_changed() && index == last);
        context! { text, changed => part.changed }
    };
    context! {
        number,
        parts => line.parts.iter().enumerate().map(part).collect::<Vec<_>>(),
        unfinished => line.unfinished,
    }
}

#[cfg(test)]
mod tests {
    use crate::report::tests::sample;
    use crate::report::{Diff, Finding};

    #[test]
    fn a_page_escapes_what_it_shows() {
        let mut report = sample();
        let diff = Diff::of("a: <u>\nc: 1\n", "a: <s>\nc: 1", |_| "Pod/<p>".into());
        let finding = report.suites[0].cases[1].findings.remove(0);
        report.suites[0].cases[1].findings.push(Finding { message: "<script>".into(), ..finding }.diff(diff));
        let page = super::html(&report).unwrap();
        for text in ["&lt;script&gt;", "Pod&#x2f;&lt;p&gt;", "&lt;u", "&lt;s"] {
            assert!(page.contains(text), "{text}");
        }
        assert!(!page.contains("<u") && !page.contains("<s>") && !page.contains("://"), "{page}");
    }
}

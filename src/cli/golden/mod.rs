//! `pintle golden`: charts beside what they are expected to render to.

mod bless;
mod human;
mod progress;
mod random;
mod refused;
mod request;

use super::parse::Invocation;
use super::{Failure, Session, report};
use crate::atomic;
use crate::diag::Severity;
use crate::error::{Error, ErrorKind, Result};
use crate::golden::{self, Case, Orphan, Renderer, Suite};
use crate::render::batch::in_order;
use crate::report::{self as forms, Finding};
use human::Style;
use progress::Progress;
use request::{Format, Request, Task};
use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, Instant};

/// Exit code 1 if a golden file is not as it should be, 2 if the command or `golden.yaml` is wrong.
pub(super) fn run(invocation: &Invocation, session: &mut Session<'_, '_>) -> std::result::Result<(), Failure> {
    let ended = Request::read(invocation).and_then(|request| command(&request, session));
    let code = match ended {
        Ok(true) => return Ok(()),
        Ok(false) => 1,
        Err(error) => {
            report::error(session, &error);
            if error.kind() == ErrorKind::Usage { 2 } else { 1 }
        }
    };
    Err(Failure::Exit(code))
}

/// What a request is about.
struct Chosen {
    suite: Suite,
    /// The cases that take part.
    cases: Vec<Case>,
    /// The golden files without a case that take part.
    orphans: Vec<Orphan>,
}

/// Whether everything is as it should be.
fn command(request: &Request<'_>, session: &mut Session<'_, '_>) -> Result<bool> {
    let chosen = choose(request, session)?;
    match request.task {
        Task::List => {
            let names: String = chosen.cases.iter().map(|case| case.name.clone() + "\n").collect();
            say(session, &names)?;
            Ok(true)
        }
        Task::Check => check(request, &chosen, session),
        Task::Bless => bless::run(request, &chosen, session),
    }
}

fn choose(request: &Request<'_>, session: &Session<'_, '_>) -> Result<Chosen> {
    let suite = Suite::open(Path::new(""), session.compat)?;
    let takes = |name: &str| request.selection.takes(name);
    let cases: Vec<Case> = suite.cases.iter().filter(|case| takes(&case.name)).cloned().collect();
    let mut orphans = suite.orphans()?;
    orphans.retain(|orphan| takes(&orphan.name));
    let filters = request.selection.filters();
    if let (true, true, [first, ..]) = (cases.is_empty() && orphans.is_empty(), !request.selection.is_share(), filters)
    {
        let message = format!("no case matches {first:?}: 'pintle golden --list' shows the names of all");
        return Err(Error::new(ErrorKind::Usage, message));
    }
    Ok(Chosen { suite, cases, orphans })
}

fn check(request: &Request<'_>, chosen: &Chosen, session: &mut Session<'_, '_>) -> Result<bool> {
    let start = Instant::now();
    let disk = &chosen.suite.disk;
    let cases = &chosen.cases;
    let renderer = Renderer::new(disk);
    let check = |case: &Case| match renderer.output(case) {
        Ok(output) => {
            let mut findings: Vec<Finding> =
                golden::compare(case, &output.text, disk, request.comparison).into_iter().collect();
            if let Some(finding) = findings.first_mut().filter(|finding| finding.diff.is_some()) {
                random::name_in(finding, &renderer.random_values(case));
            }
            if request.validate {
                findings.extend(refused::findings(case, output, disk));
            }
            findings
        }
        Err(finding) => vec![*finding],
    };
    let timed = |number: usize| {
        let start = Instant::now();
        (check(&cases[number]), start.elapsed())
    };
    let mut progress = Progress::new(cases.len(), request.format == Format::Human, session);
    let mut results = Vec::new();
    in_order(cases.len(), request.jobs, timed, |number, result: (Vec<Finding>, Duration)| {
        progress.step(&cases[number].name);
        let is_last = request.fail_fast && result.0.iter().any(|finding| finding.severity == Severity::Error);
        results.push(result);
        if is_last { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    progress.clear();
    let report = golden::report(cases, results, &chosen.orphans, start.elapsed());
    if let Some(path) = request.html {
        let page = forms::html(&report).map_err(|reason| Error::new(ErrorKind::Load, format!("--html: {reason}")))?;
        atomic::replace(Path::new(path), page.as_bytes(), 0o666)?;
    }
    let text = match request.format {
        Format::Human => {
            let style = Style::new(report::colored(request.color, session.io.terminals.stdout, session.io));
            human::report(&report, chosen.suite.config.require_oracle, style)
        }
        Format::Json => forms::json(&report),
        Format::Junit => forms::junit(&report),
        Format::Github => forms::github(&report),
        Format::Tap => forms::tap(&report),
    };
    say(session, &text)?;
    Ok(report.counts().failed == 0)
}

/// Writes to standard output.
fn say(session: &mut Session<'_, '_>, text: &str) -> Result<()> {
    match report::write_out(session.io, text.as_bytes()) {
        0 => Ok(()),
        _ => Err(Error::new(ErrorKind::Load, "the report could not be written")),
    }
}

//! `pintle golden bless`: writes golden files.

use super::human::{Look, Style, counted, details};
use super::progress::Progress;
use super::request::Request;
use super::{Chosen, random, say};
use crate::atomic;
use crate::chart::Chart;
use crate::cli::{Session, report};
use crate::error::{Error, ErrorKind, Result};
use crate::golden::{self, Action, Case, Change, Oracle, Orphan, Renderer};
use crate::render::batch::in_order;
use crate::report::Finding;
use std::fmt::Write;
use std::io::Read;
use std::ops::ControlFlow;

/// A case that could not be rendered, with the reason.
type Failed<'c> = (&'c Case, Box<Finding>);

/// Whether all cases were rendered and all files written.
pub(super) fn run(request: &Request<'_>, chosen: &Chosen, session: &mut Session<'_, '_>) -> Result<bool> {
    if chosen.suite.config.require_oracle && request.oracles.is_empty() {
        let message = format!(
            "{} says that golden files come from Helm (requireOracle): give the path of a Helm with --oracle",
            golden::CONFIG
        );
        return Err(Error::new(ErrorKind::Usage, message));
    }
    let style = Style::new(report::colored(request.color, session.io.terminals.stdout, session.io));
    let renderer = Renderer::new(&chosen.suite.disk);
    let results = render(request, chosen, &renderer, session)?;
    let mut rendered: Vec<(&Case, &[u8])> = Vec::new();
    let mut failed: Vec<Failed<'_>> = Vec::new();
    for (case, result) in chosen.cases.iter().zip(&results) {
        match result {
            Ok(text) => rendered.push((case, text)),
            Err(finding) => failed.push((case, finding.clone())),
        }
    }
    let orphans: &[Orphan] = if request.prune { &chosen.orphans } else { &[] };
    let changes = golden::changes(&rendered, orphans, &chosen.suite.disk);
    say(session, &shown(&changes, &failed, style))?;
    let is_written = |case: &&&Case| changes.iter().any(|change| change.path == case.golden && change.writes());
    let written: Vec<&Case> = rendered.iter().map(|(case, _)| case).filter(is_written).copied().collect();
    say(session, &random::shown(&random::find(&written, &renderer, request), chosen, style))?;
    if !changes.is_empty() && !may_write(request, &changes, session)? {
        say(session, "nothing was written\n")?;
        return Ok(false);
    }
    let broken = apply(&changes, chosen);
    say(session, &summary(&changes, &broken, &failed, chosen, style))?;
    Ok(failed.is_empty() && broken.is_empty())
}

type Rendered = std::result::Result<Vec<u8>, Box<Finding>>;

/// What Pintle or the given Helm prints for each case.
fn render(
    request: &Request<'_>,
    chosen: &Chosen,
    renderer: &Renderer<'_>,
    session: &mut Session<'_, '_>,
) -> Result<Vec<Rendered>> {
    let (disk, cases) = (&chosen.suite.disk, &chosen.cases);
    let oracle = match request.oracles.as_slice() {
        [] => None,
        programs => Some(Oracle::find(programs, disk, cases)?),
    };
    let work = |number: usize| match &oracle {
        Some(oracle) => oracle.render(&cases[number]),
        None => renderer.render(&cases[number]),
    };
    let mut progress = Progress::new(cases.len(), true, session);
    let mut results = Vec::new();
    in_order(cases.len(), request.jobs, work, |number, result| {
        progress.step(&cases[number].name);
        results.push(result);
        ControlFlow::Continue(())
    });
    progress.clear();
    Ok(results)
}

/// Each change with its diff, and what could not be rendered.
fn shown(changes: &[Change], failed: &[Failed<'_>], style: Style) -> String {
    let mut out = String::new();
    for change in changes {
        let (word, look) = match change.action {
            Action::Create(_) => ("NEW", Look::Good),
            Action::Replace(..) => ("CHANGED", Look::Heading),
            Action::Prune => ("ORPHAN", Look::Bad),
            Action::Fold => ("SAME", Look::Heading),
        };
        let _ = write!(out, "{} {}", style.paint(&[Look::Strong, look], &format!("{word:>10}")), change.path);
        match &change.action {
            Action::Create(text) => {
                let lines = memchr::memchr_iter(b'\n', text).count();
                let _ = writeln!(out, " ({})", counted(lines, "line"));
            }
            Action::Replace(_, finding) => {
                out.push('\n');
                details(finding, style, &mut out);
                out.push('\n');
            }
            Action::Prune => out.push_str(" belongs to no case and goes away\n"),
            Action::Fold => out.push_str(" says what the main golden file says and goes away\n"),
        }
    }
    for (case, finding) in failed {
        let word = style.paint(&[Look::Strong, Look::Bad], "    FAILED");
        let _ = writeln!(out, "{word} {} (its golden file is left as it is)", case.name);
        details(finding, style, &mut out);
        out.push('\n');
    }
    out
}

/// Asks at a terminal, unless only new files are to be written.
fn may_write(request: &Request<'_>, changes: &[Change], session: &mut Session<'_, '_>) -> Result<bool> {
    let harmless = changes.iter().all(|change| matches!(change.action, Action::Create(_)));
    if request.yes || harmless || !session.io.terminals.stdin {
        return Ok(true);
    }
    say(session, &format!("Write {}? [y/N] ", counted(changes.len(), "change")))?;
    let answer =
        read_line(session.io.stdin).map_err(|e| Error::new(ErrorKind::Load, format!("standard input: {e}")))?;
    Ok(matches!(answer.trim(), "y" | "Y" | "yes"))
}

fn read_line(input: &mut dyn Read) -> std::io::Result<String> {
    let mut line = Vec::new();
    let mut byte = [0];
    while input.read(&mut byte)? == 1 && byte[0] != b'\n' {
        line.push(byte[0]);
    }
    Ok(String::from_utf8_lossy(&line).into_owned())
}

/// Writes and removes files; those that could not be, with the reason.
fn apply<'c>(changes: &'c [Change], chosen: &Chosen) -> Vec<(&'c Change, Error)> {
    let disk = &chosen.suite.disk;
    let apply = |change: &Change| match &change.action {
        Action::Create(text) | Action::Replace(text, _) => atomic::replace(&disk.path(&change.path), text, 0o666),
        Action::Prune | Action::Fold => disk.remove(&change.path),
    };
    changes.iter().filter_map(|change| Some((change, apply(change).err()?))).collect()
}

fn summary(
    changes: &[Change],
    broken: &[(&Change, Error)],
    failed: &[Failed<'_>],
    chosen: &Chosen,
    style: Style,
) -> String {
    let mut out = String::new();
    for (change, error) in broken {
        let word = style.paint(&[Look::Strong, Look::Bad], "NOT WRITTEN");
        let _ = writeln!(out, "{word} {}: {error}", change.path);
    }
    let is_done = |change: &&Change| broken.iter().all(|(other, _)| !std::ptr::eq(*other, *change));
    let done = |action: fn(&Action) -> bool| changes.iter().filter(is_done).filter(|c| action(&c.action)).count();
    let new = done(|action| matches!(action, Action::Create(_)));
    let replaced = done(|action| matches!(action, Action::Replace(..)));
    let removed = done(|action| matches!(action, Action::Prune | Action::Fold));
    let written = changes.iter().filter(|change| change.writes()).count();
    let fresh = chosen.cases.len().saturating_sub(written + failed.len());
    let mut parts = Vec::new();
    for (count, what) in [(new, "new"), (replaced, "replaced"), (removed, "removed"), (fresh, "up to date")] {
        if count > 0 {
            parts.push(format!("{count} {what}"));
        }
    }
    if !failed.is_empty() {
        parts.push(style.paint(&[Look::Bad, Look::Strong], &format!("{} failed", failed.len())));
    }
    if !broken.is_empty() {
        parts.push(style.paint(&[Look::Bad, Look::Strong], &format!("{} not written", broken.len())));
    }
    let _ = writeln!(out, "golden files: {}", if parts.is_empty() { "none".to_owned() } else { parts.join(", ") });
    out.push_str(&packaging_hint(new, chosen));
    out
}

/// Golden files in the folder of a chart, and what is said of them, become part of its package, unless `.helmignore` leaves
/// them out.
fn packaging_hint(new: usize, chosen: &Chosen) -> String {
    let Some(case) = chosen.cases.first().filter(|case| new > 0 && case.path == ".") else { return String::new() };
    let Ok(chart) = Chart::load(chosen.suite.disk.path("."), case.compat, &mut Vec::new()) else {
        return String::new();
    };
    let folder = format!("{}/", chosen.suite.config.folders.golden);
    let mut out = String::new();
    for what in [&folder, golden::CONFIG] {
        if chart.files.iter().any(|file| file.name.starts_with(what)) {
            let _ = writeln!(out, "{what} is packaged with the chart as it is: add the line '{what}' to .helmignore");
        }
    }
    out
}

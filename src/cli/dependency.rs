//! `pintle dependency`: the charts that a chart depends on.

use super::parse::Invocation;
use super::{Failure, Session, flags::quote, package, report, source, table};
use crate::chart::{Chart, Dependency, Stamp};
use crate::compat::Compat;
use crate::fetch::Fetcher;
use crate::fetch::dependencies::{self, Job, Voice};
use crate::gostd::path;
use crate::semver::{Constraints, Version};
use std::fmt::Write as _;
use std::path::Path;

/// Prints the dependencies of a chart and whether they are there.
///
/// Source: Helm's `pkg/action/dependency.go`.
pub(super) fn list(invocation: &Invocation, session: &mut Session<'_, '_>) -> Result<(), Failure> {
    let folder = folder(invocation);
    let mut notices = Vec::new();
    let chart = Chart::load_any(&folder, session.compat, &mut notices);
    session.notices(&notices);
    let chart = chart?;
    let Some(listed) = &chart.metadata.dependencies else {
        let line = format!("WARNING: no dependencies at {}\n", path::join(&[&folder, "charts"]));
        return report::finish(session, line.as_bytes());
    };
    let width = invocation.text("max-col-width").and_then(|w| w.parse().ok()).unwrap_or(80);
    let mut rows = vec![["NAME", "VERSION", "REPOSITORY", "STATUS"].map(str::to_owned).to_vec()];
    for dependency in listed {
        let status = status(&folder, dependency, &chart, session.compat);
        let cells = [&dependency.name, &dependency.version, &dependency.repository];
        rows.push(cells.into_iter().cloned().chain([status.to_owned()]).collect());
    }
    let mut text = format!("{}\n\n", table::text(&rows, width));
    strays(&folder, listed, session, &mut text);
    report::finish(session, text.as_bytes())
}

/// What is below `charts/` for a dependency.
fn status(folder: &str, dependency: &Dependency, chart: &Chart, compat: Compat) -> &'static str {
    let mut archives = archives_of(folder, &dependency.name);
    if archives.len() > 1 {
        let version = |path: &String| {
            let name = path.rsplit('/').next()?.strip_suffix(".tgz")?;
            Some(name.strip_prefix(&format!("{}-", dependency.name)).unwrap_or(name).to_owned())
        };
        archives.retain(|path| version(path).is_some_and(|v| Version::parse_strict(v.as_bytes(), compat).is_ok()));
        if archives.len() > 1 {
            return "too many matches";
        }
    }
    if let Some(archive) = archives.first() {
        return status_of_archive(archive, dependency, compat);
    }
    // The last one of that name counts.
    match chart.dependencies.iter().rev().find(|child| child.name() == dependency.name) {
        None => "missing",
        Some(child) => fault(&child.metadata.version, &dependency.version, compat).unwrap_or("unpacked"),
    }
}

fn status_of_archive(archive: &str, dependency: &Dependency, compat: Compat) -> &'static str {
    let Ok(chart) = Chart::load_any(archive, compat, &mut Vec::new()) else { return "corrupt" };
    if chart.name() != dependency.name {
        return "misnamed";
    }
    fault(&chart.metadata.version, &dependency.version, compat).unwrap_or("ok")
}

/// What is wrong with a version, if it must lie in a range.
fn fault(version: &str, range: &str, compat: Compat) -> Option<&'static str> {
    if version == range {
        return None;
    }
    let parsed = Constraints::parse(range.as_bytes(), compat).and_then(|range| {
        let version = Version::parse(version.as_bytes(), compat)?;
        Ok(range.check(&version))
    });
    match parsed {
        Err(_) => Some("invalid version"),
        Ok(false) => Some("wrong version"),
        Ok(true) => None,
    }
}

/// The paths below `charts/`, sorted.
fn below_charts(folder: &str) -> Vec<String> {
    let charts = path::join(&[folder, "charts"]);
    let entries = std::fs::read_dir(&charts).into_iter().flatten().filter_map(Result::ok);
    let mut paths: Vec<String> =
        entries.map(|entry| format!("{charts}/{}", entry.file_name().to_string_lossy())).collect();
    paths.sort();
    paths
}

/// The archives that may be those of a dependency, by their names.
fn archives_of(folder: &str, name: &str) -> Vec<String> {
    let is_one = |path: &String| {
        let file = path.rsplit('/').next().unwrap_or_default();
        let rest = file.strip_prefix(name).and_then(|rest| rest.strip_prefix('-'));
        rest.is_some() && path::ext(file.as_bytes()) == b".tgz"
    };
    below_charts(folder).into_iter().filter(is_one).collect()
}

/// Warns of charts below `charts/` that are not listed, and of what is no chart.
fn strays(folder: &str, listed: &[Dependency], session: &mut Session<'_, '_>, text: &mut String) {
    for path in below_charts(folder) {
        if !Path::new(&path).is_dir() && path::ext(path.as_bytes()) != b".tgz" {
            continue;
        }
        let mut notices = Vec::new();
        let chart = Chart::load_any(&path, session.compat, &mut notices);
        session.notices(&notices);
        let _ = match chart {
            Err(_) => writeln!(text, "WARNING: {} is not a chart.", quote(&path)),
            Ok(chart) if listed.iter().any(|d| d.name == chart.name()) => Ok(()),
            Ok(_) => writeln!(text, "WARNING: {} is not in Chart.yaml.", quote(&path)),
        };
    }
}

/// Fetches the dependencies of a chart and locks their versions.
pub(super) fn update(invocation: &Invocation, session: &mut Session<'_, '_>) -> Result<(), Failure> {
    let folder = folder(invocation);
    Ok(update_in(&folder, invocation, session, true)?)
}

/// Fetches what the lock of a chart names.
pub(super) fn build(invocation: &Invocation, session: &mut Session<'_, '_>) -> Result<(), Failure> {
    let folder = folder(invocation);
    Ok(manage(dependencies::build, &folder, invocation, session, true)?)
}

/// Updates the dependencies of the chart in a folder, and tells what happens if it is to be told.
pub(super) fn update_in(
    folder: &str,
    invocation: &Invocation,
    session: &mut Session<'_, '_>,
    aloud: bool,
) -> crate::Result<()> {
    manage(dependencies::update, folder, invocation, session, aloud)
}

fn folder(invocation: &Invocation) -> String {
    invocation.args().first().map_or_else(|| ".".to_owned(), |given| path::join(&[given]))
}

type Manage = fn(&Fetcher<'_>, &Job, dependencies::Say<'_>) -> crate::Result<()>;

fn manage(
    manage: Manage,
    folder: &str,
    invocation: &Invocation,
    session: &mut Session<'_, '_>,
    aloud: bool,
) -> crate::Result<()> {
    if invocation.is_set("verify") {
        return Err(source::provenance("verify"));
    }
    let fixed = if session.compat == Compat::Helm4 { package::source_date_epoch(session)? } else { None };
    let now = super::now();
    let job = Job {
        folder: folder.to_owned(),
        access: source::access(invocation),
        skip_refresh: invocation.is_set("skip-refresh"),
        stamp: Stamp { now: now.0, fixed },
        now,
        debug: session.debug,
    };
    let fetcher = source::fetcher(invocation, session)?;
    let compat = session.compat;
    let io = &mut *session.io;
    let done = manage(&fetcher, &job, &mut |voice, text| {
        // A reader that has gone away does not stop the work.
        let _ = match voice {
            Voice::Registry if compat == Compat::Helm3 => io.stderr.write_all(text.as_bytes()),
            Voice::Manager if !aloud => Ok(()),
            _ => io.stdout.write_all(text.as_bytes()).and_then(|()| io.stdout.flush()),
        };
    });
    session.notices(&fetcher.notices());
    done
}

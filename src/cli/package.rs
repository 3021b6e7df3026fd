//! `pintle package`: packs charts into archives.

use super::parse::Invocation;
use super::{Failure, Session, dependency, report};
use crate::atomic;
use crate::chart::{self, Chart, Stamp};
use crate::compat::Compat;
use crate::error::{Error, ErrorKind, Result};
use crate::gostd::os::path_error;
use crate::gostd::path;
use crate::semver::Version;
use std::path::Path;

pub(super) fn run(invocation: &Invocation, session: &mut Session<'_, '_>) -> std::result::Result<(), Failure> {
    let paths = invocation.args();
    if paths.is_empty() {
        return Err(usage("need at least one argument, the path to the chart").into());
    }
    let fixed = if session.compat == Compat::Helm4 { source_date_epoch(session)? } else { None };
    if invocation.is_set("sign") {
        refuse_signing(invocation)?;
    }
    let stamp = Stamp { now: super::now().0, fixed };
    for path in paths {
        let written = package(&path, stamp, invocation, session)?;
        let line = format!("Successfully packaged chart and saved it to: {written}\n");
        report::finish(session, line.as_bytes())?;
    }
    Ok(())
}

fn usage(message: impl Into<Vec<u8>>) -> Error {
    Error::new(ErrorKind::Usage, message)
}

fn refuse_signing(invocation: &Invocation) -> Result<()> {
    if invocation.text("key").is_none_or(str::is_empty) {
        return Err(usage("--key is required for signing a package"));
    }
    let message = "pintle does not sign packages: run 'helm package --sign' instead";
    Err(Error::new(ErrorKind::Unsupported, message))
}

/// The time that all entries of archives are to have, from the environment.
pub(super) fn source_date_epoch(session: &Session<'_, '_>) -> Result<Option<i64>> {
    let Some(text) = (session.io.env)("SOURCE_DATE_EPOCH").filter(|text| !text.is_empty()) else { return Ok(None) };
    let seconds: i64 = text.parse().map_err(|error: std::num::ParseIntError| {
        use std::num::IntErrorKind::{NegOverflow, PosOverflow};
        let quoted = super::flags::quote(&text);
        let fault = matches!(error.kind(), PosOverflow | NegOverflow);
        let fault = if fault { "value out of range" } else { "invalid syntax" };
        usage(format!("invalid SOURCE_DATE_EPOCH: strconv.ParseInt: parsing {quoted}: {fault}"))
    })?;
    if seconds < 0 {
        return Err(usage("invalid SOURCE_DATE_EPOCH: must not be negative"));
    }
    Ok(Some(seconds))
}

/// Packs one chart; the path of the archive.
///
/// Source: Helm's `pkg/action/package.go` and `chartutil.Save`.
fn package(given: &str, stamp: Stamp, invocation: &Invocation, session: &mut Session<'_, '_>) -> Result<String> {
    let compat = session.compat;
    std::fs::metadata(given).map_err(|e| usage(path_error("stat", given, &e)))?;
    let folder = std::path::absolute(given).map_err(|e| usage(e.to_string()))?;
    if invocation.is_set("dependency-update") {
        dependency::update_in(&folder.to_string_lossy(), invocation, session, false)?;
    }
    let mut notices = Vec::new();
    let loaded = Chart::load_folder(&folder, compat, &mut notices);
    session.notices(&notices);
    let mut chart = loaded?;
    if let Some(version) = invocation.text("version").filter(|v| !v.is_empty()) {
        version.clone_into(&mut chart.metadata.version);
    }
    Version::parse(chart.metadata.version.as_bytes(), compat).map_err(usage)?;
    if let Some(version) = invocation.text("app-version").filter(|v| !v.is_empty()) {
        version.clone_into(&mut chart.metadata.app_version);
    }
    chart::check_packable(&chart, compat)?;
    let destination = match invocation.text("destination") {
        None | Some(".") => std::env::current_dir().map_err(|e| usage(e.to_string()))?.to_string_lossy().into_owned(),
        Some(destination) => destination.to_owned(),
    };
    let file = path::join(&[&destination, &format!("{}-{}.tgz", chart.name(), chart.metadata.version)]);
    let folder = Path::new(&file).parent().unwrap_or(Path::new("."));
    if folder.exists() && !folder.is_dir() {
        return Err(usage(format!("failed to save: is not a directory: {}", folder.display())));
    }
    let archive = chart::pack(&chart, stamp, compat).map_err(|e| e.prefixed("failed to save: "))?;
    atomic::replace(Path::new(&file), &archive, 0o644).map_err(|e| e.prefixed("failed to save: "))?;
    Ok(file)
}

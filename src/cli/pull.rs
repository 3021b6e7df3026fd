//! `pintle pull`: downloads charts.

use super::parse::Invocation;
use super::{Failure, Session, report, source};
use crate::atomic;
use crate::chart::{Chart, File};
use crate::compat::Compat;
use crate::error::{Error, ErrorKind, Result};
use crate::fetch::{self, Fetched};
use crate::gostd::os::path_error;
use crate::gostd::path;
use std::path::Path;

/// Source: Helm's `pkg/action/pull.go`.
pub(super) fn run(invocation: &Invocation, session: &mut Session<'_, '_>) -> std::result::Result<(), Failure> {
    if invocation.is_set("prov") {
        return Err(source::provenance("prov").into());
    }
    for reference in invocation.args() {
        let fetched = source::fetch(invocation, &reference, session)?;
        // Helm 3 tells of registries on standard error, Helm 4 on standard output.
        if session.compat == Compat::Helm3 {
            let _ = session.io.stderr.write_all(fetched.message.as_bytes());
        } else {
            report::finish(session, fetched.message.as_bytes())?;
        }
        let destination = invocation.text("destination").unwrap_or(".");
        if invocation.is_set("untar") {
            untar(invocation, &reference, &fetched, destination, session.compat)?;
        } else {
            fetch::deliver(&fetched, destination)?;
        }
    }
    Ok(())
}

fn failed(message: String) -> Error {
    Error::new(ErrorKind::Fetch, message)
}

/// Unpacks a chart below the destination, where nothing may be of its name.
fn untar(invocation: &Invocation, reference: &str, fetched: &Fetched, destination: &str, compat: Compat) -> Result<()> {
    let given = invocation.text("untardir").unwrap_or(".");
    let folder = if Path::new(given).is_absolute() { given.to_owned() } else { path::join(&[destination, given]) };
    // Helm 3 has the URL by now if a repository was given, and takes the archive's name for the chart's.
    let by_url = compat == Compat::Helm3 && invocation.text("repo").is_some_and(|repo| !repo.is_empty());
    let name = if by_url { &fetched.file_name } else { reference.rsplit('/').next().unwrap_or_default() };
    let wanted = if folder == "." { name.to_owned() } else { path::join(&[&folder, name]) };
    if Path::new(&wanted).exists() {
        return Err(failed(format!("failed to untar: a file or directory with the name {wanted} already exists")));
    }
    let files = Chart::files_of_archive(&fetch::content(fetched)?, compat)?;
    let chart = Chart::from_any_files(files.clone(), compat)?;
    std::fs::create_dir_all(&wanted)
        .map_err(|e| failed(format!("failed to untar (mkdir): {}", path_error("mkdir", &wanted, &e))))?;
    expand(&files, Path::new(&path::join(&[&folder, chart.name()])))
}

/// Writes files below a folder: all of them beside it first, so that the folder is there whole or not at all.
fn expand(files: &[File], target: &Path) -> Result<()> {
    // An empty folder goes; one with something in it stays, and gets the files one by one.
    if std::fs::remove_dir(target).is_err() && target.exists() {
        return files.iter().try_for_each(|file| atomic::replace(&target.join(&file.name), &file.data, 0o644));
    }
    let name = target.file_name().unwrap_or_default().to_string_lossy();
    let temporary = target.with_file_name(format!(".{name}.{}.tmp", std::process::id()));
    let written = files.iter().try_for_each(|file| atomic::replace(&temporary.join(&file.name), &file.data, 0o644));
    let moved = written.and_then(|()| {
        std::fs::rename(&temporary, target).map_err(|e| failed(path_error("rename", &target.to_string_lossy(), &e)))
    });
    if moved.is_err() {
        let _ = std::fs::remove_dir_all(&temporary);
    }
    moved
}

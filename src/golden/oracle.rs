//! What a real Helm prints for a case.

use super::disk::Disk;
use super::suite::Case;
use crate::compat::Compat;
use crate::diag::Severity;
use crate::error::{Error, ErrorKind, Result};
use crate::report::Finding;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// Helm programs, one for each major.
#[derive(Debug)]
pub struct Oracle<'a> {
    disk: &'a Disk,
    programs: Vec<(Compat, PathBuf)>,
}

impl<'a> Oracle<'a> {
    /// Asks each program for its version and makes sure that there is one for every case.
    pub fn find(programs: &[&str], disk: &'a Disk, cases: &[Case]) -> Result<Oracle<'a>> {
        let mut found = Vec::new();
        for program in programs {
            let path = locate(program);
            let version = version(&path).map_err(|reason| usage(format!("--oracle {program}: {reason}")))?;
            let compat = match version.trim_start_matches('v').split('.').next() {
                Some("4") => Compat::Helm4,
                Some("3") => Compat::Helm3,
                _ => return Err(usage(format!("--oracle {program}: Helm 3 or 4 is needed, this is {version}"))),
            };
            if found.iter().any(|(other, _)| *other == compat) {
                return Err(usage(format!(
                    "--oracle {program}: there is another Helm of this major, {version}, before"
                )));
            }
            found.push((compat, path));
        }
        let oracle = Oracle { disk, programs: found };
        match cases.iter().find(|case| oracle.program(case.compat).is_none()) {
            Some(case) => {
                let major = if case.compat == Compat::Helm4 { "4" } else { "3" };
                Err(usage(format!("case {:?} needs a Helm {major}: give its path with --oracle", case.name)))
            }
            None => Ok(oracle),
        }
    }

    fn program(&self, compat: Compat) -> Option<&Path> {
        self.programs.iter().find(|(other, _)| *other == compat).map(|(_, path)| path.as_path())
    }

    /// What Helm prints; a failure is a finding with what it says.
    pub fn render(&self, case: &Case) -> std::result::Result<Vec<u8>, Box<Finding>> {
        let failed = |message: String| Box::new(Finding::new(Severity::Error, "oracle-failed", message));
        let Some(program) = self.program(case.compat) else {
            return Err(failed("there is no Helm of this major".to_owned()));
        };
        let mut command = Command::new(program);
        command.args(case.command());
        if !self.disk.root().as_os_str().is_empty() {
            command.current_dir(self.disk.root());
        }
        let output = run(command).map_err(|error| failed(format!("{}: {error}", program.display())))?;
        if output.status.success() {
            return Ok(output.stdout);
        }
        let words = String::from_utf8_lossy(&output.stderr).into_owned();
        Err(Box::new(failed(format!("{}: {}", program.display(), output.status)).detail(words)))
    }
}

fn usage(message: String) -> Error {
    Error::new(ErrorKind::Usage, message)
}

/// The absolute form of a path, which stays true in another folder; a bare name is looked for in `PATH`.
fn locate(program: &str) -> PathBuf {
    let path = PathBuf::from(program);
    if program.contains('/') { std::path::absolute(&path).unwrap_or(path) } else { path }
}

fn run(mut command: Command) -> std::io::Result<Output> {
    command.stdin(Stdio::null()).output()
}

/// What `helm version --short` says, e.g. `v4.3.1+gc0d08d0`.
fn version(program: &Path) -> std::result::Result<String, String> {
    let mut command = Command::new(program);
    command.args(["version", "--short"]);
    let output = run(command).map_err(|error| error.to_string())?;
    let text = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    if output.status.success() && text.starts_with('v') {
        Ok(text)
    } else {
        Err("it does not tell a version as Helm does".to_owned())
    }
}

//! `--post-renderer`: a program that all manifests are passed through.

use super::Io;
use super::flags::quote;
use super::parse::Invocation;
use crate::compat::Compat;
use crate::error::{Error, ErrorKind};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A program and its arguments.
pub(super) struct PostRenderer {
    program: PathBuf,
    args: Vec<String>,
}

impl PostRenderer {
    /// The post-renderer asked for. In Helm 4 it must be a plugin, which is left to Helm.
    pub(super) fn find(invocation: &Invocation, compat: Compat, io: &Io<'_>) -> Result<Option<PostRenderer>, Error> {
        let Some(name) = invocation.text("post-renderer").filter(|name| !name.is_empty()) else { return Ok(None) };
        let refused = |reason: String| {
            let message = format!("invalid argument {} for \"--post-renderer\" flag: {reason}", quote(name));
            Error::new(ErrorKind::Usage, message)
        };
        if compat == Compat::Helm4 {
            return Err(plugin(name, io, refused));
        }
        let program = look_up(name, io).map_err(refused)?;
        let args = invocation.all("post-renderer-args").into_iter().map(str::to_owned).collect();
        Ok(Some(PostRenderer { program, args }))
    }

    /// Passes the manifests through the program. The error is Helm's text.
    ///
    /// Source: Helm 3's `pkg/postrender/exec.go`.
    pub(super) fn run(&self, manifests: &[u8]) -> Result<Vec<u8>, Error> {
        let failed = |reason: String, stderr: &str| {
            let program = self.program.display();
            let message = format!(
                "error while running post render on files: error while running command {program}. error output:\n{stderr}: {reason}"
            );
            Error::new(ErrorKind::Manifest, message)
        };
        let mut command = Command::new(&self.program);
        command.args(&self.args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(|e| failed(crate::gostd::os::error_text(&e), ""))?;
        let stdin = child.stdin.take();
        let output = std::thread::scope(|scope| {
            // A program that does not read its input closes it, which is no fault.
            scope.spawn(move || stdin.map(|mut pipe| pipe.write_all(manifests)));
            child.wait_with_output()
        });
        let output = output.map_err(|e| failed(crate::gostd::os::error_text(&e), ""))?;
        if output.status.success() {
            return Ok(output.stdout);
        }
        let stderr = String::from_utf8_lossy(&output.stderr);
        let code = output.status.code().map_or_else(|| output.status.to_string(), |code| format!("exit status {code}"));
        Err(failed(code, &format!("{stderr}\n")))
    }
}

/// Why a Helm 4 post-renderer is not run: Helm's own text if there is no such plugin.
fn plugin(name: &str, io: &Io<'_>, refused: impl Fn(String) -> Error) -> Error {
    let home = (io.env)("HELM_DATA_HOME")
        .or_else(|| (io.env)("XDG_DATA_HOME").map(|d| format!("{d}/helm")))
        .or_else(|| (io.env)("HOME").map(|d| format!("{d}/.local/share/helm")));
    let plugins = (io.env)("HELM_PLUGINS").or_else(|| home.map(|d| format!("{d}/plugins")));
    if plugins.is_some_and(|dir| Path::new(&dir).join(name).join("plugin.yaml").exists()) {
        let message = format!(
            "post-renderer plugins are run by Helm only: run 'helm template' with --post-renderer {name}, or pipe the output of pintle through the program"
        );
        return Error::new(ErrorKind::Unsupported, message);
    }
    refused(format!("plugin: {{Name:{name} Type:postrenderer/v1}} not found"))
}

/// Go's `exec.LookPath` and `filepath.Abs`.
fn look_up(name: &str, io: &Io<'_>) -> Result<PathBuf, String> {
    let missing = |what: &str| format!("unable to find binary at {name}: exec: {}: {what}", quote(name));
    if name.contains('/') {
        let path = std::path::absolute(name).map_err(|e| e.to_string())?;
        return if path.is_file() {
            Ok(path)
        } else {
            Err(missing(&format!("stat {name}: no such file or directory")))
        };
    }
    let dirs = (io.env)("PATH").unwrap_or_default();
    let found = dirs.split(':').map(|dir| Path::new(dir).join(name)).find(|path| path.is_file());
    found.ok_or_else(|| missing("executable file not found in $PATH"))
}

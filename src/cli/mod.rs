//! The command line: Helm's commands and flags, in Helm's words.

mod blame;
mod csv;
mod env;
mod flags;
mod kubeconfig;
mod lint;
mod output;
mod parse;
mod post_render;
mod release;
mod report;
mod template;
mod values;
mod version;

use crate::compat::Compat;
use crate::diag::Notice;
use crate::error::Error;
use parse::Invocation;
use report::ErrorFormat;
use std::ffi::OsString;
use std::io::{Read, Write};

/// What a run of the program reads from and writes to.
pub struct Io<'a> {
    /// Standard input, for `-f -`.
    pub stdin: &'a mut dyn Read,
    /// Standard output.
    pub stdout: &'a mut dyn Write,
    /// Standard error.
    pub stderr: &'a mut dyn Write,
    /// Which of the three are terminals.
    pub terminals: Terminals,
    /// Looks up an environment variable.
    pub env: &'a dyn Fn(&str) -> Option<String>,
}

/// Which streams a person sits at.
#[derive(Clone, Copy, Debug, Default)]
pub struct Terminals {
    /// Questions can be asked.
    pub stdin: bool,
    /// Reports may be coloured.
    pub stdout: bool,
    /// Errors get excerpts, and progress is shown.
    pub stderr: bool,
}

/// How a command ends when it does not succeed.
enum Failure {
    /// Something is wrong; said as `Error: …`, exit code 1.
    Error(Error),
    /// Everything has been said already; exit with this code.
    Exit(u8),
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        Failure::Error(error)
    }
}

/// A command while it runs.
struct Session<'a, 'io> {
    io: &'a mut Io<'io>,
    compat: Compat,
    error_format: ErrorFormat,
    debug: bool,
}

impl Session<'_, '_> {
    /// Writes log lines to standard error; those of level DEBUG only with `--debug`.
    fn notices(&mut self, notices: &[Notice]) {
        for notice in notices {
            if notice.level == crate::diag::Level::Debug && !self.debug {
                continue;
            }
            if let Some(line) = notice.line(self.compat) {
                let _ = writeln!(self.io.stderr, "{line}");
            }
        }
    }
}

/// Runs the program with these arguments (without the program's name) and returns its exit code.
pub fn run(args: Vec<OsString>, io: &mut Io<'_>) -> u8 {
    let mut args = args;
    let compat = match parse::compat(&mut args, io.env) {
        Ok(compat) => compat,
        Err(error) => return report::plain(io, &error),
    };
    let invocation = match parse::parse(args, compat) {
        Ok(parse::Parsed::Run(invocation)) => invocation,
        Ok(parse::Parsed::Help(text)) => return report::write_out(io, text.as_bytes()),
        Err(error) => return report::plain(io, &error),
    };
    run_command(&invocation, compat, io)
}

fn run_command(invocation: &Invocation, compat: Compat, io: &mut Io<'_>) -> u8 {
    let debug = invocation
        .bool("debug")
        .unwrap_or_else(|| (io.env)("HELM_DEBUG").as_deref().and_then(flags::parse_bool).unwrap_or(false));
    let error_format = match report::error_format(invocation, io) {
        Ok(format) => format,
        Err(error) => return report::plain(io, &error),
    };
    for line in invocation.deprecations(compat) {
        let _ = writeln!(io.stderr, "{line}");
    }
    if let Some(mode) = invocation.bad_color_mode() {
        let notice = Notice::new(crate::diag::Level::Warn, "command failed")
            .with("error", format!("invalid color mode {}: must be one of: never, auto, always", flags::quote(mode)));
        let _ = writeln!(io.stderr, "{}", notice.line(compat).unwrap_or_default());
        return 1;
    }
    let mut session = Session { io, compat, error_format, debug };
    let result = match invocation.command() {
        "template" => template::run(invocation, &mut session),
        "lint" => lint::run(invocation, &mut session),
        _ => version::run(invocation, &mut session),
    };
    match result {
        Ok(()) => 0,
        Err(Failure::Exit(code)) => code,
        Err(Failure::Error(error)) => {
            report::error(&mut session, &error);
            1
        }
    }
}

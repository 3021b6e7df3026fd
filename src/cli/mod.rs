//! The command line: Helm's commands and flags, in Helm's words.

mod batch;
mod commands;
mod completion;
mod create;
mod csv;
mod dependency;
mod docs;
mod flags;
mod golden;
mod help;
mod kubeconfig;
mod lint;
mod output;
mod package;
mod parse;
mod post_render;
mod pull;
mod registry;
mod release;
mod repo;
mod report;
mod settings;
mod show;
mod source;
mod sprig_env;
mod suggest;
mod table;
mod template;
mod validate;
mod values;
mod version;

use crate::compat::Compat;
use crate::diag::Notice;
use crate::error::Error;
use crate::render::batch::Charts;
use commands::Action;
use parse::{Invocation, Parsed};
use report::ErrorFormat;
use std::ffi::OsString;
use std::io::{Read, Write};

/// What a run of the program reads from and writes to.
pub struct Io<'a> {
    /// The name that the program was called by; one that begins with `helm` makes it speak of itself so.
    pub program: &'a str,
    /// Standard input, for `-f -`.
    pub stdin: &'a mut dyn Read,
    /// Standard output.
    pub stdout: &'a mut dyn Write,
    /// Standard error.
    pub stderr: &'a mut dyn Write,
    /// Which of the three are terminals.
    pub terminals: Terminals,
    /// Looks up an environment variable.
    pub env: &'a (dyn Fn(&str) -> Option<String> + Sync),
    /// Ends the process with an exit code: a render whose output is written leaves its memory to the system,
    /// which takes it back much faster than it could be freed. Without it, a run always returns.
    pub exit: Option<fn(i32) -> !>,
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
    /// Whether errors are coloured.
    color: bool,
    /// The charts that were read so far.
    charts: &'a Charts,
}

impl Session<'_, '_> {
    /// Writes log lines to standard error; those of level DEBUG only with `--debug`.
    fn notices(&mut self, notices: &[Notice]) {
        for notice in notices {
            if notice.level == crate::diag::Level::Debug && !self.debug {
                continue;
            }
            if let Some(line) = notice.line(self.compat) {
                let _ = self.io.stderr.write_all(&[&line, &b"\n"[..]].concat());
            }
        }
    }
}

/// Runs the program with these arguments (without the program's name) and returns its exit code.
pub fn run(args: Vec<OsString>, io: &mut Io<'_>) -> u8 {
    run_sharing(args, io, &Charts::default())
}

/// Like [`run`], with charts that were read before.
fn run_sharing(mut args: Vec<OsString>, io: &mut Io<'_>, charts: &Charts) -> u8 {
    let compat = match parse::compat(&mut args, io.env) {
        Ok(compat) => compat,
        Err(error) => return report::plain(io, &error),
    };
    match parse::parse(args, io.program, compat) {
        Ok(Parsed::Run(invocation)) => run_command(&invocation, compat, io, charts),
        Ok(Parsed::Help(text, hint)) => {
            let code = report::write_out(io, text.as_bytes());
            say_hint(io, hint);
            code
        }
        Ok(Parsed::NoSuchTopic(text)) => {
            let _ = io.stderr.write_all(text.as_bytes());
            0
        }
        Err(refusal) => {
            report::plain(io, &refusal.error);
            say_hint(io, refusal.hint);
            refusal.code
        }
    }
}

/// Tells somebody at a terminal what may have been meant.
fn say_hint(io: &mut Io<'_>, hint: Option<String>) {
    if let (true, Some(hint)) = (io.terminals.stderr, hint) {
        let _ = writeln!(io.stderr, "\n{hint}");
    }
}

fn run_command(invocation: &Invocation, compat: Compat, io: &mut Io<'_>, charts: &Charts) -> u8 {
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
    for notice in invocation.old_ways_to_wait(compat) {
        let _ = io.stderr.write_all(&[notice.line(compat).unwrap_or_default(), b"\n".to_vec()].concat());
    }
    if let Some(mode) = invocation.bad_color_mode() {
        let notice = Notice::new(crate::diag::Level::Warn, "command failed")
            .with("error", format!("invalid color mode {}: must be one of: never, auto, always", flags::quote(mode)));
        let _ = io.stderr.write_all(&[notice.line(compat).unwrap_or_default(), b"\n".to_vec()].concat());
        return 1;
    }
    let color = report::colored(invocation.color_mode(), io.terminals.stderr, io);
    let mut session = Session { io, compat, error_format, debug, color, charts };
    let result = match invocation.action() {
        Action::Run(run) => {
            invocation.check_arity().map_err(Failure::from).and_then(|()| run(invocation, &mut session))
        }
        Action::Group(_) | Action::LeftToHelm => Ok(()),
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

/// The time, in seconds and nanoseconds since 1970.
#[expect(clippy::disallowed_methods, reason = "archives and locks carry the time at which they are written")]
fn now() -> (i64, u32) {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    (since.as_secs() as i64, since.subsec_nanos())
}

//! Saying what went wrong.

use super::parse::Invocation;
use super::{Failure, Io, Session};
use crate::diag;
use crate::error::{Error, ErrorKind};
use std::borrow::Cow;
use std::io::{BufWriter, Write};

/// How many bytes of an output in pieces are written at once.
const ROOM: usize = 64 << 10;

/// How errors are said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ErrorFormat {
    /// As Helm says them, and nothing else.
    Helm,
    /// As Helm says them, followed by the place in the file.
    Full,
    /// One JSON object on one line.
    Json,
}

/// The format asked for by flag or environment; a terminal gets excerpts, a pipe what Helm prints.
pub(super) fn error_format(invocation: &Invocation, io: &Io<'_>) -> Result<ErrorFormat, Error> {
    let given = invocation.text("error-format").map(str::to_owned).or_else(|| (io.env)("PINTLE_ERROR_FORMAT"));
    match given.as_deref() {
        None | Some("") if io.terminals.stderr => Ok(ErrorFormat::Full),
        None | Some("" | "helm") => Ok(ErrorFormat::Helm),
        Some("full") => Ok(ErrorFormat::Full),
        Some("json") => Ok(ErrorFormat::Json),
        Some(other) => {
            let message = format!("invalid argument {other:?} for \"--error-format\" flag: must be helm, full or json");
            Err(Error::new(ErrorKind::Usage, message))
        }
    }
}

/// Whether text for a stream is coloured: as `--color` says, else not with `NO_COLOR`, else as `HELM_COLOR`
/// says, else on a terminal.
///
/// Source: Helm's `envColorMode`.
pub(super) fn colored(mode: Option<&str>, terminal: bool, io: &Io<'_>) -> bool {
    let by_environment = || match (io.env)("NO_COLOR") {
        Some(value) if !value.is_empty() => Some("never".to_owned()),
        _ => (io.env)("HELM_COLOR").map(|mode| mode.to_lowercase()),
    };
    match mode.map(str::to_owned).or_else(by_environment).as_deref() {
        Some("always") => true,
        Some("never") => false,
        _ => terminal,
    }
}

/// Says an error before it is known how to; the exit code.
pub(super) fn plain(io: &mut Io<'_>, error: &Error) -> u8 {
    message(&mut io.stderr, error);
    1
}

/// Says an error as Helm does.
fn message(stderr: &mut impl Write, error: &Error) {
    let _ = stderr.write_all(&[b"Error: ", error.message_bytes(), b"\n"].concat());
}

/// Says an error in the format asked for.
pub(super) fn error(session: &mut Session<'_, '_>, error: &Error) {
    let color = session.color;
    let stderr = &mut session.io.stderr;
    if session.error_format == ErrorFormat::Json {
        let mut line = diag::json(&error.message(), error.diagnostic());
        line.push(b'\n');
        let _ = stderr.write_all(&line);
        return;
    }
    message(stderr, error);
    if let (ErrorFormat::Full, Some(diagnostic)) = (session.error_format, error.diagnostic()) {
        let _ = write!(stderr, "\n{}", diag::snippet(diagnostic, color));
    }
}

/// Ends a command by writing its output.
pub(super) fn finish(session: &mut Session<'_, '_>, text: &[u8]) -> Result<(), Failure> {
    match write_out(session.io, text) {
        0 => Ok(()),
        code => Err(Failure::Exit(code)),
    }
}

/// The same for an output in pieces.
pub(super) fn finish_with(session: &mut Session<'_, '_>, pieces: &[Cow<'_, [u8]>]) -> Result<(), Failure> {
    let mut out = BufWriter::with_capacity(ROOM, &mut *session.io.stdout);
    let written = pieces.iter().try_for_each(|piece| out.write_all(piece)).and_then(|()| out.flush());
    // What could not be written is not tried once more.
    drop(out.into_parts());
    match ended(written, session.io) {
        0 => Ok(()),
        code => Err(Failure::Exit(code)),
    }
}

/// Writes everything to standard output at once; the exit code. A reader that has gone away is no error.
pub(super) fn write_out(io: &mut Io<'_>, text: &[u8]) -> u8 {
    let written = io.stdout.write_all(text).and_then(|()| io.stdout.flush());
    ended(written, io)
}

fn ended(written: std::io::Result<()>, io: &mut Io<'_>) -> u8 {
    match written {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            let _ = writeln!(io.stderr, "Error: writing standard output: {error}");
            1
        }
        _ => 0,
    }
}

//! How far a run is, on one line that is overwritten.

use crate::cli::Session;
use std::io::Write;
use std::time::{Duration, Instant};

/// How often the line is written anew.
const EVERY: Duration = Duration::from_millis(60);

/// The line; nothing where there is no terminal.
pub(super) struct Progress<'s> {
    out: Option<&'s mut dyn Write>,
    total: usize,
    done: usize,
    shown: Option<Instant>,
}

impl<'s> Progress<'s> {
    /// A line for so many cases on standard error, if that is a terminal and a line is `wanted`.
    pub(super) fn new<'io: 's>(total: usize, wanted: bool, session: &'s mut Session<'_, 'io>) -> Progress<'s> {
        let terminal = session.io.terminals.stderr && wanted;
        let out: Option<&'s mut dyn Write> = if terminal { Some(&mut *session.io.stderr) } else { None };
        Progress { out, total, done: 0, shown: None }
    }

    /// One more case is done.
    pub(super) fn step(&mut self, name: &str) {
        self.done += 1;
        let is_due = self.shown.is_none_or(|shown| shown.elapsed() >= EVERY);
        if let (Some(out), true) = (&mut self.out, is_due) {
            let _ = write!(out, "\r\x1b[K  {}/{} {name}", self.done, self.total);
            let _ = out.flush();
            self.shown = Some(Instant::now());
        }
    }

    /// Takes the line away.
    pub(super) fn clear(&mut self) {
        if let (Some(out), Some(_)) = (&mut self.out, self.shown.take()) {
            let _ = write!(out, "\r\x1b[K");
            let _ = out.flush();
        }
    }
}

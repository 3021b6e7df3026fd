//! `pintle batch`: many renders in one process.

mod jobs;

use super::parse::Invocation;
use super::{Failure, Session, values};
use crate::error::{Error, ErrorKind};
use crate::gostd::json::{self, Style};
use crate::render::batch::{Charts, in_order};
use crate::value::{Map, Value};
use jobs::{Job, Outcome};
use std::ops::ControlFlow;

pub(super) fn run(invocation: &Invocation, session: &mut Session<'_, '_>) -> Result<(), Failure> {
    let args = invocation.args();
    let source = args.first().map_or("-", String::as_str);
    let usage = |message: String| Error::new(ErrorKind::Usage, message);
    let as_json = match invocation.text("format") {
        None | Some("yaml") => false,
        Some("json") => true,
        Some(other) => {
            return Err(usage(format!("invalid argument {other:?} for \"--format\" flag: must be yaml or json")).into());
        }
    };
    let threads = invocation.jobs()?;
    let text = values::read(source, session.io, session.compat).map_err(usage)?;
    let jobs = jobs::read(source, &text, session.compat).map_err(usage)?;
    let charts = Charts::default();
    let (program, env, compat) = (session.io.program, session.io.env, session.compat);
    let mut delivery = Delivery { session, as_json, jobs: &jobs, failed: 0, unwritten: None };
    in_order(
        jobs.len(),
        threads,
        |number| jobs[number].run(program, env, compat, &charts),
        |number, outcome| {
            delivery.add(number, &outcome);
            ControlFlow::Continue(())
        },
    );
    delivery.end()
}

/// What the jobs did, on its way to the user.
struct Delivery<'d, 's, 'io> {
    session: &'d mut Session<'s, 'io>,
    as_json: bool,
    jobs: &'d [Job],
    failed: usize,
    /// The first failure to write to standard output.
    unwritten: Option<std::io::Error>,
}

impl Delivery<'_, '_, '_> {
    fn add(&mut self, number: usize, outcome: &Outcome) {
        self.failed += usize::from(outcome.code != 0);
        let job = &self.jobs[number];
        let text = if self.as_json {
            line(number, job, outcome)
        } else {
            self.tell(&job.label, &outcome.stderr);
            // What a job that failed has printed is not a whole output.
            if outcome.code == 0 { outcome.stdout.clone() } else { Vec::new() }
        };
        if self.unwritten.is_none() {
            self.unwritten = self.session.io.stdout.write_all(&text).err();
        }
        if self.session.io.terminals.stderr {
            let _ = write!(self.session.io.stderr, "\r{} of {} jobs", number + 1, self.jobs.len());
        }
    }

    /// Each line that a job wrote to standard error, behind the job's name.
    fn tell(&mut self, label: &str, stderr: &[u8]) {
        let lines = stderr.strip_suffix(b"\n").unwrap_or(stderr).split(|b| *b == b'\n');
        for line in lines.filter(|_| !stderr.is_empty()) {
            let _ = self.session.io.stderr.write_all(&[label.as_bytes(), b": ", line, b"\n"].concat());
        }
    }

    fn end(self) -> Result<(), Failure> {
        let io = &mut *self.session.io;
        let unwritten = self.unwritten.or_else(|| io.stdout.flush().err());
        if io.terminals.stderr && !self.jobs.is_empty() {
            let _ = writeln!(io.stderr);
        }
        if let Some(error) = unwritten.filter(|error| error.kind() != std::io::ErrorKind::BrokenPipe) {
            return Err(Error::new(ErrorKind::Usage, format!("writing standard output: {error}")).into());
        }
        if self.failed == 0 {
            return Ok(());
        }
        let _ = writeln!(io.stderr, "Error: {} of {} jobs failed", self.failed, self.jobs.len());
        Err(Failure::Exit(1))
    }
}

/// What a job did, as one line of JSON.
fn line(number: usize, job: &Job, outcome: &Outcome) -> Vec<u8> {
    let map = Map::new();
    map.insert("job", Value::int(number as i64 + 1));
    map.insert("name", job.label.as_str().into());
    map.insert("code", Value::int(i64::from(outcome.code)));
    map.insert("stdout", Value::str(outcome.stdout.as_slice()));
    map.insert("stderr", Value::str(outcome.stderr.as_slice()));
    let mut out = Vec::with_capacity(outcome.stdout.len() + 256);
    // A map of texts and numbers can always be written.
    let _ = json::encode(&Value::Map(map), Style { escape_html: false, indent: None }, crate::Compat::Helm4, &mut out);
    out.push(b'\n');
    out
}

//! Lists of jobs, and a job as a command line of `template`.
//!
//! Other lists of renders become the same [`Job`]s: [`read`] is the place that tells them apart.

use crate::atomic;
use crate::cli::{Io, Terminals, run_sharing};
use crate::compat::Compat;
use crate::gostd::json::Stream;
use crate::render::batch::Charts;
use crate::value::{Map, Value};
use crate::yaml;
use std::ffi::OsString;
use std::path::PathBuf;

/// One render.
pub(super) struct Job {
    /// What the job is called in messages: its output, its release, or its number.
    pub(super) label: String,
    /// The words behind the program's name.
    words: Vec<OsString>,
    /// The file that gets the output; standard output if there is none.
    output: Option<PathBuf>,
}

/// What a job did.
pub(super) struct Outcome {
    pub(super) code: u8,
    pub(super) stdout: Vec<u8>,
    pub(super) stderr: Vec<u8>,
}

/// The jobs of a text: JSON objects one after the other, or a YAML list, which may stand under `jobs`.
pub(super) fn read(source: &str, text: &[u8], compat: Compat) -> Result<Vec<Job>, String> {
    let values = if text.trim_ascii_start().starts_with(b"{") {
        let mut stream = Stream::new(text);
        let values = std::iter::from_fn(|| stream.next(compat)).collect::<Result<Vec<_>, _>>();
        values.map_err(|fault| format!("{source}: {}", fault.with_offset()))?
    } else {
        let list = yaml::parse_value(text).map_err(|error| format!("{source}: {error}"))?;
        let list = list.as_map().and_then(|map| map.get(b"jobs")).unwrap_or(list);
        let Some(list) = list.as_list() else {
            return Err(format!("{source}: no list of jobs: neither JSON objects nor a YAML list"));
        };
        list.iter().collect()
    };
    let jobs = values.iter().enumerate();
    jobs.map(|(i, job)| Job::new(job, i + 1).map_err(|reason| format!("{source}: job {}: {reason}", i + 1))).collect()
}

impl Job {
    fn new(job: &Value, number: usize) -> Result<Job, String> {
        let Some(job) = job.as_map() else { return Err("must be a mapping".into()) };
        let text = |key: &str| match job.get(key.as_bytes()) {
            None | Some(Value::Nil) => Ok(None),
            Some(Value::Str(text)) => Ok(Some(text.to_text().into_owned())),
            Some(_) => Err(format!("{key} must be a text")),
        };
        let (name, chart, output) = (text("name")?, text("chart")?, text("output")?);
        let chart = chart.ok_or("chart is missing")?;
        let label = output.clone().or_else(|| name.clone()).unwrap_or_else(|| format!("job {number}"));
        let mut words: Vec<OsString> = vec!["template".into()];
        add_flags(job, &mut words)?;
        words.push("--".into());
        words.extend(name.map(OsString::from));
        words.push(chart.into());
        Ok(Job { label, words, output: output.map(PathBuf::from) })
    }

    /// Renders, with charts that other jobs may have read. Standard input is empty.
    pub(super) fn run(
        &self,
        program: &str,
        env: &(dyn Fn(&str) -> Option<String> + Sync),
        compat: Compat,
        charts: &Charts,
    ) -> Outcome {
        let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
        let mut io = Io {
            program,
            stdin: &mut std::io::empty(),
            stdout: &mut stdout,
            stderr: &mut stderr,
            terminals: Terminals::default(),
            env,
            exit: None,
        };
        let mut words = self.words.clone();
        if compat == Compat::Helm3 {
            // In front, so that the job's own word wins.
            words.insert(0, "--compat=helm3".into());
        }
        let mut code = run_sharing(words, &mut io, charts);
        if let (0, Some(path)) = (code, &self.output) {
            let text = std::mem::take(&mut stdout);
            if let Err(error) = atomic::replace(path, &text, 0o666) {
                code = 1;
                stderr.extend_from_slice(&[b"Error: ", error.message_bytes(), b"\n"].concat());
            }
        }
        Outcome { code, stdout, stderr }
    }
}

/// Every key that is not of the job itself is a flag of `template`.
fn add_flags(job: &Map, words: &mut Vec<OsString>) -> Result<(), String> {
    for (key, value) in job.sorted() {
        let key = key.to_text();
        if matches!(&*key, "name" | "chart" | "output") {
            continue;
        }
        let mut add = |value: &Value| match value {
            Value::Str(text) => {
                words.push(format!("--{key}={}", text.to_text()).into());
                Ok(())
            }
            Value::Bool(on) => {
                words.push(format!("--{key}={on}").into());
                Ok(())
            }
            _ => Err(format!("{key} must be a text, true, false, or a list of texts")),
        };
        match &value {
            Value::Nil => {}
            Value::List(list) => list.iter().try_for_each(|item| add(&item))?,
            value => add(value)?,
        }
    }
    Ok(())
}

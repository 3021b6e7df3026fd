//! What the command line of `pintle golden` asks for.

use crate::cli::parse::Invocation;
use crate::error::{Error, ErrorKind, Result};
use crate::golden::{Comparison, Selection};

/// A command line, understood.
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
pub(super) struct Request<'i> {
    pub(super) task: Task,
    pub(super) selection: Selection,
    pub(super) comparison: Comparison,
    pub(super) format: Format,
    pub(super) fail_fast: bool,
    /// Whether what is rendered is checked as the API server would.
    pub(super) validate: bool,
    pub(super) jobs: usize,
    /// Where the page goes.
    pub(super) html: Option<&'i str>,
    /// Helm programs, whose output is written.
    pub(super) oracles: Vec<&'i str>,
    /// Whether nothing is asked.
    pub(super) yes: bool,
    /// Whether golden files without a case are removed.
    pub(super) prune: bool,
    /// The value of `--color`.
    pub(super) color: Option<&'i str>,
}

/// What is to be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Task {
    Check,
    List,
    Bless,
}

/// The form of the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    Human,
    Json,
    Junit,
    Github,
    Tap,
}

/// Flags that only make sense for one task.
const FOR_CHECK: &[&str] = &["check", "fail-fast", "format", "html", "semantic"];
const FOR_BLESS: &[&str] = &["oracle", "prune", "yes"];

impl<'i> Request<'i> {
    /// Reads the command line. Errors are of kind `Usage`.
    pub(super) fn read(invocation: &'i Invocation) -> Result<Request<'i>> {
        let mut words = invocation.args();
        let blesses = words.first().is_some_and(|word| word == "bless");
        if blesses {
            words.remove(0);
        }
        let task = match (blesses, invocation.is_set("list")) {
            (true, true) => return Err(usage("--list and bless exclude each other")),
            (true, false) => Task::Bless,
            (false, true) => Task::List,
            (false, false) => Task::Check,
        };
        check_flags(invocation, task)?;
        let mut selection = Selection::new(words);
        if let Some(text) = invocation.text("partition") {
            selection = selection.partition(text).map_err(|reason| usage(format!("--partition: {reason}")))?;
        }
        let semantic = invocation.is_set("semantic");
        Ok(Request {
            task,
            selection,
            comparison: if semantic { Comparison::Objects } else { Comparison::Bytes },
            format: format(invocation)?,
            fail_fast: invocation.is_set("fail-fast"),
            validate: invocation.is_set("check"),
            jobs: invocation.jobs()?,
            html: invocation.text("html"),
            oracles: invocation.all("oracle"),
            yes: invocation.is_set("yes"),
            prune: invocation.is_set("prune"),
            color: invocation.color_mode(),
        })
    }
}

fn usage(message: impl Into<Vec<u8>>) -> Error {
    Error::new(ErrorKind::Usage, message)
}

fn check_flags(invocation: &Invocation, task: Task) -> Result<()> {
    let given = |name: &&&str| !invocation.all(name).is_empty();
    if task != Task::Bless
        && let Some(name) = FOR_BLESS.iter().find(given)
    {
        return Err(usage(format!("--{name} is for 'pintle golden bless'")));
    }
    if task != Task::Check
        && let Some(name) = FOR_CHECK.iter().find(given)
    {
        return Err(usage(format!("--{name} is for a check, not for this")));
    }
    Ok(())
}

fn format(invocation: &Invocation) -> Result<Format> {
    match invocation.text("format") {
        None | Some("human") => Ok(Format::Human),
        Some("json") => Ok(Format::Json),
        Some("junit") => Ok(Format::Junit),
        Some("github") => Ok(Format::Github),
        Some("tap") => Ok(Format::Tap),
        Some(other) => Err(usage(format!(
            "invalid argument {other:?} for \"--format\" flag: must be human, json, junit, github or tap"
        ))),
    }
}

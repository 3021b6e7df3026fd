//! `helm lint`: what is wrong with a chart, or could be better.
//!
//! Source: Helm's `pkg/chart/v2/lint` (`pkg/lint` in Helm 3), `pkg/action/lint.go` and `pkg/cmd/lint.go`.

mod address;
mod chart_file;
mod crds;
mod dependencies;
mod deprecations;
mod names;
mod run;
mod templates;
mod values;

pub use run::{Flags, Outcome, run};

use crate::chart::Instance;
use crate::chart::inspect::{Entry, Sources};
use crate::compat::Compat;
use crate::diag::Notice;
use crate::error::Result;
use crate::gostd::os::path_error;
use crate::value::Map;
use std::fmt;
use std::path::Path;

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// A recommendation.
    Info,
    /// Something that breaks with convention.
    Warning,
    /// Something that will not work.
    Error,
}

/// One finding; it is shown as `[WARNING] templates/a.yaml: …`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// How bad it is.
    pub severity: Severity,
    /// Where, below the chart; empty for the chart as a whole.
    pub path: String,
    /// What, perhaps on several lines.
    pub text: String,
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let severity = match self.severity {
            Severity::Info => "INFO",
            Severity::Warning => "WARNING",
            Severity::Error => "ERROR",
        };
        write!(f, "[{severity}] {}: {}", self.path, self.text)
    }
}

/// What to look for.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Which Helm.
    pub compat: Compat,
    /// The version of Kubernetes, major and minor, that deprecations are judged by; the default is
    /// the one that Helm assumes for a render.
    pub kube_version: Option<(u64, u64)>,
    /// Whether schemas are left alone.
    pub skip_schema_validation: bool,
}

/// Renders a chart for the linter: release `test-release`, and functions that fail on purpose
/// (`required`, `fail`) only reported. The result is every template, by its full name, e.g.
/// `app/templates/a.yaml`, with what it became.
pub type Renderer<'r> = dyn FnMut(&Instance, &Map, &mut Vec<Notice>) -> Result<Vec<(String, Vec<u8>)>> + 'r;

/// What was found in a chart; `Err` if it cannot be looked at, with Helm's text.
pub type Report = std::result::Result<Vec<Message>, String>;

/// Looks at the chart in a directory or archive.
///
/// As in Helm, what its `values.yaml` adds to tables of the user's values, or takes out of them for null, stays so:
/// for its templates, and for the charts that are looked at next with the same values.
///
/// `notices` receives the log lines that Helm prints meanwhile.
pub fn lint(path: &str, user: &Map, options: &Options, render: &mut Renderer<'_>, notices: &mut Vec<Notice>) -> Report {
    let sources = if is_archive(path) {
        Sources::read_archive(Path::new(path), options.compat)?
    } else {
        let file = Path::new(path).join("Chart.yaml");
        std::fs::metadata(&file).map_err(|e| {
            let words = path_error("stat", &cleaned(path), &e);
            format!("unable to check Chart.yaml file in chart: {words}")
        })?;
        Sources::directory(Path::new(path))
    };
    let mut linter = Linter { sources, user, options, notices, messages: Vec::new() };
    linter.check_chart_file();
    linter.check_values();
    linter.check_templates(render);
    linter.check_dependencies();
    if options.compat.lints_crds() {
        linter.check_crds();
    }
    Ok(linter.messages)
}

/// Whether the name is that of an archive; case matters.
fn is_archive(path: &str) -> bool {
    [".tgz", ".tar.gz"].iter().any(|extension| path.ends_with(extension))
}

/// The path of a chart's `Chart.yaml` as Go's `filepath.Join` writes it.
fn cleaned(path: &str) -> String {
    crate::gostd::path::join(&[path, "Chart.yaml"])
}

/// One chart being looked at.
struct Linter<'a> {
    sources: Sources,
    user: &'a Map,
    options: &'a Options,
    notices: &'a mut Vec<Notice>,
    messages: Vec<Message>,
}

impl Linter<'_> {
    fn compat(&self) -> Compat {
        self.options.compat
    }

    fn report(&mut self, severity: Severity, path: &str, text: impl Into<String>) {
        self.messages.push(Message { severity, path: path.to_owned(), text: text.into() });
    }

    fn error(&mut self, path: &str, text: impl Into<String>) {
        self.report(Severity::Error, path, text);
    }

    fn warning(&mut self, path: &str, text: impl Into<String>) {
        self.report(Severity::Warning, path, text);
    }

    fn is_directory(&self, name: &str) -> bool {
        self.sources.entry(name) == Entry::Directory
    }
}

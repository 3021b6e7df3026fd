//! The command: all charts, one after the other, and a summary.

use super::{Options, Renderer, Severity, is_archive, lint};
use crate::chart::UserValues;
use crate::diag::Notice;
use std::fmt::Write;
use std::path::Path;
use walkdir::WalkDir;

/// What the command prints.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// For standard output.
    pub stdout: String,
    /// What Helm prints after `Error: `, when the command fails; it is the summary then.
    pub error: Option<String>,
}

/// The flags that decide what is printed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Flags {
    /// Warnings count as failures.
    pub strict: bool,
    /// Only warnings and errors are printed.
    pub quiet: bool,
    /// The charts below `charts/` are looked at, too.
    pub with_subcharts: bool,
}

/// Looks at charts and says what was found, as `helm lint` does.
pub fn run(
    paths: &[String],
    user: &UserValues,
    flags: Flags,
    options: &Options,
    render: &mut Renderer<'_>,
    notices: &mut Vec<Notice>,
) -> Outcome {
    let mut paths = paths.to_vec();
    if flags.with_subcharts {
        let below: Vec<String> = paths.iter().flat_map(|path| subcharts(path)).collect();
        paths.extend(below);
    }
    let tolerated = if flags.strict { Severity::Info } else { Severity::Warning };
    let user = user.to_map();
    let (mut stdout, mut failed, mut notable) = (String::new(), 0, 0);
    for path in &paths {
        let report = lint(path, &user, options, render, notices);
        let worst = match &report {
            Ok(messages) => messages.iter().map(|m| m.severity).max().unwrap_or(Severity::Info),
            Err(_) => Severity::Error,
        };
        notable += usize::from(worst > Severity::Info);
        if flags.quiet && worst == Severity::Info {
            continue;
        }
        let _ = writeln!(stdout, "==> Linting {path}");
        match report {
            Err(fault) => {
                let _ = writeln!(stdout, "Error {fault}");
            }
            Ok(messages) => {
                for message in messages.iter().filter(|m| !flags.quiet || m.severity > Severity::Info) {
                    let _ = writeln!(stdout, "{message}");
                }
            }
        }
        failed += usize::from(worst > tolerated);
        stdout.push('\n');
    }
    let summary = format!("{} chart(s) linted, {failed} chart(s) failed", paths.len());
    if failed > 0 {
        return Outcome { stdout, error: Some(summary) };
    }
    if !flags.quiet || notable > 0 {
        stdout.push_str(&summary);
        stdout.push('\n');
    }
    Outcome { stdout, error: None }
}

/// The charts below a chart, unpacked or not, in the order of a walk.
fn subcharts(path: &str) -> Vec<String> {
    let charts = Path::new(path).join("charts");
    let walk = WalkDir::new(charts).sort_by_file_name().into_iter().filter_map(Result::ok);
    walk.filter_map(|entry| {
        let shown = entry.path().to_string_lossy().into_owned();
        if entry.file_name() == "Chart.yaml" {
            return entry.path().parent().map(|parent| parent.to_string_lossy().into_owned());
        }
        is_archive(&shown).then_some(shown)
    })
    .collect()
}

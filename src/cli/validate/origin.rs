//! Which template lines and values made what was found, told by a second render.

use super::layers::{Given, Search, layers};
use crate::chart::{Chart, UserValues};
use crate::render::{self, Key, RenderOptions, Traces};
use crate::source::Location;
use crate::validate::{Document, Finding, Step};
use std::sync::Arc;

/// What documents were rendered from: enough to do it again.
pub(in crate::cli) struct Rendering {
    pub(in crate::cli) chart: Arc<Chart>,
    pub(in crate::cli) user: Arc<UserValues>,
    pub(in crate::cli) options: RenderOptions,
}

/// Where a finding comes from.
#[derive(Clone, Debug)]
pub(in crate::cli) struct Origin {
    /// The innermost template line that is certain.
    pub(in crate::cli) written: Location,
    /// Whether that line made it; otherwise its action only printed it.
    pub(in crate::cli) exact: bool,
    /// The action of the file that called the template with that line, if it is another one.
    pub(in crate::cli) called: Option<Location>,
    /// The line of a values file, or the flag, that set what was printed there.
    pub(in crate::cli) value: Option<Location>,
}

/// The origins of findings, in their order; `None` where it is not known. What was `given` is only asked for if
/// there are findings.
pub(in crate::cli) fn origins(
    rendering: &Rendering,
    findings: &[Finding],
    documents: &[Document],
    given: impl FnOnce() -> Given,
) -> Vec<Option<Origin>> {
    let Rendering { chart, user, options } = rendering;
    let mut names: Vec<&str> = findings.iter().map(|finding| documents[finding.document].source.name()).collect();
    names.sort_unstable();
    names.dedup();
    if names.is_empty() {
        return Vec::new();
    }
    let Ok((instance, values)) = render::prepare(chart, user, options, &mut Vec::new()) else {
        return vec![None; findings.len()];
    };
    let traces = render::trace(&instance, &values, options, &names);
    let layers = layers(chart, &instance, given(), options.compat);
    let search = Search::new(&layers);
    findings.iter().map(|finding| origin(finding, &documents[finding.document], &traces, &search)).collect()
}

fn origin(finding: &Finding, document: &Document, traces: &Traces, search: &Search<'_>) -> Option<Origin> {
    let source = &document.source;
    // What is random in spite of everything differs in the second render, and then nothing is certain.
    let provenance = traces.get(source.name()).filter(|provenance| provenance.is_of(source.text()))?;
    let at = source.rest_of_line(finding.place.line, finding.place.column).start as usize;
    let render::Origin { written, exact, called, value } = provenance.origin(at)?;
    let steps: Vec<Key> = finding.path.0.iter().map(key).collect();
    let value = value.and_then(|path| search.find(&path, &steps));
    Some(Origin { written, exact, called, value })
}

fn key(step: &Step) -> Key {
    match step {
        Step::Field(name) | Step::Key(name) => Key::Name(name.as_bytes().into()),
        Step::Index(index) => Key::Index(*index),
    }
}

//! `pintle show`: what a chart says about itself.

use super::parse::Invocation;
use super::{Failure, Session, report, source};
use crate::chart::{Chart, File};
use crate::compat::Compat;
use crate::error::{Error, ErrorKind, Result};
use crate::kube::jsonpath::Template;
use crate::value::{Map, Value};

/// Which parts are printed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    All,
    Chart,
    Values,
    Readme,
    Crds,
}

pub(super) fn all(invocation: &Invocation, session: &mut Session<'_, '_>) -> std::result::Result<(), Failure> {
    show(Part::All, invocation, session)
}

pub(super) fn chart(invocation: &Invocation, session: &mut Session<'_, '_>) -> std::result::Result<(), Failure> {
    show(Part::Chart, invocation, session)
}

pub(super) fn values(invocation: &Invocation, session: &mut Session<'_, '_>) -> std::result::Result<(), Failure> {
    show(Part::Values, invocation, session)
}

pub(super) fn readme(invocation: &Invocation, session: &mut Session<'_, '_>) -> std::result::Result<(), Failure> {
    show(Part::Readme, invocation, session)
}

pub(super) fn crds(invocation: &Invocation, session: &mut Session<'_, '_>) -> std::result::Result<(), Failure> {
    show(Part::Crds, invocation, session)
}

fn show(part: Part, invocation: &Invocation, session: &mut Session<'_, '_>) -> std::result::Result<(), Failure> {
    let compat = session.compat;
    let path = source::locate(invocation, &invocation.args()[0], session)?;
    let mut notices = Vec::new();
    let chart = Chart::load_any(&path, compat, &mut notices);
    session.notices(&notices);
    let text = match invocation.text("jsonpath").filter(|jsonpath| !jsonpath.is_empty()) {
        Some(jsonpath) => selected(&*chart?, jsonpath, compat)?,
        None => text(part, &*chart?, compat)?,
    };
    report::finish(session, &text)
}

/// The parts, in Helm's order; with several, separators stand between them.
///
/// Source: Helm's `pkg/action/show.go`.
fn text(part: Part, chart: &Chart, compat: Compat) -> Result<Vec<u8>> {
    let mut out = Vec::new();
    let wants = |other: Part| part == other || part == Part::All;
    let separator: &[u8] = if part == Part::All { b"---\n" } else { b"" };
    let mut add = |before: &[u8], text: &[u8]| out.extend_from_slice(&[before, text, b"\n"].concat());
    if wants(Part::Chart) {
        add(b"", &chart.metadata.to_yaml(compat)?);
    }
    if wants(Part::Values) {
        chart.values_file.iter().for_each(|file| add(separator, &file.data));
    }
    if wants(Part::Readme) {
        readme_of(chart).iter().for_each(|file| add(separator, &file.data));
    }
    if wants(Part::Crds) {
        let crds = chart.all_crds();
        for (i, crd) in crds.iter().enumerate() {
            let separated = compat.separates_shown_crds() || (i == 0 && part == Part::All);
            let bare = separated && !crd.data.starts_with(b"---");
            add(if bare { b"---\n" } else { b"" }, &crd.data);
        }
    }
    Ok(out)
}

/// What a JSONPath template prints of the values.
fn selected(chart: &Chart, jsonpath: &str, compat: Compat) -> Result<Vec<u8>> {
    if chart.values_file.is_none() {
        return Ok(Vec::new());
    }
    let template = Template::parse(jsonpath);
    let template = template.map_err(|reason| unusable(format!("error parsing jsonpath {jsonpath}: {reason}")))?;
    let values = match chart.values.to_value() {
        Value::Nil => Value::Map(Map::new()),
        values => values,
    };
    template.print(&values, compat).map_err(unusable)
}

fn unusable(message: String) -> Error {
    Error::new(ErrorKind::Usage, message)
}

/// The first file that goes by one of the names of a README.
fn readme_of(chart: &Chart) -> Option<&File> {
    let names = ["readme.md", "readme.txt", "readme"];
    chart.files.iter().find(|file| names.iter().any(|name| file.name.eq_ignore_ascii_case(name)))
}

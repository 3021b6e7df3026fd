//! Values that are others in each render: what is told of them, and the lines that mask them.

use super::Chosen;
use super::human::{Look, Style};
use super::request::Request;
use crate::golden::{Case, RandomValue, Renderer};
use crate::render::batch::in_order;
use crate::report::Finding;
use std::fmt::Write;
use std::ops::ControlFlow;

/// How many values are named in one sentence.
const MOST: usize = 5;

/// Adds to a finding about a difference which values make it come back each time.
pub(super) fn name_in(finding: &mut Finding, values: &[RandomValue]) {
    if values.is_empty() {
        return;
    }
    let mut names: Vec<String> = values.iter().take(MOST).map(name).collect();
    if values.len() > MOST {
        names.push(format!("{} more", values.len() - MOST));
    }
    let _ = write!(finding.message, "; another one in each render: {}", names.join(", "));
}

/// The random values of each of these cases that has some.
pub(super) fn find<'c>(
    cases: &[&'c Case],
    renderer: &Renderer<'_>,
    request: &Request<'_>,
) -> Vec<(&'c Case, Vec<RandomValue>)> {
    let mut found = Vec::new();
    in_order(
        cases.len(),
        request.jobs,
        |number| renderer.random_values(cases[number]),
        |number, values| {
            if !values.is_empty() {
                found.push((cases[number], values));
            }
            ControlFlow::Continue(())
        },
    );
    found
}

/// The cases, their random values, and what to write into `golden.yaml`.
pub(super) fn shown(found: &[(&Case, Vec<RandomValue>)], chosen: &Chosen, style: Style) -> String {
    let mut out = String::new();
    for (case, values) in found {
        let word = style.paint(&[Look::Strong, Look::Bad], "    RANDOM");
        let _ = writeln!(out, "{word} {} prints something else each time, so it will not be as expected:", case.name);
        for value in values.iter().take(MOST) {
            let _ = writeln!(out, "           {}", name(value));
        }
        if values.len() > MOST {
            let _ = writeln!(out, "           and {} more", values.len() - MOST);
        }
    }
    let mut lines: Vec<String> = Vec::new();
    for line in found.iter().flat_map(|(_, values)| values).map(mask) {
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    if !lines.is_empty() {
        let has_masks = !chosen.suite.config.settings.masks.is_empty();
        let place = if has_masks { "below 'mask:' in golden.yaml" } else { "to golden.yaml" };
        let _ = writeln!(out, "to leave these values out, add {place}:");
        let head = if has_masks { "" } else { "mask:\n" };
        let _ = writeln!(out, "{head}{}\n", lines.join("\n"));
    }
    out
}

fn name(value: &RandomValue) -> String {
    format!("{} {}", value.object, value.path)
}

/// The entry of `mask` for a value.
fn mask(value: &RandomValue) -> String {
    let scalar = |text: &str| {
        let is_plain = text.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'/' | b'.' | b'-' | b'_'));
        if is_plain { text.to_owned() } else { format!("'{}'", text.replace('\'', "''")) }
    };
    format!("- {{object: {}, path: {}}}", scalar(&value.object), scalar(&value.path))
}

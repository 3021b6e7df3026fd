//! Moving about in objects whose types are not sure.

use super::report::Report;
use crate::kube::quantity::{self, Nano};
use crate::yaml::{Content, Spot};

/// The value of a field; null is none.
pub(super) fn get<'t>(spot: &'t Spot<'t>, field: &str) -> Option<&'t Spot<'t>> {
    spot.get(field).filter(|value| value.content != Content::Null)
}

/// The value at the end of a path of fields such as `spec.template`.
pub(super) fn at<'t>(spot: &'t Spot<'t>, path: &str) -> Option<&'t Spot<'t>> {
    path.split('.').try_fold(spot, get)
}

/// The text of a string field; empty if it is none.
pub(super) fn text<'t>(spot: &'t Spot<'t>, field: &str) -> &'t str {
    get(spot, field).and_then(Spot::text).unwrap_or_default()
}

/// The items of a list field.
pub(super) fn items<'t>(spot: &'t Spot<'t>, field: &str) -> &'t [Spot<'t>] {
    get(spot, field).map(Spot::items).unwrap_or_default()
}

/// A whole number.
pub(super) fn int(spot: &Spot<'_>) -> Option<i64> {
    match spot.content {
        Content::Int(i) => Some(i),
        Content::Float(x) if x.fract() == 0.0 => Some(x as i64),
        _ => None,
    }
}

/// Whether a field is set to true.
pub(super) fn is_true(spot: &Spot<'_>, field: &str) -> bool {
    spot.get(field).is_some_and(|value| value.content == Content::Bool(true))
}

/// A quantity, which may be a number.
pub(super) fn amount(spot: &Spot<'_>) -> Option<Nano> {
    match &spot.content {
        Content::Str(text) => quantity::parse(text).ok(),
        Content::Int(i) => Some(Nano::from(*i) * quantity::ONE),
        Content::Uint(u) => Some(Nano::from(*u) * quantity::ONE),
        Content::Float(x) => Some((*x * 1e9) as Nano),
        _ => None,
    }
}

/// Calls `found` for every value at a path such as `spec.ports[].name`, where `[]` stands for each item of a list
/// and `{}` for each entry of a map.
pub(super) fn each<'t>(spot: &'t Spot<'t>, path: &str, found: &mut dyn FnMut(&'t Spot<'t>)) {
    if spot.content == Content::Null {
        return;
    }
    let (step, rest) = path.split_once('.').unwrap_or((path, ""));
    if path.is_empty() {
        return found(spot);
    }
    if let Some(name) = step.strip_suffix("[]") {
        let list = if name.is_empty() { Some(spot) } else { spot.get(name) };
        list.map(Spot::items).unwrap_or_default().iter().for_each(|item| each(item, rest, found));
    } else if let Some(name) = step.strip_suffix("{}") {
        let map = spot.get(name).map(Spot::fields).unwrap_or_default();
        map.iter().for_each(|field| each(&field.value, rest, found));
    } else if let Some(value) = spot.get(step) {
        each(value, rest, found);
    }
}

/// `must be between 1 and 65535, inclusive`
pub(super) fn within<'t>(report: &mut Report<'t>, rule: &'static str, spot: &'t Spot<'t>, least: i64, most: i64) {
    let Some(number) = int(spot) else { return };
    if number < least || number > most {
        let detail = match (least, most) {
            (0, i64::MAX) => "must be greater than or equal to 0".to_owned(),
            (1, i64::MAX) => "must be greater than 0".to_owned(),
            _ => format!("must be between {least} and {most}, inclusive"),
        };
        report.invalid(rule, spot, detail);
    }
}

/// A field that must be there and not be empty, though the schema does not say so.
pub(super) fn need<'t>(report: &mut Report<'t>, spot: &'t Spot<'t>, field: &str, detail: &str) {
    if get(spot, field).is_some() {
        filled(report, spot, field, detail);
    } else if matches!(spot.content, Content::Map(_)) {
        report.required("required-value", spot, field, detail);
    }
}

/// A field that must not be empty, if it is there.
pub(super) fn filled<'t>(report: &mut Report<'t>, spot: &'t Spot<'t>, field: &str, detail: &str) {
    let Some(value) = get(spot, field) else { return };
    let empty = match &value.content {
        Content::Str(text) => text.is_empty(),
        Content::List(items) => items.is_empty(),
        _ => false,
    };
    if empty {
        let message = if detail.is_empty() { "Required value".into() } else { format!("Required value: {detail}") };
        report.error("required-value", value, message);
    }
}

/// Which of these fields are set.
pub(super) fn present<'t>(spot: &'t Spot<'t>, fields: &[&str]) -> Vec<&'t Spot<'t>> {
    let set = spot.fields().iter().filter(|field| field.value.content != Content::Null);
    set.filter(|field| fields.contains(&&*field.key)).map(|field| &field.value).collect()
}

/// A number or a percentage. The figure, and whether it is a percentage.
pub(super) fn share(spot: &Spot<'_>) -> Option<(i64, bool)> {
    match &spot.content {
        Content::Str(text) => Some((text.strip_suffix('%')?.parse::<u32>().ok()?.into(), true)),
        _ => int(spot).map(|number| (number, false)),
    }
}

/// A number of at least 0, or a percentage.
pub(super) fn check_share<'t>(report: &mut Report<'t>, spot: &'t Spot<'t>) {
    match share(spot) {
        Some((number, false)) if number < 0 => {
            report.invalid("out-of-range", spot, "must be greater than or equal to 0");
        }
        None if spot.text().is_some() => {
            let detail = "a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or \
                          '93%', regex used for validation is '[0-9]+%')";
            report.invalid("invalid-percentage", spot, detail);
        }
        _ => {}
    }
}

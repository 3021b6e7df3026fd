//! Selectors of labels and nodes, wherever an object has them.

use super::metadata;
use crate::kube::names::{label_value, qualified_name};
use crate::validate::report::Report;
use crate::validate::walk::{get, items, text};
use crate::yaml::Spot;

/// Operators of labels, and those of nodes beside them.
const LABEL_OPERATORS: &[&str] = &["DoesNotExist", "Exists", "In", "NotIn"];
const NODE_OPERATORS: &[&str] = &["DoesNotExist", "Exists", "Gt", "In", "Lt", "NotIn"];

/// Checks every selector in an object of a built-in kind.
pub(super) fn check<'t>(spot: &'t Spot<'t>, report: &mut Report<'t>) {
    walk(spot, LABEL_OPERATORS, report);
}

fn walk<'t>(spot: &'t Spot<'t>, operators: &'static [&'static str], report: &mut Report<'t>) {
    for item in spot.items() {
        walk(item, operators, report);
    }
    for field in spot.fields() {
        match &*field.key {
            "matchLabels" => metadata::labels_in(&field.value, report),
            "matchExpressions" => field.value.items().iter().for_each(|each| expression(each, operators, report)),
            "nodeSelectorTerms" | "preference" => walk(&field.value, NODE_OPERATORS, report),
            // Scopes of quotas and conditions of webhooks are no selectors, and a CRD's schema is none of the object's.
            "scopeSelector" | "matchConditions" | "openAPIV3Schema" | "matchFields" => {}
            _ => walk(&field.value, operators, report),
        }
    }
}

fn expression<'t>(spot: &'t Spot<'t>, operators: &'static [&'static str], report: &mut Report<'t>) {
    if let Some(key) = get(spot, "key") {
        report.names("invalid-label", key, qualified_name);
    }
    let Some(operator) = get(spot, "operator") else { return };
    let word = text(spot, "operator");
    if !operators.contains(&word) {
        report.invalid("invalid-choice", operator, "not a valid selector operator").help =
            Some(format!("the operators are {}", operators.join(", ")));
        return;
    }
    let values = items(spot, "values");
    match (word, values.len()) {
        ("In" | "NotIn", 0) => {
            report.required("required-value", spot, "values", "must be specified when `operator` is 'In' or 'NotIn'");
        }
        ("Exists" | "DoesNotExist", 1..) => {
            if let Some(values) = get(spot, "values") {
                let detail = "may not be specified when `operator` is 'Exists' or 'DoesNotExist'";
                report.forbidden("conflicting-fields", values, detail);
            }
        }
        ("Gt" | "Lt", count) if count != 1 => {
            report.required(
                "required-value",
                spot,
                "values",
                "must be specified single value when `operator` is 'Lt' or 'Gt'",
            );
        }
        _ => {}
    }
    values.iter().for_each(|value| report.names("invalid-label", value, label_value));
}

/// What keeps a selector from matching labels: the path in it and what is wanted, in a few words.
pub(super) fn mismatch(selector: &Spot<'_>, labels: Option<&Spot<'_>>) -> Option<String> {
    let label = |key: &str| labels.and_then(|labels| labels.get(key)).and_then(Spot::text);
    for field in selector.get("matchLabels").map(Spot::fields).unwrap_or_default() {
        if label(&field.key) != field.value.text() {
            return Some(format!("{}={}", field.key, field.value.text().unwrap_or_default()));
        }
    }
    for each in selector.get("matchExpressions").map(Spot::items).unwrap_or_default() {
        let word = |name: &str| each.get(name).and_then(Spot::text).unwrap_or_default();
        let values: Vec<&str> =
            each.get("values").map(Spot::items).unwrap_or_default().iter().filter_map(Spot::text).collect();
        let found = label(word("key"));
        let matches = match word("operator") {
            "In" => found.is_some_and(|value| values.contains(&value)),
            "NotIn" => found.is_none_or(|value| !values.contains(&value)),
            "Exists" => found.is_some(),
            "DoesNotExist" => found.is_none(),
            _ => true,
        };
        if !matches {
            return Some(format!("{} {} ({})", word("key"), word("operator"), values.join(",")));
        }
    }
    None
}

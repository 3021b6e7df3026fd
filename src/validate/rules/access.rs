//! Reviews of access: who may do what.

use crate::validate::report::Report;
use crate::validate::walk::{at, get, items, text};
use crate::yaml::Spot;

pub(super) fn check<'t>(spot: &'t Spot<'t>, report: &mut Report<'t>) {
    let Some(spec) = get(spot, "spec") else { return };
    let kind = text(spot, "kind");
    match (get(spec, "resourceAttributes"), get(spec, "nonResourceAttributes")) {
        (Some(_), Some(other)) => {
            report.invalid("one-of", other, "cannot be specified in combination with resourceAttributes");
        }
        (None, None) => {
            let detail = "exactly one of nonResourceAttributes or resourceAttributes must be specified";
            report.invalid("one-of", spec, detail);
        }
        (None, Some(other)) if kind == "LocalSubjectAccessReview" => {
            report.invalid("conflicting-fields", other, "disallowed on this kind of request");
        }
        _ => {}
    }
    if kind != "SelfSubjectAccessReview" && text(spec, "user").is_empty() && items(spec, "groups").is_empty() {
        report.required("one-of", spec, "user", "at least one of user or group must be specified");
    }
    if kind == "LocalSubjectAccessReview"
        && let Some(namespace) = at(spec, "resourceAttributes.namespace")
        && at(spot, "metadata.namespace").is_some_and(|own| own.text() != namespace.text())
    {
        report.invalid("conflicting-fields", namespace, "must match metadata.namespace");
    }
}

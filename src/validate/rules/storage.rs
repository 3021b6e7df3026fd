//! Volumes of the cluster, claims to them and their classes.

use crate::validate::report::Report;
use crate::validate::walk::{amount, at, get, items, text};
use crate::yaml::{Content, Spot};

/// Fields of a volume's spec that are no source.
const PLAIN: &[&str] = &[
    "accessModes",
    "capacity",
    "claimRef",
    "mountOptions",
    "nodeAffinity",
    "persistentVolumeReclaimPolicy",
    "storageClassName",
    "volumeAttributesClassName",
    "volumeMode",
];

pub(super) fn claim<'t>(spot: &'t Spot<'t>, report: &mut Report<'t>) {
    if let Some(spec) = get(spot, "spec") {
        claim_spec(spec, report);
    }
}

/// The claims that a StatefulSet makes.
pub(super) fn claim_templates<'t>(spot: &'t Spot<'t>, report: &mut Report<'t>) {
    let claims = at(spot, "spec").map(|spec| items(spec, "volumeClaimTemplates")).unwrap_or_default();
    claims.iter().filter_map(|claim| get(claim, "spec")).for_each(|spec| claim_spec(spec, report));
}

/// The spec of a claim, also of one that a StatefulSet makes.
fn claim_spec<'t>(spec: &'t Spot<'t>, report: &mut Report<'t>) {
    modes(spec, "at least 1 access mode is required", report);
    match at(spec, "resources.requests").and_then(|requests| get(requests, "storage")) {
        Some(size) if amount(size).is_some_and(|size| size <= 0) => {
            report.invalid("out-of-range", size, "must be greater than zero");
        }
        Some(_) => {}
        None => {
            report.required("required-value", spec, "resources.requests.storage", "");
        }
    }
}

fn modes<'t>(spec: &'t Spot<'t>, detail: &str, report: &mut Report<'t>) {
    let modes = items(spec, "accessModes");
    if modes.is_empty() {
        report.required("required-value", spec, "accessModes", detail);
    }
    let once = modes.iter().find(|mode| mode.text() == Some("ReadWriteOncePod"));
    if let Some(once) = once.filter(|_| modes.len() > 1) {
        let detail = "may not use ReadWriteOncePod with other access modes";
        report.forbidden("conflicting-fields", once, detail);
    }
}

pub(super) fn volume<'t>(spot: &'t Spot<'t>, report: &mut Report<'t>) {
    let Some(spec) = get(spot, "spec") else { return };
    modes(spec, "", report);
    match get(spec, "capacity").and_then(|capacity| get(capacity, "storage")) {
        Some(size) if amount(size).is_some_and(|size| size <= 0) => {
            report.invalid("out-of-range", size, "must be greater than zero");
        }
        Some(_) => {}
        None => {
            report.required("required-value", spec, "capacity.storage", "");
        }
    }
    let is_source =
        |field: &&crate::yaml::Field<'t>| !PLAIN.contains(&&*field.key) && field.value.content != Content::Null;
    let mut sources = spec.fields().iter().filter(is_source);
    if sources.next().is_none() {
        report.error("one-of", spec, "Required value: must specify a volume type");
    }
    for other in sources {
        report.forbidden("one-of", &other.value, "may not specify more than 1 volume type");
    }
}

pub(super) fn class<'t>(spot: &'t Spot<'t>, report: &mut Report<'t>) {
    if let Some(provisioner) = get(spot, "provisioner").filter(|_| text(spot, "provisioner").is_empty()) {
        report.error("required-value", provisioner, "Required value");
    }
}

//! Definitions of custom resources.

use crate::kube::names;
use crate::validate::report::Report;
use crate::validate::walk::{at, get, is_true, items, text};
use crate::yaml::Spot;
use rustc_hash::FxHashSet;

pub(super) fn check<'t>(spot: &'t Spot<'t>, report: &mut Report<'t>) {
    let Some(spec) = get(spot, "spec").filter(|_| text(spot, "apiVersion") == "apiextensions.k8s.io/v1") else {
        return;
    };
    let (group, plural) = (text(spec, "group"), at(spec, "names.plural").and_then(Spot::text).unwrap_or_default());
    let wanted = format!("{plural}.{group}");
    if let Some(name) = at(spot, "metadata.name").filter(|name| name.text() != Some(&wanted)) {
        let detail = format!("must be spec.names.plural+\".\"+spec.group: {wanted:?}");
        report.invalid("invalid-name", name, detail);
    }
    if let Some(spot) = get(spec, "group") {
        report.names("invalid-name", spot, names::dns_1123_subdomain);
        if group.split('.').count() < 2 {
            report.invalid("invalid-name", spot, "should be a domain with at least one dot");
        }
    }
    naming(spec, report);
    versions(spec, report);
}

fn naming<'t>(spec: &'t Spot<'t>, report: &mut Report<'t>) {
    let Some(named) = get(spec, "names") else { return };
    for field in ["plural", "singular"] {
        if let Some(name) = get(named, field).filter(|name| name.text() != Some("")) {
            report.names("invalid-name", name, names::dns_1035_label);
        }
    }
    for field in ["kind", "listKind"] {
        let Some(name) = get(named, field).filter(|name| name.text() != Some("")) else { continue };
        let lower = name.text().unwrap_or_default().to_lowercase();
        for fault in names::dns_1035_label(&lower) {
            report.invalid("invalid-name", name, format!("may have mixed case, but should otherwise match: {fault}"));
        }
    }
    for name in items(named, "shortNames") {
        report.names("invalid-name", name, names::dns_1035_label);
    }
}

fn versions<'t>(spec: &'t Spot<'t>, report: &mut Report<'t>) {
    let versions = items(spec, "versions");
    let mut seen = FxHashSet::default();
    for version in versions {
        if let Some(name) = get(version, "name") {
            report.names("invalid-name", name, names::dns_1035_label);
            if name.text().is_some_and(|text| !seen.insert(text)) {
                report.invalid("duplicate-name", name, "must contain unique version names");
            }
        }
        match at(version, "schema.openAPIV3Schema") {
            None => {
                report.required("required-value", version, "schema.openAPIV3Schema", "schemas are required");
            }
            Some(schema) => match get(schema, "type") {
                None => {
                    report.required("required-value", schema, "type", "must not be empty at the root");
                }
                Some(kind) if kind.text() != Some("object") => {
                    report.invalid("invalid-choice", kind, "must be object at the root");
                }
                Some(_) => {}
            },
        }
    }
    let stored = versions.iter().filter(|version| is_true(version, "storage")).count();
    if let Some(list) = get(spec, "versions")
        && stored != 1
        && !versions.is_empty()
    {
        report.error("one-of", list, "Invalid value: must have exactly one version marked as storage version");
    }
}

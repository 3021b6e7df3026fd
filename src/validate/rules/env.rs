//! Environment variables of containers.

use crate::kube::names;
use crate::validate::report::Report;
use crate::validate::walk::{get, items, need, present, text};
use crate::yaml::{Content, Spot};

const SOURCES: &[&str] = &["configMapKeyRef", "fieldRef", "fileKeyRef", "resourceFieldRef", "secretKeyRef"];

/// What a pod's field may be read from.
const FIELDS: &[&str] = &[
    "metadata.name",
    "metadata.namespace",
    "metadata.uid",
    "spec.nodeName",
    "spec.serviceAccountName",
    "status.hostIP",
    "status.hostIPs",
    "status.podIP",
    "status.podIPs",
];

const RESOURCES: &[&str] = &[
    "limits.cpu",
    "limits.ephemeral-storage",
    "limits.memory",
    "requests.cpu",
    "requests.ephemeral-storage",
    "requests.memory",
];

pub(super) fn check<'t>(container: &'t Spot<'t>, report: &mut Report<'t>) {
    for variable in items(container, "env").iter().filter(|variable| !variable.fields().is_empty()) {
        if let Some(name) = get(variable, "name") {
            report.names("invalid-name", name, names::variable);
        }
        if let Some(source) = get(variable, "valueFrom").filter(|source| matches!(source.content, Content::Map(_))) {
            value_from(variable, source, report);
        }
    }
    for source in items(container, "envFrom") {
        let sources = present(source, &["configMapRef", "secretRef"]);
        match sources[..] {
            [] if matches!(source.content, Content::Map(_)) => {
                report.invalid("one-of", source, "must specify one of: `configMapRef` or `secretRef`");
            }
            [one] => named(one, report),
            [_, second, ..] => {
                report.invalid("one-of", second, "may not have more than one field specified at a time");
            }
            _ => {}
        }
    }
}

/// A reference to a config map or secret by its name.
pub(super) fn named<'t>(reference: &'t Spot<'t>, report: &mut Report<'t>) {
    need(report, reference, "name", "");
    if let Some(name) = get(reference, "name").filter(|name| name.text() != Some("")) {
        report.names("invalid-name", name, names::dns_1123_subdomain);
    }
}

fn value_from<'t>(variable: &'t Spot<'t>, source: &'t Spot<'t>, report: &mut Report<'t>) {
    if !text(variable, "value").is_empty() {
        report.invalid("conflicting-fields", source, "may not be specified when `value` is not empty");
    }
    match present(source, SOURCES)[..] {
        [] => {
            let detail = "must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef` or `secretKeyRef`";
            report.invalid("one-of", source, detail);
        }
        [_] => {}
        [..] => {
            report.invalid("one-of", source, "may not have more than one field specified at a time");
        }
    }
    for kind in ["configMapKeyRef", "secretKeyRef"] {
        let Some(reference) = get(source, kind) else { continue };
        named(reference, report);
        if let Some(key) = get(reference, "key") {
            match key.text() {
                Some("") => {
                    report.error("required-value", key, "Required value");
                }
                _ => report.names("invalid-name", key, names::data_key),
            }
        }
    }
    if let Some(reference) = get(source, "fieldRef") {
        field_ref(reference, report);
    }
    if let Some(reference) = get(source, "resourceFieldRef") {
        resource_ref(reference, report);
    }
}

/// A reference to a field of the pod.
pub(super) fn field_ref<'t>(reference: &'t Spot<'t>, report: &mut Report<'t>) {
    let Some(path) = get(reference, "fieldPath") else { return };
    let Some(text) = path.text() else { return };
    let by_key = ["metadata.labels", "metadata.annotations"].iter().any(|map| {
        text.strip_prefix(map).is_some_and(|rest| rest.is_empty() || rest.starts_with("['") && rest.ends_with("']"))
    });
    if !by_key {
        report.one_of("invalid-choice", path, FIELDS);
    }
}

/// A reference to a resource of a container.
pub(super) fn resource_ref<'t>(reference: &'t Spot<'t>, report: &mut Report<'t>) {
    let Some(resource) = get(reference, "resource") else { return };
    if !resource.text().is_some_and(|text| text.contains(".hugepages-")) {
        report.one_of("invalid-choice", resource, RESOURCES);
    }
}

//! Names, labels, annotations and what a chart should not send.

use super::tables::NameRule;
use crate::kube::names::{self, dns_1035_label, dns_1123_label, dns_1123_subdomain, label_value, path_segment};
use crate::kube::scope;
use crate::validate::finding::ObjectId;
use crate::validate::report::{Report, json};
use crate::validate::walk::{at, get, text};
use crate::yaml::{Content, Spot};

/// The most that all annotations together may have, in bytes.
const ANNOTATIONS: usize = 256 << 10;

/// The most that an object may have in the API server's database, in bytes.
const OBJECT: usize = 1_572_864;

/// Kinds whose names are not DNS subdomains.
const NAMES: &[(&str, &[&str], NameRule)] = &[
    ("", &["Service"], dns_1035_label),
    ("", &["Namespace"], dns_1123_label),
    ("rbac.authorization.k8s.io", &["Role", "ClusterRole", "RoleBinding", "ClusterRoleBinding"], path_segment),
    ("certificates.k8s.io", &["CertificateSigningRequest", "ClusterTrustBundle"], |_| Vec::new()),
    ("networking.k8s.io", &["IPAddress"], |_| Vec::new()),
    ("apiregistration.k8s.io", &["APIService"], path_segment),
    ("", &["ComponentStatus", "Event"], |_| Vec::new()),
];

/// Kinds that are asked of the server and not kept, so that they need no name.
const UNNAMED: &[&str] = &["authentication.k8s.io", "authorization.k8s.io"];

/// The most characters of names that others are made from.
const LENGTHS: &[(&str, &str, usize)] = &[("batch", "CronJob", 52), ("batch", "Job", 63)];

pub(super) fn check<'t>(id: &ObjectId, spot: &'t Spot<'t>, report: &mut Report<'t>) {
    let group = scope::group(&id.api_version);
    let metadata = get(spot, "metadata");
    let name = metadata.and_then(|metadata| get(metadata, "name"));
    let generated = metadata.and_then(|metadata| get(metadata, "generateName"));
    let needs_name = !UNNAMED.contains(&group) && !id.kind.ends_with("List");
    let empty = |spot: Option<&Spot<'_>>| spot.is_none_or(|name| name.text() == Some(""));
    if needs_name && empty(name) && empty(generated) {
        let detail = "name or generateName is required";
        match metadata {
            Some(metadata) if !metadata.fields().is_empty() => {
                report.required("missing-name", metadata, "name", detail)
            }
            _ => report.required("missing-name", spot, "metadata.name", detail),
        };
    }
    let rule = NAMES.iter().find(|(of, kinds, _)| *of == group && kinds.contains(&&*id.kind));
    let rule = rule.map_or(dns_1123_subdomain as NameRule, |(.., rule)| *rule);
    if let Some(name) = name.filter(|name| name.text() != Some("")) {
        report.names("invalid-name", name, rule);
        length(group, &id.kind, name, report);
    }
    if let Some((generated, prefix)) = generated.and_then(|spot| Some((spot, spot.text()?)))
        && !prefix.is_empty()
    {
        let whole = format!("{}a", prefix.trim_end_matches('-'));
        rule(&whole).into_iter().for_each(|fault| {
            report.invalid("invalid-name", generated, fault);
        });
    }
    let Some(metadata) = metadata else { return };
    if let Some(namespace) = get(metadata, "namespace").filter(|spot| spot.text() != Some("")) {
        report.names("invalid-name", namespace, dns_1123_label);
    }
    labels_of(metadata, report);
    if let Some(sent) = get(metadata, "resourceVersion").filter(|spot| spot.text() != Some("")) {
        report.invalid("server-field", sent, "resourceVersion should not be set on objects to be created");
    }
    if let Some(finalizers) = get(metadata, "finalizers") {
        finalizers.items().iter().for_each(|each| report.names("invalid-name", each, names::qualified_name));
    }
}

fn length<'t>(group: &str, kind: &str, name: &'t Spot<'t>, report: &mut Report<'t>) {
    let limit = LENGTHS.iter().find(|(of, named, _)| *of == group && *named == kind);
    if let (Some((.., most)), Some(text)) = (limit, name.text())
        && text.len() > *most
    {
        report.invalid("invalid-name", name, format!("must be no more than {most} characters"));
    }
}

/// The labels and annotations of an object or a template.
pub(super) fn labels_of<'t>(metadata: &'t Spot<'t>, report: &mut Report<'t>) {
    if let Some(labels) = get(metadata, "labels") {
        labels_in(labels, report);
    }
    let Some(annotations) = get(metadata, "annotations") else { return };
    let mut size = 0;
    for field in annotations.fields() {
        size += field.key.len() + field.value.text().map_or(0, str::len);
        keys(annotations, &field.key, &names::qualified_name(&field.key.to_lowercase()), "invalid-annotation", report);
    }
    if size > ANNOTATIONS {
        report.error("too-large", annotations, format!("Too long: may not be more than {ANNOTATIONS} bytes"));
    }
}

/// A map of labels, or of what labels must be.
pub(super) fn labels_in<'t>(labels: &'t Spot<'t>, report: &mut Report<'t>) {
    for field in labels.fields() {
        keys(labels, &field.key, &names::qualified_name(&field.key), "invalid-label", report);
        if field.value.text().is_some() {
            report.names("invalid-label", &field.value, label_value);
        }
    }
}

/// Faults of a key, which are told of the entry.
fn keys<'t>(map: &'t Spot<'t>, key: &str, faults: &[String], rule: &'static str, report: &mut Report<'t>) {
    let Some(field) = map.fields().iter().find(|field| field.key == key) else { return };
    for fault in faults {
        let message = format!("Invalid value: {}: {fault}", crate::gostd::strconv::quoted(key.as_bytes()));
        report.key(crate::diag::Severity::Error, rule, &field.value, field.place, message);
    }
}

/// A status, which only controllers write, and the size of the whole.
pub(super) fn status<'t>(id: &ObjectId, spot: &'t Spot<'t>, report: &mut Report<'t>) {
    let group = scope::group(&id.api_version);
    if let Some(status) = get(spot, "status")
        && !UNNAMED.contains(&group)
        && !is_hollow(status)
    {
        let field = spot.fields().iter().find(|field| field.key == "status");
        let message = "the API server drops the status of new objects: leave it out";
        report.key(
            crate::diag::Severity::Warning,
            "status-sent",
            status,
            field.map_or(status.place, |field| field.place),
            message,
        );
        conditions(status, report);
    }
    if is_longer(spot, OBJECT) {
        report.error("too-large", spot, format!("Too long: the object has more than {OBJECT} bytes as JSON"));
    }
}

/// Conditions have a type, and a status of three.
fn conditions<'t>(status: &'t Spot<'t>, report: &mut Report<'t>) {
    for condition in at(status, "conditions").map(Spot::items).unwrap_or_default() {
        if text(condition, "type").is_empty() {
            report.required("required-value", condition, "type", "");
        }
        if let Some(value) = get(condition, "status") {
            report.one_of("invalid-choice", value, &["False", "True", "Unknown"]);
        }
    }
}

/// Whether a value has no content at all, as generators leave it behind.
fn is_hollow(spot: &Spot<'_>) -> bool {
    match &spot.content {
        Content::Null => true,
        Content::Str(text) => text.is_empty(),
        Content::List(items) => items.iter().all(is_hollow),
        Content::Map(fields) => fields.iter().all(|field| is_hollow(&field.value)),
        _ => false,
    }
}

/// Whether an object is longer than that as JSON. The text of its strings decides long before.
fn is_longer(spot: &Spot<'_>, most: usize) -> bool {
    strings(spot) > most / 8 && json(spot).len() > most
}

fn strings(spot: &Spot<'_>) -> usize {
    match &spot.content {
        Content::Str(text) => text.len(),
        Content::List(items) => items.iter().map(strings).sum(),
        Content::Map(fields) => fields.iter().map(|field| field.key.len() + strings(&field.value)).sum(),
        _ => 1,
    }
}

//! Volumes of pods.

use super::container::relative;
use super::env::{field_ref, resource_ref};
use crate::kube::names;
use crate::validate::report::Report;
use crate::validate::walk::{amount, at, filled, get, int, is_true, items, need, text};
use crate::yaml::{Content, Spot};
use rustc_hash::FxHashSet;

/// What a volume's source must say, though schemas do not ask for it.
const NEEDS: &[(&str, &str)] = &[("secret", "secretName"), ("configMap", "name")];

/// What the schemas ask for that must not be empty, either.
const FILLED: &[(&str, &str)] = &[
    ("hostPath", "path"),
    ("persistentVolumeClaim", "claimName"),
    ("nfs", "server"),
    ("nfs", "path"),
    ("csi", "driver"),
];

const PROJECTED: &[&str] =
    &["clusterTrustBundle", "configMap", "downwardAPI", "podCertificate", "secret", "serviceAccountToken"];

/// Checks the volumes and gives their names, with those of claims that a StatefulSet makes.
pub(super) fn check<'t>(object: &'t Spot<'t>, spec: &'t Spot<'t>, report: &mut Report<'t>) -> FxHashSet<&'t str> {
    let mut seen = FxHashSet::default();
    for volume in items(spec, "volumes").iter().filter(|volume| matches!(volume.content, Content::Map(_))) {
        if let Some(name) = get(volume, "name") {
            match name.text() {
                Some("") => {
                    report.error("required-value", name, "Required value");
                }
                _ => report.names("invalid-name", name, names::dns_1123_label),
            }
            if name.text().is_some_and(|text| !seen.insert(text)) {
                report.duplicate("duplicate-name", name);
            }
        }
        source(volume, report);
    }
    let claims = at(object, "spec").map(|spec| items(spec, "volumeClaimTemplates")).unwrap_or_default();
    seen.extend(claims.iter().filter_map(|claim| at(claim, "metadata.name")?.text()));
    seen
}

fn source<'t>(volume: &'t Spot<'t>, report: &mut Report<'t>) {
    let mut sources = volume.fields().iter().filter(|f| f.key != "name" && f.value.content != Content::Null);
    // One without a source becomes an empty folder.
    let Some(field) = sources.next() else { return };
    for other in sources {
        report.forbidden("one-of", &other.value, "may not specify more than 1 volume type");
    }
    let source = &field.value;
    for (_, name) in NEEDS.iter().filter(|(kind, _)| field.key == *kind) {
        need(report, source, name, "");
    }
    for (_, name) in FILLED.iter().filter(|(kind, _)| field.key == *kind) {
        filled(report, source, name, "");
    }
    match &*field.key {
        "secret" | "configMap" => files(source, report),
        "downwardAPI" => downward(source, report),
        "emptyDir" => empty_dir(source, report),
        "projected" => projected(source, report),
        "hostPath" => {
            if let Some(path) =
                get(source, "path").filter(|p| p.text().is_some_and(|t| t.split('/').any(|s| s == "..")))
            {
                report.invalid("invalid-path", path, "must not contain '..'");
            }
        }
        _ => {}
    }
}

/// The items and modes of a volume made of files.
fn files<'t>(source: &'t Spot<'t>, report: &mut Report<'t>) {
    mode(source, "defaultMode", report);
    for item in items(source, "items") {
        if let Some(path) = get(item, "path") {
            relative(path, report);
        }
        if let Some(key) = get(item, "key").filter(|key| key.text() == Some("")) {
            report.error("required-value", key, "Required value");
        }
        mode(item, "mode", report);
    }
}

fn mode<'t>(spot: &'t Spot<'t>, field: &str, report: &mut Report<'t>) {
    if let Some(mode) = get(spot, field)
        && int(mode).is_some_and(|mode| !(0..=0o777).contains(&mode))
    {
        report.invalid("out-of-range", mode, "must be a number between 0 and 0777 (octal), both inclusive").help =
            Some("write it in octal: 0644, or in decimal: 420".into());
    }
}

fn downward<'t>(source: &'t Spot<'t>, report: &mut Report<'t>) {
    files(source, report);
    for item in items(source, "items") {
        match (get(item, "fieldRef"), get(item, "resourceFieldRef")) {
            (Some(field), None) => field_ref(field, report),
            (None, Some(resource)) => resource_ref(resource, report),
            (Some(_), Some(resource)) => {
                report.invalid("one-of", resource, "fieldRef and resourceFieldRef can not be specified simultaneously");
            }
            (None, None) => {
                report.required("one-of", item, "fieldRef", "one of fieldRef and resourceFieldRef is required");
            }
        }
    }
}

fn empty_dir<'t>(source: &'t Spot<'t>, report: &mut Report<'t>) {
    if let Some(medium) = get(source, "medium")
        && !medium.text().is_none_or(|text| text.is_empty() || text.starts_with("HugePages-"))
    {
        report.one_of("invalid-choice", medium, &["HugePages", "Memory"]);
    }
    if let Some(limit) = get(source, "sizeLimit").filter(|limit| amount(limit).is_some_and(|size| size < 0)) {
        report.forbidden("out-of-range", limit, "SizeLimit field must be a valid resource quantity");
    }
}

fn projected<'t>(source: &'t Spot<'t>, report: &mut Report<'t>) {
    mode(source, "defaultMode", report);
    for each in items(source, "sources") {
        let set: Vec<_> =
            each.fields().iter().filter(|f| PROJECTED.contains(&&*f.key) && f.value.content != Content::Null).collect();
        match set[..] {
            [one] => match &*one.key {
                "secret" | "configMap" => {
                    need(report, &one.value, "name", "");
                    files(&one.value, report);
                }
                "downwardAPI" => downward(&one.value, report),
                "serviceAccountToken" => token(&one.value, report),
                _ => {}
            },
            [] => {}
            [..] => {
                report.forbidden("one-of", each, "may not specify more than 1 volume type per source");
            }
        }
    }
}

fn token<'t>(source: &'t Spot<'t>, report: &mut Report<'t>) {
    if let Some(seconds) = get(source, "expirationSeconds") {
        match int(seconds) {
            Some(number) if number < 600 => {
                report.invalid("out-of-range", seconds, "may not specify a duration less than 10 minutes");
            }
            Some(number) if number > 1 << 32 => {
                report.invalid("out-of-range", seconds, "may not specify a duration larger than 2^32 seconds");
            }
            _ => {}
        }
    }
    if let Some(path) = get(source, "path") {
        relative(path, report);
    }
}

/// Where the names of what a pod's volumes refer to stand: kind, name, and whether it may be missing.
pub(super) fn references<'t>(spec: &'t Spot<'t>, found: &mut dyn FnMut(&'static str, &'t Spot<'t>)) {
    let mut add = |kind: &'static str, source: Option<&'t Spot<'t>>, field: &str| {
        let source = source.filter(|source| !is_true(source, "optional"));
        if let Some(name) = source.and_then(|source| get(source, field)) {
            found(kind, name);
        }
    };
    for volume in items(spec, "volumes") {
        add("ConfigMap", get(volume, "configMap"), "name");
        add("Secret", get(volume, "secret"), "secretName");
        add("PersistentVolumeClaim", get(volume, "persistentVolumeClaim"), "claimName");
        for source in get(volume, "projected").map(|p| items(p, "sources")).unwrap_or_default() {
            add("ConfigMap", get(source, "configMap"), "name");
            add("Secret", get(source, "secret"), "name");
        }
    }
    for list in ["containers", "initContainers"] {
        for container in items(spec, list) {
            for source in items(container, "envFrom") {
                add("ConfigMap", get(source, "configMapRef"), "name");
                add("Secret", get(source, "secretRef"), "name");
            }
            for source in items(container, "env").iter().filter_map(|variable| get(variable, "valueFrom")) {
                add("ConfigMap", get(source, "configMapKeyRef"), "name");
                add("Secret", get(source, "secretKeyRef"), "name");
            }
        }
    }
    if !text(spec, "serviceAccountName").is_empty() {
        add("ServiceAccount", Some(spec), "serviceAccountName");
    }
}

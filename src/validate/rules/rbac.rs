//! Roles and their bindings.

use crate::kube::names;
use crate::validate::report::Report;
use crate::validate::walk::{filled, get, items, need, text};
use crate::yaml::Spot;

const GROUP: &str = "rbac.authorization.k8s.io";

pub(super) fn role<'t>(spot: &'t Spot<'t>, report: &mut Report<'t>) {
    let namespaced = text(spot, "kind") == "Role";
    for rule in items(spot, "rules").iter().filter(|rule| !rule.fields().is_empty()) {
        filled(report, rule, "verbs", "verbs must contain at least one value");
        if let Some(urls) = get(rule, "nonResourceURLs").filter(|urls| !urls.items().is_empty()) {
            if namespaced {
                report.invalid("conflicting-fields", urls, "namespaced rules cannot apply to non-resource URLs");
            }
            let resources = ["apiGroups", "resources", "resourceNames"];
            if resources.iter().any(|field| !items(rule, field).is_empty()) {
                let detail = "rules cannot apply to both regular resources and non-resource URLs";
                report.invalid("conflicting-fields", urls, detail);
            }
            continue;
        }
        for (field, detail) in [
            ("apiGroups", "resource rules must supply at least one api group"),
            ("resources", "resource rules must supply at least one resource"),
        ] {
            match get(rule, field) {
                Some(list) if list.items().is_empty() => {
                    report.error("required-value", list, format!("Required value: {detail}"));
                }
                Some(_) => {}
                None => {
                    report.required("required-value", rule, field, detail);
                }
            }
        }
    }
}

pub(super) fn binding<'t>(spot: &'t Spot<'t>, report: &mut Report<'t>) {
    if let Some(reference) = get(spot, "roleRef") {
        let kinds: &[&str] =
            if text(spot, "kind") == "ClusterRoleBinding" { &["ClusterRole"] } else { &["ClusterRole", "Role"] };
        if let Some(group) = get(reference, "apiGroup").filter(|group| group.text() != Some("")) {
            report.one_of("invalid-choice", group, &[GROUP]);
        }
        if let Some(kind) = get(reference, "kind") {
            report.one_of("invalid-choice", kind, kinds);
        }
        filled(report, reference, "name", "");
        if let Some(name) = get(reference, "name").filter(|name| name.text() != Some("")) {
            report.names("invalid-name", name, names::path_segment);
        }
    }
    let of_cluster = text(spot, "kind") == "ClusterRoleBinding";
    for each in items(spot, "subjects").iter().filter(|each| !each.fields().is_empty()) {
        subject(each, of_cluster, report);
    }
}

fn subject<'t>(spot: &'t Spot<'t>, of_cluster: bool, report: &mut Report<'t>) {
    filled(report, spot, "name", "");
    let group = get(spot, "apiGroup");
    match text(spot, "kind") {
        "ServiceAccount" => {
            if let Some(name) = get(spot, "name").filter(|name| name.text() != Some("")) {
                report.names("invalid-name", name, names::dns_1123_subdomain);
            }
            if let Some(group) = group {
                report.one_of("invalid-choice", group, &[""]);
            }
            // In a namespace, that of the binding is meant.
            if of_cluster {
                need(report, spot, "namespace", "");
            }
        }
        "User" | "Group" => {
            if let Some(group) = group.filter(|group| group.text() != Some("")) {
                report.one_of("invalid-choice", group, &[GROUP]);
            }
        }
        _ => {
            if let Some(kind) = get(spot, "kind") {
                report.one_of("invalid-choice", kind, &["Group", "ServiceAccount", "User"]);
            }
        }
    }
}

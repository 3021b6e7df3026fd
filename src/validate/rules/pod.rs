//! Pods and templates of pods.

use super::{affinity, container, metadata, tables, volume};
use crate::kube::names;
use crate::validate::finding::ObjectId;
use crate::validate::report::Report;
use crate::validate::walk::{at, filled, get, is_true, items, text};
use crate::yaml::{Content, Spot};
use rustc_hash::FxHashSet;

/// `template` is the pod itself or a template with `metadata` and `spec`.
pub(super) fn check<'t>(id: &ObjectId, object: &'t Spot<'t>, template: &'t Spot<'t>, report: &mut Report<'t>) {
    if !std::ptr::eq(object, template)
        && let Some(metadata) = get(template, "metadata")
    {
        metadata::labels_of(metadata, report);
    }
    let Some(spec) = get(template, "spec") else { return };
    tables::check_pod(spec, report);
    restart_policy(id, spec, report);
    let volumes = volume::check(object, spec, report);
    containers(spec, &volumes, report);
    affinity::check(spec, report);
    dns(spec, report);
    if let Some(labels) = get(spec, "nodeSelector") {
        metadata::labels_in(labels, report);
    }
    for secret in items(spec, "imagePullSecrets") {
        if matches!(secret.content, Content::Map(_)) && text(secret, "name").is_empty() {
            report.warning("required-value", secret, "invalid empty name: the entry has no effect");
        }
    }
    for alias in items(spec, "hostAliases") {
        if let Some(ip) =
            get(alias, "ip").filter(|ip| ip.text().is_some_and(|t| t.parse::<std::net::IpAddr>().is_err()))
        {
            report.invalid("invalid-address", ip, "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)");
        }
        for name in items(alias, "hostnames") {
            report.names("invalid-name", name, names::dns_1123_subdomain);
        }
    }
    seccomp(at(spec, "securityContext.seccompProfile"), report);
}

/// Which policies a kind admits. What the policy may be at all is in the tables.
fn restart_policy<'t>(id: &ObjectId, spec: &'t Spot<'t>, report: &mut Report<'t>) {
    let policy = get(spec, "restartPolicy");
    match &*id.kind {
        "Job" | "CronJob" => match policy {
            Some(policy) if policy.text() == Some("Always") => {
                report.error("invalid-choice", policy, "Required value: valid values: \"OnFailure\", \"Never\"");
            }
            Some(_) => {}
            None => {
                report.required("invalid-choice", spec, "restartPolicy", "valid values: \"OnFailure\", \"Never\"");
            }
        },
        "Deployment" | "StatefulSet" | "DaemonSet" | "ReplicaSet" | "ReplicationController" => {
            if let Some(policy) = policy.filter(|policy| matches!(policy.text(), Some("Never" | "OnFailure"))) {
                report.one_of("invalid-choice", policy, &["Always"]);
            }
        }
        _ => {}
    }
}

fn containers<'t>(spec: &'t Spot<'t>, volumes: &FxHashSet<&str>, report: &mut Report<'t>) {
    let mut names = FxHashSet::default();
    // An empty list is there but has nothing in it; that it is missing is said by the schema.
    if let Some(none) = get(spec, "containers").filter(|list| list.items().is_empty()) {
        report.error("required-value", none, "Required value");
    }
    let host_network = is_true(spec, "hostNetwork");
    for list in ["containers", "initContainers", "ephemeralContainers"] {
        for each in items(spec, list) {
            if let Some(name) = get(each, "name")
                && !names.insert(name.text().unwrap_or_default())
            {
                report.duplicate("duplicate-name", name);
            }
            container::check(each, list, volumes, host_network, report);
        }
    }
}

fn dns<'t>(spec: &'t Spot<'t>, report: &mut Report<'t>) {
    let config = get(spec, "dnsConfig");
    let servers = config.map(|config| items(config, "nameservers")).unwrap_or_default();
    if text(spec, "dnsPolicy") == "None" && servers.is_empty() {
        let detail = "must provide at least one DNS nameserver when `dnsPolicy` is None";
        report.required("required-value", spec, "dnsConfig.nameservers", detail);
    }
    if let Some(config) = config
        && servers.len() > 3
    {
        report.invalid("too-many", config, "must not have more than 3 nameservers");
    }
    for server in servers.iter().filter(|s| s.text().is_some_and(|t| t.parse::<std::net::IpAddr>().is_err())) {
        report.invalid("invalid-address", server, "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)");
    }
}

/// A profile on the node needs its name, and only that has one.
pub(super) fn seccomp<'t>(profile: Option<&'t Spot<'t>>, report: &mut Report<'t>) {
    let Some(profile) = profile else { return };
    filled(report, profile, "type", "type is required when seccompProfile is set");
    let name = get(profile, "localhostProfile");
    match (text(profile, "type") == "Localhost", name) {
        (true, None) => {
            let detail = "must be set when seccomp type is Localhost";
            report.required("required-value", profile, "localhostProfile", detail);
        }
        (false, Some(name)) => {
            report.invalid("conflicting-fields", name, "can only be set when seccomp type is Localhost");
        }
        _ => {}
    }
}

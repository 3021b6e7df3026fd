//! Containers of pods.

use super::{env, pod, probe, resources, tables};
use crate::kube::names;
use crate::validate::report::Report;
use crate::validate::walk::{at, get, int, is_true, items, need, text};
use crate::yaml::Spot;
use rustc_hash::FxHashSet;

/// Checks a container of the named list, against the names of the pod's volumes.
pub(super) fn check<'t>(
    container: &'t Spot<'t>,
    list: &str,
    volumes: &FxHashSet<&str>,
    host_network: bool,
    report: &mut Report<'t>,
) {
    if container.fields().is_empty() {
        return;
    }
    // The schema says that a name is missing; here is what it must be.
    if let Some(name) = get(container, "name") {
        match name.text() {
            Some("") => {
                report.error("required-value", name, "Required value");
            }
            _ => report.names("invalid-name", name, names::dns_1123_label),
        }
    }
    need(report, container, "image", "");
    tables::check_container(container, report);
    ports(container, host_network, report);
    env::check(container, report);
    mounts(container, volumes, report);
    if let Some(resources) = get(container, "resources") {
        resources::check(resources, report);
    }
    probes(container, list, report);
    security(container, report);
}

fn ports<'t>(container: &'t Spot<'t>, host_network: bool, report: &mut Report<'t>) {
    let mut names = FxHashSet::default();
    for port in items(container, "ports") {
        if let Some(name) = get(port, "name").filter(|name| name.text() != Some("")) {
            report.names("invalid-port-name", name, names::port_name);
            if !names.insert(name.text().unwrap_or_default()) {
                report.duplicate("duplicate-name", name);
            }
        }
        let number = get(port, "containerPort").and_then(int);
        if let (true, Some(host), Some(number)) = (host_network, get(port, "hostPort"), number)
            && int(host).is_some_and(|host| host != 0 && host != number)
        {
            report.invalid("conflicting-fields", host, "must match `containerPort` when `hostNetwork` is true");
        }
    }
}

fn mounts<'t>(container: &'t Spot<'t>, volumes: &FxHashSet<&str>, report: &mut Report<'t>) {
    let mut paths = FxHashSet::default();
    for mount in items(container, "volumeMounts") {
        if let Some(name) = get(mount, "name") {
            match name.text() {
                Some("") => {
                    report.error("required-value", name, "Required value");
                }
                Some(text) if !volumes.contains(text) => {
                    report.not_found("unknown-volume", name);
                }
                _ => {}
            }
        }
        if let Some(path) = get(mount, "mountPath") {
            match path.text() {
                Some("") => {
                    report.error("required-value", path, "Required value");
                }
                Some(text) if !paths.insert(text) => {
                    report.invalid("duplicate-path", path, "must be unique");
                }
                _ => {}
            }
        }
        if let Some(path) = get(mount, "subPath") {
            relative(path, report);
            if let Some(other) = get(mount, "subPathExpr").filter(|_| path.text() != Some("")) {
                report.invalid("conflicting-fields", other, "subPathExpr and subPath are mutually exclusive");
            }
        }
    }
    for device in items(container, "volumeDevices") {
        if let Some(name) = get(device, "name").filter(|name| name.text().is_some_and(|t| !volumes.contains(t))) {
            report.not_found("unknown-volume", name);
        }
    }
}

/// A path that stays where it begins.
pub(super) fn relative<'t>(path: &'t Spot<'t>, report: &mut Report<'t>) {
    let Some(text) = path.text() else { return };
    if text.starts_with('/') {
        report.invalid("invalid-path", path, "must be a relative path");
    }
    if text.split('/').any(|part| part == "..") {
        report.invalid("invalid-path", path, "must not contain '..'");
    }
}

fn probes<'t>(container: &'t Spot<'t>, list: &str, report: &mut Report<'t>) {
    let sidecar = text(container, "restartPolicy") == "Always";
    for name in ["livenessProbe", "readinessProbe", "startupProbe", "lifecycle"] {
        let Some(spot) = get(container, name) else { continue };
        if list == "initContainers" && !sidecar {
            report.forbidden(
                "conflicting-fields",
                spot,
                "may not be set for init containers without restartPolicy=Always",
            );
        } else if name == "lifecycle" {
            for event in ["postStart", "preStop"] {
                if let Some(handler) = get(spot, event) {
                    probe::handler(handler, &["exec", "httpGet", "sleep", "tcpSocket"], container, report);
                }
            }
        } else {
            probe::check(spot, name, container, report);
        }
    }
}

fn security<'t>(container: &'t Spot<'t>, report: &mut Report<'t>) {
    let Some(context) = get(container, "securityContext") else { return };
    if let Some(escalation) = get(context, "allowPrivilegeEscalation")
        && escalation.content == crate::yaml::Content::Bool(false)
    {
        if is_true(context, "privileged") {
            let detail = "cannot set `allowPrivilegeEscalation` to false and `privileged` to true";
            report.invalid("conflicting-fields", context, detail);
        }
        let added = at(context, "capabilities").map(|c| items(c, "add")).unwrap_or_default();
        if added.iter().any(|each| each.text() == Some("CAP_SYS_ADMIN")) {
            let detail = "cannot set `allowPrivilegeEscalation` to false and `capabilities.Add` CAP_SYS_ADMIN";
            report.invalid("conflicting-fields", context, detail);
        }
    }
    pod::seccomp(get(context, "seccompProfile"), report);
}

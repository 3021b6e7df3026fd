//! Ingresses.

use crate::kube::names;
use crate::validate::report::Report;
use crate::validate::walk::{get, items, text};
use crate::yaml::{Content, Spot};

const PATH_TYPES: &[&str] = &["Exact", "ImplementationSpecific", "Prefix"];

pub(super) fn check<'t>(spot: &'t Spot<'t>, report: &mut Report<'t>) {
    let Some(spec) = get(spot, "spec") else { return };
    let (default, rules) = (get(spec, "defaultBackend"), items(spec, "rules"));
    if default.is_none() && rules.is_empty() {
        report.invalid("one-of", spec, "either `defaultBackend` or `rules` must be specified");
    }
    if let Some(default) = default {
        backend(default, report);
    }
    for rule in rules {
        if let Some(host) = get(rule, "host").filter(|host| host.text() != Some("")) {
            check_host(host, report);
        }
        let Some(http) = get(rule, "http") else { continue };
        if let Some(none) = get(http, "paths").filter(|paths| paths.items().is_empty()) {
            report.error("required-value", none, "Required value");
        }
        items(http, "paths").iter().filter(|path| !path.fields().is_empty()).for_each(|each| path(each, report));
    }
    for tls in items(spec, "tls") {
        items(tls, "hosts").iter().for_each(|host| check_host(host, report));
    }
    if let Some(class) = get(spec, "ingressClassName") {
        report.names("invalid-name", class, names::dns_1123_subdomain);
    }
}

fn check_host<'t>(host: &'t Spot<'t>, report: &mut Report<'t>) {
    let Some(text) = host.text() else { return };
    if text.parse::<std::net::IpAddr>().is_ok() {
        report.invalid("invalid-name", host, "must be a DNS name, not an IP address");
        return;
    }
    let rest = text.strip_prefix("*.").unwrap_or(text);
    if text.contains('*') && (text == rest || rest.contains('*')) {
        let detail = "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must \
                      consist of lower case alphanumeric characters, '-' or '.' and end with an alphanumeric character \
                      (e.g. '*.example.com', regex used for validation is \
                      '\\*\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
        report.invalid("invalid-name", host, detail);
        return;
    }
    for fault in names::dns_1123_subdomain(rest) {
        report.invalid("invalid-name", host, fault);
    }
}

fn path<'t>(spot: &'t Spot<'t>, report: &mut Report<'t>) {
    if let Some(kind) = get(spot, "pathType") {
        match kind.text() {
            Some("") => {
                report.error("required-value", kind, "Required value: pathType must be specified");
            }
            _ => report.one_of("invalid-choice", kind, PATH_TYPES),
        }
    }
    if let Some((at, path)) = get(spot, "path").and_then(|at| Some((at, at.text()?)))
        && matches!(text(spot, "pathType"), "Exact" | "Prefix")
    {
        if !path.starts_with('/') {
            report.invalid("invalid-path", at, "must be an absolute path");
        }
        for part in ["//", "/./", "/../", "%2f", "%2F"].iter().filter(|part| path.contains(**part)) {
            report.invalid("invalid-path", at, format!("must not contain '{part}'"));
        }
        for end in ["/..", "/."].iter().filter(|end| path.ends_with(**end)) {
            report.invalid("invalid-path", at, format!("cannot end with '{end}'"));
        }
    }
    if let Some(spot) = get(spot, "backend") {
        backend(spot, report);
    }
}

fn backend<'t>(spot: &'t Spot<'t>, report: &mut Report<'t>) {
    let service = match (get(spot, "service"), get(spot, "resource")) {
        (Some(_), Some(resource)) => {
            report.invalid("one-of", resource, "cannot set both resource and service backends");
            return;
        }
        (Some(service), None) => service,
        (None, None) if matches!(spot.content, Content::Map(_)) => {
            report.required("one-of", spot, "service", "resource or service backend is required");
            return;
        }
        _ => return,
    };
    if let Some(name) = get(service, "name") {
        match name.text() {
            Some("") => {
                report.error("required-value", name, "Required value");
            }
            _ => report.names("invalid-name", name, names::dns_1035_label),
        }
    }
    let Some(port) = get(service, "port") else {
        report.required("required-value", service, "port", "port name or number is required");
        return;
    };
    match (get(port, "name").filter(|name| name.text() != Some("")), get(port, "number")) {
        (Some(_), Some(number)) => {
            report.invalid("one-of", number, "cannot set both port name & port number");
        }
        (Some(name), None) => report.names("invalid-port-name", name, names::port_name),
        (None, None) => {
            report.error("one-of", port, "Required value: port name or number is required");
        }
        (None, Some(_)) => {}
    }
}

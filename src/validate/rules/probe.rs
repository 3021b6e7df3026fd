//! Probes and hooks of containers.

use crate::kube::names;
use crate::validate::report::Report;
use crate::validate::walk::{get, int, items, present, text, within};
use crate::yaml::{Content, Spot};

const FIGURES: &[&str] = &[
    "failureThreshold",
    "initialDelaySeconds",
    "periodSeconds",
    "successThreshold",
    "terminationGracePeriodSeconds",
    "timeoutSeconds",
];

pub(super) fn check<'t>(probe: &'t Spot<'t>, name: &str, container: &'t Spot<'t>, report: &mut Report<'t>) {
    handler(probe, &["exec", "grpc", "httpGet", "tcpSocket"], container, report);
    for figure in FIGURES.iter().filter_map(|figure| get(probe, figure)) {
        within(report, "out-of-range", figure, 0, i64::MAX);
    }
    if let Some(threshold) = get(probe, "successThreshold").filter(|_| name != "readinessProbe")
        && int(threshold).is_some_and(|number| !matches!(number, 0 | 1))
    {
        report.invalid("out-of-range", threshold, "must be 1");
    }
    if name == "readinessProbe"
        && let Some(period) = get(probe, "terminationGracePeriodSeconds")
    {
        report.invalid("conflicting-fields", period, "must not be set for readinessProbes");
    }
}

/// What is done: exactly one of the named ways.
pub(super) fn handler<'t>(spot: &'t Spot<'t>, ways: &[&str], container: &'t Spot<'t>, report: &mut Report<'t>) {
    let set = present(spot, ways);
    if set.is_empty() && matches!(spot.content, Content::Map(_)) {
        report.error("one-of", spot, "Required value: must specify a handler type");
    }
    for other in set.iter().skip(1) {
        report.forbidden("one-of", other, "may not specify more than 1 handler type");
    }
    if let Some(command) = get(spot, "exec")
        && items(command, "command").is_empty()
    {
        report.required("required-value", command, "command", "");
    }
    for way in ["httpGet", "tcpSocket"] {
        if let Some(port) = get(spot, way).and_then(|way| get(way, "port")) {
            port_of(port, container, report);
        }
    }
    if let Some(get_by_http) = get(spot, "httpGet") {
        if let Some(scheme) = get(get_by_http, "scheme").filter(|scheme| scheme.text() != Some("")) {
            report.one_of("invalid-choice", scheme, &["HTTP", "HTTPS"]);
        }
        for header in items(get_by_http, "httpHeaders") {
            let wrong = |c: char| !(c.is_ascii_alphanumeric() || "!#$%&'*+-.^_`|~".contains(c));
            if let Some(name) =
                get(header, "name").filter(|name| name.text().is_some_and(|t| t.is_empty() || t.contains(wrong)))
            {
                let detail = "a valid HTTP header must consist of alphanumeric characters or '-' (e.g. 'X-Header-Name', \
                              regex used for validation is '[-A-Za-z0-9]+')";
                report.invalid("invalid-name", name, detail);
            }
        }
    }
    if let Some(port) = get(spot, "grpc").and_then(|grpc| get(grpc, "port")) {
        within(report, "out-of-range", port, 1, 65535);
    }
}

/// A number, or the name of a port of the container.
fn port_of<'t>(port: &'t Spot<'t>, container: &'t Spot<'t>, report: &mut Report<'t>) {
    let Some(name) = port.text() else { return within(report, "out-of-range", port, 1, 65535) };
    let faults = names::port_name(name);
    if faults.is_empty() {
        if !items(container, "ports").iter().any(|each| text(each, "name") == name) {
            report.warning("unknown-port", port, format!("no port of the container is called {name:?}"));
        }
    } else {
        report.names("invalid-port-name", port, names::port_name);
    }
}

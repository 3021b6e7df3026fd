//! Services.

use super::metadata;
use crate::kube::names;
use crate::validate::report::Report;
use crate::validate::walk::{get, int, items, text};
use crate::yaml::Spot;
use rustc_hash::FxHashSet;

/// The ports of nodes that a cluster gives out unless it was set up otherwise.
const NODE_PORTS: std::ops::RangeInclusive<i64> = 30000..=32767;

pub(super) fn check<'t>(spot: &'t Spot<'t>, report: &mut Report<'t>) {
    let Some(spec) = get(spot, "spec") else { return };
    let kind = Some(text(spec, "type")).filter(|kind| !kind.is_empty()).unwrap_or("ClusterIP");
    let headless = text(spec, "clusterIP") == "None";
    if let Some(labels) = get(spec, "selector") {
        metadata::labels_in(labels, report);
    }
    if kind == "ExternalName" {
        external(spec, report);
    } else {
        if items(spec, "ports").is_empty() && !headless {
            match get(spec, "ports") {
                Some(ports) => report.error("required-value", ports, "Required value"),
                None => report.required("required-value", spec, "ports", ""),
            };
        }
        if let Some(address) = get(spec, "clusterIP").filter(|_| headless && kind != "ClusterIP") {
            let detail = format!("may not be set to 'None' for {kind} services");
            report.invalid("conflicting-fields", address, detail);
        }
    }
    ports(spec, kind, report);
    traffic(spec, kind, report);
    addresses(spec, report);
}

fn external<'t>(spec: &'t Spot<'t>, report: &mut Report<'t>) {
    match get(spec, "externalName").filter(|name| name.text() != Some("")) {
        None => {
            report.required("required-value", spec, "externalName", "");
        }
        Some(name) => {
            let lower = name.text().unwrap_or_default().trim_end_matches('.').to_ascii_lowercase();
            names::dns_1123_subdomain(&lower).into_iter().for_each(|fault| {
                report.invalid("invalid-name", name, fault);
            });
        }
    }
    if let Some(address) = get(spec, "clusterIP").filter(|ip| !matches!(ip.text(), Some("" | "None"))) {
        report.forbidden("conflicting-fields", address, "may not be set for ExternalName services");
    }
}

fn ports<'t>(spec: &'t Spot<'t>, kind: &str, report: &mut Report<'t>) {
    let ports = items(spec, "ports");
    let (mut names, mut numbers, mut node_ports) = (FxHashSet::default(), FxHashSet::default(), FxHashSet::default());
    for port in ports {
        let name = get(port, "name").filter(|name| name.text() != Some(""));
        match name {
            None if ports.len() > 1 => {
                report.required("required-value", port, "name", "");
            }
            Some(name) => {
                report.names("invalid-port-name", name, names::dns_1123_label);
                if !names.insert(name.text().unwrap_or_default()) {
                    report.duplicate("duplicate-name", name);
                }
            }
            None => {}
        }
        let protocol = Some(text(port, "protocol")).filter(|p| !p.is_empty()).unwrap_or("TCP");
        if let Some(number) = get(port, "port")
            && int(number).is_some_and(|number| !numbers.insert((number, protocol)))
        {
            report.duplicate("duplicate-port", number);
        }
        if let Some(target) = get(port, "targetPort").filter(|target| target.text().is_some()) {
            report.names("invalid-port-name", target, names::port_name);
        }
        if let Some((spot, number)) =
            get(port, "nodePort").and_then(|spot| Some((spot, int(spot).filter(|n| *n != 0)?)))
        {
            if matches!(kind, "ClusterIP" | "ExternalName") {
                report.forbidden("conflicting-fields", spot, format!("may not be used when `type` is '{kind}'"));
            } else if !NODE_PORTS.contains(&number) {
                let detail = "provided port is not in the valid range. The range of valid ports is 30000-32767";
                report.warning("node-port-range", spot, format!("Invalid value: {number}: {detail}"));
            }
            if !node_ports.insert((number, protocol)) {
                report.duplicate("duplicate-port", spot);
            }
        }
    }
}

/// Fields that only some types of services have.
fn traffic<'t>(spec: &'t Spot<'t>, kind: &str, report: &mut Report<'t>) {
    let outside = matches!(kind, "LoadBalancer" | "NodePort");
    let has_addresses = !items(spec, "externalIPs").is_empty();
    if let Some(policy) = get(spec, "externalTrafficPolicy").filter(|policy| policy.text() != Some(""))
        && !outside
        && !has_addresses
    {
        report.invalid("conflicting-fields", policy, "may only be set for externally-accessible services");
    }
    if kind != "LoadBalancer" {
        for field in ["loadBalancerClass", "allocateLoadBalancerNodePorts"] {
            if let Some(value) = get(spec, field) {
                report.forbidden("conflicting-fields", value, "may only be used when `type` is 'LoadBalancer'");
            }
        }
        if let Some(ranges) = get(spec, "loadBalancerSourceRanges").filter(|ranges| !ranges.items().is_empty()) {
            report.forbidden("conflicting-fields", ranges, "may only be used when `type` is 'LoadBalancer'");
        }
    }
    if let Some(port) = get(spec, "healthCheckNodePort").filter(|port| int(port) != Some(0))
        && !(kind == "LoadBalancer" && text(spec, "externalTrafficPolicy") == "Local")
    {
        let detail = "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'";
        report.invalid("conflicting-fields", port, detail);
    }
    if let Some(config) =
        get(spec, "sessionAffinityConfig").filter(|_| matches!(text(spec, "sessionAffinity"), "None" | ""))
    {
        let detail = "must not be set when session affinity is None";
        if !config.fields().is_empty() {
            report.forbidden("conflicting-fields", config, detail);
        }
    }
}

fn addresses<'t>(spec: &'t Spot<'t>, report: &mut Report<'t>) {
    let is_address = |text: &str| text.parse::<std::net::IpAddr>().is_ok();
    let detail = "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)";
    let own = get(spec, "clusterIP").filter(|ip| !matches!(ip.text(), Some("" | "None")));
    let balancer = get(spec, "loadBalancerIP").filter(|ip| ip.text() != Some(""));
    let all = items(spec, "externalIPs").iter().chain(own).chain(balancer);
    for ip in all.filter(|ip| ip.text().is_some_and(|text| !is_address(text))) {
        report.invalid("invalid-address", ip, detail);
    }
    for range in items(spec, "loadBalancerSourceRanges") {
        if range.text().is_some_and(|text| !super::policy::is_cidr(text.trim())) {
            let detail = "must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)";
            report.invalid("invalid-address", range, detail);
        }
    }
}

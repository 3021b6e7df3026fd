//! Network policies.

use crate::kube::names;
use crate::validate::report::Report;
use crate::validate::walk::{get, int, items, present};
use crate::yaml::{Content, Spot};

pub(super) fn check<'t>(spot: &'t Spot<'t>, report: &mut Report<'t>) {
    let Some(spec) = get(spot, "spec") else { return };
    for (rules, peers) in [("ingress", "from"), ("egress", "to")] {
        for rule in items(spec, rules) {
            items(rule, "ports").iter().for_each(|each| port(each, report));
            items(rule, peers).iter().for_each(|each| peer(each, report));
        }
    }
}

fn port<'t>(spot: &'t Spot<'t>, report: &mut Report<'t>) {
    let first = get(spot, "port");
    if let Some(name) = first.filter(|port| port.text().is_some()) {
        report.names("invalid-port-name", name, names::port_name);
    }
    let Some(last) = get(spot, "endPort") else { return };
    match first {
        None => {
            report.required("required-value", spot, "port", "must be specified when `endPort` is set");
        }
        Some(first) => match (int(first), int(last)) {
            (None, _) => {
                report.invalid("conflicting-fields", last, "may not be specified when `port` is non-numeric");
            }
            (Some(first), Some(number)) if number < first => {
                report.invalid("conflicting-fields", last, "must be greater than or equal to `port`");
            }
            _ => {}
        },
    }
}

fn peer<'t>(spot: &'t Spot<'t>, report: &mut Report<'t>) {
    let selectors = present(spot, &["namespaceSelector", "podSelector"]);
    match (get(spot, "ipBlock"), selectors.is_empty()) {
        (None, true) if matches!(spot.content, Content::Map(_)) => {
            report.error("one-of", spot, "Required value: must specify a peer");
        }
        (Some(block), false) => {
            report.forbidden("one-of", block, "may not specify both ipBlock and another peer");
        }
        _ => {}
    }
    let Some(block) = get(spot, "ipBlock") else { return };
    for cidr in get(block, "cidr").into_iter().chain(items(block, "except")) {
        if cidr.text().is_some_and(|text| !is_cidr(text)) {
            let detail = "must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)";
            report.invalid("invalid-address", cidr, detail);
        }
    }
}

/// An address and a number of bits.
pub(super) fn is_cidr(text: &str) -> bool {
    let Some((address, bits)) = text.split_once('/') else { return false };
    let most = match address.parse::<std::net::IpAddr>() {
        Ok(std::net::IpAddr::V4(_)) => 32,
        Ok(std::net::IpAddr::V6(_)) => 128,
        Err(_) => return false,
    };
    bits.parse::<u8>().is_ok_and(|bits| bits <= most)
}

//! The names that Kubernetes admits for resources of a kind, in Helm's words.
//!
//! Source: Helm's `validateMetadataName`.

use crate::gostd::strconv;
use crate::kube::names::{dns_1035_label, dns_1123_label, dns_1123_subdomain, path_segment};

/// What is wrong with the name of a resource, in Helm's words.
pub(super) fn fault(kind: &str, name: &str) -> Option<String> {
    let faults = match kind.to_lowercase().as_str() {
        "service" => dns_1035_label(name),
        "namespace" => dns_1123_label(name),
        "certificatesigningrequest" => Vec::new(),
        "role" | "clusterrole" | "rolebinding" | "clusterrolebinding" => path_segment(name),
        _ => dns_1123_subdomain(name),
    };
    let quoted = quote(name);
    let faults: Vec<String> =
        faults.iter().map(|fault| format!("metadata.name: Invalid value: {quoted}: {fault}")).collect();
    let list = match &faults[..] {
        [] => return None,
        [one] => one.clone(),
        many => format!("[{}]", many.join(", ")),
    };
    Some(format!("object name does not conform to Kubernetes naming requirements: {quoted}: {list}"))
}

/// Go's `%q`.
pub(super) fn quote(text: &str) -> String {
    strconv::quoted(text.as_bytes())
}

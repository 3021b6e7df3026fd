//! The names that Kubernetes admits for resources of a kind.
//!
//! Source: `k8s.io/apimachinery/pkg/util/validation`, by way of Helm's `validateMetadataName`.

use crate::gostd::strconv;

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

fn is_lower(b: u8) -> bool {
    b.is_ascii_lowercase() || b.is_ascii_digit()
}

/// Letters, digits and inner dashes.
fn is_label(text: &str) -> bool {
    let bytes = text.as_bytes();
    let ends = [bytes.first(), bytes.last()];
    ends.iter().all(|b| b.is_some_and(|b| is_lower(*b))) && bytes.iter().all(|b| is_lower(*b) || *b == b'-')
}

fn too_long(name: &str, most: usize) -> Option<String> {
    (name.len() > most).then(|| format!("must be no more than {most} characters"))
}

fn dns_1123_subdomain(name: &str) -> Vec<String> {
    let fault = || {
        "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must \
         start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is \
         '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"
            .to_owned()
    };
    let wrong = !name.split('.').all(is_label);
    too_long(name, 253).into_iter().chain(wrong.then(fault)).collect()
}

fn dns_1123_label(name: &str) -> Vec<String> {
    if !name.is_empty() && !is_label(name) && name.split('.').all(is_label) {
        return too_long(name, 63).into_iter().chain(["must not contain dots".to_owned()]).collect();
    }
    let fault = || {
        "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and \
         end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is \
         '[a-z0-9]([-a-z0-9]*[a-z0-9])?')"
            .to_owned()
    };
    too_long(name, 63).into_iter().chain((!is_label(name)).then(fault)).collect()
}

fn dns_1035_label(name: &str) -> Vec<String> {
    let fault = || {
        "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic \
         character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for \
         validation is '[a-z]([-a-z0-9]*[a-z0-9])?')"
            .to_owned()
    };
    let wrong = !is_label(name) || name.as_bytes()[0].is_ascii_digit();
    too_long(name, 63).into_iter().chain(wrong.then(fault)).collect()
}

fn path_segment(name: &str) -> Vec<String> {
    if name == "." || name == ".." {
        return vec![format!("may not be '{name}'")];
    }
    ["/", "%"].iter().filter(|part| name.contains(**part)).map(|part| format!("may not contain '{part}'")).collect()
}

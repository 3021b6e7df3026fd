//! The names that Kubernetes admits. Every function gives what is wrong, in Kubernetes' words, one sentence each.
//!
//! Source: `k8s.io/apimachinery/pkg/util/validation` and `pkg/api/validation/path`.

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

/// Names of most resources.
#[must_use]
pub fn dns_1123_subdomain(name: &str) -> Vec<String> {
    let fault = || {
        "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must \
         start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is \
         '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"
            .to_owned()
    };
    let wrong = !name.split('.').all(is_label);
    too_long(name, 253).into_iter().chain(wrong.then(fault)).collect()
}

/// Names of namespaces, containers and volumes.
#[must_use]
pub fn dns_1123_label(name: &str) -> Vec<String> {
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

/// Names of services.
#[must_use]
pub fn dns_1035_label(name: &str) -> Vec<String> {
    let fault = || {
        "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic \
         character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for \
         validation is '[a-z]([-a-z0-9]*[a-z0-9])?')"
            .to_owned()
    };
    let wrong = !is_label(name) || name.as_bytes()[0].is_ascii_digit();
    too_long(name, 63).into_iter().chain(wrong.then(fault)).collect()
}

/// Names of roles and their bindings.
#[must_use]
pub fn path_segment(name: &str) -> Vec<String> {
    if name == "." || name == ".." {
        return vec![format!("may not be '{name}'")];
    }
    ["/", "%"].iter().filter(|part| name.contains(**part)).map(|part| format!("may not contain '{part}'")).collect()
}

/// Whether a text is made of the given characters and both ends are letters or digits.
fn is_bounded(text: &str, inner: &[u8]) -> bool {
    let bytes = text.as_bytes();
    let ends = [bytes.first(), bytes.last()];
    ends.iter().all(|b| b.is_some_and(u8::is_ascii_alphanumeric))
        && bytes.iter().all(|b| b.is_ascii_alphanumeric() || inner.contains(b))
}

/// Keys of labels and annotations: a name of at most 63 characters, perhaps behind a DNS subdomain and `/`.
#[must_use]
pub fn qualified_name(key: &str) -> Vec<String> {
    let (prefix, name) = match key.split_once('/') {
        None => (None, key),
        Some((_, name)) if name.contains('/') => {
            return vec![format!(
                "a qualified name {QUALIFIED} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')"
            )];
        }
        Some((prefix, name)) => (Some(prefix), name),
    };
    let mut faults = Vec::new();
    match prefix {
        Some("") => faults.push("prefix part must be non-empty".to_owned()),
        Some(prefix) => faults.extend(dns_1123_subdomain(prefix).into_iter().map(|f| format!("prefix part {f}"))),
        None => {}
    }
    if name.is_empty() {
        faults.push("name part must be non-empty".to_owned());
    } else {
        faults.extend(too_long(name, 63).map(|f| format!("name part {f}")));
    }
    if !is_bounded(name, b"-_.") {
        faults.push(format!("name part {QUALIFIED}"));
    }
    faults
}

const QUALIFIED: &str = "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an \
     alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is \
     '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";

/// Values of labels.
#[must_use]
pub fn label_value(value: &str) -> Vec<String> {
    let fault = || {
        "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must \
         start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for \
         validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')"
            .to_owned()
    };
    let wrong = !value.is_empty() && !is_bounded(value, b"-_.");
    too_long(value, 63).into_iter().chain(wrong.then(fault)).collect()
}

/// Names of ports.
#[must_use]
pub fn port_name(name: &str) -> Vec<String> {
    let mut faults: Vec<String> = too_long(name, 15).into_iter().collect();
    if !name.bytes().all(|b| is_lower(b) || b == b'-') {
        faults.push("must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)".to_owned());
    }
    if !name.bytes().any(|b| b.is_ascii_lowercase()) {
        faults.push("must contain at least one letter (a-z)".to_owned());
    }
    if name.contains("--") {
        faults.push("must not contain consecutive hyphens".to_owned());
    }
    if name.starts_with('-') || name.ends_with('-') {
        faults.push("must not begin or end with a hyphen".to_owned());
    }
    faults
}

/// Names of environment variables: since Kubernetes 1.32 anything printable but `=`.
#[must_use]
pub fn variable(name: &str) -> Vec<String> {
    if name.is_empty() {
        return vec!["environment variable names must be at least one character".to_owned()];
    }
    let wrong = !name.bytes().all(|b| (b' '..=b'~').contains(&b) && b != b'=');
    let fault = || "a valid environment variable name must consist only of printable ASCII characters other than '='";
    wrong.then(fault).map(str::to_owned).into_iter().collect()
}

/// Keys of config maps and secrets.
#[must_use]
pub fn data_key(key: &str) -> Vec<String> {
    let mut faults: Vec<String> = too_long(key, 253).into_iter().collect();
    if key.is_empty() || !key.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_.".contains(&b)) {
        faults.push(
            "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or \
             'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')"
                .to_owned(),
        );
    }
    if key == "." || key == ".." {
        faults.push(format!("must not be '{key}'"));
    } else if key.starts_with("..") {
        faults.push("must not start with '..'".to_owned());
    }
    faults
}

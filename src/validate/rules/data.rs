//! Config maps and secrets.

use crate::diag::Severity;
use crate::gostd::strconv::quoted;
use crate::kube::names;
use crate::validate::report::Report;
use crate::validate::walk::{at, get, text};
use crate::yaml::Spot;

/// The most data of one object, in bytes.
const MOST: usize = 1 << 20;

/// Types of secrets with the keys they must have.
const SECRET_KEYS: &[(&str, &[&str])] = &[
    ("kubernetes.io/tls", &["tls.crt", "tls.key"]),
    ("kubernetes.io/dockercfg", &[".dockercfg"]),
    ("kubernetes.io/dockerconfigjson", &[".dockerconfigjson"]),
    ("kubernetes.io/ssh-auth", &["ssh-privatekey"]),
];

pub(super) fn config_map<'t>(spot: &'t Spot<'t>, report: &mut Report<'t>) {
    let (data, binary) = (get(spot, "data"), get(spot, "binaryData"));
    let mut size = 0;
    for map in [data, binary].into_iter().flatten() {
        size += keys(map, report);
    }
    if let (Some(data), Some(binary)) = (data, binary) {
        for field in binary.fields().iter().filter(|field| data.get(&field.key).is_some()) {
            let message = format!("Invalid value: {}: duplicate of key present in data", quoted(field.key.as_bytes()));
            report.key(Severity::Error, "duplicate-name", &field.value, field.place, message);
        }
    }
    too_large(spot, size, report);
}

/// Checks the keys of data and gives its size.
fn keys<'t>(map: &'t Spot<'t>, report: &mut Report<'t>) -> usize {
    let mut size = 0;
    for field in map.fields() {
        for fault in names::data_key(&field.key) {
            let message = format!("Invalid value: {}: {fault}", quoted(field.key.as_bytes()));
            report.key(Severity::Error, "invalid-name", &field.value, field.place, message);
        }
        size += length(&field.value);
    }
    size
}

fn too_large<'t>(spot: &'t Spot<'t>, size: usize, report: &mut Report<'t>) {
    if size > MOST {
        let at = get(spot, "data").or_else(|| get(spot, "stringData")).unwrap_or(spot);
        let largest = at.fields().iter().max_by_key(|field| length(&field.value));
        let place = largest.map_or(at.place, |field| field.place);
        let message = format!("Too long: may not be more than {MOST} bytes");
        report.key(Severity::Error, "too-large", at, place, message);
    }
}

fn length(value: &Spot<'_>) -> usize {
    value.text().map_or(0, str::len)
}

pub(super) fn secret<'t>(spot: &'t Spot<'t>, report: &mut Report<'t>) {
    let maps = [get(spot, "data"), get(spot, "stringData")];
    let mut size = 0;
    for map in maps.into_iter().flatten() {
        size += keys(map, report);
    }
    // Base64 has four letters for three bytes.
    too_large(spot, size / 4 * 3, report);
    let has = |key: &str| maps.iter().flatten().any(|map| map.get(key).is_some());
    let kind = text(spot, "type");
    let need = SECRET_KEYS.iter().find(|(name, _)| *name == kind).map(|(_, keys)| *keys).unwrap_or_default();
    let at_map = maps.iter().flatten().next().copied();
    for key in need.iter().filter(|key| !has(key)) {
        let message = format!("data[{key}]: Required value");
        report.error("required-value", at_map.unwrap_or(spot), message);
    }
    match kind {
        "kubernetes.io/basic-auth" if !has("username") && !has("password") => {
            let message = "data[username]: Required value: one of username and password is required";
            report.error("required-value", at_map.unwrap_or(spot), message);
        }
        "kubernetes.io/service-account-token" => {
            let name = at(spot, "metadata.annotations").and_then(|a| get(a, "kubernetes.io/service-account.name"));
            if name.and_then(Spot::text).is_none_or(str::is_empty) {
                let message = "metadata.annotations[kubernetes.io/service-account.name]: Required value";
                report.error("required-value", get(spot, "metadata").unwrap_or(spot), message);
            }
        }
        "kubernetes.io/dockerconfigjson" | "kubernetes.io/dockercfg" => docker_config(spot, need[0], report),
        _ => {}
    }
}

/// The configuration of a registry must be JSON.
fn docker_config<'t>(spot: &'t Spot<'t>, key: &str, report: &mut Report<'t>) {
    let plain = get(spot, "stringData").and_then(|data| get(data, key));
    let encoded = get(spot, "data").and_then(|data| get(data, key));
    let text = match (plain, encoded) {
        (Some(plain), _) => plain.text().map(|text| text.as_bytes().to_vec()),
        (None, Some(encoded)) => {
            encoded.text().and_then(|text| data_encoding::BASE64.decode(text.trim().as_bytes()).ok())
        }
        _ => None,
    };
    let (Some(at), Some(text)) = (plain.or(encoded), text) else { return };
    if crate::gostd::json::decode(&text, crate::compat::Compat::Helm4).is_err() {
        report.invalid("invalid-value", at, "the value is not JSON");
    }
}

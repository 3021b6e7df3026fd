//! Logins of registries: Helm's `config.json`, then Docker's, in Docker's format.

use super::oci::{field, text};
use super::{Access, Fetcher, Places, cache, failed};
use crate::atomic;
use crate::compat::Compat;
use crate::error::Result;
use crate::gostd::json::{self, Style};
use crate::value::{Map, Value};
use data_encoding::BASE64;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// Who somebody is to a registry.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Credentials {
    pub(super) username: String,
    pub(super) password: String,
    /// A token that gets others; instead of name and password.
    pub(super) identity_token: String,
}

/// The credentials for a host: the ones given, or those of the first file that has some.
pub(super) fn find(places: &Places, host: &str, access: &Access, compat: Compat) -> Result<Option<Credentials>> {
    if !access.username.is_empty() && !access.password.is_empty() {
        let (username, password) = (access.username.clone(), access.password.clone());
        return Ok(Some(Credentials { username, password, identity_token: String::new() }));
    }
    for path in [Some(places.registry_config.as_str()), places.docker_config.as_deref()].into_iter().flatten() {
        let Some(config) = load(path, compat)? else { continue };
        if let Some(found) = in_config(&config, &server_address(host), compat)? {
            return Ok(Some(found));
        }
    }
    Ok(None)
}

/// The key of a host, which for Docker's own registry is an old URL.
fn server_address(host: &str) -> String {
    if matches!(host, "docker.io" | "registry-1.docker.io") {
        "https://index.docker.io/v1/".to_owned()
    } else {
        host.to_owned()
    }
}

fn load(path: &str, compat: Compat) -> Result<Option<Value>> {
    let Ok(text) = cache::read(Path::new(path)) else { return Ok(None) };
    if text.trim_ascii().is_empty() {
        return Ok(None);
    }
    let config = json::decode(&text, compat);
    config
        .map(Some)
        .map_err(|e| failed(format!("failed to decode config file at {path}: invalid config format: {}", e.message)))
}

fn in_config(config: &Value, server: &str, compat: Compat) -> Result<Option<Credentials>> {
    if let Some(helper) = helper_of(config, server) {
        return Ok(ask_helper(&helper, server, compat));
    }
    let auths = field(config, "auths");
    let Value::Map(auths) = &auths else { return Ok(None) };
    let named = auths.sorted().into_iter().find(|(key, _)| host_of_key(&key.to_text()) == host_of_key(server));
    let Some((_, auth)) = named else { return Ok(None) };
    let mut found = Credentials {
        username: text(&field(&auth, "username")),
        password: text(&field(&auth, "password")),
        identity_token: text(&field(&auth, "identitytoken")),
    };
    let encoded = text(&field(&auth, "auth"));
    if !encoded.is_empty() {
        let decoded =
            BASE64.decode(encoded.as_bytes()).map_err(|e| failed(format!("invalid auth of {server}: {e}")))?;
        let decoded = String::from_utf8_lossy(&decoded).into_owned();
        let (username, password) = decoded
            .split_once(':')
            .ok_or_else(|| failed(format!("auth of {server} does not conform the base64(username:password) format")))?;
        username.clone_into(&mut found.username);
        password.clone_into(&mut found.password);
    }
    Ok(Some(found))
}

/// A key of `auths` is a host, or an old URL of one.
fn host_of_key(key: &str) -> &str {
    let rest = key.split_once("://").map_or(key, |(_, rest)| rest);
    rest.split('/').next().unwrap_or_default()
}

/// The program that keeps the credentials of a server, if the file names one.
fn helper_of(config: &Value, server: &str) -> Option<String> {
    let own = text(&field(&field(config, "credHelpers"), server));
    let general = text(&field(config, "credsStore"));
    [own, general].into_iter().find(|name| !name.is_empty())
}

/// Source: Docker's protocol for credential helpers.
fn ask_helper(helper: &str, server: &str, compat: Compat) -> Option<Credentials> {
    let output = run_helper(helper, "get", server.as_bytes()).ok()?;
    let reply = json::decode(&output, compat).ok()?;
    let (username, secret) = (text(&field(&reply, "Username")), text(&field(&reply, "Secret")));
    Some(if username == "<token>" {
        Credentials { identity_token: secret, ..Credentials::default() }
    } else {
        Credentials { username, password: secret, identity_token: String::new() }
    })
}

/// Runs a helper with a text on its standard input; what it printed.
fn run_helper(helper: &str, action: &str, input: &[u8]) -> Result<Vec<u8>> {
    let program = format!("docker-credential-{helper}");
    let unusable = |reason: String| failed(format!("{program} {action}: {reason}"));
    let mut child = Command::new(&program)
        .arg(action)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|e| unusable(crate::gostd::os::error_text(&e)))?;
    if let Some(mut stdin) = child.stdin.take() {
        // A helper that has not read its input says so by its exit code.
        let _ = stdin.write_all(input);
    }
    let output = child.wait_with_output().map_err(|e| unusable(crate::gostd::os::error_text(&e)))?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    Err(unusable(String::from_utf8_lossy(&output.stdout).trim().to_owned()))
}

/// Checks credentials with a registry and keeps them.
///
/// Source: Helm's `registry.Client.Login`.
pub fn log_in(fetcher: &Fetcher<'_>, host: &str, access: &Access) -> Result<()> {
    if host.contains('/') {
        return Err(failed(format!("invalid reference: invalid registry {host:?}")));
    }
    let answer = fetcher.ping(host, access);
    let answer = answer.map_err(|e| e.prefixed(&format!("authenticating to {host:?}: ")))?;
    if !answer.status.is_success() {
        return Err(fetcher.login_refused(host, &answer, access));
    }
    let (path, compat) = (&fetcher.places.registry_config, fetcher.options.compat);
    let config = load(path, compat)?.unwrap_or_else(|| Value::Map(Map::new()));
    let server = server_address(host);
    if let Some(helper) = helper_of(&config, &server) {
        let secret: Map = [
            ("ServerURL", Value::str(server.as_str())),
            ("Username", Value::str(access.username.as_str())),
            ("Secret", Value::str(access.password.as_str())),
        ]
        .into_iter()
        .collect();
        let mut text = Vec::new();
        json::encode(&Value::Map(secret), Style { escape_html: false, indent: None }, compat, &mut text)
            .map_err(failed)?;
        return run_helper(&helper, "store", &text).map(drop);
    }
    let auth = BASE64.encode(format!("{}:{}", access.username, access.password).as_bytes());
    let entry = Value::Map([("auth", Value::str(auth))].into_iter().collect());
    change(path, config, compat, |auths| {
        auths.insert(server.as_str(), entry);
    })
}

/// Forgets the credentials of a registry.
pub fn log_out(fetcher: &Fetcher<'_>, host: &str) -> Result<()> {
    let (path, compat) = (&fetcher.places.registry_config, fetcher.options.compat);
    let server = server_address(host);
    let config = load(path, compat)?;
    let known = config.as_ref().is_some_and(|config| !matches!(field(&field(config, "auths"), &server), Value::Nil));
    let Some(config) = config.filter(|config| known || helper_of(config, &server).is_some()) else {
        return if compat == Compat::Helm3 { Err(failed("not logged in")) } else { Ok(()) };
    };
    if let Some(helper) = helper_of(&config, &server) {
        return run_helper(&helper, "erase", server.as_bytes()).map(drop);
    }
    change(path, config, compat, |auths| {
        auths.remove(server.as_str());
    })
}

/// Writes the file with its logins changed and everything else as it was.
fn change(path: &str, config: Value, compat: Compat, change: impl FnOnce(&Map)) -> Result<()> {
    let Value::Map(map) = &config else { return Err(failed(format!("{path} holds no JSON object"))) };
    let auths = match map.get("auths") {
        Some(Value::Map(auths)) => auths,
        _ => Map::new(),
    };
    change(&auths);
    map.insert("auths", Value::Map(auths));
    let mut text = Vec::new();
    json::encode(&config, Style { escape_html: true, indent: Some("\t") }, compat, &mut text).map_err(failed)?;
    atomic::replace(Path::new(path), &text, 0o600)
}

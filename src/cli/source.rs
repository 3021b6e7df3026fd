//! Where a chart comes from: a path, a repository or a registry.

use super::flags::{self, quote};
use super::parse::Invocation;
use super::{Session, settings};
use crate::compat::Compat;
use crate::error::{Error, ErrorKind, Result};
use crate::fetch::{Access, Fetched, Fetcher, Options, Proxies, Request};
use crate::gostd::path;
use crate::gostd::time::parse_duration;
use std::io::Write;
use std::path::Path;
use std::time::Duration;

/// The path of a chart on the disk; one from elsewhere is fetched into the cache.
///
/// Source: Helm's `ChartPathOptions.LocateChart`.
pub(super) fn locate(invocation: &Invocation, reference: &str, session: &mut Session<'_, '_>) -> Result<String> {
    let reference = reference.trim();
    let repository = invocation.text("repo").unwrap_or_default();
    if Path::new(reference).exists() && (repository.is_empty() || session.compat == Compat::Helm3) {
        let path = std::path::absolute(reference).map_err(|e| Error::new(ErrorKind::Load, e.to_string()))?;
        let path = path::join(&[&path.to_string_lossy()]);
        if invocation.is_set("verify") {
            return Err(verification(&path));
        }
        return Ok(path);
    }
    let is_path = Path::new(reference).is_absolute() || reference.starts_with('.');
    if is_path && (repository.is_empty() || session.compat == Compat::Helm3) {
        return Err(Error::new(ErrorKind::Load, format!("path {} not found", quote(reference))));
    }
    let fetched = fetch(invocation, reference, session)?;
    let _ = session.io.stderr.write_all(fetched.message.as_bytes());
    Ok(fetched.path.to_string_lossy().into_owned())
}

/// Fetches the chart that a reference and flags name.
pub(super) fn fetch(invocation: &Invocation, reference: &str, session: &mut Session<'_, '_>) -> Result<Fetched> {
    if invocation.is_set("verify") {
        return Err(provenance("verify"));
    }
    let version = invocation.text("version").unwrap_or_default().trim();
    let devel = version.is_empty() && invocation.is_set("devel");
    let request = Request {
        reference: reference.to_owned(),
        version: if devel { ">0.0.0-0" } else { version }.to_owned(),
        repository: invocation.text("repo").unwrap_or_default().to_owned(),
        access: access(invocation),
    };
    let fetcher = fetcher(invocation, session)?;
    let fetched = fetcher.fetch(&request);
    session.notices(&fetcher.notices());
    fetched
}

fn verification(path: &str) -> Error {
    if Path::new(path).is_dir() {
        return Error::new(ErrorKind::Load, "unpacked charts cannot be verified");
    }
    let message = "pintle does not check provenance: run 'helm verify' on the archive first and leave --verify out";
    Error::new(ErrorKind::Unsupported, message)
}

/// What is said about flags that ask for signatures.
pub(super) fn provenance(flag: &str) -> Error {
    let message =
        format!("pintle does not check provenance: run 'helm pull --{flag}' first and give the archive instead");
    Error::new(ErrorKind::Unsupported, message)
}

/// How servers are reached, by the flags.
pub(super) fn access(invocation: &Invocation) -> Access {
    let text = |name: &str| invocation.text(name).unwrap_or_default().to_owned();
    Access {
        username: text("username"),
        password: text("password"),
        pass_credentials: invocation.is_set("pass-credentials"),
        ca_file: text("ca-file"),
        cert_file: text("cert-file"),
        key_file: text("key-file"),
        skip_tls_verify: invocation.is_set("insecure-skip-tls-verify") || invocation.is_set("insecure"),
        plain_http: invocation.is_set("plain-http"),
    }
}

/// As long as Helm waits for an answer, in seconds.
const TIMEOUT: u64 = 120;

/// A fetcher for a command: it shows its progress at a terminal.
///
/// `--offline`, or `PINTLE_OFFLINE` with a true value, keeps it off the network. A request may take as long
/// as `--timeout` says, or else `PINTLE_TIMEOUT`, both durations like `30s`.
pub(super) fn fetcher(invocation: &Invocation, session: &Session<'_, '_>) -> Result<Fetcher<'static>> {
    let env = |name: &str| (session.io.env)(name).filter(|text| !text.is_empty());
    let given = invocation.text("timeout").map(str::to_owned).or_else(|| env("PINTLE_TIMEOUT"));
    let timeout = match given {
        Some(text) => parse_duration(text.as_bytes()).map_err(|e| Error::new(ErrorKind::Usage, e))?.seconds(),
        None => TIMEOUT as f64,
    };
    let offline = invocation
        .bool("offline")
        .or_else(|| env("PINTLE_OFFLINE").as_deref().and_then(flags::parse_bool))
        .unwrap_or(false);
    let options = Options {
        compat: session.compat,
        offline,
        timeout: Duration::try_from_secs_f64(timeout).ok().filter(|t| !t.is_zero()).unwrap_or(Duration::MAX),
    };
    let places = settings::fetch_places(invocation, session);
    let proxies = Proxies::from_env(&session.io.env);
    Ok(if session.io.terminals.stderr {
        Fetcher::new(places, options, proxies, &show_progress)
    } else {
        Fetcher::new(places, options, proxies, &no_progress)
    })
}

/// One line that is written over, and taken away at the end.
fn show_progress(done: usize, total: usize) {
    let line =
        if done < total { format!("\r\x1b[Kdownloaded {done} of {total} charts") } else { "\r\x1b[K".to_owned() };
    // A terminal that has gone away needs no progress.
    let _ = std::io::stderr().write_all(line.as_bytes());
}

fn no_progress(_: usize, _: usize) {}

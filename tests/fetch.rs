//! Recorded command lines that get charts from servers: `tests/fetch/*/cmd`, as in `cases.rs`.
//!
//! A case may have the folders `served` and `registry`. The first is at `$URL`; the second is what the registries
//! `$OCI` (open), `$AUTH` (wants user name and password) and `$TOKEN` (wants a token) have. `$TLS`, `$OTHER` and `$MUTUAL` have both
//! over TLS: with a good certificate, with one for another host, and only for clients that have one themselves.
//! `$DOWN` is a port where nobody listens.
#![allow(clippy::disallowed_methods, reason = "drivers read recordings")]

mod support;

use std::path::PathBuf;
use support::Major;
use support::server::{Login, Request, Server, files, registry};

fn compare(major: Major) {
    let cases: Vec<PathBuf> = support::entries(&support::root().join("tests/fetch"));
    let lines: usize =
        cases.iter().map(|case| support::read(&case.join("cmd")).split(|&byte| byte == b'\n').count() - 1).sum();
    let differences = support::in_parallel(&cases, |case| {
        let repository = Server::start(files(case.join("served")));
        let registries = [Login::Nothing, Login::Basic, Login::Token]
            .map(|login| Server::start(registry(case.join("registry"), login)));
        let tls = [("server", false), ("elsewhere", false), ("server", true)].map(|(certificate, identified)| {
            let (good, charts) = (files(case.join("served")), registry(case.join("registry"), Login::Nothing));
            let both = move |request: &Request| {
                if request.path().starts_with("/v2/") { charts(request) } else { good(request) }
            };
            Server::start_tls(certificate, identified, both)
        });
        let places = [
            ("$URL", repository.url()),
            ("$OCI", registries[0].address().to_owned()),
            ("$AUTH", registries[1].address().to_owned()),
            ("$TOKEN", registries[2].address().to_owned()),
            ("$TLS", tls[0].address().to_owned()),
            ("$OTHER", tls[1].address().to_owned()),
            ("$MUTUAL", tls[2].address().to_owned()),
            ("$DOWN", "127.0.0.1:1".to_owned()),
        ];
        support::recorded::check(case, major, &places)
    });
    support::report(&format!("recorded commands of Helm {}", major.version()), lines, &differences);
}

#[test]
fn fetches_as_helm_4_fetched() {
    compare(Major::Helm4);
}

#[test]
fn fetches_as_helm_3_fetched() {
    compare(Major::Helm3);
}

//! Repositories and registries over TLS, where Helm's words change from run to run or its majors differ; the rest is
//! recorded in `fetch/tls`.
#![allow(clippy::disallowed_methods, reason = "drivers read what was written")]

mod support;

use std::io::Write;
use std::net::TcpListener;
use std::process::{Command, Stdio};
use support::Scratch;
use support::server::{Login, Response, Server, files, registry};

/// The exit code and everything that was said.
fn run(scratch: &Scratch, line: &str) -> (i32, String) {
    let tls = support::root().join("tests/tls");
    let line = line.replace("TLS/", &format!("{}/", tls.display()));
    let mut command = Command::new(support::binary());
    command.args(line.split_whitespace()).current_dir(scratch.path()).env_clear().env("HOME", scratch.path());
    let output = command.stdin(Stdio::null()).output().expect("the program runs");
    let said = [output.stdout, output.stderr].concat();
    (output.status.code().unwrap_or(-1), String::from_utf8_lossy(&said).into_owned())
}

fn repository(certificate: &str, identified: bool) -> Server {
    Server::start_tls(certificate, identified, files(support::root().join("tests/fetch/repositories/served")))
}

fn charts(certificate: &str, identified: bool) -> Server {
    let folder = support::root().join("tests/fetch/registries/registry");
    Server::start_tls(certificate, identified, registry(folder, Login::Nothing))
}

/// Asserts a refusal with these words, after which nothing was written.
fn refused(line: &str, words: &str) {
    let scratch = Scratch::new();
    let (code, said) = run(&scratch, line);
    assert!(said.contains(words), "{line}: {said}");
    assert_eq!(code, 1, "{said}");
    let left = support::entries(scratch.path());
    assert!(left.iter().all(|path| support::name(path).starts_with('.')), "{left:?}");
}

#[test]
fn a_client_must_show_its_certificate() {
    let server = repository("server", true);
    let pull = format!("pull c1 --version 0.1.0 --repo https://{} --ca-file TLS/ca.pem", server.address());
    refused(&pull, "remote error: tls: certificate required");
    refused(&format!("{pull} --compat helm3 --cert-file TLS/client.pem"), "remote error: tls: certificate required");
    let words = "unable to read key file: \"\": open : no such file or directory";
    refused(&format!("{pull} --cert-file TLS/client.pem"), words);
    // A certificate for servers identifies no client.
    refused(&format!("{pull} --cert-file TLS/server.pem --key-file TLS/server.key"), "remote error: tls: ");
    let (code, said) = run(&Scratch::new(), &format!("{pull} --cert-file TLS/client.pem --key-file TLS/client.key"));
    assert_eq!(code, 0, "{said}");
}

#[test]
fn a_certificate_that_ran_out() {
    let server = repository("expired", false);
    let words = "x509: certificate has expired or is not yet valid";
    refused(&format!("pull c1 --repo https://{} --ca-file TLS/ca.pem", server.address()), words);
    assert_eq!(server.requests().len(), 0, "nothing is asked of a server that is not trusted");
}

#[test]
fn a_certificate_for_another_name() {
    let server = repository("elsewhere", false);
    let url = server.address().replace("127.0.0.1", "localhost");
    let words = "x509: certificate is valid for charts.example.com, not localhost";
    refused(&format!("pull c1 --repo https://{url} --ca-file TLS/ca.pem"), words);
}

#[test]
fn credentials_are_not_sent_to_servers_that_are_not_trusted() {
    let server = Server::start_tls("server", false, |_| Response::new(200, ""));
    let pull = format!("pull c1 --repo https://{} --username u --password p", server.address());
    refused(&pull, "tls: failed to verify certificate: x509: ");
    assert_eq!(server.requests().len(), 0);
}

#[test]
fn speaking_another_protocol() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let plain = listener.local_addr().expect("an address");
    std::thread::spawn(move || {
        for mut stream in listener.incoming().map_while(Result::ok) {
            let _ = stream.write_all(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n");
        }
    });
    refused(&format!("pull c1 --repo https://{plain}"), "http: server gave HTTP response to HTTPS client");
    let secure = repository("server", false);
    refused(
        &format!("pull c1 --repo http://{}", secure.address()),
        "is not a valid chart repository or cannot be reached",
    );
}

#[test]
fn registries_over_tls() {
    let (open, mutual) = (charts("server", false), charts("server", true));
    let pull = |server: &Server| format!("pull oci://{}/repo/c1 --version 0.1.0", server.address());
    refused(&pull(&open), "x509: certificate signed by unknown authority");
    refused(&format!("{} --ca-file TLS/ca.pem", pull(&mutual)), "remote error: tls: certificate required");
    let good = [
        format!("{} --ca-file TLS/ca.pem", pull(&open)),
        format!("{} --insecure-skip-tls-verify", pull(&open)),
        format!("{} --ca-file TLS/ca.pem --cert-file TLS/client.pem --key-file TLS/client.key", pull(&mutual)),
    ];
    for line in good {
        let scratch = Scratch::new();
        let (code, said) = run(&scratch, &line);
        assert_eq!(code, 0, "{line}: {said}");
        assert!(scratch.path().join("c1-0.1.0.tgz").exists());
    }
    let scratch = Scratch::new();
    let login = format!("registry login {} -u user -p secret", open.address());
    let (code, said) = run(&scratch, &login);
    assert!(code == 1 && said.contains("x509: certificate signed by unknown authority"), "{said}");
    let (code, said) = run(&scratch, &format!("{login} --ca-file TLS/ca.pem"));
    assert_eq!(code, 0, "{said}");
}

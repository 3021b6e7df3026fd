//! Servers that misbehave, full disks and sudden ends: a clear error, and cache and chart folder as before.
#![allow(clippy::disallowed_methods, reason = "drivers write charts to run on")]

mod support;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use support::Scratch;
use support::server::{Fault, Login, Request, Response, Server, files, registry};

/// A home and a chart with one dependency, which a good server has brought up to date once.
struct Place {
    scratch: Scratch,
}

const OLD: &str = "{name: c1, version: 0.1.0, repository: REPO}";
const NEW: &str = "{name: c1, version: 0.1.5, repository: REPO}";

fn served() -> PathBuf {
    support::root().join("tests/fetch/repositories/served")
}

impl Place {
    fn new() -> Place {
        let place = Place { scratch: Scratch::new() };
        let good = Server::start(files(served()));
        place.depend_on(OLD, &good.url());
        let outcome = place.run(&["dependency", "update", "app"], &[]);
        assert_eq!(outcome.0, 0, "{}", outcome.1);
        place
    }

    fn depend_on(&self, dependency: &str, repository: &str) {
        let dependency = dependency.replace("REPO", repository);
        let text = format!("apiVersion: v2\nname: app\nversion: 0.1.0\ndependencies:\n- {dependency}\n");
        std::fs::create_dir_all(self.path("app")).expect("a folder");
        std::fs::write(self.path("app/Chart.yaml"), text).expect("a file");
    }

    fn path(&self, name: &str) -> PathBuf {
        self.scratch.path().join(name)
    }

    fn command(&self, words: &[&str], variables: &[(&str, &str)]) -> Command {
        let mut command = Command::new(support::binary());
        command.args(words).current_dir(self.scratch.path()).env_clear().env("HOME", self.scratch.path());
        command.envs(variables.iter().copied()).stdin(Stdio::null());
        command
    }

    /// The exit code and everything that was said.
    fn run(&self, words: &[&str], variables: &[(&str, &str)]) -> (i32, String) {
        let output = self.command(words, variables).output().expect("the program runs");
        let said = [output.stdout, output.stderr].concat();
        (output.status.code().unwrap_or(-1), String::from_utf8_lossy(&said).into_owned())
    }

    /// Every file below a folder with its content.
    fn snapshot(&self, folder: &str) -> BTreeMap<PathBuf, Vec<u8>> {
        let mut found = BTreeMap::new();
        walk(&self.path(folder), &mut found);
        found
    }

    /// `dependency update` for another version from a server: it must fail with these words and change nothing.
    fn fails(&self, repository: &str, words: &str) -> Duration {
        self.depend_on(NEW, repository);
        let (charts, cache) = (self.snapshot("app"), self.snapshot(".cache/helm/content"));
        let start = Instant::now();
        let (code, said) = self.run(&["dependency", "update", "app"], &[("PINTLE_TIMEOUT", "2s")]);
        let taken = start.elapsed();
        assert!(said.contains(words), "{said}");
        assert_eq!(code, 1, "{said}");
        assert_eq!(charts, self.snapshot("app"), "the chart has changed");
        assert_eq!(cache, self.snapshot(".cache/helm/content"), "the cache has changed");
        taken
    }
}

fn walk(folder: &Path, found: &mut BTreeMap<PathBuf, Vec<u8>>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().map_while(Result::ok) {
        if entry.path().is_dir() {
            walk(&entry.path(), found);
        } else {
            found.insert(entry.path(), support::read(&entry.path()));
        }
    }
}

/// The good server, but for the archive.
fn but(archive: impl Fn(&Request) -> Response + Send + Sync + 'static) -> Server {
    let good = files(served());
    Server::start(move |request| if is_archive(request.path()) { archive(request) } else { good(request) })
}

/// Whether a request is one for an archive.
fn is_archive(line: &str) -> bool {
    Path::new(line).extension().is_some_and(|extension| extension == "tgz")
}

fn archive() -> Vec<u8> {
    support::read(&served().join("c1-0.1.5.tgz"))
}

#[test]
fn server_down() {
    let taken = Place::new().fails("http://127.0.0.1:1", "dial tcp 127.0.0.1:1: connect: connection refused");
    assert!(taken < Duration::from_secs(2), "a refused connection is told at once: {taken:?}");
}

#[test]
fn server_slow() {
    let server = but(|_| Response::new(200, archive()).but(Fault::Slow(Duration::from_secs(20))));
    let taken = Place::new().fails(&server.url(), "the server took too long");
    assert!(taken < Duration::from_secs(15), "{taken:?}");
}

#[test]
fn body_truncated() {
    let server = but(|_| Response::new(200, archive()).but(Fault::Truncated));
    Place::new().fails(&server.url(), "unexpected EOF");
    let tries = server.requests().iter().filter(|line| is_archive(line)).count();
    assert_eq!(tries, 3, "a broken transfer is tried again");
}

#[test]
fn index_truncated() {
    let index = support::read(&served().join("index.yaml"));
    let server = Server::start(move |_| Response::new(200, index.clone()).but(Fault::Truncated));
    Place::new().fails(&server.url(), "unexpected EOF");
}

#[test]
fn connection_closed() {
    let server = but(|_| Response::new(200, "").but(Fault::Closed));
    Place::new().fails(&server.url(), "c1-0.1.5.tgz");
}

#[test]
fn wrong_digest() {
    let other = support::read(&served().join("c1-0.1.0.tgz"));
    let server = but(move |_| Response::new(200, other.clone()));
    Place::new().fails(&server.url(), "but the repository's index says");
}

#[test]
fn not_an_archive() {
    let place = Place::new();
    // An index without checksums vouches for nothing, so that what comes is looked at.
    let server = Server::start(|request| {
        let index = "apiVersion: v1\nentries:\n  c1:\n  - {name: c1, version: 0.1.5, urls: [c1-0.1.5.tgz]}\n";
        Response::new(200, if request.path() == "/index.yaml" { index } else { "<html>" })
    });
    place.depend_on(NEW, &server.url());
    let charts = place.snapshot("app");
    let (code, said) = place.run(&["dependency", "update", "app"], &[]);
    assert!(said.contains("c1-0.1.5.tgz is no chart: "), "{said}");
    assert_eq!((code, charts), (1, place.snapshot("app")));
}

#[test]
fn unauthorized() {
    let server = but(|_| Response::new(401, ""));
    Place::new().fails(&server.url(), "401 Unauthorized");
    assert_eq!(server.requests().iter().filter(|line| is_archive(line)).count(), 1);
}

#[test]
fn overloaded_for_a_while() {
    let place = Place::new();
    let count = std::sync::atomic::AtomicUsize::new(0);
    let server = but(move |_| match count.fetch_add(1, std::sync::atomic::Ordering::Relaxed) {
        0 => Response::new(503, "later"),
        _ => Response::new(200, archive()),
    });
    place.depend_on(NEW, &server.url());
    let (code, said) = place.run(&["dependency", "update", "app"], &[]);
    assert_eq!(code, 0, "{said}");
    assert!(place.path("app/charts/c1-0.1.5.tgz").exists() && !place.path("app/charts/c1-0.1.0.tgz").exists());
}

#[test]
fn redirect_loop() {
    let server = but(|request| Response::new(302, "").with("Location", request.path()));
    Place::new().fails(&server.url(), "stopped after 10 redirects");
}

#[test]
fn credentials_do_not_follow_redirects_to_other_hosts() {
    let other = Server::start(|request| {
        assert_eq!(request.header("authorization"), "", "credentials went to another host");
        Response::new(200, archive())
    });
    let target = format!("{}/c1-0.1.5.tgz", other.url().replace("127.0.0.1", "localhost"));
    let server = but(move |_| Response::new(302, "").with("Location", &target));
    let place = Place::new();
    let url = server.url();
    let words = ["pull", "c1", "--version", "0.1.5", "--repo", url.as_str(), "--username", "u", "--password", "p"];
    let (code, said) = place.run(&words, &[]);
    assert_eq!(code, 0, "{said}");
    assert_eq!(other.requests().len(), 1);
}

#[test]
#[cfg(unix)]
fn disk_full() {
    // No file may grow beyond this many blocks of 512 bytes, as on a disk without space.
    let place = Place::new();
    let server = Server::start(files(served()));
    place.depend_on(NEW, &server.url());
    let (charts, cache) = (place.snapshot("app"), place.snapshot(".cache/helm/content"));
    let script = format!("trap '' XFSZ; ulimit -f 0; exec {} dependency update app", support::binary());
    let output = Command::new("sh")
        .args(["-c", &script])
        .current_dir(place.scratch.path())
        .env_clear()
        .env("HOME", place.scratch.path())
        .env("PATH", "/usr/bin:/bin")
        .output()
        .expect("a shell");
    let said = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("file too large"), "{said}");
    assert_eq!(charts, place.snapshot("app"));
    assert_eq!(cache, place.snapshot(".cache/helm/content"));
    let left = place.snapshot(".cache");
    assert!(left.keys().all(|path| !path.to_string_lossy().ends_with(".tmp")), "{left:?}");
}

#[test]
#[cfg(unix)]
fn standard_output_full() {
    let place = Place::new();
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full");
    // Systems without such a device have nothing to write to.
    let Ok(full) = full else { return };
    let output = place.command(&["show", "chart", "app"], &[]).stdout(full).output().expect("the program runs");
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("No space left on device"));
}

/// Waits until the server was asked for an archive.
fn wait_for_archive(server: &Server, child: &mut Child) {
    let start = Instant::now();
    while !server.requests().iter().any(|line| is_archive(line)) {
        assert!(start.elapsed() < Duration::from_secs(20) && child.try_wait().expect("a child").is_none());
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn killed_in_the_middle() {
    let place = Place::new();
    let server = but(|_| Response::new(200, archive()).but(Fault::Slow(Duration::from_secs(30))));
    place.depend_on(NEW, &server.url());
    let (charts, cache) = (place.snapshot("app"), place.snapshot(".cache/helm/content"));
    let mut child =
        place.command(&["dependency", "update", "app"], &[]).stdout(Stdio::null()).spawn().expect("a child");
    wait_for_archive(&server, &mut child);
    child.kill().expect("an end");
    child.wait().expect("an end");
    assert_eq!(charts, place.snapshot("app"));
    assert_eq!(cache, place.snapshot(".cache/helm/content"));
}

#[test]
fn offline_uses_what_is_cached_and_nothing_else() {
    let place = Place::new();
    let server = Server::start(files(served()));
    place.depend_on(NEW, &server.url());
    assert_eq!(place.run(&["dependency", "update", "app"], &[]).0, 0);
    std::fs::remove_dir_all(place.path("app/charts")).expect("a folder");
    let asked = server.requests().len();
    let (code, said) = place.run(&["dependency", "update", "app", "--offline"], &[]);
    assert_eq!(code, 0, "{said}");
    assert!(place.path("app/charts/c1-0.1.5.tgz").exists());
    let url = server.url();
    let (code, said) = place.run(&["pull", "c3", "--repo", &url], &[("PINTLE_OFFLINE", "1")]);
    assert!(said.contains("c3-0.3.0.tgz is not cached and --offline is set"), "{said}");
    assert_eq!((code, server.requests().len()), (1, asked), "offline, no server is asked");
}

#[test]
fn proxies_are_asked_but_for_the_machine_itself() {
    let place = Place { scratch: Scratch::new() };
    let good = Server::start(files(served()));
    let dead = [("HTTP_PROXY", "http://127.0.0.1:1"), ("ALL_PROXY", "http://127.0.0.1:1")];
    let (code, said) = place.run(&["pull", "c1", "--repo", &good.url()], &dead);
    assert_eq!(code, 0, "{said}");
    let proxy = Server::start(|_| Response::new(502, ""));
    let url = format!("http://user:secret@{}", proxy.address());
    for (repository, asked) in [
        ("https://charts.example.com", "CONNECT charts.example.com:443"),
        ("http://charts.example.com", "CONNECT charts.example.com:80"),
    ] {
        let variables = [("https_proxy", url.as_str()), ("http_proxy", &url), ("NO_PROXY", "example.com:1")];
        let (code, said) = place.run(&["pull", "c1", "--repo", repository], &variables);
        assert!(code == 1 && said.contains("502") && !said.contains("secret"), "{said}");
        assert!(proxy.requests().iter().any(|line| line == asked), "{:?}", proxy.requests());
    }
    let variables = [("HTTPS_PROXY", "ftp://u:secret@x")];
    let (code, said) = place.run(&["pull", "c1", "--repo", "https://charts.example.com"], &variables);
    assert!(code == 1 && said.contains("proxy ftp://u:***@x: ") && !said.contains("secret"), "{said}");
}

#[test]
fn a_damaged_cache_is_repaired() {
    let place = Place::new();
    let server = Server::start(files(served()));
    place.depend_on(OLD, &server.url());
    let cached = place.snapshot(".cache/helm/content");
    let path = cached.keys().next().expect("a cached chart");
    std::fs::write(path, "damaged").expect("a file");
    assert_eq!(place.run(&["dependency", "update", "app"], &[]).0, 0);
    assert_eq!(place.snapshot(".cache/helm/content"), cached);
}

#[test]
fn registries_with_logins_and_tokens() {
    let folder = support::root().join("tests/fetch/registries/registry");
    for login in [Login::Basic, Login::Token] {
        let server = Server::start(registry(folder.clone(), login));
        let place = Place::new();
        let reference = format!("oci://{}/repo/c1", server.address());
        let pull = ["pull", &reference, "--version", "0.1.0", "--plain-http"];
        let (code, said) = place.run(&pull, &[]);
        assert_eq!(code, 1, "{said}");
        let wrong = ["registry", "login", server.address(), "-u", "user", "-p", "no", "--plain-http"];
        assert_eq!(place.run(&wrong, &[]).0, 1);
        assert!(!place.path(".config/helm/registry/config.json").exists());
        let right = ["registry", "login", server.address(), "-u", "user", "-p", "secret", "--plain-http"];
        let (code, said) = place.run(&right, &[]);
        assert!(code == 0 && said.contains("Login Succeeded\n"), "{said}");
        let (code, said) = place.run(&pull, &[]);
        assert_eq!(code, 0, "{said}");
        assert!(place.path("c1-0.1.0.tgz").exists());
        assert_eq!(place.run(&["registry", "logout", server.address()], &[]).0, 0);
        assert_eq!(place.run(&["pull", &reference, "--version", "0.1.5", "--plain-http"], &[]).0, 1);
        // What has been pulled can be had without the server and without a login.
        let (code, said) = place.run(&[&pull[..], &["--offline"]].concat(), &[]);
        assert_eq!(code, 0, "{said}");
    }
}

#[test]
fn a_registry_with_a_wrong_blob() {
    let good = registry(support::root().join("tests/fetch/registries/registry"), Login::Nothing);
    let server = Server::start(move |request| {
        if request.path().contains("/blobs/") { Response::new(200, "something else") } else { good(request) }
    });
    let place = Place::new();
    let cache = place.snapshot(".cache/helm/content");
    let reference = format!("oci://{}/repo/c3", server.address());
    let (code, said) = place.run(&["pull", &reference, "--version", "0.3.0", "--plain-http"], &[]);
    assert!(said.contains("the checksum is sha256:"), "{said}");
    assert_eq!(code, 1);
    let is_chart = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "chart");
    let charts = |files: BTreeMap<PathBuf, Vec<u8>>| files.into_keys().filter(is_chart).count();
    assert_eq!(charts(cache), charts(place.snapshot(".cache/helm/content")));
    assert!(!place.path("c3-0.3.0.tgz").exists());
}

#[test]
fn registries_that_misbehave() {
    let folder = support::root().join("tests/fetch/registries/registry");
    let bad = |part: &'static str, fault: Fault| {
        let good = registry(folder.clone(), Login::Nothing);
        Server::start(move |request| {
            let response = good(request);
            if request.path().contains(part) { response.but(fault) } else { response }
        })
    };
    let loops = Server::start(|request| Response::new(302, "").with("Location", request.path()));
    let servers = [
        (bad("/blobs/", Fault::Truncated), "unexpected EOF"),
        (bad("/manifests/", Fault::Truncated), "unexpected EOF"),
        (bad("/blobs/", Fault::Slow(Duration::from_secs(20))), "the server took too long"),
        (bad("/tags/", Fault::Closed), "could not retrieve list of tags"),
        (loops, "stopped after 10 redirects"),
    ];
    for (server, words) in servers {
        let place = Place::new();
        let dependency = "{name: c1, version: 0.1.x, repository: REPO}";
        place.depend_on(dependency, &format!("oci://{}/repo", server.address()));
        let (charts, cache) = (place.snapshot("app"), place.snapshot(".cache/helm/content"));
        let line = ["dependency", "update", "app", "--plain-http"];
        let (code, said) = place.run(&line, &[("PINTLE_TIMEOUT", "1s")]);
        assert!(code == 1 && said.contains(words), "{words}: {said}");
        assert_eq!(charts, place.snapshot("app"), "{words}");
        let archives = |files: BTreeMap<PathBuf, Vec<u8>>| {
            files.into_iter().filter(|(path, _)| path.extension().is_some_and(|e| e == "chart")).collect::<Vec<_>>()
        };
        assert_eq!(archives(cache), archives(place.snapshot(".cache/helm/content")), "{words}");
    }
}

#[test]
fn forty_dependencies_come_over_a_few_connections_and_once() {
    let place = Place { scratch: Scratch::new() };
    let count = 40;
    let archives: BTreeMap<String, Vec<u8>> = (0..count)
        .map(|i| {
            let chart = place.path(&format!("src/d{i}"));
            std::fs::create_dir_all(&chart).expect("a folder");
            std::fs::write(chart.join("Chart.yaml"), format!("apiVersion: v2\nname: d{i}\nversion: 1.0.0\n"))
                .expect("a file");
            let (code, said) = place.run(&["package", &format!("src/d{i}"), "-d", "www"], &[]);
            assert_eq!(code, 0, "{said}");
            (format!("/d{i}-1.0.0.tgz"), support::read(&place.path(&format!("www/d{i}-1.0.0.tgz"))))
        })
        .collect();
    assert_eq!(place.run(&["repo", "index", "www"], &[]).0, 0);
    let index = support::read(&place.path("www/index.yaml"));
    let server = Server::start(move |request| match archives.get(request.path()) {
        Some(archive) => Response::new(200, archive.clone()),
        None => Response::new(200, index.clone()),
    });
    let url = server.url();
    let listed: Vec<String> =
        (0..count).map(|i| format!("- {{name: d{i}, version: 1.x, repository: {url}}}\n")).collect();
    let listed = listed.concat();
    std::fs::create_dir_all(place.path("app")).expect("a folder");
    std::fs::write(
        place.path("app/Chart.yaml"),
        format!("apiVersion: v2\nname: app\nversion: 0.1.0\ndependencies:\n{listed}"),
    )
    .expect("a file");
    let (code, said) = place.run(&["dependency", "update", "app"], &[]);
    assert_eq!(code, 0, "{said}");
    let lines: Vec<&str> = said.lines().filter(|line| line.starts_with("Downloading")).collect();
    let wanted: Vec<String> = (0..count).map(|i| format!("Downloading d{i} from repo {}", server.url())).collect();
    assert_eq!(lines, wanted, "the order of the lines is that of the chart");
    assert_eq!(support::entries(&place.path("app/charts")).len(), count);
    assert_eq!(server.requests().len(), count + 1, "one index and every archive once");
    assert_eq!(place.run(&["dependency", "update", "app"], &[]).0, 0);
    assert_eq!(server.requests().len(), count + 2, "the second time, only the index");
}

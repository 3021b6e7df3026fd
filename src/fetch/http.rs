//! HTTP requests: TLS, time limits, size limits, redirects and further tries.

use super::addresses::Addresses;
use super::{Access, Proxies, failed, locked, tls};
use crate::compat::Compat;
use crate::error::Result;
use crate::gostd::os::error_text;
use std::collections::HashMap;
use std::io::Read;
use std::sync::Mutex;
use std::time::Duration;
use ureq::config::RedirectAuthHeaders;
use ureq::http::{Response, StatusCode};
use ureq::unversioned::transport::DefaultConnector;
use ureq::{Agent, Body};

/// The largest body that is read, in bytes: far above any chart or index.
const LARGEST: u64 = 512 * 1024 * 1024;

/// How often a request is made before its failure is told.
const TRIES: u32 = 3;

/// How long to wait before the second try; twice as long before the third.
const PAUSE: Duration = Duration::from_millis(200);

/// As many redirects as Go follows.
const REDIRECTS: u32 = 10;

/// What a server answered.
pub(super) struct Answer {
    pub(super) status: StatusCode,
    pub(super) headers: ureq::http::HeaderMap,
    pub(super) body: Vec<u8>,
}

impl Answer {
    /// A header's text, or nothing.
    pub(super) fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }

    /// `404 Not Found`
    pub(super) fn status_line(&self) -> String {
        format!("{} {}", self.status.as_str(), self.status.canonical_reason().unwrap_or_default())
    }
}

/// A request to be made, perhaps several times.
#[derive(Clone, Copy)]
pub(super) struct Ask<'a> {
    pub(super) url: &'a str,
    pub(super) headers: &'a [(&'a str, String)],
    /// The body of a POST of a form.
    pub(super) form: Option<&'a str>,
}

/// Connections, by how servers are reached.
pub(super) struct Client {
    agents: Mutex<HashMap<(tls::Files, Option<String>), Agent>>,
    timeout: Duration,
    compat: Compat,
    proxies: Proxies,
}

impl Client {
    pub(super) fn new(timeout: Duration, compat: Compat, proxies: Proxies) -> Client {
        Client { agents: Mutex::default(), timeout, compat, proxies }
    }

    /// Makes a request. Errors of the connection are told in Go's words; every status is an answer.
    pub(super) fn send(&self, ask: Ask<'_>, access: &Access) -> Result<Answer> {
        let agent = self.agent(ask.url, access)?;
        let mut pause = PAUSE;
        let mut tries = 1;
        loop {
            let answer = try_once(&agent, ask);
            if tries == TRIES || !may_pass(&answer) {
                return answer.map_err(|fault| failed(fault.words(ask)));
            }
            std::thread::sleep(pause);
            pause *= 2;
            tries += 1;
        }
    }

    fn agent(&self, url: &str, access: &Access) -> Result<Agent> {
        let key = (tls::Files::of(access), self.proxies.of(url).map(str::to_owned));
        let mut agents = locked(&self.agents);
        if let Some(agent) = agents.get(&key) {
            return Ok(agent.clone());
        }
        let proxy = key.1.as_deref().map(|text| {
            ureq::Proxy::new(text)
                .map_err(|e| failed(format!("proxy {}: {e}", super::reference::without_password(text))))
        });
        let tls = key.0.config(self.compat).map_err(|e| e.prefixed("can't create TLS config for client: "))?;
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(REDIRECTS)
            .max_redirects_will_error(true)
            .redirect_auth_headers(RedirectAuthHeaders::SameHost)
            .timeout_global(Some(self.timeout))
            .timeout_connect(Some(self.timeout.min(Duration::from_secs(30))))
            .max_idle_connections_per_host(super::THREADS)
            .user_agent(concat!("pintle/", env!("CARGO_PKG_VERSION")))
            .tls_config(tls)
            .proxy(proxy.transpose()?)
            .build();
        let agent = Agent::with_parts(config, DefaultConnector::default(), Addresses::default());
        agents.insert(key, agent.clone());
        Ok(agent)
    }
}

/// Why there is no whole answer.
enum Fault {
    Request(ureq::Error),
    Body(std::io::Error),
    TooLarge,
}

impl Fault {
    /// In the words of Go's HTTP client, as far as they can be told.
    fn words(&self, ask: Ask<'_>) -> String {
        let method = if ask.form.is_some() { "Post" } else { "Get" };
        let url = super::reference::without_password(ask.url);
        let reason = match self {
            Fault::TooLarge => format!("the body is larger than {LARGEST} bytes"),
            Fault::Body(error) => return format!("reading {url}: {}", body_words(error)),
            Fault::Request(error) => request_words(error, &url),
        };
        format!("{method} \"{url}\": {reason}")
    }
}

fn body_words(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::UnexpectedEof => "unexpected EOF".to_owned(),
        _ => match error.get_ref().and_then(|inner| inner.downcast_ref::<ureq::Error>()) {
            Some(ureq::Error::Timeout(_)) => TOO_SLOW.to_owned(),
            _ => error_text(error),
        },
    }
}

const TOO_SLOW: &str = "context deadline exceeded (the server took too long)";

fn request_words(error: &ureq::Error, url: &str) -> String {
    let host = super::reference::host_of(url);
    if let Some(fault) = tls::fault(error) {
        return tls::words(fault);
    }
    match error {
        ureq::Error::Timeout(_) => TOO_SLOW.to_owned(),
        ureq::Error::TooManyRedirects => format!("stopped after {REDIRECTS} redirects"),
        ureq::Error::HostNotFound => {
            format!("dial tcp: lookup {}: no such host", host.split(':').next().unwrap_or_default())
        }
        ureq::Error::Io(error) if error.kind() == std::io::ErrorKind::ConnectionRefused => {
            format!("dial tcp {host}: connect: connection refused")
        }
        ureq::Error::Io(error) if error.kind() == std::io::ErrorKind::UnexpectedEof => "unexpected EOF".to_owned(),
        ureq::Error::Io(error) => error_text(error),
        other => other.to_string(),
    }
}

/// Whether another try may go better: after faults of the network, and when a server is overloaded.
fn may_pass(answer: &std::result::Result<Answer, Fault>) -> bool {
    match answer {
        Ok(answer) => matches!(answer.status.as_u16(), 429 | 502 | 503 | 504),
        Err(Fault::Body(_) | Fault::Request(ureq::Error::ConnectionFailed)) => true,
        Err(Fault::Request(error)) if tls::fault(error).is_some() => false,
        Err(Fault::Request(ureq::Error::Io(error))) => error.kind() != std::io::ErrorKind::ConnectionRefused,
        Err(_) => false,
    }
}

fn try_once(agent: &Agent, ask: Ask<'_>) -> std::result::Result<Answer, Fault> {
    let response = match ask.form {
        None => {
            let request = ask.headers.iter().fold(agent.get(ask.url), |r, (name, value)| r.header(*name, value));
            request.call()
        }
        Some(form) => {
            let request = ask.headers.iter().fold(agent.post(ask.url), |r, (name, value)| r.header(*name, value));
            request.content_type("application/x-www-form-urlencoded").send(form)
        }
    };
    read_whole(response.map_err(Fault::Request)?)
}

/// The body to its announced end.
fn read_whole(response: Response<Body>) -> std::result::Result<Answer, Fault> {
    let (parts, body) = response.into_parts();
    let announced: Option<u64> =
        parts.headers.get("content-length").and_then(|v| v.to_str().ok()).and_then(|text| text.parse().ok());
    let mut content = Vec::with_capacity(announced.unwrap_or_default().min(1 << 20) as usize);
    body.into_reader().take(LARGEST + 1).read_to_end(&mut content).map_err(Fault::Body)?;
    let length = content.len() as u64;
    if length > LARGEST {
        return Err(Fault::TooLarge);
    }
    if announced.is_some_and(|announced| length < announced) {
        return Err(Fault::Body(std::io::ErrorKind::UnexpectedEof.into()));
    }
    Ok(Answer { status: parts.status, headers: parts.headers, body: content })
}

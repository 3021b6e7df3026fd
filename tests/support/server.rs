//! Small servers on the loopback: a folder over HTTP, an OCI registry, and servers that misbehave.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// What was asked for.
pub struct Request {
    pub method: String,
    /// Path and query.
    pub target: String,
    /// Header values by their names in small letters.
    pub headers: BTreeMap<String, String>,
}

impl Request {
    pub fn path(&self) -> &str {
        self.target.split('?').next().unwrap_or_default()
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", String::as_str)
    }
}

/// What is answered.
pub struct Response {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
    pub fault: Fault,
}

/// How an answer goes wrong.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    None,
    /// Only the first half of the announced body comes.
    Truncated,
    /// Nothing comes for this long.
    Slow(Duration),
    /// The connection is closed without an answer.
    Closed,
}

impl Response {
    pub fn new(status: u16, body: impl Into<Vec<u8>>) -> Response {
        Response { status, headers: Vec::new(), body: body.into(), fault: Fault::None }
    }

    pub fn with(mut self, name: &str, value: &str) -> Response {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    pub fn but(mut self, fault: Fault) -> Response {
        self.fault = fault;
        self
    }
}

type Handler = dyn Fn(&Request) -> Response + Send + Sync;

/// A server that runs until it is dropped.
pub struct Server {
    address: String,
    stopped: Arc<AtomicBool>,
    log: Arc<Mutex<Vec<String>>>,
}

impl Server {
    pub fn start(handler: impl Fn(&Request) -> Response + Send + Sync + 'static) -> Server {
        Server::start_with(None, handler)
    }

    /// A server with this certificate of `tests/tls`; with `identified`, it wants one of the client, too.
    pub fn start_tls(
        certificate: &str,
        identified: bool,
        handler: impl Fn(&Request) -> Response + Send + Sync + 'static,
    ) -> Server {
        Server::start_with(Some(Arc::new(tls_config(certificate, identified))), handler)
    }

    fn start_with(
        tls: Option<Arc<rustls::ServerConfig>>,
        handler: impl Fn(&Request) -> Response + Send + Sync + 'static,
    ) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("an address").to_string();
        let stopped = Arc::new(AtomicBool::new(false));
        let log = Arc::new(Mutex::new(Vec::new()));
        let (handler, stop, requests): (Arc<Handler>, _, _) = (Arc::new(handler), stopped.clone(), log.clone());
        std::thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                if stop.load(Ordering::Relaxed) {
                    break;
                }
                let (handler, requests, tls) = (handler.clone(), requests.clone(), tls.clone());
                std::thread::spawn(move || match tls {
                    None => serve(stream, &*handler, &requests),
                    Some(tls) => {
                        let session = rustls::ServerConnection::new(tls).expect("a session");
                        serve(rustls::StreamOwned::new(session, stream), &*handler, &requests);
                    }
                });
            }
        });
        Server { address, stopped, log }
    }

    /// `127.0.0.1:PORT`
    pub fn address(&self) -> &str {
        &self.address
    }

    /// `http://127.0.0.1:PORT`
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// What was asked for so far: `GET /index.yaml`.
    pub fn requests(&self) -> Vec<String> {
        self.log.lock().expect("no handler panicked").clone()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stopped.store(true, Ordering::Relaxed);
        // Wakes the thread that waits for connections.
        let _ = TcpStream::connect(&self.address);
    }
}

fn tls_config(certificate: &str, identified: bool) -> rustls::ServerConfig {
    use rustls::pki_types::{CertificateDer, PrivateKeyDer, pem::PemObject};
    use rustls::server::{WebPkiClientVerifier, danger::ClientCertVerifier};
    let folder = super::root().join("tests/tls");
    let read = |name: &str| CertificateDer::from_pem_file(folder.join(name)).expect("a certificate");
    let key = PrivateKeyDer::from_pem_file(folder.join(format!("{certificate}.key"))).expect("a key");
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let clients: Arc<dyn ClientCertVerifier> = if identified {
        let mut roots = rustls::RootCertStore::empty();
        roots.add(read("ca.pem")).expect("an authority");
        WebPkiClientVerifier::builder_with_provider(Arc::new(roots), provider.clone()).build().expect("a verifier")
    } else {
        WebPkiClientVerifier::no_client_auth()
    };
    let builder = rustls::ServerConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
    let builder = builder.expect("versions").with_client_cert_verifier(clients);
    builder.with_single_cert(vec![read(&format!("{certificate}.pem"))], key).expect("a pair")
}

/// Answers requests on one connection until it is closed.
fn serve(stream: impl Read + Write, handler: &Handler, log: &Mutex<Vec<String>>) {
    let mut reader = BufReader::new(stream);
    while let Some(request) = read(&mut reader) {
        log.lock().expect("no handler panicked").push(format!("{} {}", request.method, request.target));
        let response = handler(&request);
        let fault = response.fault;
        if fault == Fault::Closed || write(reader.get_mut(), &request, response).is_err() || fault != Fault::None {
            break;
        }
    }
}

fn read(reader: &mut impl BufRead) -> Option<Request> {
    let mut line = String::new();
    reader.read_line(&mut line).ok().filter(|length| *length > 0)?;
    let mut words = line.split_whitespace();
    let (method, target) = (words.next()?.to_owned(), words.next()?.to_owned());
    let mut headers = BTreeMap::new();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        let Some((name, value)) = line.trim_end().split_once(':') else { break };
        headers.insert(name.to_lowercase(), value.trim().to_owned());
    }
    let length: usize = headers.get("content-length").and_then(|text| text.parse().ok()).unwrap_or(0);
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    Some(Request { method, target, headers })
}

fn write(writer: &mut impl Write, request: &Request, response: Response) -> std::io::Result<()> {
    if let Fault::Slow(time) = response.fault {
        std::thread::sleep(time);
    }
    let reason = match response.status {
        200 => "OK",
        302 => "Found",
        401 => "Unauthorized",
        403 => "Forbidden",
        404 => "Not Found",
        500 => "Internal Server Error",
        503 => "Service Unavailable",
        _ => "Status",
    };
    let mut head = format!("HTTP/1.1 {} {reason}\r\nContent-Length: {}\r\n", response.status, response.body.len());
    for (name, value) in &response.headers {
        head.extend([name, ": ", value, "\r\n"]);
    }
    writer.write_all(format!("{head}\r\n").as_bytes())?;
    let end = if response.fault == Fault::Truncated { response.body.len() / 2 } else { response.body.len() };
    if request.method != "HEAD" {
        writer.write_all(&response.body[..end])?;
    }
    writer.flush()
}

/// The files of a folder.
pub fn files(folder: PathBuf) -> impl Fn(&Request) -> Response + Send + Sync {
    move |request| match std::fs::read(folder.join(request.path().trim_start_matches('/'))) {
        Ok(content) => Response::new(200, content),
        Err(_) => Response::new(404, "no such file"),
    }
}

/// What a registry wants to see before it answers.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Login {
    Nothing,
    /// User name `user` and password `secret`.
    Basic,
    /// A token, which those get.
    Token,
}

const USER: &str = "Basic dXNlcjpzZWNyZXQ=";

/// A registry that has the manifests `REPOSITORY/manifests/TAG` and the blobs `blobs/HEX` of a folder.
pub fn registry(folder: PathBuf, login: Login) -> impl Fn(&Request) -> Response + Send + Sync {
    move |request| {
        let host = request.header("host");
        let (challenge, wanted) = match login {
            Login::Nothing => (String::new(), ""),
            Login::Basic => ("Basic realm=\"r\"".to_owned(), USER),
            Login::Token => (format!("Bearer realm=\"http://{host}/token\",service=\"s\""), "Bearer t0ken"),
        };
        if request.path() == "/token" {
            let allowed = request.header("authorization") == USER;
            return if allowed { Response::new(200, "{\"token\": \"t0ken\"}") } else { Response::new(401, "{}") };
        }
        if !wanted.is_empty() && request.header("authorization") != wanted {
            let body = "{\"errors\":[{\"code\":\"UNAUTHORIZED\",\"message\":\"authentication required\"}]}";
            return Response::new(401, body).with("WWW-Authenticate", &challenge);
        }
        from_registry(&folder, request.path())
    }
}

fn from_registry(folder: &std::path::Path, path: &str) -> Response {
    let rest = path.strip_prefix("/v2/").unwrap_or_default();
    if rest.is_empty() {
        return Response::new(200, "{}");
    }
    if let Some((_, digest)) = rest.split_once("/blobs/sha256:") {
        return file(&folder.join("blobs").join(digest), "application/octet-stream");
    }
    if let Some(repository) = rest.strip_suffix("/tags/list") {
        let Ok(entries) = std::fs::read_dir(folder.join(repository).join("manifests")) else {
            return unknown(repository);
        };
        let names = entries.map(|e| e.expect("an entry").file_name().to_string_lossy().into_owned());
        let tags: Vec<String> = names.filter(|name| !name.contains(':')).map(|name| format!("\"{name}\"")).collect();
        return Response::new(200, format!("{{\"name\":\"{repository}\",\"tags\":[{}]}}", tags.join(",")));
    }
    file(&folder.join(rest), "application/vnd.oci.image.manifest.v1+json")
}

fn unknown(repository: &str) -> Response {
    let detail = format!("{{\"name\":\"{repository}\"}}");
    let words = "repository name not known to registry";
    Response::new(
        404,
        format!("{{\"errors\":[{{\"code\":\"NAME_UNKNOWN\",\"message\":\"{words}\",\"detail\":{detail}}}]}}"),
    )
}

fn file(path: &std::path::Path, kind: &str) -> Response {
    match std::fs::read(path) {
        Ok(content) => Response::new(200, content).with("Content-Type", kind),
        Err(_) => Response::new(404, "{}"),
    }
}

//! Charts from elsewhere: HTTP repositories, OCI registries, and the dependencies of a chart.
//!
//! Everything that is downloaded goes to a cache by its checksum first, whole or not at all; nothing
//! that a user named is touched before all of it is there.

mod addresses;
mod cache;
mod credentials;
pub mod dependencies;
mod http;
mod index;
mod locate;
mod oci;
mod proxy;
mod reference;
pub mod repositories;
mod tls;

pub use credentials::{log_in, log_out};
pub use index::{Index, IndexEntry, check_protocol, write_index};
pub use locate::{Fetched, Request, content, deliver};
pub use proxy::Proxies;
pub use repositories::{Repositories, Repository};

use crate::compat::Compat;
use crate::diag::Notice;
use crate::error::{Error, ErrorKind};
use std::sync::Mutex;
use std::time::Duration;

/// Where things are kept: Helm's own files and folders.
#[derive(Clone, Debug, Default)]
pub struct Places {
    /// The file of repository names and URLs, `repositories.yaml`.
    pub repository_config: String,
    /// The folder of repository indexes.
    pub repository_cache: String,
    /// The folder of downloaded charts, by checksum.
    pub content_cache: String,
    /// The file of registry logins, `config.json`.
    pub registry_config: String,
    /// Docker's file of registry logins, which is asked second.
    pub docker_config: Option<String>,
}

/// How a server is reached.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Access {
    /// For basic authentication, with the password; empty for none.
    pub username: String,
    /// The password.
    pub password: String,
    /// Whether credentials go to other hosts than the repository's, too.
    pub pass_credentials: bool,
    /// A bundle of authorities to trust instead of the system's.
    pub ca_file: String,
    /// The client's certificate.
    pub cert_file: String,
    /// The key of the client's certificate.
    pub key_file: String,
    /// Whether servers' certificates are not checked.
    pub skip_tls_verify: bool,
    /// Whether registries are reached without TLS.
    pub plain_http: bool,
}

/// What a [`Fetcher`] may do.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Whose behaviour is reproduced.
    pub compat: Compat,
    /// Whether only what is cached counts.
    pub offline: bool,
    /// How long one request may take, with its body.
    pub timeout: Duration,
}

/// Told of each download: how many are done, of how many.
pub type Progress<'p> = &'p (dyn Fn(usize, usize) + Sync);

/// Downloads charts and indexes; threads may share it.
pub struct Fetcher<'p> {
    places: Places,
    options: Options,
    http: http::Client,
    tokens: oci::Tokens,
    notices: Mutex<Vec<Notice>>,
    progress: Progress<'p>,
}

impl<'p> Fetcher<'p> {
    /// A fetcher with connections of its own.
    pub fn new(places: Places, options: Options, proxies: Proxies, progress: Progress<'p>) -> Fetcher<'p> {
        Fetcher {
            http: http::Client::new(options.timeout, options.compat, proxies),
            places,
            options,
            tokens: oci::Tokens::default(),
            notices: Mutex::default(),
            progress,
        }
    }

    /// The places that it works on.
    pub fn places(&self) -> &Places {
        &self.places
    }

    /// What Helm logs meanwhile; taken away.
    pub fn notices(&self) -> Vec<Notice> {
        std::mem::take(&mut *locked(&self.notices))
    }

    fn notice(&self, notice: Notice) {
        locked(&self.notices).push(notice);
    }
}

/// A lock whose holder cannot have left anything half done.
fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// An error of this module.
fn failed(message: impl Into<Vec<u8>>) -> Error {
    Error::new(ErrorKind::Fetch, message)
}

/// Does something for every item on a few threads; the results are in the items' order.
fn in_parallel<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    use std::sync::atomic::{AtomicUsize, Ordering};
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::with_capacity(items.len()));
    let worker = || {
        while let Some((at, item)) =
            Some(next.fetch_add(1, Ordering::Relaxed)).and_then(|at| Some((at, items.get(at)?)))
        {
            let result = work(item);
            locked(&results).push((at, result));
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..items.len().min(THREADS) {
            scope.spawn(worker);
        }
        worker();
    });
    let mut results = results.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    results.sort_by_key(|(at, _)| *at);
    results.into_iter().map(|(_, result)| result).collect()
}

/// How many downloads run at a time.
const THREADS: usize = 8;

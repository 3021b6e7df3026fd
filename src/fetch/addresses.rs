//! The addresses of hosts, each looked up once.

use super::locked;
use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::Mutex;
use ureq::config::Config;
use ureq::http::Uri;
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::NextTimeout;

/// Addresses by host and port.
///
/// The HTTP client wants them before every request, also when a connection is kept, and its own look-up
/// starts a thread each time, to give it up when the time is over.
#[derive(Debug, Default)]
pub(super) struct Addresses {
    known: Mutex<HashMap<String, ResolvedSocketAddrs>>,
    lookup: DefaultResolver,
}

impl Resolver for Addresses {
    fn resolve(&self, uri: &Uri, config: &Config, timeout: NextTimeout) -> Result<ResolvedSocketAddrs, ureq::Error> {
        let place = uri.scheme().zip(uri.authority()).and_then(|(s, a)| DefaultResolver::host_and_port(s, a));
        let Some(place) = place else { return self.lookup.resolve(uri, config, timeout) };
        if let Some(found) = locked(&self.known).get(&place) {
            return Ok(found.clone());
        }
        let found = match place.parse::<SocketAddr>() {
            Ok(address) => {
                let mut found = self.empty();
                found.push(address);
                found
            }
            Err(_) => self.lookup.resolve(uri, config, timeout)?,
        };
        locked(&self.known).insert(place, found.clone());
        Ok(found)
    }
}

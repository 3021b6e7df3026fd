//! The addresses of hosts, each looked up once.

use super::locked;
use std::collections::HashMap;
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
        let found = self.lookup.resolve(uri, config, timeout)?;
        locked(&self.known).insert(place, found.clone());
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::SocketAddr;

    fn resolved(addresses: &Addresses, url: &str) -> Vec<String> {
        let (config, timeout) = (Config::default(), NextTimeout::default());
        let found = addresses.resolve(&url.parse().expect("a URL"), &config, timeout).expect("addresses");
        found.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn literal_addresses_get_the_port_of_the_scheme() {
        let addresses = Addresses::default();
        assert_eq!(resolved(&addresses, "http://127.0.0.1:5000/v2/"), ["127.0.0.1:5000"]);
        assert_eq!(resolved(&addresses, "https://127.0.0.1/v2/"), ["127.0.0.1:443"]);
        assert_eq!(resolved(&addresses, "http://[::1]/v2/"), ["[::1]:80"]);
    }

    #[test]
    fn what_is_known_is_not_looked_up_again() {
        let addresses = Addresses::default();
        let first = resolved(&addresses, "http://localhost:1/a");
        assert_eq!(locked(&addresses.known).keys().collect::<Vec<_>>(), ["localhost:1"]);
        let mut other = addresses.empty();
        other.push(SocketAddr::from(([10, 0, 0, 1], 1)));
        locked(&addresses.known).insert("localhost:1".to_owned(), other);
        assert!(!first.is_empty() && resolved(&addresses, "http://localhost:1/b") == ["10.0.0.1:1"]);
    }
}

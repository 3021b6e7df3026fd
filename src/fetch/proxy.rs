//! Which requests go through a proxy.
//!
//! Source: Go's `golang.org/x/net/http/httpproxy`.

use super::reference::host_of;
use std::net::IpAddr;

/// The proxies that the environment names, as Go reads them.
#[derive(Clone, Debug, Default)]
pub struct Proxies {
    /// `HTTP_PROXY`, for plain requests.
    pub http: String,
    /// `HTTPS_PROXY`, for requests over TLS.
    pub https: String,
    /// `NO_PROXY`: hosts that are asked directly, separated by commas.
    pub exceptions: String,
}

impl Proxies {
    /// Reads the variables, in capitals or else in small letters.
    pub fn from_env(env: &dyn Fn(&str) -> Option<String>) -> Proxies {
        let read = |name: &str| {
            [name.to_owned(), name.to_lowercase()].iter().find_map(|name| env(name).filter(|text| !text.is_empty()))
        };
        let read = |name: &str| read(name).unwrap_or_default();
        Proxies { http: read("HTTP_PROXY"), https: read("HTTPS_PROXY"), exceptions: read("NO_PROXY") }
    }

    /// The proxy for a URL. The machine itself is always asked directly.
    pub(super) fn of(&self, url: &str) -> Option<&str> {
        let secure = url.starts_with("https:");
        let proxy = if secure { &self.https } else { &self.http };
        let (host, port) = host_and_port(host_of(url), if secure { "443" } else { "80" });
        (!proxy.is_empty() && self.applies(&host, port)).then_some(proxy)
    }

    fn applies(&self, host: &str, port: &str) -> bool {
        let address: Option<IpAddr> = host.parse().ok();
        if host == "localhost" || address.is_some_and(|address| address.is_loopback()) {
            return false;
        }
        let entries = self.exceptions.split(',').map(|entry| entry.trim().to_lowercase());
        !entries.filter(|entry| !entry.is_empty()).any(|entry| matches(&entry, host, address, port))
    }
}

/// Whether an entry of `NO_PROXY` names a host: `*`, a range of addresses, an address or a domain, perhaps with a port.
fn matches(entry: &str, host: &str, address: Option<IpAddr>, port: &str) -> bool {
    if entry == "*" {
        return true;
    }
    if let Some((network, bits)) = entry.split_once('/') {
        let network: Option<IpAddr> = network.parse().ok();
        return network.zip(address).zip(bits.parse().ok()).is_some_and(|((n, a), bits)| is_in(a, n, bits));
    }
    let (name, wanted) = host_and_port(entry, "");
    if !wanted.is_empty() && wanted != port {
        return false;
    }
    if let Ok(named) = name.parse::<IpAddr>() {
        return address == Some(named);
    }
    // `.a.example` and `*.a.example` are what is below a domain, `a.example` is the domain, too.
    match name.strip_prefix("*.").or_else(|| name.strip_prefix('.')) {
        Some(domain) => is_below(host, domain),
        None => host == name || is_below(host, &name),
    }
}

fn is_below(host: &str, domain: &str) -> bool {
    host.strip_suffix(domain).is_some_and(|rest| rest.ends_with('.'))
}

fn is_in(address: IpAddr, network: IpAddr, bits: u32) -> bool {
    let same = |a: u128, b: u128, width: u32| bits <= width && (bits == 0 || (a ^ b) >> (width - bits) == 0);
    match (address, network) {
        (IpAddr::V4(a), IpAddr::V4(n)) => same(u32::from(a).into(), u32::from(n).into(), 32),
        (IpAddr::V6(a), IpAddr::V6(n)) => same(a.into(), n.into(), 128),
        _ => false,
    }
}

/// A host in small letters, without brackets and the dot at its end, and its port or another one.
fn host_and_port<'t>(text: &'t str, otherwise: &'t str) -> (String, &'t str) {
    let is_port = |port: &str| !port.is_empty() && port.bytes().all(|b| b.is_ascii_digit());
    let bare = text.parse::<IpAddr>().is_ok();
    let (host, port) = match text.rsplit_once(':').filter(|(_, port)| !bare && is_port(port)) {
        Some((host, port)) => (host, port),
        None => (text, otherwise),
    };
    let host = host.trim_start_matches('[').trim_end_matches(']').trim_end_matches('.');
    (host.to_lowercase(), port)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn proxies(exceptions: &str) -> Proxies {
        Proxies { http: "p".into(), https: "s".into(), exceptions: exceptions.into() }
    }

    #[test]
    fn the_scheme_decides() {
        let both = proxies("");
        assert_eq!(both.of("http://a.example/x"), Some("p"));
        assert_eq!(both.of("https://a.example/x"), Some("s"));
        let plain = Proxies { https: String::new(), ..both };
        assert_eq!(plain.of("https://a.example/x"), None);
    }

    #[test]
    fn the_machine_itself_is_asked_directly() {
        for host in ["localhost", "LOCALHOST:5000", "127.0.0.1:1", "127.3.2.1", "[::1]:80", "u:p@localhost"] {
            assert_eq!(proxies("").of(&format!("http://{host}/v2/")), None, "{host}");
        }
        assert_eq!(proxies("").of("http://127.0.0.1.example/"), Some("p"));
    }

    #[test]
    fn exceptions_are_names_domains_addresses_and_ranges() {
        let direct = |entry: &str, host: &str| proxies(entry).of(&format!("https://{host}/x")).is_none();
        for (entry, host) in [
            ("*", "a.example"),
            ("x, A.example", "a.example"),
            ("a.example", "b.a.example:8443"),
            (".a.example", "b.a.example"),
            ("*.a.example", "b.a.example"),
            ("a.example:443", "a.example"),
            ("a.example:8443", "a.example:8443"),
            ("10.0.0.1", "10.0.0.1"),
            ("10.0.0.0/8", "10.9.8.7"),
            ("fd00::/8", "[fd00::1]:5000"),
            ("[fd00::1]:5000", "[fd00::1]:5000"),
        ] {
            assert!(direct(entry, host), "{entry} {host}");
        }
        for (entry, host) in [
            ("a.example", "ba.example"),
            (".a.example", "a.example"),
            ("*.a.example", "a.example"),
            ("a.example:80", "a.example"),
            ("10.0.0.0/8", "11.0.0.1"),
            ("10.0.0.0/8", "a.example"),
            ("10.0.0.0/99", "10.0.0.1"),
        ] {
            assert!(!direct(entry, host), "{entry} {host}");
        }
    }
}

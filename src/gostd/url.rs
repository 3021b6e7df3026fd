//! Taking URLs apart and putting them together, as Go's `net/url` does it.

use super::netip::{self, Version};
use super::strconv;
use crate::compat::Compat;

/// A URL. The texts are decoded but for the query and the opaque part.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Url {
    /// Lower case, without the colon.
    pub scheme: Vec<u8>,
    /// What follows the scheme when no slash does.
    pub opaque: Vec<u8>,
    /// User name and, if given, password.
    pub user: Option<User>,
    /// Host and port.
    pub host: Vec<u8>,
    /// The path.
    pub path: Vec<u8>,
    /// The query as it was written, without the question mark.
    pub query: Vec<u8>,
    /// The part after `#`.
    pub fragment: Vec<u8>,
}

/// The part of a URL before `@`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct User {
    name: Vec<u8>,
    password: Option<Vec<u8>>,
}

impl User {
    /// `name` or `name:password`, encoded.
    #[must_use]
    pub fn text(&self) -> Vec<u8> {
        let mut out = escape(&self.name, Part::User);
        if let Some(password) = &self.password {
            out.push(b':');
            out.extend(escape(password, Part::User));
        }
        out
    }
}

/// A part of a URL, each with characters of its own that need no encoding.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Path,
    Host,
    Zone,
    User,
    Fragment,
}

fn must_escape(b: u8, part: Part) -> bool {
    match b {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => false,
        _ if matches!(part, Part::Host | Part::Zone) => !b"!$&'()*+,;=:[]<>\"".contains(&b),
        b'$' | b'&' | b'+' | b',' | b';' | b'=' => false,
        b'/' | b'@' | b':' => part == Part::User,
        b'?' | b'!' | b'(' | b')' | b'*' => part != Part::Fragment,
        _ => true,
    }
}

fn escape(bytes: &[u8], part: Part) -> Vec<u8> {
    const HEX: &[u8; 16] = b"0123456789ABCDEF";
    let mut out = Vec::with_capacity(bytes.len());
    for b in bytes {
        if must_escape(*b, part) {
            out.extend([b'%', HEX[usize::from(b >> 4)], HEX[usize::from(b & 15)]]);
        } else {
            out.push(*b);
        }
    }
    out
}

fn unescape(bytes: &[u8], part: Part) -> Result<Vec<u8>, String> {
    let in_host = matches!(part, Part::Host | Part::Zone);
    let mut out = Vec::with_capacity(bytes.len());
    let mut i = 0;
    while i < bytes.len() {
        let b = bytes[i];
        if b != b'%' {
            if in_host && b.is_ascii() && must_escape(b, part) {
                return Err(format!("invalid character {} in host name", quoted(&[b])));
            }
            out.push(b);
            i += 1;
            continue;
        }
        let sequence = &bytes[i..bytes.len().min(i + 3)];
        let Some(decoded) = hex_pair(sequence) else {
            return Err(format!("invalid URL escape {}", quoted(sequence)));
        };
        let percent = sequence == b"%25";
        let refused = match part {
            Part::Host => decoded < 0x80 && !percent,
            Part::Zone => !percent && decoded != b' ' && must_escape(decoded, Part::Host),
            _ => false,
        };
        if refused {
            return Err(format!("invalid URL escape {}", quoted(sequence)));
        }
        out.push(decoded);
        i += 3;
    }
    Ok(out)
}

fn hex_pair(sequence: &[u8]) -> Option<u8> {
    let digit = |b: u8| char::from(b).to_digit(16);
    match sequence {
        [b'%', high, low] => u8::try_from(digit(*high)? << 4 | digit(*low)?).ok(),
        _ => None,
    }
}

fn quoted(bytes: &[u8]) -> String {
    let mut out = Vec::new();
    strconv::quote(bytes, &mut out);
    String::from_utf8_lossy(&out).into_owned()
}

/// `url.Parse`; the error is Go's text: `parse "…": …`.
pub fn parse(text: &[u8], compat: Compat) -> Result<Url, String> {
    let (main, fragment) = cut(text, b'#');
    let mut url = parse_main(main, compat).map_err(|e| format!("parse {}: {e}", quoted(main)))?;
    url.fragment =
        unescape(fragment.unwrap_or_default(), Part::Fragment).map_err(|e| format!("parse {}: {e}", quoted(text)))?;
    Ok(url)
}

/// The text before and after the first `at`.
fn cut(bytes: &[u8], at: u8) -> (&[u8], Option<&[u8]>) {
    match memchr::memchr(at, bytes) {
        Some(i) => (&bytes[..i], Some(&bytes[i + 1..])),
        None => (bytes, None),
    }
}

fn parse_main(text: &[u8], compat: Compat) -> Result<Url, String> {
    if text.iter().any(u8::is_ascii_control) {
        return Err("net/url: invalid control character in URL".into());
    }
    let mut url = Url::default();
    if text == b"*" {
        url.path = text.into();
        return Ok(url);
    }
    let (scheme, rest) = scheme(text)?;
    url.scheme = scheme.to_ascii_lowercase();
    let (mut rest, query) = cut(rest, b'?');
    url.query = query.unwrap_or_default().into();
    if !rest.starts_with(b"/") {
        if !url.scheme.is_empty() {
            url.opaque = rest.into();
            return Ok(url);
        }
        if cut(rest, b'/').0.contains(&b':') {
            return Err("first path segment in URL cannot contain colon".into());
        }
    }
    if rest.starts_with(b"//") && (!url.scheme.is_empty() || !rest.starts_with(b"///")) {
        let authority = &rest[2..];
        let end = memchr::memchr(b'/', authority).unwrap_or(authority.len());
        (url.user, url.host) = parse_authority(&url.scheme, &authority[..end], compat)?;
        rest = &authority[end..];
    }
    url.path = unescape(rest, Part::Path)?;
    Ok(url)
}

fn scheme(text: &[u8]) -> Result<(&[u8], &[u8]), String> {
    for (i, b) in text.iter().enumerate() {
        match b {
            b'a'..=b'z' | b'A'..=b'Z' => {}
            b'0'..=b'9' | b'+' | b'-' | b'.' if i > 0 => {}
            b':' if i == 0 => return Err("missing protocol scheme".into()),
            b':' => return Ok((&text[..i], &text[i + 1..])),
            _ => break,
        }
    }
    Ok((b"", text))
}

fn parse_authority(scheme: &[u8], authority: &[u8], compat: Compat) -> Result<(Option<User>, Vec<u8>), String> {
    let Some(at) = memchr::memrchr(b'@', authority) else {
        return Ok((None, parse_host(scheme, authority, compat)?));
    };
    let host = parse_host(scheme, &authority[at + 1..], compat)?;
    let user = &authority[..at];
    if !user.iter().all(|b| b.is_ascii_alphanumeric() || b"-._:~!$&'()*+,;=%@".contains(b)) {
        return Err("net/url: invalid userinfo".into());
    }
    let (name, password) = cut(user, b':');
    let name = unescape(name, Part::User)?;
    let password = password.map(|p| unescape(p, Part::User)).transpose()?;
    Ok((Some(User { name, password }), host))
}

fn parse_host(scheme: &[u8], host: &[u8], compat: Compat) -> Result<Vec<u8>, String> {
    let bracket = memchr::memrchr(b'[', host);
    if bracket.is_some_and(|at| at > 0) && compat.strict_url_hosts() {
        return Err("invalid IP-literal".into());
    }
    if host.starts_with(b"[") {
        return parse_literal(host, compat);
    }
    let first = memchr::memchr(b':', host);
    let strict = compat.strict_url_hosts() && matches!(scheme, b"http" | b"https");
    let colon = if strict { first } else { memchr::memrchr(b':', host) };
    if let Some(at) = colon {
        check_port(&host[at..])?;
    }
    unescape(host, Part::Host)
}

/// A host in brackets, with its port.
fn parse_literal(host: &[u8], compat: Compat) -> Result<Vec<u8>, String> {
    let Some(close) = memchr::memrchr(b']', host) else {
        return Err("missing ']' in host".into());
    };
    check_port(&host[close + 1..])?;
    let address = &host[1..close];
    let zone = memchr::memmem::find(address, b"%25").unwrap_or(address.len());
    let mut name = unescape(&address[..zone], Part::Host)?;
    name.extend(unescape(&address[zone..], Part::Zone)?);
    if compat.strict_url_hosts() {
        let version = netip::check_addr(&name).map_err(|e| format!("invalid host: {e}"))?;
        if version == Version::V4 {
            return Err("invalid IP-literal".into());
        }
    }
    Ok([b"[", name.as_slice(), &host[close..]].concat())
}

fn check_port(port: &[u8]) -> Result<(), String> {
    if valid_port(port) { Ok(()) } else { Err(format!("invalid port {} after host", quoted(port))) }
}

fn valid_port(port: &[u8]) -> bool {
    match port {
        [] => true,
        [b':', digits @ ..] => digits.iter().all(u8::is_ascii_digit),
        _ => false,
    }
}

impl Url {
    /// The host without port and brackets.
    #[must_use]
    pub fn hostname(&self) -> &[u8] {
        let colon = memchr::memrchr(b':', &self.host).filter(|at| valid_port(&self.host[*at..]));
        let name = &self.host[..colon.unwrap_or(self.host.len())];
        match name {
            [b'[', inner @ .., b']'] => inner,
            _ => name,
        }
    }

    /// `URL.String` of a URL put together from its parts.
    #[must_use]
    pub fn text(&self) -> Vec<u8> {
        let mut out = Vec::new();
        if !self.scheme.is_empty() {
            out.extend_from_slice(&self.scheme);
            out.push(b':');
        }
        if self.opaque.is_empty() {
            self.write_hierarchy(&mut out);
        } else {
            out.extend_from_slice(&self.opaque);
        }
        if !self.query.is_empty() {
            out.push(b'?');
            out.extend_from_slice(&self.query);
        }
        if !self.fragment.is_empty() {
            out.push(b'#');
            out.extend(escape(&self.fragment, Part::Fragment));
        }
        out
    }

    fn write_hierarchy(&self, out: &mut Vec<u8>) {
        let named = !self.host.is_empty() || self.user.is_some();
        if named || (!self.scheme.is_empty() && !self.path.is_empty()) {
            out.extend_from_slice(b"//");
        }
        if let Some(user) = &self.user {
            out.extend(user.text());
            out.push(b'@');
        }
        out.extend(escape(&self.host, Part::Host));
        let path = if self.path == b"*" { self.path.clone() } else { escape(&self.path, Part::Path) };
        if !path.is_empty() && path[0] != b'/' && !self.host.is_empty() {
            out.push(b'/');
        }
        if out.is_empty() && cut(&path, b'/').0.contains(&b':') {
            out.extend_from_slice(b"./");
        }
        out.extend(path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str, compat: Compat) -> String {
        parse(text.as_bytes(), compat).unwrap_err()
    }

    #[test]
    fn takes_apart() {
        let url = parse(b"HTTPS://u:p%40@h.x:8443/a%20b?q=1#f%20g", Compat::Helm4).unwrap();
        assert_eq!((url.scheme.as_slice(), url.host.as_slice()), (&b"https"[..], &b"h.x:8443"[..]));
        assert_eq!((url.path.as_slice(), url.fragment.as_slice()), (&b"/a b"[..], &b"f g"[..]));
        assert_eq!(url.user.unwrap().text(), b"u:p%40");
        assert_eq!(parse(b"mailto:a@b", Compat::Helm4).unwrap().opaque, b"a@b");
        assert_eq!(parse(b"http://[::1]:80/", Compat::Helm4).unwrap().hostname(), b"::1");
    }

    #[test]
    fn newer_go_is_stricter_with_hosts() {
        assert!(words("http://a:b:80/", Compat::Helm4).contains("invalid port"));
        assert!(parse(b"http://a:b:80/", Compat::Helm3).is_ok() && parse(b"ftp://a:b:80/", Compat::Helm4).is_ok());
        assert!(words("http://a[b]/", Compat::Helm4).ends_with("invalid IP-literal"));
        assert!(parse(b"http://[zz]/", Compat::Helm3).is_ok());
    }

    #[test]
    fn puts_together() {
        let url = |scheme: &str, host: &str, path: &str| Url {
            scheme: scheme.into(),
            host: host.into(),
            path: path.into(),
            ..Url::default()
        };
        assert_eq!(url("http", "h", "a b").text(), b"http://h/a%20b");
        assert_eq!(url("", "", "a:b").text(), b"./a:b");
        assert_eq!(url("x", "", "").text(), b"x:");
        assert_eq!(url("x", "", "/p").text(), b"x:///p");
    }
}

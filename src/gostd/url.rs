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
    /// The path as it was written, where that is not its usual encoding.
    pub raw_path: Vec<u8>,
    /// The fragment as it was written, where that is not its usual encoding.
    pub raw_fragment: Vec<u8>,
    /// Whether there is a question mark with nothing behind it.
    pub force_query: bool,
    /// Whether no slashes for a host are written before the path, as in `file:/x`.
    pub omit_host: bool,
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
    /// One segment of a path.
    Segment,
    /// A key or value of a query, where blanks are plus signs.
    Query,
    Host,
    Zone,
    User,
    Fragment,
}

fn must_escape(b: u8, part: Part) -> bool {
    match b {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => false,
        _ if matches!(part, Part::Host | Part::Zone) => !b"!$&'()*+,;=:[]<>\"".contains(&b),
        b'$' | b'&' | b'+' | b'=' => part == Part::Query,
        b',' | b';' => matches!(part, Part::Segment | Part::Query),
        b'@' | b':' => matches!(part, Part::User | Part::Query),
        b'/' => !matches!(part, Part::Path | Part::Fragment),
        b'?' | b'!' | b'(' | b')' | b'*' => part != Part::Fragment,
        _ => true,
    }
}

fn escape(bytes: &[u8], part: Part) -> Vec<u8> {
    const HEX: &[u8; 16] = b"0123456789ABCDEF";
    let mut out = Vec::with_capacity(bytes.len());
    for b in bytes {
        if *b == b' ' && part == Part::Query {
            out.push(b'+');
        } else if must_escape(*b, part) {
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
                return Err(format!("invalid character {} in host name", strconv::quoted(&[b])));
            }
            out.push(if b == b'+' && part == Part::Query { b' ' } else { b });
            i += 1;
            continue;
        }
        let sequence = &bytes[i..bytes.len().min(i + 3)];
        let Some(decoded) = hex_pair(sequence) else {
            return Err(format!("invalid URL escape {}", strconv::quoted(sequence)));
        };
        let percent = sequence == b"%25";
        let refused = match part {
            Part::Host => decoded < 0x80 && !percent,
            Part::Zone => !percent && decoded != b' ' && must_escape(decoded, Part::Host),
            _ => false,
        };
        if refused {
            return Err(format!("invalid URL escape {}", strconv::quoted(sequence)));
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

/// `url.Parse`; the error is Go's text: `parse "…": …`.
pub fn parse(text: &[u8], compat: Compat) -> Result<Url, String> {
    let (main, fragment) = cut(text, b'#');
    let mut url = parse_main(main, compat).map_err(|e| format!("parse {}: {e}", strconv::quoted(main)))?;
    let fragment = fragment.unwrap_or_default();
    url.fragment = unescape(fragment, Part::Fragment).map_err(|e| format!("parse {}: {e}", strconv::quoted(text)))?;
    url.raw_fragment = unusual(fragment, &url.fragment, Part::Fragment);
    Ok(url)
}

/// A text that is not the usual encoding of what it says; empty if it is.
fn unusual(written: &[u8], decoded: &[u8], part: Part) -> Vec<u8> {
    if escape(decoded, part) == written { Vec::new() } else { written.into() }
}

/// Encodes one segment of a path.
#[must_use]
pub fn path_escape(text: &[u8]) -> Vec<u8> {
    escape(text, Part::Segment)
}

/// Decodes one segment of a path; the error is e.g. `invalid URL escape "%zz"`.
pub fn path_unescape(text: &[u8]) -> Result<Vec<u8>, String> {
    unescape(text, Part::Segment)
}

/// Decodes a key or value of a query; errors as [`path_unescape`].
pub fn query_unescape(text: &[u8]) -> Result<Vec<u8>, String> {
    unescape(text, Part::Query)
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
    url.force_query = query == Some(b"");
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
    } else if !url.scheme.is_empty() && rest.starts_with(b"/") {
        url.omit_host = true;
    }
    url.set_path(rest)?;
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
    if valid_port(port) { Ok(()) } else { Err(format!("invalid port {} after host", strconv::quoted(port))) }
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

    fn set_path(&mut self, written: &[u8]) -> Result<(), String> {
        self.path = unescape(written, Part::Path)?;
        self.raw_path = unusual(written, &self.path, Part::Path);
        Ok(())
    }

    /// The path, encoded; as it was written where that is a valid encoding.
    #[must_use]
    pub fn escaped_path(&self) -> Vec<u8> {
        if is_encoding(&self.raw_path, &self.path, Part::Path) {
            return self.raw_path.clone();
        }
        if self.path == b"*" { self.path.clone() } else { escape(&self.path, Part::Path) }
    }

    fn escaped_fragment(&self) -> Vec<u8> {
        if is_encoding(&self.raw_fragment, &self.fragment, Part::Fragment) {
            return self.raw_fragment.clone();
        }
        escape(&self.fragment, Part::Fragment)
    }

    /// What a reference in the document at this URL refers to: `URL.ResolveReference`.
    #[must_use]
    pub fn resolve(&self, reference: &Url) -> Url {
        let mut url = reference.clone();
        if reference.scheme.is_empty() {
            url.scheme.clone_from(&self.scheme);
        }
        if !reference.scheme.is_empty() || !reference.host.is_empty() || reference.user.is_some() {
            // What was decoded can be decoded again.
            let _ = url.set_path(&resolve_path(&reference.escaped_path(), b""));
            return url;
        }
        if reference.path.is_empty() && !reference.force_query && reference.query.is_empty() {
            url.query.clone_from(&self.query);
            if reference.fragment.is_empty() {
                url.fragment.clone_from(&self.fragment);
                url.raw_fragment.clone_from(&self.raw_fragment);
            }
        }
        if reference.path.is_empty() && !self.opaque.is_empty() {
            url.opaque.clone_from(&self.opaque);
            return url;
        }
        url.host.clone_from(&self.host);
        url.user.clone_from(&self.user);
        let _ = url.set_path(&resolve_path(&self.escaped_path(), &reference.escaped_path()));
        url
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
        if self.force_query || !self.query.is_empty() {
            out.push(b'?');
            out.extend_from_slice(&self.query);
        }
        if !self.fragment.is_empty() {
            out.push(b'#');
            out.extend(self.escaped_fragment());
        }
        out
    }

    fn write_hierarchy(&self, out: &mut Vec<u8>) {
        let named = !self.host.is_empty() || self.user.is_some();
        let hidden = self.omit_host && !named;
        if named || (!hidden && !self.scheme.is_empty() && !self.path.is_empty()) {
            out.extend_from_slice(b"//");
        }
        if let Some(user) = &self.user {
            out.extend(user.text());
            out.push(b'@');
        }
        out.extend(escape(&self.host, Part::Host));
        let mut path = self.escaped_path();
        if hidden && path.starts_with(b"//") {
            path.splice(..1, *b"%2F");
        }
        if !path.is_empty() && path[0] != b'/' && !self.host.is_empty() {
            out.push(b'/');
        }
        if out.is_empty() && cut(&path, b'/').0.contains(&b':') {
            out.extend_from_slice(b"./");
        }
        out.extend(path);
    }
}

/// Whether `raw` is set and a valid encoding of `decoded`.
fn is_encoding(raw: &[u8], decoded: &[u8], part: Part) -> bool {
    let valid = |b: &u8| b"!$&'()*+,;=:@[]%".contains(b) || !must_escape(*b, part);
    !raw.is_empty() && raw.iter().all(valid) && unescape(raw, part).is_ok_and(|text| text == decoded)
}

/// Joins the paths of a base and a reference, and takes `.` and `..` out.
fn resolve_path(base: &[u8], reference: &[u8]) -> Vec<u8> {
    let full = match reference {
        [] => base.to_vec(),
        [b'/', ..] => reference.to_vec(),
        _ => [&base[..memchr::memrchr(b'/', base).map_or(0, |i| i + 1)], reference].concat(),
    };
    if full.is_empty() {
        return full;
    }
    let mut out = vec![b'/'];
    let (mut first, mut last) = (true, &b""[..]);
    for element in full.split(|b| *b == b'/') {
        last = element;
        match element {
            b"." => first = false,
            b".." => {
                out.truncate(memchr::memrchr(b'/', &out[1..]).map_or(1, |i| i + 1));
                first = out.len() == 1;
            }
            _ => {
                if !first {
                    out.push(b'/');
                }
                out.extend_from_slice(element);
                first = false;
            }
        }
    }
    if last == b"." || last == b".." {
        out.push(b'/');
    }
    if out.starts_with(b"//") { out.split_off(1) } else { out }
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
    fn resolves_references() {
        for (base, reference, want) in [
            ("file:///values.schema.json", "other.json", "file:///other.json"),
            ("http://h/a/b?q", "../c/./d#f", "http://h/c/d#f"),
            ("http://h/a/b", "//g", "http://g"),
            ("http://h/a/b?q#f", "", "http://h/a/b?q#f"),
            ("http://h/a", "?", "http://h/a?"),
            ("urn:a:b", "#x", "urn:a:b#x"),
            ("", "#", ""),
            ("file:/x", "y/..", "file:///"),
            ("http://h", "x", "http://h/x"),
            ("a/b", "../../c", "/c"),
            ("http://h/a", "g:x", "g:x"),
            ("http://h/a%2Fb/c", "d", "http://h/a%2Fb/d"),
        ] {
            let url = |text: &str| parse(text.as_bytes(), Compat::Helm4).unwrap();
            assert_eq!(String::from_utf8_lossy(&url(base).resolve(&url(reference)).text()), want, "{base} {reference}");
        }
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

//! Addresses of resources, as Go's `net/url` takes them apart and puts them together.

use super::text::go_quote;
use crate::gostd::netip::{self, Version};

/// A URL in its parts. Fields of the same names as Go's hold the decoded forms; the `raw_` ones
/// are set where decoding loses something.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Url {
    /// In lower case, without the colon.
    pub(super) scheme: String,
    /// What follows the scheme of a URL without slashes, e.g. `isbn:123` in `urn:isbn:123`.
    pub(super) opaque: String,
    /// The user, and perhaps the password.
    pub(super) user: Option<(String, Option<String>)>,
    /// Host and port.
    pub(super) host: String,
    /// The path, decoded.
    pub(super) path: String,
    raw_path: String,
    /// Whether there is a `?` with nothing behind it.
    pub(super) force_query: bool,
    /// The query, as it was written.
    pub(super) raw_query: String,
    /// The fragment, decoded.
    pub(super) fragment: String,
    raw_fragment: String,
    omit_host: bool,
}

/// A part of a URL, each with its own set of bytes that stand for themselves.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Path,
    PathSegment,
    Host,
    Zone,
    UserPassword,
    QueryComponent,
    Fragment,
}

impl Url {
    /// Takes a URL apart; the error is Go's text, e.g. `parse "%zz": invalid URL escape "%zz"`.
    pub(super) fn parse(raw: &str) -> Result<Url, String> {
        Url::parse_with(raw, true)
    }

    /// The same as Go did it before 1.26, when hosts could be nearly anything.
    pub(super) fn parse_leniently(raw: &str) -> Result<Url, String> {
        Url::parse_with(raw, false)
    }

    fn parse_with(raw: &str, strict: bool) -> Result<Url, String> {
        let (before, fragment) = raw.split_once('#').unwrap_or((raw, ""));
        let mut url =
            Url::parse_without_fragment(before, strict).map_err(|e| format!("parse {}: {e}", go_quote(before)))?;
        url.set_fragment(fragment).map_err(|e| format!("parse {}: {e}", go_quote(raw)))?;
        Ok(url)
    }

    fn parse_without_fragment(raw: &str, strict: bool) -> Result<Url, String> {
        let mut url = Url::default();
        if raw.bytes().any(|b| b < b' ' || b == 0x7f) {
            return Err("net/url: invalid control character in URL".into());
        }
        if raw == "*" {
            url.path = "*".into();
            return Ok(url);
        }
        let (scheme, mut rest) = split_scheme(raw)?;
        url.scheme = scheme.to_ascii_lowercase();
        if rest.ends_with('?') && rest.matches('?').count() == 1 {
            url.force_query = true;
            rest = &rest[..rest.len() - 1];
        } else if let Some((path, query)) = rest.split_once('?') {
            query.clone_into(&mut url.raw_query);
            rest = path;
        }
        if !rest.starts_with('/') {
            if !url.scheme.is_empty() {
                rest.clone_into(&mut url.opaque);
                return Ok(url);
            }
            if rest.split('/').next().is_some_and(|segment| segment.contains(':')) {
                return Err("first path segment in URL cannot contain colon".into());
            }
        }
        if rest.starts_with("//") && (!url.scheme.is_empty() || !rest.starts_with("///")) {
            let authority = &rest[2..];
            let end = authority.find('/').unwrap_or(authority.len());
            url.set_authority(&authority[..end], strict)?;
            rest = &authority[end..];
        } else if !url.scheme.is_empty() && rest.starts_with('/') {
            url.omit_host = true;
        }
        url.set_path(rest)?;
        Ok(url)
    }

    fn set_authority(&mut self, authority: &str, strict: bool) -> Result<(), String> {
        let (user, host) = authority.rsplit_once('@').map_or((None, authority), |(u, h)| (Some(u), h));
        self.host = parse_host(&self.scheme, host, strict)?;
        let Some(user) = user else { return Ok(()) };
        let plain = |b: u8| b.is_ascii_alphanumeric() || b"-._:~!$&'()*+,;=%@".contains(&b);
        if !user.bytes().all(plain) {
            return Err("net/url: invalid userinfo".into());
        }
        let (name, password) = user.split_once(':').map_or((user, None), |(n, p)| (n, Some(p)));
        let name = unescape(name, Part::UserPassword)?;
        let password = password.map(|p| unescape(p, Part::UserPassword)).transpose()?;
        self.user = Some((name, password));
        Ok(())
    }

    fn set_path(&mut self, path: &str) -> Result<(), String> {
        self.path = unescape(path, Part::Path)?;
        let usual = escape(&self.path, Part::Path) == path;
        self.raw_path = if usual { String::new() } else { path.to_owned() };
        Ok(())
    }

    fn set_fragment(&mut self, fragment: &str) -> Result<(), String> {
        self.fragment = unescape(fragment, Part::Fragment)?;
        let usual = escape(&self.fragment, Part::Fragment) == fragment;
        self.raw_fragment = if usual { String::new() } else { fragment.to_owned() };
        Ok(())
    }

    /// Whether the URL has a scheme.
    pub(super) fn is_absolute(&self) -> bool {
        !self.scheme.is_empty()
    }

    /// The host without port and brackets.
    pub(super) fn hostname(&self) -> &str {
        let host = match self.host.rfind(':') {
            Some(colon) if valid_port(&self.host[colon..]) => &self.host[..colon],
            _ => &self.host,
        };
        host.strip_prefix('[').and_then(|h| h.strip_suffix(']')).unwrap_or(host)
    }

    /// The path as it was written, where that is a valid encoding of it.
    pub(super) fn escaped_path(&self) -> String {
        if valid_encoding(&self.raw_path, Part::Path, &self.path) {
            return self.raw_path.clone();
        }
        if self.path == "*" { "*".into() } else { escape(&self.path, Part::Path) }
    }

    /// The path as it was written where that is not its usual encoding; otherwise empty.
    pub(super) fn raw_path(&self) -> &str {
        &self.raw_path
    }

    fn escaped_fragment(&self) -> String {
        if valid_encoding(&self.raw_fragment, Part::Fragment, &self.fragment) {
            return self.raw_fragment.clone();
        }
        escape(&self.fragment, Part::Fragment)
    }

    /// The URL without its fragment.
    pub(super) fn without_fragment(&self) -> Url {
        Url { fragment: String::new(), ..self.clone() }
    }

    /// What a reference found in the document at this URL refers to.
    pub(super) fn resolve(&self, reference: &Url) -> Url {
        let mut url = reference.clone();
        if reference.scheme.is_empty() {
            url.scheme.clone_from(&self.scheme);
        }
        if !reference.scheme.is_empty() || !reference.host.is_empty() || reference.user.is_some() {
            let _ = url.set_path(&resolve_path(&reference.escaped_path(), ""));
            return url;
        }
        if reference.path.is_empty() && !reference.force_query && reference.raw_query.is_empty() {
            url.raw_query.clone_from(&self.raw_query);
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
}

impl std::fmt::Display for Url {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut out = String::new();
        if !self.scheme.is_empty() {
            out.push_str(&self.scheme);
            out.push(':');
        }
        if self.opaque.is_empty() {
            self.write_hierarchy(&mut out);
        } else {
            out.push_str(&self.opaque);
        }
        if self.force_query || !self.raw_query.is_empty() {
            out.push('?');
            out.push_str(&self.raw_query);
        }
        if !self.fragment.is_empty() {
            out.push('#');
            out.push_str(&self.escaped_fragment());
        }
        f.write_str(&out)
    }
}

impl Url {
    fn write_hierarchy(&self, out: &mut String) {
        let bare = self.host.is_empty() && self.user.is_none();
        let hidden = self.omit_host && bare;
        if !hidden && (!bare || (!self.scheme.is_empty() && !self.path.is_empty())) {
            out.push_str("//");
        }
        if let Some((name, password)) = &self.user {
            out.push_str(&escape(name, Part::UserPassword));
            if let Some(password) = password {
                out.push(':');
                out.push_str(&escape(password, Part::UserPassword));
            }
            out.push('@');
        }
        out.push_str(&escape(&self.host, Part::Host));
        let path = self.escaped_path();
        let mut path = path.as_str();
        if hidden && path.starts_with("//") {
            out.push_str("%2F");
            path = &path[1..];
        }
        if !path.is_empty() && !path.starts_with('/') && !self.host.is_empty() {
            out.push('/');
        }
        if out.is_empty() && path.split('/').next().is_some_and(|segment| segment.contains(':')) {
            out.push_str("./");
        }
        out.push_str(path);
    }
}

/// Encodes a segment of a path.
pub(super) fn path_escape(text: &str) -> String {
    escape(text, Part::PathSegment)
}

/// Decodes a segment of a path; the error is e.g. `invalid URL escape "%zz"`.
pub(super) fn path_unescape(text: &str) -> Result<String, String> {
    unescape(text, Part::PathSegment)
}

/// Decodes a part of a query, where `+` is a blank.
pub(super) fn query_unescape(text: &str) -> Result<String, String> {
    unescape(text, Part::QueryComponent)
}

fn split_scheme(raw: &str) -> Result<(&str, &str), String> {
    for (i, byte) in raw.bytes().enumerate() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' => {}
            b'0'..=b'9' | b'+' | b'-' | b'.' if i > 0 => {}
            b':' if i == 0 => return Err("missing protocol scheme".into()),
            b':' => return Ok((&raw[..i], &raw[i + 1..])),
            _ => break,
        }
    }
    Ok(("", raw))
}

fn parse_host(scheme: &str, host: &str, strict: bool) -> Result<String, String> {
    let port_fault = |port: &str| Err(format!("invalid port {} after host", go_quote(port)));
    match host.rfind('[') {
        Some(0) => {
            let Some(close) = host.rfind(']') else { return Err("missing ']' in host".into()) };
            let port = &host[close + 1..];
            if !valid_port(port) {
                return port_fault(port);
            }
            let inner = &host[1..close];
            let name = match inner.find("%25") {
                Some(zone) => unescape(&inner[..zone], Part::Host)? + &unescape(&inner[zone..], Part::Zone)?,
                None => unescape(inner, Part::Host)?,
            };
            if strict {
                let version = netip::check_addr(name.as_bytes()).map_err(|e| format!("invalid host: {e}"))?;
                if version == Version::V4 {
                    return Err("invalid IP-literal".into());
                }
            }
            return Ok(format!("[{name}]{port}"));
        }
        Some(_) if strict => return Err("invalid IP-literal".into()),
        _ => {}
    }
    if let Some(first) = host.find(':') {
        let web = strict && (scheme == "http" || scheme == "https");
        let at = if web { first } else { host.rfind(':').unwrap_or(first) };
        if !valid_port(&host[at..]) {
            return port_fault(&host[at..]);
        }
    }
    unescape(host, Part::Host)
}

/// Whether this is nothing, or a colon and digits.
fn valid_port(port: &str) -> bool {
    port.is_empty() || port.strip_prefix(':').is_some_and(|digits| digits.bytes().all(|b| b.is_ascii_digit()))
}

/// Whether `raw` is set and a valid encoding of `decoded`.
fn valid_encoding(raw: &str, part: Part, decoded: &str) -> bool {
    let valid = |b: u8| b"!$&'()*+,;=:@[]%".contains(&b) || stands_for_itself(b, part);
    !raw.is_empty() && raw.bytes().all(valid) && unescape(raw, part).is_ok_and(|text| text == decoded)
}

/// Joins the paths of a base and a reference and takes `.` and `..` out.
fn resolve_path(base: &str, reference: &str) -> String {
    let full = if reference.is_empty() {
        base.to_owned()
    } else if reference.starts_with('/') {
        reference.to_owned()
    } else {
        format!("{}{reference}", &base[..base.rfind('/').map_or(0, |i| i + 1)])
    };
    if full.is_empty() {
        return full;
    }
    let mut out = String::from("/");
    let (mut first, mut last) = (true, "");
    for element in full.split('/') {
        last = element;
        match element {
            "." => first = false,
            ".." => {
                out.truncate(out[1..].rfind('/').map_or(1, |i| i + 1));
                first = out.len() == 1;
            }
            _ => {
                if !first {
                    out.push('/');
                }
                out.push_str(element);
                first = false;
            }
        }
    }
    if last == "." || last == ".." {
        out.push('/');
    }
    if out.starts_with("//") { out.split_off(1) } else { out }
}

fn stands_for_itself(byte: u8, part: Part) -> bool {
    match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => true,
        b'!' | b'(' | b')' | b'*' => matches!(part, Part::Host | Part::Zone | Part::Fragment),
        b'\'' => matches!(part, Part::Host | Part::Zone),
        b'[' | b']' | b'<' | b'>' | b'"' => matches!(part, Part::Host | Part::Zone),
        b'$' | b'&' | b'+' | b'=' => part != Part::QueryComponent,
        b':' => matches!(part, Part::Host | Part::Zone | Part::Path | Part::PathSegment | Part::Fragment),
        b'/' => matches!(part, Part::Path | Part::Fragment),
        b'@' => matches!(part, Part::Path | Part::PathSegment | Part::Fragment),
        b',' | b';' => !matches!(part, Part::PathSegment | Part::QueryComponent),
        b'?' => part == Part::Fragment,
        _ => false,
    }
}

fn escape(text: &str, part: Part) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        if stands_for_itself(byte, part) {
            out.push(char::from(byte));
        } else if byte == b' ' && part == Part::QueryComponent {
            out.push('+');
        } else {
            out.push('%');
            for digit in [byte >> 4, byte & 15] {
                out.push(char::from(b"0123456789ABCDEF"[usize::from(digit)]));
            }
        }
    }
    out
}

fn unescape(text: &str, part: Part) -> Result<String, String> {
    let bytes = text.as_bytes();
    let escape_fault = |i: usize| {
        let end = bytes.len().min(i + 3);
        Err(format!("invalid URL escape {}", go_quote(&String::from_utf8_lossy(&bytes[i..end]))))
    };
    let digit = |i: usize| bytes.get(i).and_then(|b| char::from(*b).to_digit(16));
    let mut out = Vec::with_capacity(bytes.len());
    let mut i = 0;
    while i < bytes.len() {
        match bytes[i] {
            b'%' => {
                let (Some(high), Some(low)) = (digit(i + 1), digit(i + 2)) else { return escape_fault(i) };
                let byte = (high * 16 + low) as u8;
                let percent = &bytes[i..i + 3] == b"%25";
                if part == Part::Host && high < 8 && !percent {
                    return escape_fault(i);
                }
                if part == Part::Zone && !percent && byte != b' ' && !stands_for_itself(byte, Part::Host) {
                    return escape_fault(i);
                }
                out.push(byte);
                i += 3;
                continue;
            }
            b'+' if part == Part::QueryComponent => out.push(b' '),
            b if matches!(part, Part::Host | Part::Zone) && b < 0x80 && !stands_for_itself(b, part) => {
                return Err(format!("invalid character {} in host name", go_quote(&text[i..=i])));
            }
            b => out.push(b),
        }
        i += 1;
    }
    Ok(String::from_utf8_lossy(&out).into_owned())
}

//! URLs of repositories, and references to charts in OCI registries.

use super::failed;
use crate::compat::Compat;
use crate::error::Result;
use crate::gostd::url::{self, Url};

/// Whether a reference or repository is one of an OCI registry.
pub(super) fn is_oci(reference: &str) -> bool {
    reference.starts_with("oci://")
}

/// Host and port of a URL.
pub(super) fn host_of(url: &str) -> &str {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    authority.rsplit('@').next().unwrap_or_default()
}

/// The URL as messages show it: without the password of its user.
pub(super) fn without_password(text: &str) -> String {
    let Some((scheme, rest)) = text.split_once("://") else { return text.to_owned() };
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    match rest[..end].rsplit_once('@').and_then(|(user, host)| Some((user.split_once(':')?.0, host))) {
        Some((user, host)) => format!("{scheme}://{user}:***@{host}{}", &rest[end..]),
        None => text.to_owned(),
    }
}

/// Whether credentials for `base` may go to `url`: the same scheme, host and port.
pub(super) fn same_origin(base: &str, url: &str) -> bool {
    let origin = |text: &str| (text.split("://").next().unwrap_or_default().to_owned(), host_of(text).to_owned());
    origin(base) == origin(url)
}

/// A URL of a chart in an index, which may be relative to the repository.
///
/// Source: Helm's `repo.ResolveReferenceURL`.
pub(super) fn resolve(base: &str, reference: &str, compat: Compat) -> Result<String> {
    let parsed = |text: &str| -> Result<Url> {
        url::parse(text.as_bytes(), compat).map_err(|e| failed(format!("failed to parse {text} as URL: {e}")))
    };
    let target = parsed(reference)?;
    if !target.scheme.is_empty() {
        return Ok(reference.to_owned());
    }
    let (path, query) = base.split_once('?').map_or((base, None), |(path, query)| (path, Some(query)));
    let directory = format!("{}/", path.trim_end_matches('/'));
    let resolved = String::from_utf8_lossy(&parsed(&directory)?.resolve(&target).text()).into_owned();
    let resolved = resolved.split('?').next().unwrap_or_default().to_owned();
    Ok(query.map_or_else(|| resolved.clone(), |query| format!("{resolved}?{query}")))
}

/// Whether two URLs name the same repository: case of the host and slashes at the end do not count.
///
/// Source: Helm's `urlutil.Equal`.
pub(super) fn same_repository(a: &str, b: &str) -> bool {
    let normal = |text: &str| {
        let text = text.trim_end_matches('/');
        match text.split_once("://") {
            Some((scheme, rest)) => {
                let end = rest.find('/').unwrap_or(rest.len());
                let path = crate::gostd::path::join(&[&rest[end..]]);
                format!("{}://{}{path}", scheme.to_lowercase(), rest[..end].to_lowercase())
            }
            None => text.to_owned(),
        }
    };
    normal(a) == normal(b)
}

/// A chart in a registry: `oci://HOST/REPOSITORY[:TAG][@DIGEST]`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct OciReference {
    pub(super) host: String,
    pub(super) repository: String,
    /// As it is in the registry, with `_` for `+`; empty for none.
    pub(super) tag: String,
    /// `sha256:…`; empty for none.
    pub(super) digest: String,
}

impl OciReference {
    /// Reads a reference, with or without `oci://`.
    ///
    /// Source: Helm's `registry.newReference` and ORAS' `ParseReference`.
    pub(super) fn parse(text: &str, compat: Compat) -> Result<OciReference> {
        let text = text.strip_prefix("oci://").unwrap_or(text);
        let helm3 = compat == Compat::Helm3;
        let invalid = |what: &str| {
            let what = if helm3 { what.replace("registry or ", "") } else { what.to_owned() };
            let what = if helm3 { what.split(" \"").next().unwrap_or_default() } else { &what };
            failed(format!("{}: {what}", if helm3 { "invalid_reference" } else { "invalid reference" }))
        };
        let (rest, digest) = text.rsplit_once('@').map_or((text, ""), |(rest, digest)| (rest, digest));
        let (host, rest) = rest.split_once('/').ok_or_else(|| invalid("missing registry or repository"))?;
        let last = rest.rfind('/').map_or(0, |at| at + 1);
        let (repository, tag) = match rest[last..].split_once(':') {
            Some((name, tag)) => (format!("{}{name}", &rest[..last]), tag.replace('+', "_")),
            None => (rest.to_owned(), String::new()),
        };
        if host.is_empty() {
            return Err(invalid("invalid registry \"\""));
        }
        if !is_repository(&repository) {
            return Err(invalid(&format!("invalid repository {repository:?}")));
        }
        if !tag.is_empty() && !is_tag(&tag) {
            return Err(invalid(&format!("invalid tag {tag:?}")));
        }
        Ok(OciReference { host: host.to_owned(), repository, tag, digest: digest.to_owned() })
    }

    /// What the registry is asked for.
    pub(super) fn tag_or_digest(&self) -> &str {
        if self.digest.is_empty() { &self.tag } else { &self.digest }
    }

    /// `HOST/REPOSITORY:TAG`, or with the digest if there is no tag.
    pub(super) fn shown(&self) -> String {
        let end = if self.tag.is_empty() { format!("@{}", self.digest) } else { format!(":{}", self.tag) };
        format!("{}/{}{end}", self.host, self.repository)
    }
}

/// Small letters, digits and inner separators, in segments.
fn is_repository(text: &str) -> bool {
    let plain = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit();
    text.split('/').all(|segment| {
        let inner = segment.bytes().all(|b| plain(b) || matches!(b, b'.' | b'_' | b'-'));
        let ends = segment.bytes().next().is_some_and(plain) && segment.bytes().last().is_some_and(plain);
        inner && ends
    })
}

fn is_tag(text: &str) -> bool {
    let word = |b: u8| b.is_ascii_alphanumeric() || b == b'_';
    text.len() <= 128
        && text.bytes().next().is_some_and(word)
        && text.bytes().all(|b| word(b) || matches!(b, b'.' | b'-'))
}

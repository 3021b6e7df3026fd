//! Addresses of schemas: Go's URLs, as texts.

use crate::compat::Compat;
use crate::gostd::url;
use std::borrow::Cow;
use std::fmt;

/// An address in its parts.
#[derive(Clone, Debug)]
pub(super) struct Uri(url::Url);

fn text(bytes: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(bytes)
}

impl Uri {
    /// Takes an address apart; the error is Go's text, e.g. `parse "%zz": invalid URL escape "%zz"`.
    pub(super) fn parse(address: &str, compat: Compat) -> Result<Uri, String> {
        url::parse(address.as_bytes(), compat).map(Uri)
    }

    pub(super) fn scheme(&self) -> Cow<'_, str> {
        text(&self.0.scheme)
    }

    /// Host and port.
    pub(super) fn host(&self) -> Cow<'_, str> {
        text(&self.0.host)
    }

    /// The host alone.
    pub(super) fn hostname(&self) -> Cow<'_, str> {
        text(self.0.hostname())
    }

    pub(super) fn path(&self) -> Cow<'_, str> {
        text(&self.0.path)
    }

    /// The path as it was written, where that is unusual.
    pub(super) fn raw_path(&self) -> Cow<'_, str> {
        text(&self.0.raw_path)
    }

    pub(super) fn fragment(&self) -> Cow<'_, str> {
        text(&self.0.fragment)
    }

    /// Whether there is a scheme.
    pub(super) fn is_absolute(&self) -> bool {
        !self.0.scheme.is_empty()
    }

    pub(super) fn without_fragment(&self) -> Uri {
        Uri(url::Url { fragment: Vec::new(), ..self.0.clone() })
    }

    /// What a reference in the document at this address refers to.
    pub(super) fn resolve(&self, reference: &Uri) -> Uri {
        Uri(self.0.resolve(&reference.0))
    }

    /// The same, but nothing relative can follow an address like `urn:a:b`.
    pub(super) fn resolve_keeping_opaque(&self, reference: &Uri) -> Uri {
        let mut resolved = self.0.resolve(&reference.0);
        if reference.0.scheme.is_empty() && !self.0.opaque.is_empty() {
            resolved.opaque.clone_from(&self.0.opaque);
        }
        Uri(resolved)
    }
}

impl fmt::Display for Uri {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&text(&self.0.text()))
    }
}

/// Encodes a segment of a path.
pub(super) fn path_escape(segment: &str) -> String {
    text(&url::path_escape(segment.as_bytes())).into_owned()
}

/// Decodes a segment of a path; the error is e.g. `invalid URL escape "%zz"`.
pub(super) fn path_unescape(segment: &str) -> Result<String, String> {
    url::path_unescape(segment.as_bytes()).map(|bytes| text(&bytes).into_owned())
}

/// Decodes a part of a query.
pub(super) fn query_unescape(part: &str) -> Result<String, String> {
    url::query_unescape(part.as_bytes()).map(|bytes| text(&bytes).into_owned())
}

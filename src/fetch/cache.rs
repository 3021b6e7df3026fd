//! Downloaded charts by their checksum, in the folder and under the names that Helm 4 uses.

use super::reference::{self, OciReference};
use super::{Fetcher, failed};
use crate::atomic;
use crate::error::Result;
use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};

/// The SHA-256 checksum of data, in hexadecimal digits.
pub(super) fn checksum(data: &[u8]) -> String {
    HEXLOWER.encode(&Sha256::digest(data))
}

/// The digits of a checksum, perhaps with the name of the algorithm before them.
pub(super) fn digits(checksum: &str) -> &str {
    checksum.rsplit(':').next().unwrap_or_default()
}

#[expect(clippy::disallowed_methods, reason = "the cache is on the disk")]
pub(super) fn read(path: &Path) -> std::io::Result<Vec<u8>> {
    std::fs::read(path)
}

impl Fetcher<'_> {
    /// Where a chart of this checksum is, if it is cached and still whole.
    pub(super) fn cached(&self, checksum: &str) -> Option<PathBuf> {
        let path = self.cache_path(checksum)?;
        let data = read(&path).ok()?;
        (self::checksum(&data) == digits(checksum)).then_some(path)
    }

    /// Caches a chart; its path and checksum.
    pub(super) fn store(&self, data: &[u8]) -> Result<(PathBuf, String)> {
        let checksum = checksum(data);
        let path = self.cache_path(&checksum).unwrap_or_default();
        atomic::replace(&path, data, 0o644)?;
        Ok((path, checksum))
    }

    /// `CACHE/ab/abcd….chart`; nothing for what is no checksum.
    fn cache_path(&self, checksum: &str) -> Option<PathBuf> {
        let digits = digits(checksum);
        let whole = digits.len() == 64 && digits.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
        whole.then(|| Path::new(&self.places.content_cache).join(&digits[..2]).join(format!("{digits}.chart")))
    }

    /// Where the manifest that a reference had last is kept, for when there is no network. Helm has no such files.
    fn manifest_path(&self, reference: &OciReference) -> PathBuf {
        let name = checksum(reference.shown().as_bytes());
        Path::new(&self.places.content_cache).join("manifests").join(format!("{name}.json"))
    }

    pub(super) fn keep_manifest(&self, reference: &OciReference, text: &[u8]) -> Result<()> {
        let path = self.manifest_path(reference);
        if read(&path).is_ok_and(|kept| kept == text) {
            return Ok(());
        }
        atomic::replace(&path, text, 0o644)
    }

    pub(super) fn kept_manifest(&self, reference: &OciReference) -> Result<Vec<u8>> {
        let shown = reference.shown();
        read(&self.manifest_path(reference)).map_err(|_| failed(format!("{shown} is not cached and --offline is set")))
    }

    /// Where the checksum of what a URL gave last is kept, if no index vouches for it. Helm has no such files.
    fn download_path(&self, url: &str) -> PathBuf {
        Path::new(&self.places.content_cache).join("urls").join(checksum(url.as_bytes()))
    }

    pub(super) fn keep_download(&self, url: &str, digest: &str) -> Result<()> {
        atomic::replace(&self.download_path(url), digest.as_bytes(), 0o644)
    }

    pub(super) fn kept_download(&self, url: &str) -> Result<PathBuf> {
        let kept = read(&self.download_path(url)).ok();
        let path = kept.and_then(|digest| self.cached(&String::from_utf8_lossy(&digest)));
        let url = reference::without_password(url);
        path.ok_or_else(|| failed(format!("{url} is not cached and --offline is set")))
    }
}

//! From a reference to a chart on the disk.

use super::reference::{self, OciReference};
use super::{Access, Fetcher, Repositories, Repository, cache, failed, index};
use crate::compat::Compat;
use crate::error::Result;
use crate::gostd::os::path_error;
use crate::gostd::path;
use crate::gostd::url;
use crate::semver::{Constraints, Version};
use std::path::{Path, PathBuf};

/// Which chart is wanted.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// `REPOSITORY/CHART`, a URL of an archive, `oci://…`, or with a URL below the name of a chart.
    pub reference: String,
    /// A version or a range of versions; empty for the newest.
    pub version: String,
    /// The URL of a repository that need not be added; empty for none.
    pub repository: String,
    /// How servers are reached, unless the repository's own entry says so.
    pub access: Access,
}

/// A chart that was fetched.
#[derive(Debug)]
pub struct Fetched {
    /// Where its archive is kept, by its checksum.
    pub path: PathBuf,
    /// The name of the archive, e.g. `app-1.2.3.tgz`.
    pub file_name: String,
    /// What Helm says about it.
    pub message: String,
}

/// Where an archive is to be had.
pub(super) struct Source {
    pub(super) url: String,
    /// The URL that credentials are for.
    pub(super) base: String,
    /// Its checksum, or nothing.
    pub(super) digest: String,
    pub(super) access: Access,
}

impl Fetcher<'_> {
    /// Fetches a chart into the cache, unless it is there.
    ///
    /// Source: Helm's `ChartPathOptions.LocateChart` and `ChartDownloader`.
    pub fn fetch(&self, request: &Request) -> Result<Fetched> {
        if request.repository.is_empty() && reference::is_oci(&request.reference) {
            return self.fetch_oci(request);
        }
        let source = if request.repository.is_empty() {
            self.find(request)?
        } else {
            let source = self.find_in_url(request)?;
            if reference::is_oci(&source.url) {
                let request = Request { reference: source.url, repository: String::new(), ..request.clone() };
                return self.fetch_oci(&request);
            }
            source
        };
        self.download(&source)
    }

    /// Downloads an archive, checks it against its checksum and keeps it.
    pub(super) fn download(&self, source: &Source) -> Result<Fetched> {
        let path = match self.cached(&source.digest) {
            Some(path) => path,
            None if self.options.offline => self.kept_download(&source.url)?,
            None => {
                let accept = Some("application/gzip,application/octet-stream");
                let data = self.get(&source.url, &source.base, &source.access, accept)?;
                let (found, wanted) = (cache::checksum(&data), cache::digits(&source.digest));
                if !wanted.is_empty() && found != wanted {
                    let url = reference::without_password(&source.url);
                    return Err(failed(format!(
                        "{url}: the checksum is {found}, but the repository's index says {wanted}"
                    )));
                }
                let (path, digest) = self.store(&data)?;
                if wanted.is_empty() {
                    self.keep_download(&source.url, &digest)?;
                }
                path
            }
        };
        let name = source.url.split(['?', '#']).next().unwrap_or_default();
        let file_name = String::from_utf8_lossy(path::base(name.as_bytes())).into_owned();
        Ok(Fetched { path, file_name, message: String::new() })
    }

    /// Looks a chart up in a repository that a user has added, or takes a URL as it is.
    fn find(&self, request: &Request) -> Result<Source> {
        let repositories = Repositories::load(&self.places.repository_config)?.unwrap_or_default();
        let text = &request.reference;
        let parsed = url::parse(text.as_bytes(), self.options.compat);
        let parsed = parsed.map_err(|_| failed(format!("invalid chart URL format: {text}")))?;
        if !parsed.scheme.is_empty() && !reference::host_of(text).is_empty() {
            index::check_protocol(text, self.options.compat)?;
            return Ok(self.owner_of(text, &repositories, request));
        }
        let Some((name, chart)) = text.split_once('/') else {
            return Err(failed(format!("non-absolute URLs should be in form of repo_name/path_to_chart, got: {text}")));
        };
        let repository = repositories.named(name).ok_or_else(|| failed(format!("repo {name} not found")))?;
        if repository.url.is_empty() {
            return Err(failed(format!("no URL found for repository {name}")));
        }
        index::check_protocol(&repository.url, self.options.compat)?;
        let index = self.index(name).map_err(|e| e.prefixed("no cached repo found. (try 'helm repo update'): "))?;
        let mut notices = Vec::new();
        let entry = index.get(chart, &request.version, self.options.compat, &mut notices).map_err(|e| {
            let words = format!("chart {chart:?} matching {} not found in {name} index.", request.version);
            e.prefixed(&format!("{words} (try 'helm repo update'): "))
        })?;
        notices.into_iter().for_each(|notice| self.notice(notice));
        let url = entry.urls.first().ok_or_else(|| failed(format!("chart {text:?} has no downloadable URLs")))?;
        let url = reference::resolve(&repository.url, url, self.options.compat)?;
        let access = combined(&request.access, &repository.access);
        Ok(Source { url, base: repository.url.clone(), digest: entry.digest.clone(), access })
    }

    /// A URL with the access of the repository that lists it.
    fn owner_of(&self, url: &str, repositories: &Repositories, request: &Request) -> Source {
        let lists = |repository: &&Repository| {
            self.index(&repository.name).is_ok_and(|index| {
                let mut urls = index.entries.values().flatten().flat_map(|entry| &entry.urls);
                urls.any(|listed| reference::same_repository(listed, url))
            })
        };
        let (base, access) = match repositories.list.iter().find(lists) {
            Some(owner) => (owner.url.clone(), combined(&request.access, &owner.access)),
            None => (url.to_owned(), request.access.clone()),
        };
        Source { url: url.to_owned(), base, digest: String::new(), access }
    }

    /// Looks a chart up in a repository that is only named by its URL.
    ///
    /// Source: Helm's `repo.FindChartInRepoURL`.
    fn find_in_url(&self, request: &Request) -> Result<Source> {
        let repository = Repository {
            name: unmanaged(&request.repository),
            url: request.repository.clone(),
            access: request.access.clone(),
        };
        index::check_protocol(&repository.url, self.options.compat)?;
        self.refresh(&repository).map_err(|e| {
            let words =
                format!("looks like {:?} is not a valid chart repository or cannot be reached: ", repository.url);
            e.prefixed(&words)
        })?;
        let index = self.index(&repository.name)?;
        let mut shown = format!("chart {:?}", request.reference);
        if !request.version.is_empty() {
            shown = format!("{shown} version {:?}", request.version);
        }
        let mut notices = Vec::new();
        let entry = index
            .get(&request.reference, &request.version, self.options.compat, &mut notices)
            .map_err(|_| failed(format!("{shown} not found in {} repository", repository.url)))?;
        notices.into_iter().for_each(|notice| self.notice(notice));
        let url = entry.urls.first().ok_or_else(|| failed(format!("{shown} has no downloadable URLs")))?;
        let url = reference::resolve(&repository.url, url, self.options.compat)?;
        Ok(Source { url, base: repository.url, digest: entry.digest.clone(), access: repository.access })
    }

    fn fetch_oci(&self, request: &Request) -> Result<Fetched> {
        let mut reference = OciReference::parse(&request.reference, self.options.compat)?;
        let given = request.version.replace('+', "_");
        if !given.is_empty() && !reference.tag.is_empty() && reference.tag != given {
            let message = format!("chart reference and version mismatch: {} is not {}", request.version, reference.tag);
            return Err(failed(message));
        }
        let last = reference.repository.rsplit('/').next().unwrap_or_default().to_owned();
        let file_name = if reference.digest.is_empty() {
            reference.tag = self.tag_for(&reference, &request.version, &request.access)?.replace('+', "_");
            format!("{last}-{}.tgz", reference.tag.replace('_', "+"))
        } else {
            self.check_tag(&mut reference, &given, &request.access)?;
            let tag = if reference.tag.is_empty() { String::new() } else { format!(":{}", reference.tag) };
            // Helm takes what stands behind the last colon for the version.
            format!("{last}{tag}@sha256-{}.tgz", cache::digits(&reference.digest))
        };
        let pulled = self.pull(&reference, &request.access)?;
        Ok(Fetched { path: pulled.path, file_name, message: pulled.message })
    }

    /// The tag for a version: itself, or the newest in its range.
    ///
    /// Source: Helm's `ValidateReference` and `GetTagMatchingVersionOrConstraint`.
    fn tag_for(&self, reference: &OciReference, version: &str, access: &Access) -> Result<String> {
        let compat = self.options.compat;
        let version = if version.is_empty() { reference.tag.as_str() } else { version };
        if Version::parse(version.as_bytes(), compat).is_ok() {
            return Ok(version.to_owned());
        }
        let tags = self.tags(reference, access)?;
        if tags.is_empty() {
            let shown = format!("oci://{}/{}", reference.host, reference.repository);
            let unable = if compat.structured_logs() { "unable" } else { "Unable" };
            return Err(failed(format!("{unable} to locate any tags in provided repository: {shown}")));
        }
        if let Some(exact) = tags.iter().find(|tag| *tag == version) {
            return Ok(exact.clone());
        }
        let range = if version.is_empty() { "*" } else { version };
        newest_in(&tags, range, compat)?.ok_or_else(|| {
            let could = if compat.structured_logs() { "could" } else { "Could" };
            failed(format!("{could} not locate a version matching provided version string {version}"))
        })
    }

    /// Helm 4 checks that a tag or version has the digest that was asked for, if it exists, and goes on
    /// with the digest alone; Helm 3 does not look.
    fn check_tag(&self, reference: &mut OciReference, version: &str, access: &Access) -> Result<()> {
        if self.options.compat == Compat::Helm3 {
            return Ok(());
        }
        let tag = std::mem::take(&mut reference.tag);
        let tag = if version.is_empty() { tag } else { version.to_owned() };
        if tag.is_empty() {
            return Ok(());
        }
        let tagged = OciReference { tag, digest: String::new(), ..reference.clone() };
        match self.resolve_digest(&tagged, access) {
            Some(digest) if digest != reference.digest => {
                Err(failed(format!("chart reference digest mismatch: {digest} is not {}", reference.digest)))
            }
            _ => Ok(()),
        }
    }
}

/// The first of sorted versions that lies in a range.
pub(super) fn newest_in(versions: &[String], range: &str, compat: crate::Compat) -> Result<Option<String>> {
    let range = Constraints::parse(range.as_bytes(), compat).map_err(failed)?;
    let fits = |text: &&String| Version::parse(text.as_bytes(), compat).is_ok_and(|version| range.check(&version));
    Ok(versions.iter().find(fits).cloned())
}

/// The access of a repository's entry where it says something, else that of the command line. That its certificate
/// is not to be checked counts for the index alone, as in Helm.
fn combined(given: &Access, own: &Access) -> Access {
    let mut access = given.clone();
    if !own.username.is_empty() && !own.password.is_empty() {
        access.username.clone_from(&own.username);
        access.password.clone_from(&own.password);
        access.pass_credentials = own.pass_credentials;
    }
    if [&own.ca_file, &own.cert_file, &own.key_file].iter().any(|file| !file.is_empty()) {
        access.ca_file.clone_from(&own.ca_file);
        access.cert_file.clone_from(&own.cert_file);
        access.key_file.clone_from(&own.key_file);
    }
    access
}

/// The name under which the index of a repository that nobody added is kept.
///
/// Source: Helm's `managerKeyPrefix`.
pub(super) fn unmanaged(url: &str) -> String {
    format!("helm-manager-{}", cache::checksum(url.as_bytes()))
}

/// Writes a fetched archive into a folder, which must exist; its path.
pub fn deliver(fetched: &Fetched, folder: &str) -> Result<String> {
    let target = path::join(&[folder, &fetched.file_name]);
    if let Err(error) = std::fs::metadata(if folder.is_empty() { "." } else { folder }) {
        return Err(failed(path_error("open", &target, &error)));
    }
    crate::atomic::replace(Path::new(&target), &content(fetched)?, 0o644)?;
    Ok(target)
}

/// The bytes of a fetched archive.
pub fn content(fetched: &Fetched) -> Result<Vec<u8>> {
    cache::read(&fetched.path).map_err(|e| failed(path_error("open", &fetched.path.to_string_lossy(), &e)))
}

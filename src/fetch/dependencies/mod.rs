//! `charts/` and `Chart.lock`: resolving, fetching and packing what a chart depends on.
//!
//! Source: Helm's `pkg/downloader/manager.go` and `internal/resolver`.

mod charts;
mod resolve;

use super::locate::unmanaged;
use super::reference::{is_oci, same_repository};
use super::{Access, Fetcher, Index, Repositories, Repository, cache, failed};
use crate::atomic;
use crate::chart::{self, Chart, Dependency, Lock, Stamp};
use crate::compat::Compat;
use crate::diag::Notice;
use crate::error::Result;
use crate::gostd::os::path_error;
use crate::gostd::path;
use std::collections::HashMap;
use std::path::PathBuf;

/// What to do for a chart.
#[derive(Clone, Debug)]
pub struct Job {
    /// The folder of the chart.
    pub folder: String,
    /// How registries are reached.
    pub access: Access,
    /// Whether the indexes of repositories are taken as they are cached.
    pub skip_refresh: bool,
    /// The times that archives get.
    pub stamp: Stamp,
    /// The time that a lock gets, in seconds and nanoseconds.
    pub now: (i64, u32),
    /// Whether more is told.
    pub debug: bool,
}

/// Who says something: Helm sends the two to different streams.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Voice {
    /// The one who manages dependencies.
    Manager,
    /// The client of registries.
    Registry,
}

/// Told each text that Helm prints.
pub type Say<'s> = &'s mut dyn FnMut(Voice, &str);

/// Fetches what the lock of a chart names; without a lock, the same as [`update`].
pub fn build(fetcher: &Fetcher<'_>, job: &Job, say: Say<'_>) -> Result<()> {
    let (chart, compat) = (load(&job.folder, fetcher)?, fetcher.options.compat);
    let Some(lock) = &chart.lock else { return update(fetcher, job, say) };
    let mut run = Run { fetcher, job, say, indexes: HashMap::new() };
    let mut listed = chart.metadata.dependencies.clone().unwrap_or_default();
    let v1 = chart.metadata.api_version == "v1";
    let old_digest = digest(b"{\"dependencies\":", &[&listed], b"}", compat)?;
    run.resolve_names(&mut listed)?;
    let locked: Vec<Dependency> = lock.dependencies.iter().flatten().cloned().collect();
    if hash(&listed, &locked, compat)? != lock.digest {
        if !v1 {
            return Err(failed(out_of_sync(compat)));
        }
        let warning = "warning: a valid Helm v3 hash was not found. Checking against Helm v2 hash...";
        fetcher.notice(Notice::plain(warning).helm3(format!("manager.go:122: {warning}")));
        if old_digest != lock.digest {
            return Err(failed(OUT_OF_SYNC_V1));
        }
    }
    run.check_all_known(&locked)?;
    if !job.skip_refresh {
        run.refresh_known()?;
    }
    run.fetch_all(locked).map(drop)
}

/// Resolves the dependencies of a chart, fetches them and writes the lock if it has changed.
pub fn update(fetcher: &Fetcher<'_>, job: &Job, say: Say<'_>) -> Result<()> {
    let (chart, compat) = (load(&job.folder, fetcher)?, fetcher.options.compat);
    let Some(mut listed) = chart.metadata.dependencies.clone() else { return Ok(()) };
    let mut run = Run { fetcher, job, say, indexes: HashMap::new() };
    let mut names = run.resolve_names(&mut listed)?;
    run.refresh_unknown(&listed, &mut names)?;
    if !job.skip_refresh {
        run.refresh_known()?;
    }
    let resolved = run.resolve(&listed, &names)?;
    let fetched = run.fetch_all(resolved)?;
    let digest = hash(&listed, &fetched, compat)?;
    if chart.lock.as_ref().is_some_and(|old| old.digest == digest) {
        return Ok(());
    }
    let generated = match job.stamp.fixed {
        Some(seconds) => chart::timestamp_utc(seconds),
        None => chart::timestamp(job.now),
    };
    let lock = Lock { generated, digest, dependencies: fetched.into_iter().map(Some).collect() };
    write_lock(&job.folder, &lock, chart.metadata.api_version == "v1", compat)
}

fn out_of_sync(compat: Compat) -> String {
    let words = "the lock file (Chart.lock) is out of sync with the dependencies file (Chart.yaml). Please update the dependencies";
    if compat.structured_logs() { format!("{words} with 'helm dependency update'") } else { words.to_owned() }
}

const OUT_OF_SYNC_V1: &str = "the lock file (requirements.lock) is out of sync with the dependencies file \
    (requirements.yaml). Please update the dependencies";

fn load(folder: &str, fetcher: &Fetcher<'_>) -> Result<std::sync::Arc<Chart>> {
    let info = std::fs::metadata(folder);
    let info = info.map_err(|e| failed(format!("could not find {folder}: {}", path_error("stat", folder, &e))))?;
    if !info.is_dir() {
        return Err(failed("only unpacked charts can be updated"));
    }
    let mut notices = Vec::new();
    let chart = Chart::load_any(folder, fetcher.options.compat, &mut notices);
    notices.into_iter().for_each(|notice| fetcher.notice(notice));
    chart
}

/// The checksum that a lock carries: of what is listed and what it was resolved to.
///
/// Source: Helm's `resolver.HashReq`.
fn hash(listed: &[Dependency], locked: &[Dependency], compat: Compat) -> Result<String> {
    digest(b"[", &[listed, locked], b"]", compat)
}

fn digest(before: &[u8], lists: &[&[Dependency]], after: &[u8], compat: Compat) -> Result<String> {
    let mut text = before.to_vec();
    for (i, list) in lists.iter().enumerate() {
        text.extend_from_slice(if i > 0 { b"," } else { b"" });
        chart::dependencies_json(list, compat, &mut text)?;
    }
    text.extend_from_slice(after);
    Ok(format!("sha256:{}", cache::checksum(&text)))
}

/// Source: Helm's `writeLock`.
fn write_lock(folder: &str, lock: &Lock, v1: bool, compat: Compat) -> Result<()> {
    let name = if v1 { "requirements.lock" } else { "Chart.lock" };
    let target = PathBuf::from(path::join(&[folder, name]));
    if target.is_symlink() {
        let link = std::fs::read_link(&target).unwrap_or_default();
        return Err(failed(format!("the {name} file is a symlink to {:?}", link.to_string_lossy())));
    }
    atomic::replace(&target, &lock.to_yaml(compat)?, 0o644)
}

/// Where a `file://` repository is.
///
/// Source: Helm's `resolver.GetLocalPath`.
fn local_path(repository: &str, folder: &str) -> Result<String> {
    let given = repository.strip_prefix("file://").unwrap_or(repository);
    let found = if given.starts_with('/') { path::join(&[given]) } else { path::join(&[folder, given]) };
    match std::fs::metadata(&found) {
        Ok(_) => Ok(found),
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => Err(failed(format!("directory {found} not found"))),
        Err(e) => Err(failed(path_error("stat", &found, &e))),
    }
}

/// Whether a text begins as a URL does.
fn has_scheme(text: &str) -> bool {
    let is_scheme = |scheme: &str| {
        let first = scheme.bytes().next().is_some_and(|b| b.is_ascii_alphabetic());
        first && scheme.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.'))
    };
    text.split_once(':').is_some_and(|(scheme, _)| is_scheme(scheme))
}

fn is_file(repository: &str) -> bool {
    repository.starts_with("file://")
}

/// One run for one chart.
struct Run<'a, 'p> {
    fetcher: &'a Fetcher<'p>,
    job: &'a Job,
    say: Say<'a>,
    /// Indexes that were read, by the repository's name.
    indexes: HashMap<String, Index>,
}

impl Run<'_, '_> {
    fn compat(&self) -> Compat {
        self.fetcher.options.compat
    }

    fn known(&self) -> Result<Vec<Repository>> {
        Ok(Repositories::load(&self.fetcher.places.repository_config)?.unwrap_or_default().list)
    }

    /// The names of the repositories of dependencies, as far as a user has added them; aliases become URLs.
    fn resolve_names(&mut self, listed: &mut [Dependency]) -> Result<HashMap<String, String>> {
        let known = self.known()?;
        let mut names = HashMap::new();
        let mut missing = Vec::new();
        for dependency in listed.iter_mut().filter(|d| !d.repository.is_empty()) {
            let repository = dependency.repository.clone();
            if is_file(&repository) {
                local_path(&repository, &self.job.folder)?;
                if self.job.debug {
                    (self.say)(Voice::Manager, &format!("Repository from local path: {repository}\n"));
                }
                names.insert(dependency.name.clone(), repository);
                continue;
            }
            if is_oci(&repository) {
                names.insert(dependency.name.clone(), repository);
                continue;
            }
            let alias = repository.strip_prefix('@').or_else(|| repository.strip_prefix("alias:"));
            let owner = known.iter().find(|known| match alias {
                Some(alias) if alias == known.name => true,
                _ => same_repository(&known.url, &repository),
            });
            match owner {
                Some(owner) => {
                    if alias.is_some() {
                        dependency.repository.clone_from(&owner.url);
                    }
                    names.insert(dependency.name.clone(), owner.name.clone());
                }
                None if repository.starts_with('/') || has_scheme(&repository) => {}
                None => missing.push(repository),
            }
        }
        if missing.is_empty() { Ok(names) } else { Err(failed(undefined(&missing))) }
    }

    /// Gets the indexes of repositories that nobody has added.
    fn refresh_unknown(&mut self, listed: &[Dependency], names: &mut HashMap<String, String>) -> Result<()> {
        let mut unknown: Vec<Repository> = Vec::new();
        for dependency in listed.iter().filter(|d| !d.repository.is_empty() && !is_file(&d.repository)) {
            if names.contains_key(&dependency.name) || is_oci(&dependency.repository) {
                continue;
            }
            let name = unmanaged(&dependency.repository);
            names.insert(dependency.name.clone(), name.clone());
            let url = dependency.repository.clone();
            unknown.push(Repository { name, url, access: Access::default() });
        }
        if self.job.skip_refresh || unknown.is_empty() {
            return Ok(());
        }
        (self.say)(Voice::Manager, "Getting updates for unmanaged Helm repositories...\n");
        self.refresh(&unknown, |repository| format!("{:?} chart repository", repository.url), |_| String::new())
    }

    /// Gets the indexes of the repositories that a user has added.
    fn refresh_known(&mut self) -> Result<()> {
        let known = self.known()?;
        if known.is_empty() {
            return Ok(());
        }
        (self.say)(Voice::Manager, "Hang tight while we grab the latest from your chart repositories...\n");
        let shown = |repository: &Repository| format!("{:?} chart repository", repository.name);
        self.refresh(&known, shown, |repository| format!(" ({})", repository.url))?;
        (self.say)(Voice::Manager, "Update Complete. ⎈Happy Helming!⎈\n");
        Ok(())
    }

    fn refresh(
        &mut self,
        repositories: &[Repository],
        shown: impl Fn(&Repository) -> String,
        behind: impl Fn(&Repository) -> String,
    ) -> Result<()> {
        for repository in repositories {
            super::index::check_protocol(&repository.url, self.compat())?;
        }
        // Helm 4 takes URLs with and without a slash at the end for one, and then misses one of the indexes.
        let mut distinct: Vec<Repository> = Vec::new();
        for repository in repositories {
            if !distinct.contains(repository) {
                distinct.push(repository.clone());
            }
        }
        let results = self.fetcher.refresh_all(&distinct);
        // Helm 3 gets the same index for every dependency, and says so.
        let told = if self.compat() == Compat::Helm3 { repositories } else { &distinct };
        for repository in told {
            let result = results.iter().find(|(refreshed, _)| *refreshed == repository);
            let name = shown(repository);
            let text = match result {
                Some((_, Err(error))) => {
                    format!("...Unable to get an update from the {name}{}:\n\t{error}\n", behind(repository))
                }
                _ => format!("...Successfully got an update from the {name}\n"),
            };
            (self.say)(Voice::Manager, &text);
        }
        Ok(())
    }

    /// Checks that a user has added every repository of a lock.
    fn check_all_known(&self, locked: &[Dependency]) -> Result<()> {
        let known = self.known()?;
        let remote = locked.iter().map(|d| &d.repository).filter(|r| !r.is_empty() && !is_file(r) && !is_oci(r));
        let unknown = remote.filter(|r| !known.iter().any(|known| same_repository(&known.url, r)));
        let missing: Vec<&str> = unknown.map(String::as_str).collect();
        if missing.is_empty() {
            return Ok(());
        }
        let missing = missing.join(", ");
        Err(failed(format!("no repository definition for {missing}. Please add the missing repos via 'helm repo add'")))
    }

    fn index(&mut self, name: &str) -> Result<&Index> {
        if !self.indexes.contains_key(name) {
            let index = self.fetcher.index(name)?;
            self.indexes.insert(name.to_owned(), index);
        }
        Ok(&self.indexes[name])
    }
}

fn undefined(missing: &[String]) -> String {
    let names = missing.join(", ");
    let mut message = format!("no repository definition for {names}. Please add them via 'helm repo add'");
    let is_bare = |name: &String| !name.contains("//") && !name.starts_with('@') && !name.starts_with("alias:");
    if missing.iter().any(is_bare) {
        message.push_str(
            "\nNote that repositories must be URLs or aliases. For example, to refer to the \"example\"\nrepository, \
             use \"https://charts.example.com/\" or \"@example\" instead of\n\"example\". Don't forget to add the repo, \
             too ('helm repo add').",
        );
    }
    message
}

fn bad_range(name: &str, reason: &[u8]) -> crate::Error {
    let words = format!("dependency {name} has an invalid version/constraint format: ");
    failed([words.as_bytes(), reason].concat())
}

//! Archives in `charts/`.

use super::{Run, Voice, bad_range, is_file, local_path};
use crate::atomic;
use crate::chart::{self, Chart, Dependency};
use crate::error::{ErrorKind, Result};
use crate::fetch::locate::{Source, unmanaged};
use crate::fetch::reference::{self, is_oci, same_repository};
use crate::fetch::{Access, Fetched, Fetcher, Repository, Request, content, failed, in_parallel, locked};
use crate::gostd::os::path_error;
use crate::gostd::path;
use crate::semver::{Constraints, Version};
use std::collections::{BTreeSet, HashSet};
use std::path::Path;
use std::sync::Mutex;

/// An archive that is to be in `charts/`.
enum Archive {
    Fetched(Fetched),
    Packed(String, Vec<u8>),
}

/// What is to be done for one dependency.
enum Task {
    /// Its folder is in `charts/` already.
    Local,
    /// An archive that an earlier dependency brings, too.
    Again,
    Pack,
    Download(Source),
    Pull(Request),
}

impl Run<'_, '_> {
    /// Gets every dependency, and only then changes `charts/`; the dependencies with the versions that came.
    pub(super) fn fetch_all(&mut self, dependencies: Vec<Dependency>) -> Result<Vec<Dependency>> {
        let mut dependencies = dependencies;
        let charts = path::join(&[&self.job.folder, "charts"]);
        if Path::new(&charts).exists() && !Path::new(&charts).is_dir() {
            return Err(failed(format!("{charts:?} is not a directory")));
        }
        let known = self.known()?;
        // Helm reads the index of every known repository, needed or not; here the needed ones are read.
        for repository in &known {
            let index = self.fetcher.index_path(&repository.name);
            std::fs::metadata(&index).map_err(|e| failed(path_error("open", &index, &e)))?;
        }
        (self.say)(Voice::Manager, &format!("Saving {} charts\n", dependencies.len()));
        let mut seen = HashSet::new();
        let tasks: Vec<Result<Task>> = dependencies.iter().map(|d| self.task(d, &known, &mut seen)).collect();
        let fetched = download_all(self.fetcher, &tasks);
        let mut archives = Vec::new();
        for ((dependency, task), fetched) in dependencies.iter_mut().zip(tasks).zip(fetched) {
            match self.finish(dependency, task, fetched, &charts) {
                Ok(archive) => archives.extend(archive),
                Err(error) => {
                    if !matches!(error.kind(), ErrorKind::Load) {
                        (self.say)(Voice::Manager, &format!("Save error occurred:  {error}\n"));
                    }
                    return Err(error);
                }
            }
        }
        self.replace_archives(&dependencies, &archives, &charts)?;
        Ok(dependencies)
    }

    fn task(&mut self, dependency: &Dependency, known: &[Repository], seen: &mut HashSet<String>) -> Result<Task> {
        if dependency.repository.is_empty() {
            return Ok(Task::Local);
        }
        if is_file(&dependency.repository) {
            return Ok(Task::Pack);
        }
        if is_oci(&dependency.repository) {
            // Helm pulls from registries as often as it is told to.
            let request = Request {
                reference: format!("{}/{}", dependency.repository, dependency.name),
                version: dependency.version.clone(),
                repository: String::new(),
                access: self.job.access.clone(),
            };
            return Ok(Task::Pull(request));
        }
        let source = self.source(dependency, known)?;
        Ok(if seen.insert(source.url.clone()) { Task::Download(source) } else { Task::Again })
    }

    /// Where the archive of a version is.
    ///
    /// Source: Helm's `Manager.findChartURL`.
    fn source(&mut self, dependency: &Dependency, known: &[Repository]) -> Result<Source> {
        let compat = self.compat();
        let owner = known.iter().find(|known| same_repository(&known.url, &dependency.repository));
        let repository = owner.cloned().unwrap_or_else(|| Repository {
            name: unmanaged(&dependency.repository),
            url: dependency.repository.clone(),
            access: Access::default(),
        });
        let missing = |reason: &str| failed(format!("could not find : {reason}"));
        let index = self.index(&repository.name)?;
        let entries = index.entries.get(&dependency.name).ok_or_else(|| missing("entry not found"))?;
        let wanted = Version::parse(dependency.version.as_bytes(), compat).ok();
        let is_it = |version: &str| match (&wanted, Version::parse(version.as_bytes(), compat)) {
            (Some(wanted), Ok(version)) => wanted.compare(&version).is_eq(),
            (Some(_), Err(_)) => false,
            (None, _) => version == dependency.version,
        };
        let mut usable = entries.iter().filter(|entry| !entry.urls.is_empty());
        let entry = usable.find(|entry| dependency.version.is_empty() || is_it(&entry.version));
        let entry = entry.ok_or_else(|| missing("no matching version"))?;
        let url = reference::resolve(&dependency.repository, &entry.urls[0], compat)?;
        Ok(Source { url, base: repository.url, digest: entry.digest.clone(), access: repository.access })
    }

    /// Says what Helm says about a dependency; the archive that it gives.
    fn finish(
        &mut self,
        dependency: &mut Dependency,
        task: Result<Task>,
        fetched: Option<Result<Fetched>>,
        charts: &str,
    ) -> Result<Option<Archive>> {
        let Dependency { name, repository, .. } = dependency.clone();
        let url = match task? {
            Task::Local => {
                (self.say)(
                    Voice::Manager,
                    &format!(
                        "Dependency {name} did not declare a repository. Assuming it exists in the charts directory\n"
                    ),
                );
                return self.check_local(dependency, charts).map(|()| None);
            }
            Task::Again => {
                (self.say)(Voice::Manager, &format!("Already downloaded {name} from repo {repository}\n"));
                return Ok(None);
            }
            Task::Pack => {
                if self.job.debug {
                    (self.say)(Voice::Manager, &format!("Archiving {name} from repo {repository}\n"));
                }
                return self.pack(dependency).map(Some);
            }
            Task::Download(source) => reference::without_password(&source.url),
            Task::Pull(request) => request.reference,
        };
        (self.say)(Voice::Manager, &format!("Downloading {name} from repo {repository}\n"));
        let Some(fetched) = fetched else { return Ok(None) };
        let fetched = fetched.map_err(|e| e.prefixed(&format!("could not download {url}: ")))?;
        (self.say)(Voice::Registry, &fetched.message);
        Ok(Some(Archive::Fetched(fetched)))
    }

    /// Checks that a folder in `charts/` has the version that is asked for.
    fn check_local(&self, dependency: &Dependency, charts: &str) -> Result<()> {
        let (compat, name) = (self.compat(), &dependency.name);
        let folder = path::join(&[charts, name]);
        let chart = Chart::load_any(&folder, compat, &mut Vec::new());
        let chart = chart.map_err(|e| e.prefixed(&format!("unable to load chart '{folder}': ")))?;
        let range = Constraints::parse(dependency.version.as_bytes(), compat);
        let range = range.map_err(|e| bad_range(name, &e))?;
        let version = &chart.metadata.version;
        let parsed = Version::parse(version.as_bytes(), compat)
            .map_err(|e| failed(format!("invalid version {} for dependency {name}: {e}", dependency.version)))?;
        if range.check(&parsed) {
            return Ok(());
        }
        let wanted = &dependency.version;
        Err(failed(format!("dependency {name} at version {version} does not satisfy the constraint {wanted}")))
    }

    /// Packs a `file://` dependency, whose version becomes that of the chart.
    ///
    /// Source: Helm's `tarFromLocalDir`.
    fn pack(&self, dependency: &mut Dependency) -> Result<Archive> {
        let compat = self.compat();
        let folder = local_path(&dependency.repository, &self.job.folder)?;
        let chart = Chart::load_any(&folder, compat, &mut Vec::new())?;
        let name = &dependency.name;
        let range = Constraints::parse(dependency.version.as_bytes(), compat).map_err(|e| bad_range(name, &e))?;
        let version = chart.metadata.version.clone();
        if !range.check(&Version::parse(version.as_bytes(), compat).map_err(failed)?) {
            return Err(failed(format!("can't get a valid version for dependency {name}")));
        }
        let data = chart::pack(&chart, self.job.stamp, compat)?;
        let file_name = format!("{}-{version}.tgz", chart.name());
        dependency.version = version;
        Ok(Archive::Packed(file_name, data))
    }

    /// Puts archives into `charts/` and takes those away that are there no more.
    ///
    /// Source: Helm's `safeMoveDeps`.
    fn replace_archives(&mut self, dependencies: &[Dependency], archives: &[Archive], charts: &str) -> Result<()> {
        let before = files_in(charts);
        // Everything is checked first, so that nothing is changed if something is wrong.
        let mut contents = Vec::with_capacity(archives.len());
        for archive in archives {
            let (name, data) = match archive {
                Archive::Packed(name, data) => (name, data.clone()),
                Archive::Fetched(fetched) => (&fetched.file_name, content(fetched)?),
            };
            Chart::check_archive(&data, self.compat()).map_err(|e| e.prefixed(&format!("{name} is no chart: ")))?;
            contents.push((name, data));
        }
        std::fs::create_dir_all(charts).map_err(|e| failed(path_error("mkdir", charts, &e)))?;
        let staged: Vec<atomic::Staged> = contents
            .iter()
            .map(|(name, data)| atomic::stage(Path::new(&path::join(&[charts, name])), data, 0o644))
            .collect::<Result<_>>()?;
        staged.into_iter().try_for_each(atomic::Staged::commit)?;
        (self.say)(Voice::Manager, "Deleting outdated charts\n");
        let new: BTreeSet<&String> = contents.iter().map(|(name, _)| *name).collect();
        let local = |name: &str| dependencies.iter().any(|d| d.repository.is_empty() && d.name == name);
        for name in before.iter().filter(|name| !new.contains(name)) {
            let file = path::join(&[charts, name]);
            match Chart::load_any(&file, self.compat(), &mut Vec::new()) {
                Err(error) => {
                    (self.say)(Voice::Manager, &format!("Could not verify {file} for deletion: {error} (Skipping)\n"));
                }
                Ok(chart) if local(chart.name()) => {}
                Ok(_) => {
                    if let Err(error) = std::fs::remove_file(&file) {
                        let words = path_error("remove", &file, &error);
                        (self.say)(Voice::Manager, &format!("Could not delete {file}: {words} (Skipping)"));
                    }
                }
            }
        }
        Ok(())
    }
}

/// Downloads what is to be downloaded on several threads, and tells how far it is.
fn download_all(fetcher: &Fetcher<'_>, tasks: &[Result<Task>]) -> Vec<Option<Result<Fetched>>> {
    let total = tasks.iter().filter(|t| matches!(t, Ok(Task::Download(_) | Task::Pull(_)))).count();
    let done = Mutex::new(0);
    in_parallel(tasks, |task| {
        let fetched = match task {
            Ok(Task::Download(source)) => fetcher.download(source),
            Ok(Task::Pull(request)) => fetcher.fetch(request),
            _ => return None,
        };
        let mut done = locked(&done);
        *done += 1;
        (fetcher.progress)(*done, total);
        Some(fetched)
    })
}

/// The names of what is no folder in a folder, sorted.
fn files_in(folder: &str) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().filter_map(std::result::Result::ok);
    let files = entries.filter(|entry| entry.file_type().is_ok_and(|kind| !kind.is_dir()));
    let mut names: Vec<String> = files.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

//! Exact versions for ranges.

use super::{Run, bad_range, is_file, local_path};
use crate::chart::{Chart, Dependency};
use crate::error::Result;
use crate::fetch::locate::newest_in;
use crate::fetch::reference::{OciReference, is_oci};
use crate::fetch::{IndexEntry, failed, in_parallel};
use crate::gostd::strconv::quoted;
use crate::semver::{Constraints, Version};
use std::collections::HashMap;

impl Run<'_, '_> {
    /// The exact version of each dependency.
    ///
    /// Source: Helm's `Resolver.Resolve`.
    pub(super) fn resolve(
        &mut self,
        listed: &[Dependency],
        names: &HashMap<String, String>,
    ) -> Result<Vec<Dependency>> {
        let compat = self.compat();
        let tags = self.tags_of(listed)?;
        let (mut resolved, mut missing) = (Vec::with_capacity(listed.len()), Vec::new());
        for dependency in listed {
            let range = Constraints::parse(dependency.version.as_bytes(), compat).map_err(|e| {
                let name = quoted(dependency.name.as_bytes());
                bad_range(&name, &e)
            })?;
            let version = if dependency.repository.is_empty() {
                local_path(&format!("charts/{}", dependency.name), &self.job.folder)?;
                Some(dependency.version.clone())
            } else if is_file(&dependency.repository) {
                self.version_of_folder(dependency, &range)?
            } else if is_oci(&dependency.repository) {
                match tags.get(&dependency.name) {
                    Some(tags) => {
                        newest_in(tags, &dependency.version, compat)?.or_else(|| Some(dependency.version.clone()))
                    }
                    None => Some(dependency.version.clone()),
                }
            } else {
                let name = names.get(&dependency.name).cloned().unwrap_or_default();
                self.version_in_index(dependency, &name, &range)?
            };
            match version {
                Some(version) => resolved.push(locked_to(dependency, version)),
                None => missing.push(format!(
                    "{:?} (repository {:?}, version {:?})",
                    dependency.name, dependency.repository, dependency.version
                )),
            }
        }
        if missing.is_empty() {
            return Ok(resolved);
        }
        Err(failed(format!(
            "can't get a valid version for {} subchart(s): {}. Make sure a matching chart version exists in the repo, or \
             change the version constraint in Chart.yaml",
            missing.len(),
            missing.join(", ")
        )))
    }

    /// The tags of the charts in registries that are asked for by a range.
    fn tags_of(&self, listed: &[Dependency]) -> Result<HashMap<String, Vec<String>>> {
        let open =
            |d: &&Dependency| is_oci(&d.repository) && Version::parse(d.version.as_bytes(), self.compat()).is_err();
        let open: Vec<&Dependency> = listed.iter().filter(open).collect();
        let (fetcher, access, compat) = (self.fetcher, &self.job.access, self.compat());
        let found = in_parallel(&open, |dependency| {
            let reference = OciReference::parse(&format!("{}/{}", dependency.repository, dependency.name), compat)?;
            fetcher.tags(&reference, access)
        });
        let mut tags = HashMap::new();
        for (dependency, found) in open.iter().zip(found) {
            let found = found.map_err(|e| {
                e.prefixed(&format!("could not retrieve list of tags for repository {}: ", dependency.repository))
            })?;
            tags.insert(dependency.name.clone(), found);
        }
        Ok(tags)
    }

    fn version_of_folder(&self, dependency: &Dependency, range: &Constraints) -> Result<Option<String>> {
        let folder = local_path(&dependency.repository, &self.job.folder)?;
        let chart = Chart::load_any(&folder, self.compat(), &mut Vec::new())?;
        let version = chart.metadata.version.clone();
        let fits = Version::parse(version.as_bytes(), self.compat()).is_ok_and(|v| range.check(&v));
        Ok(fits.then_some(version))
    }

    fn version_in_index(&mut self, d: &Dependency, name: &str, range: &Constraints) -> Result<Option<String>> {
        let compat = self.compat();
        let index = self.index(name);
        let index = index
            .map_err(|e| e.prefixed(&format!("no cached repository for {name} found. (try 'helm repo update'): ")))?;
        let versions = index.entries.get(&d.name);
        let versions =
            versions.ok_or_else(|| failed(format!("{} chart not found in repo {}", d.name, d.repository)))?;
        let mut usable = versions.iter().filter(|entry| !entry.urls.is_empty());
        let fits = |entry: &&IndexEntry| {
            Version::parse(entry.version.as_bytes(), compat).is_ok_and(|version| range.check(&version))
        };
        Ok(usable.find(fits).map(|entry| entry.version.clone()))
    }
}

/// An entry of a lock.
fn locked_to(dependency: &Dependency, version: String) -> Dependency {
    Dependency {
        name: dependency.name.clone(),
        repository: dependency.repository.clone(),
        version,
        ..Dependency::default()
    }
}

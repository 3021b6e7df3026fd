//! The files of a suite, and how they are read.

use crate::error::{Error, ErrorKind, Result};
use crate::gostd::os::path_error;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The folder that a suite is in. Paths are relative to it, with `/` between their parts.
#[derive(Clone, Debug)]
pub struct Disk {
    root: PathBuf,
}

#[expect(clippy::disallowed_methods, reason = "the files of a suite are read here and nowhere else")]
impl Disk {
    /// The files below a folder; the empty path is the current one.
    #[must_use]
    pub fn at(root: &Path) -> Disk {
        Disk { root: root.to_owned() }
    }

    /// The folder itself.
    #[must_use]
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Where a file is.
    #[must_use]
    pub fn path(&self, path: &str) -> PathBuf {
        self.root.join(path)
    }

    /// The content of a file.
    pub fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        fs::read(self.path(path))
    }

    pub(super) fn is_file(&self, path: &str) -> bool {
        self.path(path).is_file()
    }

    /// The names in a folder, sorted; none if there is no such folder.
    pub(super) fn list(&self, folder: &str) -> io::Result<Vec<String>> {
        let entries = match fs::read_dir(self.path(folder)) {
            Ok(entries) => entries,
            Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
                return Ok(Vec::new());
            }
            Err(error) => return Err(error),
        };
        let names = entries.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()));
        let mut names = names.collect::<io::Result<Vec<_>>>()?;
        names.sort_unstable();
        Ok(names)
    }

    /// The paths of all YAML files below a folder, sorted, without hidden ones.
    pub(super) fn files_below(&self, folder: &str) -> io::Result<Vec<String>> {
        let mut files = Vec::new();
        for name in self.list(folder)? {
            let path = format!("{folder}/{name}");
            if name.starts_with('.') {
                continue;
            }
            if self.path(&path).symlink_metadata()?.is_dir() {
                files.extend(self.files_below(&path)?);
            } else if name.rsplit('.').next() == Some("yaml") {
                files.push(path);
            }
        }
        Ok(files)
    }

    /// Removes a file.
    pub fn remove(&self, path: &str) -> Result<()> {
        fs::remove_file(self.path(path))
            .map_err(|error| Error::new(ErrorKind::Load, path_error("remove", path, &error)))
    }
}

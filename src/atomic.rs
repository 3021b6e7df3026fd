//! Files that are written whole or not at all.

use crate::error::{Error, ErrorKind, Result};
use crate::gostd::os::path_error;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Writes a file, in place of what was there, and makes its folder if that is missing.
///
/// The content goes to a file beside it first, so that whoever reads the path sees the old content
/// or the new one, also when the disk is full or the program is killed. `mode` is the file's mode
/// on Unix, less the umask.
pub fn replace(path: &Path, content: &[u8], mode: u32) -> Result<()> {
    stage(path, content, mode)?.commit()
}

/// Content that lies beside the path it is for; it goes away if it is not committed.
#[must_use]
pub struct Staged {
    temporary: PathBuf,
    path: PathBuf,
    committed: bool,
}

/// Does all of [`replace`] that may fail for want of space.
pub fn stage(path: &Path, content: &[u8], mode: u32) -> Result<Staged> {
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        fs::create_dir_all(folder).map_err(|e| failed("mkdir", folder, &e))?;
    }
    let staged = Staged { temporary: beside(path), path: path.to_owned(), committed: false };
    let written = create(&staged.temporary, mode).and_then(|mut file| file.write_all(content));
    written.map_err(|error| failed("write", path, &error))?;
    Ok(staged)
}

impl Staged {
    /// Puts the content in its place.
    pub fn commit(mut self) -> Result<()> {
        fs::rename(&self.temporary, &self.path).map_err(|error| failed("rename", &self.path, &error))?;
        self.committed = true;
        Ok(())
    }
}

impl Drop for Staged {
    fn drop(&mut self) {
        if !self.committed {
            // What cannot be removed now is in nobody's way: its name is its own.
            let _ = fs::remove_file(&self.temporary);
        }
    }
}

fn failed(operation: &str, path: &Path, error: &io::Error) -> Error {
    Error::new(ErrorKind::Load, path_error(operation, &path.to_string_lossy(), error))
}

/// A name in the same folder that nothing else uses.
fn beside(path: &Path) -> PathBuf {
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!(".{name}.{}-{number}.tmp", std::process::id()))
}

fn create(path: &Path, mode: u32) -> io::Result<fs::File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, mode);
    options.open(path)
}

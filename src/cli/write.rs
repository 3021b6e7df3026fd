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
pub(super) fn replace(path: &Path, content: &[u8], mode: u32) -> Result<()> {
    let failed = |operation: &str, path: &Path, error: &io::Error| {
        Error::new(ErrorKind::Load, path_error(operation, &path.to_string_lossy(), error))
    };
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        fs::create_dir_all(folder).map_err(|e| failed("mkdir", folder, &e))?;
    }
    let temporary = beside(path);
    let written = create(&temporary, mode).and_then(|mut file| file.write_all(content));
    if let Err(error) = written {
        let _ = fs::remove_file(&temporary);
        return Err(failed("write", path, &error));
    }
    fs::rename(&temporary, path).map_err(|error| {
        let _ = fs::remove_file(&temporary);
        failed("rename", path, &error)
    })
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

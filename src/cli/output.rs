//! `--output-dir`: one file per template.

use crate::error::{Error, ErrorKind};
use crate::gostd::path;
use crate::render::print::{Block, BlockKind};
use std::collections::HashSet;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

/// Writes the documents below `dir`; hooks and manifests below `release` in it, if given.
///
/// The first document of a path in this run replaces the file, later ones are appended; a hook is
/// also appended to what an earlier run left. Each write leaves a line in `log`, as Helm prints it.
///
/// Source: Helm's `writeToFile` (`pkg/cmd/template.go` and `pkg/action/action.go`).
pub(super) fn write(blocks: &[Block<'_>], dir: &str, release: Option<&str>, log: &mut Vec<u8>) -> Result<(), Error> {
    let mut written = HashSet::new();
    for block in blocks {
        let dir = match (release, block.kind) {
            (Some(release), BlockKind::Manifest | BlockKind::Hook) => path::join(&[dir, release]),
            _ => dir.to_owned(),
        };
        let file = format!("{dir}/{}", block.path);
        let append = !written.insert(file.clone()) || (block.kind == BlockKind::Hook && Path::new(&file).exists());
        write_file(Path::new(&file), &block.text(), append)
            .map_err(|message| Error::new(ErrorKind::Manifest, message))?;
        log.extend_from_slice(format!("wrote {file}\n").as_bytes());
    }
    Ok(())
}

fn write_file(path: &Path, text: &[u8], append: bool) -> Result<(), String> {
    if let Some(parent) = path.parent() {
        make_dirs(parent)?;
    }
    let open = OpenOptions::new().create(true).append(append).write(true).truncate(!append).open(path);
    let said = |what: &str, error: &io::Error| format!("{what} {}: {}", path.display(), reason(error));
    let mut file = open.map_err(|e| said("open", &e))?;
    file.write_all(text).map_err(|e| said("write", &e))
}

/// Go's `os.MkdirAll` after a `Stat`, with its errors.
fn make_dirs(dir: &Path) -> Result<(), String> {
    match fs::metadata(dir) {
        Ok(found) if found.is_dir() => Ok(()),
        Ok(_) => Err(format!("mkdir {}: not a directory", dir.display())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            fs::create_dir_all(dir).map_err(|e| format!("mkdir {}: {}", dir.display(), reason(&e)))
        }
        Err(error) => Err(format!("stat {}: {}", dir.display(), reason(&error))),
    }
}

/// The operating system's words, as Go prints them.
fn reason(error: &io::Error) -> String {
    crate::gostd::os::error_text(error)
}

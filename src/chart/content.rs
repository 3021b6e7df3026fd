//! What is in a file of a chart.

use super::{load, load_error};
use crate::error::Result;
use crate::gostd::os::path_error;
use crate::source::Text;
use std::ops::Deref;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

/// The bytes of a file, without a byte order mark.
///
/// They are in memory, or still on disk if a render may do without them: then the first look at them reads them.
#[derive(Clone, Debug)]
pub struct Content(Place);

#[derive(Clone, Debug)]
enum Place {
    Memory(Text),
    Disk(Arc<OnDisk>),
}

#[derive(Debug)]
struct OnDisk {
    path: PathBuf,
    /// What was read, or nothing and why it could not be.
    read: OnceLock<(Text, Option<String>)>,
}

impl Content {
    /// The content of a file that could be opened and is read when it is wanted.
    pub(super) fn on_disk(path: PathBuf) -> Content {
        Content(Place::Disk(Arc::new(OnDisk { path, read: OnceLock::new() })))
    }

    /// The bytes; none if they can no longer be read, as [`Content::check`] then tells.
    #[must_use]
    pub fn text(&self) -> &Text {
        match &self.0 {
            Place::Memory(text) => text,
            Place::Disk(file) => &file.read().0,
        }
    }

    /// Fails if a look at a file that was there when the chart was loaded could not read it; `name` is what the error
    /// calls it.
    pub fn check(&self, name: &str) -> Result<()> {
        let Place::Disk(file) = &self.0 else { return Ok(()) };
        match file.read.get() {
            Some((_, Some(words))) => Err(load_error(format!("error reading {name}: {words}"))),
            _ => Ok(()),
        }
    }
}

impl OnDisk {
    fn read(&self) -> &(Text, Option<String>) {
        self.read.get_or_init(|| match load::read_file(&self.path) {
            Ok(bytes) => (without_mark(bytes).into(), None),
            Err(error) => (Text::default(), Some(path_error("open", &self.path.to_string_lossy(), &error))),
        })
    }
}

impl From<Vec<u8>> for Content {
    fn from(bytes: Vec<u8>) -> Content {
        Content(Place::Memory(without_mark(bytes).into()))
    }
}

impl Deref for Content {
    type Target = [u8];
    fn deref(&self) -> &[u8] {
        self.text()
    }
}

/// Drops a byte order mark, as Helm drops it from every file.
fn without_mark(mut bytes: Vec<u8>) -> Vec<u8> {
    if bytes.starts_with(b"\xef\xbb\xbf") {
        bytes.drain(..3);
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_gone_is_told() {
        let content = Content::on_disk("/nowhere/at/all".into());
        content.check("f").expect("nobody has looked");
        assert!(content.is_empty());
        let error = content.check("f").expect_err("it is gone").to_string();
        assert_eq!(error, "error reading f: open /nowhere/at/all: no such file or directory");
    }
}

//! Packed charts: `.tgz`.

use super::{File, load_error, quoted};
use crate::compat::Compat;
use crate::error::Result;
use crate::gostd::path;
use flate2::read::MultiGzDecoder;
use std::io::{self, Read};
use tar::EntryType;

/// What all files of a chart may have together, in bytes.
pub(super) const MAX_CHART: u64 = 100 * 1024 * 1024;
/// What one file of a chart may have, where files are limited.
pub(super) const MAX_FILE: u64 = 5 * 1024 * 1024;
/// What an archive may unpack to with everything that is skipped in it. Helm has no such limit.
const MAX_STREAM: u64 = 10 * MAX_CHART;

/// Unpacks an archive; the errors are those of Helm's loader of packed charts.
///
/// Source: Helm's `archive.LoadArchiveFiles`.
pub(super) fn read(data: &[u8], compat: Compat) -> Result<Vec<File>> {
    check_header(data)?;
    let mut archive = tar::Archive::new(MultiGzDecoder::new(data).take(MAX_STREAM));
    let mut files = Vec::new();
    let mut left = MAX_CHART;
    for entry in archive.entries().map_err(broken)? {
        let mut entry = entry.map_err(broken)?;
        let kind = entry.header().entry_type();
        let raw = entry.path_bytes().into_owned();
        let modified = entry.header().mtime().ok().map(|seconds| seconds as i64);
        if kind.is_dir() || raw.ends_with(b"/") || matches!(kind, EntryType::XHeader | EntryType::XGlobalHeader) {
            continue;
        }
        let name = inner_name(&raw)?;
        let size = if has_data(kind) { entry.size() } else { 0 };
        check_size(size, left, &raw, compat)?;
        let mut content = Vec::with_capacity(size.min(MAX_FILE) as usize);
        let read = if size == 0 { 0 } else { entry.read_to_end(&mut content).map_err(broken)? as u64 };
        left -= read.min(left);
        if read < size {
            return Err(load_error("unexpected EOF"));
        }
        if left == 0 {
            return Err(too_large(compat));
        }
        files.push(File { modified, ..File::new(name, content) });
    }
    if files.is_empty() {
        return Err(load_error("no files in chart archive"));
    }
    Ok(files)
}

/// Whether the data starts like a compressed file at all.
pub(super) fn has_gzip_header(data: &[u8]) -> bool {
    data.len() < 10 || data.starts_with(b"\x1f\x8b\x08")
}

fn check_header(data: &[u8]) -> Result<()> {
    match data.len() {
        0 => Err(load_error("EOF")),
        1..10 => Err(load_error("unexpected EOF")),
        _ if !has_gzip_header(data) => Err(load_error("gzip: invalid header")),
        _ => Ok(()),
    }
}

/// Links, devices and directories have no data, whatever their headers say.
fn has_data(kind: EntryType) -> bool {
    !matches!(kind, EntryType::Link | EntryType::Symlink | EntryType::Char | EntryType::Block | EntryType::Fifo)
}

/// The name without its first segment, checked as Helm checks it.
fn inner_name(raw: &[u8]) -> Result<String> {
    let delimiter = if raw.contains(&b'\\') { b'\\' } else { b'/' };
    let at = raw.iter().position(|b| *b == delimiter);
    let first = &raw[..at.unwrap_or(raw.len())];
    let mut name = at.map_or(Vec::new(), |at| raw[at + 1..].to_vec());
    name.iter_mut().filter(|b| **b == delimiter).for_each(|b| *b = b'/');
    if path::is_abs(&name) {
        return Err(load_error("chart illegally contains absolute paths"));
    }
    let name = path::clean(&name);
    if name == b"." {
        let name = quoted(raw);
        return Err(load_error(format!("chart illegally contains content outside the base directory: {name}")));
    }
    if name.starts_with(b"..") {
        return Err(load_error("chart illegally references parent directory"));
    }
    if name.len() > 2 && name[0].is_ascii_alphabetic() && &name[1..3] == b":/" {
        return Err(load_error("chart contains illegally named files"));
    }
    if first == b"Chart.yaml" {
        return Err(load_error("chart yaml not in base directory"));
    }
    Ok(String::from_utf8_lossy(&name).into_owned())
}

fn check_size(size: u64, left: u64, raw: &[u8], compat: Compat) -> Result<()> {
    if size > left {
        return Err(too_large(compat));
    }
    if compat.limits_single_files() && size > MAX_FILE {
        let name = quoted(raw);
        let words = format!("decompressed chart file {name} is larger than the maximum file size {MAX_FILE}");
        return Err(load_error(words));
    }
    Ok(())
}

fn too_large(compat: Compat) -> crate::error::Error {
    let what = if compat.limits_single_files() { "maximum file size" } else { "maximum size" };
    load_error(format!("decompressed chart is larger than the {what} {MAX_CHART}"))
}

/// The words of Go's readers, as far as they can be told.
fn broken(error: io::Error) -> crate::error::Error {
    // The tar reader has no kind of its own for a header that is cut off.
    let cut = error.kind() == io::ErrorKind::UnexpectedEof || error.to_string() == "failed to read entire block";
    load_error(if cut { "unexpected EOF" } else { "archive/tar: invalid tar header" })
}

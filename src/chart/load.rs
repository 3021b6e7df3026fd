//! Reading a chart from the disk.

use super::ignore::Rules;
use super::{Chart, Content, File, archive, assemble, documents, load_error, metadata};
use crate::compat::Compat;
use crate::diag::{Level, Notice};
use crate::error::{Error, ErrorKind, Result};
use crate::gostd::os::{error_text, path_error};
use crate::gostd::sniff;
use std::collections::VecDeque;
use std::ffi::{OsStr, OsString};
use std::fs::{self, FileType, Metadata};
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::time::UNIX_EPOCH;

/// The files beside the folders of a chart that make it one.
const OF_CHARTS: [&str; 7] = [
    "Chart.yaml",
    "Chart.lock",
    "values.yaml",
    "values.schema.json",
    "requirements.yaml",
    "requirements.lock",
    ".helmignore",
];

/// Which files of a directory are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reading {
    All,
    /// Large ones that a render may do without are only opened.
    AsWanted,
}

/// From this size on, a file counts as large: to read a smaller one takes no longer than to open it again.
const LARGE: u64 = 32 << 10;

/// Loads a directory or an archive.
pub(super) fn load(path: &Path, reading: Reading, compat: Compat, notices: &mut Vec<Notice>) -> Result<Arc<Chart>> {
    let info = fs::metadata(path).map_err(|e| load_error(path_error("stat", &shown(path), &e)))?;
    let chart = if info.is_dir() {
        load_folder(path, reading, compat, notices)?
    } else {
        let path = absolute(path)?;
        let files = unpack(&path, compat)?;
        detect_in(&files, compat)?;
        assemble::assemble(files, compat, notices).map_err(|error| not_a_chart_file(error, &path, compat))?
    };
    Ok(Arc::new(chart))
}

/// Loads a directory.
pub(super) fn load_folder(path: &Path, reading: Reading, compat: Compat, notices: &mut Vec<Notice>) -> Result<Chart> {
    let path = absolute(path)?;
    if compat.detects_api_version() {
        detect_in_directory(&path, compat)?;
    }
    let files = walk(&path, reading, compat, notices)?;
    assemble::assemble(files, compat, notices)
}

/// Loads a directory without a look at its format first, as Helm's linter does.
pub(super) fn load_directory(path: &Path, compat: Compat, notices: &mut Vec<Notice>) -> Result<Arc<Chart>> {
    let files = walk(&absolute(path)?, Reading::All, compat, notices)?;
    assemble::assemble(files, compat, notices).map(Arc::new)
}

/// Loads a directory or an archive without a look at its format first.
pub(super) fn load_any(path: &Path, compat: Compat, notices: &mut Vec<Notice>) -> Result<Arc<Chart>> {
    let info = fs::metadata(path).map_err(|e| load_error(path_error("stat", &shown(path), &e)))?;
    if info.is_dir() {
        return load_directory(path, compat, notices);
    }
    let path = absolute(path)?;
    let chart = assemble::assemble(archive::read(&read_archive(&path)?, compat)?, compat, notices);
    chart.map(Arc::new).map_err(|error| not_a_chart_file(error, &path, compat))
}

/// The absolute form of a path, as Go's `filepath.Abs` makes it.
pub(super) fn absolute(path: &Path) -> Result<PathBuf> {
    let path = std::path::absolute(path).map_err(|e| load_error(error_text(&e)))?;
    Ok(lexically_clean(&path))
}

/// An absolute path without `..`.
fn lexically_clean(path: &Path) -> PathBuf {
    let mut clean = PathBuf::new();
    for component in path.components() {
        if component == Component::ParentDir {
            clean.pop();
        } else {
            clean.push(component);
        }
    }
    clean
}

fn shown(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

pub(super) fn read_file(path: &Path) -> io::Result<Vec<u8>> {
    let file = open(path)?;
    read(&file, file.metadata()?.len())
}

#[expect(clippy::disallowed_methods, reason = "this is the one place below the command line that reads the disk")]
fn open(path: &Path) -> io::Result<fs::File> {
    fs::File::open(path)
}

/// Reads a file of `size` bytes, or to its end if `size` is 0, as some files claim that are not empty.
fn read(file: &fs::File, size: u64) -> io::Result<Vec<u8>> {
    let limit = if size == 0 { u64::MAX } else { size };
    let mut data = Vec::with_capacity(size.min(archive::MAX_FILE) as usize);
    file.take(limit).read_to_end(&mut data)?;
    Ok(data)
}

/// When a file was changed, in seconds since 1970.
fn modified(info: &Metadata) -> Option<i64> {
    let since = info.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
    Some(since.as_secs() as i64)
}

fn detect_in_directory(directory: &Path, compat: Compat) -> Result<()> {
    let file = directory.join("Chart.yaml");
    let text = read_file(&file).map_err(|error| {
        let words = path_error("open", &shown(&file), &error);
        load_error(format!("unable to detect chart at {}: {words}", shown(&file)))
    })?;
    check_api_version(&File::new("Chart.yaml", text), compat)
}

/// Helm 4 looks for the first `Chart.yaml` and refuses formats it does not know.
pub(super) fn detect_in(files: &[File], compat: Compat) -> Result<()> {
    if !compat.detects_api_version() {
        return Ok(());
    }
    match files.iter().find(|file| file.name == "Chart.yaml") {
        Some(file) => check_api_version(file, compat),
        None => Err(load_error("unable to detect chart version, no Chart.yaml found")),
    }
}

fn check_api_version(file: &File, compat: Compat) -> Result<()> {
    let version = documents::read(&file.data, |node| metadata::api_version(node, compat));
    let version = version
        .map_err(|fault| fault.into_error(ErrorKind::Load, "cannot load Chart.yaml: ", &file.name, &file.data))?;
    match version.as_str() {
        "" | "v1" | "v2" | "v3" => Ok(()),
        _ => Err(load_error("unsupported chart version")),
    }
}

/// Helm 4 blames the whole archive if an archive within it is none.
fn not_a_chart_file(error: Error, path: &Path, compat: Compat) -> Error {
    if !compat.detects_api_version() || !error.message().ends_with(": gzip: invalid header") {
        return error;
    }
    let words = error.message();
    load_error(format!("file '{}' does not appear to be a valid chart file (details: {words})", shown(path)))
}

/// Unpacks an archive; Helm 4 does not tell what is wrong with it.
fn unpack(path: &Path, compat: Compat) -> Result<Vec<File>> {
    let files = archive::read(&read_archive(path)?, compat);
    if compat.detects_api_version() { files.map_err(|_| load_error("unable to load chart archive")) } else { files }
}

/// The bytes of an archive, after making sure that it is one.
///
/// Source: Helm's `archive.EnsureArchive` and `loader.LoadFile`.
fn read_archive(path: &Path) -> Result<Vec<u8>> {
    let name = shown(path);
    let data = read_file(path).map_err(|error| load_error(path_error("open", &name, &error)))?;
    let mut block = [0; 512];
    let length = data.len().min(block.len());
    block[..length].copy_from_slice(&data[..length]);
    let found = sniff::content_type(&block);
    if found != "application/x-gzip" {
        return Err(load_error(if [".yml", ".yaml"].iter().any(|extension| name.ends_with(extension)) {
            format!("file '{name}' seems to be a YAML file, but expected a gzipped archive")
        } else {
            format!("file '{name}' does not appear to be a gzipped archive; got '{found}'")
        }));
    }
    Ok(data)
}

/// Reads all files of a directory but the ignored ones, in the order of Helm's walk.
///
/// Source: Helm's `loader.LoadDir` and `internal/sympath`.
fn walk(directory: &Path, reading: Reading, compat: Compat, notices: &mut Vec<Notice>) -> Result<Vec<File>> {
    let ignore_file = directory.join(".helmignore");
    let rules = match fs::metadata(&ignore_file) {
        Ok(_) => read_file(&ignore_file).map_err(|e| read_error(&ignore_file, &e))?,
        Err(_) => Vec::new(),
    };
    let rules = Rules::parse(&rules).map_err(load_error)?;
    let (files, left) = (Vec::new(), archive::MAX_CHART);
    let mut walker = Walker { root: directory, rules, reading, compat, notices, files, left };
    walker.directory(directory, "")?;
    Ok(walker.files)
}

/// Go opens directories without complaint and fails to read them.
fn read_error(path: &Path, error: &io::Error) -> Error {
    let operation = if error.kind() == io::ErrorKind::IsADirectory { "read" } else { "open" };
    load_error(path_error(operation, &shown(path), error))
}

struct Walker<'a> {
    root: &'a Path,
    rules: Rules,
    reading: Reading,
    compat: Compat,
    notices: &'a mut Vec<Notice>,
    files: Vec<File>,
    /// How many bytes more may be read.
    left: u64,
}

impl Walker<'_> {
    /// Visits the entries of a directory in the byte order of their names; `relative` is its own name in the chart.
    ///
    /// The recursion ends where the system refuses paths: at their length or at a number of links.
    fn directory(&mut self, directory: &Path, relative: &str) -> Result<()> {
        // The list tells what an entry is, so that most need not be asked about one by one.
        let entry = |entry: io::Result<fs::DirEntry>| entry.map(|entry| (entry.file_name(), entry.file_type()));
        let list = || fs::read_dir(directory)?.map(entry).collect::<io::Result<Vec<_>>>();
        let mut entries = match list() {
            Ok(entries) => entries,
            // Helm takes a root that it cannot list for an empty one.
            Err(_) if directory == self.root => return Ok(()),
            Err(error) => return Err(load_error(path_error("open", &shown(directory), &error))),
        };
        entries.sort_unstable_by(|(a, _), (b, _)| a.as_encoded_bytes().cmp(b.as_encoded_bytes()));
        for (name, kind) in entries {
            let path = directory.join(&name);
            let kind = kind.map_err(|e| load_error(path_error("lstat", &shown(&path), &e)))?;
            let slash = if relative.is_empty() { "" } else { "/" };
            self.entry(&path, &format!("{relative}{slash}{}", name.to_string_lossy()), &name, kind)?;
        }
        Ok(())
    }

    fn entry(&mut self, path: &Path, relative: &str, name: &OsStr, kind: FileType) -> Result<()> {
        if !kind.is_symlink() {
            return self.visit(path, relative, name, kind);
        }
        let resolved =
            resolve(path).map_err(|words| load_error(format!("error evaluating symlink {}: {words}", shown(path))))?;
        self.notices.push(link_notice(&shown(path), &shown(&resolved)));
        let info =
            fs::symlink_metadata(&resolved).map_err(|e| load_error(path_error("lstat", &shown(&resolved), &e)))?;
        self.visit(path, relative, resolved.file_name().unwrap_or(name), info.file_type())
    }

    /// Takes what is at `path`; `name` is the file's own name, which a link hides.
    fn visit(&mut self, path: &Path, relative: &str, name: &OsStr, kind: FileType) -> Result<()> {
        if self.rules.ignore(relative, kind.is_dir()) {
            return Ok(());
        }
        if kind.is_dir() {
            return self.directory(path, relative);
        }
        if !kind.is_file() {
            let words = "as it has file mode type bits set";
            return Err(load_error(format!("cannot load irregular file {} {words}", shown(path))));
        }
        let file = self.read(path, relative, name)?;
        self.files.push(file);
        Ok(())
    }

    /// Reads a file, unless it is too large.
    fn read(&mut self, path: &Path, relative: &str, name: &OsStr) -> Result<File> {
        let unread = |error: &io::Error| read_error(path, error).prefixed(&format!("error reading {relative}: "));
        let opened = open(path);
        if opened.is_err() {
            // Helm looks at each file by name first, which fails in a folder that may be listed and not entered.
            fs::symlink_metadata(path).map_err(|e| load_error(path_error("lstat", &shown(path), &e)))?;
        }
        // The size is complained of first, also if the file cannot be opened.
        let info = opened.as_ref().map_or_else(|_| fs::metadata(path), fs::File::metadata);
        if let Ok(info) = &info {
            self.check_size(relative, name, info.len())?;
        }
        let file = opened.map_err(|error| unread(&error))?;
        let info = info.map_err(|error| unread(&error))?;
        let data = if self.reading == Reading::AsWanted && info.len() >= LARGE && can_wait(relative) {
            self.left = self.left.saturating_sub(info.len());
            Content::on_disk(path.to_owned())
        } else {
            let data = read(&file, info.len()).map_err(|error| unread(&error))?;
            self.left = self.left.saturating_sub(data.len() as u64);
            data.into()
        };
        Ok(File { name: relative.to_owned(), data, modified: modified(&info) })
    }

    fn check_size(&self, relative: &str, name: &OsStr, size: u64) -> Result<()> {
        if self.compat.limits_single_files() {
            if size > archive::MAX_FILE {
                let name = super::quoted(name.as_encoded_bytes());
                let words = format!("is larger than the maximum file size {}", archive::MAX_FILE);
                return Err(load_error(format!("chart file {name} {words}")));
            }
        } else if size > self.left {
            let words = format!("chart exceeds maximum decompressed size of {} bytes", archive::MAX_CHART);
            return Err(load_error(format!("error reading {relative}: {words}")));
        }
        Ok(())
    }
}

/// Whether a file, given by its path in the chart, is one of those that only `.Files` and `--include-crds` look into.
fn can_wait(mut path: &str) -> bool {
    while let Some((_, below)) = path.strip_prefix("charts/").and_then(|below| below.split_once('/')) {
        path = below;
    }
    match path.split_once('/') {
        Some((folder, _)) => !matches!(folder, "templates" | "charts"),
        None => !OF_CHARTS.contains(&path),
    }
}

fn link_notice(path: &str, resolved: &str) -> Notice {
    let words = "Contents of linked file included and used";
    Notice::new(Level::Info, format!("found symbolic link in path. {words}"))
        .with("path", path)
        .with("resolved", resolved)
        .helm3(format!("walk.go:75: found symbolic link in path: {path} resolves to {resolved}. {words}"))
}

/// Follows all links in an absolute path; the error is that of Go's `filepath.EvalSymlinks`.
fn resolve(path: &Path) -> std::result::Result<PathBuf, String> {
    let mut waiting: VecDeque<OsString> = path.components().map(|c| c.as_os_str().to_owned()).collect();
    let mut resolved = PathBuf::new();
    let mut links = 0;
    while let Some(part) = waiting.pop_front() {
        if part == ".." {
            resolved.pop();
            continue;
        }
        let next = resolved.join(&part);
        let info = fs::symlink_metadata(&next).map_err(|error| path_error("lstat", &shown(&next), &error))?;
        if !info.is_symlink() {
            if !info.is_dir() && !waiting.is_empty() {
                return Err("not a directory".to_owned());
            }
            resolved = next;
            continue;
        }
        links += 1;
        if links > 255 {
            return Err("EvalSymlinks: too many links".to_owned());
        }
        let target = fs::read_link(&next).map_err(|error| path_error("readlink", &shown(&next), &error))?;
        for component in target.components().rev() {
            waiting.push_front(component.as_os_str().to_owned());
        }
    }
    Ok(resolved)
}

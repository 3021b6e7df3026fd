//! Archives as Helm's linter sees them: unpacked to a directory, here in memory.

use super::ignore::Rules;
use super::inspect::RawMetadata;
use super::{File, archive, load_error, quoted};
use crate::compat::Compat;
use crate::error::Result;
use crate::gostd::path;

/// The files of the directory that an archive unpacks to, in the order of a walk; the error is Helm's text
/// without the place of the directory.
///
/// Source: Helm's `chartutil.Expand` and `lintChart`.
pub(super) fn expand(data: &[u8], compat: Compat) -> std::result::Result<Vec<File>, String> {
    let unextracted = |words: String| format!("unable to extract tarball: {words}");
    let mut files = archive::read(data, compat).map_err(|e| unextracted(e.message().into_owned()))?;
    let name = chart_name(&files, compat).map_err(unextracted)?;
    // Of files of one name the last one stays.
    files.reverse();
    files.sort_by(|a, b| a.name.split('/').cmp(b.name.split('/')));
    files.dedup_by(|next, kept| next.name == kept.name);
    if let Some(pair) = files.windows(2).find(|pair| is_below(&pair[1].name, &pair[0].name)) {
        return Err(unextracted(format!("open {name}/{}: is a directory", pair[0].name)));
    }
    found_at(&name, &files)?;
    Ok(files)
}

/// The name that the last `Chart.yaml` gives; Helm 4 makes sure that it is a name of a directory.
fn chart_name(files: &[File], compat: Compat) -> std::result::Result<String, String> {
    let mut name = String::new();
    for file in files.iter().filter(|file| file.name == "Chart.yaml") {
        let raw = RawMetadata::read(&file.data, compat).map_err(|words| format!("cannot load Chart.yaml: {words}"))?;
        name = raw.metadata.name;
    }
    if name.is_empty() {
        return Err("chart name not specified".to_owned());
    }
    if compat.refuses_dot_names() {
        if name == "." || name == ".." {
            return Err(format!("chart name {} is not allowed", quoted(&name)));
        }
        if name.as_bytes() != path::base(name.as_bytes()) {
            return Err(format!("chart name {} must not contain path separators", quoted(&name)));
        }
    }
    Ok(name)
}

/// Helm 3 unpacks to a path that the name makes, and looks for the chart in the first entry of the folder.
fn found_at(name: &str, files: &[File]) -> std::result::Result<(), String> {
    let inside = path::clean(format!("/{name}").as_bytes());
    let inside = String::from_utf8_lossy(&inside[1..]).into_owned();
    let (first, below) = match inside.split_once('/') {
        Some((first, _)) => (first, true),
        None if inside.is_empty() => {
            let first = files.first().map_or("", |file| &file.name);
            first.split_once('/').map_or((first, false), |(folder, _)| (folder, true))
        }
        None => return Ok(()),
    };
    Err(if below {
        format!("unable to check Chart.yaml file in chart: stat {first}/Chart.yaml: no such file or directory")
    } else {
        format!("unexpected file {first} in temporary output directory")
    })
}

/// Whether a path lies below another one.
fn is_below(name: &str, folder: &str) -> bool {
    name.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
}

/// The files without those that `.helmignore` leaves out, itself or a folder around them.
pub(super) fn without_ignored(files: &[File]) -> Result<Vec<File>> {
    let rules = files.iter().find(|file| file.name == ".helmignore").map_or(&[][..], |file| &file.data);
    let rules = Rules::parse(rules).map_err(load_error)?;
    let left_out = |name: &str| {
        let folders = name.match_indices('/').map(|(end, _)| &name[..end]);
        folders.into_iter().any(|folder| rules.ignore(folder, true)) || rules.ignore(name, false)
    };
    Ok(files.iter().filter(|file| !left_out(&file.name)).cloned().collect())
}

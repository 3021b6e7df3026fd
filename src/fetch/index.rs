//! `index.yaml`: what a repository has.

use super::{Access, Fetcher, Repository, cache, failed, http, reference};
use crate::atomic;
use crate::chart::decode::{Place, TypeName};
use crate::chart::{Chart, METADATA_FIELDS, Metadata};
use crate::compat::Compat;
use crate::diag::{Level, Notice};
use crate::error::Result;
use crate::gostd::json::{self, Style};
use crate::gostd::os::path_error;
use crate::gostd::path;
use crate::semver::{Constraints, Version};
use crate::value::{Map, Value};
use crate::yaml::{self, Node};
use std::collections::BTreeMap;
use std::path::Path;

/// The index of a repository.
#[derive(Debug, Default)]
pub struct Index {
    /// The versions of each chart, the newest first.
    pub entries: BTreeMap<String, Vec<IndexEntry>>,
}

/// One version of a chart.
#[derive(Debug, Default)]
pub struct IndexEntry {
    /// The version as the index has it.
    pub version: String,
    /// Where the archive is; the first one counts.
    pub urls: Vec<String>,
    /// The archive's checksum in hexadecimal digits; empty if the index has none.
    pub digest: String,
    /// Everything the index says, to be written again.
    pub node: Node,
}

/// The fields that an index may have beside those of a chart.
const ENTRY_FIELDS: [&str; 8] = ["urls", "created", "removed", "digest", "checksum", "engine", "tillerVersion", "url"];
const INDEX_FIELDS: [&str; 6] = ["serverInfo", "apiVersion", "generated", "entries", "publicKeys", "annotations"];

impl Index {
    /// Reads an index. Entries that are no charts are left out and told of; `source` is where the text is from.
    ///
    /// Source: Helm's `repo.loadIndex`.
    pub fn parse(text: &[u8], source: &str, compat: Compat, notices: &mut Vec<Notice>) -> Result<Index> {
        if text.is_empty() {
            return Err(failed("empty index.yaml file"));
        }
        let node = yaml::parse(text).map_err(|error| failed(error.message))?;
        if !matches!(node, Node::Map(_) | Node::Null) {
            let words = Place::root(compat).mismatch(&node, TypeName::Plain("repo.IndexFile"));
            return Err(failed(format!("error unmarshaling JSON: while decoding JSON: {words}")));
        }
        if !looks_like_json(text) {
            check_fields(&node, &INDEX_FIELDS)?;
        }
        let mut entries = BTreeMap::new();
        if let Some(Node::Map(charts)) = node.get("entries") {
            for (name, versions) in charts {
                let Node::List(versions) = versions else { continue };
                entries.insert(name.to_string(), read_versions(name, versions, text, source, compat, notices)?);
            }
        }
        match node.get("apiVersion") {
            Some(Node::Str(version)) if !version.is_empty() => Ok(Index { entries }),
            _ => Err(failed("no API version specified")),
        }
    }

    /// The entry of a chart for a version, a range of versions, or the newest that is no prerelease.
    ///
    /// Source: Helm's `IndexFile.Get`.
    pub fn get(&self, name: &str, version: &str, compat: Compat, notices: &mut Vec<Notice>) -> Result<&IndexEntry> {
        let versions = self.entries.get(name).ok_or_else(|| failed("no chart name found"))?;
        if versions.is_empty() {
            return Err(failed("no chart version found"));
        }
        let range = if version.is_empty() { "*" } else { version };
        let constraint = Constraints::parse(range.as_bytes(), compat).map_err(failed)?;
        if let Some(exact) = versions.iter().find(|entry| !version.is_empty() && entry.version == version) {
            return Ok(exact);
        }
        let fits = |entry: &&IndexEntry| {
            Version::parse(entry.version.as_bytes(), compat).is_ok_and(|version| constraint.check(&version))
        };
        let found = versions.iter().find(fits);
        let found = found.ok_or_else(|| failed(format!("no chart version found for {name}-{version}")))?;
        if !version.is_empty() && !is_range(version) && compat.structured_logs() {
            let words = "unable to find exact version requested; falling back to closest available version";
            let notice = Notice::new(Level::Warn, words).with("chart", name).with("requested", version);
            notices.push(notice.with("selected", found.version.as_str()));
        }
        Ok(found)
    }
}

/// Whether the text may be JSON, in which Helm tolerates fields that it does not know.
fn looks_like_json(text: &[u8]) -> bool {
    text.trim_ascii_start().starts_with(b"{") && text.trim_ascii_end().ends_with(b"}")
}

fn check_fields(node: &Node, known: &[&str]) -> Result<()> {
    let Node::Map(fields) = node else { return Ok(()) };
    let is_known = |name: &str| known.iter().any(|known| known.eq_ignore_ascii_case(name));
    match fields.iter().find(|(name, _)| !is_known(name)) {
        Some((name, _)) => {
            let words = "error unmarshaling JSON: while decoding JSON: json: unknown field";
            Err(failed(format!("{words} {name:?}")))
        }
        None => Ok(()),
    }
}

fn read_versions(
    name: &str,
    versions: &[Node],
    text: &[u8],
    source: &str,
    compat: Compat,
    notices: &mut Vec<Notice>,
) -> Result<Vec<IndexEntry>> {
    let known: Vec<&str> = METADATA_FIELDS.iter().chain(&ENTRY_FIELDS).copied().collect();
    let mut entries = Vec::with_capacity(versions.len());
    let skipped = |reason: &str| Notice::new(Level::Warn, format!("skipping loading invalid entry for chart{reason}"));
    // Helm goes backwards, which shows in the order of what it logs.
    for node in versions.iter().rev() {
        if *node == Node::Null {
            let helm3 =
                format!("index.go:359: skipping loading invalid entry for chart {name:?} from {source}: empty entry");
            notices.push(skipped(": empty entry").with("name", name).with("source", source).helm3(helm3));
            continue;
        }
        if !looks_like_json(text) {
            check_fields(node, &known)?;
        }
        let entry = entry(node);
        match Metadata::from_node(node, compat) {
            Err(error) if !error.message().starts_with("validation: more than one dependency with name or alias") => {
                let notice = skipped("").with("name", name).with("version", entry.version.as_str());
                let helm3 = format!(
                    "index.go:370: skipping loading invalid entry for chart {name:?} {:?} from {source}: {error}",
                    entry.version
                );
                notices.push(notice.with("source", source).with("error", error.message_bytes()).helm3(helm3));
            }
            _ => entries.push(entry),
        }
    }
    entries.reverse();
    sort(&mut entries, compat);
    Ok(entries)
}

fn entry(node: &Node) -> IndexEntry {
    let text = |key: &str| match node.get(key) {
        Some(Node::Str(text)) => text.to_string(),
        Some(other) => String::from_utf8_lossy(&crate::gostd::fmt::sprint(&[other.to_value()])).into_owned(),
        None => String::new(),
    };
    let urls = match node.get("urls") {
        Some(Node::List(urls)) => {
            urls.iter().filter_map(|url| if let Node::Str(url) = url { Some(url.to_string()) } else { None }).collect()
        }
        _ => Vec::new(),
    };
    IndexEntry { version: text("version"), urls, digest: text("digest"), node: node.clone() }
}

/// The newest first; what is no version goes to the end.
fn sort(entries: &mut [IndexEntry], compat: Compat) {
    entries.sort_by_cached_key(|entry| std::cmp::Reverse(Key(Version::parse(entry.version.as_bytes(), compat).ok())));
}

/// A version to sort by; none is less than every other.
struct Key(Option<Version>);

impl Ord for Key {
    fn cmp(&self, other: &Key) -> std::cmp::Ordering {
        match (&self.0, &other.0) {
            (Some(a), Some(b)) => a.compare(b),
            (a, b) => a.is_some().cmp(&b.is_some()),
        }
    }
}

impl PartialOrd for Key {
    fn partial_cmp(&self, other: &Key) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Key {
    fn eq(&self, other: &Key) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Key {}

/// Whether a version is meant as a range.
///
/// Source: Helm's `isVersionRange`.
fn is_range(version: &str) -> bool {
    if version.contains(['^', '~', '<', '>', '=', '!', '*']) || version.contains("||") || version.contains(" - ") {
        return true;
    }
    version.split(['-', '+']).next().unwrap_or_default().contains(['x', 'X'])
}

impl Fetcher<'_> {
    /// Where the index of a repository of that name is kept.
    pub(super) fn index_path(&self, name: &str) -> String {
        path::join(&[&self.places.repository_cache, &format!("{name}-index.yaml")])
    }

    /// Downloads a repository's index and keeps it. Offline, what is kept must do.
    ///
    /// Source: Helm's `ChartRepository.DownloadIndexFile`.
    pub fn refresh(&self, repository: &Repository) -> Result<()> {
        check_protocol(&repository.url, self.options.compat)?;
        let path = self.index_path(&repository.name);
        if self.options.offline {
            let message = || failed(format!("{} is not cached and --offline is set", repository.url));
            return if Path::new(&path).exists() { Ok(()) } else { Err(message()) };
        }
        let url = reference::resolve(&repository.url, "index.yaml", self.options.compat)?;
        let text = self.get(&url, &repository.url, &repository.access, None)?;
        let mut notices = Vec::new();
        let index = Index::parse(&text, &repository.url, self.options.compat, &mut notices)?;
        notices.into_iter().for_each(|notice| self.notice(notice));
        let names: String = index.entries.keys().fold(String::new(), |text, name| text + name + "\n");
        let charts = path::join(&[&self.places.repository_cache, &format!("{}-charts.txt", repository.name)]);
        atomic::replace(Path::new(&charts), names.as_bytes(), 0o644)?;
        atomic::replace(Path::new(&path), &text, 0o644)
    }

    /// Downloads the indexes of several repositories; what became of each.
    pub fn refresh_all<'r>(&self, repositories: &'r [Repository]) -> Vec<(&'r Repository, Result<()>)> {
        let results = super::in_parallel(repositories, |repository| self.refresh(repository));
        repositories.iter().zip(results).collect()
    }

    /// The kept index of a repository of that name.
    pub(super) fn index(&self, name: &str) -> Result<Index> {
        let path = self.index_path(name);
        let text = cache::read(Path::new(&path)).map_err(|e| failed(path_error("open", &path, &e)))?;
        let mut notices = Vec::new();
        let index = Index::parse(&text, &path, self.options.compat, &mut notices);
        notices.into_iter().for_each(|notice| self.notice(notice));
        index.map_err(|error| error.prefixed(&format!("error loading {path}: ")))
    }

    /// The body at a URL; `base` is the URL that credentials are for.
    pub(super) fn get(&self, url: &str, base: &str, access: &Access, accept: Option<&str>) -> Result<Vec<u8>> {
        if self.options.offline {
            return Err(failed(format!("{} is not cached and --offline is set", reference::without_password(url))));
        }
        let mut headers = Vec::new();
        let has_credentials = !access.username.is_empty() && !access.password.is_empty();
        if has_credentials && (access.pass_credentials || reference::same_origin(base, url)) {
            headers.push(("Authorization", super::oci::basic(&access.username, &access.password)));
        }
        headers.extend(accept.map(|accept| ("Accept", accept.to_owned())));
        let answer = self.http.send(http::Ask { url, headers: &headers, form: None }, access)?;
        if answer.status.as_u16() == 200 {
            return Ok(answer.body);
        }
        Err(failed(format!("failed to fetch {} : {}", reference::without_password(url), answer.status_line())))
    }
}

/// Refuses URLs that are neither HTTP nor HTTPS.
pub fn check_protocol(text: &str, compat: Compat) -> Result<()> {
    let parsed = crate::gostd::url::parse(text.as_bytes(), compat);
    let parsed = parsed.map_err(|_| failed(format!("invalid chart URL format: {text}")))?;
    match &*parsed.scheme {
        b"http" | b"https" => Ok(()),
        other => Err(failed(format!("could not find protocol handler for: {}", String::from_utf8_lossy(other)))),
    }
}

/// Writes the index of the archives in a folder and the folders in it, merged into another if one is
/// given; `now` is the time in seconds and nanoseconds.
///
/// Source: Helm's `repo.IndexDirectory` and `pkg/cmd/repo_index.go`.
pub fn write_index(
    folder: &str,
    url: &str,
    merge: Option<&str>,
    as_json: bool,
    now: (i64, u32),
    compat: Compat,
) -> Result<()> {
    let target = path::join(&[folder, "index.yaml"]);
    std::fs::read_dir(folder).map_err(|e| failed(path_error("open", &target, &e)))?;
    let created = crate::chart::timestamp(now);
    let mut entries: BTreeMap<String, Vec<(String, Value)>> = BTreeMap::new();
    for archive in archives(folder) {
        let Ok(chart) = Chart::load_any(&archive, compat, &mut Vec::new()) else { continue };
        let data = cache::read(Path::new(&archive)).map_err(|e| failed(path_error("open", &archive, &e)))?;
        let relative = archive.strip_prefix(&format!("{folder}/")).unwrap_or(&archive);
        let entry = chart.metadata.to_value();
        if let Value::Map(map) = &entry {
            map.insert("urls", Value::list(vec![Value::str(joined(url, relative))]));
            map.insert("digest", Value::str(cache::checksum(&data)));
            map.insert("created", Value::str(created.as_str()));
        }
        entries.entry(chart.name().to_owned()).or_default().push((chart.metadata.version.clone(), entry));
    }
    if let Some(other) = merge {
        merge_into(&mut entries, other, as_json, &created, compat)?;
    }
    let text = index_text(entries, &created, as_json, compat)?;
    atomic::replace(Path::new(&target), &text, 0o644)
}

/// Archives in a folder, then those in the folders in it.
fn archives(folder: &str) -> Vec<String> {
    let list = |folder: &str| -> Vec<String> {
        let entries = std::fs::read_dir(folder).into_iter().flatten().filter_map(std::result::Result::ok);
        let mut names: Vec<String> = entries.map(|e| format!("{folder}/{}", e.file_name().to_string_lossy())).collect();
        names.sort();
        names
    };
    let is_archive = |path: &String| path::ext(path.as_bytes()) == b".tgz";
    let top = list(folder);
    let below: Vec<String> = top.iter().filter(|path| Path::new(path).is_dir()).flat_map(|path| list(path)).collect();
    top.into_iter().filter(is_archive).chain(below.into_iter().filter(is_archive)).collect()
}

/// The URL of an archive below that of the repository.
fn joined(base: &str, relative: &str) -> String {
    if base.is_empty() {
        return relative.to_owned();
    }
    match base.split_once("://") {
        Some((scheme, rest)) => format!("{scheme}://{}", path::join(&[rest, relative])),
        None => path::join(&[base, relative]),
    }
}

type Entries = BTreeMap<String, Vec<(String, Value)>>;

/// Adds what another index has and this one has not; an index that is missing is written empty.
fn merge_into(entries: &mut Entries, other: &str, as_json: bool, created: &str, compat: Compat) -> Result<()> {
    let text = match cache::read(Path::new(other)) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            let empty = index_text(Entries::new(), created, as_json, compat)?;
            return atomic::replace(Path::new(other), &empty, 0o644);
        }
        Err(error) => return Err(failed(format!("merge failed: {}", path_error("open", other, &error)))),
    };
    let index = Index::parse(&text, other, compat, &mut Vec::new());
    let index = index.map_err(|e| e.prefixed(&format!("merge failed: error loading {other}: ")))?;
    for (name, versions) in index.entries {
        let known = entries.entry(name).or_default();
        for entry in versions {
            if !known.iter().any(|(version, _)| *version == entry.version) {
                known.push((entry.version, entry.node.to_value()));
            }
        }
    }
    Ok(())
}

fn index_text(entries: Entries, created: &str, as_json: bool, compat: Compat) -> Result<Vec<u8>> {
    let sorted = |(name, mut versions): (String, Vec<(String, Value)>)| {
        versions.sort_by_cached_key(|(text, _)| std::cmp::Reverse(Key(Version::parse(text.as_bytes(), compat).ok())));
        (name, Value::list(versions.into_iter().map(|(_, entry)| entry).collect()))
    };
    let map: Map = [
        ("apiVersion", Value::str("v1")),
        ("entries", Value::Map(entries.into_iter().map(sorted).collect())),
        ("generated", Value::str(created)),
    ]
    .into_iter()
    .collect();
    if !as_json {
        return yaml::write(&Value::Map(map), compat).map_err(failed);
    }
    let mut text = Vec::new();
    json::encode(&Value::Map(map), Style { escape_html: true, indent: Some("  ") }, compat, &mut text)
        .map_err(failed)?;
    Ok(text)
}

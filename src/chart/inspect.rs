//! The files of a chart as they are written, before they make a chart: what a linter looks at.

use super::decode::{self, Place, TypeName};
use super::metadata::{DEPENDENCY_FIELDS, Draft, FIELDS};
use super::values::{Merger, Mode};
use super::{Chart, File, Maintainer, Metadata, assemble, expand, load};
use crate::compat::Compat;
use crate::diag::Notice;
use crate::error::Error;
use crate::gostd::os::path_error;
use crate::value::{Map, Value};
use crate::yaml::{self, Node};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The files of one chart.
#[derive(Debug)]
pub enum Sources {
    /// A directory.
    Directory(PathBuf),
    /// The files that an archive unpacks to, in the order of a walk.
    Files(Vec<File>),
}

/// What is at a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// Nothing.
    Missing,
    /// A file.
    File,
    /// A directory.
    Directory,
}

impl Sources {
    /// Reads the files of an archive; the error is Helm's text.
    #[expect(clippy::disallowed_methods, reason = "a linter reads archives itself to tell what is wrong with one")]
    pub fn read_archive(path: &Path, compat: Compat) -> Result<Sources, String> {
        let shown = path.to_string_lossy();
        let data =
            std::fs::read(path).map_err(|e| format!("unable to open tarball: {}", path_error("open", &shown, &e)))?;
        Ok(Sources::Files(expand::expand(&data, compat)?))
    }

    /// The files of a directory.
    #[must_use]
    pub fn directory(path: &Path) -> Sources {
        Sources::Directory(load::absolute(path).unwrap_or_else(|_| path.to_owned()))
    }

    /// Where the chart lies, as Helm's messages name it.
    #[must_use]
    pub fn place(&self) -> String {
        match self {
            Sources::Directory(path) => path.to_string_lossy().into_owned(),
            Sources::Files(_) => "archive".to_owned(),
        }
    }

    /// Loads the chart, without a look at its format first.
    pub fn load(&self, compat: Compat, notices: &mut Vec<Notice>) -> Result<Arc<Chart>, Error> {
        match self {
            Sources::Directory(path) => load::load_directory(path, compat, notices),
            Sources::Files(files) => assemble::assemble(expand::without_ignored(files)?, compat, notices).map(Arc::new),
        }
    }

    /// What is at a name below the chart.
    #[must_use]
    pub fn entry(&self, name: &str) -> Entry {
        match self {
            Sources::Directory(path) => match std::fs::metadata(path.join(name)) {
                Err(_) => Entry::Missing,
                Ok(info) if info.is_dir() => Entry::Directory,
                Ok(_) => Entry::File,
            },
            Sources::Files(files) if files.iter().any(|f| f.name == name) => Entry::File,
            Sources::Files(files) => {
                let inside = |f: &File| f.name.strip_prefix(name).is_some_and(|rest| rest.starts_with('/'));
                if files.iter().any(inside) { Entry::Directory } else { Entry::Missing }
            }
        }
    }

    /// The content of a file below the chart; the error is Go's text.
    #[expect(clippy::disallowed_methods, reason = "a linter looks at single files of charts that cannot be loaded")]
    pub fn read(&self, name: &str) -> Result<Vec<u8>, String> {
        match self {
            Sources::Directory(path) => {
                let path = path.join(name);
                let operation = if path.is_dir() { "read" } else { "open" };
                std::fs::read(&path).map_err(|e| path_error(operation, &path.to_string_lossy(), &e))
            }
            Sources::Files(files) => {
                let file = files.iter().find(|f| f.name == name);
                file.map(|f| f.data.to_vec()).ok_or_else(|| format!("open {name}: no such file or directory"))
            }
        }
    }
}

/// `Chart.yaml` as it is written: neither sanitised nor checked.
#[derive(Debug, Default)]
pub struct RawMetadata {
    /// The fields, but for the two that follow.
    pub metadata: Metadata,
    /// The maintainers; an entry may be null.
    pub maintainers: Vec<Option<Maintainer>>,
    /// Whether any dependencies are listed.
    pub has_dependencies: bool,
    /// The document.
    pub node: Node,
}

impl RawMetadata {
    /// Reads the text of a `Chart.yaml`; the error is Helm's text.
    pub fn read(text: &[u8], compat: Compat) -> Result<RawMetadata, String> {
        let node = yaml::parse(text).map_err(|e| e.message)?;
        let mut draft = Draft::default();
        draft.read(&node, compat).map_err(undecodable)?;
        Ok(RawMetadata {
            metadata: draft.metadata,
            maintainers: draft.maintainers.unwrap_or_default(),
            has_dependencies: draft.dependencies.is_some_and(|d| !d.is_empty()),
            node,
        })
    }

    /// What a strict reader would refuse of the text that was read: keys that come twice, or a
    /// field that does not exist.
    #[must_use]
    pub fn strict_fault(&self, text: &[u8]) -> Option<String> {
        let repeated = repeated_keys(&String::from_utf8_lossy(text));
        if !repeated.is_empty() {
            return Some(format!("error converting YAML to JSON: yaml: unmarshal errors:{repeated}"));
        }
        let unknown = unknown_field(&self.node, &FIELDS)?;
        Some(undecodable(format!("json: unknown field {}", super::quoted(unknown))))
    }
}

pub(super) fn undecodable(message: String) -> String {
    format!("error unmarshaling JSON: while decoding JSON: {message}")
}

/// The keys of the outermost mapping that come again, in go-yaml's words with the lines of their
/// values. Only such a key can begin at the margin.
fn repeated_keys(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let is_blank = |line: &str| line.trim().is_empty() || line.trim_start().starts_with('#');
    let mut met = Vec::new();
    let mut out = String::new();
    for (i, line) in lines.iter().enumerate() {
        if is_blank(line) || line.starts_with([' ', '\t', '-']) {
            continue;
        }
        let Some((key, value)) = line.split_once(':') else { continue };
        let key = key.trim().trim_matches(['"', '\'']);
        if met.contains(&key) {
            let value_line = if is_blank(value) { lines[i + 1..].iter().position(|l| !is_blank(l)) } else { None };
            let number = i + 1 + value_line.map_or(0, |below| below + 1);
            out.push_str("\n  line ");
            out.push_str(&number.to_string());
            out.push_str(": key ");
            out.push_str(&super::quoted(key));
            out.push_str(" already set in map");
        }
        met.push(key);
    }
    out
}

/// The first key, in the order of the keys, that is not among `known`; also in the lists that
/// `Chart.yaml` has.
fn unknown_field<'n>(node: &'n Node, known: &[&str]) -> Option<&'n str> {
    let Node::Map(entries) = node else { return None };
    let mut entries: Vec<_> = entries.iter().map(|(key, value)| (&**key, value)).collect();
    entries.sort_unstable_by_key(|(key, _)| *key);
    entries.into_iter().find_map(|(key, value)| {
        if !known.iter().any(|name| name.eq_ignore_ascii_case(key)) {
            return Some(key);
        }
        let inner: &[&str] = match key.to_ascii_lowercase().as_str() {
            "maintainers" => &["name", "email", "url"],
            "dependencies" => &DEPENDENCY_FIELDS,
            _ => return None,
        };
        let Node::List(items) = value else { return None };
        items.iter().find_map(|item| unknown_field(item, inner))
    })
}

/// Whether any item of a list of resources has an annotation. The error is Helm's text.
pub fn items_have_annotation(text: &[u8], annotation: &str, compat: Compat) -> Result<bool, String> {
    let node = yaml::parse(text).map_err(|e| e.message)?;
    let plain = TypeName::Plain;
    let mut items: Option<Vec<Annotations>> = None;
    decode::fields(&node, &Place::root(compat), (plain(LIST), ""), &["Items"], |_, node, place| {
        decode::list(node, place, plain(ITEMS), &mut items, |annotations, node, place| {
            decode::fields(node, place, (plain(ITEM), ""), &["Metadata"], |_, node, place| {
                decode::fields(node, place, (plain(METADATA), ""), &["Annotations"], |_, node, place| {
                    decode::string_map(node, place, annotations)
                })
            })
        })
    })
    .map_err(undecodable)?;
    Ok(items.iter().flatten().flatten().any(|annotations| annotations.contains_key(annotation)))
}

type Annotations = Option<BTreeMap<String, String>>;

/// The Go types that a list of resources is read into.
const LIST: &str = "struct { Items []struct { Metadata struct { Annotations map[string]string } } }";
const ITEMS: &str = "[]struct { Metadata struct { Annotations map[string]string } }";
const ITEM: &str = "struct { Metadata struct { Annotations map[string]string } }";
const METADATA: &str = "struct { Annotations map[string]string }";

/// The values of a user over the first document of a `values.yaml`, without regard to subcharts. The tables in them
/// are the user's, changed. The error is Helm's text.
pub fn values_over_file(user: &Map, text: &[u8], compat: Compat, notices: &mut Vec<Notice>) -> Result<Map, String> {
    let node = yaml::parse(text).map_err(|e| e.message)?;
    let defaults = match node.to_value() {
        Value::Map(map) => map,
        Value::Nil => Map::new(),
        _ => {
            let go_type = TypeName::Plain(if compat.json_v2_engine() { "common.Values" } else { "chartutil.Values" });
            return Err(undecodable(Place::root(compat).mismatch(&node, go_type)));
        }
    };
    let values = Map::new();
    let mut merger = Merger::new(compat, notices);
    merger.tables(&values, user, Mode::Coalesce);
    merger.tables(&values, &defaults, Mode::Coalesce);
    Ok(values)
}

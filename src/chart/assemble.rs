//! Files by their names: which is what in a chart.

use super::documents::{self, Fault};
use super::metadata::{Draft, Metadata};
use super::parsed::{CompiledSchema, Parsed};
use super::{Chart, File, Lock, archive, load_error};
use crate::compat::Compat;
use crate::diag::Notice;
use crate::error::{Error, ErrorKind, Result};
use crate::gostd::path;
use crate::source::Text;
use crate::yaml::Node;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Charts within charts; far beyond what anybody nests, and a bound for archives made to harm.
const MAX_DEPTH: usize = 500;

/// Makes a chart of its files.
///
/// Source: Helm's `loader.LoadFiles`.
pub(super) fn assemble(files: Vec<File>, compat: Compat, notices: &mut Vec<Notice>) -> Result<Chart> {
    Assembler { compat, notices, place: String::new(), depth: 0 }.chart(files)
}

struct Assembler<'a> {
    compat: Compat,
    notices: &'a mut Vec<Notice>,
    /// Where the chart lies in the root chart, e.g. `charts/sub/`, for positions.
    place: String,
    depth: usize,
}

/// What has been sorted so far.
#[derive(Default)]
struct Parts {
    draft: Option<Draft>,
    lock: Option<Lock>,
    values: Node,
    values_file: Option<File>,
    schema: Option<Text>,
    modified: (Option<i64>, Option<i64>),
    templates: Vec<File>,
    files: Vec<File>,
    /// The files below `charts/` by their first segment there. Helm visits the charts in random order.
    charts: BTreeMap<String, Vec<File>>,
}

impl Assembler<'_> {
    fn chart(&mut self, files: Vec<File>) -> Result<Chart> {
        let mut parts = Parts::default();
        for file in files.iter().filter(|file| file.name == "Chart.yaml") {
            let draft = parts.draft.get_or_insert_default();
            documents::read(&file.data, |node| draft.read(node, self.compat)).map_err(|f| self.error(f, file))?;
            draft.assume_v1();
            parts.modified.0 = file.modified;
        }
        for file in files {
            self.sort(file, &mut parts)?;
        }
        let draft = parts.draft.ok_or_else(|| load_error("Chart.yaml file is missing"))?;
        let metadata = draft.finish(self.compat)?;
        let dependencies = self.subcharts(&metadata, parts.charts)?;
        Ok(Chart {
            metadata,
            lock: parts.lock,
            values: parts.values,
            values_file: parts.values_file,
            schema: parts.schema,
            modified: parts.modified,
            templates: parts.templates,
            files: parts.files,
            dependencies,
            parsed: Parsed::default(),
            compiled_schema: CompiledSchema::default(),
        })
    }

    fn sort(&mut self, file: File, parts: &mut Parts) -> Result<()> {
        match file.name.as_str() {
            "Chart.yaml" => {}
            "Chart.lock" => parts.lock = Some(self.lock(&file)?),
            "values.yaml" => {
                parts.values =
                    documents::read_values(&file.data, self.compat).map_err(|fault| self.error(fault, &file))?;
                parts.values_file = Some(file);
            }
            "values.schema.json" => {
                parts.modified.1 = file.modified;
                parts.schema = Some(file.data.text().clone());
            }
            "requirements.yaml" => {
                let draft = parts.draft.get_or_insert_default();
                self.is_v1(draft, 120, DEPENDENCIES_MOVED);
                documents::read(&file.data, |node| draft.read(node, self.compat)).map_err(|f| self.error(f, &file))?;
                let v1 = draft.api_version() == "v1";
                parts.files.extend(v1.then_some(file));
            }
            "requirements.lock" => {
                parts.lock = Some(self.lock(&file)?);
                let v1 = self.is_v1(parts.draft.get_or_insert_default(), 138, LOCK_MOVED);
                parts.files.extend(v1.then_some(file));
            }
            name if name.starts_with("templates/") => parts.templates.push(file),
            name => match name.strip_prefix("charts/") {
                Some(below) if path::ext(name.as_bytes()) != b".prov" => {
                    let segment = below.split('/').next().unwrap_or_default().to_owned();
                    let below = below.to_owned();
                    parts.charts.entry(segment).or_default().push(file.renamed(&below));
                }
                _ => parts.files.push(file),
            },
        }
        Ok(())
    }

    /// Whether the chart has the first format; logs the advice if it has not. Helm 3 shows the line of
    /// its own source.
    fn is_v1(&mut self, draft: &Draft, line: u32, advice: &str) -> bool {
        let v1 = draft.api_version() == "v1";
        if !v1 {
            self.notices.push(Notice::plain(advice).helm3(format!("load.go:{line}: {advice}")));
        }
        v1
    }

    fn lock(&self, file: &File) -> Result<Lock> {
        documents::read(&file.data, |node| Lock::decode(node, self.compat)).map_err(|fault| self.error(fault, file))
    }

    fn error(&self, fault: Fault, file: &File) -> Error {
        let words = format!("cannot load {}: ", file.name);
        fault.into_error(ErrorKind::Load, &words, &format!("{}{}", self.place, file.name), &file.data)
    }

    fn subcharts(&mut self, parent: &Metadata, charts: BTreeMap<String, Vec<File>>) -> Result<Vec<Arc<Chart>>> {
        let mut loaded = Vec::new();
        for (segment, files) in charts {
            if segment.starts_with(['_', '.']) {
                continue;
            }
            let outer = self.place.len();
            self.place.extend(["charts/", &segment, "/"]);
            self.depth += 1;
            let subchart = self.subchart(parent, &segment, files)?;
            self.depth -= 1;
            self.place.truncate(outer);
            loaded.push(Arc::new(subchart));
        }
        Ok(loaded)
    }

    fn subchart(&mut self, parent: &Metadata, segment: &str, mut files: Vec<File>) -> Result<Chart> {
        let in_parent =
            |error: Error| error.prefixed(&format!("error unpacking subchart {segment} in {}: ", parent.name));
        if self.depth > MAX_DEPTH {
            return Err(in_parent(load_error("charts are nested too deeply")));
        }
        if path::ext(segment.as_bytes()) == b".tgz" {
            let archive = files.swap_remove(0);
            if archive.name != segment {
                let words = format!("expected {segment}, got {}", archive.name);
                return Err(load_error(format!("error unpacking subchart tar in {}: {words}", parent.name)));
            }
            return archive::read(&archive.data, self.compat).and_then(|files| self.chart(files)).map_err(in_parent);
        }
        // A file right below `charts/` belongs to no chart, which is then found to have no Chart.yaml.
        let inside = |file: File| {
            let name = file.name.split_once('/')?.1.to_owned();
            Some(file.renamed(&name))
        };
        self.chart(files.into_iter().filter_map(inside).collect()).map_err(in_parent)
    }
}

const DEPENDENCIES_MOVED: &str = "Warning: Dependencies are handled in Chart.yaml since apiVersion \"v2\". \
    We recommend migrating dependencies to Chart.yaml.";
const LOCK_MOVED: &str = "Warning: Dependency locking is handled in Chart.lock since apiVersion \"v2\". \
    We recommend migrating to Chart.lock.";

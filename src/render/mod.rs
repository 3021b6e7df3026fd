//! A chart in motion: from values to manifests.

pub mod batch;
mod blame;
mod documents;
mod head;
pub mod objects;
mod options;
mod order;
pub mod print;
mod provenance;
mod scope;
mod split;

pub use crate::template::on_deep_stack;
pub use blame::blame;
pub use documents::{BadDocument, Documents, Hook, HookEvent, Manifest, RenderedFile, documents, documents_with};
pub use head::{Head, head};
pub use options::{RenderOptions, check_release_name};
pub use provenance::{Key, Origin, Provenance};
pub use split::split;

use crate::chart::{Chart, Content, Instance, UserValues};
use crate::compat::Compat;
use crate::diag::Notice;
use crate::error::{Error, ErrorKind, Result};
use crate::funcs;
use crate::gostd::path;
use crate::schema;
use crate::semver::{Constraints, Version};
use crate::source::Source;
use crate::template::func::FuncTable;
use crate::template::{Run, RunOptions, TemplateSet, exec_error, parse, parse_error};
use crate::value::{Map, MapKind, Value};
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::sync::{Arc, OnceLock};

/// Everything a render made.
#[derive(Clone, Debug)]
pub struct Rendered {
    /// The output of every template that is not a partial, sorted by name.
    pub files: Vec<RenderedFile>,
    /// Their documents, sorted as Helm prints them.
    pub documents: Documents,
    /// The charts' CRDs under their full names, in Helm's order.
    pub crds: Vec<(String, Content)>,
    /// The log lines that Helm writes meanwhile.
    pub notices: Vec<Notice>,
}

impl Rendered {
    /// The text of a document.
    #[must_use]
    pub fn content(&self, manifest: &Manifest) -> &[u8] {
        &self.files[manifest.file].text[manifest.range.clone()]
    }

    /// Reads the CRDs that were left on disk.
    pub fn read_crds(&self) -> Result<()> {
        self.crds.iter().try_for_each(|(path, content)| {
            let _ = content.text();
            content.check(path)
        })
    }

    /// The notes of the root chart, which `helm install` shows.
    #[must_use]
    pub fn notes(&self) -> Option<&[u8]> {
        let is_own = |file: &&RenderedFile| file.name.split('/').skip(1).eq(["templates", "NOTES.txt"]);
        self.files.iter().find(is_own).map(|file| file.text.as_slice())
    }
}

impl Chart {
    /// Renders the chart with the given values.
    ///
    /// The result depends on nothing else, but for the clock and the random source unless the
    /// options fix them. Runs on a deep stack of its own.
    pub fn render(self: &Arc<Chart>, values: &UserValues, options: &RenderOptions) -> Result<Rendered> {
        on_deep_stack(|| {
            let mut notices = Vec::new();
            let (instance, values) = prepare(self, values, options, &mut notices)?;
            check_kube_version(self, options)?;
            let files = execute(&instance, &values, options, &mut notices)?;
            let documents = documents(&files, options.compat).map_err(|bad| bad.error)?;
            notices.extend(documents.notices.iter().cloned());
            Ok(Rendered { crds: crds(&instance), files, documents, notices })
        })
    }
}

/// Processes dependencies, merges values and checks them against the charts' schemas.
pub fn prepare(
    chart: &Arc<Chart>,
    user: &UserValues,
    options: &RenderOptions,
    notices: &mut Vec<Notice>,
) -> Result<(Instance, Map)> {
    let (instance, values) = Instance::build(chart, user, options.compat, notices)?;
    if options.validate_schema {
        check_schemas(&instance, &values, options.compat, notices)?;
    }
    Ok((instance, values))
}

/// Checks the values of a chart and its subcharts against their schemas.
pub(crate) fn check_schemas(chart: &Instance, values: &Map, compat: Compat, notices: &mut Vec<Notice>) -> Result<()> {
    let mut instances = Vec::new();
    schema_instances(chart, Value::Map(values.clone()), compat, &mut instances);
    schema::check(instances, compat, notices)
}

/// A chart and its subcharts with their values, parents first.
fn schema_instances<'a>(chart: &'a Instance, values: Value, compat: Compat, into: &mut Vec<schema::Instance<'a>>) {
    let table = values.as_map().cloned();
    into.push(schema::Instance { chart: &chart.name, schema: chart.chart.compiled_schema(compat), values });
    for child in &chart.children {
        let values = table.as_ref().and_then(|t| t.get(&child.name)).unwrap_or_default();
        schema_instances(child, values, compat, into);
    }
}

/// Refuses a chart whose `kubeVersion` does not admit the assumed version of Kubernetes.
pub fn check_kube_version(chart: &Chart, options: &RenderOptions) -> Result<()> {
    let range = &chart.metadata.kube_version;
    let version = &options.kube_version;
    if range.is_empty() || admits(range, version.string(), options.compat) {
        return Ok(());
    }
    let message =
        format!("chart requires kubeVersion: {range} which is incompatible with Kubernetes {}", version.version);
    Err(Error::new(ErrorKind::Load, message))
}

fn admits(range: &str, version: &str, compat: Compat) -> bool {
    let range = Constraints::parse(range.as_bytes(), compat);
    let version = Version::parse(version.as_bytes(), compat);
    matches!((range, version), (Ok(range), Ok(version)) if range.check(&version))
}

/// The CRDs of a chart and its subcharts, each chart before its own.
#[must_use]
pub fn crds(instance: &Instance) -> Vec<(String, Content)> {
    let mut crds = Vec::new();
    instance.for_each(&mut |chart| {
        crds.extend(chart.chart.crds().map(|file| (path::join(&[&chart.path, &file.name]), file.data.clone())));
    });
    crds
}

/// Functions and the methods of the built-in objects.
pub(crate) fn function_table(compat: Compat) -> &'static FuncTable {
    static HELM3: OnceLock<FuncTable> = OnceLock::new();
    static HELM4: OnceLock<FuncTable> = OnceLock::new();
    let table = if compat == Compat::Helm4 { &HELM4 } else { &HELM3 };
    table.get_or_init(|| {
        let mut table = funcs::table(compat).clone();
        objects::add_methods(&mut table);
        table
    })
}

/// Runs all templates: the output of those that are not partials, sorted by name.
///
/// Log lines are added to `notices`, also when it fails.
pub fn execute(
    instance: &Instance,
    values: &Map,
    options: &RenderOptions,
    notices: &mut Vec<Notice>,
) -> Result<Vec<RenderedFile>> {
    let (files, _) = run(instance, values, options, notices, &[])?;
    Ok(files)
}

/// Runs all templates once more, watching some of them: who wrote what in their outputs, by the names of the files.
///
/// `values` must be those of a fresh [`prepare`], because templates may have changed the others, and the options
/// must fix clock and seed, where the output depends on them.
pub fn trace(instance: &Instance, values: &Map, options: &RenderOptions, names: &[&str]) -> Traces {
    let traced = run(instance, values, options, &mut Vec::new(), names);
    traced.map(|(_, traces)| traces).unwrap_or_default()
}

/// Who wrote what, by the name of the file.
pub type Traces = FxHashMap<String, Provenance>;

fn run(
    instance: &Instance,
    values: &Map,
    options: &RenderOptions,
    notices: &mut Vec<Notice>,
    traced: &[&str],
) -> Result<(Vec<RenderedFile>, Traces)> {
    let funcs = function_table(options.compat);
    let mut templates = scope::templates(instance, values, options);
    templates.sort_by_cached_key(|t| turn(&t.name));
    // Of files of one name the last one counts.
    templates.reverse();
    let mut seen = rustc_hash::FxHashSet::default();
    templates.retain(|t| seen.insert(t.name.clone()));
    templates.reverse();
    let mut set = TemplateSet::new();
    for template in &templates {
        let trees = template.chart.parsed(&template.name, template.file, options.compat);
        set.add(trees.map_err(|error| parse_error(&error))?.iter().cloned());
    }
    let mut run = Run::new(&set, funcs, run_options(options));
    let mut files = Vec::new();
    let mut traces = Traces::default();
    let mut failure = None;
    for template in &templates {
        if template.name.rsplit('/').next().is_some_and(|base| base.starts_with('_')) {
            continue;
        }
        if traced.contains(&template.name.as_str()) {
            run.set_trace(Box::new(Provenance::new(values)));
        }
        template.root.insert("Template", template_object(template));
        let root = Value::Map(template.root.clone());
        match run.render(&template.name, root) {
            Ok(text) => files.push(RenderedFile { name: template.name.as_str().into(), text }),
            Err(error) => {
                failure = Some(exec_error(&error, &template.name, options.compat));
                break;
            }
        }
        if let Some(Ok(provenance)) = run.take_trace().map(|trace| trace.into_any().downcast::<Provenance>()) {
            traces.insert(template.name.clone(), *provenance);
        }
    }
    notices.append(&mut run.take_notices());
    if options.last {
        std::mem::forget(templates);
    } else {
        release_maps(values, &templates);
    }
    instance.check_read()?;
    if let Some(failure) = failure {
        return Err(failure);
    }
    files.sort_by(|a, b| a.name.cmp(&b.name));
    Ok((files, traces))
}

/// What templates are sorted by before they run: deepest paths first and names in reverse, so that
/// outer and earlier files have the last word.
#[must_use]
pub fn turn(name: &str) -> impl Ord + use<> {
    Reverse((name.matches('/').count(), name.to_owned()))
}

/// Empties the maps that templates may have put into themselves, so that they are freed.
fn release_maps(values: &Map, templates: &[scope::Template<'_>]) {
    values.clear();
    templates.iter().for_each(|template| template.root.clear());
}

fn template_object(template: &scope::Template<'_>) -> Value {
    let map = Map::new().with_kind(MapKind::Values);
    map.insert("Name", template.name.as_str().into());
    map.insert("BasePath", template.base_path.as_str().into());
    Value::Map(map)
}

fn run_options(options: &RenderOptions) -> RunOptions {
    RunOptions {
        compat: options.compat,
        lint: options.lint,
        dns: options.dns,
        now: options.now.unwrap_or_else(system_time),
        seed: options.seed,
    }
}

/// The time in some seconds, for [`RenderOptions::now`].
#[must_use]
pub fn later(seconds: i64) -> (i64, u32) {
    let (now, nanoseconds) = system_time();
    (now.saturating_add(seconds), nanoseconds)
}

#[expect(clippy::disallowed_methods, reason = "a render without a fixed time starts at the system's")]
fn system_time() -> (i64, u32) {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    (since.as_secs() as i64, since.subsec_nanos())
}

/// Expands one template that stands alone, as for release names. Its errors are Go's own text.
pub fn expand(name: &str, text: &[u8], data: Value, funcs: &FuncTable, options: &RenderOptions) -> Result<Vec<u8>> {
    let mut set = TemplateSet::new();
    let source = Source::new(name, text);
    set.add(parse(&source, funcs, options.compat).map_err(|e| Error::new(ErrorKind::Parse, e.to_string()))?);
    let mut run = Run::new(&set, funcs, run_options(options));
    run.render_raw(name, data).map_err(|e| Error::new(ErrorKind::Exec, e.to_string()))
}

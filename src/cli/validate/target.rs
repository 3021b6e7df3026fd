//! What is to be checked: charts, which are rendered, and manifests.

use super::origin::Rendering;
use super::{Version, usage};
use crate::chart::{Content, UserValues};
use crate::cli::parse::Invocation;
use crate::cli::{Session, kubeconfig, release, source, template, values};
use crate::compat::Compat;
use crate::error::{Error, ErrorKind, Result};
use crate::gostd::os::path_error;
use crate::render::print::{self, Selection};
use crate::render::{self, RenderOptions, Rendered, RenderedFile};
use crate::source::Source;
use crate::validate::{Document, Outcome, Schemas};
use std::path::Path;
use std::sync::Arc;

/// Documents that are checked together, against one another and for the same versions.
pub(super) struct Batch {
    /// The chart's path; empty for manifests.
    pub(super) chart: String,
    pub(super) documents: Vec<Document>,
    pub(super) minors: Vec<u8>,
    /// What a chart's documents were rendered from.
    pub(super) rendering: Option<Rendering>,
}

/// The batches of all targets: one of all manifests, and for each chart one for the versions in which it renders the same.
pub(super) fn batches(
    invocation: &Invocation,
    versions: &[Version],
    session: &mut Session<'_, '_>,
) -> Result<Vec<Batch>> {
    let targets = invocation.args();
    if targets.is_empty() {
        return Err(usage(
            "\"pintle validate\" requires at least 1 argument: a chart, a manifest file or folder, or -",
        ));
    }
    let (charts, manifests): (Vec<_>, Vec<_>) = targets.into_iter().partition(|target| is_chart(target));
    let mut batches = Vec::new();
    if !manifests.is_empty() {
        let mut documents = Vec::new();
        for target in &manifests {
            manifest_files(target, session, &mut documents)?;
        }
        let minors = versions.iter().map(|version| version.minor).collect();
        batches.push(Batch { chart: String::new(), documents, minors, rendering: None });
    }
    if !charts.is_empty() {
        let user = Arc::new(values::collect(invocation, session)?);
        for chart in &charts {
            chart_batches(chart, &user, invocation, versions, session, &mut batches)?;
        }
    }
    Ok(batches)
}

/// A folder with a `Chart.yaml`, or an archive.
pub(super) fn is_chart(target: &str) -> bool {
    let path = Path::new(target);
    let archive = [".tgz", ".tar.gz"].iter().any(|end| target.ends_with(end));
    archive && path.is_file() || path.join("Chart.yaml").is_file()
}

/// Adds the documents of a file, of every YAML and JSON file below a folder, or of standard input.
fn manifest_files(target: &str, session: &mut Session<'_, '_>, documents: &mut Vec<Document>) -> Result<()> {
    if target == "-" {
        let mut text = Vec::new();
        let read = session.io.stdin.read_to_end(&mut text);
        read.map_err(|e| Error::new(ErrorKind::Load, path_error("read", "/dev/stdin", &e)))?;
        documents.extend(Document::split(&Source::new("<stdin>", text)));
        return Ok(());
    }
    for path in files(target, &["yaml", "yml", "json"])? {
        let text = read_if_there(&path)?.unwrap_or_default();
        documents.extend(Document::split(&Source::new(path, text)));
    }
    Ok(())
}

/// A file, or the files below a folder that end so, sorted. One that is not there is wrong usage.
fn files(target: &str, extensions: &[&str]) -> Result<Vec<String>> {
    let path = Path::new(target);
    if !path.is_dir() {
        path.metadata().map_err(|e| usage(path_error("open", target, &e)))?;
        return Ok(vec![target.to_owned()]);
    }
    let mut files = Vec::new();
    for entry in walkdir::WalkDir::new(path).follow_links(true).sort_by_file_name() {
        let entry = entry.map_err(|e| Error::new(ErrorKind::Load, e.to_string()))?;
        let fits = entry.path().extension().is_some_and(|end| extensions.iter().any(|each| end == *each));
        if fits && entry.file_type().is_file() {
            files.push(entry.path().to_string_lossy().into_owned());
        }
    }
    Ok(files)
}

/// Reads a file; `None` if there is none.
#[expect(clippy::disallowed_methods, reason = "files that the user names are read by the command line only")]
pub(super) fn read_if_there(path: &str) -> Result<Option<Vec<u8>>> {
    match std::fs::read(path) {
        Ok(text) => Ok(Some(text)),
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(e) => Err(Error::new(ErrorKind::Load, path_error("open", path, &e))),
    }
}

/// The schemas of `--schema-location`; those that are built in are always there.
pub(super) fn schemas(invocation: &Invocation) -> Result<Schemas> {
    let mut schemas = Schemas::default();
    for location in invocation.all("schema-location") {
        if location.starts_with("http://") || location.starts_with("https://") {
            let message =
                format!("pintle does not use the network: fetch {location} first and give its folder instead");
            return Err(Error::new(ErrorKind::Unsupported, message));
        }
        let is_pattern = Schemas::is_pattern(location);
        if location != "default" && !is_pattern {
            for path in files(location, &["yaml", "yml"])? {
                let text = read_if_there(&path)?.unwrap_or_default();
                schemas.add_crds(&path, &text)?;
            }
        }
        if is_pattern || Path::new(location).is_dir() {
            schemas.add_folder(location)?;
        }
    }
    Ok(schemas)
}

/// Renders a chart for every version and adds a batch for those with the same documents.
fn chart_batches(
    chart: &str,
    user: &Arc<UserValues>,
    invocation: &Invocation,
    versions: &[Version],
    session: &mut Session<'_, '_>,
    batches: &mut Vec<Batch>,
) -> Result<()> {
    let first = batches.len();
    for version in versions {
        let (documents, rendering) = documents(chart, user, invocation, version, session)?;
        let same = batches[first..].iter_mut().find(|batch| is_same(&batch.documents, &documents));
        match same {
            Some(batch) => batch.minors.push(version.minor),
            None => {
                let (chart, minors) = (chart.to_owned(), vec![version.minor]);
                batches.push(Batch { chart, documents, minors, rendering: Some(rendering) });
            }
        }
    }
    Ok(())
}

fn is_same(one: &[Document], other: &[Document]) -> bool {
    let same = |(a, b): (&Document, &Document)| a.source.name() == b.source.name() && a.text() == b.text();
    one.len() == other.len() && one.iter().zip(other).all(same)
}

/// What a chart renders for one version: its CRDs, manifests and hooks.
fn documents(
    chart: &str,
    user: &Arc<UserValues>,
    invocation: &Invocation,
    version: &Version,
    session: &mut Session<'_, '_>,
) -> Result<(Vec<Document>, Rendering)> {
    let compat = session.compat;
    let (name, reference) = release::name_and_chart(invocation, &[chart.to_owned()], compat)?;
    let path = source::locate(invocation, &reference, session)?;
    let chart = template::load(&path, invocation, session)?;
    release::check_name(&name, session)?;
    let options = RenderOptions {
        namespace: kubeconfig::namespace(invocation, session.io),
        is_upgrade: invocation.is_set("is-upgrade"),
        is_install: !invocation.is_set("is-upgrade"),
        kube_version: version.kube.clone(),
        api_versions: invocation.list("api-versions"),
        validate_schema: !invocation.is_set("skip-schema-validation"),
        dns: invocation.is_set("enable-dns"),
        ..RenderOptions::new(name, compat)
    }
    .repeatable();
    let mut notices = Vec::new();
    let prepared = render::prepare(&chart, user, &options, &mut notices);
    session.notices(&std::mem::take(&mut notices));
    let (instance, values) = prepared?;
    render::check_kube_version(&chart, &options)?;
    let files = render::execute(&instance, &values, &options, &mut notices);
    session.notices(&notices);
    let crds = render::crds(&instance);
    let files = files?;
    let selection =
        Selection { crds: true, no_hooks: invocation.is_set("no-hooks"), no_tests: invocation.is_set("skip-tests") };
    let documents = match render::documents(&files, compat) {
        Ok(sorted) => {
            session.notices(&sorted.notices);
            rendered_documents(&Rendered { files, documents: sorted, crds, notices: Vec::new() }, selection)
        }
        // A document that is not YAML hides nothing in the others.
        Err(_) => crd_documents(&crds).chain(files.iter().flat_map(|file| split_file(file, compat))).collect(),
    };
    Ok((documents, Rendering { chart, user: user.clone(), options }))
}

/// The documents of a file in which one is not YAML.
fn split_file(file: &RenderedFile, compat: Compat) -> impl Iterator<Item = Document> + use<> {
    let source = Source::new(&*file.name, file.text.as_slice());
    let ranges = if file.name.ends_with("NOTES.txt") { Vec::new() } else { render::split(&file.text, compat) };
    ranges.into_iter().map(move |range| Document { source: source.clone(), range })
}

fn crd_documents(crds: &[(String, Content)]) -> impl Iterator<Item = Document> {
    crds.iter().flat_map(|(name, text)| Document::split(&Source::new(name.as_str(), &**text)))
}

/// Drops what is not about templates that match one of the patterns, if there are patterns. One that matches none is
/// an error.
pub(super) fn keep_shown(patterns: &[&str], documents: &[Document], outcome: &mut Outcome) -> Result<()> {
    if patterns.is_empty() {
        return Ok(());
    }
    let matches = |pattern: &str, document: &Document| {
        let name = document.source.name();
        let inside = name.split_once('/').map_or(name, |(_, inside)| inside);
        print::shows(pattern, inside.as_bytes())
    };
    if let Some(pattern) = patterns.iter().find(|pattern| !documents.iter().any(|d| matches(pattern, d))) {
        return Err(Error::new(ErrorKind::Manifest, format!("could not find template {pattern} in chart")));
    }
    let is_shown = |document: usize| patterns.iter().any(|pattern| matches(pattern, &documents[document]));
    outcome.findings.retain(|finding| is_shown(finding.document));
    outcome.objects.retain(|(document, _)| is_shown(*document));
    Ok(())
}

/// The CRDs, and the documents that are printed, each in the text of its file.
pub(in crate::cli) fn rendered_documents(rendered: &Rendered, selection: Selection) -> Vec<Document> {
    let sources: Vec<Arc<Source>> =
        rendered.files.iter().map(|file| Source::new(&*file.name, file.text.as_slice())).collect();
    let hooks = selection.hooks(rendered).map(|hook| &hook.manifest);
    let printed = rendered.documents.manifests.iter().chain(hooks);
    let printed = printed.map(|m| Document { source: sources[m.file].clone(), range: m.range.clone() });
    crd_documents(&rendered.crds).chain(printed).collect()
}

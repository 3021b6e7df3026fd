//! `pintle validate`: checks charts and manifests as the API server would.

mod cases;
mod layers;
mod origin;
mod print;
mod target;

use super::parse::Invocation;
use super::{Failure, Session};
use crate::diag::Severity;
use crate::error::{Error, ErrorKind, Result};
use crate::render::objects::capabilities::KubeVersion;
use crate::report;
use crate::validate::{self, Document, MINORS, Options, Schemas};
pub(super) use layers::Given;
use origin::Origin;
pub(super) use origin::Rendering;
use target::Batch;
pub(super) use target::rendered_documents;

/// What was checked together, and what was found.
struct Checked {
    batch: Batch,
    outcome: validate::Outcome,
    /// Where each finding comes from, as far as that is known.
    origins: Vec<Option<Origin>>,
}

/// Exit code 1 if there are findings, 2 if the check could not be made as it was asked for.
pub(super) fn run(invocation: &Invocation, session: &mut Session<'_, '_>) -> std::result::Result<(), Failure> {
    let start = std::time::Instant::now();
    let checked = match check(invocation, session) {
        Ok(checked) => checked,
        Err(error) => {
            let code = if error.kind() == ErrorKind::Usage { 2 } else { 1 };
            super::report::error(session, &error);
            return Err(Failure::Exit(code));
        }
    };
    let text = print::text(&checked, start.elapsed(), invocation, session)?;
    match super::report::write_out(session.io, text.as_bytes()) {
        0 => {}
        code => return Err(Failure::Exit(code)),
    }
    let count = |severity| checked.iter().map(|c| c.outcome.count(severity)).sum::<usize>();
    let denied = invocation.is_set("deny-warnings") && count(Severity::Warning) > 0;
    if denied || count(Severity::Error) > 0 { Err(Failure::Exit(1)) } else { Ok(()) }
}

fn check(invocation: &Invocation, session: &mut Session<'_, '_>) -> Result<Vec<Checked>> {
    print::format(invocation)?;
    check_flags(invocation)?;
    let versions = versions(invocation, session)?;
    let options = options(invocation, session)?;
    let batches = target::batches(invocation, &versions, session)?;
    batches.into_iter().map(|batch| check_batch(batch, &options, invocation, session)).collect()
}

/// Flags of `template` that say what to do with what is printed, where nothing is.
const FOR_PRINTING: &[&str] =
    &["check", "dry-run", "output-dir", "post-renderer", "post-renderer-args", "release-name", "validate"];

/// Flags that have a meaning for charts only.
const FOR_CHARTS: &[&str] = &[
    "api-versions",
    "dependency-update",
    "generate-name",
    "is-upgrade",
    "name-template",
    "no-hooks",
    "set",
    "set-file",
    "set-json",
    "set-literal",
    "set-string",
    "show-only",
    "skip-schema-validation",
    "skip-tests",
    "values",
];

/// Refuses flags that would change nothing.
fn check_flags(invocation: &Invocation) -> Result<()> {
    let given = |name: &&&str| !invocation.all(name).is_empty();
    if let Some(name) = FOR_PRINTING.iter().find(given) {
        let message = format!("--{name} is for 'pintle template', which has --check; validate prints no manifests");
        return Err(usage(message));
    }
    let has_chart = invocation.args().iter().any(|target| target::is_chart(target));
    match FOR_CHARTS.iter().find(given) {
        Some(name) if !has_chart => Err(usage(format!("--{name} is for charts, and no target is one"))),
        _ => Ok(()),
    }
}

fn check_batch(
    batch: Batch,
    options: &Options,
    invocation: &Invocation,
    session: &mut Session<'_, '_>,
) -> Result<Checked> {
    let options = Options { minors: batch.minors.clone(), ..options.clone() };
    let schemas = target::schemas(invocation)?;
    let mut outcome = validate::check(&batch.documents, schemas, &options, &target::read_if_there)?;
    if !batch.chart.is_empty() {
        target::keep_shown(&invocation.all("show-only"), &batch.documents, &mut outcome)?;
    }
    Ok(with_origins(batch, outcome, || Given::on(invocation, session)))
}

/// What a chart has rendered, to be checked for the version of Kubernetes that it was rendered for.
pub(super) struct Subject<'s> {
    /// The path of the chart.
    pub(super) chart: String,
    pub(super) documents: Vec<Document>,
    /// The templates that count; none means all. The others are read all the same, for what they define.
    pub(super) show_only: Vec<&'s str>,
    pub(super) rendering: Rendering,
    /// Whether the documents are as the chart rendered them; no post-renderer had them.
    pub(super) is_original: bool,
}

fn check_subject(subject: Subject<'_>, given: impl FnOnce() -> Given) -> Result<Checked> {
    let Subject { chart, documents, show_only, rendering, is_original } = subject;
    let version = known(rendering.options.kube_version.string(), rendering.options.kube_version.clone())?;
    let namespace = rendering.options.namespace.clone();
    // There is no flag here that could give the schemas of others' kinds.
    let options = Options { namespace, ignore_missing_schemas: true, ..Options::new(version.minor) };
    let rendering = is_original.then_some(rendering);
    let batch = Batch { chart, documents, minors: vec![version.minor], rendering };
    let mut outcome = validate::check(&batch.documents, Schemas::default(), &options, &target::read_if_there)?;
    target::keep_shown(&show_only, &batch.documents, &mut outcome)?;
    Ok(with_origins(batch, outcome, given))
}

/// Errors end the command; all findings go to standard error.
pub(super) fn check_rendered(
    subject: Subject<'_>,
    invocation: &Invocation,
    session: &mut Session<'_, '_>,
) -> std::result::Result<(), Failure> {
    let checked = check_subject(subject, || Given::on(invocation, session))?;
    let color = super::report::colored(invocation.color_mode(), session.io.terminals.stderr, session.io);
    let text = print::human(std::slice::from_ref(&checked), true, color);
    let _ = session.io.stderr.write_all(text.as_bytes());
    if checked.outcome.count(Severity::Error) > 0 { Err(Failure::Exit(1)) } else { Ok(()) }
}

/// The errors and warnings among the findings, with excerpts as their details.
pub(super) fn findings(subject: Subject<'_>, given: impl FnOnce() -> Given) -> Result<Vec<report::Finding>> {
    Ok(cases::with_excerpts(&check_subject(subject, given)?))
}

fn with_origins(batch: Batch, outcome: validate::Outcome, given: impl FnOnce() -> Given) -> Checked {
    let origins = match &batch.rendering {
        Some(rendering) => origin::origins(rendering, &outcome.findings, &batch.documents, given),
        None => vec![None; outcome.findings.len()],
    };
    Checked { batch, outcome, origins }
}

fn usage(message: impl Into<Vec<u8>>) -> Error {
    Error::new(ErrorKind::Usage, message)
}

/// A version of Kubernetes to check for, in the form in which charts see it.
#[derive(Clone)]
struct Version {
    minor: u8,
    /// What `.Capabilities.KubeVersion` is.
    kube: KubeVersion,
}

/// The versions given, each once, or the one that Helm assumes.
fn versions(invocation: &Invocation, session: &Session<'_, '_>) -> Result<Vec<Version>> {
    let mut versions: Vec<Version> = Vec::new();
    let given = invocation.all("kube-version");
    for text in given.iter().flat_map(|text| text.split(',')).filter(|text| !text.is_empty()) {
        let kube = KubeVersion::parse(text, session.compat)
            .map_err(|reason| usage(format!("invalid kube version '{text}': {reason}")))?;
        let version = known(text, kube)?;
        if versions.iter().all(|other| other.minor != version.minor) {
            versions.push(version);
        }
    }
    if versions.is_empty() {
        let kube = KubeVersion::default_of(session.compat);
        versions.push(known("", kube)?);
    }
    Ok(versions)
}

fn known(text: &str, kube: KubeVersion) -> Result<Version> {
    let (first, last) = MINORS;
    let minor = kube.minor.trim_end_matches('+').parse().unwrap_or_default();
    if kube.major != "1" || !(first..=last).contains(&minor) {
        let message =
            format!("the schemas of Kubernetes {text} are not built in: there are those of 1.{first} to 1.{last}");
        return Err(usage(message));
    }
    Ok(Version { minor, kube })
}

fn options(invocation: &Invocation, session: &Session<'_, '_>) -> Result<Options> {
    let jobs = invocation.jobs()?;
    Ok(Options {
        minors: Vec::new(),
        allow_unknown_fields: invocation.is_set("allow-unknown-fields"),
        ignore_missing_schemas: invocation.is_set("ignore-missing-schemas"),
        skip: invocation.list("skip"),
        references: invocation.is_set("references"),
        namespace: crate::cli::kubeconfig::namespace(invocation, session.io),
        jobs,
    })
}

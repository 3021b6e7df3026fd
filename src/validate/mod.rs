//! What the API server would say of manifests, offline.
//!
//! [`check`] takes documents and gives findings. Structure comes from schemas, the rules behind it
//! are those of the API server's own validation, which no schema carries.

mod across;
mod crd;
mod finding;
mod json_schema;
mod kinds;
mod limits;
mod location;
mod object;
mod pack;
mod registry;
mod report;
mod rules;
mod schema;
mod structure;
mod walk;

pub use finding::{Finding, ObjectId, Path, Step};
pub use object::Document;
pub use pack::MINORS;
pub use registry::{ReadFile, Schemas};

use crate::diag::Severity;
use crate::error::Result;
use object::{Object, Parsed};
use registry::kind_of;
use report::Report;
use std::collections::BTreeSet;
use std::sync::Arc;
use structure::Structure;

/// How to check.
#[derive(Clone, Debug)]
pub struct Options {
    /// The minor versions of Kubernetes 1 to check for, each within [`MINORS`]; at least one.
    pub minors: Vec<u8>,
    /// Unknown fields are warnings.
    pub allow_unknown_fields: bool,
    /// Kinds without a schema are skipped.
    pub ignore_missing_schemas: bool,
    /// Kinds to skip, as `Kind` or `group/version/Kind`.
    pub skip: Vec<String>,
    /// Also note what is referred to but not among the objects.
    pub references: bool,
    /// The namespace of objects that name none.
    pub namespace: String,
    /// How many threads may work.
    pub jobs: usize,
}

impl Options {
    /// A strict check for one minor version on one thread.
    #[must_use]
    pub fn new(minor: u8) -> Options {
        Options {
            minors: vec![minor],
            allow_unknown_fields: false,
            ignore_missing_schemas: false,
            skip: Vec::new(),
            references: false,
            namespace: "default".into(),
            jobs: 1,
        }
    }
}

/// What a check found.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// Sorted by document and place.
    pub findings: Vec<Finding>,
    /// The objects that were checked, each with the index of its document.
    pub objects: Vec<(usize, Arc<ObjectId>)>,
    /// How many objects were skipped, by flag or for want of a schema.
    pub skipped: usize,
    /// How many CEL rules of custom resources were not evaluated.
    pub cel_rules: usize,
}

impl Outcome {
    /// How many findings are of a severity.
    #[must_use]
    pub fn count(&self, severity: Severity) -> usize {
        self.findings.iter().filter(|finding| finding.severity == severity).count()
    }
}

/// Checks documents. Schemas of CRDs among them are used for the others.
///
/// Fails if a schema that it needs cannot be read.
pub fn check(documents: &[Document], mut schemas: Schemas, options: &Options, read: ReadFile<'_>) -> Result<Outcome> {
    let above = object::lines_above(documents);
    let numbered: Vec<(usize, &Document)> = documents.iter().enumerate().collect();
    let parsed: Vec<Parsed<'_>> =
        in_parallel(&numbered, options.jobs, |(number, document)| object::parse(document, *number, above[*number]));
    let (mut objects, mut outcome) = (Vec::new(), Outcome::default());
    for each in &parsed {
        each.objects(&mut objects, &mut outcome.findings);
    }
    let all = objects.len();
    objects.retain(|object| !is_skipped(object, &options.skip));
    for object in objects.iter().filter(|object| crd::is_crd(object.spot)) {
        if let Err(reason) = schemas.add_object(object) {
            outcome.findings.push(whole_object(object, "broken-crd", reason));
        }
    }
    let kinds: BTreeSet<(&str, &str)> = objects.iter().map(|o| (&*o.id.api_version, &*o.id.kind)).collect();
    schemas.find(kinds.into_iter(), &options.minors, read)?;
    let is_known = |object: &Object<'_>| {
        let kind = kind_of(&object.id.api_version, &object.id.kind);
        options.minors.iter().any(|minor| schemas.get(&kind, *minor).is_some())
    };
    if options.ignore_missing_schemas {
        objects.retain(|object| is_known(object) || kinds::is_built_in(&object.id));
    }
    outcome.objects = objects.iter().map(|object| (object.document, object.id.clone())).collect();
    outcome.skipped = all - objects.len();
    outcome.cel_rules = cel_rules(&objects, &schemas, options);
    let found = in_parallel(&objects, options.jobs, |object| check_object(object, &schemas, options));
    outcome.findings.extend(found.into_iter().flatten());
    outcome.findings.extend(across::check(&objects, documents, &schemas, options));
    outcome.findings.sort_by(|a, b| order(a).cmp(&order(b)));
    Ok(outcome)
}

type Order<'f> = (usize, crate::yaml::Place, std::cmp::Reverse<Severity>, &'f Path, &'f str, &'f str);

fn order(finding: &Finding) -> Order<'_> {
    let severity = std::cmp::Reverse(finding.severity);
    (finding.document, finding.place, severity, &finding.path, finding.rule, &finding.message)
}

fn is_skipped(object: &Object<'_>, skip: &[String]) -> bool {
    let full = format!("{}/{}", object.id.api_version, object.id.kind);
    skip.iter().any(|each| *each == object.id.kind || *each == full)
}

/// A finding about an object as a whole.
fn whole_object(object: &Object<'_>, rule: &'static str, message: String) -> Finding {
    let mut report = Report::new(object.spot, Some(object.id.clone()), object.document, object.lines_above);
    report.error(rule, object.spot, message).clone()
}

fn cel_rules(objects: &[Object<'_>], schemas: &Schemas, options: &Options) -> usize {
    let kinds: BTreeSet<_> = objects.iter().map(|o| kind_of(&o.id.api_version, &o.id.kind)).collect();
    let minor = options.minors.last().copied().unwrap_or(MINORS.1);
    kinds.iter().filter_map(|kind| schemas.get(kind, minor)).map(registry::Found::cel_rules).sum()
}

fn check_object(object: &Object<'_>, schemas: &Schemas, options: &Options) -> Vec<Finding> {
    let mut report = Report::new(object.spot, Some(object.id.clone()), object.document, object.lines_above);
    let kind = kind_of(&object.id.api_version, &object.id.kind);
    let unknown = if options.allow_unknown_fields { Severity::Warning } else { Severity::Error };
    for minor in &options.minors {
        report.version = Some(*minor);
        kinds::check_version(object, *minor, &mut report);
        match schemas.get(&kind, *minor) {
            Some(found) => {
                let (schema, definitions) = found.parts();
                Structure { definitions, minor: *minor, unknown, report: &mut report }.check(object.spot, schema);
                if let registry::Found::Read(_) = found {
                    check_metadata(object, *minor, unknown, &mut report);
                }
            }
            None => kinds::check_missing(object, *minor, options.ignore_missing_schemas, &mut report),
        }
    }
    report.version = None;
    rules::check(object, kinds::is_built_in(&object.id), &mut report);
    let mut findings = report.into_findings();
    drop_lesser(&mut findings);
    for finding in &mut findings {
        if finding.versions.len() == options.minors.len() {
            finding.versions.clear();
        }
    }
    findings
}

/// Drops warnings about items that come twice where an error says so, and what is said about null items in values
/// that should not be there at all or are of another type.
fn drop_lesser(findings: &mut Vec<Finding>) {
    let paths = |is_told: fn(&Finding) -> bool| -> Vec<Path> {
        findings.iter().filter(|f| is_told(f)).map(|f| f.path.clone()).collect()
    };
    let twice = paths(|f| f.severity == Severity::Error && f.rule.starts_with("duplicate-"));
    let misplaced = paths(|f| matches!(f.rule, "unknown-field" | "invalid-type"));
    findings.retain(|f| match f.rule {
        "duplicate-item" => !twice.iter().any(|path| path.0.starts_with(&f.path.0)),
        "null-item" => !misplaced.iter().any(|path| f.path.0.starts_with(&path.0)),
        _ => true,
    });
}

/// The metadata of a custom object has the fields of every object's, whatever its schema says.
fn check_metadata<'t>(object: &Object<'t>, minor: u8, unknown: Severity, report: &mut Report<'t>) {
    let schema = pack::pack().kind("", "v1", "ConfigMap", minor).and_then(|schema| schema.field("metadata", minor));
    if let (Some(metadata), Some(field)) = (object.spot.get("metadata"), schema) {
        Structure { definitions: pack::pack(), minor, unknown, report }.check(metadata, &field.schema);
    }
}

/// From how many pieces of work on a thread is worth its start.
const WORTH_A_THREAD: usize = 64;

/// How much stack a thread has for values that are nested deeply; most of it is never touched.
const STACK: usize = 256 << 20;

/// Applies a function to everything, in order of the items.
fn in_parallel<T: Sync, R: Send>(items: &[T], jobs: usize, work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let jobs = jobs.min(items.len() / WORTH_A_THREAD).max(1);
    if jobs == 1 {
        return items.iter().map(work).collect();
    }
    std::thread::scope(|scope| {
        let start = |part: &'_ [T]| part.iter().map(&work).collect::<Vec<R>>();
        let parts = items.chunks(items.len().div_ceil(jobs));
        let threads: Vec<_> = parts
            .map(|part| {
                let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, move || start(part));
                (thread, part)
            })
            .collect();
        let join = |(thread, part): (std::io::Result<std::thread::ScopedJoinHandle<'_, Vec<R>>>, &[T])| match thread {
            Ok(thread) => thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
            // Without room for another thread, this one does its part.
            Err(_) => start(part),
        };
        threads.into_iter().flat_map(join).collect()
    })
}

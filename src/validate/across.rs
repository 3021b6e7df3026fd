//! What is wrong between objects.

use super::Options;
use super::finding::Finding;
use super::object::{Document, Object};
use super::registry::{Schemas, kind_of};
use super::report::Report;
use super::rules::{pod_template, references_of};
use super::walk::{at, each, get, items, text};
use crate::diag::Severity;
use crate::kube::scope;
use crate::yaml::Spot;
use rustc_hash::{FxHashMap, FxHashSet};

/// Checks all objects of a run against one another.
pub(super) fn check(
    objects: &[Object<'_>],
    documents: &[Document],
    schemas: &Schemas,
    options: &Options,
) -> Vec<Finding> {
    let place = |object| Placed { is_crd_file: is_crd_file(object, documents), ..Placed::of(object, schemas, options) };
    let placed: Vec<Placed<'_, '_>> = objects.iter().map(place).collect();
    let mut findings = twice(&placed);
    findings.extend(services(&placed));
    if options.references {
        findings.extend(references(&placed));
    }
    findings
}

/// An object with the namespace that it ends up in.
struct Placed<'o, 't> {
    object: &'o Object<'t>,
    group: &'o str,
    namespace: &'o str,
    /// Whether it lies in a chart's `crds/`, where Helm leaves out what there is already.
    is_crd_file: bool,
}

fn is_crd_file(object: &Object<'_>, documents: &[Document]) -> bool {
    let name = documents[object.document].source.name();
    object.id.kind == "CustomResourceDefinition" && name.contains("/crds/") && !name.contains("/templates/")
}

impl<'o, 't> Placed<'o, 't> {
    fn of(object: &'o Object<'t>, schemas: &Schemas, options: &'o Options) -> Placed<'o, 't> {
        let id = &object.id;
        let is_cluster = schemas.is_cluster(&kind_of(&id.api_version, &id.kind)).unwrap_or_default();
        let namespace = match (is_cluster, &*id.namespace) {
            (true, _) => "",
            (false, "") => &*options.namespace,
            (false, own) => own,
        };
        Placed { object, group: scope::group(&id.api_version), namespace, is_crd_file: false }
    }

    fn is(&self, group: &str, kind: &str) -> bool {
        self.group == group && self.object.id.kind == kind
    }

    /// Whether Helm makes the object at a certain time only.
    fn is_hook(&self) -> bool {
        at(self.object.spot, "metadata.annotations")
            .is_some_and(|annotations| annotations.get("helm.sh/hook").is_some())
    }

    fn report(&self) -> Report<'t> {
        let object = self.object;
        Report::new(object.spot, Some(object.id.clone()), object.document, object.lines_above)
    }
}

/// The same object twice. Helm leaves out a CRD of `crds/` that is there. Hooks may come again at another time, and generated names are new each time.
fn twice(objects: &[Placed<'_, '_>]) -> Vec<Finding> {
    let mut seen: FxHashMap<_, &Placed<'_, '_>> = FxHashMap::default();
    let mut findings = Vec::new();
    for placed in objects.iter().filter(|placed| !placed.is_hook()) {
        let id = &placed.object.id;
        let Some(name) = at(placed.object.spot, "metadata.name").filter(|name| name.text() != Some("")) else {
            continue;
        };
        let key = (placed.group, &*id.kind, placed.namespace, &*id.name);
        if let Some(first) = seen.get(&key) {
            let line = first.object.spot.place.line + first.object.lines_above;
            let where_to = if first.object.document == placed.object.document { "above" } else { "before" };
            let message = format!("the same object is rendered {where_to}, at line {line} of its file");
            let severity = if placed.is_crd_file { Severity::Note } else { Severity::Error };
            findings.push(placed.report().add(severity, "duplicate-object", name, message).clone());
        } else {
            seen.insert(key, placed);
        }
    }
    findings
}

/// Labels that controllers put on pods.
const ADDED: &[&str] = &[
    "apps.kubernetes.io/pod-index",
    "batch.kubernetes.io/job-completion-index",
    "batch.kubernetes.io/job-name",
    "controller-revision-hash",
    "job-name",
    "pod-template-hash",
    "statefulset.kubernetes.io/pod-name",
];

/// Services whose selectors match no pods of the run: a warning if each of their labels is on some pod, so that only
/// a value can be wrong, and a note otherwise, for pods may come from elsewhere and be labelled later.
fn services(objects: &[Placed<'_, '_>]) -> Vec<Finding> {
    let pods: Vec<(&str, &Spot<'_>)> = objects
        .iter()
        .filter_map(|p| Some((p.namespace, at(pod_template(&p.object.id, p.object.spot)?, "metadata.labels")?)))
        .collect();
    let mut findings = Vec::new();
    for placed in objects.iter().filter(|placed| placed.is("", "Service")) {
        let Some(selector) = at(placed.object.spot, "spec.selector").filter(|s| !s.fields().is_empty()) else {
            continue;
        };
        let wanted: Vec<_> = selector.fields().iter().filter(|field| !ADDED.contains(&&*field.key)).collect();
        let near: Vec<_> = pods.iter().filter(|(namespace, _)| *namespace == placed.namespace).collect();
        let selects = |labels: &Spot<'_>| {
            wanted.iter().all(|field| labels.get(&field.key).and_then(Spot::text) == field.value.text())
        };
        if near.is_empty() || near.iter().any(|(_, labels)| selects(labels)) {
            continue;
        }
        let all_known = wanted.iter().all(|field| near.iter().any(|(_, labels)| labels.get(&field.key).is_some()));
        let severity = if all_known { Severity::Warning } else { Severity::Note };
        let message = "the selector matches no pods that are rendered";
        findings.push(placed.report().add(severity, "service-selects-nothing", selector, message).clone());
    }
    findings
}

/// Names of other objects, by the group and kind that has them, the path to the name, and the kind that is named.
const NAMES: &[(&str, &str, &str, &str)] = &[
    ("networking.k8s.io", "Ingress", "spec.rules[].http.paths[].backend.service.name", "Service"),
    ("networking.k8s.io", "Ingress", "spec.defaultBackend.service.name", "Service"),
    ("networking.k8s.io", "Ingress", "spec.tls[].secretName", "Secret"),
    ("apps", "StatefulSet", "spec.serviceName", "Service"),
];

/// What is referred to but not among the objects: it must be there already.
fn references(objects: &[Placed<'_, '_>]) -> Vec<Finding> {
    let known: FxHashSet<(&str, &str, &str)> =
        objects.iter().map(|p| (&*p.object.id.kind, p.namespace, &*p.object.id.name)).collect();
    let mut findings = Vec::new();
    for placed in objects {
        let spot = placed.object.spot;
        let mut report = placed.report();
        let look = |kind: &str, namespace: &str, name: &'_ Spot<'_>| -> Option<String> {
            let text = name.text().filter(|text| !text.is_empty())?;
            let implied = kind == "ServiceAccount" && text == "default";
            let missing = !implied && !known.contains(&(kind, namespace, text));
            missing.then(|| format!("the {kind} {text:?} is not among the objects"))
        };
        let mut found: Vec<(&Spot<'_>, String)> = Vec::new();
        if let Some(spec) = pod_template(&placed.object.id, spot).and_then(|template| get(template, "spec")) {
            references_of(spec, &mut |kind, name| {
                found.extend(look(kind, placed.namespace, name).map(|message| (name, message)));
            });
        }
        for (_, _, path, kind) in NAMES.iter().filter(|(group, kind, ..)| placed.is(group, kind)) {
            each(spot, path, &mut |name| {
                found.extend(look(kind, placed.namespace, name).map(|message| (name, message)));
            });
        }
        for service in items(spot, "webhooks").iter().filter_map(|webhook| at(webhook, "clientConfig.service")) {
            if let Some(name) = get(service, "name") {
                found.extend(look("Service", text(service, "namespace"), name).map(|message| (name, message)));
            }
        }
        if let Some(name) = at(spot, "metadata.namespace").filter(|_| !placed.namespace.is_empty()) {
            let standard = matches!(name.text(), Some("default" | "kube-system" | "kube-public" | "kube-node-lease"));
            if !standard {
                found.extend(look("Namespace", "", name).map(|message| (name, message)));
            }
        }
        for (name, message) in found {
            report.add(Severity::Note, "missing-reference", name, message);
        }
        findings.extend(report.into_findings());
    }
    findings
}

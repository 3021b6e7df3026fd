//! The rules of the API server that schemas do not carry, one file a theme.
//!
//! Source: `pkg/apis/*/validation` of Kubernetes, whose words are used for what is found.

mod access;
mod affinity;
mod container;
mod custom;
mod data;
mod env;
mod ingress;
mod metadata;
mod pod;
mod policy;
mod probe;
mod rbac;
mod resources;
mod scaling;
mod selector;
mod service;
mod storage;
mod tables;
mod volume;
mod webhook;
mod workload;

use super::finding::ObjectId;
use super::object::Object;
use super::report::Report;
use crate::diag::Severity;
use crate::kube::scope;
use crate::yaml::{Content, Spot};

/// The rules of some kinds.
type Check = for<'t> fn(&'t Spot<'t>, &mut Report<'t>);

/// Groups and kinds with their rules. Those of pods are in [`POD_SPECS`], those that are plain lists in [`tables`].
const KINDS: &[(&str, &[&str], Check)] = &[
    ("", &["ConfigMap"], data::config_map),
    ("", &["Secret"], data::secret),
    ("", &["Service"], service::check),
    ("", &["PersistentVolumeClaim"], storage::claim),
    ("", &["PersistentVolume"], storage::volume),
    ("apps", &["Deployment", "StatefulSet", "DaemonSet", "ReplicaSet"], workload::check),
    ("apps", &["StatefulSet"], storage::claim_templates),
    ("batch", &["Job"], workload::job),
    ("batch", &["CronJob"], workload::cron_job),
    ("autoscaling", &["HorizontalPodAutoscaler"], scaling::autoscaler),
    ("policy", &["PodDisruptionBudget"], scaling::disruption_budget),
    ("networking.k8s.io", &["Ingress"], ingress::check),
    ("networking.k8s.io", &["NetworkPolicy"], policy::check),
    ("rbac.authorization.k8s.io", &["Role", "ClusterRole"], rbac::role),
    ("rbac.authorization.k8s.io", &["RoleBinding", "ClusterRoleBinding"], rbac::binding),
    (
        "admissionregistration.k8s.io",
        &["ValidatingWebhookConfiguration", "MutatingWebhookConfiguration"],
        webhook::check,
    ),
    (
        "authorization.k8s.io",
        &["SubjectAccessReview", "SelfSubjectAccessReview", "LocalSubjectAccessReview"],
        access::check,
    ),
    ("apiextensions.k8s.io", &["CustomResourceDefinition"], custom::check),
    ("storage.k8s.io", &["StorageClass"], storage::class),
];

/// Where kinds keep the template of their pods; `.` is the object itself.
pub(super) const POD_SPECS: &[(&str, &[&str], &str)] = &[
    ("", &["Pod"], "."),
    ("", &["PodTemplate"], "template"),
    ("", &["ReplicationController"], "spec.template"),
    ("apps", &["Deployment", "StatefulSet", "DaemonSet", "ReplicaSet"], "spec.template"),
    ("batch", &["Job"], "spec.template"),
    ("batch", &["CronJob"], "spec.jobTemplate.spec.template"),
];

/// The pod, or the template of pods, of an object.
pub(super) fn pod_template<'t>(id: &ObjectId, spot: &'t Spot<'t>) -> Option<&'t Spot<'t>> {
    let group = scope::group(&id.api_version);
    let (.., path) = POD_SPECS.iter().find(|(of, kinds, _)| *of == group && kinds.contains(&&*id.kind))?;
    if *path == "." { Some(spot) } else { crate::validate::walk::at(spot, path) }
}

/// Calls `found` with every kind and name that the spec of a pod refers to and cannot do without.
pub(super) fn references_of<'t>(spec: &'t Spot<'t>, found: &mut dyn FnMut(&'static str, &'t Spot<'t>)) {
    volume::references(spec, found);
}

/// Checks one object. `is_built_in` says whether its kind is one of Kubernetes' own.
pub(super) fn check<'t>(object: &Object<'t>, is_built_in: bool, report: &mut Report<'t>) {
    let (id, spot) = (&object.id, object.spot);
    let group = scope::group(&id.api_version);
    twice(spot, report);
    metadata::check(id, spot, report);
    metadata::status(id, spot, report);
    if !is_built_in {
        return;
    }
    tables::check(group, &id.kind, spot, report);
    selector::check(spot, report);
    if let Some(template) = pod_template(id, spot) {
        pod::check(id, spot, template, report);
    }
    for (_, _, rules) in KINDS.iter().filter(|(of, kinds, _)| *of == group && kinds.contains(&&*id.kind)) {
        rules(spot, report);
    }
    null_items(spot, report);
}

/// Keys that a mapping has twice, of which Helm and the API server take the last.
fn twice<'t>(spot: &'t Spot<'t>, report: &mut Report<'t>) {
    for field in spot.fields() {
        if let Some(earlier) = field.earlier {
            let message = format!("duplicate field {:?}: it is also set at line {}", field.key, report.line(earlier));
            report.key(Severity::Error, "duplicate-key", &field.value, field.place, message);
        }
        twice(&field.value, report);
    }
    spot.items().iter().for_each(|item| twice(item, report));
}

/// Items of lists that are null, which templates leave behind when they write nothing.
fn null_items<'t>(spot: &'t Spot<'t>, report: &mut Report<'t>) {
    for item in spot.items() {
        if item.content == Content::Null {
            report.invalid("null-item", item, "items of a list must not be null");
        }
        null_items(item, report);
    }
    spot.fields().iter().for_each(|field| null_items(&field.value, report));
}

/// Whether Go's standard base64 decoder takes the text.
pub(super) fn is_base64(text: &str) -> bool {
    let joined: Vec<u8> = text.bytes().filter(|b| !matches!(b, b'\n' | b'\r')).collect();
    data_encoding::BASE64.decode(&joined).is_ok()
}

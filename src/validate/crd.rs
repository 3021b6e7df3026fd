//! Schemas of custom resources, from their CustomResourceDefinitions.

use super::json_schema::{self, Dialect, Document};
use super::registry::Kind;
use crate::error::{Error, ErrorKind, Result};
use crate::source::Source;
use crate::yaml::{self, Content, Spot};
use std::sync::Arc;

/// One version of a custom resource.
#[derive(Debug)]
pub(super) struct Resource {
    pub(super) schema: Arc<Document>,
    pub(super) is_cluster: bool,
}

/// Whether an object is a CRD.
pub(super) fn is_crd(spot: &Spot<'_>) -> bool {
    let text = |field: &str| spot.get(field).and_then(Spot::text).unwrap_or_default();
    text("kind") == "CustomResourceDefinition" && text("apiVersion").starts_with("apiextensions.k8s.io/")
}

/// Gives the resources of every CRD in a file.
pub(super) fn read_file(name: &str, text: &[u8], mut add: impl FnMut(Kind, Resource)) -> Result<()> {
    let fail = |reason: String| Error::new(ErrorKind::Load, format!("{name}: {reason}"));
    for document in super::object::Document::split(&Source::new(name, text)) {
        let spot = yaml::locate(document.text()).map_err(|e| fail(e.to_string()))?;
        let items =
            if is_crd(&spot) { std::slice::from_ref(&spot) } else { spot.get("items").map_or(&[][..], Spot::items) };
        for crd in items.iter().filter(|item| is_crd(item)) {
            read(crd).map_err(fail)?.into_iter().for_each(|(kind, resource)| add(kind, resource));
        }
    }
    Ok(())
}

/// The resources that a CRD defines. The error says what is wrong with its schemas.
pub(super) fn read(crd: &Spot<'_>) -> std::result::Result<Vec<(Kind, Resource)>, String> {
    let spec = crd.get("spec").ok_or("the CRD has no spec")?;
    let group = spec.get("group").and_then(Spot::text).ok_or("the CRD has no spec.group")?;
    let kind = spec.get("names").and_then(|names| names.get("kind")).and_then(Spot::text);
    let kind = kind.ok_or("the CRD has no spec.names.kind")?;
    let is_cluster = spec.get("scope").and_then(Spot::text) == Some("Cluster");
    let preserves = spec.get("preserveUnknownFields").is_some_and(|value| value.content == Content::Bool(true));
    // One schema for all versions is the form of v1beta1.
    let shared = spec.get("validation").and_then(|validation| validation.get("openAPIV3Schema"));
    let mut resources = Vec::new();
    let versions = spec.get("versions").map(Spot::items).unwrap_or_default();
    let named = versions.iter().filter_map(|version| Some((version.get("name")?.text()?, Some(version))));
    let single = spec.get("version").and_then(Spot::text).filter(|_| versions.is_empty()).map(|name| (name, None));
    for (name, version) in named.chain(single) {
        let own = version.and_then(|version| version.get("schema")?.get("openAPIV3Schema"));
        let schema = match own.or(shared) {
            Some(schema) => {
                let dialect = if preserves || is_beta(crd) { Dialect::Json } else { Dialect::Structural };
                json_schema::read(schema, dialect).map_err(|e| format!("the schema of {kind} {name} is broken: {e}"))?
            }
            None => json_schema::any(),
        };
        let key = (group.to_owned(), name.to_owned(), kind.to_owned());
        resources.push((key, Resource { schema: Arc::new(schema), is_cluster }));
    }
    Ok(resources)
}

/// CRDs of `v1beta1` keep fields that their schemas do not name.
fn is_beta(crd: &Spot<'_>) -> bool {
    crd.get("apiVersion").and_then(Spot::text) == Some("apiextensions.k8s.io/v1beta1")
}

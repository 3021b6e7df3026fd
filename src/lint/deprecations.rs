//! Kinds of resources that Kubernetes has given up, in Helm's words.

use crate::compat::Compat;
use crate::kube::deprecations::{self, Version};
use std::fmt::Write;

/// What Helm says of a deprecated kind at a version of Kubernetes, e.g. `extensions/v1beta1 Ingress
/// is deprecated in v1.14+, unavailable in v1.22+; use networking.k8s.io/v1 Ingress`.
pub(super) fn warning(api_version: &str, kind: &str, at: Version, compat: Compat) -> Option<String> {
    let helm = if compat == Compat::Helm4 { 4 } else { 3 };
    let row = deprecations::find(api_version, kind).find(|row| row.is_known_to(helm))?;
    if row.deprecated > at {
        return None;
    }
    let (major, minor) = row.deprecated;
    let mut text = format!("{api_version} {kind} is deprecated in v{major}.{minor}+");
    if let Some((major, minor)) = row.unavailable {
        let _ = write!(text, ", unavailable in v{major}.{minor}+");
    }
    if let Some(replacement) = row.replacement(kind) {
        let _ = write!(text, "; use {replacement}");
    }
    Some(text)
}

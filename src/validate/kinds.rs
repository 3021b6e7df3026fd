//! Kinds that a version of Kubernetes does not have, no longer has or will give up.

use super::finding::ObjectId;
use super::object::Object;
use super::pack::pack;
use super::registry::kind_of;
use super::report::{Report, nearest};
use crate::kube::deprecations::{self, Version};
use crate::yaml::Spot;

/// Whether the kind belongs to a group of Kubernetes' own, in any version.
pub(super) fn is_built_in(id: &ObjectId) -> bool {
    let (group, ..) = kind_of(&id.api_version, &id.kind);
    pack().has_group(&group) || deprecations::find(&id.api_version, &id.kind).next().is_some()
}

/// Reports a kind that has no schema in a version.
pub(super) fn check_missing<'t>(object: &Object<'t>, minor: u8, ignore_missing: bool, report: &mut Report<'t>) {
    let id = &object.id;
    let Some(kind) = object.spot.get("kind") else { return };
    let no_match = format!("no matches for kind {:?} in version {:?}", id.kind, id.api_version);
    let row = deprecations::find(&id.api_version, &id.kind).next();
    if let Some((row, gone)) = row.as_ref().and_then(|row| Some((row, row.unavailable?)))
        && gone <= at(minor)
    {
        let message = format!("{no_match}: it was removed in Kubernetes {}", shown(gone));
        report.error("removed-api", version_of(object, kind), message).help =
            row.replacement(&id.kind).map(|new| format!("use {new}"));
        return;
    }
    let (group, version, name) = kind_of(&id.api_version, &id.kind);
    let Some(versions) = pack().versions_of(&group, &version, &name) else {
        if pack().has_group(&group) {
            report.error("unknown-kind", kind, no_match).help = similar(&group, &name, minor);
        } else if !ignore_missing {
            let message = format!("no schema for kind {:?} in version {:?}", id.kind, id.api_version);
            let help =
                "give its CRD or schema with --schema-location, or leave such kinds out with --ignore-missing-schemas";
            report.error("missing-schema", kind, message).help = Some(help.into());
        }
        return;
    };
    let message = if versions.first > minor {
        format!("{no_match}: it came with Kubernetes 1.{}", versions.first)
    } else {
        format!("{no_match}: it was removed in Kubernetes 1.{}", u32::from(versions.last) + 1)
    };
    let (rule, spot) =
        if versions.first > minor { ("unknown-kind", kind) } else { ("removed-api", version_of(object, kind)) };
    report.error(rule, spot, message).help = similar(&group, &name, minor);
}

/// The line to change where a version of an API is gone.
fn version_of<'t>(object: &Object<'t>, kind: &'t Spot<'t>) -> &'t Spot<'t> {
    object.spot.get("apiVersion").unwrap_or(kind)
}

/// Another version of the kind, or else a kind of nearly that name.
fn similar(group: &str, kind: &str, minor: u8) -> Option<String> {
    let say = |(group, version, kind): (&str, &str, &str)| match group {
        "" => format!("use {version} {kind}"),
        _ => format!("use {group}/{version} {kind}"),
    };
    let same = |with_group: bool| {
        let alike = pack().kinds(minor).filter(|each| each.2 == kind && (!with_group || each.0 == group));
        alike.min_by_key(|each| (each.1.len(), each.0.to_owned()))
    };
    if let Some(found) = same(true).or_else(|| same(false)) {
        return Some(say(found));
    }
    let names = pack().kinds(minor).filter(|each| each.0 == group).map(|each| each.2);
    nearest(kind, names).map(|near| format!("did you mean `{near}`?"))
}

/// Warns of a kind that the version still has and a later one has not.
pub(super) fn check_version<'t>(object: &Object<'t>, minor: u8, report: &mut Report<'t>) {
    let id = &object.id;
    let Some(place) = object.spot.get("apiVersion") else { return };
    let Some(row) = deprecations::find(&id.api_version, &id.kind).next() else { return };
    if row.deprecated > at(minor) || row.unavailable.is_some_and(|gone| gone <= at(minor)) {
        return;
    }
    let gone = row.unavailable.map_or_else(String::new, |gone| format!(", unavailable in {}+", shown(gone)));
    let since = shown(row.deprecated);
    let message = format!("{} {} is deprecated in {since}+{gone}", id.api_version, id.kind);
    report.warning("deprecated-api", place, message).help = row.replacement(&id.kind).map(|new| format!("use {new}"));
}

fn at(minor: u8) -> Version {
    (1, u64::from(minor))
}

fn shown((major, minor): Version) -> String {
    format!("v{major}.{minor}")
}

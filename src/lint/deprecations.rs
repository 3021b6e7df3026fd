//! Kinds of resources that Kubernetes has given up.

use crate::compat::Compat;
use std::fmt::Write;

/// One row a group of kinds, as Kubernetes' own Go types declare it; measured with both Helms.
const TABLE: &str = include_str!("deprecations.tsv");

/// A minor version of Kubernetes: `(1, 22)`.
pub(super) type Version = (u64, u64);

/// What Helm says of a deprecated kind at a version of Kubernetes, e.g. `extensions/v1beta1 Ingress
/// is deprecated in v1.14+, unavailable in v1.22+; use networking.k8s.io/v1 Ingress`.
pub(super) fn warning(api_version: &str, kind: &str, at: Version, compat: Compat) -> Option<String> {
    let row = TABLE.lines().filter_map(Row::parse).find(|row| row.is_for(api_version, kind, compat))?;
    if row.deprecated > at {
        return None;
    }
    let (major, minor) = row.deprecated;
    let mut text = format!("{api_version} {kind} is deprecated in v{major}.{minor}+");
    if let Some((major, minor)) = row.unavailable {
        let _ = write!(text, ", unavailable in v{major}.{minor}+");
    }
    let _ = match row.replacement {
        "-" => Ok(()),
        other if other.contains(' ') => write!(text, "; use {other}"),
        group => write!(text, "; use {group} {kind}"),
    };
    Some(text)
}

struct Row<'a> {
    api_version: &'a str,
    /// Separated by commas; one with `+` behind it stands for its list, too.
    kinds: &'a str,
    deprecated: Version,
    unavailable: Option<Version>,
    /// A group and version, perhaps with another kind; `-` if there is none.
    replacement: &'a str,
    /// `both`, `H3` or `H4`.
    helm: &'a str,
}

impl<'a> Row<'a> {
    fn parse(line: &'a str) -> Option<Row<'a>> {
        let mut cells = line.split('\t');
        let mut cell = || cells.next();
        Some(Row {
            api_version: cell()?,
            kinds: cell()?,
            deprecated: version(cell()?)?,
            unavailable: version(cell()?),
            replacement: cell()?,
            helm: cell()?,
        })
    }

    fn is_for(&self, api_version: &str, kind: &str, compat: Compat) -> bool {
        let helm = if compat == Compat::Helm4 { "H4" } else { "H3" };
        let names = |listed: &str| match listed.strip_suffix('+') {
            Some(name) => kind == name || kind.strip_suffix("List") == Some(name),
            None => kind == listed,
        };
        self.api_version == api_version
            && (self.helm == "both" || self.helm == helm)
            && self.kinds.split(", ").any(names)
    }
}

/// `1.22`; `-` is none.
fn version(text: &str) -> Option<Version> {
    let (major, minor) = text.split_once('.')?;
    Some((major.parse().ok()?, minor.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_readable() {
        assert!(TABLE.lines().filter(|line| !line.starts_with('#')).all(|line| Row::parse(line).is_some()));
    }
}

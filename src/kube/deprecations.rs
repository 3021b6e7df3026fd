//! Kinds of resources that Kubernetes has given up.

/// One row a group of kinds, as Kubernetes' own Go types declare it; measured with both Helms, but for those of which
/// neither warns: these are from the lists of removed APIs that Kubernetes publishes.
const TABLE: &str = include_str!("deprecations.tsv");

/// A minor version of Kubernetes: `(1, 22)`.
pub type Version = (u64, u64);

/// A group of kinds of one version that is given up.
#[derive(Debug)]
pub struct Deprecation {
    api_version: &'static str,
    /// Separated by commas; one with `+` behind it stands for its list, too.
    kinds: &'static str,
    /// Since when it is deprecated.
    pub deprecated: Version,
    /// Since when it is gone.
    pub unavailable: Option<Version>,
    replacement: &'static str,
    /// The majors of Helm that know it: `both`, `H3` or `H4`, `-` if none.
    helm: &'static str,
}

/// What is known of a kind, first the row of the newest Kubernetes.
pub fn find(api_version: &str, kind: &str) -> impl Iterator<Item = Deprecation> {
    let rows = TABLE.lines().filter(move |line| line.starts_with(api_version)).filter_map(Deprecation::parse);
    let mut rows: Vec<Deprecation> = rows.filter(|row| row.is_for(api_version, kind)).collect();
    rows.sort_by_key(|row| row.helm == "H3");
    rows.into_iter()
}

impl Deprecation {
    fn parse(line: &'static str) -> Option<Deprecation> {
        let mut cells = line.split('\t');
        let mut cell = || cells.next();
        Some(Deprecation {
            api_version: cell()?,
            kinds: cell()?,
            deprecated: version(cell()?)?,
            unavailable: version(cell()?),
            replacement: cell()?,
            helm: cell()?,
        })
    }

    fn is_for(&self, api_version: &str, kind: &str) -> bool {
        let names = |listed: &str| match listed.strip_suffix('+') {
            Some(name) => kind == name || kind.strip_suffix("List") == Some(name),
            None => kind == listed,
        };
        self.api_version == api_version && self.kinds.split(", ").any(names)
    }

    /// What to use instead of `kind`, e.g. `apps/v1 Deployment`.
    #[must_use]
    pub fn replacement(&self, kind: &str) -> Option<String> {
        match self.replacement {
            "-" => None,
            other if other.contains(' ') => Some(other.to_owned()),
            group => Some(format!("{group} {kind}")),
        }
    }

    /// Whether the table of Kubernetes that this major of Helm was built with has the row.
    #[must_use]
    pub fn is_known_to(&self, major: u8) -> bool {
        self.helm == "both" || self.helm.strip_prefix('H').and_then(|m| m.parse().ok()) == Some(major)
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
        assert!(TABLE.lines().filter(|line| !line.starts_with('#')).all(|line| Deprecation::parse(line).is_some()));
    }
}

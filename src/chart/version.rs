//! Versions of charts, and the ranges that dependencies ask for.

use crate::compat::Compat;
use crate::semver::{Constraints, Version};

/// Whether a chart may have this version: a loose semantic version.
pub(super) fn is_valid(version: &str, compat: Compat) -> bool {
    Version::parse(version.as_bytes(), compat).is_ok()
}

/// Whether `version` lies in `range`; a range or version that cannot be read admits nothing.
///
/// Source: Helm's `chartutil.IsCompatibleRange`.
pub(super) fn in_range(range: &str, version: &str, compat: Compat) -> bool {
    let range = Constraints::parse(range.as_bytes(), compat);
    let version = Version::parse(version.as_bytes(), compat);
    range.is_ok_and(|range| version.is_ok_and(|version| range.check(&version)))
}

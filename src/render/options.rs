//! What a render depends on beside the chart and the values.

use super::objects::capabilities::KubeVersion;
use crate::compat::Compat;
use std::hash::BuildHasher;

/// Everything that a render depends on beside the chart and its values. The same options give the same output.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own on the command line")]
pub struct RenderOptions {
    /// Which Helm is reproduced.
    pub compat: Compat,
    /// `.Release.Name`.
    pub release_name: String,
    /// `.Release.Namespace`.
    pub namespace: String,
    /// `.Release.Revision`.
    pub revision: i64,
    /// `.Release.IsInstall`.
    pub is_install: bool,
    /// `.Release.IsUpgrade`.
    pub is_upgrade: bool,
    /// `.Capabilities.KubeVersion`.
    pub kube_version: KubeVersion,
    /// API versions beside the ones that `.Capabilities.APIVersions` always has.
    pub api_versions: Vec<String>,
    /// Whether values are checked against the charts' schemas.
    pub validate_schema: bool,
    /// Whether `getHostByName` may ask the resolver.
    pub dns: bool,
    /// Whether this is a lint run, in which `required` and `fail` only leave a notice.
    pub lint: bool,
    /// The time that `now` gives, in seconds and nanoseconds since 1970; `None` for the system's clock.
    pub now: Option<(i64, u32)>,
    /// Where random functions begin; `None` for the system's random source.
    pub seed: Option<u64>,
    /// Whether the process ends with this render, so that nothing need be freed.
    pub last: bool,
}

impl RenderOptions {
    /// Options for an installation under a name in the namespace `default`, with the default of everything else.
    #[must_use]
    pub fn new(release_name: impl Into<String>, compat: Compat) -> RenderOptions {
        RenderOptions {
            compat,
            release_name: release_name.into(),
            namespace: "default".into(),
            revision: 1,
            is_install: true,
            is_upgrade: false,
            kube_version: KubeVersion::default_of(compat),
            api_versions: Vec::new(),
            validate_schema: true,
            dns: false,
            lint: false,
            now: None,
            seed: None,
            last: false,
        }
    }

    /// The same with the clock stopped and a seed drawn, so that two renders give the same output. Not for output
    /// that is used: what random functions make of a seed is no secret.
    #[must_use]
    pub fn repeatable(mut self) -> RenderOptions {
        self.now.get_or_insert_with(super::system_time);
        self.seed.get_or_insert_with(|| std::hash::RandomState::new().hash_one(()));
        self
    }
}

const RELEASE_NAME: &str = r"^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$";

/// Checks the syntax of a release name: parts of small letters, digits and inner dashes, separated by dots.
///
/// Source: Helm's `chartutil.ValidateReleaseName`.
pub fn check_release_name(name: &str) -> Result<(), String> {
    let is_part = |part: &str| {
        let inner = part.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
        inner && !part.is_empty() && !part.starts_with('-') && !part.ends_with('-')
    };
    if name.is_empty() {
        return Err("no name provided".to_owned());
    }
    if name.len() <= 53 && name.split('.').all(is_part) {
        return Ok(());
    }
    Err(format!("invalid release name, must match regex {RELEASE_NAME} and the length must not be longer than 53"))
}

//! `.Capabilities`: the cluster that a render pretends to talk to.

use crate::compat::Compat;
use crate::funcs;
use crate::gostd::strconv;
use crate::template::func::{Func, Obj};
use crate::value::{Kind, List, ListKind, Object, ObjectType, Str, Value};
use std::any::Any;
use std::borrow::Cow;

/// A Kubernetes version, as `.Capabilities.KubeVersion` shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KubeVersion {
    /// The full version, e.g. `v1.33.4-gke.1245000`.
    pub version: String,
    /// The version without suffix that constraints are checked against; Helm 3 has none.
    pub normalized: Option<String>,
    /// The major number.
    pub major: String,
    /// The minor number.
    pub minor: String,
}

impl KubeVersion {
    /// The version that the given Helm assumes without `--kube-version`.
    #[must_use]
    pub fn default_of(compat: Compat) -> KubeVersion {
        let minor = if compat == Compat::Helm4 { 37 } else { 32 };
        let version = format!("v1.{minor}.0");
        let normalized = (compat == Compat::Helm4).then(|| version.clone());
        KubeVersion { version, normalized, major: "1".into(), minor: minor.to_string() }
    }

    /// Reads the value of `--kube-version`. The error is Helm's text after `invalid kube version '…': `.
    pub fn parse(text: &str, compat: Compat) -> Result<KubeVersion, String> {
        if compat == Compat::Helm4 { parse_generic(text) } else { parse_semver(text) }
    }

    /// What `String` returns: the version that constraints are checked against.
    #[must_use]
    pub fn string(&self) -> &str {
        self.normalized.as_deref().unwrap_or(&self.version)
    }
}

/// Reads a version the way Kubernetes' `version.ParseGeneric` does: at least two numbers, anything behind.
fn parse_generic(text: &str) -> Result<KubeVersion, String> {
    let shown = strconv::quoted(text.as_bytes());
    let trimmed = text.trim_start_matches([' ', '\t', '\n', '\r', '\x0c']);
    let digits = trimmed.strip_prefix('v').unwrap_or(trimmed);
    let (numbers, rest) = digits.split_at(length_of_numbers(digits));
    if numbers.is_empty() || rest.contains('\n') {
        return Err(format!("could not parse {shown} as version"));
    }
    let components: Vec<&str> = numbers.split('.').collect();
    if components.len() < 2 {
        return Err(format!("illegal version string {shown}"));
    }
    if components[0].len() > 1 && components[0].starts_with('0') {
        return Err(format!("illegal zero-prefixed version component \"{}\" in {shown}", components[0]));
    }
    let parsed = components.iter().map(|c| {
        c.parse::<u64>().map_err(|_| {
            format!("illegal non-numeric version component \"{c}\" in {shown}: strconv.ParseUint: parsing \"{c}\": value out of range")
        })
    });
    let numbers = parsed.collect::<Result<Vec<u64>, String>>()?;
    let normalized = format!("v{}", numbers.iter().map(u64::to_string).collect::<Vec<_>>().join("."));
    let version = if text.starts_with('v') { text.to_owned() } else { format!("v{text}") };
    Ok(KubeVersion {
        version,
        normalized: Some(normalized),
        major: numbers[0].to_string(),
        minor: numbers[1].to_string(),
    })
}

/// The length of the longest prefix of the form `1.2.3`.
fn length_of_numbers(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut end = 0;
    loop {
        let start = if end == 0 { 0 } else { end + 1 };
        let count = bytes.get(start..).unwrap_or_default().iter().take_while(|b| b.is_ascii_digit()).count();
        if count == 0 {
            return end;
        }
        end = start + count;
        if bytes.get(end) != Some(&b'.') {
            return end;
        }
    }
}

/// Reads a version as Helm 3 does: a loose semantic version.
fn parse_semver(text: &str) -> Result<KubeVersion, String> {
    let version = crate::semver::Version::parse(text.as_bytes(), Compat::Helm3)?;
    Ok(KubeVersion {
        version: format!("v{version}"),
        normalized: None,
        major: version.major.to_string(),
        minor: version.minor.to_string(),
    })
}

impl Object for KubeVersion {
    fn type_name(&self, compat: Compat) -> Cow<'static, str> {
        format!("{}.KubeVersion", compat.values_package()).into()
    }
    fn type_key(&self) -> &'static str {
        "common.KubeVersion"
    }
    fn kind(&self) -> Kind {
        Kind::Struct
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn field(&self, name: &[u8]) -> Option<Value> {
        match name {
            b"Version" => Some(self.version.as_str().into()),
            b"Major" => Some(self.major.as_str().into()),
            b"Minor" => Some(self.minor.as_str().into()),
            _ => None,
        }
    }
    fn fields(&self) -> Vec<(&'static str, Value)> {
        let mut fields = vec![("Version", self.version.as_str().into())];
        fields.extend(self.normalized.as_deref().map(|n| ("normalizedVersion", n.into())));
        fields.push(("Major", self.major.as_str().into()));
        fields.push(("Minor", self.minor.as_str().into()));
        fields
    }
    fn addressed_string(&self) -> Option<Vec<u8>> {
        Some(self.string().into())
    }
    fn json_fields(&self, _: Compat) -> Option<Vec<(&'static str, Value)>> {
        let mut fields = self.fields();
        fields.retain(|(name, _)| *name != "normalizedVersion");
        Some(fields)
    }
    fn equals(&self, other: &dyn Object) -> bool {
        other.as_any().downcast_ref::<KubeVersion>() == Some(self)
    }
}

impl ObjectType for KubeVersion {
    const NAME: &'static str = "common.KubeVersion";
    const POINTER: bool = false;
}

/// Methods of `.Capabilities.KubeVersion`.
pub static KUBE_VERSION_METHODS: &[Func] = funcs! {
    "GitVersion" => git_version,
    "String" => kube_version_string,
};

fn git_version(version: Obj<KubeVersion>) -> String {
    version.get().map(|v| v.version.clone()).unwrap_or_default()
}

fn kube_version_string(version: Obj<KubeVersion>) -> String {
    version.get().map(|v| v.string().to_owned()).unwrap_or_default()
}

/// Methods of `.Capabilities`.
pub static CAPABILITIES_METHODS: &[Func] = funcs! { "Copy" => copy };

fn copy(capabilities: Obj<Capabilities>) -> Value {
    capabilities.get().map_or(Value::Nil, |c| Value::object(c.clone()))
}

impl ObjectType for Capabilities {
    const NAME: &'static str = "*common.Capabilities";
    const POINTER: bool = true;
}

/// Methods of `.Capabilities.APIVersions`.
pub static VERSION_SET_METHODS: &[Func] = funcs! { "Has" => has };

fn has(versions: List, version: Str) -> bool {
    versions.iter().any(|v| v.as_str() == Some(&version))
}

/// The build that `helm version` reports.
#[derive(Clone, Debug)]
pub struct HelmVersion(Compat);

impl HelmVersion {
    /// The build of the given Helm.
    #[must_use]
    pub fn of(compat: Compat) -> HelmVersion {
        HelmVersion(compat)
    }

    /// The fields: name in Go, name in JSON, value.
    #[must_use]
    pub fn facts(&self) -> &'static [(&'static str, &'static str, &'static str)] {
        match self.0 {
            Compat::Helm4 => &[
                ("Version", "version", "v4.3.1"),
                ("GitCommit", "git_commit", "c0d08d0d6d9424d4a14febb5e8a3e51b0dd00dff"),
                ("GitTreeState", "git_tree_state", "clean"),
                ("GoVersion", "go_version", "go1.27.2"),
                ("KubeClientVersion", "kube_client_version", "v1.37"),
            ],
            Compat::Helm3 => &[
                ("Version", "version", "v3.17.3"),
                ("GitCommit", "git_commit", "e4da49785aa6e6ee2b86efd5dd9e43400318262b"),
                ("GitTreeState", "git_tree_state", "clean"),
                ("GoVersion", "go_version", "go1.23.7"),
            ],
        }
    }
}

impl Object for HelmVersion {
    fn type_name(&self, _: Compat) -> Cow<'static, str> {
        "version.BuildInfo".into()
    }
    fn type_key(&self) -> &'static str {
        "version.BuildInfo"
    }
    fn kind(&self) -> Kind {
        Kind::Struct
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn field(&self, name: &[u8]) -> Option<Value> {
        self.facts().iter().find(|(go, ..)| go.as_bytes() == name).map(|(_, _, value)| (*value).into())
    }
    fn fields(&self) -> Vec<(&'static str, Value)> {
        self.facts().iter().map(|(go, _, value)| (*go, (*value).into())).collect()
    }
    fn json_fields(&self, _: Compat) -> Option<Vec<(&'static str, Value)>> {
        Some(self.facts().iter().map(|(_, json, value)| (*json, (*value).into())).collect())
    }
    fn equals(&self, other: &dyn Object) -> bool {
        other.as_any().is::<HelmVersion>()
    }
}

/// `.Capabilities`, a pointer to a struct.
#[derive(Clone)]
pub struct Capabilities {
    kube_version: Value,
    api_versions: Value,
    helm_version: Value,
}

impl Capabilities {
    /// The capabilities of a cluster of that version, with further API versions beside the known ones.
    #[must_use]
    pub fn new(kube_version: KubeVersion, extra_api_versions: &[String], compat: Compat) -> Capabilities {
        let known = API_VERSIONS.iter().filter(|(_, only)| only.is_none_or(|only| only == compat));
        let versions = known.map(|(version, _)| Str::from(*version)).chain(extra_api_versions.iter().map(Str::from));
        Capabilities {
            kube_version: Value::object(kube_version),
            api_versions: Value::List(List::strings(versions.collect()).with_kind(ListKind::Versions)),
            helm_version: Value::object(HelmVersion::of(compat)),
        }
    }
}

impl Object for Capabilities {
    fn type_name(&self, compat: Compat) -> Cow<'static, str> {
        format!("*{}.Capabilities", compat.values_package()).into()
    }
    fn type_key(&self) -> &'static str {
        "*common.Capabilities"
    }
    fn kind(&self) -> Kind {
        Kind::Ptr
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn field(&self, name: &[u8]) -> Option<Value> {
        match name {
            b"KubeVersion" => Some(self.kube_version.clone()),
            b"APIVersions" => Some(self.api_versions.clone()),
            b"HelmVersion" => Some(self.helm_version.clone()),
            _ => None,
        }
    }
    fn fields(&self) -> Vec<(&'static str, Value)> {
        vec![
            ("KubeVersion", self.kube_version.clone()),
            ("APIVersions", self.api_versions.clone()),
            ("HelmVersion", self.helm_version.clone()),
        ]
    }
    fn json_fields(&self, _: Compat) -> Option<Vec<(&'static str, Value)>> {
        Some(self.fields())
    }
}

/// The API versions that client-go knows, in its order; some in one Helm only.
///
/// Source: client-go's scheme, as `toYaml .Capabilities.APIVersions` prints it in both binaries.
const API_VERSIONS: &[(&str, Option<Compat>)] = &[
    ("v1", None),
    ("admissionregistration.k8s.io/v1", None),
    ("admissionregistration.k8s.io/v1alpha1", None),
    ("admissionregistration.k8s.io/v1beta1", None),
    ("internal.apiserver.k8s.io/v1alpha1", None),
    ("apps/v1", None),
    ("apps/v1beta1", None),
    ("apps/v1beta2", None),
    ("authentication.k8s.io/v1", None),
    ("authentication.k8s.io/v1alpha1", None),
    ("authentication.k8s.io/v1beta1", None),
    ("authorization.k8s.io/v1", None),
    ("authorization.k8s.io/v1beta1", None),
    ("autoscaling/v1", None),
    ("autoscaling/v2", None),
    ("autoscaling/v2beta1", Some(Compat::Helm3)),
    ("autoscaling/v2beta2", Some(Compat::Helm3)),
    ("batch/v1", None),
    ("batch/v1beta1", None),
    ("certificates.k8s.io/v1", None),
    ("certificates.k8s.io/v1beta1", None),
    ("certificates.k8s.io/v1alpha1", None),
    ("coordination.k8s.io/v1alpha2", None),
    ("coordination.k8s.io/v1beta1", None),
    ("coordination.k8s.io/v1", None),
    ("discovery.k8s.io/v1", None),
    ("discovery.k8s.io/v1beta1", None),
    ("events.k8s.io/v1", None),
    ("events.k8s.io/v1beta1", None),
    ("extensions/v1beta1", None),
    ("flowcontrol.apiserver.k8s.io/v1", None),
    ("flowcontrol.apiserver.k8s.io/v1beta1", None),
    ("flowcontrol.apiserver.k8s.io/v1beta2", None),
    ("flowcontrol.apiserver.k8s.io/v1beta3", None),
    ("lifecycle.k8s.io/v1alpha1", Some(Compat::Helm4)),
    ("networking.k8s.io/v1", None),
    ("networking.k8s.io/v1alpha1", Some(Compat::Helm3)),
    ("networking.k8s.io/v1beta1", None),
    ("node.k8s.io/v1", None),
    ("node.k8s.io/v1alpha1", None),
    ("node.k8s.io/v1beta1", None),
    ("policy/v1", None),
    ("policy/v1beta1", None),
    ("rbac.authorization.k8s.io/v1", None),
    ("rbac.authorization.k8s.io/v1beta1", None),
    ("rbac.authorization.k8s.io/v1alpha1", None),
    ("resource.k8s.io/v1", Some(Compat::Helm4)),
    ("resource.k8s.io/v1beta2", Some(Compat::Helm4)),
    ("resource.k8s.io/v1beta1", None),
    ("resource.k8s.io/v1alpha3", None),
    ("scheduling.k8s.io/v1alpha3", Some(Compat::Helm4)),
    ("scheduling.k8s.io/v1alpha1", Some(Compat::Helm3)),
    ("scheduling.k8s.io/v1beta1", None),
    ("scheduling.k8s.io/v1", None),
    ("storage.k8s.io/v1beta1", None),
    ("storage.k8s.io/v1", None),
    ("storage.k8s.io/v1alpha1", None),
    ("storagemigration.k8s.io/v1", Some(Compat::Helm4)),
    ("storagemigration.k8s.io/v1beta1", Some(Compat::Helm4)),
    ("storagemigration.k8s.io/v1alpha1", Some(Compat::Helm3)),
    ("apiextensions.k8s.io/v1beta1", None),
    ("apiextensions.k8s.io/v1", None),
];

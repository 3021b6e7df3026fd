//! `Chart.yaml`.

use super::decode::{self, Decoded, Place, TypeName};
use super::{load_error, quoted};
use crate::compat::Compat;
use crate::error::Result;
use crate::gostd::path;
use crate::yaml::Node;
use std::collections::BTreeMap;

/// What `Chart.yaml` says, checked. A field that is missing is empty.
///
/// Source: Helm's `pkg/chart/v2.Metadata`.
#[derive(Clone, Debug, Default, PartialEq)]
#[expect(missing_docs, reason = "the fields are those of Chart.yaml, which Helm documents")]
pub struct Metadata {
    pub name: String,
    pub home: String,
    /// `None` and an empty list differ in what templates see.
    pub sources: Option<Vec<String>>,
    pub version: String,
    pub description: String,
    pub keywords: Option<Vec<String>>,
    pub maintainers: Option<Vec<Maintainer>>,
    pub icon: String,
    /// `v1` if the file does not say.
    pub api_version: String,
    pub condition: String,
    pub tags: String,
    pub app_version: String,
    pub deprecated: bool,
    /// `None` if there are none, which is `null` for a template.
    pub annotations: Option<BTreeMap<String, String>>,
    pub kube_version: String,
    /// `None` if the key is missing, which spares a chart the processing of its dependencies.
    pub dependencies: Option<Vec<Dependency>>,
    /// `application`, `library` or empty.
    pub chart_type: String,
}

/// Somebody who maintains a chart.
#[derive(Clone, Debug, Default, PartialEq)]
#[expect(missing_docs, reason = "the fields are those of Chart.yaml, which Helm documents")]
pub struct Maintainer {
    pub name: String,
    pub email: String,
    pub url: String,
}

/// An entry of `dependencies`.
#[derive(Clone, Debug, Default, PartialEq)]
#[expect(missing_docs, reason = "the fields are those of Chart.yaml, which Helm documents")]
pub struct Dependency {
    pub name: String,
    /// A range of versions.
    pub version: String,
    pub repository: String,
    /// Paths to booleans in the values, separated by commas.
    pub condition: String,
    pub tags: Option<Vec<String>>,
    /// Set while dependencies are processed.
    pub enabled: bool,
    pub import_values: Option<Vec<Import>>,
    pub alias: String,
}

/// An item of `import-values`.
#[derive(Clone, Debug, PartialEq)]
pub enum Import {
    /// As the file has it: a string, or a mapping with `child` and `parent`; others have no effect.
    Given(Node),
    /// What Helm makes of it while it imports: a `map[string]string`.
    Path {
        /// The table in the values of the dependency.
        child: String,
        /// Where it goes in the values of the parent; `.` is the top.
        parent: String,
    },
}

impl Default for Import {
    fn default() -> Import {
        Import::Given(Node::Null)
    }
}

/// Metadata while files are still read into it.
#[derive(Default)]
pub(super) struct Draft {
    pub(super) metadata: Metadata,
    pub(super) maintainers: Option<Vec<Option<Maintainer>>>,
    pub(super) dependencies: Option<Vec<Option<Dependency>>>,
}

/// The fields of `Chart.yaml`.
pub const FIELDS: [&str; 17] = [
    "name",
    "home",
    "sources",
    "version",
    "description",
    "keywords",
    "maintainers",
    "icon",
    "apiVersion",
    "condition",
    "tags",
    "appVersion",
    "deprecated",
    "annotations",
    "kubeVersion",
    "dependencies",
    "type",
];

impl Draft {
    /// Reads `Chart.yaml` or `requirements.yaml` over what is there.
    pub(super) fn read(&mut self, node: &Node, compat: Compat) -> Decoded {
        let Draft { metadata: m, maintainers, dependencies: listed } = self;
        let owner = (TypeName::Struct("Metadata"), "Metadata");
        decode::fields(node, &Place::root(compat), owner, &FIELDS, |name, node, place| match name {
            "name" => decode::string(node, place, &mut m.name),
            "home" => decode::string(node, place, &mut m.home),
            "sources" => decode::strings(node, place, &mut m.sources),
            "version" => decode::string(node, place, &mut m.version),
            "description" => decode::string(node, place, &mut m.description),
            "keywords" => decode::strings(node, place, &mut m.keywords),
            "maintainers" => read_maintainers(node, place, maintainers),
            "icon" => decode::string(node, place, &mut m.icon),
            "apiVersion" => decode::string(node, place, &mut m.api_version),
            "condition" => decode::string(node, place, &mut m.condition),
            "tags" => decode::string(node, place, &mut m.tags),
            "appVersion" => decode::string(node, place, &mut m.app_version),
            "deprecated" => decode::boolean(node, place, &mut m.deprecated),
            "annotations" => decode::string_map(node, place, &mut m.annotations),
            "kubeVersion" => decode::string(node, place, &mut m.kube_version),
            "dependencies" => dependencies(node, place, listed),
            _ => decode::string(node, place, &mut m.chart_type),
        })
    }

    /// What the file says about its format; `v1` once [`Draft::assume_v1`] was called.
    pub(super) fn api_version(&self) -> &str {
        &self.metadata.api_version
    }

    /// Takes a chart that names no format for one of the first format, as Helm does.
    pub(super) fn assume_v1(&mut self) {
        if self.metadata.api_version.is_empty() {
            "v1".clone_into(&mut self.metadata.api_version);
        }
    }

    /// Sanitises and checks; the first fault found is the error, `validation: …`.
    ///
    /// Source: Helm's `Metadata.Validate`.
    pub(super) fn finish(self, compat: Compat) -> Result<Metadata> {
        let Draft { mut metadata, maintainers, dependencies } = self;
        metadata.sanitize();
        metadata.check(compat).map_err(invalid)?;
        metadata.maintainers = match maintainers {
            Some(maintainers) => Some(check_maintainers(maintainers).map_err(invalid)?),
            None => None,
        };
        metadata.dependencies = match dependencies {
            Some(dependencies) => Some(check_dependencies(dependencies).map_err(invalid)?),
            None => None,
        };
        Ok(metadata)
    }
}

fn invalid(fault: String) -> crate::error::Error {
    load_error(fault).prefixed("validation: ")
}

/// The `apiVersion` alone, as Helm 4 reads it before anything else.
pub(super) fn api_version(node: &Node, compat: Compat) -> Decoded<String> {
    let mut version = String::new();
    let owner = (TypeName::Plain("loader.chartBase"), "chartBase");
    decode::fields(node, &Place::root(compat), owner, &["apiVersion"], |_, node, place| {
        decode::string(node, place, &mut version)
    })?;
    Ok(version)
}

fn read_maintainers(node: &Node, place: &Place, into: &mut Option<Vec<Option<Maintainer>>>) -> Decoded {
    let owner = (TypeName::Struct("Maintainer"), "Maintainer");
    decode::list(node, place, TypeName::Structs("Maintainer"), into, |item, node, place| {
        if *node == Node::Null {
            *item = None;
            return Ok(());
        }
        let m = item.get_or_insert_default();
        decode::fields(node, place, owner, &["name", "email", "url"], |name, node, place| match name {
            "name" => decode::string(node, place, &mut m.name),
            "email" => decode::string(node, place, &mut m.email),
            _ => decode::string(node, place, &mut m.url),
        })
    })
}

/// The fields of an entry of `dependencies`.
pub(super) const DEPENDENCY_FIELDS: [&str; 8] =
    ["name", "version", "repository", "condition", "tags", "enabled", "import-values", "alias"];

/// Decodes a list of dependencies, whose entries may be null.
pub(super) fn dependencies(node: &Node, place: &Place, into: &mut Option<Vec<Option<Dependency>>>) -> Decoded {
    let owner = (TypeName::Struct("Dependency"), "Dependency");
    decode::list(node, place, TypeName::Structs("Dependency"), into, |item, node, place| {
        if *node == Node::Null {
            *item = None;
            return Ok(());
        }
        let d = item.get_or_insert_default();
        decode::fields(node, place, owner, &DEPENDENCY_FIELDS, |name, node, place| match name {
            "name" => decode::string(node, place, &mut d.name),
            "version" => decode::string(node, place, &mut d.version),
            "repository" => decode::string(node, place, &mut d.repository),
            "condition" => decode::string(node, place, &mut d.condition),
            "tags" => decode::strings(node, place, &mut d.tags),
            "enabled" => decode::boolean(node, place, &mut d.enabled),
            "import-values" => import_values(node, place, &mut d.import_values),
            _ => decode::string(node, place, &mut d.alias),
        })
    })
}

fn import_values(node: &Node, place: &Place, into: &mut Option<Vec<Import>>) -> Decoded {
    decode::list(node, place, TypeName::Plain("[]interface {}"), into, |item, node, _| {
        *item = Import::Given(node.clone());
        Ok(())
    })
}

impl Metadata {
    /// Reads what an index says about a chart and checks it; the error is Helm's `validation: …`.
    pub fn from_node(node: &Node, compat: Compat) -> Result<Metadata> {
        let mut draft = Draft::default();
        draft.read(node, compat).map_err(load_error)?;
        draft.assume_v1();
        draft.finish(compat)
    }

    fn sanitize(&mut self) {
        let texts = [
            &mut self.name,
            &mut self.description,
            &mut self.home,
            &mut self.icon,
            &mut self.condition,
            &mut self.tags,
            &mut self.app_version,
            &mut self.kube_version,
        ];
        let lists = [&mut self.sources, &mut self.keywords];
        texts.into_iter().chain(lists.into_iter().flatten().flatten()).for_each(sanitize);
    }

    fn check(&self, compat: Compat) -> Decoded {
        if self.api_version.is_empty() {
            return Err("chart.metadata.apiVersion is required".to_owned());
        }
        if self.name.is_empty() {
            return Err("chart.metadata.name is required".to_owned());
        }
        if compat.refuses_dot_names() && (self.name == "." || self.name == "..") {
            return Err(format!("chart.metadata.name {} is not allowed", quoted(&self.name)));
        }
        if self.name.as_bytes() != path::base(self.name.as_bytes()) {
            return Err(format!("chart.metadata.name {} is invalid", quoted(&self.name)));
        }
        if self.version.is_empty() {
            return Err("chart.metadata.version is required".to_owned());
        }
        if !super::version::is_valid(&self.version, compat) {
            return Err(format!("chart.metadata.version {} is invalid", quoted(&self.version)));
        }
        if !["", "application", "library"].contains(&self.chart_type.as_str()) {
            return Err("chart.metadata.type must be application or library".to_owned());
        }
        Ok(())
    }
}

fn check_maintainers(maintainers: Vec<Option<Maintainer>>) -> Decoded<Vec<Maintainer>> {
    let check = |maintainer: Option<Maintainer>| {
        let mut m = maintainer.ok_or("maintainers must not contain empty or null nodes")?;
        [&mut m.name, &mut m.email, &mut m.url].into_iter().for_each(sanitize);
        Ok(m)
    };
    maintainers.into_iter().map(check).collect()
}

fn check_dependencies(dependencies: Vec<Option<Dependency>>) -> Decoded<Vec<Dependency>> {
    let mut seen = std::collections::HashSet::new();
    let mut checked = Vec::with_capacity(dependencies.len());
    for dependency in dependencies {
        let mut d = dependency.ok_or("dependencies must not contain empty or null nodes")?;
        let texts = [&mut d.name, &mut d.version, &mut d.repository, &mut d.condition];
        texts.into_iter().chain(d.tags.iter_mut().flatten()).for_each(sanitize);
        if !d.alias.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-') {
            return Err(format!("dependency {} has disallowed characters in the alias", quoted(&d.name)));
        }
        let key = if d.alias.is_empty() { &d.name } else { &d.alias };
        if !seen.insert(key.clone()) {
            return Err(format!("more than one dependency with name or alias {}", quoted(key)));
        }
        checked.push(d);
    }
    Ok(checked)
}

/// Turns every space into a blank and drops what cannot be printed.
fn sanitize(text: &mut String) {
    if text.bytes().all(|b| (0x20..0x7f).contains(&b)) {
        return;
    }
    let keep = |c: char| match c {
        c if c.is_whitespace() => Some(' '),
        c if is_printable(c) => Some(c),
        _ => None,
    };
    *text = text.chars().filter_map(keep).collect();
}

/// Go's `unicode.IsPrint`, told by how its `%q` shows the character.
fn is_printable(c: char) -> bool {
    !quoted(c.encode_utf8(&mut [0; 4])).starts_with("\"\\") || c == '\\' || c == '"'
}

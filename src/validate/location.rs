//! Folders of JSON schemas in the layouts that kubeconform reads.

use super::registry::{Kind, ReadFile};
use crate::error::{Error, ErrorKind, Result};

/// The patterns that are tried in a folder given without one: kubeconform's own, and those of collections of CRDs.
const LAYOUTS: &[&str] = &[
    "{{ .NormalizedKubernetesVersion }}-standalone{{ .StrictSuffix }}/{{ .ResourceKind }}{{ .KindSuffix }}.json",
    "{{ .Group }}/{{ .ResourceKind }}_{{ .ResourceAPIVersion }}.json",
    "{{ .ResourceKind }}{{ .KindSuffix }}.json",
    "{{ .ResourceKind }}_{{ .ResourceAPIVersion }}.json",
];

/// Where schemas lie.
#[derive(Debug)]
pub(super) struct Location {
    /// Paths with variables, tried in order.
    patterns: Vec<Vec<Part>>,
}

/// A piece of a pattern.
#[derive(Debug)]
enum Part {
    Text(String),
    Variable(Variable),
}

#[derive(Clone, Copy, Debug)]
enum Variable {
    Version,
    StrictSuffix,
    Kind,
    ApiVersion,
    Group,
    KindSuffix,
}

const VARIABLES: &[(&str, Variable)] = &[
    (".NormalizedKubernetesVersion", Variable::Version),
    (".StrictSuffix", Variable::StrictSuffix),
    (".ResourceKind", Variable::Kind),
    (".ResourceAPIVersion", Variable::ApiVersion),
    (".Group", Variable::Group),
    (".KindSuffix", Variable::KindSuffix),
];

impl Location {
    /// A folder, or a pattern with kubeconform's variables. A variable that does not exist is an error.
    pub(super) fn parse(text: &str) -> Result<Location> {
        if is_pattern(text) {
            return Ok(Location { patterns: vec![pattern(text)?] });
        }
        let folder = text.trim_end_matches('/');
        let patterns = LAYOUTS.iter().map(|layout| pattern(&format!("{folder}/{layout}"))).collect::<Result<_>>()?;
        Ok(Location { patterns })
    }

    /// The schema of a kind: its path and text.
    pub(super) fn find(&self, kind: &Kind, minor: u8, read: ReadFile<'_>) -> Result<Option<(String, Vec<u8>)>> {
        for pattern in &self.patterns {
            let path: String = pattern.iter().map(|part| part.value(kind, minor)).collect();
            if let Some(text) = read(&path)? {
                return Ok(Some((path, text)));
            }
        }
        Ok(None)
    }
}

impl Part {
    fn value(&self, (group, version, kind): &Kind, minor: u8) -> String {
        match self {
            Part::Text(text) => text.clone(),
            Part::Variable(Variable::Version) => format!("v1.{minor}.0"),
            Part::Variable(Variable::StrictSuffix) => "-strict".into(),
            Part::Variable(Variable::Kind) => kind.to_lowercase(),
            Part::Variable(Variable::ApiVersion) => version.clone(),
            Part::Variable(Variable::Group) => group.clone(),
            Part::Variable(Variable::KindSuffix) => {
                let group = group.split('.').next().unwrap_or_default();
                if group.is_empty() { format!("-{version}") } else { format!("-{}-{version}", group.to_lowercase()) }
            }
        }
    }
}

/// Whether a location is the path of a schema, perhaps with variables, and no folder.
pub(super) fn is_pattern(location: &str) -> bool {
    location.contains("{{") || std::path::Path::new(location).extension().is_some_and(|end| end == "json")
}

fn pattern(text: &str) -> Result<Vec<Part>> {
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("{{") {
        parts.push(Part::Text(before.to_owned()));
        let Some((name, after)) = after.split_once("}}") else { return Err(unknown(text, after)) };
        let known = VARIABLES.iter().find(|(known, _)| *known == name.trim());
        parts.push(Part::Variable(known.ok_or_else(|| unknown(text, name.trim()))?.1));
        rest = after;
    }
    parts.push(Part::Text(rest.to_owned()));
    Ok(parts)
}

fn unknown(text: &str, name: &str) -> Error {
    let names: Vec<&str> = VARIABLES.iter().map(|(name, _)| *name).collect();
    let message = format!("schema location {text:?}: {name:?} is no variable; there are {}", names.join(", "));
    Error::new(ErrorKind::Usage, message)
}

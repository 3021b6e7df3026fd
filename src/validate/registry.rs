//! Where the schema of a kind is found: CRDs, folders of schemas, the built-in definitions.

use super::crd::{self, Resource};
use super::json_schema::{self, Dialect, Document};
use super::location::{self, Location};
use super::object::Object;
use super::pack::{Pack, pack};
use super::schema::{Definitions, Schema};
use crate::error::Result;
use crate::kube::scope;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// What the schemas of an object are looked up by: group, version, kind.
pub(super) type Kind = (String, String, String);

/// `apps/v1` and a kind, taken apart.
pub(super) fn kind_of(api_version: &str, kind: &str) -> Kind {
    let (group, version) = api_version.split_once('/').unwrap_or(("", api_version));
    (group.to_owned(), version.to_owned(), kind.to_owned())
}

/// A schema that was found, with what its references need.
#[derive(Clone)]
pub(super) enum Found {
    BuiltIn(&'static Pack, &'static Schema),
    Read(Arc<Document>),
}

impl Found {
    pub(super) fn parts(&self) -> (&Schema, &dyn Definitions) {
        match self {
            Found::BuiltIn(pack, schema) => (schema, *pack),
            Found::Read(document) => (&document.root, &**document),
        }
    }

    /// How many CEL rules the schema has.
    pub(super) fn cel_rules(&self) -> usize {
        if let Found::Read(document) = self { document.cel_rules } else { 0 }
    }
}

/// Reads a file; `None` if there is none.
pub type ReadFile<'r> = &'r dyn Fn(&str) -> Result<Option<Vec<u8>>>;

/// All schemas of a run.
#[derive(Default)]
pub struct Schemas {
    custom: FxHashMap<Kind, Resource>,
    locations: Vec<Location>,
    found: FxHashMap<(Kind, u8), Option<Found>>,
}

impl Schemas {
    /// Adds the resources of the CRDs in a file of YAML; others in it are left out.
    pub fn add_crds(&mut self, name: &str, text: &[u8]) -> Result<()> {
        crd::read_file(name, text, |kind, resource| {
            self.custom.insert(kind, resource);
        })
    }

    /// Whether a location is the path of a schema, perhaps with variables, and no folder.
    #[must_use]
    pub fn is_pattern(location: &str) -> bool {
        location::is_pattern(location)
    }

    /// Adds a folder of JSON schemas, or the pattern of their paths.
    pub fn add_folder(&mut self, location: &str) -> Result<()> {
        self.locations.push(Location::parse(location)?);
        Ok(())
    }

    /// Adds the resource of a CRD that is among the objects checked. The error says what is wrong with it.
    pub(super) fn add_object(&mut self, object: &Object<'_>) -> std::result::Result<(), String> {
        for (kind, resource) in crd::read(object.spot)? {
            self.custom.insert(kind, resource);
        }
        Ok(())
    }

    /// Finds the schemas of these kinds in these versions.
    pub(super) fn find<'k>(
        &mut self,
        kinds: impl Iterator<Item = (&'k str, &'k str)>,
        minors: &[u8],
        read: ReadFile<'_>,
    ) -> Result<()> {
        for (api_version, kind) in kinds {
            let kind = kind_of(api_version, kind);
            for minor in minors {
                if !self.found.contains_key(&(kind.clone(), *minor)) {
                    let found = self.look(&kind, *minor, read)?;
                    self.found.insert((kind.clone(), *minor), found);
                }
            }
        }
        Ok(())
    }

    fn look(&self, kind: &Kind, minor: u8, read: ReadFile<'_>) -> Result<Option<Found>> {
        if let Some(Resource { schema, .. }) = self.custom.get(kind) {
            return Ok(Some(Found::Read(schema.clone())));
        }
        for location in &self.locations {
            if let Some((path, text)) = location.find(kind, minor, read)? {
                return Ok(Some(Found::Read(Arc::new(read_schema(&path, &text)?))));
            }
        }
        let (group, version, kind) = kind;
        Ok(pack().kind(group, version, kind, minor).map(|schema| Found::BuiltIn(pack(), schema)))
    }

    /// What [`Schemas::find`] found.
    pub(super) fn get(&self, kind: &Kind, minor: u8) -> Option<&Found> {
        self.found.get(&(kind.clone(), minor))?.as_ref()
    }

    /// Whether objects of a kind belong to the cluster; `None` if that is not known.
    pub(super) fn is_cluster(&self, (group, version, kind): &Kind) -> Option<bool> {
        if let Some(resource) = self.custom.get(&(group.clone(), version.clone(), kind.clone())) {
            return Some(resource.is_cluster);
        }
        pack().has_group(group).then(|| scope::is_cluster(group, kind))
    }
}

fn read_schema(path: &str, text: &[u8]) -> Result<Document> {
    use crate::error::{Error, ErrorKind};
    let fail = |reason: String| Error::new(ErrorKind::Load, format!("{path}: not a schema: {reason}"));
    let spot = crate::yaml::locate(text).map_err(|e| fail(e.to_string()))?;
    json_schema::read(&spot, Dialect::Json).map_err(fail)
}

//! Turning schemas into the form they are checked in.

mod object;

use super::draft::Draft;
use super::format::Format;
use super::place::{Place, join, split_fragment};
use super::roots::{Check, Roots};
use super::types::Types;
use super::{Fault, Notices};
use crate::schema::json::Json;
use crate::schema::number::Decimal;
use crate::schema::pattern::Pattern;
use object::ObjectCompiler;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The index of a schema among all that were compiled together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Id(usize);

/// Schemas, compiled.
#[derive(Debug, Default)]
pub(super) struct Compiled(Vec<Schema>);

impl std::ops::Index<Id> for Compiled {
    type Output = Schema;
    fn index(&self, id: Id) -> &Schema {
        &self.0[id.0]
    }
}

/// `true`, `false`, or a schema, where a keyword accepts these.
#[derive(Clone, Copy, Debug)]
pub(super) enum Additional {
    Bool(bool),
    Schema(Id),
}

/// What `items` says up to draft 2019-09.
#[derive(Clone, Debug)]
pub(super) enum Items {
    Each(Id),
    Tuple(Vec<Id>),
}

/// What the presence of a property asks for.
#[derive(Clone, Debug)]
pub(super) enum Dependency {
    Properties(Vec<String>),
    Schema(Id),
}

/// A schema; the fields are named after the keywords.
#[derive(Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a keyword, or what one says")]
pub(super) struct Schema {
    pub(super) draft: Option<Draft>,
    pub(super) location: Place,
    /// The schema at the root of the resource.
    pub(super) resource: Id,
    pub(super) dynamic_anchors: BTreeMap<String, Id>,
    pub(super) all_properties_evaluated: bool,
    pub(super) all_items_evaluated: bool,
    pub(super) items_evaluated: usize,
    /// The whole schema where it is `true` or `false`.
    pub(super) boolean: Option<bool>,
    pub(super) reference: Option<Id>,
    pub(super) recursive_ref: Option<Id>,
    pub(super) recursive_anchor: bool,
    pub(super) dynamic_ref: Option<(Id, Option<String>)>,
    pub(super) dynamic_anchor: Option<String>,
    pub(super) types: Types,
    pub(super) constant: Option<Arc<Json>>,
    pub(super) enumeration: Option<Arc<[Json]>>,
    pub(super) not: Option<Id>,
    pub(super) all_of: Vec<Id>,
    pub(super) any_of: Vec<Id>,
    pub(super) one_of: Vec<Id>,
    pub(super) condition: Option<Id>,
    pub(super) then: Option<Id>,
    pub(super) otherwise: Option<Id>,
    pub(super) format: Option<Format>,
    pub(super) min_properties: Option<i64>,
    pub(super) max_properties: Option<i64>,
    pub(super) required: Vec<String>,
    pub(super) properties: BTreeMap<Box<str>, Id>,
    pub(super) pattern_properties: Vec<(Pattern, Id)>,
    pub(super) additional_properties: Option<Additional>,
    pub(super) property_names: Option<Id>,
    pub(super) dependencies: BTreeMap<Box<str>, Dependency>,
    pub(super) dependent_required: BTreeMap<Box<str>, Vec<String>>,
    pub(super) dependent_schemas: BTreeMap<Box<str>, Id>,
    pub(super) unevaluated_properties: Option<Id>,
    pub(super) min_items: Option<i64>,
    pub(super) max_items: Option<i64>,
    pub(super) unique_items: bool,
    pub(super) contains: Option<Id>,
    pub(super) min_contains: Option<i64>,
    pub(super) max_contains: Option<i64>,
    pub(super) items: Option<Items>,
    pub(super) additional_items: Option<Additional>,
    pub(super) prefix_items: Vec<Id>,
    pub(super) items_2020: Option<Id>,
    pub(super) unevaluated_items: Option<Id>,
    pub(super) min_length: Option<i64>,
    pub(super) max_length: Option<i64>,
    pub(super) pattern: Option<(Pattern, String)>,
    pub(super) minimum: Option<Decimal>,
    pub(super) maximum: Option<Decimal>,
    pub(super) exclusive_minimum: Option<Decimal>,
    pub(super) exclusive_maximum: Option<Decimal>,
    pub(super) multiple_of: Option<Decimal>,
}

impl Schema {
    /// The draft that the schema is written in.
    pub(super) fn draft(&self) -> Draft {
        self.draft.unwrap_or(super::draft::LATEST)
    }
}

/// Compiles schemas one after the other; the ones that a schema refers to wait in a queue.
pub(super) struct Compiler<'n> {
    roots: Roots<'n>,
    schemas: Vec<Schema>,
    index: FxHashMap<Place, Id>,
    /// What a reference without an address refers to, by its base.
    own: FxHashMap<String, String>,
    assert_formats: bool,
}

impl<'n> Compiler<'n> {
    /// A compiler of foreign schemas, which are checked against their metaschemas first.
    pub(super) fn new(notices: Notices<'n>, check: Check) -> Compiler<'n> {
        Compiler::with(Roots::new(notices, Some(check)), false)
    }

    /// A compiler of metaschemas.
    pub(super) fn for_metaschemas(notices: Notices<'n>) -> Compiler<'n> {
        Compiler::with(Roots::new(notices, None), true)
    }

    fn with(roots: Roots<'n>, assert_formats: bool) -> Compiler<'n> {
        Compiler { roots, schemas: Vec::new(), index: FxHashMap::default(), own: FxHashMap::default(), assert_formats }
    }

    /// Makes a document known under an address.
    pub(super) fn add_document(&mut self, url: &str, document: Json) {
        self.roots.add_document(url, document);
    }

    /// Compiles the document at an address and all that it refers to.
    pub(super) fn compile(&mut self, url: &str) -> Result<Id, Fault> {
        let place = self.roots.resolve(url, "")?;
        let mut compiled = self.schemas.len();
        let id = self.enqueue(place);
        while compiled < self.schemas.len() {
            self.compile_at(Id(compiled))?;
            compiled += 1;
        }
        Ok(id)
    }

    /// What was compiled.
    pub(super) fn finish(self) -> Compiled {
        Compiled(self.schemas)
    }

    /// A reference in absolute form, and its fragment. Most references are mere fragments, and bases few.
    fn join(&mut self, base: &str, reference: &str) -> Result<(String, String), Fault> {
        if !reference.starts_with('#') {
            return join(base, reference);
        }
        if let Some(url) = self.own.get(base) {
            return Ok((url.clone(), split_fragment(reference)?.1));
        }
        let joined = join(base, reference)?;
        self.own.insert(base.to_owned(), joined.0.clone());
        Ok(joined)
    }

    fn enqueue(&mut self, place: Place) -> Id {
        if let Some(id) = self.index.get(&place) {
            return *id;
        }
        let id = Id(self.schemas.len());
        self.schemas.push(Schema { location: place.clone(), ..Schema::default() });
        self.index.insert(place, id);
        id
    }

    fn compile_at(&mut self, id: Id) -> Result<(), Fault> {
        let place = self.schemas[id.0].location.clone();
        self.roots.ensure_subschema(&place)?;
        let Some(root) = self.roots.root(&place.url) else { return Ok(()) };
        let document = root.document.clone();
        let resource = root.resource(&place.pointer).clone();
        let value = place.lookup(&document)?;

        let resource_place = Place { url: place.url.clone(), pointer: resource.pointer.clone() };
        let mut schema = std::mem::take(&mut self.schemas[id.0]);
        schema.draft = Some(resource.dialect.draft);
        schema.resource = self.enqueue(resource_place);
        if resource.dialect.draft >= Draft::D2020 && schema.resource == id {
            for (name, pointer) in &resource.anchors {
                if resource.dynamic_anchors.contains(name) {
                    let anchored = Place { url: place.url.clone(), pointer: pointer.clone() };
                    let anchored = self.enqueue(anchored);
                    schema.dynamic_anchors.insert(name.clone(), anchored);
                }
            }
        }
        match value {
            Json::Bool(b) => schema.boolean = Some(*b),
            Json::Obj(entries) if entries.is_empty() => schema.boolean = Some(true),
            Json::Obj(entries) => {
                let (base, dialect) = (&*resource.id, &resource.dialect);
                let mut object = ObjectCompiler { compiler: self, entries, place, base, dialect };
                object.compile(&mut schema)?;
            }
            _ => {}
        }
        schema.note_what_is_evaluated();
        self.schemas[id.0] = schema;
        Ok(())
    }
}

impl Schema {
    fn note_what_is_evaluated(&mut self) {
        self.all_properties_evaluated = self.additional_properties.is_some();
        if self.draft() >= Draft::D2020 {
            self.all_items_evaluated = self.items_2020.is_some();
            self.items_evaluated = self.prefix_items.len();
            return;
        }
        self.all_items_evaluated = self.additional_items.is_some();
        match &self.items {
            Some(Items::Each(_)) => self.all_items_evaluated = true,
            Some(Items::Tuple(items)) => self.items_evaluated = items.len(),
            None => {}
        }
    }
}

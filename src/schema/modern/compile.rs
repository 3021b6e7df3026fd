//! Turning schemas into the form they are checked in.

use super::draft::Draft;
use super::format::{self, Format};
use super::roots::{Check, Dialect, Place, Roots, join, split_fragment};
use super::types::Types;
use super::{Fault, Notices};
use crate::schema::json::Json;
use crate::schema::number::Decimal;
use crate::schema::object::Object;
use crate::schema::pattern::Pattern;
use crate::schema::text::go_quote;
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
        if let (true, Some(url)) = (reference.starts_with('#'), self.own.get(base)) {
            return Ok((url.clone(), split_fragment(reference)?.1));
        }
        let joined = join(base, reference)?;
        if reference.starts_with('#') {
            self.own.insert(base.to_owned(), joined.0.clone());
        }
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

/// Compiles one schema that is an object.
struct ObjectCompiler<'c, 'n, 's> {
    compiler: &'c mut Compiler<'n>,
    entries: &'s Object,
    place: Place,
    base: &'s str,
    dialect: &'s Dialect,
}

impl<'s> ObjectCompiler<'_, '_, 's> {
    fn compile(&mut self, schema: &mut Schema) -> Result<(), Fault> {
        let draft = self.dialect.draft;
        schema.reference = self.reference("$ref")?;
        // Everything beside a reference used to be ignored.
        if draft >= Draft::D2019 || schema.reference.is_none() {
            self.first_keywords(schema)?;
        }
        if draft >= Draft::D6 {
            self.draft_6(schema);
        }
        if draft >= Draft::D7 {
            self.draft_7(schema);
        }
        if draft >= Draft::D2019 {
            self.draft_2019(schema)?;
        }
        if draft >= Draft::D2020 {
            self.draft_2020(schema)?;
        }
        Ok(())
    }

    /// The keywords of draft 4.
    fn first_keywords(&mut self, schema: &mut Schema) -> Result<(), Fault> {
        if self.dialect.has_vocabulary("applicator") {
            self.first_applicators(schema)?;
        }
        if self.dialect.has_vocabulary("validation") {
            self.first_validations(schema)?;
        }
        let asserted = self.compiler.assert_formats
            || match self.dialect.draft {
                Draft::D2019 => self.dialect.has_vocabulary("format"),
                Draft::D2020 => self.dialect.has_vocabulary("format-assertion"),
                _ => true,
            };
        if asserted {
            schema.format = self.text("format").and_then(format::by_name);
        }
        Ok(())
    }

    fn first_applicators(&mut self, schema: &mut Schema) -> Result<(), Fault> {
        schema.all_of = self.list("allOf");
        schema.any_of = self.list("anyOf");
        schema.one_of = self.list("oneOf");
        schema.not = self.one("not");
        if self.dialect.draft < Draft::D2020 {
            match self.entries.get("items") {
                Some(Json::Arr(_)) => {
                    schema.items = Some(Items::Tuple(self.list("items")));
                    schema.additional_items = self.additional("additionalItems");
                }
                Some(_) => schema.items = self.one("items").map(Items::Each),
                None => {}
            }
        }
        schema.properties = self.map("properties");
        for (pattern, id) in self.map("patternProperties") {
            let regexp = self.regexp("patternProperties", &pattern)?;
            schema.pattern_properties.push((regexp, id));
        }
        schema.additional_properties = self.additional("additionalProperties");
        if let Some(Json::Obj(entries)) = self.entries.get("dependencies") {
            for (property, value) in entries.iter() {
                let dependency = match value {
                    Json::Arr(names) => Dependency::Properties(texts(names)),
                    _ => Dependency::Schema(self.subschema(&["dependencies", property])),
                };
                schema.dependencies.insert(property.clone(), dependency);
            }
        }
        Ok(())
    }

    fn first_validations(&mut self, schema: &mut Schema) -> Result<(), Fault> {
        schema.types = self.entries.get("type").map(Types::of_keyword).unwrap_or_default();
        if let Some(Json::Arr(values)) = self.entries.get("enum") {
            schema.enumeration = Some(values.as_slice().into());
        }
        schema.multiple_of = self.number("multipleOf");
        schema.maximum = self.number("maximum");
        schema.exclusive_maximum =
            if self.flag("exclusiveMaximum") { schema.maximum.take() } else { self.number("exclusiveMaximum") };
        schema.minimum = self.number("minimum");
        schema.exclusive_minimum =
            if self.flag("exclusiveMinimum") { schema.minimum.take() } else { self.number("exclusiveMinimum") };
        schema.min_length = self.integer("minLength");
        schema.max_length = self.integer("maxLength");
        if let Some(pattern) = self.text("pattern") {
            schema.pattern = Some((self.regexp("pattern", pattern)?, pattern.to_owned()));
        }
        schema.min_items = self.integer("minItems");
        schema.max_items = self.integer("maxItems");
        schema.unique_items = self.flag("uniqueItems");
        schema.min_properties = self.integer("minProperties");
        schema.max_properties = self.integer("maxProperties");
        if let Some(Json::Arr(names)) = self.entries.get("required") {
            schema.required = texts(names);
        }
        Ok(())
    }

    fn draft_6(&mut self, schema: &mut Schema) {
        if self.dialect.has_vocabulary("applicator") {
            schema.contains = self.one("contains");
            schema.property_names = self.one("propertyNames");
        }
        if self.dialect.has_vocabulary("validation") {
            schema.constant = self.entries.get("const").cloned().map(Arc::new);
        }
    }

    fn draft_7(&mut self, schema: &mut Schema) {
        if !self.dialect.has_vocabulary("applicator") {
            return;
        }
        schema.condition = self.one("if");
        if schema.condition.is_some() {
            let known = match self.entries.get("if") {
                Some(Json::Bool(b)) => Some(*b),
                _ => None,
            };
            schema.then = if known == Some(false) { None } else { self.one("then") };
            schema.otherwise = if known == Some(true) { None } else { self.one("else") };
        }
    }

    fn draft_2019(&mut self, schema: &mut Schema) -> Result<(), Fault> {
        schema.recursive_ref = self.reference("$recursiveRef")?;
        schema.recursive_anchor = self.flag("$recursiveAnchor");
        if self.dialect.has_vocabulary("validation") {
            if schema.contains.is_some() {
                schema.min_contains = self.integer("minContains");
                schema.max_contains = self.integer("maxContains");
            }
            if let Some(Json::Obj(entries)) = self.entries.get("dependentRequired") {
                for (property, names) in entries.iter() {
                    if let Json::Arr(names) = names {
                        schema.dependent_required.insert(property.clone(), texts(names));
                    }
                }
            }
        }
        if self.dialect.has_vocabulary("applicator") {
            schema.dependent_schemas = self.map("dependentSchemas");
        }
        let unevaluated = if self.dialect.draft == Draft::D2019 { "applicator" } else { "unevaluated" };
        if self.dialect.has_vocabulary(unevaluated) {
            schema.unevaluated_items = self.one("unevaluatedItems");
            schema.unevaluated_properties = self.one("unevaluatedProperties");
        }
        Ok(())
    }

    fn draft_2020(&mut self, schema: &mut Schema) -> Result<(), Fault> {
        if let Some(id) = self.reference("$dynamicRef")? {
            let (_, fragment) = join(self.base, self.text("$dynamicRef").unwrap_or_default())?;
            let anchor = (!fragment.is_empty() && !fragment.starts_with('/')).then_some(fragment);
            schema.dynamic_ref = Some((id, anchor));
        }
        schema.dynamic_anchor = self.text("$dynamicAnchor").map(str::to_owned);
        if self.dialect.has_vocabulary("applicator") {
            schema.prefix_items = self.list("prefixItems");
            schema.items_2020 = self.one("items");
        }
        Ok(())
    }

    fn subschema(&mut self, tokens: &[&str]) -> Id {
        let place = self.place.child(tokens);
        self.compiler.enqueue(place)
    }

    fn one(&mut self, keyword: &str) -> Option<Id> {
        self.entries.contains_key(keyword).then(|| self.subschema(&[keyword]))
    }

    fn list(&mut self, keyword: &str) -> Vec<Id> {
        let Some(Json::Arr(items)) = self.entries.get(keyword) else { return Vec::new() };
        (0..items.len()).map(|i| self.subschema(&[keyword, &i.to_string()])).collect()
    }

    fn map(&mut self, keyword: &str) -> BTreeMap<Box<str>, Id> {
        let Some(Json::Obj(entries)) = self.entries.get(keyword) else { return BTreeMap::new() };
        entries.keys().map(|key| (key.clone(), self.subschema(&[keyword, key]))).collect()
    }

    fn additional(&mut self, keyword: &str) -> Option<Additional> {
        match self.entries.get(keyword) {
            Some(Json::Bool(b)) => Some(Additional::Bool(*b)),
            _ => self.one(keyword).map(Additional::Schema),
        }
    }

    fn reference(&mut self, keyword: &str) -> Result<Option<Id>, Fault> {
        let Some(reference) = self.text(keyword) else { return Ok(None) };
        let (url, fragment) = self.compiler.join(self.base, reference)?;
        let local = match self.compiler.roots.root(&self.place.url) {
            Some(root) => root.resolve(&url, &fragment)?,
            None => None,
        };
        let place = match local {
            Some(place) => place,
            None => self.compiler.roots.resolve(&url, &fragment)?,
        };
        Ok(Some(self.compiler.enqueue(place)))
    }

    fn regexp(&self, keyword: &str, pattern: &str) -> Result<Pattern, Fault> {
        Pattern::compile(pattern).map_err(|e| {
            let place = go_quote(&self.place.child(&[keyword]).to_string());
            Fault::schema(format!("invalid regex {} at {place}: {e}", go_quote(pattern)))
        })
    }

    fn text(&self, keyword: &str) -> Option<&'s str> {
        self.entries.get(keyword).and_then(Json::as_str)
    }

    fn flag(&self, keyword: &str) -> bool {
        self.entries.get(keyword) == Some(&Json::Bool(true))
    }

    fn number(&self, keyword: &str) -> Option<Decimal> {
        match self.entries.get(keyword) {
            Some(Json::Num(text)) => Decimal::parse(text),
            _ => None,
        }
    }

    fn integer(&self, keyword: &str) -> Option<i64> {
        self.number(keyword).filter(Decimal::is_integer).map(|n| n.to_i64())
    }
}

fn texts(values: &[Json]) -> Vec<String> {
    values.iter().filter_map(Json::as_str).map(str::to_owned).collect()
}

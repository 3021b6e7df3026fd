//! Turning schemas into the form they are checked in; the first keyword that is wrong ends it.

mod keyword;

use super::draft::Draft;
use super::pool::Pool;
use crate::compat::Compat;
use crate::schema::Fault;
use crate::schema::json::Json;
use crate::schema::number::Decimal;
use crate::schema::pattern::Pattern;
use crate::schema::uri::Uri;
use keyword::{Names, invalid_type, must_be};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// The nesting of schemas and references that is taken for endless.
const MAX_DEPTH: usize = 20_000;

/// The index of a schema among all that were compiled together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Id(pub(super) usize);

/// `true`, `false`, or a schema, where a keyword accepts these.
#[derive(Clone, Copy, Debug)]
pub(super) enum Additional {
    Bool(bool),
    Schema(Id),
}

/// What the presence of a property asks for.
#[derive(Clone, Debug)]
pub(super) enum Dependency {
    Properties(Vec<String>),
    Schema(Id),
}

/// A schema; the fields are named after the keywords.
#[derive(Debug, Default)]
pub(super) struct Schema {
    /// The whole schema where it is `true` or `false`.
    pub(super) pass: Option<bool>,
    pub(super) reference: Option<Id>,
    pub(super) types: Vec<&'static str>,
    pub(super) properties: BTreeMap<Box<str>, Id>,
    pub(super) pattern_properties: Vec<(Pattern, Id)>,
    pub(super) additional_properties: Option<Additional>,
    pub(super) property_names: Option<Id>,
    pub(super) dependencies: BTreeMap<Box<str>, Dependency>,
    pub(super) min_properties: Option<i64>,
    pub(super) max_properties: Option<i64>,
    pub(super) required: Vec<String>,
    pub(super) items: Vec<Id>,
    /// Whether the one schema in `items` is for all elements.
    pub(super) one_for_all: bool,
    pub(super) additional_items: Option<Additional>,
    pub(super) min_items: Option<i64>,
    pub(super) max_items: Option<i64>,
    pub(super) unique_items: bool,
    pub(super) contains: Option<Id>,
    pub(super) multiple_of: Option<Decimal>,
    pub(super) minimum: Option<Decimal>,
    pub(super) maximum: Option<Decimal>,
    pub(super) exclusive_minimum: Option<Decimal>,
    pub(super) exclusive_maximum: Option<Decimal>,
    pub(super) min_length: Option<i64>,
    pub(super) max_length: Option<i64>,
    pub(super) pattern: Option<(Pattern, String)>,
    pub(super) format: Option<String>,
    /// As JSON.
    pub(super) constant: Option<String>,
    /// Each as JSON.
    pub(super) enumeration: Vec<String>,
    pub(super) one_of: Vec<Id>,
    pub(super) any_of: Vec<Id>,
    pub(super) all_of: Vec<Id>,
    pub(super) not: Option<Id>,
    pub(super) condition: Option<Id>,
    pub(super) then: Option<Id>,
    pub(super) otherwise: Option<Id>,
}

/// Schemas, compiled; the first is the root.
#[derive(Debug, Default)]
pub(super) struct Compiled(pub(super) Vec<Schema>);

impl std::ops::Index<Id> for Compiled {
    type Output = Schema;
    fn index(&self, id: Id) -> &Schema {
        &self.0[id.0]
    }
}

/// Compiles a schema and all that it refers to.
pub(super) struct Compiler {
    pool: Pool,
    schemas: Vec<Schema>,
    references: FxHashMap<String, Id>,
    depth: usize,
}

impl Compiler {
    pub(super) fn new(pool: Pool) -> Compiler {
        Compiler { pool, schemas: Vec::new(), references: FxHashMap::default(), depth: 0 }
    }

    /// Compiles the root document.
    pub(super) fn compile(mut self, draft: Option<Draft>) -> Result<Compiled, Fault> {
        let root = self.pool.get("")?;
        self.schema(root.schema(), draft.unwrap_or(Draft::Hybrid))?;
        Ok(Compiled(self.schemas))
    }

    /// Compiles one schema.
    fn schema(&mut self, document: &Json, draft: Draft) -> Result<Id, Fault> {
        let id = self.reserve();
        self.schema_at(id, document, draft)?;
        Ok(id)
    }

    fn reserve(&mut self) -> Id {
        self.schemas.push(Schema::default());
        Id(self.schemas.len() - 1)
    }

    fn schema_at(&mut self, id: Id, document: &Json, draft: Draft) -> Result<(), Fault> {
        if self.depth >= MAX_DEPTH {
            return Err(Fault::schema("the schema is nested too deeply to be checked".into()));
        }
        self.depth += 1;
        let mut schema = Schema::default();
        let outcome = self.fill(&mut schema, document, draft);
        self.schemas[id.0] = schema;
        self.depth -= 1;
        outcome
    }

    fn fill(&mut self, schema: &mut Schema, document: &Json, draft: Draft) -> Result<(), Fault> {
        let entries = match document {
            Json::Bool(b) if draft >= Draft::D6 => {
                schema.pass = Some(*b);
                return Ok(());
            }
            Json::Obj(entries) => entries,
            _ => return Err(Fault::schema("Expected: valid schema, given: Invalid JSON".into())),
        };
        self.identity(entries, draft)?;
        if let Some(reference) = keyword::text(entries, "$ref", || invalid_type("string", "$ref"))? {
            let reference = Uri::parse(reference, Compat::Helm3).map_err(Fault::schema)?.to_string();
            if let Some(id) = self.references.get(&reference) {
                schema.reference = Some(*id);
            } else {
                schema.reference = Some(self.reference(reference, draft)?);
                return Ok(());
            }
        }
        if let Some(value) = entries.get("type") {
            schema.types = keyword::types(value)?;
        }
        self.object_keywords(schema, entries, draft)?;
        self.array_schemas(schema, entries, draft)?;
        keyword::numbers(schema, entries, draft)?;
        keyword::strings(schema, entries)?;
        keyword::objects(schema, entries)?;
        keyword::arrays(schema, entries)?;
        if let Some(value) = entries.get("contains").filter(|_| draft >= Draft::D6) {
            schema.contains = Some(self.schema(value, draft)?);
        }
        keyword::any_type(schema, entries, draft)?;
        self.combinations(schema, entries, draft)
    }

    /// Identifiers, definitions and descriptions: only their form matters here.
    fn identity(&mut self, entries: Names<'_>, draft: Draft) -> Result<(), Fault> {
        let id = match draft {
            Draft::D4 => "id",
            Draft::Hybrid if entries.contains_key("id") => "id",
            _ => "$id",
        };
        if let Some(text) = keyword::text(entries, id, || invalid_type("string", id))? {
            Uri::parse(text, Compat::Helm3).map_err(Fault::schema)?;
        }
        match entries.get("definitions") {
            None => {}
            Some(Json::Obj(definitions)) => {
                for (_, definition) in definitions.iter() {
                    if !matches!(definition, Json::Obj(_) | Json::Bool(_)) {
                        return Err(invalid_type("array of schemas", "definitions"));
                    }
                    self.schema(definition, draft)?;
                }
            }
            Some(Json::Bool(_)) => {
                let words = "interface conversion: interface {} is bool, not map[string]interface {}";
                return Err(Fault::schema(format!("unable to validate schema: {words}")));
            }
            Some(_) => return Err(invalid_type("array of schemas", "definitions")),
        }
        keyword::text(entries, "title", || invalid_type("string", "title"))?;
        keyword::text(entries, "description", || invalid_type("string", "description"))?;
        Ok(())
    }

    /// The schema behind an absolute reference, which may be under way already.
    fn reference(&mut self, reference: String, draft: Draft) -> Result<Id, Fault> {
        let id = self.reserve();
        self.references.insert(reference.clone(), id);
        let entry = self.pool.get(&reference)?;
        let document = entry.schema();
        if !matches!(document, Json::Obj(_) | Json::Bool(_)) {
            return Err(Fault::schema("valid schema must be of type object".into()));
        }
        self.schema_at(id, document, entry.draft.unwrap_or(draft))?;
        Ok(id)
    }

    fn object_keywords(&mut self, schema: &mut Schema, entries: Names<'_>, draft: Draft) -> Result<(), Fault> {
        if let Some(value) = entries.get("properties") {
            let Json::Obj(properties) = value else {
                return Err(Fault::schema("properties must be of type object".into()));
            };
            for (name, property) in properties.iter() {
                let id = self.schema(property, draft)?;
                schema.properties.insert(name.clone(), id);
            }
        }
        schema.additional_properties = self.additional(entries, "additionalProperties", draft)?;
        if let Some(value) = entries.get("patternProperties") {
            let Json::Obj(patterns) = value else { return Err(invalid_type("valid schema", "patternProperties")) };
            for (text, property) in patterns.iter() {
                let pattern =
                    Pattern::compile(text).map_err(|_| Fault::schema(format!("Invalid regex pattern '{text}'")))?;
                schema.pattern_properties.push((pattern, self.schema(property, draft)?));
            }
        }
        if let Some(value) = entries.get("propertyNames").filter(|_| draft >= Draft::D6) {
            if !matches!(value, Json::Obj(_) | Json::Bool(_)) {
                return Err(invalid_type("valid schema", "patternProperties"));
            }
            schema.property_names = Some(self.schema(value, draft)?);
        }
        if let Some(value) = entries.get("dependencies") {
            self.dependencies(schema, value, draft)?;
        }
        Ok(())
    }

    fn dependencies(&mut self, schema: &mut Schema, value: &Json, draft: Draft) -> Result<(), Fault> {
        let Json::Obj(dependencies) = value else {
            return Err(Fault::schema("dependencies must be of type object".into()));
        };
        let fault = || Fault::schema("dependency must be of type schema or array of strings".into());
        for (property, value) in dependencies.iter() {
            let dependency = match value {
                Json::Arr(names) => {
                    let names: Option<Vec<String>> = names.iter().map(|n| n.as_str().map(str::to_owned)).collect();
                    Dependency::Properties(names.ok_or_else(fault)?)
                }
                Json::Obj(_) | Json::Bool(_) => Dependency::Schema(self.schema(value, draft)?),
                _ => return Err(fault()),
            };
            schema.dependencies.insert(property.clone(), dependency);
        }
        Ok(())
    }

    fn array_schemas(&mut self, schema: &mut Schema, entries: Names<'_>, draft: Draft) -> Result<(), Fault> {
        let fault = || invalid_type("valid schema/array of schemas", "items");
        match entries.get("items") {
            None => {}
            Some(Json::Arr(items)) => {
                for item in items {
                    if !matches!(item, Json::Obj(_) | Json::Bool(_)) {
                        return Err(fault());
                    }
                    let id = self.schema(item, draft)?;
                    schema.items.push(id);
                }
            }
            Some(item @ (Json::Obj(_) | Json::Bool(_))) => {
                schema.items.push(self.schema(item, draft)?);
                schema.one_for_all = true;
            }
            Some(_) => return Err(fault()),
        }
        schema.additional_items = self.additional(entries, "additionalItems", draft)?;
        Ok(())
    }

    fn additional(&mut self, entries: Names<'_>, key: &str, draft: Draft) -> Result<Option<Additional>, Fault> {
        match entries.get(key) {
            None => Ok(None),
            Some(Json::Bool(b)) => Ok(Some(Additional::Bool(*b))),
            Some(value @ Json::Obj(_)) => Ok(Some(Additional::Schema(self.schema(value, draft)?))),
            Some(_) => Err(invalid_type("boolean/valid schema", key)),
        }
    }

    fn combinations(&mut self, schema: &mut Schema, entries: Names<'_>, draft: Draft) -> Result<(), Fault> {
        schema.one_of = self.list(entries, "oneOf", "oneOf", draft)?;
        schema.any_of = self.list(entries, "anyOf", "anyOf", draft)?;
        // The library names the wrong keyword.
        schema.all_of = self.list(entries, "allOf", "anyOf", draft)?;
        schema.not = self.schema_or_fault(entries, "not", draft)?;
        if draft >= Draft::D7 {
            schema.condition = self.schema_or_fault(entries, "if", draft)?;
            schema.then = self.schema_or_fault(entries, "then", draft)?;
            schema.otherwise = self.schema_or_fault(entries, "else", draft)?;
        }
        Ok(())
    }

    fn list(&mut self, entries: Names<'_>, key: &str, named: &str, draft: Draft) -> Result<Vec<Id>, Fault> {
        match entries.get(key) {
            None => Ok(Vec::new()),
            Some(Json::Arr(items)) => items.iter().map(|item| self.schema(item, draft)).collect(),
            Some(_) => Err(must_be(named, "an", "array")),
        }
    }

    fn schema_or_fault(&mut self, entries: Names<'_>, key: &str, draft: Draft) -> Result<Option<Id>, Fault> {
        match entries.get(key) {
            None => Ok(None),
            Some(value @ (Json::Obj(_) | Json::Bool(_))) => self.schema(value, draft).map(Some),
            Some(_) => Err(must_be(key, "an", "object")),
        }
    }
}

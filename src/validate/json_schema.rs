//! JSON schemas of custom resources and of schema folders, read into the form that values are checked against.
//!
//! Two dialects: the structural schemas of CustomResourceDefinitions, in which fields that are not
//! named are dropped by the API server and so are unknown, and JSON Schema as kubeconform's folders
//! hold it, in which they are admitted unless `additionalProperties` says otherwise.

use super::limits::Limits;
use super::schema::{Definitions, FieldSchema, Format, ListType, Others, Schema, Types, Versions};
use crate::yaml::{Content, Spot};

/// Where unnamed fields are unknown, and what `$ref` means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dialect {
    /// Of a CustomResourceDefinition.
    Structural,
    /// A file in a folder of schemas.
    Json,
}

/// How deep schemas may be nested.
const DEEPEST: usize = 200;

/// A schema that was read, with what its references point to.
#[derive(Debug)]
pub(super) struct Document {
    pub(super) root: Schema,
    definitions: Vec<Schema>,
    /// How many CEL rules it has, which nothing here evaluates.
    pub(super) cel_rules: usize,
}

impl Definitions for Document {
    fn definition(&self, number: usize) -> Option<&Schema> {
        self.definitions.get(number)
    }
}

/// Reads a schema. The error says what is wrong with it and where.
pub(super) fn read(schema: &Spot<'_>, dialect: Dialect) -> Result<Document, String> {
    let mut reader = Reader { document: schema, dialect, pointers: Vec::new(), cel_rules: 0 };
    let mut root = reader.schema(schema, DEEPEST, true)?;
    let mut definitions = Vec::new();
    while let Some(pointer) = reader.pointers.get(definitions.len()).cloned() {
        let target = reader.resolve(&pointer).ok_or_else(|| format!("can't resolve reference {pointer}"))?;
        definitions.push(reader.schema(target, DEEPEST, true)?);
    }
    if dialect == Dialect::Structural {
        admit_head(&mut root);
    }
    Ok(Document { root, definitions, cel_rules: reader.cel_rules })
}

/// The fields that every object has, whatever its schema says of them. They are checked apart.
fn admit_head(root: &mut Schema) {
    for name in ["apiVersion", "kind", "metadata"] {
        root.fields.retain(|field| &*field.name != name);
        root.fields.push(field(name, false, Schema::of(Types::ANY)));
    }
    root.sort();
}

fn field(name: &str, required: bool, schema: Schema) -> FieldSchema {
    FieldSchema { name: name.into(), required, versions: Versions::ALL, schema }
}

struct Reader<'s, 't> {
    document: &'s Spot<'t>,
    dialect: Dialect,
    /// The references met so far; the number of a definition is its place.
    pointers: Vec<String>,
    cel_rules: usize,
}

impl<'s, 't> Reader<'s, 't> {
    /// What a reference like `#/definitions/x` points to; references to other files mean their definitions here.
    fn resolve(&self, pointer: &str) -> Option<&'s Spot<'t>> {
        let (_, pointer) = pointer.split_once('#')?;
        pointer
            .split('/')
            .skip(1)
            .try_fold(self.document, |at, step| at.get(&step.replace("~1", "/").replace("~0", "~")))
    }

    /// `prunes`: whether unnamed fields are dropped here, which they are not inside `anyOf` and its like.
    fn schema(&mut self, spot: &'s Spot<'t>, levels: usize, prunes: bool) -> Result<Schema, String> {
        let at = || format!("line {}", spot.place.line);
        let levels = levels.checked_sub(1).ok_or_else(|| format!("{}: the schema is nested too deeply", at()))?;
        match &spot.content {
            Content::Map(_) => {}
            Content::Bool(true) => return Ok(Schema::of(Types::ANY)),
            Content::Bool(false) => return Ok(Schema::of(Types::NONE)),
            _ => return Err(format!("{}: a schema must be an object", at())),
        }
        if let Some(pointer) = spot.get("$ref").and_then(Spot::text) {
            let known = self.pointers.iter().position(|each| each == pointer);
            let number = known.unwrap_or_else(|| {
                self.pointers.push(pointer.to_owned());
                self.pointers.len() - 1
            });
            return Ok(Schema { target: Some(number), ..Schema::of(Types::ANY) });
        }
        let mut schema = Schema::of(self.types(spot)?);
        schema.format = format(spot.get("format").and_then(Spot::text));
        self.map_part(spot, &mut schema, levels, prunes)?;
        self.list_part(spot, &mut schema, levels)?;
        schema.embedded = is_true(spot, "x-kubernetes-embedded-resource");
        if schema.embedded && self.dialect == Dialect::Structural {
            admit_head(&mut schema);
        }
        self.cel_rules += spot.get("x-kubernetes-validations").map_or(0, |rules| rules.items().len());
        let mut limits = Limits::read(spot)?;
        limits.all = self.all(spot, "allOf", levels)?;
        // What an integer or string may be is said by its types already.
        if !is_true(spot, "x-kubernetes-int-or-string") {
            limits.any = self.all(spot, "anyOf", levels)?;
        }
        limits.one = self.all(spot, "oneOf", levels)?;
        if let Some(not) = spot.get("not") {
            limits.not = Some(Box::new(self.schema(not, levels, false)?));
        }
        schema.limits = (!limits.is_empty()).then(|| Box::new(limits));
        Ok(schema)
    }

    fn types(&self, spot: &Spot<'_>) -> Result<Types, String> {
        if is_true(spot, "x-kubernetes-int-or-string") {
            return Ok(self.nullable(spot, Types::INTEGER.or(Types::STRING)));
        }
        let Some(named) = spot.get("type") else { return Ok(Types::ANY) };
        let is_list = matches!(named.content, Content::List(_));
        let names = if is_list { named.items() } else { std::slice::from_ref(named) };
        let mut types = Types::NONE;
        for name in names {
            types = types.or(match name.text() {
                Some("null") => Types::NULL,
                Some("boolean") => Types::BOOL,
                Some("integer") => Types::INTEGER,
                Some("number") => Types::NUMBER,
                Some("string") => Types::STRING,
                Some("array") => Types::LIST,
                Some("object") => Types::MAP,
                _ => return Err(format!("line {}: {} is no type", name.place.line, super::report::shown(name))),
            });
        }
        Ok(self.nullable(spot, types))
    }

    /// Null is admitted where the schema says so, and where a default takes its place.
    fn nullable(&self, spot: &Spot<'_>, types: Types) -> Types {
        let admitted =
            is_true(spot, "nullable") || self.dialect == Dialect::Structural && spot.get("default").is_some();
        if admitted { types.or(Types::NULL) } else { types }
    }

    fn map_part(&mut self, spot: &'s Spot<'t>, schema: &mut Schema, levels: usize, prunes: bool) -> Result<(), String> {
        let required: Vec<&str> =
            spot.get("required").map(Spot::items).unwrap_or_default().iter().filter_map(Spot::text).collect();
        let mut has_default = Vec::new();
        for each in spot.get("properties").map(Spot::fields).unwrap_or_default() {
            let part = self.schema(&each.value, levels, prunes)?;
            if self.dialect == Dialect::Structural && each.value.get("default").is_some() {
                has_default.push(&*each.key);
            }
            schema.fields.push(field(&each.key, false, part));
        }
        schema.sort();
        for name in required.iter().filter(|name| !has_default.contains(name)) {
            match schema.fields.iter_mut().find(|field| *field.name == **name) {
                Some(field) => field.required = true,
                None if self.dialect == Dialect::Structural && prunes => {}
                None => schema.fields.push(field(name, true, Schema::of(Types::ANY))),
            }
        }
        schema.sort();
        let preserves =
            is_true(spot, "x-kubernetes-preserve-unknown-fields") || is_true(spot, "x-kubernetes-embedded-resource");
        schema.others = match spot.get("additionalProperties") {
            Some(Spot { content: Content::Bool(false), .. }) => Others::Never,
            Some(Spot { content: Content::Bool(true), .. }) => Others::Any,
            Some(each) => Others::Each(Box::new(self.schema(each, levels, prunes)?)),
            None if self.dialect == Dialect::Structural && prunes && !preserves && schema.types.has(Types::MAP) => {
                Others::Never
            }
            None => Others::Any,
        };
        Ok(())
    }

    fn list_part(&mut self, spot: &'s Spot<'t>, schema: &mut Schema, levels: usize) -> Result<(), String> {
        if let Some(items) = spot.get("items")
            && items.items().is_empty()
        {
            schema.items = Some(Box::new(self.schema(items, levels, true)?));
        }
        let keys = spot.get("x-kubernetes-list-map-keys").map(Spot::items).unwrap_or_default();
        schema.list = match spot.get("x-kubernetes-list-type").and_then(Spot::text) {
            Some("set") => ListType::Set,
            Some("map") => ListType::Map(keys.iter().filter_map(Spot::text).map(Box::from).collect()),
            _ => ListType::Atomic,
        };
        Ok(())
    }

    fn all(&mut self, spot: &'s Spot<'t>, keyword: &str, levels: usize) -> Result<Vec<Schema>, String> {
        let schemas = spot.get(keyword).map(Spot::items).unwrap_or_default();
        schemas.iter().map(|schema| self.schema(schema, levels, false)).collect()
    }
}

fn is_true(spot: &Spot<'_>, keyword: &str) -> bool {
    spot.get(keyword).is_some_and(|value| value.content == Content::Bool(true))
}

fn format(name: Option<&str>) -> Format {
    match name {
        Some("int32") => Format::Int32,
        Some("int64") => Format::Int64,
        Some("byte") => Format::Base64,
        Some("date-time") => Format::Time,
        _ => Format::None,
    }
}

/// A schema that admits everything.
pub(super) fn any() -> Document {
    Document { root: Schema::of(Types::ANY), definitions: Vec::new(), cel_rules: 0 }
}

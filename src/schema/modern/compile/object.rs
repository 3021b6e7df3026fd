//! Turning one schema that is an object into the form it is checked in, keyword by keyword.

use super::{Additional, Compiler, Dependency, Id, Items, Schema};
use crate::schema::json::Json;
use crate::schema::modern::Fault;
use crate::schema::modern::draft::Draft;
use crate::schema::modern::format;
use crate::schema::modern::place::{Place, join};
use crate::schema::modern::roots::Dialect;
use crate::schema::modern::types::Types;
use crate::schema::number::Decimal;
use crate::schema::object::Object;
use crate::schema::pattern::Pattern;
use crate::schema::text::go_quote;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Compiles one schema that is an object.
pub(super) struct ObjectCompiler<'c, 'n, 's> {
    pub(super) compiler: &'c mut Compiler<'n>,
    pub(super) entries: &'s Object,
    pub(super) place: Place,
    pub(super) base: &'s str,
    pub(super) dialect: &'s Dialect,
}

impl<'s> ObjectCompiler<'_, '_, 's> {
    /// Sets what the keywords say.
    pub(super) fn compile(&mut self, schema: &mut Schema) -> Result<(), Fault> {
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

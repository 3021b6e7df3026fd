//! Objects, arrays, and the keywords that combine schemas.

use super::{Reason, Run, Violation};
use crate::schema::json::Json;
use crate::schema::modern::compile::{Additional, Dependency, Id, Items};
use crate::schema::modern::draft::Draft;
use crate::schema::modern::equal::duplicates;
use crate::schema::object::Object;

impl<'v> Run<'_, '_, '_, 'v> {
    fn limit(&mut self, keyword: &'static str, got: usize, want: Option<i64>, exceeded: fn(&i64, &i64) -> bool) {
        let got = got as i64;
        if let Some(want) = want.filter(|want| exceeded(&got, want)) {
            self.add(Reason::Count { keyword, got, want });
        }
    }

    pub(super) fn check_object(&mut self, entries: &'v Object) {
        let schema = self.schema;
        self.limit("minProperties", entries.len(), schema.min_properties, i64::lt);
        self.limit("maxProperties", entries.len(), schema.max_properties, i64::gt);
        if let Some(missing) = missing(entries, &schema.required) {
            self.add(Reason::Required(missing));
        }
        if self.is_settled() {
            return;
        }
        for (property, dependency) in schema.dependencies.iter().filter(|(p, _)| entries.contains_key(p)) {
            match dependency {
                Dependency::Properties(names) => self.check_dependency(entries, property, names),
                Dependency::Schema(id) => self.check_self(*id),
            }
        }
        self.check_properties(entries);
        if self.is_settled() || schema.draft() == Draft::D4 {
            return;
        }
        if let Some(id) = schema.property_names {
            self.check_property_names(id, entries);
        }
        if schema.draft() == Draft::D6 {
            return;
        }
        for (_, id) in schema.dependent_schemas.iter().filter(|(p, _)| entries.contains_key(p)) {
            self.check_self(*id);
        }
        for (property, names) in schema.dependent_required.iter().filter(|(p, _)| entries.contains_key(p)) {
            self.check_dependency(entries, property, names);
        }
    }

    fn check_dependency(&mut self, entries: &Object, property: &str, names: &[String]) {
        if let Some(missing) = missing(entries, names) {
            self.add(Reason::Dependency { property: property.to_owned(), missing });
        }
    }

    fn check_properties(&mut self, entries: &'v Object) {
        let schema = self.schema;
        let mut additional = Vec::new();
        for (name, value) in entries.iter() {
            if self.is_settled() {
                return;
            }
            let mut evaluated = false;
            if let Some(id) = schema.properties.get(name) {
                evaluated = true;
                self.check_child(*id, value, name);
            }
            for (pattern, id) in &schema.pattern_properties {
                if pattern.is_match(name) {
                    evaluated = true;
                    self.check_child(*id, value, name);
                }
            }
            if let (false, Some(rest)) = (evaluated, schema.additional_properties) {
                evaluated = true;
                match rest {
                    Additional::Bool(true) => {}
                    Additional::Bool(false) => additional.push(name.to_string()),
                    Additional::Schema(id) => self.check_child(id, value, name),
                }
            }
            if evaluated {
                self.unevaluated.properties.remove(&**name);
            }
        }
        if !additional.is_empty() {
            self.add(Reason::AdditionalProperties(additional));
        }
    }

    fn check_property_names(&mut self, id: Id, entries: &Object) {
        for name in entries.keys() {
            if let Err(causes) = self.checker.fresh(id, &Json::Str(name.clone()), self.meta) {
                self.add_with(Reason::PropertyName(name.to_string()), causes);
            }
        }
    }

    pub(super) fn check_array(&mut self, items: &'v [Json]) {
        let schema = self.schema;
        self.limit("minItems", items.len(), schema.min_items, i64::lt);
        self.limit("maxItems", items.len(), schema.max_items, i64::gt);
        if let (true, Some((a, b))) = (schema.unique_items, duplicates(items)) {
            self.add(Reason::UniqueItems(a, b));
        }
        if schema.draft() < Draft::D2020 {
            self.check_items(items);
        } else {
            for (i, (item, id)) in items.iter().zip(&schema.prefix_items).enumerate() {
                self.check_child(*id, item, &i.to_string());
            }
            if let Some(id) = schema.items_2020 {
                self.check_rest(id, items, schema.prefix_items.len());
            }
        }
        if let Some(id) = schema.contains {
            self.check_contains(id, items);
        }
    }

    /// `items` and `additionalItems` up to draft 2019-09.
    fn check_items(&mut self, items: &'v [Json]) {
        let schema = self.schema;
        let evaluated = match &schema.items {
            Some(Items::Each(id)) => {
                self.check_rest(*id, items, 0);
                items.len()
            }
            Some(Items::Tuple(ids)) => {
                for (i, (item, id)) in items.iter().zip(ids).enumerate() {
                    self.check_child(*id, item, &i.to_string());
                }
                items.len().min(ids.len())
            }
            None => 0,
        };
        match schema.additional_items {
            Some(Additional::Bool(false)) if evaluated < items.len() => {
                self.add(Reason::AdditionalItems(items.len() - evaluated));
            }
            Some(Additional::Schema(id)) => self.check_rest(id, items, evaluated),
            _ => {}
        }
    }

    fn check_rest(&mut self, id: Id, items: &[Json], start: usize) {
        for (i, item) in items.iter().enumerate().skip(start) {
            self.check_child(id, item, &i.to_string());
        }
    }

    fn check_contains(&mut self, id: Id, items: &[Json]) {
        let schema = self.schema;
        let (mut causes, mut matched) = (Vec::new(), Vec::new());
        for (i, item) in items.iter().enumerate() {
            if let Err(violation) = self.apply_to_child(id, item, &i.to_string()) {
                causes.push(*violation);
                continue;
            }
            matched.push(i);
            if schema.draft() >= Draft::D2020 {
                self.unevaluated.items.remove(&i);
            }
        }
        let count = matched.len() as i64;
        match schema.min_contains {
            Some(want) if count < want => {
                self.add_with(Reason::MinContains { matched: matched.clone(), want }, causes);
            }
            None if count == 0 => self.add_with(Reason::Contains, causes),
            _ => {}
        }
        if let Some(want) = schema.max_contains.filter(|want| count > *want) {
            self.add(Reason::MaxContains { matched, want });
        }
    }

    /// `not`, `allOf`, `anyOf`, `oneOf` and `if`.
    pub(super) fn check_conditions(&mut self) {
        let schema = self.schema;
        if let Some(id) = schema.not
            && self.apply_to_self(id, None, true).is_ok()
        {
            self.add(Reason::Not);
        }
        if !schema.all_of.is_empty() {
            let causes = self.failures_of_all(&schema.all_of);
            if !causes.is_empty() {
                self.add_with(Reason::AllOf, causes);
            }
        }
        if !schema.any_of.is_empty()
            && let Some(causes) = self.failures_of_any(&schema.any_of)
        {
            self.add_with(Reason::AnyOf, causes);
        }
        if !schema.one_of.is_empty() {
            self.check_one_of(&schema.one_of);
        }
        if let Some(condition) = schema.condition {
            let met = self.apply_to_self(condition, None, true).is_ok();
            if let Some(id) = if met { schema.then } else { schema.otherwise } {
                self.check_self(id);
            }
        }
    }

    fn failures_of_all(&mut self, ids: &[Id]) -> Vec<Violation> {
        let mut causes = Vec::new();
        for id in ids {
            causes.extend(self.apply_to_self(*id, None, false).err().map(|violation| *violation));
            if self.quiet && !causes.is_empty() {
                break;
            }
        }
        causes
    }

    /// What is wrong with each of the schemas; `None` if one matches.
    fn failures_of_any(&mut self, ids: &[Id]) -> Option<Vec<Violation>> {
        let (mut causes, mut matched) = (Vec::new(), false);
        for id in ids {
            if let Err(violation) = self.apply_to_self(*id, None, false) {
                causes.push(*violation);
                continue;
            }
            matched = true;
            // The others may still evaluate something.
            if self.unevaluated.is_empty() {
                break;
            }
        }
        (!matched).then_some(causes)
    }

    fn check_one_of(&mut self, ids: &[Id]) {
        let (mut causes, mut matched) = (Vec::new(), None);
        for (i, id) in ids.iter().enumerate() {
            match (self.apply_to_self(*id, None, matched.is_some()), matched) {
                (Err(violation), None) => causes.push(*violation),
                (Err(_), Some(_)) => {}
                (Ok(()), None) => matched = Some(i),
                (Ok(()), Some(first)) => {
                    self.add(Reason::OneOf(Some((first, i))));
                    break;
                }
            }
        }
        if matched.is_none() {
            self.add_with(Reason::OneOf(None), causes);
        }
    }

    pub(super) fn check_unevaluated(&mut self) {
        let schema = self.schema;
        if let (Json::Obj(entries), Some(id)) = (self.value, schema.unevaluated_properties) {
            for name in std::mem::take(&mut self.unevaluated.properties) {
                if let Some(value) = entries.get(name) {
                    self.check_child(id, value, name);
                }
            }
        }
        if let (Json::Arr(items), Some(id)) = (self.value, schema.unevaluated_items) {
            for i in std::mem::take(&mut self.unevaluated.items) {
                self.check_child(id, &items[i], &i.to_string());
            }
        }
    }
}

/// The names that are not there; `None` if all are.
fn missing(entries: &Object, names: &[String]) -> Option<Vec<String>> {
    let missing: Vec<String> = names.iter().filter(|n| !entries.contains_key(n.as_str())).cloned().collect();
    (!missing.is_empty()).then_some(missing)
}

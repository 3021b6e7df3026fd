//! Objects, arrays, and the keywords that combine schemas.

use super::{Checker, Outcome};
use crate::schema::classic::compile::{Additional, Dependency, Id, Schema};
use crate::schema::json::{Json, encode};
use crate::schema::object::Object;
use rustc_hash::FxHashMap;

impl<'a> Checker<'a> {
    pub(super) fn check_combinations(&mut self, schema: &'a Schema, value: &Json, outcome: &mut Outcome) {
        if !schema.any_of.is_empty() {
            self.check_any_of(&schema.any_of, value, outcome);
        }
        if !schema.one_of.is_empty() {
            self.check_one_of(&schema.one_of, value, outcome);
        }
        if !schema.all_of.is_empty() {
            let mut valid = 0;
            for id in &schema.all_of {
                let found = self.separately(*id, value);
                valid += usize::from(found.is_valid());
                outcome.merge(found);
            }
            if valid != schema.all_of.len() {
                self.fail("Must validate all the schemas (allOf)", outcome);
            }
        }
        if let Some(id) = schema.not
            && self.separately(id, value).is_valid()
        {
            self.fail("Must not validate the schema (not)", outcome);
        }
        if let Json::Obj(entries) = value {
            self.check_dependencies(schema, entries, value, outcome);
        }
        if let Some(id) = schema.condition {
            let met = self.separately(id, value).is_valid();
            let (branch, text) = if met {
                (schema.then, "Must validate \"then\" as \"if\" was valid")
            } else {
                (schema.otherwise, "Must validate \"else\" as \"if\" was not valid")
            };
            if let Some(found) = branch.map(|id| self.separately(id, value)).filter(|found| !found.is_valid()) {
                self.fail(text, outcome);
                outcome.merge(found);
            }
        }
        outcome.score += 1;
    }

    fn check_any_of(&mut self, ids: &[Id], value: &Json, outcome: &mut Outcome) {
        let mut best = None;
        for id in ids {
            let found = self.separately(*id, value);
            if found.is_valid() {
                return;
            }
            keep_better(&mut best, found);
        }
        self.fail("Must validate at least one schema (anyOf)", outcome);
        if let Some(best) = best {
            outcome.merge(best);
        }
    }

    fn check_one_of(&mut self, ids: &[Id], value: &Json, outcome: &mut Outcome) {
        let (mut best, mut valid) = (None, 0);
        for id in ids {
            let found = self.separately(*id, value);
            if found.is_valid() {
                valid += 1;
            } else if valid == 0 {
                keep_better(&mut best, found);
            }
        }
        if valid == 1 {
            return;
        }
        self.fail("Must validate one and only one schema (oneOf)", outcome);
        if let Some(best) = best.filter(|_| valid == 0) {
            outcome.merge(best);
        }
    }

    fn check_dependencies(&mut self, schema: &'a Schema, entries: &Object, value: &Json, outcome: &mut Outcome) {
        for (_, dependency) in schema.dependencies.iter().filter(|(name, _)| entries.contains_key(name)) {
            match dependency {
                Dependency::Properties(names) => {
                    for name in names.iter().filter(|n| !entries.contains_key(n.as_str())) {
                        self.fail(&format!("Has a dependency on {name}"), outcome);
                    }
                }
                Dependency::Schema(id) => self.apply(*id, value, outcome),
            }
        }
    }

    pub(super) fn check_array(&mut self, schema: &'a Schema, items: &[Json], outcome: &mut Outcome) {
        self.check_items(schema, items, outcome);
        let count = items.len() as i64;
        if let Some(min) = schema.min_items.filter(|min| count < *min) {
            self.fail(&format!("Array must have at least {min} items"), outcome);
        }
        if let Some(max) = schema.max_items.filter(|max| count > *max) {
            self.fail(&format!("Array must have at most {max} items"), outcome);
        }
        if schema.unique_items {
            let mut met: FxHashMap<String, usize> = FxHashMap::default();
            for (j, item) in items.iter().enumerate() {
                if let Some(i) = met.insert(encode(item), j) {
                    self.fail(&format!("array items[{i},{j}] must be unique"), outcome);
                }
            }
        }
        if let Some(id) = schema.contains {
            self.check_contains(id, items, outcome);
        }
        outcome.score += 1;
    }

    fn check_items(&mut self, schema: &'a Schema, items: &[Json], outcome: &mut Outcome) {
        if schema.one_for_all {
            self.check_rest(schema.items[0], items, 0, outcome);
            return;
        }
        for (i, (item, id)) in items.iter().zip(&schema.items).enumerate() {
            let found = self.inside(*id, item, &i.to_string());
            outcome.merge(found);
        }
        if schema.items.is_empty() || schema.items.len() >= items.len() {
            return;
        }
        match schema.additional_items {
            Some(Additional::Bool(false)) => self.fail("No additional items allowed on array", outcome),
            Some(Additional::Schema(id)) => self.check_rest(id, items, schema.items.len(), outcome),
            _ => {}
        }
    }

    fn check_rest(&mut self, id: Id, items: &[Json], start: usize, outcome: &mut Outcome) {
        for (i, item) in items.iter().enumerate().skip(start) {
            let found = self.inside(id, item, &i.to_string());
            outcome.merge(found);
        }
    }

    fn check_contains(&mut self, id: Id, items: &[Json], outcome: &mut Outcome) {
        let mut best = None;
        for (i, item) in items.iter().enumerate() {
            let found = self.inside(id, item, &i.to_string());
            if found.is_valid() {
                return;
            }
            keep_better(&mut best, found);
        }
        self.fail("At least one of the items must match", outcome);
        if let Some(best) = best {
            outcome.merge(best);
        }
    }

    pub(super) fn check_object(&mut self, schema: &'a Schema, entries: &Object, outcome: &mut Outcome) {
        let count = entries.len() as i64;
        if let Some(min) = schema.min_properties.filter(|min| count < *min) {
            self.fail(&format!("Must have at least {min} properties"), outcome);
        }
        if let Some(max) = schema.max_properties.filter(|max| count > *max) {
            self.fail(&format!("Must have at most {max} properties"), outcome);
        }
        for name in &schema.required {
            if entries.contains_key(name.as_str()) {
                outcome.score += 1;
            } else {
                self.fail(&format!("{name} is required"), outcome);
            }
        }
        for (name, value) in entries.iter() {
            let matched = self.check_pattern_properties(schema, name, value, outcome);
            if matched || schema.properties.contains_key(name) {
                continue;
            }
            match schema.additional_properties {
                Some(Additional::Bool(false)) => {
                    self.fail(&format!("Additional property {name} is not allowed"), outcome);
                }
                Some(Additional::Schema(id)) => {
                    let found = self.inside(id, value, name);
                    outcome.merge(found);
                }
                _ => {}
            }
        }
        if let Some(id) = schema.property_names {
            for name in entries.keys() {
                let found = self.separately(id, &Json::Str(name.clone()));
                if !found.is_valid() {
                    self.fail(&format!("Property name of \"{name}\" does not match"), outcome);
                    outcome.merge(found);
                }
            }
        }
        outcome.score += 1;
    }

    /// Whether any pattern names the property.
    fn check_pattern_properties(
        &mut self,
        schema: &'a Schema,
        name: &str,
        value: &Json,
        outcome: &mut Outcome,
    ) -> bool {
        let mut matched = false;
        for (pattern, id) in &schema.pattern_properties {
            if pattern.is_match(name) {
                matched = true;
                let found = self.inside(*id, value, name);
                outcome.merge(found);
            }
        }
        outcome.score += i64::from(matched);
        matched
    }
}

/// Keeps the one of two failed results that matched better, the first of equals.
fn keep_better(best: &mut Option<Outcome>, found: Outcome) {
    if best.as_ref().is_none_or(|best| found.score > best.score) {
        *best = Some(found);
    }
}

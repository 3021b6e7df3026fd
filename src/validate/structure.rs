//! Values against schemas: types, unknown and missing fields, limits.

use super::limits::Limits;
use super::report::{Report, json, nearest};
use super::schema::{Definitions, Format, ListType, Others, Schema, Types};
use crate::diag::Severity;
use crate::kube::quantity;
use crate::yaml::{Content, Field, Spot};

/// Fields that schemas call required although the API server does without them: in Kubernetes 1.28, rules of a Job's
/// `podFailurePolicy` that are about exit codes; the schemas of 1.29 have it right.
const MARKED_BY_MISTAKE: &[&str] = &["onPodConditions"];

/// The check of one object in one version of Kubernetes.
pub(super) struct Structure<'w, 't> {
    pub(super) definitions: &'w dyn Definitions,
    pub(super) minor: u8,
    /// How serious an unknown field is.
    pub(super) unknown: Severity,
    pub(super) report: &'w mut Report<'t>,
}

/// The type of a value.
fn type_of(spot: &Spot<'_>) -> (Types, &'static str) {
    match &spot.content {
        Content::Null => (Types::NULL, "null"),
        Content::Bool(_) => (Types::BOOL, "boolean"),
        Content::Int(_) | Content::Uint(_) => (Types::INTEGER, "integer"),
        Content::Float(x) if x.fract() == 0.0 => (Types::INTEGER, "number"),
        Content::Float(_) => (Types::NUMBER, "number"),
        Content::Str(_) => (Types::STRING, "string"),
        Content::List(_) => (Types::LIST, "array"),
        Content::Map(_) => (Types::MAP, "object"),
    }
}

impl<'t> Structure<'_, 't> {
    pub(super) fn check(&mut self, spot: &'t Spot<'t>, schema: &Schema) {
        if let Some(number) = schema.target {
            let definitions = self.definitions;
            if let Some(target) = definitions.definition(number) {
                self.check(spot, target);
            }
            return;
        }
        let (found, name) = type_of(spot);
        if !schema.types.has(found) {
            self.wrong_type(spot, schema, name);
            return;
        }
        match &spot.content {
            Content::List(items) => self.list(items, schema),
            Content::Map(fields) => self.map(spot, fields, schema),
            Content::Null => {}
            _ => self.scalar(spot, schema),
        }
        if let Some(limits) = &schema.limits {
            self.limits(spot, limits);
        }
    }

    fn wrong_type(&mut self, spot: &'t Spot<'t>, schema: &Schema, found: &str) {
        if schema.format == Format::Quantity {
            self.report.invalid("invalid-type", spot, format!("must be a quantity, not {found}"));
            return;
        }
        let detail = format!("must be of type {}, not {found}", schema.types.words());
        let finding = self.report.invalid("invalid-type", spot, detail);
        finding.help = match (&spot.content, schema.types.has(Types::STRING)) {
            (Content::Bool(_) | Content::Int(_) | Content::Uint(_) | Content::Float(_), true) => {
                Some("write it in quotes, in a template with `| quote`".into())
            }
            (Content::Str(text), false) if is_scalar_of(text, schema.types) => {
                Some("leave out the quotes, in a template with `| int` or without `| quote`".into())
            }
            _ => None,
        };
    }

    fn scalar(&mut self, spot: &'t Spot<'t>, schema: &Schema) {
        let range = match schema.format {
            Format::Int32 => (f64::from(i32::MIN), f64::from(i32::MAX), "int32"),
            Format::Int64 => (i64::MIN as f64, i64::MAX as f64, "int64"),
            Format::None => return,
            format => return self.text(spot, format),
        };
        let number = match spot.content {
            Content::Int(i) => i as f64,
            Content::Uint(u) => u as f64,
            Content::Float(x) => x,
            _ => return,
        };
        if number < range.0 || number > range.1 {
            self.report.invalid("out-of-range", spot, format!("must be within the range of {}", range.2));
        }
    }

    fn text(&mut self, spot: &'t Spot<'t>, format: Format) {
        let Some(text) = spot.text() else { return };
        let detail = match format {
            Format::Quantity => match quantity::parse(text) {
                Ok(_) => return,
                Err(detail) => ("invalid-quantity", detail),
            },
            Format::Base64 if !super::rules::is_base64(text) => ("invalid-base64", "must be base64"),
            Format::Time if !is_time(text) => ("invalid-time", "must be a time in the form of RFC 3339"),
            _ => return,
        };
        self.report.invalid(detail.0, spot, detail.1);
    }

    fn list(&mut self, items: &'t [Spot<'t>], schema: &Schema) {
        if let Some(schema) = &schema.items {
            items.iter().for_each(|item| self.check(item, schema));
        }
        match &schema.list {
            ListType::Atomic => {}
            ListType::Set => self.unique(items, |item| Some(json(item))),
            ListType::Map(keys) => self.unique(items, |item| {
                let values = keys.iter().map(|key| item.get(key).map(json).or_else(|| default_key(key)));
                values.collect::<Option<Vec<_>>>().map(|values| values.join(", "))
            }),
        }
    }

    /// Items that a list may hold once only; a warning, because only a server-side apply refuses it.
    fn unique(&mut self, items: &'t [Spot<'t>], key: impl Fn(&Spot<'_>) -> Option<String>) {
        if items.len() < 2 {
            return;
        }
        let mut seen = rustc_hash::FxHashSet::default();
        for item in items {
            if let Some(key) = key(item)
                && !seen.insert(key.clone())
            {
                let message =
                    format!("Duplicate value: {key}: a server-side apply refuses two items with the same key");
                self.report.warning("duplicate-item", item, message);
            }
        }
    }

    fn map(&mut self, spot: &'t Spot<'t>, fields: &'t [Field<'t>], schema: &Schema) {
        for field in fields {
            match schema.field(&field.key, self.minor) {
                Some(known) => self.check(&field.value, &known.schema),
                None => self.other(field, schema),
            }
        }
        let is_required =
            |field: &&super::schema::FieldSchema| field.required && !MARKED_BY_MISTAKE.contains(&&*field.name);
        for missing in schema.fields.iter().filter(is_required).filter(|f| f.versions.has(self.minor)) {
            if !fields.iter().any(|field| field.key == *missing.name) {
                self.report.required("missing-field", spot, &missing.name, "");
            }
        }
        if let Some(owner) = &schema.owner {
            self.owner(fields, owner);
        }
        if schema.embedded {
            for name in ["apiVersion", "kind"] {
                if spot.get(name).is_none() {
                    self.report.required("missing-field", spot, name, "must not be empty");
                }
            }
        }
    }

    /// A field that the schema does not name.
    fn other(&mut self, field: &'t Field<'t>, schema: &Schema) {
        match &schema.others {
            Others::Any => {}
            Others::Each(each) => self.check(&field.value, each),
            Others::Never => {
                let minor = self.minor;
                let path = self.report.path(&field.value);
                let message = format!("unknown field {}", crate::gostd::strconv::quoted(path.to_string().as_bytes()));
                let known = schema.fields.iter().filter(|known| known.versions.has(minor)).map(|known| &*known.name);
                let finding = self.report.key(self.unknown, "unknown-field", &field.value, field.place, message);
                finding.help = match schema.fields.iter().find(|known| *known.name == *field.key) {
                    Some(other) if other.versions.first > minor => {
                        Some(format!("the field came with Kubernetes 1.{}", other.versions.first))
                    }
                    Some(other) => {
                        Some(format!("the field is gone since Kubernetes 1.{}", u32::from(other.versions.last) + 1))
                    }
                    None => nearest(&field.key, known).map(|near| format!("did you mean `{near}`?")),
                };
            }
        }
    }

    /// The words in which an object inside another one says what it is.
    fn owner(&mut self, fields: &'t [Field<'t>], owner: &str) {
        let Some((version, kind)) = owner.rsplit_once('/') else { return };
        let version = version.strip_prefix('/').unwrap_or(version);
        for (name, wanted) in [("apiVersion", version), ("kind", kind)] {
            if let Some(field) = fields.iter().find(|field| field.key == name) {
                self.report.one_of("wrong-kind", &field.value, &[wanted]);
            }
        }
    }

    fn limits(&mut self, spot: &'t Spot<'t>, limits: &Limits) {
        for fault in limits.faults(spot) {
            self.report.invalid("invalid-value", spot, fault);
        }
        limits.all.iter().for_each(|schema| self.check(spot, schema));
        if !limits.any.is_empty() && !limits.any.iter().any(|schema| self.matches(spot, schema)) {
            self.report.invalid("invalid-value", spot, "must match at least one schema of anyOf");
        }
        let matched = limits.one.iter().filter(|schema| self.matches(spot, schema)).count();
        if !limits.one.is_empty() && matched != 1 {
            let detail = format!("must match exactly one schema of oneOf, but matches {matched}");
            self.report.invalid("invalid-value", spot, detail);
        }
        if limits.not.as_ref().is_some_and(|schema| self.matches(spot, schema)) {
            self.report.invalid("invalid-value", spot, "must not match the schema of not");
        }
    }

    fn matches(&self, spot: &'t Spot<'t>, schema: &Schema) -> bool {
        let mut report = self.report.scratch();
        let (definitions, minor, unknown) = (self.definitions, self.minor, Severity::Error);
        Structure { definitions, minor, unknown, report: &mut report }.check(spot, schema);
        report.is_empty()
    }
}

/// The value that the API server gives a key of a list's items that is not set.
fn default_key(key: &str) -> Option<String> {
    (key == "protocol").then(|| "\"TCP\"".to_owned())
}

/// Whether a string would be right without its quotes.
fn is_scalar_of(text: &str, types: Types) -> bool {
    types.has(Types::INTEGER) && text.parse::<i64>().is_ok()
        || types.has(Types::BOOL) && matches!(text, "true" | "false")
        || types.has(Types::NUMBER) && text.parse::<f64>().is_ok()
}

/// RFC 3339, as Go reads times in JSON.
fn is_time(text: &str) -> bool {
    use crate::gostd::time::{Location, parse_in};
    parse_in(b"2006-01-02T15:04:05Z07:00", text.as_bytes(), &Location::Utc).is_ok()
}

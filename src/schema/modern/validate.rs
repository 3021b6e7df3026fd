//! Checking a value against compiled schemas.

mod compound;
mod scalar;

use super::compile::{Compiled, Id, Schema};
use super::draft::Draft;
use super::metaschema::Metaschemas;
use super::roots::Resource;
use super::types::name_of;
use super::violation::{Reason, Violation};
use crate::schema::json::Json;
use crate::schema::number::Decimal;
use crate::schema::text::{escape_token, pointer_to};
use std::collections::BTreeSet;
use std::rc::Rc;

/// Schemas within schemas within values: more than this is taken for endless.
const MAX_DEPTH: usize = 60_000;

/// What stays the same while one document is checked.
pub(super) struct Checker<'a> {
    schemas: &'a Compiled,
    /// The resources of the document, where it is a schema that is checked against its metaschema.
    resources: Option<(&'a Metaschemas, &'a [Rc<Resource>])>,
    /// Where the value being checked lies.
    at: Vec<String>,
    depth: usize,
    too_deep: bool,
}

/// Checks a value; `Err` carries what is wrong, or nothing if the schema leads nowhere.
pub(super) fn check(schemas: &Compiled, id: Id, value: &Json) -> Result<(), Option<Box<Violation>>> {
    Checker::new(schemas, None).document(id, value, None)
}

/// Checks a schema against the metaschema `id`; each resource in it against its own.
pub(super) fn check_schema(
    metaschemas: &Metaschemas,
    resources: &[Rc<Resource>],
    id: Id,
    value: &Json,
) -> Result<(), Option<Box<Violation>>> {
    Checker::new(&metaschemas.compiled, Some((metaschemas, resources))).document(id, value, Some(id))
}

/// A schema on the way to the one being applied.
struct Frame<'f> {
    id: Id,
    /// The keyword that led here by reference.
    keyword: Option<&'static str>,
    /// The value that it is applied to, by number.
    value: usize,
    parent: Option<&'f Frame<'f>>,
}

/// The properties and elements that no schema has looked at yet.
#[derive(Default)]
struct Unevaluated<'v> {
    properties: BTreeSet<&'v str>,
    items: BTreeSet<usize>,
}

type Outcome<'v> = Result<Unevaluated<'v>, Box<Violation>>;

/// One schema applied to one value.
struct Run<'c, 'a, 'f, 'v> {
    checker: &'c mut Checker<'a>,
    schema: &'a Schema,
    frame: Frame<'f>,
    value: &'v Json,
    unevaluated: Unevaluated<'v>,
    violations: Vec<Violation>,
    /// Only whether the value meets the schema matters, not why.
    quiet: bool,
    meta: Option<Id>,
}

impl<'a> Checker<'a> {
    fn new(schemas: &'a Compiled, resources: Option<(&'a Metaschemas, &'a [Rc<Resource>])>) -> Checker<'a> {
        Checker { schemas, resources, at: Vec::new(), depth: 0, too_deep: false }
    }

    /// Checks a whole document.
    fn document(mut self, id: Id, value: &Json, meta: Option<Id>) -> Result<(), Option<Box<Violation>>> {
        let outcome = self.fresh(id, value, meta);
        if self.too_deep {
            return Err(None);
        }
        let location = || Reason::Schema(self.schemas[id].location.to_string());
        outcome.map_err(|causes| Some(Box::new(Violation { at: Vec::new(), reason: location(), causes })))
    }

    /// Applies a schema to a value that has nothing to do with the ones on the way to it.
    fn fresh(&mut self, id: Id, value: &Json, meta: Option<Id>) -> Result<(), Vec<Violation>> {
        let at = std::mem::take(&mut self.at);
        let frame = Frame { id, keyword: None, value: 0, parent: None };
        let unevaluated = Unevaluated::of(value, &self.schemas[id], false);
        let outcome = self.apply(frame, value, unevaluated, false, meta);
        self.at = at;
        outcome.map(|_| ()).map_err(|violation| violation.ungrouped())
    }

    fn apply<'v>(
        &mut self,
        frame: Frame<'_>,
        value: &'v Json,
        unevaluated: Unevaluated<'v>,
        quiet: bool,
        meta: Option<Id>,
    ) -> Outcome<'v> {
        if self.depth >= MAX_DEPTH || self.too_deep {
            self.too_deep = true;
            return Err(Box::new(Violation { at: Vec::new(), reason: Reason::Any, causes: Vec::new() }));
        }
        self.depth += 1;
        let schema = &self.schemas[frame.id];
        let run = Run { checker: self, schema, frame, value, unevaluated, violations: Vec::new(), quiet, meta };
        let (outcome, checker) = run.finish();
        checker.depth -= 1;
        outcome
    }

    /// The metaschema of the resource at the current place, where a schema is being checked.
    fn dialect_here(&self, id: Id, meta: Option<Id>) -> Option<Id> {
        let (metaschemas, resources) = self.resources?;
        if meta != Some(id) {
            return None;
        }
        // Hardly any schema has resources below its root.
        if !self.at.is_empty() && resources.len() == 1 {
            return None;
        }
        let pointer = pointer_to(&self.at);
        let resource = resources.iter().find(|r| *r.pointer == *pointer)?;
        Some(metaschemas.root(resource.dialect.draft))
    }
}

impl Violation {
    /// The causes of a group, or the violation alone.
    fn ungrouped(self) -> Vec<Violation> {
        if matches!(self.reason, Reason::Group) { self.causes } else { vec![self] }
    }
}

impl<'v> Unevaluated<'v> {
    fn of(value: &'v Json, schema: &Schema, caller_needs: bool) -> Unevaluated<'v> {
        let mut unevaluated = Unevaluated::default();
        match value {
            Json::Obj(entries) => {
                let needed = caller_needs || schema.unevaluated_properties.is_some();
                if needed && !schema.all_properties_evaluated {
                    unevaluated.properties = entries.keys().map(|k| &**k).collect();
                }
            }
            Json::Arr(items) => {
                let needed = caller_needs || schema.unevaluated_items.is_some();
                if needed && !schema.all_items_evaluated {
                    unevaluated.items = (schema.items_evaluated..items.len()).collect();
                }
            }
            _ => {}
        }
        unevaluated
    }

    fn merge(&mut self, other: &Unevaluated<'v>) {
        self.properties.retain(|name| other.properties.contains(name));
        self.items.retain(|i| other.items.contains(i));
    }

    fn is_empty(&self) -> bool {
        self.properties.is_empty() && self.items.is_empty()
    }
}

impl<'c, 'a, 'v> Run<'c, 'a, '_, 'v> {
    fn finish(mut self) -> (Outcome<'v>, &'c mut Checker<'a>) {
        let outcome = match self.check() {
            Err(violation) => Err(violation),
            Ok(()) if self.violations.is_empty() => Ok(std::mem::take(&mut self.unevaluated)),
            Ok(()) if self.violations.len() == 1 => Err(Box::new(self.violations.remove(0))),
            Ok(()) => {
                let causes = std::mem::take(&mut self.violations);
                Err(Box::new(Violation { causes, ..self.violation(Reason::Group) }))
            }
        };
        (outcome, self.checker)
    }

    /// `Err` ends the check at once; otherwise the violations are gathered.
    fn check(&mut self) -> Result<(), Box<Violation>> {
        let schema = self.schema;
        match schema.boolean {
            Some(true) => return Ok(()),
            Some(false) => return Err(Box::new(self.violation(Reason::FalseSchema))),
            None => {}
        }
        self.check_cycle()?;
        self.check_any_type()?;
        if let Some(reference) = schema.reference {
            let outcome = self.apply_reference(reference, "$ref");
            if schema.draft() < Draft::D2019 {
                return outcome;
            }
            self.violations.extend(outcome.err().map(|violation| *violation));
        }
        match self.value {
            Json::Obj(entries) => self.check_object(entries),
            Json::Arr(items) => self.check_array(items),
            Json::Str(text) => self.check_string(text),
            Json::Num(text) => self.check_number(text),
            _ => {}
        }
        if self.violations.is_empty() || !self.quiet {
            if schema.draft() >= Draft::D2019 {
                self.apply_dynamic_references();
            }
            self.check_conditions();
            if schema.draft() >= Draft::D2019 {
                self.check_unevaluated();
            }
        }
        Ok(())
    }

    /// Whether the same schema is being applied to the same value already.
    fn check_cycle(&self) -> Result<(), Box<Violation>> {
        let mut other = self.frame.parent;
        while let Some(frame) = other.filter(|f| f.value == self.frame.value) {
            if frame.id == self.frame.id {
                return Err(Box::new(self.violation(Reason::RefCycle {
                    url: self.schema.location.to_string(),
                    keyword_1: self.keyword_location(&self.frame),
                    keyword_2: self.keyword_location(frame),
                })));
            }
            other = frame.parent;
        }
        Ok(())
    }

    /// The keywords on the way to a schema.
    fn keyword_location(&self, frame: &Frame<'_>) -> String {
        let mut steps = Vec::new();
        let mut frame = frame;
        while let Some(parent) = frame.parent {
            let (here, above) = (&self.checker.schemas[frame.id], &self.checker.schemas[parent.id]);
            let below = || {
                let (here, above) = (here.location.to_string(), above.location.to_string());
                here.get(above.len()..).unwrap_or_default().to_owned()
            };
            steps.push(frame.keyword.map_or_else(below, |keyword| format!("/{}", escape_token(keyword))));
            frame = parent;
        }
        steps.reverse();
        steps.concat()
    }

    /// The keywords that look at values of any type, and end the check when they fail.
    fn check_any_type(&mut self) -> Result<(), Box<Violation>> {
        let (schema, value) = (self.schema, self.value);
        let fail = |run: &Self, reason: Reason| Err(Box::new(run.violation(reason)));
        let Some(got) = name_of(value) else {
            let Json::Other(kind) = value else { return Ok(()) };
            return fail(self, Reason::NotJson(kind.to_string()));
        };
        if !schema.types.is_empty() && !schema.types.admit(value, || is_whole(value)) {
            return fail(self, Reason::Type { got, want: schema.types.names() });
        }
        if let Some(constant) = &schema.constant
            && !super::equal::equal(value, constant)
        {
            return fail(self, Reason::Const(constant.clone()));
        }
        if let Some(values) = &schema.enumeration
            && !values.iter().any(|v| super::equal::equal(value, v))
        {
            return fail(self, Reason::Enum(values.clone()));
        }
        if let (Some(format), Json::Str(text)) = (&schema.format, value)
            && let Err(why) = (format.check)(text)
        {
            return fail(self, Reason::Format { got: text.to_string(), want: format.name, why });
        }
        Ok(())
    }

    /// A violation at the current place.
    fn violation(&self, reason: Reason) -> Violation {
        if self.quiet {
            return Violation { at: Vec::new(), reason: Reason::Any, causes: Vec::new() };
        }
        Violation { at: self.checker.at.clone(), reason, causes: Vec::new() }
    }

    fn add(&mut self, reason: Reason) {
        self.violations.push(self.violation(reason));
    }

    fn add_with(&mut self, reason: Reason, causes: Vec<Violation>) {
        self.violations.push(Violation { causes, ..self.violation(reason) });
    }

    /// Whether a further check could not change the outcome.
    fn is_settled(&self) -> bool {
        self.quiet && !self.violations.is_empty()
    }

    /// Applies another schema to the same value.
    fn apply_to_self(&mut self, id: Id, keyword: Option<&'static str>, quiet: bool) -> Result<(), Box<Violation>> {
        let (mut id, mut meta) = (id, self.meta);
        if let Some(dialect) = self.checker.dialect_here(id, meta) {
            (id, meta) = (dialect, Some(dialect));
        }
        let unevaluated = Unevaluated::of(self.value, &self.checker.schemas[id], !self.unevaluated.is_empty());
        let frame = Frame { id, keyword, value: self.frame.value, parent: Some(&self.frame) };
        let outcome = self.checker.apply(frame, self.value, unevaluated, self.quiet || quiet, meta);
        self.unevaluated.merge(&outcome?);
        Ok(())
    }

    /// Applies a schema to a value inside this one.
    fn apply_to_child(&mut self, id: Id, value: &Json, token: &str) -> Result<(), Box<Violation>> {
        self.checker.at.push(token.to_owned());
        let (mut id, mut meta) = (id, self.meta);
        if let Some(dialect) = self.checker.dialect_here(id, meta) {
            (id, meta) = (dialect, Some(dialect));
        }
        let unevaluated = Unevaluated::of(value, &self.checker.schemas[id], false);
        let frame = Frame { id, keyword: None, value: self.frame.value + 1, parent: Some(&self.frame) };
        let outcome = self.checker.apply(frame, value, unevaluated, self.quiet, meta);
        self.checker.at.pop();
        outcome.map(|_| ())
    }

    fn check_self(&mut self, id: Id) {
        let outcome = self.apply_to_self(id, None, false);
        self.violations.extend(outcome.err().map(|violation| *violation));
    }

    fn check_child(&mut self, id: Id, value: &Json, token: &str) {
        let outcome = self.apply_to_child(id, value, token);
        self.violations.extend(outcome.err().map(|violation| *violation));
    }

    fn apply_reference(&mut self, id: Id, keyword: &'static str) -> Result<(), Box<Violation>> {
        self.apply_to_self(id, Some(keyword), false).map_err(|violation| {
            let causes = violation.ungrouped();
            Box::new(Violation { causes, ..self.violation(Reason::Reference) })
        })
    }

    fn apply_dynamic_references(&mut self) {
        if let Some(mut id) = self.schema.recursive_ref {
            if self.checker.schemas[id].recursive_anchor {
                id = self.outermost(id, |schemas, resource| schemas[resource].recursive_anchor.then_some(None));
            }
            let outcome = self.apply_reference(id, "$recursiveRef");
            self.violations.extend(outcome.err().map(|violation| *violation));
        }
        if let Some((mut id, anchor)) = self.schema.dynamic_ref.as_ref().map(|(id, anchor)| (*id, anchor)) {
            if anchor.is_some() && self.checker.schemas[id].dynamic_anchor == *anchor {
                id = self.outermost(id, |schemas, resource| {
                    let target = schemas[resource].dynamic_anchors.get(anchor.as_deref()?)?;
                    Some(Some(*target))
                });
            }
            let outcome = self.apply_reference(id, "$dynamicRef");
            self.violations.extend(outcome.err().map(|violation| *violation));
        }
    }

    /// The target found at the outermost of the resources on the way here; `find` may name the
    /// schema on the way itself by `Some(None)`.
    fn outermost(&self, fallback: Id, find: impl Fn(&Compiled, Id) -> Option<Option<Id>>) -> Id {
        let schemas = self.checker.schemas;
        let mut target = fallback;
        let mut frame = Some(&self.frame);
        while let Some(here) = frame {
            if let Some(found) = find(schemas, schemas[here.id].resource) {
                target = found.unwrap_or(here.id);
            }
            frame = here.parent;
        }
        target
    }
}

fn is_whole(value: &Json) -> bool {
    match value {
        Json::Num(text) => Decimal::parse(text).is_some_and(|n| n.is_integer()),
        _ => false,
    }
}

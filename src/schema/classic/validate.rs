//! Checking a value against compiled schemas.

mod compound;
mod scalar;

use super::compile::{Compiled, Id, Schema};
use crate::schema::Fault;
use crate::schema::json::{Json, encode};
use crate::schema::number::Decimal;

/// Schemas within schemas within values: more than this is taken for endless.
const MAX_DEPTH: usize = 60_000;

/// Checks a value; the result is what is wrong, one text each, with the place in front.
pub(super) fn check(schemas: &Compiled, value: &Json) -> Result<Vec<String>, Fault> {
    let mut checker = Checker { schemas, at: Vec::new(), depth: 0, idle: 0, endless: false };
    let mut outcome = Outcome::default();
    checker.apply(Id(0), value, &mut outcome);
    if checker.endless {
        let words = "the schema refers back to itself without an end; Helm 3 crashes on it";
        return Err(Fault::schema(words.into()));
    }
    Ok(outcome.lines)
}

/// What was found, and how well a value matched: the best of several failed schemas is shown.
#[derive(Default)]
struct Outcome {
    lines: Vec<String>,
    score: i64,
}

impl Outcome {
    fn is_valid(&self) -> bool {
        self.lines.is_empty()
    }

    fn merge(&mut self, other: Outcome) {
        self.lines.extend(other.lines);
        self.score += other.score;
    }
}

struct Checker<'a> {
    schemas: &'a Compiled,
    /// Where the value being checked lies.
    at: Vec<String>,
    depth: usize,
    /// How many schemas have been applied since the place last changed.
    idle: usize,
    endless: bool,
}

impl<'a> Checker<'a> {
    /// Applies a schema with a result of its own.
    fn separately(&mut self, id: Id, value: &Json) -> Outcome {
        let mut outcome = Outcome::default();
        self.apply(id, value, &mut outcome);
        outcome
    }

    /// Applies a schema to a value inside the current one, with a result of its own.
    fn inside(&mut self, id: Id, value: &Json, token: &str) -> Outcome {
        let mut outcome = Outcome::default();
        self.apply_inside(id, value, token, &mut outcome);
        outcome
    }

    fn apply_inside(&mut self, id: Id, value: &Json, token: &str, outcome: &mut Outcome) {
        let idle = std::mem::take(&mut self.idle);
        self.at.push(token.to_owned());
        self.apply(id, value, outcome);
        self.at.pop();
        self.idle = idle;
    }

    fn apply(&mut self, id: Id, value: &Json, outcome: &mut Outcome) {
        // More schemas at one place than there are schemas: one of them came twice.
        if self.endless || self.idle > self.schemas.0.len() || self.depth > MAX_DEPTH {
            self.endless = true;
            return;
        }
        self.idle += 1;
        self.depth += 1;
        self.apply_here(&self.schemas[id], value, outcome);
        self.depth -= 1;
        self.idle -= 1;
    }

    fn apply_here(&mut self, schema: &'a Schema, value: &Json, outcome: &mut Outcome) {
        match schema.pass {
            Some(true) => return,
            Some(false) => return self.fail("False always fails validation", outcome),
            None => {}
        }
        if let Some(reference) = schema.reference {
            return self.apply(reference, value, outcome);
        }
        let given = type_of(value);
        let named = schema.types.contains(&given) || (given == "integer" && schema.types.contains(&"number"));
        if !schema.types.is_empty() && !named {
            let expected = match schema.types[..] {
                [one] => one.to_owned(),
                _ => format!("[{}]", schema.types.join(",")),
            };
            return self.fail(&format!("Invalid type. Expected: {expected}, given: {given}"), outcome);
        }
        self.check_combinations(schema, value, outcome);
        match value {
            Json::Arr(items) => self.check_array(schema, items, outcome),
            Json::Obj(entries) => self.check_object(schema, entries, outcome),
            Json::Num(text) => self.check_number(schema, text, outcome),
            _ => {}
        }
        self.check_any_type(schema, value, outcome);
        match value {
            Json::Str(text) => self.check_string(schema, text, outcome),
            Json::Obj(entries) => {
                for (name, id) in &schema.properties {
                    if let Some(value) = entries.get(name) {
                        self.apply_inside(*id, value, name, outcome);
                    }
                }
            }
            _ => {}
        }
        outcome.score += 1;
    }

    /// Adds a violation at the current place.
    fn fail(&self, text: &str, outcome: &mut Outcome) {
        outcome.lines.push(format!("{}: {text}", self.field()));
        outcome.score -= 2;
    }

    /// The current place, in dots.
    fn field(&self) -> String {
        if self.at.is_empty() {
            return "(root)".into();
        }
        self.at.join(".")
    }

    /// `const` and `enum`.
    fn check_any_type(&mut self, schema: &Schema, value: &Json, outcome: &mut Outcome) {
        if schema.constant.is_some() || !schema.enumeration.is_empty() {
            let text = encode(value);
            if let Some(allowed) = schema.constant.as_ref().filter(|c| **c != text) {
                self.fail(&format!("{} does not match: {allowed}", self.field()), outcome);
            }
            if !schema.enumeration.is_empty() && !schema.enumeration.contains(&text) {
                let allowed = schema.enumeration.join(", ");
                self.fail(&format!("{} must be one of the following: {allowed}", self.field()), outcome);
            }
        }
        outcome.score += 1;
    }
}

/// The name of the type of a value; whole numbers are integers.
fn type_of(value: &Json) -> &'static str {
    match value {
        Json::Null | Json::Other(_) => "null",
        Json::Bool(_) => "boolean",
        Json::Num(text) if Decimal::parse(text).is_some_and(|n| n.is_integer()) => "integer",
        Json::Num(_) => "number",
        Json::Str(_) => "string",
        Json::Arr(_) => "array",
        Json::Obj(_) => "object",
    }
}

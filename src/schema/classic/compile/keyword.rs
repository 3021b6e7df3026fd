//! Keywords without schemas in them.

use super::Schema;
use crate::schema::Fault;
use crate::schema::classic::draft::Draft;
use crate::schema::json::{Json, encode};
use crate::schema::number::Decimal;
use crate::schema::object::Object;
use crate::schema::pattern::Pattern;

/// The keywords of one schema.
pub(super) type Names<'a> = &'a Object;

/// All types, in the order in which the library lists them.
const TYPES: [&str; 7] = ["array", "boolean", "integer", "number", "null", "object", "string"];

pub(super) fn invalid_type(expected: &str, given: &str) -> Fault {
    Fault::schema(format!("Invalid type. Expected: {expected}, given: {given}"))
}

pub(super) fn must_be(key: &str, article: &str, kind: &str) -> Fault {
    Fault::schema(format!("{key} must be of {article} {kind}"))
}

/// The text under a keyword.
pub(super) fn text<'a>(entries: Names<'a>, key: &str, fault: impl Fn() -> Fault) -> Result<Option<&'a str>, Fault> {
    match entries.get(key) {
        None => Ok(None),
        Some(Json::Str(text)) => Ok(Some(text)),
        Some(_) => Err(fault()),
    }
}

/// The value of `type`.
pub(super) fn types(value: &Json) -> Result<Vec<&'static str>, Fault> {
    let fault = || invalid_type("string/array of strings", "type");
    let names: Vec<&str> = match value {
        Json::Str(name) => vec![name],
        Json::Arr(names) => {
            // A wrong name before a wrong element is reported first.
            let mut texts = Vec::new();
            for name in names {
                let Some(text) = name.as_str() else {
                    known_types(&texts)?;
                    let panic = "interface conversion: interface {} is json.Number, not string";
                    return Err(match name {
                        Json::Num(_) => Fault::schema(format!("unable to validate schema: {panic}")),
                        _ => fault(),
                    });
                };
                texts.push(text);
            }
            texts
        }
        _ => return Err(fault()),
    };
    known_types(&names)
}

fn known_types(names: &[&str]) -> Result<Vec<&'static str>, Fault> {
    let mut types = Vec::new();
    for name in names {
        let Some(known) = TYPES.iter().find(|t| *t == name) else {
            let expected = TYPES.join(" ");
            let words = "has a primitive type that is NOT VALID";
            return Err(Fault::schema(format!("{words} -- given: /{name}/ Expected valid values are:[{expected}]")));
        };
        if types.contains(known) {
            return Err(Fault::schema(format!("{name} type is duplicated")));
        }
        types.push(*known);
    }
    Ok(types)
}

fn number(entries: Names<'_>, key: &str, fault: impl Fn() -> Fault) -> Result<Option<Decimal>, Fault> {
    match entries.get(key) {
        None => Ok(None),
        Some(Json::Num(text)) => Decimal::parse(text).map(Some).ok_or_else(fault),
        Some(_) => Err(fault()),
    }
}

pub(super) fn numbers(schema: &mut Schema, entries: Names<'_>, draft: Draft) -> Result<(), Fault> {
    schema.multiple_of = number(entries, "multipleOf", || invalid_type("number", "multipleOf"))?;
    if schema.multiple_of.as_ref().is_some_and(|n| !n.is_positive()) {
        return Err(Fault::schema("multipleOf must be strictly greater than 0".into()));
    }
    schema.minimum = number(entries, "minimum", || must_be("minimum", "a", "number"))?;
    schema.exclusive_minimum = exclusive(entries, "exclusiveMinimum", "minimum", &mut schema.minimum, draft)?;
    schema.maximum = number(entries, "maximum", || must_be("maximum", "a", "number"))?;
    schema.exclusive_maximum = exclusive(entries, "exclusiveMaximum", "maximum", &mut schema.maximum, draft)?;
    Ok(())
}

/// A limit that is itself excluded: a number of its own, or a mark on the other limit.
fn exclusive(
    entries: Names<'_>,
    key: &str,
    other: &str,
    limit: &mut Option<Decimal>,
    draft: Draft,
) -> Result<Option<Decimal>, Fault> {
    let marks = matches!(draft, Draft::D4 | Draft::Hybrid);
    let numbers = draft != Draft::D4;
    match entries.get(key) {
        None => Ok(None),
        Some(Json::Bool(marked)) if marks => {
            if limit.is_none() {
                return Err(Fault::schema(format!("{key} cannot be used without {other}")));
            }
            Ok(if *marked { limit.take() } else { None })
        }
        Some(Json::Num(text)) if numbers => Ok(Decimal::parse(text)),
        Some(_) => Err(invalid_type(
            match (marks, numbers) {
                (true, true) => "boolean/number",
                (true, false) => "boolean",
                _ => "number",
            },
            key,
        )),
    }
}

/// A number of things: a whole number that is written as one, and not negative.
fn count(entries: Names<'_>, key: &str) -> Result<Option<i64>, Fault> {
    let number = match entries.get(key) {
        None => return Ok(None),
        Some(Json::Num(text)) => text.parse::<i64>().ok(),
        Some(_) => None,
    };
    match number {
        None => Err(must_be(key, "an", "integer")),
        Some(n) if n < 0 => Err(Fault::schema(format!("{key} must be greater than or equal to 0"))),
        Some(n) => Ok(Some(n)),
    }
}

/// Whether a lower limit is above the upper one.
fn crossed(low: Option<i64>, high: Option<i64>) -> bool {
    low.zip(high).is_some_and(|(low, high)| low > high)
}

pub(super) fn strings(schema: &mut Schema, entries: Names<'_>) -> Result<(), Fault> {
    schema.min_length = count(entries, "minLength")?;
    schema.max_length = count(entries, "maxLength")?;
    if crossed(schema.min_length, schema.max_length) {
        return Err(Fault::schema("minLength cannot be greater than maxLength".into()));
    }
    if let Some(written) = text(entries, "pattern", || must_be("pattern", "a", "string"))? {
        let pattern = Pattern::compile(written).map_err(|_| Fault::schema("pattern must be a valid regex".into()))?;
        schema.pattern = Some((pattern, written.to_owned()));
    }
    let fault = || Fault::schema("format must be of type string".into());
    schema.format = text(entries, "format", fault)?.map(str::to_owned);
    Ok(())
}

pub(super) fn objects(schema: &mut Schema, entries: Names<'_>) -> Result<(), Fault> {
    schema.min_properties = count(entries, "minProperties")?;
    schema.max_properties = count(entries, "maxProperties")?;
    if crossed(schema.min_properties, schema.max_properties) {
        return Err(Fault::schema("minProperties cannot be greater than maxProperties".into()));
    }
    match entries.get("required") {
        None => Ok(()),
        Some(Json::Arr(names)) => {
            for name in names {
                let Some(name) = name.as_str() else {
                    return Err(Fault::schema("required items must be string".into()));
                };
                if schema.required.iter().any(|n| n == name) {
                    return Err(Fault::schema("required items must be unique".into()));
                }
                schema.required.push(name.to_owned());
            }
            Ok(())
        }
        Some(_) => Err(must_be("required", "an", "array")),
    }
}

pub(super) fn arrays(schema: &mut Schema, entries: Names<'_>) -> Result<(), Fault> {
    schema.min_items = count(entries, "minItems")?;
    schema.max_items = count(entries, "maxItems")?;
    schema.unique_items = match entries.get("uniqueItems") {
        None => false,
        Some(Json::Bool(b)) => *b,
        Some(_) => return Err(must_be("uniqueItems", "a", "boolean")),
    };
    Ok(())
}

/// `const` and `enum`, whose values are compared as texts.
pub(super) fn any_type(schema: &mut Schema, entries: Names<'_>, draft: Draft) -> Result<(), Fault> {
    if let Some(value) = entries.get("const").filter(|_| draft >= Draft::D6) {
        schema.constant = Some(encode(value));
    }
    match entries.get("enum") {
        None => Ok(()),
        Some(Json::Arr(values)) => {
            for value in values {
                let value = encode(value);
                if schema.enumeration.contains(&value) {
                    return Err(Fault::schema("enum items must be unique".into()));
                }
                schema.enumeration.push(value);
            }
            Ok(())
        }
        Some(_) => Err(must_be("enum", "an", "array")),
    }
}

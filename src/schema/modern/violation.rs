//! Violations: what is wrong, where, and what led to it; and how they are printed.

use crate::schema::json::Json;
use crate::schema::number::{Decimal, english_int};
use crate::schema::text::{go_quote, pointer_to, single_quote, single_quote_all};
use std::sync::Arc;

/// Why a value does not meet a schema.
#[derive(Debug)]
pub(super) enum Reason {
    /// Nobody wants to know; only that it does not.
    Any,
    /// The whole document does not meet the schema at this place.
    Schema(String),
    /// Several reasons at one place.
    Group,
    /// Reasons of a schema that was referred to.
    Reference,
    Not,
    AllOf,
    AnyOf,
    /// None, or the first two, of the schemas match.
    OneOf(Option<(usize, usize)>),
    FalseSchema,
    RefCycle {
        url: String,
        keyword_1: String,
        keyword_2: String,
    },
    NotJson(String),
    Type {
        got: &'static str,
        want: Vec<&'static str>,
    },
    Enum(Arc<[Json]>),
    Const(Arc<Json>),
    Format {
        got: String,
        want: &'static str,
        why: String,
    },
    /// A number of things beyond a limit, by the keyword.
    Count {
        keyword: &'static str,
        got: i64,
        want: i64,
    },
    /// A number beyond a limit, by the keyword.
    Number {
        keyword: &'static str,
        got: Decimal,
        want: Decimal,
    },
    Required(Vec<String>),
    Dependency {
        property: String,
        missing: Vec<String>,
    },
    AdditionalProperties(Vec<String>),
    AdditionalItems(usize),
    PropertyName(String),
    UniqueItems(usize, usize),
    Contains,
    MinContains {
        matched: Vec<usize>,
        want: i64,
    },
    MaxContains {
        matched: Vec<usize>,
        want: i64,
    },
    Pattern {
        got: String,
        want: String,
    },
}

/// A reason at a place, with the reasons behind it.
#[derive(Debug)]
pub(super) struct Violation {
    pub(super) at: Vec<String>,
    pub(super) reason: Reason,
    pub(super) causes: Vec<Violation>,
}

impl Violation {
    /// Appends the reason and its causes, each on a line of its own after a line break.
    pub(super) fn write(&self, level: usize, out: &mut String) {
        // A reference with one reason is not worth a line.
        let skipped = self.causes.len() == 1 && matches!(self.reason, Reason::Reference);
        let mut below = level;
        if !skipped {
            if level > 0 {
                out.push('\n');
                out.push_str(&"  ".repeat(level - 1));
                out.push_str("- ");
            }
            below += 1;
            if !matches!(self.reason, Reason::Schema(_)) {
                let pointer = pointer_to(&self.at);
                out.push_str("at ");
                out.push_str(&single_quote(&pointer));
                out.push_str(": ");
            }
            out.push_str(&self.reason.text());
        }
        for cause in &self.causes {
            cause.write(below, out);
        }
    }
}

impl Reason {
    fn text(&self) -> String {
        match self {
            Reason::Any => String::new(),
            Reason::Schema(location) => format!("jsonschema validation failed with {}", single_quote(location)),
            Reason::Group | Reason::Reference => "validation failed".into(),
            Reason::Not => "'not' failed".into(),
            Reason::AllOf => "'allOf' failed".into(),
            Reason::AnyOf => "'anyOf' failed".into(),
            Reason::OneOf(None) => "'oneOf' failed, none matched".into(),
            Reason::OneOf(Some((a, b))) => format!("'oneOf' failed, subschemas {a}, {b} matched"),
            Reason::FalseSchema => "false schema".into(),
            Reason::RefCycle { url, keyword_1, keyword_2 } => {
                let url = go_quote(url);
                format!("both {keyword_1} and {keyword_2} resolve to {url} causing reference cycle")
            }
            Reason::NotJson(kind) => format!("invalid jsonType {kind}"),
            Reason::Type { got, want } => format!("got {got}, want {}", want.join(" or ")),
            Reason::Enum(values) => enumeration(values),
            Reason::Const(value) if is_container(value) => "'const' failed".into(),
            Reason::Const(value) => format!("value must be {}", display(value)),
            Reason::Format { got, want, why } => format!("{} is not valid {want}: {why}", single_quote(got)),
            Reason::Count { keyword, got, want } => {
                format!("{keyword}: got {}, want {}", english_int(*got), english_int(*want))
            }
            Reason::Number { keyword, got, want } => {
                format!("{keyword}: got {}, want {}", got.english(), want.english())
            }
            Reason::Required(missing) if missing.len() == 1 => {
                format!("missing property {}", single_quote(&missing[0]))
            }
            Reason::Required(missing) => format!("missing properties {}", quote_all(missing)),
            Reason::Dependency { property, missing } => {
                format!("properties {} required, if {} exists", quote_all(missing), single_quote(property))
            }
            Reason::AdditionalProperties(names) => format!("additional properties {} not allowed", quote_all(names)),
            Reason::AdditionalItems(count) => {
                format!("last {} additionalItem(s) not allowed", english_int(*count as i64))
            }
            Reason::PropertyName(name) => format!("invalid propertyName {}", single_quote(name)),
            Reason::UniqueItems(a, b) => {
                format!("items at {} and {} are equal", english_int(*a as i64), english_int(*b as i64))
            }
            Reason::Contains => "no items match contains schema".into(),
            Reason::MinContains { matched, want } if matched.is_empty() => {
                format!("min {} items required to match contains schema, but none matched", english_int(*want))
            }
            Reason::MinContains { matched, want } => matches("min", matched, *want),
            Reason::MaxContains { matched, want } => matches("max", matched, *want),
            Reason::Pattern { got, want } => {
                format!("{} does not match pattern {}", single_quote(got), single_quote(want))
            }
        }
    }
}

fn quote_all(texts: &[String]) -> String {
    single_quote_all(texts.iter().map(String::as_str))
}

fn matches(limit: &str, matched: &[usize], want: i64) -> String {
    let places: Vec<String> = matched.iter().map(usize::to_string).collect();
    let (want, count) = (english_int(want), english_int(matched.len() as i64));
    format!("{limit} {want} items required to match contains schema, but matched {count} items at {}", places.join(" "))
}

fn enumeration(values: &[Json]) -> String {
    if values.iter().any(is_container) {
        return "'enum' failed".into();
    }
    let texts: Vec<String> = values.iter().map(display).collect();
    match &texts[..] {
        [text] => format!("value must be {text}"),
        _ => format!("value must be one of {}", texts.join(", ")),
    }
}

fn is_container(value: &Json) -> bool {
    matches!(value, Json::Arr(_) | Json::Obj(_))
}

/// A scalar: strings in single quotes, everything else as Go prints it.
fn display(value: &Json) -> String {
    match value {
        Json::Null => "<nil>".into(),
        Json::Bool(b) => b.to_string(),
        Json::Num(text) => text.to_string(),
        Json::Str(text) => single_quote(text),
        Json::Arr(_) | Json::Obj(_) | Json::Other(_) => "value".into(),
    }
}

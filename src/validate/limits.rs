//! What JSON schemas ask of a value beyond its type and its parts.

use super::report::json;
use super::schema::Schema;
use crate::gostd::regexp::Regex;
use crate::gostd::strconv::quoted;
use crate::yaml::{Content, Spot};
use rustc_hash::FxHashSet;

/// The limits of one schema; what is not set limits nothing.
#[derive(Debug, Default)]
pub(super) struct Limits {
    /// The values that are admitted, as JSON.
    choices: Option<Vec<String>>,
    minimum: Option<f64>,
    maximum: Option<f64>,
    exclusive: (bool, bool),
    multiple_of: Option<f64>,
    length: Range,
    items: Range,
    entries: Range,
    pattern: Option<(String, Regex)>,
    unique: bool,
    format: Option<Named>,
    pub(super) all: Vec<Schema>,
    pub(super) any: Vec<Schema>,
    pub(super) one: Vec<Schema>,
    pub(super) not: Option<Box<Schema>>,
}

type Range = (Option<u64>, Option<u64>);

/// A format with its test.
type Named = (&'static str, fn(&str) -> bool);

const FORMATS: &[Named] = &[
    ("ipv4", |text| text.parse::<std::net::Ipv4Addr>().is_ok()),
    ("ipv6", |text| text.parse::<std::net::Ipv6Addr>().is_ok()),
    ("duration", |text| crate::gostd::time::parse_duration(text.as_bytes()).is_ok()),
];

impl Limits {
    /// Reads the limits of a schema, without those that are schemas themselves.
    pub(super) fn read(schema: &Spot<'_>) -> Result<Limits, String> {
        let number = |keyword: &str| schema.get(keyword).and_then(number);
        let count = |keyword: &str| number(keyword).map(|x| x as u64);
        let is_true = |keyword: &str| schema.get(keyword).is_some_and(|value| value.content == Content::Bool(true));
        let (least, most) = (number("exclusiveMinimum"), number("exclusiveMaximum"));
        let pattern = match schema.get("pattern").and_then(|pattern| Some((pattern, pattern.text()?))) {
            None => None,
            Some((spot, text)) => {
                let regex = Regex::compile(text.as_bytes());
                let fault = |e: Vec<u8>| format!("line {}: {}", spot.place.line, String::from_utf8_lossy(&e));
                Some((text.to_owned(), regex.map_err(fault)?))
            }
        };
        let choices = schema.get("enum").map(|list| list.items().iter().map(json).collect());
        let name = schema.get("format").and_then(Spot::text);
        Ok(Limits {
            choices: choices.or_else(|| schema.get("const").map(|only| vec![json(only)])),
            minimum: number("minimum").or(least),
            maximum: number("maximum").or(most),
            exclusive: (least.is_some() || is_true("exclusiveMinimum"), most.is_some() || is_true("exclusiveMaximum")),
            multiple_of: number("multipleOf"),
            length: (count("minLength"), count("maxLength")),
            items: (count("minItems"), count("maxItems")),
            entries: (count("minProperties"), count("maxProperties")),
            pattern,
            unique: is_true("uniqueItems"),
            format: FORMATS.iter().find(|(known, _)| Some(*known) == name).copied(),
            ..Limits::default()
        })
    }

    pub(super) fn is_empty(&self) -> bool {
        let none = |range: Range| range == (None, None);
        self.choices.is_none()
            && self.minimum.is_none()
            && self.maximum.is_none()
            && self.multiple_of.is_none()
            && none(self.length)
            && none(self.items)
            && none(self.entries)
            && self.pattern.is_none()
            && !self.unique
            && self.format.is_none()
            && self.all.is_empty()
            && self.any.is_empty()
            && self.one.is_empty()
            && self.not.is_none()
    }

    /// What a value breaks, in the words of the API server for custom resources.
    pub(super) fn faults(&self, spot: &Spot<'_>) -> Vec<String> {
        let mut faults = Vec::new();
        if let Some(choices) = &self.choices
            && !choices.contains(&json(spot))
            && spot.content != Content::Null
        {
            faults.push(format!("supported values: {}", choices.join(", ")));
        }
        if let Some(number) = number(spot) {
            self.number(number, &mut faults);
        }
        match &spot.content {
            Content::Str(text) => self.text(text, &mut faults),
            Content::List(items) => {
                counted(items.len(), self.items, "items", &mut faults);
                let mut seen = FxHashSet::default();
                if self.unique && !items.iter().all(|item| seen.insert(json(item))) {
                    faults.push("should not contain duplicates".into());
                }
            }
            Content::Map(fields) => counted(fields.len(), self.entries, "properties", &mut faults),
            _ => {}
        }
        faults
    }

    fn number(&self, number: f64, faults: &mut Vec<String>) {
        let (above, below) = self.exclusive;
        if let Some(least) = self.minimum
            && (number < least || above && number == least)
        {
            faults.push(format!("should be greater than {}{least}", if above { "" } else { "or equal to " }));
        }
        if let Some(most) = self.maximum
            && (number > most || below && number == most)
        {
            faults.push(format!("should be less than {}{most}", if below { "" } else { "or equal to " }));
        }
        if let Some(of) = self.multiple_of
            && of > 0.0
            && (number / of).fract() != 0.0
        {
            faults.push(format!("should be a multiple of {of}"));
        }
    }

    fn text(&self, text: &str, faults: &mut Vec<String>) {
        counted(text.chars().count(), self.length, "chars long", faults);
        if let Some((pattern, regex)) = &self.pattern
            && !regex.is_match(text.as_bytes())
        {
            faults.push(format!("should match '{pattern}'"));
        }
        if let Some((name, test)) = self.format
            && !test(text)
        {
            faults.push(format!("must be of type {name}: {}", quoted(text.as_bytes())));
        }
    }
}

fn counted(count: usize, range: Range, what: &str, faults: &mut Vec<String>) {
    let count = count as u64;
    if let Some(least) = range.0.filter(|least| count < *least) {
        faults.push(format!("should have at least {least} {what}"));
    }
    if let Some(most) = range.1.filter(|most| count > *most) {
        faults.push(format!("should have at most {most} {what}"));
    }
}

fn number(spot: &Spot<'_>) -> Option<f64> {
    match spot.content {
        Content::Int(i) => Some(i as f64),
        Content::Uint(u) => Some(u as f64),
        Content::Float(x) => Some(x),
        _ => None,
    }
}

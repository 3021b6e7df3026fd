//! `Chart.lock`.

use super::decode::{self, Decoded, Place, TypeName};
use super::metadata::{self, Dependency};
use crate::compat::Compat;
use crate::yaml::Node;

/// The versions of dependencies that were resolved last.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lock {
    /// When it was written, as the file says it; empty if it does not.
    pub generated: String,
    /// A hash of the dependencies in `Chart.yaml`.
    pub digest: String,
    /// The dependencies with exact versions; an entry may be null.
    pub dependencies: Vec<Option<Dependency>>,
}

impl Lock {
    /// Decodes a lock file.
    pub(super) fn decode(node: &Node, compat: Compat) -> Decoded<Lock> {
        let mut lock = Lock::default();
        let mut dependencies = None;
        let owner = (TypeName::Struct("Lock"), "Lock");
        let names = ["generated", "digest", "dependencies"];
        decode::fields(node, &Place::root(compat), owner, &names, |name, node, place| match name {
            "generated" => time(node, place, compat, &mut lock.generated),
            "digest" => decode::string(node, place, &mut lock.digest),
            _ => metadata::dependencies(node, place, &mut dependencies),
        })?;
        lock.dependencies = dependencies.unwrap_or_default();
        Ok(lock)
    }
}

/// Decodes a time in the layout of RFC 3339; null changes nothing.
fn time(node: &Node, place: &Place, compat: Compat, into: &mut String) -> Decoded {
    match node {
        Node::Null => Ok(()),
        Node::Str(text) => {
            check_rfc3339(text)?;
            text.as_ref().clone_into(into);
            Ok(())
        }
        other if compat.json_v2_engine() => Err(place.mismatch(other, TypeName::Plain("time.Time"))),
        _ => Err("Time.UnmarshalJSON: input is not a JSON string".to_owned()),
    }
}

const LAYOUT: &str = "2006-01-02T15:04:05Z07:00";

/// Checks a time the way Go's `time.Parse` reads its own RFC 3339 layout; the error is Go's.
fn check_rfc3339(text: &str) -> Decoded {
    let mut rest = text;
    let wrong = |rest: &str, part: &str| {
        let [text, rest] = [super::quoted(text), super::quoted(rest)];
        format!("parsing time {text} as \"{LAYOUT}\": cannot parse {rest} as \"{part}\"")
    };
    let range = |what: &str| format!("parsing time {}: {what} out of range", super::quoted(text));
    let mut numbers = [0_u32; 6];
    let parts = [("2006", 4, ""), ("01", 2, "-"), ("02", 2, "-"), ("15", 2, "T"), ("04", 2, ":"), ("05", 2, ":")];
    for (number, (part, digits, before)) in numbers.iter_mut().zip(parts) {
        rest = rest.strip_prefix(before).ok_or_else(|| wrong(rest, before))?;
        let digits = rest.get(..digits).filter(|d| d.bytes().all(|b| b.is_ascii_digit()));
        let digits = digits.ok_or_else(|| wrong(rest, part))?;
        *number = digits.parse().unwrap_or_default();
        rest = &rest[digits.len()..];
        if part == "01" && !(1..=12).contains(number) {
            return Err(range("month"));
        }
        let limit = match part {
            "15" => (24, "hour"),
            "04" => (60, "minute"),
            "05" => (60, "second"),
            _ => continue,
        };
        if *number >= limit.0 {
            return Err(range(limit.1));
        }
    }
    if let Some(fraction) = rest.strip_prefix(['.', ',']) {
        let after = fraction.trim_start_matches(|c: char| c.is_ascii_digit());
        rest = if after.len() < fraction.len() { after } else { rest };
    }
    let rest = zone(rest).ok_or_else(|| wrong(rest, "Z07:00"))?;
    if !rest.is_empty() {
        return Err(format!("parsing time {}: extra text: {}", super::quoted(text), super::quoted(rest)));
    }
    let [year, month, day, ..] = numbers;
    if day < 1 || day > days(year, month) { Err(range("day")) } else { Ok(()) }
}

/// What follows a zone: `Z` or `+hh:mm`.
fn zone(text: &str) -> Option<&str> {
    if let Some(rest) = text.strip_prefix('Z') {
        return Some(rest);
    }
    let (zone, rest) = text.split_at_checked(6)?;
    let digits = [1, 2, 4, 5].iter().all(|i| zone.as_bytes()[*i].is_ascii_digit());
    (zone.starts_with(['+', '-']) && digits && zone.as_bytes()[3] == b':').then_some(rest)
}

fn days(year: u32, month: u32) -> u32 {
    match month {
        2 if year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400)) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

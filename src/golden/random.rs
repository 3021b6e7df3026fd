//! Values that two renders of one case do not agree on.

use super::mask;
use super::objects::ObjectName;
use super::suite::Case;
use crate::compat::Compat;
use crate::render::split;
use crate::yaml::{self, Node};

/// A value that is another one each time, such as a generated password, or changes with the clock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RandomValue {
    /// `Kind/name`, as a mask has it; the name is `*` where it is random itself.
    pub object: String,
    /// The path in the object, as a mask has it.
    pub path: String,
}

/// What differs between two renders of a case, but for what its masks hide. Text outside of values, such as comments, is not
/// looked at.
#[must_use]
pub fn random_values(case: &Case, first: &[u8], second: &[u8]) -> Vec<RandomValue> {
    let masks = &case.settings.masks;
    let (first, second) = (mask::apply(masks, first), mask::apply(masks, second));
    let documents = |text: &[u8]| -> Vec<Node> {
        let read = |range| yaml::parse(&text[range]).unwrap_or_default();
        split(text, Compat::Helm4).into_iter().map(read).collect()
    };
    let mut found = Vec::new();
    if first != second {
        for (first, second) in documents(&first).iter().zip(&documents(&second)) {
            let (before, after) = (ObjectName::of(first), ObjectName::of(second));
            let object = before.pattern(if before == after { None } else { Some("*") });
            let mut paths = Vec::new();
            differences(first, second, &mut Vec::new(), &mut paths);
            found.extend(paths.into_iter().map(|path| RandomValue { object: object.clone(), path }));
        }
    }
    found
}

/// The paths at which two values differ.
fn differences(first: &Node, second: &Node, path: &mut Vec<String>, found: &mut Vec<String>) {
    match (first, second) {
        (Node::Map(entries), Node::Map(others))
            if entries.iter().map(|(key, _)| key).eq(others.iter().map(|(key, _)| key)) =>
        {
            for ((key, value), (_, other)) in entries.iter().zip(others) {
                path.push(step(key));
                differences(value, other, path, found);
                path.pop();
            }
        }
        (Node::List(items), Node::List(others)) if items.len() == others.len() => {
            for (index, (item, other)) in items.iter().zip(others).enumerate() {
                path.push(index.to_string());
                differences(item, other, path, found);
                path.pop();
            }
        }
        _ if first == second || path.is_empty() => {}
        _ => found.push(path.join(".")),
    }
}

/// A key as the step of a path.
fn step(key: &str) -> String {
    let is_plain = !key.is_empty() && !key.contains(['.', '"', '*']);
    if is_plain { key.to_owned() } else { format!("\"{key}\"") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_each_value_that_differs() {
        let paths = |first: &str, second: &str| {
            let read = |text: &str| yaml::parse(text.as_bytes()).unwrap();
            let mut found = Vec::new();
            differences(&read(first), &read(second), &mut Vec::new(), &mut found);
            found
        };
        for (first, second, want) in [
            ("data: {a: x, b: y}", "data: {a: x, b: z}", &["data.b"][..]),
            ("data: {tls.crt: x, '*': 1}", "data: {tls.crt: y, '*': 2}", &["data.\"tls.crt\"", "data.\"*\""]),
            ("l: [{a: 1}, {a: 2}]", "l: [{a: 1}, {a: 3}]", &["l.1.a"]),
            ("l: [1]", "l: [1, 2]", &["l"]),
            ("m: {x1: 1}", "m: {x2: 1}", &["m"]),
            ("a: 1", "a: 1 # other", &[]),
        ] {
            assert_eq!(paths(first, second), want, "{first} {second}");
        }
    }
}

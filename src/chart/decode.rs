//! YAML into typed fields, as Go's `encoding/json` fills a struct.
//!
//! The errors name the place the way Go does: Helm 3 by the struct fields on the way, Helm 4 by a
//! pointer into the document. Both decode the keys of a mapping in byte order, because they come
//! through a sorted JSON text, and report the first fault.

use crate::compat::Compat;
use crate::yaml::Node;

/// The result of decoding; the error is Go's text without the words in front of it.
pub(crate) type Decoded<T = ()> = Result<T, String>;

/// Where in the document a node is.
pub(crate) struct Place<'p> {
    outer: Option<&'p Place<'p>>,
    step: Step<'p>,
    compat: Compat,
    /// The document is JSON itself: no scalar is turned into text.
    is_json: bool,
}

#[derive(Clone, Copy)]
enum Step<'p> {
    Root,
    /// A field of a struct: the Go name of the struct, the field's JSON name, the key as written.
    Field(&'static str, &'static str, &'p str),
    Key(&'p str),
    Index(usize),
}

/// The Go name of a type in the package of charts, whose name depends on the major version.
#[derive(Clone, Copy)]
pub(crate) enum TypeName {
    /// A type whose name is the same everywhere.
    Plain(&'static str),
    /// A struct of Helm's chart package.
    Struct(&'static str),
    /// A slice of pointers to such a struct.
    Structs(&'static str),
}

impl TypeName {
    fn text(self, compat: Compat) -> String {
        let package = compat.chart_package();
        match self {
            TypeName::Plain(name) => name.to_owned(),
            TypeName::Struct(name) => format!("{package}.{name}"),
            TypeName::Structs(name) => format!("[]*{package}.{name}"),
        }
    }
}

impl Place<'_> {
    /// The top of a document.
    pub(crate) fn root(compat: Compat) -> Place<'static> {
        Place { outer: None, step: Step::Root, compat, is_json: false }
    }

    /// The top of a JSON document.
    pub(crate) fn json_root(compat: Compat) -> Place<'static> {
        Place { is_json: true, ..Place::root(compat) }
    }

    fn inner<'p>(&'p self, step: Step<'p>) -> Place<'p> {
        Place { outer: Some(self), step, compat: self.compat, is_json: self.is_json }
    }

    /// That `node` cannot be stored in a Go variable of the type.
    pub(crate) fn mismatch(&self, node: &Node, go_type: TypeName) -> String {
        let found = match node {
            Node::Null => "null",
            Node::Bool(_) => "bool",
            Node::Int(_) | Node::Uint(_) | Node::Float(_) => "number",
            Node::Str(_) => "string",
            Node::List(_) => "array",
            Node::Map(_) => "object",
        };
        let place = if self.compat.json_v2_engine() { self.pointer() } else { self.field_path() };
        format!("json: cannot unmarshal {found} into {place}of type {}", go_type.text(self.compat))
    }

    fn steps(&self) -> Vec<Step<'_>> {
        let mut steps = Vec::new();
        let mut place = Some(self);
        while let Some(at) = place {
            steps.push(at.step);
            place = at.outer;
        }
        steps.reverse();
        steps
    }

    /// Go 1.23: the fields on the way, behind the name of the innermost struct.
    fn field_path(&self) -> String {
        let mut owner = "";
        let mut path = String::new();
        for step in self.steps() {
            if let Step::Field(of, name, _) = step {
                owner = of;
                path.push('.');
                path.push_str(name);
            }
        }
        if path.is_empty() { "Go value ".to_owned() } else { format!("Go struct field {owner}{path} ") }
    }

    /// Go 1.27: a JSON pointer with dots for its slashes.
    fn pointer(&self) -> String {
        let mut path = String::new();
        for step in self.steps() {
            match step {
                Step::Root => {}
                Step::Field(_, _, key) | Step::Key(key) => {
                    path.push('.');
                    path.push_str(&key.replace('~', "~0").replace('/', "~1"));
                }
                Step::Index(index) => path.extend([".", &index.to_string()]),
            }
        }
        match self.step {
            Step::Root => "Go value ".to_owned(),
            Step::Index(_) => format!("{path} "),
            Step::Field(..) | Step::Key(_) => format!("Go struct field {path} "),
        }
    }
}

/// Decodes a mapping into a struct: calls `set` with the JSON name of each known field that is
/// there. Names match in any case; null leaves the struct as it is.
pub(crate) fn fields(
    node: &Node,
    place: &Place,
    owner: (TypeName, &'static str),
    names: &[&'static str],
    mut set: impl FnMut(&'static str, &Node, &Place) -> Decoded,
) -> Decoded {
    let entries = match node {
        Node::Null => return Ok(()),
        Node::Map(entries) => sorted(entries),
        other => return Err(place.mismatch(other, owner.0)),
    };
    for (key, value) in entries {
        let name = names.iter().find(|name| **name == key).or_else(|| names.iter().find(|name| same_folded(name, key)));
        if let Some(name) = name {
            set(name, value, &place.inner(Step::Field(owner.1, name, key)))?;
        }
    }
    Ok(())
}

fn sorted(entries: &[(Box<str>, Node)]) -> Vec<(&str, &Node)> {
    let mut entries: Vec<(&str, &Node)> = entries.iter().map(|(key, node)| (&**key, node)).collect();
    entries.sort_unstable_by_key(|(key, _)| *key);
    entries
}

/// Whether a key is the name in other case; as in Go, the Kelvin sign folds to `k` and the long s
/// to `s`.
fn same_folded(name: &str, key: &str) -> bool {
    let fold = |c: char| match c {
        '\u{212a}' => 'k',
        '\u{17f}' => 's',
        c => c.to_ascii_lowercase(),
    };
    name.chars().map(fold).eq(key.chars().map(fold))
}

/// Decodes a scalar into a string: numbers and booleans of YAML are turned into text, null changes nothing.
pub(crate) fn string(node: &Node, place: &Place, into: &mut String) -> Decoded {
    *into = match node {
        Node::Null => return Ok(()),
        Node::Str(s) => s.to_string(),
        other if place.is_json => return Err(place.mismatch(other, TypeName::Plain("string"))),
        Node::Bool(b) => b.to_string(),
        Node::Int(i) => i.to_string(),
        Node::Uint(u) => u.to_string(),
        Node::Float(f) => shortest_32(*f),
        Node::List(_) | Node::Map(_) => return Err(place.mismatch(node, TypeName::Plain("string"))),
    };
    Ok(())
}

/// Go's `strconv.FormatFloat(f, 'g', -1, 32)`.
fn shortest_32(value: f64) -> String {
    let value = value as f32;
    if !value.is_finite() {
        return if value.is_nan() { "NaN" } else { ["+Inf", "-Inf"][usize::from(value < 0.0)] }.to_owned();
    }
    let scientific = format!("{value:e}");
    let (digits, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    match exponent.parse::<i32>().unwrap_or_default() {
        -4..21 if value == 0.0 => format!("{value}"),
        exponent @ -4..6 if exponent < 6 => format!("{value}"),
        exponent => format!("{digits}e{}{:02}", if exponent < 0 { '-' } else { '+' }, exponent.abs()),
    }
}

/// Decodes a boolean; null changes nothing.
pub(crate) fn boolean(node: &Node, place: &Place, into: &mut bool) -> Decoded {
    match node {
        Node::Null => Ok(()),
        Node::Bool(b) => {
            *into = *b;
            Ok(())
        }
        other => Err(place.mismatch(other, TypeName::Plain("bool"))),
    }
}

/// Decodes a sequence. As in Go, elements that are there already are decoded over; null makes the
/// list a missing one.
pub(crate) fn list<T: Default>(
    node: &Node,
    place: &Place,
    go_type: TypeName,
    into: &mut Option<Vec<T>>,
    mut set: impl FnMut(&mut T, &Node, &Place) -> Decoded,
) -> Decoded {
    let nodes = match node {
        Node::Null => {
            *into = None;
            return Ok(());
        }
        Node::List(nodes) => nodes,
        other => return Err(place.mismatch(other, go_type)),
    };
    let items = into.get_or_insert_default();
    items.resize_with(nodes.len(), T::default);
    for (index, (item, node)) in items.iter_mut().zip(nodes).enumerate() {
        set(item, node, &place.inner(Step::Index(index)))?;
    }
    Ok(())
}

/// Decodes a sequence of scalars into strings.
pub(crate) fn strings(node: &Node, place: &Place, into: &mut Option<Vec<String>>) -> Decoded {
    list(node, place, TypeName::Plain("[]string"), into, |item, node, place| string(node, place, item))
}

/// Decodes a mapping into a map of strings; entries that are there already stay.
pub(crate) fn string_map(
    node: &Node,
    place: &Place,
    into: &mut Option<std::collections::BTreeMap<String, String>>,
) -> Decoded {
    let entries = match node {
        Node::Null => {
            *into = None;
            return Ok(());
        }
        Node::Map(entries) => sorted(entries),
        other => return Err(place.mismatch(other, TypeName::Plain("map[string]string"))),
    };
    let map = into.get_or_insert_default();
    for (key, value) in entries {
        let mut text = String::new();
        string(value, &place.inner(Step::Key(key)), &mut text)?;
        map.insert(key.to_owned(), text);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_are_printed_in_32_bits() {
        for (value, want) in [
            (1.1, "1.1"),
            (0.0, "0"),
            (123_456_789.5, "1.2345679e+08"),
            (1e3, "1000"),
            (16_777_217.0, "1.6777216e+07"),
            (1e-5, "1e-05"),
            (0.0001, "0.0001"),
            (999_999.0, "999999"),
            (1e6, "1e+06"),
            (1e300, "+Inf"),
            (-2.5, "-2.5"),
        ] {
            assert_eq!(shortest_32(value), want);
        }
    }
}

//! The definitions of Kubernetes, which are built into the program.
//!
//! `scripts/schema-pack` writes them and says how. They are unpacked when first asked for, and a
//! definition is read when something refers to it.

use super::schema::{Definitions, FieldSchema, Format, ListType, Others, Schema, Types, Versions};
use flate2::read::ZlibDecoder;
use rustc_hash::FxHashMap;
use std::io::Read;
use std::sync::OnceLock;

const PACKED: &[u8] = include_bytes!("kubernetes.pack");

/// The first and the last minor version of Kubernetes 1 that the pack knows.
pub const MINORS: (u8, u8) = (28, 37);

/// The unpacked definitions.
#[derive(Debug)]
pub(super) struct Pack {
    text: String,
    /// The range of each line behind the first.
    lines: Vec<(u32, u32)>,
    schemas: Vec<OnceLock<Option<Schema>>>,
    /// The kinds with their versions and definitions, by `group/version/Kind`.
    kinds: FxHashMap<Box<str>, Vec<(Versions, usize)>>,
}

/// The pack of the program, unpacked once.
pub(super) fn pack() -> &'static Pack {
    static PACK: OnceLock<Pack> = OnceLock::new();
    PACK.get_or_init(|| {
        let mut text = String::new();
        // What is built in is whole; a test reads all of it.
        let _ = ZlibDecoder::new(PACKED).read_to_string(&mut text);
        Pack::new(text)
    })
}

impl Pack {
    fn new(text: String) -> Pack {
        let mut lines = Vec::new();
        let mut kinds: FxHashMap<Box<str>, Vec<_>> = FxHashMap::default();
        let mut start = text.find('\n').map_or(text.len(), |i| i + 1);
        for line in text[start..].lines() {
            if let Some((versions, kind)) = owner(line) {
                kinds.entry(kind.into()).or_default().push((versions, lines.len()));
            }
            lines.push((start as u32, (start + line.len()) as u32));
            start += line.len() + 1;
        }
        let schemas = lines.iter().map(|_| OnceLock::new()).collect();
        Pack { text, lines, schemas, kinds }
    }

    /// The schema of a kind in a version of Kubernetes.
    pub(super) fn kind(&self, group: &str, version: &str, kind: &str, minor: u8) -> Option<&Schema> {
        let known = self.kinds.get(&*format!("{group}/{version}/{kind}"))?;
        let (_, number) = known.iter().find(|(versions, _)| versions.has(minor))?;
        self.definition(*number)
    }

    /// The minor versions in which a kind is served.
    pub(super) fn versions_of(&self, group: &str, version: &str, kind: &str) -> Option<Versions> {
        Some(self.kinds.get(&*format!("{group}/{version}/{kind}"))?.first()?.0)
    }

    /// Whether any version of Kubernetes has the group.
    pub(super) fn has_group(&self, group: &str) -> bool {
        self.kinds.keys().any(|kind| kind.split('/').next() == Some(group))
    }

    /// The kinds in a version of Kubernetes, as group, version and kind.
    pub(super) fn kinds(&self, minor: u8) -> impl Iterator<Item = (&str, &str, &str)> {
        self.kinds.iter().filter(move |(_, known)| known.iter().any(|(versions, _)| versions.has(minor))).filter_map(
            |(kind, _)| {
                let mut parts = kind.split('/');
                Some((parts.next()?, parts.next()?, parts.next()?))
            },
        )
    }
}

impl Definitions for Pack {
    fn definition(&self, number: usize) -> Option<&Schema> {
        let (start, end) = *self.lines.get(number)?;
        let line = &self.text[start as usize..end as usize];
        self.schemas[number].get_or_init(|| definition(line)).as_ref()
    }
}

/// The kind that a line defines, and in which versions.
fn owner(line: &str) -> Option<(Versions, &str)> {
    let mut words = line.split(' ');
    let (_, versions) = ranged(words.next()?)?;
    Some((versions, words.next()?.strip_prefix('=')?))
}

/// A word with its range of versions behind `@`.
fn ranged(word: &str) -> Option<(&str, Versions)> {
    let Some((word, range)) = word.split_once('@') else { return Some((word, Versions::ALL)) };
    let (first, last) = range.split_once('-')?;
    Some((word, Versions { first: first.parse().ok()?, last: last.parse().ok()? }))
}

fn definition(line: &str) -> Option<Schema> {
    let mut words = line.split(' ').skip(1).peekable();
    let owner = words.next_if(|word| word.starts_with('='));
    let mut schema = Schema::of(Types::MAP.or(Types::NULL));
    schema.others = Others::Never;
    for word in words {
        let (word, versions) = ranged(word)?;
        let Some((name, code)) = word.split_once(':') else { return type_of(word) };
        let (name, required) = name.strip_suffix('!').map_or((name, false), |name| (name, true));
        schema.fields.push(FieldSchema { name: name.into(), required, versions, schema: type_of(code)? });
    }
    schema.sort();
    schema.owner = owner.map(|owner| owner[1..].into());
    Some(schema)
}

/// The schema that a type code stands for.
fn type_of(code: &str) -> Option<Schema> {
    let (null, code) = code.strip_prefix('!').map_or((Types::NULL, code), |code| (Types::NONE, code));
    let mut chars = code.chars();
    let first = chars.next()?;
    let rest = chars.as_str();
    let (types, format) = match first {
        's' => (Types::STRING, Format::None),
        'y' => (Types::STRING, Format::Base64),
        't' => (Types::STRING, Format::Time),
        'i' => (Types::INTEGER, Format::None),
        'j' => (Types::INTEGER, Format::Int32),
        'l' => (Types::INTEGER, Format::Int64),
        'b' => (Types::BOOL, Format::None),
        'n' => (Types::NUMBER, Format::None),
        'q' => (Types::STRING.or(Types::NUMBER), Format::Quantity),
        'p' => (Types::STRING.or(Types::INTEGER), Format::Int32),
        'o' | '{' => (Types::MAP, Format::None),
        '[' => (Types::LIST, Format::None),
        'a' | '&' => (Types::ANY, Format::None),
        _ => return None,
    };
    let mut schema = Schema::of(types.or(null));
    schema.format = format;
    match first {
        '&' => schema.target = Some(rest.parse().ok()?),
        '{' => schema.others = Others::Each(Box::new(type_of(rest)?)),
        '[' => {
            let (list, rest) = list_type(rest)?;
            schema.list = list;
            schema.items = Some(Box::new(type_of(rest)?));
        }
        _ => {}
    }
    Some(schema)
}

fn list_type(code: &str) -> Option<(ListType, &str)> {
    if let Some(rest) = code.strip_prefix('=') {
        return Some((ListType::Set, rest));
    }
    let Some(rest) = code.strip_prefix('(') else { return Some((ListType::Atomic, code)) };
    let (keys, rest) = rest.split_once(')')?;
    Some((ListType::Map(keys.split(',').map(Box::from).collect()), rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_whole_pack_is_readable() {
        let pack = pack();
        assert!(pack.text.starts_with(&format!("{} {}\n", MINORS.0, MINORS.1)));
        for (number, (start, end)) in pack.lines.iter().enumerate() {
            let line = &pack.text[*start as usize..*end as usize];
            assert!(pack.definition(number).is_some(), "{line}");
        }
    }

    #[test]
    fn kinds_and_fields_come_and_go() {
        let pack = pack();
        assert!(pack.kind("networking.k8s.io", "v1", "IPAddress", 32).is_none());
        assert!(pack.kind("networking.k8s.io", "v1", "IPAddress", 33).is_some());
        let pod = pack.kind("", "v1", "Pod", 28).and_then(|s| s.field("spec", 28)).and_then(|f| f.schema.target);
        let spec = pod.and_then(|number| pack.definition(number)).expect("the spec of pods");
        assert!(
            spec.field("containers", 28)
                .is_some_and(|f| f.required && f.schema.list == ListType::Map(vec!["name".into()]))
        );
        assert!(spec.field("hostnameOverride", 33).is_none() && spec.field("hostnameOverride", 34).is_some());
    }
}

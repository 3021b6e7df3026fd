//! Schemas in the one form that values are checked against, wherever they come from.

use super::limits::Limits;

/// A set of JSON's types; integers are numbers, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Types(u8);

impl Types {
    pub(super) const NONE: Types = Types(0);
    pub(super) const NULL: Types = Types(1);
    pub(super) const BOOL: Types = Types(2);
    pub(super) const INTEGER: Types = Types(4);
    pub(super) const NUMBER: Types = Types(8 | 4);
    pub(super) const STRING: Types = Types(16);
    pub(super) const LIST: Types = Types(32);
    pub(super) const MAP: Types = Types(64);
    pub(super) const ANY: Types = Types(127);

    pub(super) const fn or(self, other: Types) -> Types {
        Types(self.0 | other.0)
    }

    pub(super) fn has(self, other: Types) -> bool {
        self.0 & other.0 == other.0
    }

    /// The types in words: `integer or string`; null is not named.
    pub(super) fn words(self) -> String {
        let names = [
            (Types::BOOL, "boolean"),
            (Types::NUMBER, "number"),
            (Types::STRING, "string"),
            (Types::LIST, "array"),
            (Types::MAP, "object"),
        ];
        let mut words: Vec<&str> = names.iter().filter(|(each, _)| self.has(*each)).map(|(_, name)| *name).collect();
        if self.has(Types::INTEGER) && !self.has(Types::NUMBER) {
            words.insert(0, "integer");
        }
        if words.is_empty() { "null".into() } else { words.join(" or ") }
    }
}

/// What a scalar must be beyond its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    None,
    Int32,
    Int64,
    Base64,
    Time,
    Quantity,
}

/// How a list is merged, which decides whether items may come twice.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum ListType {
    Atomic,
    Set,
    /// By these keys of its items.
    Map(Vec<Box<str>>),
}

/// What the entries of a mapping that are not among its fields may be.
#[derive(Debug)]
pub(super) enum Others {
    Any,
    Never,
    Each(Box<Schema>),
}

/// A schema.
#[derive(Debug)]
pub(super) struct Schema {
    pub(super) types: Types,
    pub(super) format: Format,
    /// Sorted by name; of one name there may be several, each for other versions.
    pub(super) fields: Vec<FieldSchema>,
    pub(super) others: Others,
    pub(super) items: Option<Box<Schema>>,
    pub(super) list: ListType,
    /// The number of a definition that holds all else.
    pub(super) target: Option<usize>,
    /// `group/version/Kind` of an object.
    pub(super) owner: Option<Box<str>>,
    /// Whether the value is a whole object with `apiVersion`, `kind` and `metadata`.
    pub(super) embedded: bool,
    pub(super) limits: Option<Box<Limits>>,
}

/// A field of an object in some versions of Kubernetes.
#[derive(Debug)]
pub(super) struct FieldSchema {
    pub(super) name: Box<str>,
    pub(super) required: bool,
    pub(super) versions: Versions,
    pub(super) schema: Schema,
}

/// A range of minor versions, both ends in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Versions {
    pub(super) first: u8,
    pub(super) last: u8,
}

impl Versions {
    pub(super) const ALL: Versions = Versions { first: 0, last: u8::MAX };

    pub(super) fn has(self, minor: u8) -> bool {
        (self.first..=self.last).contains(&minor)
    }
}

/// Where the definitions that schemas refer to are kept.
pub(super) trait Definitions: Sync {
    /// The definition of that number; none if it cannot be read.
    fn definition(&self, number: usize) -> Option<&Schema>;
}

impl Schema {
    /// A schema that admits the given types and nothing else said.
    pub(super) fn of(types: Types) -> Schema {
        Schema {
            types,
            format: Format::None,
            fields: Vec::new(),
            others: Others::Any,
            items: None,
            list: ListType::Atomic,
            target: None,
            owner: None,
            embedded: false,
            limits: None,
        }
    }

    /// The schema of a field in a version.
    pub(super) fn field(&self, name: &str, minor: u8) -> Option<&FieldSchema> {
        let from = self.fields.partition_point(|field| &*field.name < name);
        let named = self.fields[from..].iter().take_while(|field| &*field.name == name);
        named.into_iter().find(|field| field.versions.has(minor))
    }

    /// Sorts the fields, as [`Schema::field`] needs them.
    pub(super) fn sort(&mut self) {
        self.fields.sort_by(|a, b| a.name.cmp(&b.name));
    }
}

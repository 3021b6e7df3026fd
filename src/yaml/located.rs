//! Documents in which every value knows its place, for those who check what is in them.

use super::decode::{DEEPEST, key_text, scalar};
use super::node::Scalar;
use super::token::Mark;
use super::tree::{Id, Raw, Shape, Tree};
use super::{Node, YamlError, input};
use rustc_hash::{FxHashMap, FxHashSet};
use std::borrow::Cow;

/// How many values may come from aliases: far more than any honest document has.
const ALIASED: usize = 1_000_000;

/// From how many entries on a mapping is searched by hash for keys that come twice.
const INDEX_FROM: usize = 16;

/// A place in a document: line and column in characters, both from 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Place {
    pub line: u32,
    pub column: u32,
}

impl Place {
    pub(super) fn of(mark: Mark) -> Place {
        Place { line: mark.line as u32 + 1, column: mark.column as u32 + 1 }
    }
}

/// A value and where it begins. One that an alias stands for is at the alias.
#[derive(Clone, Debug, PartialEq)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Spot<'a> {
    pub content: Content<'a>,
    pub place: Place,
}

/// What a value is, with the types of [`Node`].
#[derive(Clone, Debug, PartialEq)]
#[expect(missing_docs, reason = "each is the case of `Node` with that name")]
pub enum Content<'a> {
    Null,
    Bool(bool),
    Int(i64),
    Uint(u64),
    Float(f64),
    Str(Cow<'a, str>),
    List(Vec<Spot<'a>>),
    Map(Vec<Field<'a>>),
}

/// An entry of a mapping; of those with the same key the last one won.
#[derive(Clone, Debug, PartialEq)]
pub struct Field<'a> {
    /// The key as a string.
    pub key: Cow<'a, str>,
    /// Where the key stands.
    pub place: Place,
    /// What it is set to.
    pub value: Spot<'a>,
    /// Where the same mapping had the key before.
    pub earlier: Option<Place>,
}

/// Reads the first document of `text` as [`parse`](super::parse) does, with places. An empty text is null.
///
/// Texts in UTF-16 are refused.
pub fn locate(text: &[u8]) -> Result<Spot<'_>, YamlError> {
    let text = match input::read(text) {
        Ok(Cow::Borrowed(text)) => text,
        Ok(Cow::Owned(_)) => return Err(YamlError::new("yaml: the text is UTF-16, not UTF-8")),
        Err(message) => return Err(YamlError::new(format!("yaml: {message}"))),
    };
    let (tree, root) = Tree::read(text.as_bytes())?;
    let mut locator = Locator { tree: &tree, open: FxHashSet::default(), aliased: 0, depth: 0 };
    match root {
        Some(root) => locator.spot(root),
        None => Ok(Spot { content: Content::Null, place: Place { line: 1, column: 1 } }),
    }
}

/// The entries of a mapping being read.
#[derive(Default)]
struct Fields<'a> {
    list: Vec<Field<'a>>,
    /// The mapping that wrote each entry: the one being read, or one that it takes in by `<<`.
    writers: Vec<Id>,
    index: FxHashMap<Cow<'a, str>, usize>,
}

impl<'a> Fields<'a> {
    fn set(&mut self, mut field: Field<'a>, writer: Id) {
        match self.find(&field.key) {
            Some(i) => {
                if self.writers[i] == writer {
                    field.earlier = Some(self.list[i].place);
                }
                self.list[i] = field;
                self.writers[i] = writer;
            }
            None => {
                if !self.index.is_empty() {
                    self.index.insert(field.key.clone(), self.list.len());
                }
                self.list.push(field);
                self.writers.push(writer);
            }
        }
    }

    fn find(&mut self, key: &str) -> Option<usize> {
        if self.list.len() < INDEX_FROM {
            return self.list.iter().position(|field| field.key == key);
        }
        if self.index.is_empty() {
            self.index = self.list.iter().enumerate().map(|(i, field)| (field.key.clone(), i)).collect();
        }
        self.index.get(key).copied()
    }
}

impl<'a> Spot<'a> {
    /// The value under `key` of a mapping.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Spot<'a>> {
        self.fields().iter().find(|field| field.key == key).map(|field| &field.value)
    }

    /// The entries of a mapping; none of anything else.
    #[must_use]
    pub fn fields(&self) -> &[Field<'a>] {
        if let Content::Map(fields) = &self.content { fields } else { &[] }
    }

    /// The items of a list; none of anything else.
    #[must_use]
    pub fn items(&self) -> &[Spot<'a>] {
        if let Content::List(items) = &self.content { items } else { &[] }
    }

    /// The text of a string.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        if let Content::Str(text) = &self.content { Some(text) } else { None }
    }
}

/// Builds the values of one document.
struct Locator<'t, 'a> {
    tree: &'t Tree<'a>,
    /// The targets of aliases being read.
    open: FxHashSet<Id>,
    aliased: usize,
    depth: usize,
}

type Located<T> = Result<T, YamlError>;

impl<'t, 'a> Locator<'t, 'a> {
    fn raw(&self, id: Id) -> &'t Raw<'a> {
        &self.tree.nodes[id]
    }

    fn spot(&mut self, id: Id) -> Located<Spot<'a>> {
        self.aliased += usize::from(!self.open.is_empty());
        if self.aliased > ALIASED {
            return Err(self.fault(id, "yaml: document contains excessive aliasing"));
        }
        let place = self.raw(id).at;
        let content = match &self.raw(id).shape {
            Shape::Scalar(text, implicit) => self.scalar(id, text, *implicit)?,
            Shape::Sequence(items) => {
                self.descend(id)?;
                let list = items.iter().map(|&item| self.spot(item)).collect::<Located<_>>()?;
                self.depth -= 1;
                Content::List(list)
            }
            Shape::Mapping(_) => {
                let mut fields = Fields::default();
                self.mapping(id, &mut fields)?;
                Content::Map(fields.list)
            }
            Shape::Alias(_, target) => self.aliased(id, *target, Locator::spot)?.content,
        };
        Ok(Spot { content, place })
    }

    fn fault(&self, id: Id, message: &str) -> YamlError {
        let at = self.raw(id).at;
        YamlError { line: Some(at.line as usize), column: Some(at.column as usize - 1), ..YamlError::new(message) }
    }

    fn descend(&mut self, id: Id) -> Located<()> {
        self.depth += 1;
        if self.depth > DEEPEST { Err(self.fault(id, "exceeded max depth")) } else { Ok(()) }
    }

    fn aliased<T>(&mut self, id: Id, target: Id, read: impl FnOnce(&mut Self, Id) -> Located<T>) -> Located<T> {
        if !self.open.insert(target) {
            return Err(self.fault(id, "yaml: anchor value contains itself"));
        }
        let done = read(self, target);
        self.open.remove(&target);
        done
    }

    fn scalar(&self, id: Id, text: &Cow<'a, [u8]>, implicit: bool) -> Located<Content<'a>> {
        let text = match text {
            Cow::Borrowed(text) => String::from_utf8_lossy(text),
            Cow::Owned(text) => Cow::Owned(String::from_utf8_lossy(text).into_owned()),
        };
        let tag = &self.raw(id).tag;
        if tag.is_empty() && !implicit {
            return Ok(Content::Str(text));
        }
        let node = scalar(tag, &text, implicit).map_err(|e| self.fault(id, &format!("yaml: {e}")))?;
        Ok(match node {
            Node::Bool(b) => Content::Bool(b),
            Node::Int(i) => Content::Int(i),
            Node::Uint(u) => Content::Uint(u),
            Node::Float(x) if !x.is_finite() => return Err(self.fault(id, "json: unsupported value")),
            Node::Float(x) => Content::Float(x),
            Node::Str(same) if *same == *text => Content::Str(text),
            Node::Str(other) => Content::Str(Cow::Owned(other.into())),
            Node::Null | Node::List(_) | Node::Map(_) => Content::Null,
        })
    }

    fn mapping(&mut self, id: Id, fields: &mut Fields<'a>) -> Located<()> {
        let Shape::Mapping(items) = &self.raw(id).shape else { return Ok(()) };
        self.descend(id)?;
        for pair in items.chunks_exact(2) {
            if self.raw(pair[0]).is_merge() {
                self.merge(pair[1], fields)?;
                continue;
            }
            let key = self.key(pair[0])?;
            let place = self.raw(pair[0]).at;
            let mut value = self.spot(pair[1])?;
            if value.content == Content::Null {
                value.place = place;
            }
            fields.set(Field { key, place, value, earlier: None }, id);
        }
        self.depth -= 1;
        Ok(())
    }

    fn key(&self, id: Id) -> Located<Cow<'a, str>> {
        let mut id = id;
        while let Shape::Alias(_, target) = &self.raw(id).shape {
            id = *target;
        }
        let Shape::Scalar(text, implicit) = &self.raw(id).shape else {
            return Err(self.fault(id, "yaml: invalid map key: it is a list or a map"));
        };
        let key = match self.scalar(id, text, *implicit)? {
            Content::Str(text) => return Ok(text),
            Content::Bool(b) => key_text(Scalar::Bool(b)),
            Content::Int(i) => key_text(Scalar::Int(i)),
            Content::Float(x) => key_text(Scalar::Float(x)),
            _ => None,
        };
        key.ok_or_else(|| self.fault(id, "unsupported map key: it is null or too large a number"))
    }

    /// Takes in the entries of the mapping, or of the list of mappings, behind `<<`.
    fn merge(&mut self, id: Id, fields: &mut Fields<'a>) -> Located<()> {
        match &self.raw(id).shape {
            Shape::Sequence(items) => items.iter().rev().try_for_each(|&item| self.merge_one(item, fields)),
            _ => self.merge_one(id, fields),
        }
    }

    fn merge_one(&mut self, id: Id, fields: &mut Fields<'a>) -> Located<()> {
        match &self.raw(id).shape {
            Shape::Mapping(_) => self.mapping(id, fields),
            Shape::Alias(_, target) if matches!(self.raw(*target).shape, Shape::Mapping(_)) => {
                self.aliased(id, *target, |this, target| this.mapping(target, fields))
            }
            _ => Err(self.fault(id, "yaml: map merge requires map or sequence of maps as the value")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(spot: &Spot<'_>, path: &[&str]) -> (u32, u32) {
        let spot = path.iter().try_fold(spot, |spot, key| match key.parse::<usize>() {
            Ok(i) => spot.items().get(i),
            Err(_) => spot.get(key),
        });
        spot.map_or((0, 0), |spot| (spot.place.line, spot.place.column))
    }

    #[test]
    fn every_value_knows_its_place() {
        let text = "a: 1\nb:\n  - x\n  - {k: [é, z]}\nc:\nd: &d\n  e: 2\nf: *d\n";
        let spot = locate(text.as_bytes()).expect("YAML");
        for (path, place) in [
            (&["a"][..], (1, 4)),
            (&["b"], (3, 3)),
            (&["b", "1", "k"], (4, 9)),
            (&["b", "1", "k", "1"], (4, 13)),
            (&["c"], (5, 1)),
            (&["d", "e"], (7, 6)),
            (&["f"], (8, 4)),
            (&["f", "e"], (7, 6)),
        ] {
            assert_eq!(at(&spot, path), place, "{path:?}");
        }
    }

    #[test]
    fn keys_that_come_twice_are_known_and_merged_ones_are_not_twice() {
        let spot = locate(b"a: 1\nb: {x: 1, y: 2, x: 3}\na: 2\nc: {x: 0, <<: {x: 5}}\n").expect("YAML");
        assert_eq!(spot.fields()[0].earlier, Some(Place { line: 1, column: 1 }));
        assert_eq!(spot.fields()[0].value.content, Content::Int(2));
        let inner = spot.get("b").map(Spot::fields).unwrap_or_default();
        assert_eq!(inner[0].earlier, Some(Place { line: 2, column: 5 }));
        let merged = spot.get("c").map(Spot::fields).unwrap_or_default();
        assert_eq!((merged[0].earlier, &merged[0].value.content), (None, &Content::Int(5)));
    }

    #[test]
    fn faults_say_where() {
        for (text, line) in [
            ("a: 1\nb: &x [*x]\n", Some(2)),
            ("a: !!int x\n", Some(1)),
            ("a: 1\n? [b]\n: c\n", Some(2)),
            ("a: .inf\n", Some(1)),
            ("a: [\n", Some(2)),
        ] {
            assert_eq!(locate(text.as_bytes()).map_err(|e| e.line).err(), Some(line), "{text:?}");
        }
    }
}

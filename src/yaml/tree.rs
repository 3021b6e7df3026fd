//! From tokens to the tree of the first document, as libyaml's parser and go-yaml's composer build it.

use super::Node;
use super::decode::{Decoder, STANDARD};
use super::located::Place;
use super::scan::{Scan, Scanner};
use super::token::{Fault, Mark, Tok};
use rustc_hash::FxHashMap;
use std::borrow::Cow;

/// The number of a node in a [`Tree`].
pub(super) type Id = usize;

/// A node before its scalars have types.
pub(super) struct Raw<'a> {
    /// Where it begins; that of an empty item is its dash, and that of another empty node where the next token begins.
    pub(super) at: Place,
    pub(super) tag: Vec<u8>,
    pub(super) shape: Shape<'a>,
}

/// What a node is.
pub(super) enum Shape<'a> {
    /// The text, and whether its type may be found from it.
    Scalar(Cow<'a, [u8]>, bool),
    Sequence(Vec<Id>),
    /// Keys and values in turn.
    Mapping(Vec<Id>),
    Alias(&'a [u8], Id),
}

impl Raw<'_> {
    /// Whether this is the key `<<`, which takes in the entries of other mappings.
    pub(super) fn is_merge(&self) -> bool {
        let tagged = || self.tag == [STANDARD, b"merge"].concat();
        matches!(&self.shape, Shape::Scalar(text, implicit) if &**text == b"<<" && (*implicit || tagged()))
    }
}

/// Why no tree was built.
pub(super) enum Stop {
    Fault(Fault),
    UnknownAnchor(String),
}

impl From<Fault> for Stop {
    fn from(fault: Fault) -> Stop {
        Stop::Fault(fault)
    }
}

type Built<T> = Result<T, Stop>;

/// The nodes of a document.
pub(super) struct Tree<'a> {
    scanner: Scanner<'a>,
    pub(super) nodes: Vec<Raw<'a>>,
    anchors: FxHashMap<&'a [u8], Id>,
    handles: Vec<(Vec<u8>, Vec<u8>)>,
}

fn fault<T>(problem: &'static str, at: Mark, context: Mark) -> Built<T> {
    Err(Stop::Fault(Fault { problem: problem.into(), at, context, scanner: false }))
}

impl<'a> Tree<'a> {
    /// Reads the first document; `None` when the stream has none.
    pub(super) fn read(text: &'a [u8]) -> Built<(Tree<'a>, Option<Id>)> {
        let mut tree = Tree::new(text);
        let root = tree.document()?;
        Ok((tree, root))
    }

    /// What a text holds that is one node and nothing else.
    pub(super) fn only(text: &'a [u8]) -> Option<Node> {
        let (mut tree, root) = Tree::read(text).ok()?;
        if !matches!(tree.kind().ok()?.0, Tok::StreamEnd) {
            return None;
        }
        Decoder::run(&tree, root?).ok()
    }

    /// The same for the start of a text whose rest cannot be read; `None` if the rest is needed.
    pub(super) fn read_start(text: &'a [u8]) -> Option<Built<(Tree<'a>, Option<Id>)>> {
        let mut tree = Tree::new(text);
        let root = tree.document();
        let done = tree.scanner.pos + Scanner::AHEAD <= text.len();
        done.then(|| root.map(|root| (tree, root)))
    }

    fn new(text: &'a [u8]) -> Tree<'a> {
        Tree { scanner: Scanner::new(text), nodes: Vec::new(), anchors: FxHashMap::default(), handles: Vec::new() }
    }

    fn kind(&mut self) -> Scan<(&Tok<'a>, Mark)> {
        let token = self.scanner.peek()?;
        Ok((&token.kind, token.mark))
    }

    fn document(&mut self) -> Built<Option<Id>> {
        if matches!(self.kind()?.0, Tok::StreamEnd) {
            return Ok(None);
        }
        let explicit = matches!(self.kind()?.0, Tok::Version(..) | Tok::TagDirective(..) | Tok::DocumentStart);
        self.directives()?;
        if explicit {
            let (kind, at) = self.kind()?;
            if !matches!(kind, Tok::DocumentStart) {
                return fault("did not find expected <document start>", at, Mark::default());
            }
            self.scanner.next()?;
        }
        let empty = matches!(
            self.kind()?.0,
            Tok::Version(..) | Tok::TagDirective(..) | Tok::DocumentStart | Tok::DocumentEnd | Tok::StreamEnd
        );
        let root = if explicit && empty { self.empty() } else { self.node(true, false)? };
        self.kind()?;
        Ok(Some(root))
    }

    fn directives(&mut self) -> Built<()> {
        let mut versioned = false;
        loop {
            let (kind, at) = self.kind()?;
            match kind {
                Tok::Version(..) if versioned => {
                    return fault("found duplicate %YAML directive", at, Mark::default());
                }
                Tok::Version(1, 1) => versioned = true,
                Tok::Version(..) => return fault("found incompatible YAML document", at, Mark::default()),
                Tok::TagDirective(handle, prefix) => {
                    let entry = (handle.clone(), prefix.clone());
                    if self.handles.iter().any(|(h, _)| *h == entry.0) {
                        return fault("found duplicate %TAG directive", at, Mark::default());
                    }
                    self.handles.push(entry);
                }
                _ => break,
            }
            self.scanner.next()?;
        }
        self.handles.push((b"!".to_vec(), b"!".to_vec()));
        self.handles.push((b"!!".to_vec(), b"tag:yaml.org,2002:".to_vec()));
        Ok(())
    }

    fn add(&mut self, at: Mark, tag: Vec<u8>, shape: Shape<'a>) -> Id {
        self.nodes.push(Raw { at: Place::of(at), tag, shape });
        self.nodes.len() - 1
    }

    fn empty(&mut self) -> Id {
        let at = self.kind().map_or_else(|_| Mark::default(), |(_, at)| at);
        self.empty_at(at)
    }

    fn empty_at(&mut self, at: Mark) -> Id {
        self.add(at, Vec::new(), Shape::Scalar(Cow::Borrowed(b""), true))
    }

    /// The anchor and the resolved tag before a node.
    fn properties(&mut self, start: Mark) -> Built<(Option<&'a [u8]>, Vec<u8>)> {
        let (mut anchor, mut tag) = (None, None);
        loop {
            match self.kind()?.0 {
                Tok::Anchor(_) if anchor.is_none() => {}
                Tok::Tag(..) if tag.is_none() => {}
                _ => break,
            }
            let token = self.scanner.next()?;
            match token.kind {
                Tok::Anchor(name) => anchor = Some(name),
                Tok::Tag(handle, suffix) => tag = Some((handle, suffix, token.mark)),
                _ => {}
            }
        }
        let Some((handle, suffix, at)) = tag else { return Ok((anchor, Vec::new())) };
        if handle.is_empty() {
            return Ok((anchor, suffix));
        }
        match self.handles.iter().find(|(h, _)| *h == handle) {
            Some((_, prefix)) => Ok((anchor, [&prefix[..], &suffix].concat())),
            None => fault("found undefined tag handle", at, start),
        }
    }

    fn node(&mut self, block: bool, indentless: bool) -> Built<Id> {
        let (kind, start) = self.kind()?;
        if let Tok::Alias(name) = *kind {
            self.scanner.next()?;
            let Some(&target) = self.anchors.get(name) else {
                return Err(Stop::UnknownAnchor(String::from_utf8_lossy(name).into_owned()));
            };
            return Ok(self.add(start, Vec::new(), Shape::Alias(name, target)));
        }
        let (anchor, tag) = self.properties(start)?;
        let bare = anchor.is_none() && tag.is_empty();
        let (kind, at) = self.kind()?;
        let shape = match kind {
            Tok::BlockEntry if indentless => Shape::Sequence(Vec::new()),
            Tok::Scalar(..) => Shape::Scalar(Cow::Borrowed(b""), true),
            Tok::FlowSequence => Shape::Sequence(Vec::new()),
            Tok::FlowMapping => Shape::Mapping(Vec::new()),
            Tok::BlockSequence if block => Shape::Sequence(Vec::new()),
            Tok::BlockMapping if block => Shape::Mapping(Vec::new()),
            _ if bare => return fault("did not find expected node content", at, start),
            _ => {
                let implicit = tag.is_empty();
                let id = self.add(start, tag, Shape::Scalar(Cow::Borrowed(b""), implicit));
                self.name(anchor, id);
                return Ok(id);
            }
        };
        let id = self.add(start, tag, shape);
        self.name(anchor, id);
        self.content(id, at)?;
        Ok(id)
    }

    fn name(&mut self, anchor: Option<&'a [u8]>, id: Id) {
        if let Some(name) = anchor {
            self.anchors.insert(name, id);
        }
    }

    fn content(&mut self, id: Id, start: Mark) -> Built<()> {
        if matches!(self.kind()?.0, Tok::BlockEntry) {
            self.nodes[id].shape = Shape::Sequence(self.indentless()?);
            return Ok(());
        }
        self.nodes[id].shape = match self.scanner.next()?.kind {
            Tok::Scalar(text, plain) => {
                let tag = &self.nodes[id].tag;
                let implicit = (tag.is_empty() && plain) || tag == b"!";
                Shape::Scalar(text, implicit)
            }
            Tok::FlowSequence => Shape::Sequence(self.flow_sequence(start)?),
            Tok::FlowMapping => Shape::Mapping(self.flow_mapping(start)?),
            Tok::BlockSequence => Shape::Sequence(self.block_sequence(start)?),
            _ => Shape::Mapping(self.block_mapping(start)?),
        };
        Ok(())
    }

    fn indentless(&mut self) -> Built<Vec<Id>> {
        let mut items = Vec::new();
        while let (Tok::BlockEntry, dash) = self.kind()? {
            self.scanner.next()?;
            let none = matches!(self.kind()?.0, Tok::BlockEntry | Tok::Key | Tok::Value | Tok::BlockEnd);
            items.push(if none { self.empty_at(dash) } else { self.node(true, false)? });
        }
        Ok(items)
    }

    fn block_sequence(&mut self, start: Mark) -> Built<Vec<Id>> {
        let mut items = Vec::new();
        loop {
            let (kind, at) = self.kind()?;
            match kind {
                Tok::BlockEntry => {}
                Tok::BlockEnd => break,
                _ => return fault("did not find expected '-' indicator", at, start),
            }
            self.scanner.next()?;
            let none = matches!(self.kind()?.0, Tok::BlockEntry | Tok::BlockEnd);
            items.push(if none { self.empty_at(at) } else { self.node(true, false)? });
        }
        self.scanner.next()?;
        Ok(items)
    }

    fn block_mapping(&mut self, start: Mark) -> Built<Vec<Id>> {
        let mut items = Vec::new();
        loop {
            let (kind, at) = self.kind()?;
            match kind {
                Tok::Key => {}
                Tok::BlockEnd => break,
                _ => return fault("did not find expected key", at, start),
            }
            self.scanner.next()?;
            items.push(self.block_part()?);
            if matches!(self.kind()?.0, Tok::Value) {
                self.scanner.next()?;
                items.push(self.block_part()?);
            } else {
                items.push(self.empty());
            }
        }
        self.scanner.next()?;
        Ok(items)
    }

    fn block_part(&mut self) -> Built<Id> {
        let none = matches!(self.kind()?.0, Tok::Key | Tok::Value | Tok::BlockEnd);
        if none { Ok(self.empty()) } else { self.node(true, true) }
    }

    fn flow_sequence(&mut self, start: Mark) -> Built<Vec<Id>> {
        let mut items = Vec::new();
        let mut first = true;
        loop {
            if matches!(self.kind()?.0, Tok::FlowSequenceEnd) {
                break;
            }
            if !first {
                self.flow_comma("did not find expected ',' or ']'", start)?;
            }
            first = false;
            match self.kind()?.0 {
                Tok::FlowSequenceEnd => break,
                Tok::Key => items.push(self.single_pair()?),
                _ => items.push(self.node(false, false)?),
            }
        }
        self.scanner.next()?;
        Ok(items)
    }

    /// The comma before an item that is not the first of a flow collection.
    fn flow_comma(&mut self, expected: &'static str, start: Mark) -> Built<()> {
        let (kind, at) = self.kind()?;
        if !matches!(kind, Tok::FlowEntry) {
            return fault(expected, at, start);
        }
        self.scanner.next()?;
        Ok(())
    }

    /// `a: b` inside a flow sequence: a mapping of one entry.
    fn single_pair(&mut self) -> Built<Id> {
        let at = self.scanner.next()?.mark;
        let id = self.add(at, Vec::new(), Shape::Mapping(Vec::new()));
        let none = matches!(self.kind()?.0, Tok::Value | Tok::FlowEntry | Tok::FlowSequenceEnd);
        let key = if none {
            // libyaml drops this token, so `[? : a]` reads oddly; the same is done here.
            self.scanner.next()?;
            self.empty()
        } else {
            self.node(false, false)?
        };
        let mut value = None;
        if matches!(self.kind()?.0, Tok::Value) {
            self.scanner.next()?;
            if !matches!(self.kind()?.0, Tok::FlowEntry | Tok::FlowSequenceEnd) {
                value = Some(self.node(false, false)?);
            }
        }
        let value = value.unwrap_or_else(|| self.empty());
        self.nodes[id].shape = Shape::Mapping(vec![key, value]);
        Ok(id)
    }

    fn flow_mapping(&mut self, start: Mark) -> Built<Vec<Id>> {
        let mut items = Vec::new();
        let mut first = true;
        loop {
            if matches!(self.kind()?.0, Tok::FlowMappingEnd) {
                break;
            }
            if !first {
                self.flow_comma("did not find expected ',' or '}'", start)?;
            }
            first = false;
            match self.kind()?.0 {
                Tok::FlowMappingEnd => break,
                Tok::Key => {
                    self.scanner.next()?;
                    items.push(self.flow_part(true)?);
                    if matches!(self.kind()?.0, Tok::Value) {
                        self.scanner.next()?;
                        items.push(self.flow_part(false)?);
                    } else {
                        items.push(self.empty());
                    }
                }
                _ => {
                    items.push(self.node(false, false)?);
                    items.push(self.empty());
                }
            }
        }
        self.scanner.next()?;
        Ok(items)
    }

    fn flow_part(&mut self, key: bool) -> Built<Id> {
        let kind = self.kind()?.0;
        let none = matches!(kind, Tok::FlowEntry | Tok::FlowMappingEnd) || key && matches!(kind, Tok::Value);
        if none { Ok(self.empty()) } else { self.node(false, false) }
    }
}

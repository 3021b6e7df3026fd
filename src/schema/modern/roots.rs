//! Documents with schemas in them, and the resources, anchors and dialects found in each.

use super::draft::{Draft, LATEST};
use super::metaschema;
use super::place::{Place, encode_fragment, join, split_fragment};
use super::{Fault, Notices};
use crate::compat::Compat;
use crate::diag::{Level, Notice};
use crate::schema::json::{self, Json};
use crate::schema::standard;
use crate::schema::text::go_quote;
use crate::schema::uri::Uri;
use rustc_hash::{FxHashMap, FxHashSet};
use std::borrow::Cow;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

/// The draft of a resource and the vocabularies that its metaschema asks for, if it is no standard one.
#[derive(Clone, Debug)]
pub(super) struct Dialect {
    pub(super) draft: Draft,
    vocabularies: Option<Vec<String>>,
}

impl Dialect {
    /// Whether keywords of a vocabulary mean something.
    pub(super) fn has_vocabulary(&self, name: &str) -> bool {
        match &self.vocabularies {
            _ if name == "core" || self.draft < Draft::D2019 => true,
            Some(names) => names.iter().any(|n| n == name),
            None => self.draft.has_vocabulary(name),
        }
    }
}

/// A schema with an address of its own.
#[derive(Clone, Debug)]
pub(super) struct Resource {
    pub(super) pointer: Arc<str>,
    pub(super) id: String,
    pub(super) dialect: Dialect,
    /// Names and where they point, sorted.
    pub(super) anchors: Vec<(String, Arc<str>)>,
    pub(super) dynamic_anchors: Vec<String>,
}

impl Resource {
    fn new(pointer: &Arc<str>, id: &str, dialect: Dialect) -> Resource {
        let (pointer, id) = (pointer.clone(), id.to_owned());
        Resource { pointer, id, dialect, anchors: Vec::new(), dynamic_anchors: Vec::new() }
    }
}

/// A document and what was found in it.
#[derive(Clone, Debug)]
pub(super) struct Root {
    url: Arc<str>,
    pub(super) document: Rc<Json>,
    /// The first one is that of the whole document.
    pub(super) resources: Vec<Rc<Resource>>,
    /// The pointers of the schemas that were looked at; copies of the root share them.
    processed: Rc<RefCell<FxHashSet<Arc<str>>>>,
}

impl Root {
    /// The address of the document.
    pub(super) fn url(&self) -> Arc<str> {
        self.url.clone()
    }

    /// The resource that a place belongs to.
    pub(super) fn resource(&self, mut pointer: &str) -> &Rc<Resource> {
        loop {
            if let Some(found) = self.resources.iter().find(|r| &*r.pointer == pointer) {
                return found;
            }
            match pointer.rfind('/') {
                Some(slash) => pointer = &pointer[..slash],
                None => return &self.resources[0],
            }
        }
    }

    fn resolve_fragment_in(&self, fragment: &str, resource: &Resource) -> Result<Place, Fault> {
        let pointer = if fragment.is_empty() || fragment.starts_with('/') {
            format!("{}{fragment}", resource.pointer).into()
        } else {
            let Some((_, pointer)) = resource.anchors.iter().find(|(name, _)| name == fragment) else {
                let reference = format!("{}#{}", resource.id, encode_fragment(fragment));
                let (reference, url) = (go_quote(&reference), go_quote(&self.url));
                return Err(Fault::schema(format!("anchor in {reference} not found in schema {url}")));
            };
            pointer.clone()
        };
        Ok(Place { url: self.url.clone(), pointer })
    }

    /// Where a reference points if it stays in this document.
    pub(super) fn resolve(&self, url: &str, fragment: &str) -> Result<Option<Place>, Fault> {
        let resource =
            if url == &*self.url { self.resources.first() } else { self.resources.iter().find(|r| r.id == url) };
        resource.map(|resource| self.resolve_fragment_in(fragment, resource)).transpose()
    }

    fn collect_anchors(&mut self, schema: &Json, pointer: &Arc<str>, resource: usize) -> Result<(), Fault> {
        let draft = self.resources[resource].dialect.draft;
        let text = |key: &str| schema.get(key).and_then(Json::as_str);
        if draft < Draft::D2019 {
            if schema.get("$ref").is_some() {
                return Ok(());
            }
            if let Some(id) = text(draft.id_keyword()) {
                let place = Place { url: self.url.clone(), pointer: pointer.clone() };
                let fault = || Fault::schema(format!("error in parsing anchor at {}", go_quote(&place.to_string())));
                let (_, fragment) = split_fragment(id).map_err(|_| fault())?;
                if !fragment.is_empty() && !fragment.starts_with('/') {
                    self.add_anchor(&fragment, pointer, resource)?;
                }
            }
            return Ok(());
        }
        if let Some(anchor) = text("$anchor") {
            self.add_anchor(anchor, pointer, resource)?;
        }
        if let (Draft::D2020, Some(anchor)) = (draft, text("$dynamicAnchor")) {
            self.add_anchor(anchor, pointer, resource)?;
            Rc::make_mut(&mut self.resources[resource]).dynamic_anchors.push(anchor.to_owned());
        }
        Ok(())
    }

    fn add_anchor(&mut self, anchor: &str, pointer: &Arc<str>, resource: usize) -> Result<(), Fault> {
        let anchors = &mut Rc::make_mut(&mut self.resources[resource]).anchors;
        match anchors.iter().find(|(name, _)| name == anchor) {
            Some((_, other)) if other != pointer => Err(Fault::schema(format!(
                "duplicate anchor {} in {} at {} and {}",
                go_quote(anchor),
                go_quote(&self.url),
                go_quote(other),
                go_quote(pointer)
            ))),
            Some(_) => Ok(()),
            None => {
                anchors.push((anchor.to_owned(), pointer.clone()));
                Ok(())
            }
        }
    }
}

/// Checks a schema at a place in a document against its metaschema.
pub(super) type Check = fn(&Root, &Json, &str) -> Result<(), Fault>;

/// All documents met so far.
pub(super) struct Roots<'n> {
    documents: FxHashMap<String, Rc<Json>>,
    by_url: FxHashMap<Arc<str>, Root>,
    notices: Notices<'n>,
    /// Checks a schema against its metaschema.
    check: Option<Check>,
}

impl<'n> Roots<'n> {
    pub(super) fn new(notices: Notices<'n>, check: Option<Check>) -> Roots<'n> {
        Roots { documents: FxHashMap::default(), by_url: FxHashMap::default(), notices, check }
    }

    /// Makes a document known under an address.
    pub(super) fn add_document(&mut self, url: &str, document: Json) {
        self.documents.insert(url.to_owned(), Rc::new(document));
    }

    /// A document that was loaded before.
    pub(super) fn root(&self, url: &str) -> Option<&Root> {
        self.by_url.get(url)
    }

    fn or_load(&mut self, url: &str) -> Result<&Root, Fault> {
        if !self.by_url.contains_key(url) {
            let document = self.load(url)?;
            let root = self.make_root(url, document)?;
            self.by_url.insert(url.into(), root);
        }
        self.by_url.get(url).ok_or_else(|| Fault::schema(format!("no document at {}", go_quote(url))))
    }

    fn make_root(&mut self, url: &str, document: Rc<Json>) -> Result<Root, Fault> {
        let mut root =
            Root { url: url.into(), document: document.clone(), resources: Vec::new(), processed: Rc::default() };
        let fallback = Dialect { draft: LATEST, vocabularies: None };
        let whole = Arc::default();
        self.collect_resources(&mut root, &document, url, &whole, &fallback)?;
        if root.resources.is_empty() {
            root.resources.push(Rc::new(Resource::new(&whole, url, fallback)));
        }
        let standard = url.starts_with("http://json-schema.org/") || url.starts_with("https://json-schema.org/");
        if let (false, Some(check)) = (standard, self.check) {
            check(&root, &document, "")?;
        }
        Ok(root)
    }

    /// Where an absolute reference points.
    pub(super) fn resolve(&mut self, url: &str, fragment: &str) -> Result<Place, Fault> {
        let root = self.or_load(url)?;
        root.resolve_fragment_in(fragment, &root.resources[0])
    }

    /// Finds out about a place that no keyword for schemas leads to, and checks what is there.
    pub(super) fn ensure_subschema(&mut self, place: &Place) -> Result<(), Fault> {
        let root = self.or_load(&place.url)?;
        if root.processed.borrow().contains(&place.pointer) {
            return Ok(());
        }
        let document = root.document.clone();
        let schema = place.lookup(&document)?;
        let mut root = root.clone();
        let base = root.resource(&place.pointer);
        let base = base.clone();
        self.collect_resources(&mut root, schema, &base.id, &place.pointer, &base.dialect)?;
        if let Some(check) = self.check {
            check(&root, schema, &place.pointer)?;
        }
        self.by_url.insert(place.url.clone(), root);
        Ok(())
    }

    /// Finds the resources and anchors in a schema and in those below it.
    fn collect_resources(
        &mut self,
        root: &mut Root,
        schema: &Json,
        base: &str,
        pointer: &Arc<str>,
        fallback: &Dialect,
    ) -> Result<(), Fault> {
        if root.processed.borrow().contains(pointer) {
            return Ok(());
        }
        if matches!(schema, Json::Obj(_)) {
            self.collect_object(root, schema, base, pointer, fallback)?;
        } else if let (Json::Bool(_), true) = (schema, pointer.is_empty()) {
            root.resources.push(Rc::new(Resource::new(pointer, base, fallback.clone())));
        }
        root.processed.borrow_mut().insert(pointer.clone());
        Ok(())
    }

    fn collect_object(
        &mut self,
        root: &mut Root,
        schema: &Json,
        base: &str,
        pointer: &Arc<str>,
        fallback: &Dialect,
    ) -> Result<(), Fault> {
        let place = Place { url: root.url.clone(), pointer: pointer.clone() };
        let mut named = schema.get("$schema").and_then(Json::as_str).is_some();
        let mut draft = self.draft_of(&place, schema, fallback.draft, &mut Vec::new())?;
        let mut id = draft.id_of(schema);
        if id.is_none() && !pointer.is_empty() {
            draft = fallback.draft;
            named = false;
            id = draft.id_of(schema);
        }
        let mut base = Cow::Borrowed(base);
        if let Some(id) = id {
            let fault = |_| Fault::schema(format!("error in parsing id at {}", go_quote(&place.to_string())));
            base = join(&base, id).map_err(fault)?.0.into();
        }
        if id.is_some() || pointer.is_empty() {
            match root.resources.iter().find(|r| r.id == base) {
                Some(other) if other.pointer != *pointer => {
                    let (id, url) = (go_quote(&base), go_quote(&root.url));
                    let (here, there) = (go_quote(pointer), go_quote(&other.pointer));
                    return Err(Fault::schema(format!("duplicate id {id} in {url} at {here} and {there}")));
                }
                Some(_) => {}
                None => {
                    let dialect = if named {
                        Dialect { draft, vocabularies: self.vocabularies_of(schema, draft)? }
                    } else {
                        fallback.clone()
                    };
                    root.resources.push(Rc::new(Resource::new(pointer, &base, dialect)));
                }
            }
        }
        let owner = root.resources.iter().position(|r| r.id == base).unwrap_or(0);
        root.collect_anchors(schema, pointer, owner)?;
        let dialect = root.resources[owner].dialect.clone();
        for (keyword, token, subschema) in draft.subschemas(schema) {
            let child = token.map_or_else(|| place.child(&[keyword]), |token| place.child(&[keyword, &token]));
            self.collect_resources(root, subschema, &base, &child.pointer, &dialect)?;
        }
        Ok(())
    }

    /// The draft that a document says it is written in, perhaps through the metaschema that it names.
    fn draft_of(
        &mut self,
        place: &Place,
        document: &Json,
        fallback: Draft,
        met: &mut Vec<String>,
    ) -> Result<Draft, Fault> {
        let Some(name) = document.get("$schema").and_then(Json::as_str) else { return Ok(fallback) };
        if let Some(draft) = Draft::from_url(name) {
            return Ok(draft);
        }
        let url = name.split('#').next().unwrap_or_default();
        Uri::parse(url, Compat::Helm4)
            .map_err(|e| Fault::schema(format!("invalid $schema in {}: {e}", go_quote(&place.to_string()))))?;
        if place.pointer.is_empty() && url == &*place.url {
            return Err(Fault::schema(format!("draft {} is not supported", go_quote(url))));
        }
        if met.iter().any(|m| m == url) {
            return Err(Fault::schema(format!("cycle in resolving $schema in {}", go_quote(url))));
        }
        met.push(url.to_owned());
        let metaschema = self.load(url)?;
        self.draft_of(&Place { url: url.into(), pointer: Arc::default() }, &metaschema, fallback, met)
    }

    /// The vocabularies that a metaschema of someone's own asks for.
    fn vocabularies_of(&mut self, schema: &Json, draft: Draft) -> Result<Option<Vec<String>>, Fault> {
        let Some(name) = schema.get("$schema").and_then(Json::as_str) else { return Ok(None) };
        if Draft::from_url(name).is_some() || draft < Draft::D2019 {
            return Ok(None);
        }
        let url = name.split('#').next().unwrap_or_default();
        let metaschema = self.load(url)?;
        let Some(entries) = metaschema.get("$vocabulary").and_then(Json::as_obj) else { return Ok(None) };
        let mut names = vec!["core".to_owned()];
        for (vocabulary, required) in entries.iter() {
            if *required != Json::Bool(true) {
                continue;
            }
            match vocabulary.strip_prefix(draft.vocabulary_prefix()) {
                Some(name) if draft.knows_vocabulary(name) => names.push(name.to_owned()),
                _ => {
                    let (vocabulary, url) = (go_quote(vocabulary), go_quote(url));
                    return Err(Fault::schema(format!("unsupported vocabulary {vocabulary} in {url}")));
                }
            }
        }
        Ok(Some(names))
    }

    /// The document at an address.
    fn load(&mut self, url: &str) -> Result<Rc<Json>, Fault> {
        if let Some(document) = self.documents.get(url) {
            return Ok(document.clone());
        }
        let document = Rc::new(match metaschema::document(url) {
            Some(document) => document,
            None => self.load_foreign(url)?,
        });
        self.documents.insert(url.to_owned(), document.clone());
        Ok(document)
    }

    fn load_foreign(&mut self, url: &str) -> Result<Json, Fault> {
        let fault = |e: String| Fault::schema(format!("failing loading {}: {e}", go_quote(url)));
        let parsed = Uri::parse(url, Compat::Helm4).map_err(fault)?;
        match &*parsed.scheme() {
            "file" => standard::read_file(&parsed.path()).and_then(|text| document(&text)).map_err(fault),
            "http" | "https" => Err(Fault::network(url)),
            "urn" => {
                let message = "unresolved URN reference ignored; using permissive schema";
                let notice = Notice::new(Level::Warn, message).with("urn", url);
                if !self.notices.contains(&notice) {
                    self.notices.push(notice);
                }
                Ok(Json::Bool(true))
            }
            _ => Err(fault(format!("no URLLoader registered for {}", go_quote(&parsed.to_string())))),
        }
    }
}

/// Reads a document with nothing behind it.
pub(super) fn document(text: &[u8]) -> Result<Json, String> {
    let (document, rest) = json::decode(text, Compat::Helm4)?;
    if rest.iter().all(|b| b" \t\r\n".contains(b)) {
        return Ok(document);
    }
    Err("invalid character after top-level value".into())
}

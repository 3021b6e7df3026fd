//! Documents by address, with their references made absolute.

use super::draft::{self, Draft};
use crate::compat::Compat;
use crate::schema::json::{self, Json};
use crate::schema::text::go_quote;
use crate::schema::uri::{self, Uri};
use crate::schema::{Fault, standard};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// A schema somewhere in a document.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    document: Rc<Json>,
    /// The way to it from the root.
    path: Vec<String>,
    /// The draft that the document names.
    pub(super) draft: Option<Draft>,
}

impl Entry {
    /// The schema.
    pub(super) fn schema(&self) -> &Json {
        self.path.iter().fold(&*self.document, |value, token| match value {
            Json::Arr(items) => token.parse::<usize>().ok().and_then(|i| items.get(i)).unwrap_or(value),
            _ => value.get(token).unwrap_or(value),
        })
    }
}

/// All documents met so far.
#[derive(Debug, Default)]
pub(super) struct Pool(FxHashMap<String, Entry>);

impl Pool {
    /// Adds the document that everything starts from.
    pub(super) fn add_root(&mut self, document: Json) -> Result<(), Fault> {
        self.add("", document)
    }

    /// Adds a document under an address, and the schemas in it under theirs.
    fn add(&mut self, address: &str, mut document: Json) -> Result<(), Fault> {
        if self.0.contains_key(address) {
            return Err(already_exists(address));
        }
        let draft = draft::of_document(&document)?;
        let base = Uri::parse(address, Compat::Helm3).map_err(Fault::schema)?;
        let mut found = Vec::new();
        let outcome = self.resolve_references(&mut document, &base, &mut Vec::new(), &mut found);
        let document = Rc::new(document);
        for (id, path) in found {
            self.0.insert(id, Entry { document: document.clone(), path, draft });
        }
        self.0.insert(address.to_owned(), Entry { document, path: Vec::new(), draft });
        outcome
    }

    /// Makes the references in a schema absolute and finds the addresses that it gives to parts of itself.
    fn resolve_references(
        &self,
        value: &mut Json,
        base: &Uri,
        path: &mut Vec<String>,
        found: &mut Vec<(String, Vec<String>)>,
    ) -> Result<(), Fault> {
        let entries = match value {
            Json::Arr(items) => {
                for (i, item) in items.iter_mut().enumerate() {
                    path.push(i.to_string());
                    let _ = self.resolve_references(item, base, path, found);
                    path.pop();
                }
                return Ok(());
            }
            Json::Obj(entries) => entries,
            _ => return Ok(()),
        };
        let mut local = None;
        let keyword = if entries.contains_key("id") { "id" } else { "$id" };
        if let Some(Ok(id)) = entries.get(keyword).and_then(Json::as_str).map(|text| Uri::parse(text, Compat::Helm3)) {
            let id = inherit(base, &id);
            let address = id.to_string();
            if self.0.contains_key(&address) || found.iter().any(|(a, _)| *a == address) {
                return Err(already_exists(&address));
            }
            found.push((address, path.clone()));
            local = Some(id);
        }
        let base = local.as_ref().unwrap_or(base);
        if let Some(reference) = entries.get_mut("$ref")
            && let Some(Ok(url)) = reference.as_str().map(|text| Uri::parse(text, Compat::Helm3))
        {
            *reference = Json::Str(inherit(base, &url).to_string().into());
        }
        for (key, value) in entries.iter_mut() {
            path.push(key.to_string());
            match &**key {
                "const" | "enum" => {}
                "properties" | "dependencies" | "patternProperties" => {
                    if let Json::Obj(children) = value {
                        for (name, child) in children.iter_mut() {
                            path.push(name.to_string());
                            let _ = self.resolve_references(child, base, path, found);
                            path.pop();
                        }
                    }
                }
                _ => {
                    let _ = self.resolve_references(value, base, path, found);
                }
            }
            path.pop();
        }
        Ok(())
    }

    /// The schema that an absolute reference points at.
    pub(super) fn get(&mut self, reference: &str) -> Result<Entry, Fault> {
        let url = Uri::parse(reference, Compat::Helm3).map_err(Fault::schema)?;
        if let Some(entry) = self.0.get(&url.to_string()) {
            return Ok(entry.clone());
        }
        let address = url.without_fragment().to_string();
        if !self.0.contains_key(&address) {
            if !is_canonical(&url) {
                return Err(Fault::schema(format!("Reference {url} must be canonical")));
            }
            let document = load(&url, &address)?;
            // What is wrong with the document shows when it is compiled.
            let _ = self.add(&address, document);
        }
        let Some(whole) = self.0.get(&address) else {
            return Err(Fault::schema("schema is invalid".into()));
        };
        let entry = follow(whole, &url.fragment())?;
        self.0.insert(url.to_string(), entry.clone());
        Ok(entry)
    }
}

fn already_exists(address: &str) -> Fault {
    Fault::schema(format!("Reference already exists: \"{address}\""))
}

/// What a reference in a document refers to.
fn inherit(base: &Uri, reference: &Uri) -> Uri {
    let resolved = base.without_fragment().resolve(reference);
    Uri::parse(&resolved.to_string(), Compat::Helm3).unwrap_or(resolved)
}

fn is_canonical(url: &Uri) -> bool {
    if url.scheme() == "file" { url.path().starts_with('/') } else { url.is_absolute() && !url.host().is_empty() }
}

/// Follows a JSON pointer; any other fragment leads to the whole document.
fn follow(whole: &Entry, fragment: &str) -> Result<Entry, Fault> {
    let mut path = whole.path.clone();
    let mut value = whole.schema();
    for token in fragment.strip_prefix('/').into_iter().flat_map(|f| f.split('/')) {
        let token = token.to_owned();
        let (token, next) = match value {
            Json::Obj(entries) => {
                let token = token.replace("~1", "/").replace("~0", "~");
                let next = entries.get(&token).ok_or_else(|| format!("Object has no key '{token}'"));
                (token, next)
            }
            Json::Arr(items) => {
                let next = match token.parse::<i64>() {
                    Err(_) => Err(format!("Invalid array index '{token}'")),
                    Ok(i) => usize::try_from(i)
                        .ok()
                        .and_then(|i| items.get(i))
                        .ok_or_else(|| format!("Out of bound array[0,{}] index '{i}'", items.len())),
                };
                (token, next)
            }
            _ => {
                let fault = format!("Invalid token reference '{token}'");
                (token, Err(fault))
            }
        };
        value = next.map_err(Fault::schema)?;
        path.push(token);
    }
    Ok(Entry { document: whole.document.clone(), path, draft: whole.draft })
}

/// The document at an address.
fn load(url: &Uri, address: &str) -> Result<Json, Fault> {
    let decode = |text: &[u8]| json::decode(text, Compat::Helm3).map(|(document, _)| document).map_err(Fault::schema);
    if url.scheme() == "file" {
        let path = address.strip_prefix("file://").unwrap_or(address);
        let path = uri::query_unescape(path).map_err(Fault::schema)?;
        return decode(&standard::read_file(&path).map_err(Fault::schema)?);
    }
    if let Some(text) = standard::metaschema(address).filter(|_| address.starts_with("http://json-schema.org/draft-0"))
    {
        return decode(text.as_bytes());
    }
    match &*url.scheme() {
        "http" | "https" => Err(Fault::network(address)),
        scheme => {
            let (address, scheme) = (go_quote(address), go_quote(scheme));
            Err(Fault::schema(format!("Get {address}: unsupported protocol scheme {scheme}")))
        }
    }
}

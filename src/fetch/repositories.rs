//! `repositories.yaml`: the repositories that a user has added.

use super::{Access, failed};
use crate::atomic;
use crate::compat::Compat;
use crate::error::Result;
use crate::gostd::os::path_error;
use crate::value::{Map, Value};
use crate::yaml::{self, Node};
use std::io;
use std::path::Path;

/// A chart repository with a name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Repository {
    /// The name, which references to its charts begin with.
    pub name: String,
    /// Where it is.
    pub url: String,
    /// How it is reached.
    pub access: Access,
}

/// The file.
#[derive(Clone, Debug, Default)]
pub struct Repositories {
    /// What the file says about its format and time; Helm leaves both as they are.
    head: (String, String),
    /// The repositories in the order in which they were added.
    pub list: Vec<Repository>,
}

impl Repositories {
    /// Reads the file; `None` if there is none. Errors have Helm's words.
    #[expect(clippy::disallowed_methods, reason = "the file is one of Helm's own")]
    pub fn load(path: &str) -> Result<Option<Repositories>> {
        let text = match std::fs::read(path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => {
                let words = path_error("open", path, &error);
                return Err(failed(format!("couldn't load repositories file ({path}): {words}")));
            }
        };
        let node = yaml::parse(&text).map_err(|error| failed(error.message))?;
        let mut file =
            Repositories { head: (text_of(&node, "apiVersion"), text_of(&node, "generated")), list: Vec::new() };
        if let Some(Node::List(items)) = node.get("repositories") {
            file.list.extend(items.iter().filter(|item| **item != Node::Null).map(repository));
        }
        Ok(Some(file))
    }

    /// Writes the file, readable for its owner only.
    ///
    /// Source: Helm's `repo.File`.
    pub fn save(&self, path: &str, compat: Compat) -> Result<()> {
        let generated = if self.head.1.is_empty() { "0001-01-01T00:00:00Z" } else { &self.head.1 };
        let map: Map = [
            ("apiVersion", Value::str(self.head.0.as_str())),
            ("generated", Value::str(generated)),
            ("repositories", Value::list(self.list.iter().map(value).collect())),
        ]
        .into_iter()
        .collect();
        let text = yaml::write(&Value::Map(map), compat).map_err(failed)?;
        atomic::replace(Path::new(path), &text, 0o600)
    }

    /// The repository of that name.
    pub fn named(&self, name: &str) -> Option<&Repository> {
        self.list.iter().find(|repository| repository.name == name)
    }

    /// Adds a repository, or puts it in the place of the one of its name.
    pub fn put(&mut self, repository: Repository) {
        match self.list.iter_mut().find(|old| old.name == repository.name) {
            Some(old) => *old = repository,
            None => self.list.push(repository),
        }
    }

    /// Takes a repository out; whether it was there.
    pub fn remove(&mut self, name: &str) -> bool {
        let before = self.list.len();
        self.list.retain(|repository| repository.name != name);
        self.list.len() < before
    }
}

fn text_of(node: &Node, key: &str) -> String {
    match node.get(key) {
        Some(Node::Str(text)) => text.to_string(),
        Some(Node::Int(number)) => number.to_string(),
        _ => String::new(),
    }
}

fn repository(node: &Node) -> Repository {
    let text = |key| text_of(node, key);
    let truth = |key| node.get(key) == Some(&Node::Bool(true));
    let access = Access {
        username: text("username"),
        password: text("password"),
        pass_credentials: truth("pass_credentials_all"),
        ca_file: text("caFile"),
        cert_file: text("certFile"),
        key_file: text("keyFile"),
        skip_tls_verify: truth("insecure_skip_tls_verify"),
        plain_http: false,
    };
    Repository { name: text("name"), url: text("url"), access }
}

fn value(repository: &Repository) -> Value {
    let access = &repository.access;
    let texts = [
        ("name", &repository.name),
        ("url", &repository.url),
        ("username", &access.username),
        ("password", &access.password),
        ("certFile", &access.cert_file),
        ("keyFile", &access.key_file),
        ("caFile", &access.ca_file),
    ];
    let truths =
        [("insecure_skip_tls_verify", access.skip_tls_verify), ("pass_credentials_all", access.pass_credentials)];
    let texts = texts.into_iter().map(|(key, text)| (key, Value::str(text.as_str())));
    Value::Map(texts.chain(truths.map(|(key, truth)| (key, Value::Bool(truth)))).collect())
}

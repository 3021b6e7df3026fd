//! From rendered files to manifests and hooks.

use super::head::{Head, head};
use super::order::sort_by_kind;
use super::split::{split, trim};
use crate::compat::Compat;
use crate::diag::{Level, Notice};
use crate::error::{Error, ErrorKind};
use crate::gostd::strconv::quoted;
use crate::yaml::YamlError;
use std::ops::Range;
use std::sync::Arc;

/// A template's output under its name, e.g. `mesh/templates/service.yaml`.
#[derive(Clone, Debug)]
pub struct RenderedFile {
    /// The name of the template.
    pub name: Arc<str>,
    /// Everything it wrote.
    pub text: Vec<u8>,
}

/// One document of a rendered file.
#[derive(Clone, Debug)]
pub struct Manifest {
    /// The name of the template that wrote it.
    pub path: Arc<str>,
    /// Which of the rendered files it is part of.
    pub file: usize,
    /// The part of that file.
    pub range: Range<usize>,
    /// `apiVersion`, `kind`, name and annotations.
    pub head: Head,
}

/// A document that Helm runs at a certain time instead of installing it with the others.
#[derive(Clone, Debug)]
pub struct Hook {
    /// The document.
    pub manifest: Manifest,
    /// When it is run.
    pub events: Vec<HookEvent>,
}

impl Hook {
    /// Whether the hook is, perhaps among other things, a test.
    #[must_use]
    pub fn is_test(&self) -> bool {
        self.events.contains(&HookEvent::Test)
    }
}

/// When a hook is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "each is the word of the annotation")]
pub enum HookEvent {
    PreInstall,
    PostInstall,
    PreDelete,
    PostDelete,
    PreUpgrade,
    PostUpgrade,
    PreRollback,
    PostRollback,
    Test,
}

impl HookEvent {
    fn parse(word: &str) -> Option<HookEvent> {
        Some(match word.trim().to_lowercase().as_str() {
            "pre-install" => HookEvent::PreInstall,
            "post-install" => HookEvent::PostInstall,
            "pre-delete" => HookEvent::PreDelete,
            "post-delete" => HookEvent::PostDelete,
            "pre-upgrade" => HookEvent::PreUpgrade,
            "post-upgrade" => HookEvent::PostUpgrade,
            "pre-rollback" => HookEvent::PreRollback,
            "post-rollback" => HookEvent::PostRollback,
            "test" | "test-success" => HookEvent::Test,
            _ => return None,
        })
    }
}

/// The documents of all files of a render, sorted.
#[derive(Clone, Debug, Default)]
pub struct Documents {
    /// What is installed, in install order.
    pub manifests: Vec<Manifest>,
    /// What is run at certain times.
    pub hooks: Vec<Hook>,
    /// Log lines about documents that were left out.
    pub notices: Vec<Notice>,
}

/// A document that cannot be read, and what was collected before it.
#[derive(Debug)]
pub struct BadDocument {
    /// Helm's words.
    pub error: Error,
    /// The file.
    pub file: usize,
    /// The document in it.
    pub range: Range<usize>,
    /// What is wrong with the document.
    pub cause: YamlError,
    /// The documents before it.
    pub before: Documents,
}

/// Cuts the files, which must be sorted by name, into documents and sorts those by kind.
pub fn documents(files: &[RenderedFile], compat: Compat) -> Result<Documents, Box<BadDocument>> {
    documents_with(files, compat, |text| head(text, compat))
}

/// The same with another way to get at the head of a document.
pub fn documents_with(
    files: &[RenderedFile],
    compat: Compat,
    head: impl Fn(&[u8]) -> Result<Head, YamlError>,
) -> Result<Documents, Box<BadDocument>> {
    let mut documents = Documents::default();
    for (index, file) in files.iter().enumerate() {
        let base = file.name.rsplit('/').next().unwrap_or_default();
        if base.starts_with('_') || is_notes(&file.name) || trim(&file.text).is_empty() {
            continue;
        }
        for range in split(&file.text, compat) {
            match head(&file.text[range.clone()]) {
                Ok(head) => documents.add(Manifest { path: file.name.clone(), file: index, range, head }),
                Err(cause) => {
                    let error = Error::new(ErrorKind::Manifest, format!("YAML parse error on {}: {cause}", file.name));
                    return Err(Box::new(BadDocument { error, file: index, range, cause, before: documents }));
                }
            }
        }
    }
    sort_by_kind(&mut documents.manifests, |m| &m.head.kind, compat);
    sort_by_kind(&mut documents.hooks, |h| &h.manifest.head.kind, compat);
    Ok(documents)
}

/// Whether a template's output is shown to the user instead of being a manifest.
pub(super) fn is_notes(name: &str) -> bool {
    name.ends_with("NOTES.txt")
}

impl Documents {
    /// Sorts a document into manifests or hooks; one with a hook word that Helm does not know is left out.
    fn add(&mut self, manifest: Manifest) {
        let Some(words) = manifest.head.annotations.get("helm.sh/hook").cloned() else {
            self.manifests.push(manifest);
            return;
        };
        match words.split(',').map(HookEvent::parse).collect() {
            Some(events) => self.hooks.push(Hook { manifest, events }),
            None => self.notices.push(
                Notice::new(Level::Info, "skipping unknown hooks")
                    .helm3(format!("manifest_sorter.go:190: info: skipping unknown hook: {}", quoted(words.as_bytes())))
                    .with("hookTypes", words),
            ),
        }
    }
}

impl Manifest {
    /// A whole file as one document, for showing what was rendered in spite of an error.
    #[must_use]
    pub fn whole(index: usize, file: &RenderedFile) -> Manifest {
        Manifest { path: file.name.clone(), file: index, range: 0..file.text.len(), head: Head::default() }
    }
}

//! The text that `helm template` prints, and which parts of it.

use super::documents::Hook;
use super::split::{split, trim_end, trim_start};
use super::{Rendered, documents::Manifest};
use crate::compat::Compat;
use crate::error::{Error, ErrorKind};
use crate::gostd::glob;
use memchr::memmem;
use std::borrow::Cow;
use std::ops::Range;

/// Which parts of a render are printed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Selection {
    /// The charts' CRDs, before everything else.
    pub crds: bool,
    /// No hooks at all.
    pub no_hooks: bool,
    /// No hooks that are tests.
    pub no_tests: bool,
}

impl Selection {
    /// The hooks that are printed.
    pub fn hooks<'a>(&self, rendered: &'a Rendered) -> impl Iterator<Item = &'a Hook> + use<'a> {
        let Selection { no_hooks, no_tests, .. } = *self;
        rendered.documents.hooks.iter().filter(move |h| !(no_hooks || no_tests && h.is_test()))
    }
}

/// A text in pieces, one behind the other: most lie in what was rendered and need not be copied to be printed.
pub type Pieces<'a> = Vec<Cow<'a, [u8]>>;

/// Appends one document under its `# Source:` line.
fn push<'a>(out: &mut Pieces<'a>, path: &'a str, content: &'a [u8]) {
    out.extend([b"---\n# Source: ", path.as_bytes(), b"\n", content, b"\n"].map(Cow::Borrowed));
}

/// The CRDs and manifests, one behind the other.
#[must_use]
pub fn manifests(rendered: &Rendered, selection: Selection) -> Pieces<'_> {
    let mut out = Vec::new();
    if selection.crds {
        rendered.crds.iter().for_each(|(path, content)| push(&mut out, path, content));
    }
    for manifest in &rendered.documents.manifests {
        push(&mut out, &manifest.path, rendered.content(manifest));
    }
    out
}

/// What is printed: the manifests without white space around them, then the hooks.
#[must_use]
pub fn text<'a>(rendered: &'a Rendered, manifests: Pieces<'a>, selection: Selection) -> Pieces<'a> {
    let mut out = trimmed(manifests);
    out.push(Cow::Borrowed(b"\n"));
    for hook in selection.hooks(rendered) {
        push(&mut out, &hook.manifest.path, rendered.content(&hook.manifest));
    }
    out
}

/// The text without white space around it.
fn trimmed(mut text: Pieces<'_>) -> Pieces<'_> {
    while let Some(last) = text.pop() {
        let length = trim_end(&last).len();
        if length > 0 {
            text.push(part(last, 0..length));
            break;
        }
    }
    let blank = text.iter().take_while(|piece| trim_start(piece).is_empty()).count();
    text.drain(..blank);
    if let Some(first) = text.first_mut() {
        let range = first.len() - trim_start(first).len()..first.len();
        *first = part(std::mem::take(first), range);
    }
    text
}

fn part(piece: Cow<'_, [u8]>, range: Range<usize>) -> Cow<'_, [u8]> {
    match piece {
        Cow::Borrowed(bytes) => Cow::Borrowed(&bytes[range]),
        Cow::Owned(mut bytes) => {
            bytes.truncate(range.end);
            bytes.drain(..range.start);
            Cow::Owned(bytes)
        }
    }
}

/// The documents of a printed text whose template matches one of the patterns, in the order of the
/// patterns. A pattern without a match is an error.
pub fn show_only(text: &[u8], patterns: &[&str], compat: Compat) -> Result<Vec<u8>, Error> {
    let documents = split(text, compat);
    let named: Vec<_> = documents.iter().filter_map(|r| Some((source(&text[r.clone()])?, &text[r.clone()]))).collect();
    let mut out = Vec::new();
    for pattern in patterns {
        let before = out.len();
        for (name, document) in &named {
            if shows(pattern, name) {
                out.extend_from_slice(b"---\n");
                out.extend_from_slice(document);
                out.push(b'\n');
            }
        }
        if out.len() == before {
            let message = format!("could not find template {pattern} in chart");
            return Err(Error::new(ErrorKind::Manifest, message));
        }
    }
    Ok(out)
}

/// Whether a pattern of `--show-only` means a template, given its path without the chart's name.
#[must_use]
pub fn shows(pattern: &str, path: &[u8]) -> bool {
    glob::path_match(pattern.as_bytes(), path).unwrap_or(false)
}

/// The path of the template without the chart's name, from the first `# Source: ` comment of the form
/// `# Source: chart/path` (the regular expression `# Source: [^/]+/(.+)`).
fn source(document: &[u8]) -> Option<&[u8]> {
    const MARK: &[u8] = b"# Source: ";
    memmem::find_iter(document, MARK).find_map(|at| {
        let rest = &document[at + MARK.len()..];
        // `[^/]+` also spans lines, `.+` does not.
        let slash = memchr::memchr(b'/', rest).filter(|slash| *slash > 0)?;
        let name = rest[slash + 1..].split(|b| *b == b'\n').next()?;
        (!name.is_empty()).then_some(name)
    })
}

/// Files to write under `--output-dir`: path below the directory, document, and whether it is a hook.
pub fn blocks<'a>(rendered: &'a Rendered, selection: Selection) -> Vec<Block<'a>> {
    let crds = rendered.crds.iter().filter(|_| selection.crds);
    let crds = crds.map(|(path, content)| Block::new(path, content, BlockKind::Crd));
    let of = |m: &'a Manifest, kind| Block::new(&m.path, rendered.content(m), kind);
    let manifests = rendered.documents.manifests.iter().map(|m| of(m, BlockKind::Manifest));
    let hooks = selection.hooks(rendered).map(|h| of(&h.manifest, BlockKind::Hook));
    crds.chain(manifests).chain(hooks).collect()
}

/// One document to be written to a file.
#[derive(Debug)]
pub struct Block<'a> {
    /// The template's name, which is also the path of the file.
    pub path: &'a str,
    /// What the document is.
    pub kind: BlockKind,
    content: &'a [u8],
}

/// What a [`Block`] holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockKind {
    /// A file of `crds/`.
    Crd,
    /// A manifest.
    Manifest,
    /// A hook.
    Hook,
}

impl<'a> Block<'a> {
    fn new(path: &'a str, content: &'a [u8], kind: BlockKind) -> Block<'a> {
        Block { path, kind, content }
    }

    /// The text to write.
    #[must_use]
    pub fn text(&self) -> Vec<u8> {
        let mut out = Vec::new();
        push(&mut out, self.path, self.content);
        out.concat()
    }
}

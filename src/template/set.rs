//! All templates of a chart, by name.

use super::node::Tree;
use rustc_hash::FxHashSet;
use std::borrow::Borrow;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// The templates of a chart and its dependencies: files, `define`s and `block`s. Renders and threads
/// may share it.
#[derive(Clone, Debug, Default)]
pub struct TemplateSet {
    trees: FxHashSet<ByName>,
}

/// A tree that is found by its name.
#[derive(Clone, Debug)]
struct ByName(Arc<Tree>);

impl Borrow<[u8]> for ByName {
    fn borrow(&self) -> &[u8] {
        self.0.name()
    }
}

impl PartialEq for ByName {
    fn eq(&self, other: &ByName) -> bool {
        self.0.name() == other.0.name()
    }
}

impl Eq for ByName {}

impl Hash for ByName {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.name().hash(state);
    }
}

impl TemplateSet {
    /// A set without templates.
    #[must_use]
    pub fn new() -> TemplateSet {
        TemplateSet::default()
    }

    /// Adds the trees of one more file. A template replaces one of the same name from a file before,
    /// unless it is blank.
    ///
    /// Source: Go's `(*Template).AddParseTree`.
    pub fn add<T: Into<Arc<Tree>>>(&mut self, trees: impl IntoIterator<Item = T>) {
        for tree in trees {
            let tree = tree.into();
            if !(tree.is_blank() && self.trees.contains(tree.name())) {
                self.trees.replace(ByName(tree));
            }
        }
    }

    /// The template of that name.
    #[must_use]
    pub fn get(&self, name: &[u8]) -> Option<&Tree> {
        self.trees.get(name).map(|tree| &*tree.0)
    }
}

//! All templates of a chart, by name.

use super::node::Tree;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The templates of a chart and its dependencies: files, `define`s and `block`s. Renders and threads
/// may share it.
#[derive(Clone, Debug, Default)]
pub struct TemplateSet {
    trees: FxHashMap<Box<[u8]>, Arc<Tree>>,
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
            if !(tree.is_blank() && self.trees.contains_key(tree.name())) {
                self.trees.insert(tree.name().into(), tree);
            }
        }
    }

    /// The template of that name.
    #[must_use]
    pub fn get(&self, name: &[u8]) -> Option<&Tree> {
        self.trees.get(name).map(|tree| &**tree)
    }
}

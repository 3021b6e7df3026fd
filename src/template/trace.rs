//! Watching a render: which node of which template writes what.

use super::node::Tree;
use crate::source::Location;
use crate::value::Value;
use std::any::Any;

/// How a template came to run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Call {
    /// It is a file that is rendered for its own sake.
    File,
    /// A `template` or `block` action: its output stays where it is.
    Template,
    /// `include`: its output is cut off and becomes a value.
    Include,
    /// `tpl`: its output is cut off, cleaned and becomes a value.
    Tpl,
}

/// Watches a render. Nothing is called, and nothing costs, while there is none.
///
/// Offsets count from the start of the output buffer, which the whole render of one file shares:
/// `include` works at its end and cuts off what it has written.
///
/// After a failure the calls that would end what was begun are missing.
pub trait Trace: Any {
    /// A node begins that may write: text, an action, a control structure.
    fn begin(&mut self, node: Location, dot: &Value, offset: usize);

    /// The node that was begun last has ended; `output` is the buffer up to now.
    fn end(&mut self, output: &[u8]);

    /// A template begins with this data.
    fn enter(&mut self, call: Call, tree: &Tree, data: &Value, offset: usize);

    /// The template that was entered last has ended with this output; for [`Call::Template`] the
    /// output is empty here, as it stays in the buffer.
    fn leave(&mut self, output: &[u8]);

    /// The trace as what it is, to be asked when the render is done.
    fn into_any(self: Box<Self>) -> Box<dyn Any>;
}

//! Walking the nodes that make output.
//!
//! Source: Go's `text/template`, `exec.go`.

use super::error::{Cause, ExecError};
use super::func::FuncError;
use super::node::{Branches, Node, NodeId, Tree};
use super::run::Run;
use super::slot::Slot;
use super::stack;
use super::trace::Call;
use crate::gostd::strconv::quoted;
use crate::gostd::strings::LONGEST;

/// The result of anything that can fail while running.
pub(super) type Done<T> = Result<T, Box<ExecError>>;

/// How deep Go lets `template` actions be nested.
const DEEPEST: u32 = 100_000;

/// Where to go on after a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flow {
    Next,
    Break,
    Continue,
}

/// One template being run.
pub(super) struct Exec<'r, 't, 'n> {
    pub(super) run: &'r mut Run<'t>,
    pub(super) tree: &'n Tree,
    /// The node that an error would name. It moves with each node that is evaluated, and back only
    /// where Go moves it back.
    pub(super) at: NodeId,
    /// Where the variables of the template begin.
    frame: usize,
    /// How many `template` actions are around.
    depth: u32,
}

impl Run<'_> {
    /// Runs a template on `data`; what it prints goes to the end of the output.
    pub(super) fn execute(&mut self, tree: &Tree, data: Slot, depth: u32) -> Done<()> {
        let frame = self.vars.len();
        self.vars.push(Some(data.clone()));
        self.vars.resize(frame + tree.slots as usize, None);
        let mut exec = Exec { run: self, tree, at: tree.root, frame, depth };
        let result = exec.list(&data, tree.root).map(drop);
        self.vars.truncate(frame);
        result
    }
}

impl Exec<'_, '_, '_> {
    /// An error at the current node.
    #[cold]
    pub(super) fn fail<T>(&self, message: impl Into<Vec<u8>>) -> Done<T> {
        self.fail_with(Cause::Message(message.into()))
    }

    #[cold]
    pub(super) fn fail_with<T>(&self, cause: Cause) -> Done<T> {
        let tree = self.tree;
        Err(Box::new(ExecError {
            location: tree.location(self.at),
            position: tree.source.line_column(tree.position(self.at)),
            template: String::from_utf8_lossy(&tree.name).into_owned(),
            node: tree.unparse(self.at),
            cause,
        }))
    }

    /// The failure of a function or method that was called as `name`.
    #[cold]
    pub(super) fn call_failed<T>(&self, name: &str, error: FuncError) -> Done<T> {
        match error.caught() {
            FuncError::Exec(inner) | FuncError::Tpl(_, inner) if matches!(inner.cause, Cause::TooDeep(_)) => Err(inner),
            FuncError::TooDeep(what) => self.fail_with(Cause::TooDeep(what)),
            FuncError::Refused(words) => self.fail(words),
            error => self.fail_with(Cause::Call(name.to_owned(), Box::new(error))),
        }
    }

    pub(super) fn slot(&self, number: u32) -> Option<&Slot> {
        self.run.vars[self.frame + number as usize].as_ref()
    }

    pub(super) fn set_slot(&mut self, number: u32, value: Slot) {
        self.run.vars[self.frame + number as usize] = Some(value);
    }

    pub(super) fn take_slot(&mut self, number: u32) -> Option<Slot> {
        self.run.vars[self.frame + number as usize].take()
    }

    pub(super) fn clear_slot(&mut self, number: u32) {
        self.run.vars[self.frame + number as usize] = None;
    }

    fn list(&mut self, dot: &Slot, id: NodeId) -> Done<Flow> {
        let tree = self.tree;
        let Node::List(many) = tree.node(id) else { return Ok(Flow::Next) };
        for child in tree.children(many) {
            let flow = if self.run.trace.is_some() { self.traced(dot, *child)? } else { self.walk(dot, *child)? };
            if flow != Flow::Next {
                return Ok(flow);
            }
        }
        Ok(Flow::Next)
    }

    #[cold]
    fn traced(&mut self, dot: &Slot, id: NodeId) -> Done<Flow> {
        let location = self.tree.location(id);
        let offset = self.run.out.len();
        if let Some(trace) = &mut self.run.trace {
            trace.begin(location, &dot.value, offset);
        }
        let flow = self.walk(dot, id)?;
        if let Some(trace) = &mut self.run.trace {
            trace.end(&self.run.out);
        }
        Ok(flow)
    }

    fn walk(&mut self, dot: &Slot, id: NodeId) -> Done<Flow> {
        match self.tree.node(id) {
            Node::Text(span) => self.run.out.extend_from_slice(self.tree.source.slice(span)),
            Node::Action(pipe) => {
                let value = self.pipe(dot, pipe)?;
                if !self.declares(pipe) {
                    self.at = id;
                    self.print(&value)?;
                }
            }
            Node::If(branches) => return self.branch(dot, branches, false),
            Node::With(branches) => return self.branch(dot, branches, true),
            Node::Range(branches) => {
                self.at = id;
                return self.range(dot, branches);
            }
            Node::Template { name, pipe } => {
                self.at = id;
                self.template(dot, self.tree.literal(self.tree.node(name)), pipe)?;
            }
            Node::Break => return Ok(Flow::Break),
            Node::Continue => return Ok(Flow::Continue),
            _ => {}
        }
        Ok(Flow::Next)
    }

    fn declares(&self, pipe: NodeId) -> bool {
        matches!(self.tree.node(pipe), Node::Declare { .. })
    }

    /// `if` or `with`; only `with` sets dot.
    fn branch(&mut self, dot: &Slot, branches: Branches, sets_dot: bool) -> Done<Flow> {
        self.check_depth()?;
        let value = self.pipe(dot, branches.pipe)?;
        let truth = value.value.truth();
        match self.tree.children(branches.lists).get(usize::from(!truth)) {
            Some(list) => self.list(if truth && sets_dot { &value } else { dot }, *list),
            None => Ok(Flow::Next),
        }
    }

    pub(super) fn check_depth(&self) -> Done<()> {
        if stack::is_exhausted() {
            return self.fail_with(Cause::TooDeep("templates are nested too deep"));
        }
        self.check_length()
    }

    fn check_length(&self) -> Done<()> {
        if self.run.out.len() > LONGEST {
            return self.fail_with(Cause::TooDeep("output does not fit into memory"));
        }
        Ok(())
    }

    fn template(&mut self, dot: &Slot, name: &[u8], pipe: Option<NodeId>) -> Done<()> {
        let Some(tree) = self.run.lookup(name) else {
            return self.fail(format!("template {} not defined", quoted(name)));
        };
        if self.depth == DEEPEST {
            return self.fail(format!("exceeded maximum template depth ({DEEPEST})"));
        }
        self.check_depth()?;
        let data = pipe.map(|pipe| self.pipe(dot, pipe)).transpose()?.unwrap_or_default();
        self.run.entered(Call::Template, &tree, &data.value);
        self.run.execute(&tree, data, self.depth + 1)?;
        self.run.left(self.run.out.len());
        Ok(())
    }
}

/// What a `range` does in each round.
#[derive(Clone, Copy)]
pub(super) struct Loop<'n> {
    /// The variables that get key and element.
    pub(super) variables: &'n [NodeId],
    assign: bool,
    list: NodeId,
}

impl<'n> Exec<'_, '_, 'n> {
    pub(super) fn loop_of(&self, branches: Branches) -> Loop<'n> {
        let list = self.tree.children(branches.lists)[0];
        match self.tree.node(branches.pipe) {
            Node::Declare { variables, assign, children } => {
                Loop { variables: self.tree.pipeline(children, variables).1, assign, list }
            }
            _ => Loop { variables: &[], assign: false, list },
        }
    }

    /// One round of a loop.
    pub(super) fn round(&mut self, each: Loop<'n>, key: Slot, element: Slot) -> Done<Flow> {
        self.check_length()?;
        match *each.variables {
            [] => {}
            [only] => self.bind(only, each.assign, element.clone())?,
            [first, second, ..] => {
                self.bind(first, each.assign, key)?;
                self.bind(second, each.assign, element.clone())?;
            }
        }
        self.list(&element, each.list)
    }

    /// What stands behind `else` in a `range`. A `break` in it ends only this, as in Go.
    pub(super) fn range_else(&mut self, dot: &Slot, branches: Branches) -> Done<Flow> {
        let Some(list) = self.tree.children(branches.lists).get(1) else { return Ok(Flow::Next) };
        match self.list(dot, *list)? {
            Flow::Break => Ok(Flow::Next),
            flow => Ok(flow),
        }
    }
}

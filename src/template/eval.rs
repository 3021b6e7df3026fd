//! Evaluating pipelines, commands and operands.
//!
//! Source: Go's `text/template`, `exec.go`.

use super::error::Cause;
use super::exec::{Done, Exec};
use super::node::{Declared, Ideal, Many, Node, NodeId, Number};
use super::slot::Slot;
use crate::value::Value;

/// What the first operand of a command is given: the operands behind it, and the result of the stage before.
#[derive(Default)]
pub(super) struct Given<'n> {
    pub(super) args: &'n [NodeId],
    pub(super) last: Option<Slot>,
}

impl Given<'_> {
    /// Whether there are arguments, written or piped.
    pub(super) fn has_args(&self) -> bool {
        !self.args.is_empty() || self.last.is_some()
    }
}

impl<'n> Exec<'_, '_, 'n> {
    /// The value of a pipeline, whose variables get it.
    pub(super) fn pipe(&mut self, dot: &Slot, id: NodeId) -> Done<Slot> {
        self.at = id;
        let tree = self.tree;
        match tree.node(id) {
            Node::Pipe(commands) => self.stages(dot, tree.children(commands)),
            Node::Declare { variables, assign, children } => {
                let (commands, variables) = tree.pipeline(children, variables);
                let value = self.stages(dot, commands)?;
                for variable in variables {
                    self.bind(*variable, assign, value.clone())?;
                }
                Ok(value)
            }
            _ => self.command(dot, id, None),
        }
    }

    fn stages(&mut self, dot: &Slot, commands: &[NodeId]) -> Done<Slot> {
        let mut value = None;
        for command in commands {
            value = Some(self.command(dot, *command, value)?);
        }
        Ok(value.unwrap_or_default())
    }

    /// Gives a variable at the head of a pipeline its value.
    pub(super) fn bind(&mut self, decl: NodeId, assign: bool, value: Slot) -> Done<()> {
        match self.tree.node(decl) {
            Node::Var { slot, .. } => self.set_slot(slot, value),
            Node::MaybeVar(unsure) if assign => {
                let Some(slot) = self.first_set(unsure) else { return self.undefined(decl) };
                self.set_slot(slot, value);
            }
            _ => {}
        }
        Ok(())
    }

    fn first_set(&self, unsure: u32) -> Option<u32> {
        self.tree.children(self.tree.unsure(unsure).slots).iter().copied().find(|slot| self.slot(*slot).is_some())
    }

    fn undefined<T>(&self, variable: NodeId) -> Done<T> {
        let written = self.tree.unparse(variable);
        let name = written.split(|b| *b == b'.').next().unwrap_or_default();
        self.fail([b"undefined variable: ", name].concat())
    }

    /// The value of a command: one operand, or several of which the first is given the others.
    fn command(&mut self, dot: &Slot, id: NodeId, last: Option<Slot>) -> Done<Slot> {
        let (first, args) = match self.tree.node(id) {
            Node::Command(operands) => match self.tree.children(operands) {
                [first, args @ ..] => (*first, args),
                [] => return Ok(Slot::default()),
            },
            _ => (id, &[][..]),
        };
        self.first_operand(dot, first, id, Given { args, last }).map(Slot::unwrapped)
    }

    /// The value of the first operand of the command `id`.
    fn first_operand(&mut self, dot: &Slot, first: NodeId, id: NodeId, given: Given<'n>) -> Done<Slot> {
        match self.tree.node(first) {
            Node::Func(func) => {
                self.at = first;
                self.call(dot, func, func.name, id, given, None)
            }
            Node::Field(names) => {
                self.at = first;
                self.fields(dot, dot, first, names, given)
            }
            Node::Chain { node, names } => {
                self.at = first;
                let receiver = self.operand(dot, node)?;
                self.fields(dot, &receiver, first, names, given)
            }
            Node::Var { .. } | Node::MaybeVar(_) => self.variable(dot, first, given),
            Node::And(declared) => self.lazy(dot, first, false, declared, given),
            Node::Or(declared) => self.lazy(dot, first, true, declared, given),
            Node::Call => self.call_value(dot, first, id, given),
            Node::Pipe(_) | Node::Declare { .. } | Node::Command(_) => {
                self.refuse_args(first, &given)?;
                self.check_depth()?;
                self.pipe(dot, first)
            }
            Node::Nil => {
                self.at = first;
                self.refuse_args(first, &given)?;
                self.fail("nil is not a command")
            }
            _ => {
                self.at = first;
                self.refuse_args(first, &given)?;
                self.operand(dot, first)
            }
        }
    }

    fn refuse_args(&self, first: NodeId, given: &Given<'_>) -> Done<()> {
        if given.has_args() {
            let first = self.tree.unparse(first);
            return self.fail([&b"can't give argument to non-function "[..], &first].concat());
        }
        Ok(())
    }

    /// The value of an operand that no type is asked of.
    pub(super) fn operand(&mut self, dot: &Slot, id: NodeId) -> Done<Slot> {
        self.at = id;
        let only = Given::default();
        let value = match self.tree.node(id) {
            Node::Dot => return Ok(dot.clone()),
            Node::Field(names) => return self.fields(dot, dot, id, names, only),
            Node::Var { .. } | Node::MaybeVar(_) => return self.variable(dot, id, only),
            Node::Pipe(_) | Node::Declare { .. } | Node::Command(_) => {
                self.check_depth()?;
                return self.pipe(dot, id);
            }
            Node::Func(func) => return self.call(dot, func, func.name, id, only, None),
            Node::And(declared) => return self.lazy(dot, id, false, declared, only),
            Node::Or(declared) => return self.lazy(dot, id, true, declared, only),
            Node::Call => return self.call_value(dot, id, id, only),
            Node::Chain { node, names } => {
                let receiver = self.operand(dot, node)?;
                return self.fields(dot, &receiver, id, names, only);
            }
            Node::LastVar(slot) => return self.take_slot(slot).map_or_else(|| self.undefined(id), Ok),
            Node::Bool(b) => Value::Bool(b),
            Node::Int(int) => Value::int(int),
            node @ (Node::Str(_) | Node::Unquoted(_)) => Value::Str(self.tree.string(node)),
            node => match self.tree.number(node) {
                Some(number) => self.ideal(&number)?,
                None => Value::Nil,
            },
        };
        Ok(Slot::new(value))
    }

    /// A number where no type is asked for.
    pub(super) fn ideal(&self, number: &Number) -> Done<Value> {
        match (number.ideal, number) {
            (Ideal::Int, Number { int: Some(int), .. }) => Ok(Value::int(*int)),
            (Ideal::Float, Number { float: Some(float), .. }) => Ok(Value::Float(*float)),
            (Ideal::Complex, Number { complex: Some(complex), .. }) => Ok(Value::Complex(Box::new(*complex))),
            _ => self.fail([&*self.tree.unparse(self.at), b" overflows int"].concat()),
        }
    }

    fn variable(&mut self, dot: &Slot, id: NodeId, given: Given<'n>) -> Done<Slot> {
        self.at = id;
        let (slot, names) = match self.tree.node(id) {
            Node::Var { slot, names } => (Some(slot), names),
            Node::MaybeVar(unsure) => (self.first_set(unsure), self.tree.unsure(unsure).names),
            _ => (None, Many::default()),
        };
        let Some(value) = slot.and_then(|slot| self.slot(slot)).cloned() else { return self.undefined(id) };
        if names.is_empty() {
            self.refuse_args(id, &given)?;
            return Ok(value);
        }
        self.fields(dot, &value, id, names, given)
    }

    /// `and` or `or`, which `decider` tells: the first argument of that truth is the result.
    fn lazy(&mut self, dot: &Slot, id: NodeId, decider: bool, declared: Declared, given: Given<'n>) -> Done<Slot> {
        self.at = id;
        if !given.has_args() {
            let name = if decider { "or" } else { "and" };
            return self.fail(format!("wrong number of args for {name}: want at least 1 got 0"));
        }
        for slot in declared.first..declared.end {
            self.clear_slot(slot);
        }
        let mut value = Slot::default();
        for arg in given.args {
            value = self.operand(dot, *arg)?;
            if value.value.truth() == decider {
                return Ok(value);
            }
        }
        Ok(given.last.unwrap_or(value))
    }

    /// `call`: there are no function values to call.
    fn call_value(&mut self, dot: &Slot, first: NodeId, id: NodeId, given: Given<'n>) -> Done<Slot> {
        let tree = self.tree;
        self.at = first;
        if !given.has_args() {
            return self.fail("wrong number of args for call: want at least 1 got 0");
        }
        let mut args = Vec::new();
        for arg in given.args {
            args.push(self.operand(dot, *arg)?);
        }
        let name = match given.args.first() {
            Some(arg) => tree.unparse(*arg),
            None if !self.run.options.compat.names_piped_callee() => {
                return self.fail_with(Cause::Panic("runtime error: index out of range [0] with length 0"));
            }
            None => self.reflected_text(given.last.as_ref()),
        };
        let function = args.into_iter().next().or(given.last).unwrap_or_default();
        let message = match &function.value {
            Value::Nil => b"call of nil".to_vec(),
            value => {
                let ty = format!(" of type {}", value.type_name(self.run.options.compat));
                [b"non-function ", &*name, ty.as_bytes()].concat()
            }
        };
        self.at = id;
        self.fail_with(Cause::Call("call".into(), Box::new(message.into())))
    }

    /// Go's `reflect.Value.String`.
    fn reflected_text(&self, slot: Option<&Slot>) -> Vec<u8> {
        match slot.map(|slot| &slot.value) {
            Some(Value::Str(text)) => text.to_vec(),
            None | Some(Value::Nil) => "<invalid Value>".into(),
            Some(value) => format!("<{} Value>", value.type_name(self.run.options.compat)).into(),
        }
    }
}

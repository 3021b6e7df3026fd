//! From nodes back to text, as error messages quote them.
//!
//! Source: the `String` methods of Go's `text/template/parse`, `node.go`.

use super::node::{Node, NodeId, Tree};
use crate::gostd::strconv;

impl Tree {
    /// The node as Go prints it; of a control node only the head, its body is never quoted.
    pub(super) fn unparse(&self, id: NodeId) -> Vec<u8> {
        let mut out = Vec::new();
        self.write(id, &mut out);
        out
    }

    fn write(&self, id: NodeId, out: &mut Vec<u8>) {
        match self.node(id) {
            Node::Action(pipe) => self.write_head(b"", Some(pipe), out),
            Node::If(branches) => self.write_head(b"if ", Some(branches.pipe), out),
            Node::With(branches) => self.write_head(b"with ", Some(branches.pipe), out),
            Node::Range(branches) => self.write_head(b"range ", Some(branches.pipe), out),
            Node::Break => self.write_head(b"break", None, out),
            Node::Continue => self.write_head(b"continue", None, out),
            Node::Template { name, pipe } => {
                let mut head = b"template ".to_vec();
                strconv::quote(self.literal(self.node(name)), &mut head);
                if pipe.is_some() {
                    head.push(b' ');
                }
                self.write_head(&head, pipe, out);
            }
            Node::List(many) => self.children(many).iter().for_each(|child| self.write(*child, out)),
            Node::Pipe(commands) => self.write_commands(self.children(commands), out),
            Node::Declare { variables, assign, children } => {
                let (commands, variables) = self.pipeline(children, variables);
                self.write_operands(variables, b", ", out);
                out.extend_from_slice(if assign { b" = " } else { b" := " });
                self.write_commands(commands, out);
            }
            Node::Command(operands) => self.write_operands(self.children(operands), b" ", out),
            Node::Chain { node, names } => {
                self.write_operand(node, out);
                for name in self.names(names) {
                    out.push(b'.');
                    out.extend_from_slice(name);
                }
            }
            Node::Text(_)
            | Node::Func(_)
            | Node::And(_)
            | Node::Or(_)
            | Node::Call
            | Node::Field(_)
            | Node::Var { .. }
            | Node::LastVar(_)
            | Node::MaybeVar { .. }
            | Node::Dot
            | Node::Nil
            | Node::Bool(_)
            | Node::Int(_)
            | Node::Number(_)
            | Node::Str(_)
            | Node::Unquoted(_) => out.extend_from_slice(self.written(id)),
        }
    }

    fn write_head(&self, word: &[u8], pipe: Option<NodeId>, out: &mut Vec<u8>) {
        out.extend_from_slice(b"{{");
        out.extend_from_slice(word);
        if let Some(pipe) = pipe {
            self.write(pipe, out);
        }
        out.extend_from_slice(b"}}");
    }

    fn write_commands(&self, commands: &[NodeId], out: &mut Vec<u8>) {
        for (i, command) in commands.iter().enumerate() {
            if i > 0 {
                out.extend_from_slice(b" | ");
            }
            self.write(*command, out);
        }
    }

    fn write_operands(&self, operands: &[NodeId], between: &[u8], out: &mut Vec<u8>) {
        for (i, operand) in operands.iter().enumerate() {
            if i > 0 {
                out.extend_from_slice(between);
            }
            self.write_operand(*operand, out);
        }
    }

    /// A pipeline as an operand stands in parentheses.
    fn write_operand(&self, id: NodeId, out: &mut Vec<u8>) {
        let is_parenthesized = self.node(id).is_parenthesized();
        if is_parenthesized {
            out.push(b'(');
        }
        self.write(id, out);
        if is_parenthesized {
            out.push(b')');
        }
    }
}

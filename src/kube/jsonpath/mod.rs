//! JSONPath templates of Kubernetes: text, and actions in braces that select from a value.
//!
//! `{range .ports[*]}{.name}={.port}{"\n"}{end}`. The language is that of `kubectl get -o jsonpath`, not that of
//! RFC 9535. Source of the behaviour: client-go's `util/jsonpath`.

mod compare;
mod find;
mod parse;

use crate::compat::Compat;
use crate::gostd::fmt;
use crate::gostd::json::{self, Style};
use crate::value::Value;
use compare::Operator;
use find::{Failure, Run};

/// A template that was read.
#[derive(Debug)]
pub struct Template {
    parts: Vec<Part>,
}

/// A piece of a template.
#[derive(Debug)]
enum Part {
    Text(Vec<u8>),
    Action(Vec<Node>),
}

/// A step of an action: each takes what the one before it has selected.
#[derive(Debug)]
enum Node {
    /// A quoted text, a number or a truth value.
    Literal(Value),
    /// `.name`
    Field(String),
    /// `[start:end:step]`
    Slice(Slice),
    /// `[?(left operator right)]`
    Filter { left: Vec<Node>, test: Option<(Operator, Vec<Node>)> },
    /// `.*`
    Wildcard,
    /// `..`
    Descent,
    /// `[a,b]`
    Union(Vec<Vec<Node>>),
    /// `range`, `end`, or what is neither.
    Word(String),
}

/// Bounds as they are written; an index alone is a slice of one element.
#[derive(Clone, Copy, Debug)]
struct Slice {
    start: Option<i64>,
    end: Option<i64>,
    step: Option<i64>,
    /// Whether `end` was not written but follows from `start`.
    single: bool,
}

impl Template {
    /// Reads a template; the error is client-go's text.
    pub fn parse(text: &str) -> Result<Template, String> {
        parse::template(text).map(|parts| Template { parts })
    }

    /// What the template prints for a value: nothing if a step does not fit, as Helm does. Where client-go chooses
    /// an order of entries at random, it is that of the keys. The error is the text of a panic of client-go.
    pub fn print(&self, value: &Value, compat: Compat) -> Result<Vec<u8>, String> {
        let mut groups = Vec::new();
        match Run::new(&self.parts).find(&Some(value.clone()), 0, &mut groups) {
            Ok(()) => {}
            Err(Failure::Unfit(_)) => return Ok(Vec::new()),
            Err(Failure::Panic(words)) => return Err(words.to_owned()),
        }
        let mut out = Vec::new();
        for group in groups {
            for (at, item) in group.iter().enumerate() {
                out.extend_from_slice(if at > 0 { b" " } else { b"" });
                print(item.as_ref(), compat, &mut out)?;
            }
        }
        Ok(out)
    }
}

/// Maps and lists as JSON, the rest as Go prints it.
fn print(item: Option<&Value>, compat: Compat, out: &mut Vec<u8>) -> Result<(), String> {
    match item {
        None => out.extend_from_slice(b"<no value>"),
        Some(Value::Nil) => out.extend_from_slice(b"null"),
        Some(value @ (Value::Map(_) | Value::List(_))) => {
            json::encode(value, Style { escape_html: true, indent: None }, compat, out)?;
        }
        Some(value) => fmt::print(value, out),
    }
    Ok(())
}

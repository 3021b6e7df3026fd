//! What a template selects.

use super::compare::Operator;
use super::{Node, Part, Slice};
use crate::value::{IntKind, Value};
use std::ops::Range;

/// Something selected: a value, or Go's lack of one, which is what a null becomes when `range` comes to it.
pub(super) type Item = Option<Value>;

/// Why nothing is printed.
pub(super) enum Failure {
    /// A step does not fit what it meets; a filter without a comparison still looks at what was there.
    Unfit(Vec<Item>),
    /// What client-go dies of.
    Panic(&'static str),
}

type Found = Result<Vec<Item>, Failure>;

/// One use of a template.
pub(super) struct Run<'t> {
    parts: &'t [Part],
    /// How many `range` have been met whose loops have not begun.
    begun: usize,
    /// How many loops are running.
    inside: usize,
    /// How many `end` have been met that have not ended a loop.
    ended: usize,
    /// Where the last loop ended.
    last_end: Option<usize>,
}

impl<'t> Run<'t> {
    pub(super) fn new(parts: &'t [Part]) -> Run<'t> {
        Run { parts, begun: 0, inside: 0, ended: 0, last_end: None }
    }

    /// Appends what the parts from a place on select, until a loop ends.
    ///
    /// Source: client-go's `JSONPath.FindResults`.
    pub(super) fn find(&mut self, root: &Item, from: usize, groups: &mut Vec<Vec<Item>>) -> Result<(), Failure> {
        let mut at = from;
        while let Some(part) = self.parts.get(at) {
            let found = match part {
                Part::Text(text) => vec![Some(Value::str(text.clone()))],
                Part::Action(nodes) => self.walk(vec![root.clone()], nodes)?,
            };
            if (1..=self.inside).contains(&self.ended) {
                self.ended -= 1;
                self.last_end = Some(at);
                return Ok(());
            }
            if self.begun > 0 {
                self.begun -= 1;
                self.inside += 1;
                self.repeat(found, at + 1, groups)?;
                self.inside -= 1;
                at = self.last_end.filter(|end| *end > at).unwrap_or(at);
            } else {
                groups.push(found);
            }
            at += 1;
        }
        Ok(())
    }

    /// Does the parts from a place on for each item; for no item, once without printing, to find the end of the loop.
    fn repeat(&mut self, items: Vec<Item>, from: usize, groups: &mut Vec<Vec<Item>>) -> Result<(), Failure> {
        if items.is_empty() {
            return self.find(&None, from, &mut Vec::new());
        }
        for item in items {
            let item = item.ok_or(Failure::Panic("reflect: call of reflect.Value.Interface on zero Value"))?;
            let root = Some(item).filter(|item| !matches!(item, Value::Nil));
            self.find(&root, from, groups)?;
        }
        Ok(())
    }

    fn walk(&mut self, items: Vec<Item>, nodes: &[Node]) -> Found {
        nodes.iter().try_fold(items, |items, node| self.step(items, node))
    }

    fn step(&mut self, items: Vec<Item>, node: &Node) -> Found {
        match node {
            Node::Literal(text @ Value::Str(_)) => Ok(vec![Some(text.clone())]),
            Node::Literal(value) => Ok(items.iter().map(|_| Some(value.clone())).collect()),
            Node::Field(name) => field(&items, name),
            Node::Slice(slice) => elements(items, *slice),
            Node::Filter { left, test } => self.filter(items, left, test.as_ref()),
            Node::Wildcard => Ok(items.iter().flatten().flat_map(children).collect()),
            Node::Descent => Ok(descend(items)),
            Node::Union(members) => self.union(items, members),
            Node::Word(word) => self.word(items, word),
        }
    }

    fn word(&mut self, items: Vec<Item>, word: &str) -> Found {
        match word {
            "range" => {
                self.begun += 1;
                Ok(items)
            }
            "end" if self.inside > 0 => {
                self.ended += 1;
                Ok(Vec::new())
            }
            "end" => Err(Failure::Unfit(Vec::new())),
            _ => Err(Failure::Unfit(items)),
        }
    }

    fn union(&mut self, items: Vec<Item>, members: &[Vec<Node>]) -> Found {
        let mut all = Vec::new();
        for member in members {
            match self.walk(items.clone(), member) {
                Ok(found) => all.extend(found),
                Err(Failure::Unfit(_)) => return Err(Failure::Unfit(items)),
                Err(panic) => return Err(panic),
            }
        }
        Ok(all)
    }

    fn filter(&mut self, items: Vec<Item>, left: &[Node], test: Option<&(Operator, Vec<Node>)>) -> Found {
        let mut passed = Vec::new();
        for item in &items {
            let Some(Value::List(list)) = item else { return Err(Failure::Unfit(items)) };
            for element in list.iter() {
                let passes = match test {
                    None => self.exists(&element, left)?,
                    Some((operator, right)) => {
                        let Some(left) = self.side(&element, left, &items)? else { continue };
                        let Some(right) = self.side(&element, right, &items)? else { continue };
                        operator.passes(&left, &right).ok_or_else(|| Failure::Unfit(passed.clone()))?
                    }
                };
                if passes {
                    passed.push(Some(element));
                }
            }
        }
        Ok(passed)
    }

    /// Whether something is selected from an element, or was there when a step did not fit.
    fn exists(&mut self, element: &Value, nodes: &[Node]) -> Result<bool, Failure> {
        match self.walk(vec![Some(element.clone())], nodes) {
            Ok(found) | Err(Failure::Unfit(found)) => Ok(!found.is_empty()),
            Err(panic @ Failure::Panic(_)) => Err(panic),
        }
    }

    /// One side of a comparison, which is one value or none.
    fn side(&mut self, element: &Value, nodes: &[Node], items: &[Item]) -> Result<Option<Value>, Failure> {
        let unfit = || Failure::Unfit(items.to_vec());
        let mut found = self.walk(vec![Some(element.clone())], nodes).map_err(|failure| match failure {
            Failure::Unfit(_) => unfit(),
            panic @ Failure::Panic(_) => panic,
        })?;
        if found.len() > 1 { Err(unfit()) } else { Ok(found.pop().flatten()) }
    }
}

fn field(items: &[Item], name: &str) -> Found {
    let entry = |item: &Value| match item {
        Value::Map(map) => map.get(name),
        _ => None,
    };
    let found: Vec<Item> = items.iter().flatten().filter_map(entry).map(Some).collect();
    if found.is_empty() && !items.is_empty() { Err(Failure::Unfit(found)) } else { Ok(found) }
}

fn elements(items: Vec<Item>, slice: Slice) -> Found {
    let mut found = Vec::new();
    for item in &items {
        let list = match item {
            Some(Value::Nil) => continue,
            Some(Value::List(list)) => list,
            Some(_) => return Err(Failure::Unfit(items)),
            None => return Err(Failure::Panic("reflect: call of reflect.Value.Type on zero Value")),
        };
        let Some((range, step)) = slice.bounds(list.len()) else { return Err(Failure::Unfit(items)) };
        if range.is_empty() {
            return Ok(found);
        }
        found.extend(range.step_by(step).map(|index| list.get(index)));
    }
    Ok(found)
}

impl Slice {
    /// What is taken from a list of a length, and in which steps; nothing if it lies outside.
    fn bounds(self, length: usize) -> Option<(Range<usize>, usize)> {
        let length = length as i64;
        let from_end = |at: i64| if at < 0 { at + length } else { at };
        let start = from_end(self.start.unwrap_or(0));
        let end = match self.end {
            Some(0) if self.single => length,
            Some(end) => from_end(end),
            None => length,
        };
        if start == end {
            return Some((0..0, 1));
        }
        let inside = (0..length).contains(&start) && (start..=length).contains(&end);
        let step = usize::try_from(self.step.unwrap_or(1)).ok().filter(|step| *step > 0)?;
        inside.then_some((start as usize..end as usize, step))
    }
}

/// What a map, a list or a text consists of.
fn children(value: &Value) -> Vec<Item> {
    match value {
        Value::Map(map) => map.sorted().into_iter().map(|(_, value)| Some(value)).collect(),
        Value::List(list) => list.iter().map(Some).collect(),
        Value::Str(text) => text.as_bytes().iter().map(|b| Some(Value::Int((*b).into(), IntKind::Uint8))).collect(),
        _ => Vec::new(),
    }
}

/// Everything at any depth that has children, each before them.
fn descend(items: Vec<Item>) -> Vec<Item> {
    let mut found = Vec::new();
    let mut open: Vec<Item> = items.into_iter().rev().collect();
    while let Some(item) = open.pop() {
        let inner = item.as_ref().map(children).unwrap_or_default();
        if !inner.is_empty() {
            found.push(item);
            open.extend(inner.into_iter().rev());
        }
    }
    found
}

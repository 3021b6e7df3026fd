//! Slices of any element type.

use super::grave::{bury, is_container};
use super::{IntKind, Str, Value};
use crate::compat::Compat;
use std::borrow::Cow;
use std::cell::RefCell;
use std::ops::Range;
use std::rc::Rc;

/// A Go slice: shared, with its element type; may be nil.
#[derive(Clone)]
pub struct List {
    items: Items,
    kind: ListKind,
}

#[derive(Clone)]
enum Items {
    Nil,
    Values(Rc<Values>),
    /// The only slices that anything changes in place: `sortAlpha` sorts a `[]string`.
    Strings(Strings),
    Bytes(Str),
    Numbers(Rc<Numbers>),
}

/// Numbers at equal distances, which `until` makes by the million: kept as what they are computed from.
struct Numbers {
    first: i64,
    step: i64,
    len: usize,
}

impl Numbers {
    fn at(&self, index: usize) -> i64 {
        self.first.wrapping_add(self.step.wrapping_mul(index as i64))
    }
}

/// Some of the strings in a piece of memory that other slices may show too; no list has more than 32 bits count.
#[derive(Clone)]
struct Strings {
    memory: Rc<RefCell<Vec<Str>>>,
    start: u32,
    end: u32,
}

impl Strings {
    fn new(items: Vec<Str>) -> Strings {
        let end = items.len() as u32;
        Strings { memory: Rc::new(RefCell::new(items)), start: 0, end }
    }

    fn range(&self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

struct Values(Vec<Value>);

impl Drop for Values {
    fn drop(&mut self) {
        if self.0.iter().any(is_container) {
            bury(std::mem::take(&mut self.0).into_iter());
        }
    }
}

/// The type of a slice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ListKind {
    /// `[]interface {}`
    Any,
    /// `[]string`
    Strings,
    /// `[]int`
    Ints,
    /// `[][]interface {}`
    Lists,
    /// `[]uint8`
    Bytes,
    /// `[]map[string]interface {}`
    Maps,
    /// Helm's `VersionSet`, a `[]string` with a method.
    Versions,
    /// `[]*chart.Maintainer`, in Helm 3's `.Chart`.
    Maintainers,
    /// `[]*chart.Dependency`, in Helm 3's `.Chart`.
    Dependencies,
}

impl ListKind {
    /// The Go name of the slice type.
    #[must_use]
    pub fn type_name(self, compat: Compat) -> Cow<'static, str> {
        match self {
            ListKind::Any => "[]interface {}".into(),
            ListKind::Strings => "[]string".into(),
            ListKind::Ints => "[]int".into(),
            ListKind::Lists => "[][]interface {}".into(),
            ListKind::Bytes => "[]uint8".into(),
            ListKind::Maps => "[]map[string]interface {}".into(),
            ListKind::Maintainers => "[]*chart.Maintainer".into(),
            ListKind::Dependencies => "[]*chart.Dependency".into(),
            ListKind::Versions => format!("{}.VersionSet", compat.values_package()).into(),
        }
    }

    /// Whether the elements are interfaces, so that a nil element is a nil in an interface.
    #[must_use]
    pub fn holds_interfaces(self) -> bool {
        self == ListKind::Any
    }
}

impl List {
    /// A `[]interface {}`.
    #[must_use]
    pub fn new(items: Vec<Value>) -> List {
        List::typed(ListKind::Any, items)
    }

    /// A slice of another element type whose elements are `items`; for strings and bytes use
    /// [`List::strings`] and [`List::bytes`].
    #[must_use]
    pub fn typed(kind: ListKind, items: Vec<Value>) -> List {
        List { items: Items::Values(Rc::new(Values(items))), kind }
    }

    /// A `[]string`.
    #[must_use]
    pub fn strings(items: Vec<Str>) -> List {
        List { items: Items::Strings(Strings::new(items)), kind: ListKind::Strings }
    }

    /// A `[]uint8`.
    #[must_use]
    pub fn bytes(bytes: impl Into<Str>) -> List {
        List { items: Items::Bytes(bytes.into()), kind: ListKind::Bytes }
    }

    /// A `[]int` of `len` numbers, each `step` above the one before; wraps around.
    #[must_use]
    pub fn numbers(first: i64, step: i64, len: usize) -> List {
        List { items: Items::Numbers(Rc::new(Numbers { first, step, len })), kind: ListKind::Ints }
    }

    /// The nil slice of a type: empty, but `null` in JSON.
    #[must_use]
    pub fn nil(kind: ListKind) -> List {
        List { items: Items::Nil, kind }
    }

    /// The same slice seen as another type, as Go's assignment converts it.
    #[must_use]
    pub fn with_kind(mut self, kind: ListKind) -> List {
        self.kind = kind;
        self
    }

    /// The type.
    #[must_use]
    pub fn kind(&self) -> ListKind {
        self.kind
    }

    /// Whether this is the nil slice.
    #[must_use]
    pub fn is_nil(&self) -> bool {
        matches!(self.items, Items::Nil)
    }

    /// The number of elements.
    #[must_use]
    pub fn len(&self) -> usize {
        match &self.items {
            Items::Nil => 0,
            Items::Values(v) => v.0.len(),
            Items::Strings(s) => s.range().len(),
            Items::Bytes(b) => b.len(),
            Items::Numbers(n) => n.len,
        }
    }

    /// Whether there are no elements.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The element at `index`.
    #[must_use]
    pub fn get(&self, index: usize) -> Option<Value> {
        match &self.items {
            Items::Nil => None,
            Items::Values(v) => v.0.get(index).cloned(),
            Items::Strings(s) => s.memory.borrow()[s.range()].get(index).cloned().map(Value::Str),
            Items::Bytes(b) => b.get(index).map(|b| Value::Int(i64::from(*b), IntKind::Uint8)),
            Items::Numbers(n) => (index < n.len).then(|| Value::int(n.at(index))),
        }
    }

    /// A `[]interface {}` with one more element at the end: the very same one if nobody else holds it.
    #[must_use]
    pub fn pushed(mut self, item: Value) -> List {
        if let (ListKind::Any, Items::Values(values)) = (self.kind, &mut self.items)
            && let Some(values) = Rc::get_mut(values)
        {
            values.0.push(item);
            return self;
        }
        let mut items = Vec::with_capacity(self.len() + 1);
        items.extend(self.iter());
        items.push(item);
        List::new(items)
    }

    /// The elements one by one; elements changed meanwhile are seen.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Value> + DoubleEndedIterator + use<'_> {
        (0..self.len()).map(|i| self.get(i).unwrap_or_default())
    }

    /// The elements from `start` up to `end`, as a slice of the same type; panics if there are fewer.
    /// Strings are those of this slice, in the same memory.
    #[must_use]
    pub fn part(&self, start: usize, end: usize) -> List {
        let items = match &self.items {
            Items::Nil => Items::Nil,
            Items::Values(v) => Items::Values(Rc::new(Values(v.0[start..end].to_vec()))),
            Items::Strings(s) => {
                Items::Strings(Strings { start: s.start + start as u32, end: s.start + end as u32, ..s.clone() })
            }
            Items::Bytes(b) => Items::Bytes(b[start..end].into()),
            Items::Numbers(n) => {
                Items::Numbers(Rc::new(Numbers { first: n.at(start), step: n.step, len: end - start }))
            }
        };
        List { items, kind: self.kind }
    }

    /// The elements of a slice that holds values, without copying them.
    #[must_use]
    pub fn as_values(&self) -> Option<&[Value]> {
        match &self.items {
            Items::Values(v) => Some(&v.0),
            _ => None,
        }
    }

    /// The bytes of a `[]uint8`.
    #[must_use]
    pub fn as_bytes(&self) -> Option<&[u8]> {
        match &self.items {
            Items::Bytes(b) => Some(b),
            Items::Nil if self.kind == ListKind::Bytes => Some(&[]),
            _ => None,
        }
    }

    /// Changes the strings of a `[]string` in place; does nothing to other slices.
    pub fn change_strings(&self, change: impl FnOnce(&mut [Str])) {
        if let Items::Strings(strings) = &self.items {
            change(&mut strings.memory.borrow_mut()[strings.range()]);
        }
    }

    /// Whether both are the same slice in memory, not merely equal ones.
    #[must_use]
    pub fn same(&self, other: &List) -> bool {
        match (&self.items, &other.items) {
            (Items::Values(a), Items::Values(b)) => Rc::ptr_eq(a, b),
            (Items::Strings(a), Items::Strings(b)) => Rc::ptr_eq(&a.memory, &b.memory) && a.range() == b.range(),
            (Items::Numbers(a), Items::Numbers(b)) => Rc::ptr_eq(a, b),
            _ => false,
        }
    }

    /// An address that tells slices in memory apart, for cycle checks and copies; 0 for those that nothing can change.
    #[must_use]
    pub fn address(&self) -> usize {
        match &self.items {
            Items::Nil | Items::Bytes(_) | Items::Numbers(_) => 0,
            Items::Values(v) => Rc::as_ptr(v).addr(),
            Items::Strings(s) => s.memory.borrow().as_ptr().wrapping_add(s.start as usize).addr(),
        }
    }
}

impl FromIterator<Value> for List {
    fn from_iter<I: IntoIterator<Item = Value>>(items: I) -> List {
        List::new(items.into_iter().collect())
    }
}

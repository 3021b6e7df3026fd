//! What templates compute with: Go's dynamic values, as far as a template can tell them apart.
//!
//! A render owns its values and runs on one thread, so they are shared with
//! `Rc` and changed in place, as Helm's are: `set` in one template is seen by
//! the next.

mod entries;
mod equal;
mod grave;
mod kind;
mod list;
mod map;
mod object;
mod str;

pub use equal::deep_equal;
pub use kind::{IntKind, Kind};
pub use list::{List, ListKind};
pub use map::{Map, MapKind};
pub use object::{Object, ObjectType};
pub use str::Str;

use crate::compat::Compat;
use std::borrow::Cow;
use std::rc::Rc;

/// One value.
///
/// `Nil` stands for both of Go's kinds of nil; which of the two it is (a nil
/// that still sits in an interface, or no value at all) is not a property of
/// the value but of how it was reached, and is kept by the executor.
#[derive(Clone, Default)]
pub enum Value {
    /// No value.
    #[default]
    Nil,
    /// `bool`.
    Bool(bool),
    /// Any integer type. Unsigned 64-bit values are kept as their bits.
    Int(i64, IntKind),
    /// `float64`.
    Float(f64),
    /// `complex128`: real and imaginary part.
    Complex(Box<[f64; 2]>),
    /// `string`: bytes, not necessarily UTF-8.
    Str(Str),
    /// Any slice type.
    List(List),
    /// Any map type with string keys.
    Map(Map),
    /// Everything else: times, versions, certificates, files, capabilities.
    Object(Rc<dyn Object>),
}

const _: () = assert!(size_of::<Value>() <= 32);

impl Value {
    /// An `int`, the type of literals, `len` and loop indexes.
    #[must_use]
    pub fn int(value: i64) -> Value {
        Value::Int(value, IntKind::Int)
    }

    /// An `int64`, the type of integer arithmetic and of `--set` integers.
    #[must_use]
    pub fn int64(value: i64) -> Value {
        Value::Int(value, IntKind::Int64)
    }

    /// A string.
    #[must_use]
    pub fn str(value: impl Into<Str>) -> Value {
        Value::Str(value.into())
    }

    /// A `[]interface {}`.
    #[must_use]
    pub fn list(items: Vec<Value>) -> Value {
        Value::List(List::new(items))
    }

    /// An object behind a pointer of its own.
    #[must_use]
    pub fn object(object: impl Object) -> Value {
        Value::Object(Rc::new(object))
    }

    /// Whether this is nil (of either kind). A nil list or map is not.
    #[must_use]
    pub fn is_nil(&self) -> bool {
        matches!(self, Value::Nil)
    }

    /// The text of a string value.
    #[must_use]
    pub fn as_str(&self) -> Option<&Str> {
        match self {
            Value::Str(s) => Some(s),
            _ => None,
        }
    }

    /// The map of a map value.
    #[must_use]
    pub fn as_map(&self) -> Option<&Map> {
        match self {
            Value::Map(m) => Some(m),
            _ => None,
        }
    }

    /// The list of a list value.
    #[must_use]
    pub fn as_list(&self) -> Option<&List> {
        match self {
            Value::List(l) => Some(l),
            _ => None,
        }
    }

    /// The object of type `T`, if it is one.
    #[must_use]
    pub fn downcast<T: Object>(&self) -> Option<&T> {
        match self {
            Value::Object(o) => o.as_any().downcast_ref(),
            _ => None,
        }
    }

    /// Whether `if`, `with`, `and`, `or` and `not` take the value for true.
    ///
    /// Source: Go's `text/template`, `IsTrue`.
    #[must_use]
    pub fn truth(&self) -> bool {
        match self {
            Value::Nil => false,
            Value::Bool(b) => *b,
            Value::Int(i, _) => *i != 0,
            Value::Float(f) => *f != 0.0,
            Value::Complex(c) => c[0] != 0.0 || c[1] != 0.0,
            Value::Str(s) => !s.is_empty(),
            Value::List(l) => !l.is_empty(),
            Value::Map(m) => !m.is_empty(),
            Value::Object(o) => o.truth(),
        }
    }

    /// The kind of the value, as `kindOf` names it.
    #[must_use]
    pub fn kind(&self) -> Kind {
        match self {
            Value::Nil => Kind::Invalid,
            Value::Bool(_) => Kind::Bool,
            Value::Int(_, kind) => Kind::Int(*kind),
            Value::Float(_) => Kind::Float64,
            Value::Complex(_) => Kind::Complex128,
            Value::Str(_) => Kind::String,
            Value::List(_) => Kind::Slice,
            Value::Map(_) => Kind::Map,
            Value::Object(o) => o.kind(),
        }
    }

    /// The key of the methods of the value's type in the function table, see
    /// [`FuncTable::method`](crate::template::func::FuncTable::method); `None` for types without methods.
    #[must_use]
    pub fn type_key(&self) -> Option<&'static str> {
        match self {
            Value::Map(m) if m.kind() == MapKind::Values => Some("common.Values"),
            Value::List(l) if l.kind() == ListKind::Versions => Some("common.VersionSet"),
            Value::Object(o) => Some(o.type_key()),
            _ => None,
        }
    }

    /// The Go type of the value, as `typeOf` and `%T` name it; nil is `<nil>`.
    #[must_use]
    pub fn type_name(&self, compat: Compat) -> Cow<'static, str> {
        match self {
            Value::Nil => "<nil>".into(),
            Value::Bool(_) => "bool".into(),
            Value::Int(_, kind) => kind.name().into(),
            Value::Float(_) => "float64".into(),
            Value::Complex(_) => "complex128".into(),
            Value::Str(_) => "string".into(),
            Value::List(l) => l.kind().type_name(compat),
            Value::Map(m) => m.kind().type_name(compat),
            Value::Object(o) => o.type_name(compat),
        }
    }
}

impl From<bool> for Value {
    fn from(value: bool) -> Value {
        Value::Bool(value)
    }
}

impl From<f64> for Value {
    fn from(value: f64) -> Value {
        Value::Float(value)
    }
}

impl From<Str> for Value {
    fn from(value: Str) -> Value {
        Value::Str(value)
    }
}

impl From<&str> for Value {
    fn from(value: &str) -> Value {
        Value::Str(value.into())
    }
}

impl From<String> for Value {
    fn from(value: String) -> Value {
        Value::Str(value.into())
    }
}

impl From<List> for Value {
    fn from(value: List) -> Value {
        Value::List(value)
    }
}

impl From<Map> for Value {
    fn from(value: Map) -> Value {
        Value::Map(value)
    }
}

impl std::fmt::Debug for Value {
    /// For tests and debuggers only; the forms templates see are in `gostd::fmt`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Value::Nil => f.write_str("nil"),
            Value::Bool(b) => write!(f, "{b}"),
            Value::Int(i, kind) => write!(f, "{}({i})", kind.name()),
            Value::Float(x) => write!(f, "float64({x})"),
            Value::Complex(c) => write!(f, "complex128({}+{}i)", c[0], c[1]),
            Value::Str(s) => write!(f, "{s:?}"),
            Value::List(l) => f.debug_list().entries(l.iter()).finish(),
            Value::Map(m) => f.debug_map().entries(m.sorted()).finish(),
            Value::Object(o) => write!(f, "<{}>", o.type_name(Compat::Helm4)),
        }
    }
}

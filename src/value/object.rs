//! Values with fields and methods of their own.

use super::{Kind, Value};
use crate::compat::Compat;
use std::any::Any;
use std::borrow::Cow;

/// A Go struct, a pointer to one, or a named type with methods: `time.Time`, `*semver.Version`,
/// `.Files`, `.Capabilities`, …
///
/// Methods that templates can call are not listed here but in the function table, under
/// [`Object::type_key`].
pub trait Object: Any {
    /// The Go type, as `typeOf` prints it.
    fn type_name(&self, compat: Compat) -> Cow<'static, str>;

    /// A name for the type that does not depend on [`Compat`]: the key of its methods.
    fn type_key(&self) -> &'static str;

    /// The Go kind.
    fn kind(&self) -> Kind;

    /// For [`Value::downcast`]; always `self`.
    fn as_any(&self) -> &dyn Any;

    /// The field of a struct (also through a pointer), or the entry of a map type.
    /// `None` means there is no such field.
    fn field(&self, _name: &[u8]) -> Option<Value> {
        None
    }

    /// All fields in declaration order, for `%v`, `%+v` and `toYamlPretty`; a name that begins with a small
    /// letter is not exported.
    fn fields(&self) -> Vec<(&'static str, Value)> {
        Vec::new()
    }

    /// What the `String` method returns, where the type has one: the form that every `%v` prints.
    fn string(&self) -> Option<Vec<u8>> {
        None
    }

    /// What the `GoString` method returns, where the type has one: the form that `%#v` prints.
    fn go_string(&self) -> Option<Vec<u8>> {
        None
    }

    /// What the `String` method returns that only exists on a pointer to the type. An action prints
    /// it when the value can be addressed, everything else prints the struct.
    fn addressed_string(&self) -> Option<Vec<u8>> {
        None
    }

    /// The value that `encoding/json` would see: a string for types that marshal themselves, a map
    /// or list otherwise. Fields of a struct come in the order of [`Object::fields`] only if
    /// [`Object::json_fields`] says so.
    fn json(&self, _compat: Compat) -> Value {
        Value::Nil
    }

    /// Why the type that marshals itself refuses to, in the words of `encoding/json`.
    fn json_fault(&self, _compat: Compat) -> Option<String> {
        None
    }

    /// For a struct: its JSON names and values in declaration order, empty ones left out where Go
    /// leaves them out. `None` when [`Object::json`] says it all.
    fn json_fields(&self, _compat: Compat) -> Option<Vec<(&'static str, Value)>> {
        None
    }

    /// The text that stands in TOML as it is, for types that TOML knows: times.
    fn toml(&self) -> Option<String> {
        None
    }

    /// The number behind a type of an integer kind, e.g. a duration.
    fn int(&self) -> Option<i64> {
        None
    }

    /// Another number as a value of the same integer type, for `range` over a number.
    fn with_int(&self, _number: i64) -> Option<Value> {
        None
    }

    /// The entries in the order of `range`: keys and values of a map type, `None` if it cannot be
    /// ranged over.
    fn entries(&self) -> Option<Vec<(Value, Value)>> {
        None
    }

    /// Whether the value counts as true; structs and pointers always do.
    fn truth(&self) -> bool {
        self.int() != Some(0)
    }

    /// Go's `==`, given that both have the same type; pointers compare by identity.
    fn equals(&self, other: &dyn Object) -> bool {
        std::ptr::addr_eq(self.as_any(), other.as_any())
    }
}

/// An [`Object`] that can be the type of a function's parameter.
pub trait ObjectType: Object + Sized {
    /// The Go type, as errors about arguments name it.
    const NAME: &'static str;
    /// Whether it is a pointer type, for which a nil argument is accepted.
    const POINTER: bool;
}

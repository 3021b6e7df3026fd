//! Values on their way through the evaluator.

use crate::compat::Compat;
use crate::value::Value;
use std::borrow::Cow;

/// A value and how it was reached: Go's `reflect.Value`, as far as templates can see it.
///
/// A nil in an interface is what a missing key gives; a nil that is in none is no value at all.
/// Errors tell the two apart.
#[derive(Clone, Debug, Default)]
pub(super) struct Slot {
    pub(super) value: Value,
    /// Whether the value is still in an `interface {}`: an element of a list or map of these.
    pub(super) in_interface: bool,
    /// Whether the value is part of something behind a pointer, so that methods of pointers apply.
    pub(super) addressable: bool,
}

impl Slot {
    pub(super) fn new(value: Value) -> Slot {
        Slot { value, in_interface: false, addressable: false }
    }

    /// The element of a list or map.
    pub(super) fn element(value: Value, in_interface: bool) -> Slot {
        Slot { value, in_interface, addressable: false }
    }

    /// No value at all.
    pub(super) fn is_nothing(&self) -> bool {
        self.value.is_nil() && !self.in_interface
    }

    /// What is in the interface, as the end of a pipeline stage takes it out.
    pub(super) fn unwrapped(mut self) -> Slot {
        self.in_interface = false;
        self
    }

    /// The type, as errors name it.
    pub(super) fn type_name(&self, compat: Compat) -> Cow<'static, str> {
        if self.in_interface { "interface {}".into() } else { self.value.type_name(compat) }
    }
}

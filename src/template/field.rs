//! Fields, map entries and methods.
//!
//! Source: Go's `evalField` (`text/template/exec.go`).

use super::eval::Given;
use super::exec::{Done, Exec};
use super::node::{Many, NodeId};
use super::slot::Slot;
use crate::value::{Kind, MapKind, Object, Value};

impl<'n> Exec<'_, '_, 'n> {
    /// Follows `.a.b.c` from `receiver`; the last name gets the arguments. `id` is the node that the
    /// names stand in.
    pub(super) fn fields(
        &mut self,
        dot: &Slot,
        receiver: &Slot,
        id: NodeId,
        names: Many,
        given: Given<'n>,
    ) -> Done<Slot> {
        let mut names = self.tree.names(names);
        let Some(last) = names.next_back() else { return Ok(receiver.clone()) };
        let mut reached: Option<Slot> = None;
        for name in names {
            let receiver = reached.as_ref().unwrap_or(receiver);
            reached = Some(self.field(dot, receiver, name, id, Given::default())?);
        }
        self.field(dot, reached.as_ref().unwrap_or(receiver), last, id, given)
    }

    fn field(&mut self, dot: &Slot, receiver: &Slot, name: &[u8], id: NodeId, given: Given<'n>) -> Done<Slot> {
        if receiver.value.is_nil() {
            if receiver.in_interface {
                return self.fail(format!("nil pointer evaluating interface {{}}.{}", String::from_utf8_lossy(name)));
            }
            return Ok(Slot::default());
        }
        // A method, whose name is exported, wins over an entry of the same name.
        if name.first().is_some_and(u8::is_ascii_uppercase)
            && let Some(key) = receiver.value.type_key()
            && let Some(method) = self.run.funcs.method(key, name)
        {
            return self.call(dot, method, method.name, id, given, Some(&receiver.value));
        }
        match &receiver.value {
            Value::Map(map) => {
                if given.has_args() {
                    return self.refuse_entry_args(name);
                }
                let value = map.get(name).unwrap_or_else(|| map.kind().zero());
                Ok(Slot::element(value, map.kind() != MapKind::Strings))
            }
            Value::Object(object) => self.object_field(receiver, &**object, name, &given),
            _ => self.no_field(receiver, name),
        }
    }

    #[cold]
    fn refuse_entry_args<T>(&self, name: &[u8]) -> Done<T> {
        self.fail(format!("{} is not a method but has arguments", String::from_utf8_lossy(name)))
    }

    fn object_field(&self, receiver: &Slot, object: &dyn Object, name: &[u8], given: &Given<'_>) -> Done<Slot> {
        if object.kind() == Kind::Map && given.has_args() {
            return self.refuse_entry_args(name);
        }
        let Some(value) = object.field(name) else {
            let hidden = object.fields().iter().any(|(field, _)| field.as_bytes() == name);
            if hidden && !name.first().is_some_and(u8::is_ascii_uppercase) {
                let (name, ty) = (String::from_utf8_lossy(name), receiver.type_name(self.run.options.compat));
                return self.fail(format!("{name} is an unexported field of struct type {ty}"));
            }
            return self.no_field(receiver, name);
        };
        if given.has_args() {
            let name = String::from_utf8_lossy(name);
            return self.fail(format!("{name} has arguments but cannot be invoked as function"));
        }
        let addressable = receiver.addressable || object.kind() == Kind::Ptr;
        Ok(Slot { value, in_interface: false, addressable })
    }

    #[cold]
    fn no_field<T>(&self, receiver: &Slot, name: &[u8]) -> Done<T> {
        let (name, ty) = (String::from_utf8_lossy(name), receiver.type_name(self.run.options.compat));
        self.fail(format!("can't evaluate field {name} in type {ty}"))
    }
}

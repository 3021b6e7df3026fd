//! What an action prints.
//!
//! Source: Go's `printValue` and `printableValue` (`text/template/exec.go`).

use super::error::Cause;
use super::exec::{Done, Exec};
use super::slot::Slot;
use crate::gostd::fmt::{self, Endless};
use crate::gostd::strings::LONGEST;
use crate::value::{Kind, Value};

/// What actions write for nil. Helm removes it from whatever it has rendered.
pub(super) const NO_VALUE: &[u8] = b"<no value>";

impl Exec<'_, '_, '_> {
    /// Writes the value of an action.
    pub(super) fn print(&mut self, slot: &Slot) -> Done<()> {
        let out = &mut self.run.out;
        match &slot.value {
            Value::Str(text) => out.extend_from_slice(text),
            Value::Nil => out.extend_from_slice(NO_VALUE),
            Value::Object(object) if slot.addressable && object.string().is_none() => match object.addressed_string() {
                Some(text) => out.extend_from_slice(&text),
                None => return self.print_other(&slot.value),
            },
            value => return self.print_other(value),
        }
        Ok(())
    }

    fn print_other(&mut self, value: &Value) -> Done<()> {
        match try_print_pointee(value, &mut self.run.out) {
            Ok(()) => Ok(()),
            Err(Endless) => {
                self.fail_with(Cause::TooDeep("value contains itself or is nested too deep or too large to be printed"))
            }
        }
    }
}

/// Appends the form of a value, or of what it points to.
pub(super) fn print_pointee(value: &Value, out: &mut Vec<u8>) {
    // What is endless has been written as such.
    let _ = try_print_pointee(value, out);
}

fn try_print_pointee(value: &Value, out: &mut Vec<u8>) -> Result<(), Endless> {
    let start = out.len();
    if start > LONGEST {
        return Err(Endless);
    }
    let result = fmt::try_print(value, out);
    let is_pointer = matches!(value, Value::Object(object) if object.kind() == Kind::Ptr && object.string().is_none());
    if is_pointer && out[start..].starts_with(b"&{") {
        out.remove(start);
    }
    result
}

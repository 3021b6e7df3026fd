//! Printing, as Go's `fmt` has it.

use crate::compat::Compat;
use crate::value::Value;

/// Appends the `%v` form of a value; nil is `<nil>`.
pub fn print(value: &Value, out: &mut Vec<u8>) {
    let _ = (value, out);
}

/// `fmt.Sprint`: a space between two neighbours only if neither is a string.
#[must_use]
pub fn sprint(args: &[Value]) -> Vec<u8> {
    let _ = args;
    Vec::new()
}

/// `fmt.Sprintln`: spaces between all arguments and a line break at the end.
#[must_use]
pub fn sprintln(args: &[Value]) -> Vec<u8> {
    let _ = args;
    Vec::new()
}

/// `fmt.Sprintf`, with every verb and flag; faults are written into the text as Go writes them.
#[must_use]
pub fn sprintf(format: &[u8], args: &[Value], compat: Compat) -> Vec<u8> {
    let _ = (format, args, compat);
    Vec::new()
}

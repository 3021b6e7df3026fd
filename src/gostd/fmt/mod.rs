//! Printing, as Go's `fmt` has it.
//!
//! A value that contains itself makes Go overflow its stack. Here the part that would repeat is
//! written as `%!v(ENDLESS)`, what is longer than [`LONGEST`] is cut off, and the functions whose names begin with `try_` fail instead.

mod number;
mod printer;
mod spec;
mod sprintf;

pub use super::trail::{Endless, check};
pub use sprintf::{sprintf, try_sprintf};

use super::strings::LONGEST;
use crate::compat::Compat;
use crate::value::{Kind, Value};
use printer::Printer;

/// Appends the `%v` form of a value; nil is `<nil>`.
pub fn print(value: &Value, out: &mut Vec<u8>) {
    // What is endless has been written as such.
    let _ = try_print(value, out);
}

/// Like [`print()`]; fails if the value contains itself.
pub fn try_print(value: &Value, out: &mut Vec<u8>) -> Result<(), Endless> {
    match value {
        Value::Str(text) => out.extend_from_slice(text),
        Value::Bool(true) => out.extend_from_slice(b"true"),
        Value::Bool(false) => out.extend_from_slice(b"false"),
        Value::Nil => out.extend_from_slice(b"<nil>"),
        // No form of `%v` depends on the version.
        value => return Printer::new(Compat::default(), out).finish(|p| p.argument(value, 'v')),
    }
    Ok(())
}

/// Appends the `%v` form of a value, or of what it points to, as actions, `html` and `js` print it.
/// Nil is `<no value>`. Fails if the value contains itself.
///
/// Source: Go's `text/template`, `printableValue`.
pub fn try_print_pointee(value: &Value, out: &mut Vec<u8>) -> Result<(), Endless> {
    match value {
        Value::Nil => {
            out.extend_from_slice(b"<no value>");
            Ok(())
        }
        Value::Object(object) if object.kind() == Kind::Ptr && object.string().is_none() => {
            Printer::new(Compat::default(), out).finish(|p| p.fields(&**object, 'v'))
        }
        value => try_print(value, out),
    }
}

/// `fmt.Sprint`: a space between two neighbours only if neither is a string.
#[must_use]
pub fn sprint(args: &[Value]) -> Vec<u8> {
    ignore(|out| append(args, out))
}

/// Like [`sprint`]; fails if a value contains itself.
pub fn try_sprint(args: &[Value]) -> Result<Vec<u8>, Endless> {
    let mut out = Vec::new();
    append(args, &mut out).map(|()| out)
}

fn append(args: &[Value], out: &mut Vec<u8>) -> Result<(), Endless> {
    let mut space = false;
    for value in args {
        let text = matches!(value, Value::Str(_));
        if space && !text {
            out.push(b' ');
        }
        try_print(value, out)?;
        check_length(out)?;
        space = !text;
    }
    Ok(())
}

/// `fmt.Sprintln`: spaces between all arguments and a line break at the end.
#[must_use]
pub fn sprintln(args: &[Value]) -> Vec<u8> {
    ignore(|out| append_line(args, out))
}

/// Like [`sprintln`]; fails if a value contains itself.
pub fn try_sprintln(args: &[Value]) -> Result<Vec<u8>, Endless> {
    let mut out = Vec::new();
    append_line(args, &mut out).map(|()| out)
}

fn append_line(args: &[Value], out: &mut Vec<u8>) -> Result<(), Endless> {
    for (i, value) in args.iter().enumerate() {
        if i > 0 {
            out.push(b' ');
        }
        try_print(value, out)?;
        check_length(out)?;
    }
    out.push(b'\n');
    Ok(())
}

fn check_length(out: &[u8]) -> Result<(), Endless> {
    if out.len() > LONGEST { Err(Endless) } else { Ok(()) }
}

/// What was written, be it whole or not.
fn ignore(write: impl FnOnce(&mut Vec<u8>) -> Result<(), Endless>) -> Vec<u8> {
    let mut out = Vec::new();
    let _ = write(&mut out);
    out
}

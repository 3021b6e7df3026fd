//! Functions that templates can call: their table, their Go signatures, and what they may ask of
//! the running template.

mod args;
mod table;

pub use args::{Arg, Args, Bytes, CxFunction, Function, NilInterface, Obj, Reflected, Rest, Return};
pub use table::FuncTable;

use super::error::ExecError;
use crate::compat::Compat;
use crate::diag::Notice;
use crate::gostd::fmt::Endless;
use crate::value::{IntKind, ListKind, MapKind, Str, Value};
use std::borrow::Cow;

/// A function or a method.
///
/// A method is a function whose first parameter is its receiver; the receiver does not count as
/// an argument.
pub struct Func {
    /// The name templates call it by.
    pub name: &'static str,
    /// The parameter types.
    pub signature: &'static Signature,
    /// The implementation; gets arguments that fit the signature.
    pub call: fn(&mut Cx<'_>, Args<'_>) -> FuncResult,
}

/// What a function returns.
pub type FuncResult = Result<Value, FuncError>;

/// The parameter types of a function.
#[derive(Debug)]
pub struct Signature {
    /// The types in order; with `variadic`, the last one is that of each further argument.
    pub params: &'static [Type],
    /// Whether the last type may be given any number of times, also not at all.
    pub variadic: bool,
}

/// The Go type of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    /// `interface {}`: any value, also nil.
    Any,
    /// `bool`
    Bool,
    /// `string`
    Str,
    /// An integer type.
    Int(IntKind),
    /// `float64`
    Float,
    /// A slice type.
    List(ListKind),
    /// A map type.
    Map(MapKind),
    /// A struct type, by its Go name.
    Struct(&'static str),
    /// A pointer type, by its Go name.
    Pointer(&'static str),
    /// `reflect.Value`: any value, with what else is known of a nil, see [`Reflected`].
    Reflect,
}

impl Type {
    /// The Go name, as errors about arguments show it.
    #[must_use]
    pub fn name(self, compat: Compat) -> Cow<'static, str> {
        match self {
            Type::Any => "interface {}".into(),
            Type::Bool => "bool".into(),
            Type::Str => "string".into(),
            Type::Int(kind) => kind.name().into(),
            Type::Float => "float64".into(),
            Type::List(kind) => kind.type_name(compat),
            Type::Map(kind) => kind.type_name(compat),
            Type::Struct(name) | Type::Pointer(name) => name.into(),
            Type::Reflect => "reflect.Value".into(),
        }
    }

    /// Whether nil is a value of the type.
    #[must_use]
    pub fn accepts_nil(self) -> bool {
        matches!(self, Type::Any | Type::List(_) | Type::Map(_) | Type::Pointer(_) | Type::Reflect)
    }
}

/// Why a function failed. It knows nothing of positions; the executor adds them.
#[derive(Debug)]
pub enum FuncError {
    /// An error or a caught panic, in Go's words, which may quote bytes that are not UTF-8.
    Message(Vec<u8>),
    /// The message of `fail` or `required`, which Helm shows alone.
    Fail(Vec<u8>),
    /// The template that `include` ran failed.
    Exec(Box<ExecError>),
    /// The text that `tpl` ran failed: the text and the error.
    Tpl(Str, Box<ExecError>),
    /// Go calls the function under no circumstances, because of its signature.
    Refused(String),
    /// Calls are nested deeper than the stack allows, where Helm crashes.
    TooDeep(&'static str),
}

impl From<String> for FuncError {
    fn from(message: String) -> FuncError {
        FuncError::Message(message.into())
    }
}

impl From<Vec<u8>> for FuncError {
    fn from(message: Vec<u8>) -> FuncError {
        FuncError::Message(message)
    }
}

impl From<&str> for FuncError {
    fn from(message: &str) -> FuncError {
        FuncError::Message(message.into())
    }
}

impl From<Endless> for FuncError {
    fn from(endless: Endless) -> FuncError {
        String::from(endless).into()
    }
}

/// What a function may ask of the render that calls it.
pub trait Host {
    /// Which Helm is reproduced.
    fn compat(&self) -> Compat;
    /// Runs the named template on `data` and returns its output (`include`).
    fn include(&mut self, name: &Str, data: Value) -> Result<Str, FuncError>;
    /// Parses and runs `text` on `data` and returns its output (`tpl`).
    fn tpl(&mut self, text: &Str, data: Value) -> Result<Str, FuncError>;
    /// The current time: seconds since 1970 and nanoseconds.
    fn now(&self) -> (i64, u32);
    /// Fills `bytes` from the random source of the render.
    fn random(&mut self, bytes: &mut [u8]);
    /// Whether this is a lint run, in which `required` and `fail` only leave a notice.
    fn lint(&self) -> bool;
    /// Whether `getHostByName` may ask the resolver.
    fn dns(&self) -> bool;
    /// Leaves a log line.
    fn notice(&mut self, notice: Notice);
}

/// The running template, as functions see it.
pub type Cx<'a> = dyn Host + 'a;

/// Makes a table of functions: one line each, `"name" => function` or, for a function that needs
/// the running template as its first parameter, `"name" => cx function`.
///
/// The Go signature is read from the Rust one, see [`Arg`].
#[macro_export]
macro_rules! funcs {
    ($($name:literal => $($path:ident)::+ $($second:ident)? ),* $(,)?) => {
        &[$($crate::funcs!(@one $name, $($path)::+ $($second)?)),*]
    };
    (@one $name:literal, cx $function:ident) => {
        $crate::template::func::Func {
            name: $name,
            signature: $crate::template::func::cx_signature_of(&$function),
            call: |cx, args| $crate::template::func::CxFunction::call(&$function, cx, args),
        }
    };
    (@one $name:literal, $function:path) => {
        $crate::template::func::Func {
            name: $name,
            signature: $crate::template::func::signature_of(&$function),
            call: |_, args| $crate::template::func::Function::call(&$function, args),
        }
    };
}

/// The signature of a function item.
#[must_use]
pub const fn signature_of<M, F: Function<M>>(_: &F) -> &'static Signature {
    F::SIGNATURE
}

/// The signature of a function item whose first parameter is the running template.
#[must_use]
pub const fn cx_signature_of<M, F: CxFunction<M>>(_: &F) -> &'static Signature {
    F::SIGNATURE
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::{List, Map};

    fn shout(text: Str) -> String {
        text.to_text().to_uppercase()
    }

    fn count(_cx: &mut Cx<'_>, by: isize, _map: Map, _list: List, rest: Rest<Value>) -> Result<i64, FuncError> {
        i64::try_from(rest.0.len()).map(|n| n * by as i64).map_err(|e| e.to_string().into())
    }

    static TABLE: &[Func] = funcs! { "shout" => shout, "count" => cx count };

    #[test]
    fn signatures_are_read_from_rust() {
        assert_eq!(TABLE[0].signature.params, [Type::Str]);
        assert!(!TABLE[0].signature.variadic);
        assert_eq!(
            TABLE[1].signature.params,
            [Type::Int(IntKind::Int), Type::Map(MapKind::Any), Type::List(ListKind::Any), Type::Any]
        );
        assert!(TABLE[1].signature.variadic);
    }
}

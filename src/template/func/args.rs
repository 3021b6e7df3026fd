//! From Go values to Rust parameters, and from Rust results to Go values.

use super::{Cx, FuncError, FuncResult, Signature, Type};
use crate::value::{IntKind, List, ListKind, Map, MapKind, ObjectType, Str, Value};
use std::marker::PhantomData;
use std::ops::Deref;
use std::rc::Rc;

/// The arguments of one call, taken in order. They fit the signature: the executor has checked.
pub struct Args<'a>(std::slice::IterMut<'a, Value>);

impl<'a> Args<'a> {
    /// The arguments that lie in `values`, of which each is taken out.
    pub fn new(values: &'a mut [Value]) -> Args<'a> {
        Args(values.iter_mut())
    }

    /// The next argument; nil behind the last.
    fn next(&mut self) -> Value {
        self.0.next().map(std::mem::take).unwrap_or_default()
    }

    /// How many are left.
    fn len(&self) -> usize {
        self.0.len()
    }
}

/// A Rust type that stands for the Go type of a parameter.
///
/// `isize` = `int`, `i64` = `int64`, `u32` = `uint32`, `f64`, `bool`, [`Str`] = `string`,
/// [`List`] = `[]interface {}`, [`Map`] = `map[string]interface {}`, [`Obj<T>`] = a struct or
/// pointer type, [`Value`] = `interface {}`, [`Rest<T>`] (last only) = variadic.
pub trait Arg: Sized {
    /// The Go type.
    const TYPE: Type;
    /// Whether the parameter is variadic.
    const VARIADIC: bool = false;
    /// Takes the value, or the values, of this parameter.
    fn take(args: &mut Args<'_>) -> Result<Self, FuncError>;
}

/// A value that does not fit its parameter: the executor let it through.
#[cold]
fn misfit<T>(value: &Value) -> Result<T, FuncError> {
    Err(format!("argument of the wrong type: {value:?}").into())
}

macro_rules! arg {
    ($rust:ty, $go:expr, $($pattern:pat => $result:expr),+) => {
        impl Arg for $rust {
            const TYPE: Type = $go;
            fn take(args: &mut Args<'_>) -> Result<Self, FuncError> {
                match args.next() {
                    $($pattern => Ok($result),)+
                    #[allow(unreachable_patterns)]
                    other => misfit(&other),
                }
            }
        }
    };
}

arg!(Value, Type::Any, value => value);
arg!(bool, Type::Bool, Value::Bool(b) => b);
arg!(isize, Type::Int(IntKind::Int), Value::Int(i, _) => i as isize);
arg!(i64, Type::Int(IntKind::Int64), Value::Int(i, _) => i);
arg!(u32, Type::Int(IntKind::Uint32), Value::Int(i, _) => i as u32);
arg!(u64, Type::Int(IntKind::Uint64), Value::Int(i, _) => i.cast_unsigned());
arg!(f64, Type::Float, Value::Float(f) => f, Value::Int(i, _) => i as f64);
arg!(Str, Type::Str, Value::Str(s) => s);
arg!(List, Type::List(ListKind::Any), Value::List(l) => l, Value::Nil => List::nil(ListKind::Any));
arg!(Map, Type::Map(MapKind::Any), Value::Map(m) => m.with_kind(MapKind::Any), Value::Nil => Map::nil(MapKind::Any));

/// A parameter of Go type `[]uint8`; nil has no bytes.
pub struct Bytes(pub Str);

arg!(
    Bytes,
    Type::List(ListKind::Bytes),
    Value::List(l) => Bytes(l.as_bytes().unwrap_or_default().into()),
    Value::Nil => Bytes(Str::default())
);

/// A struct or pointer parameter; a nil pointer is `None`.
pub struct Obj<T>(Option<Rc<dyn crate::value::Object>>, PhantomData<T>);

impl<T: ObjectType> Obj<T> {
    /// The object, unless the argument was a nil pointer.
    #[must_use]
    pub fn get(&self) -> Option<&T> {
        self.0.as_ref()?.as_any().downcast_ref()
    }
}

impl<T: ObjectType> Arg for Obj<T> {
    const TYPE: Type = if T::POINTER { Type::Pointer(T::NAME) } else { Type::Struct(T::NAME) };
    fn take(args: &mut Args<'_>) -> Result<Self, FuncError> {
        match args.next() {
            Value::Object(object) if object.as_any().is::<T>() => Ok(Obj(Some(object), PhantomData)),
            Value::Nil => Ok(Obj(None, PhantomData)),
            other => misfit(&other),
        }
    }
}

/// A parameter of Go type `reflect.Value`: it sees whether a nil sits in an interface or is no value
/// at all, which `len` and `index` answer differently.
pub struct Reflected {
    /// The argument.
    pub value: Value,
    /// Whether a nil `value` is an interface that holds nil; otherwise it is no value.
    pub nil_interface: bool,
}

impl Arg for Reflected {
    const TYPE: Type = Type::Reflect;
    fn take(args: &mut Args<'_>) -> Result<Self, FuncError> {
        let value = args.next();
        let nil_interface = value.downcast::<NilInterface>().is_some();
        Ok(Reflected { value: if nil_interface { Value::Nil } else { value }, nil_interface })
    }
}

/// An interface that holds nil, on its way to a parameter of type `reflect.Value`. The executor
/// passes it; no template ever meets it.
pub struct NilInterface;

impl crate::value::Object for NilInterface {
    fn type_name(&self, _: crate::Compat) -> std::borrow::Cow<'static, str> {
        "interface {}".into()
    }
    fn type_key(&self) -> &'static str {
        "interface {}"
    }
    fn kind(&self) -> crate::value::Kind {
        crate::value::Kind::Invalid
    }
    fn as_any(&self) -> &dyn std::any::Any {
        self
    }
}

/// All remaining arguments.
pub struct Rest<T>(pub Vec<T>);

impl<T> Deref for Rest<T> {
    type Target = [T];
    fn deref(&self) -> &[T] {
        &self.0
    }
}

impl<T: Arg> Arg for Rest<T> {
    const TYPE: Type = T::TYPE;
    const VARIADIC: bool = true;
    fn take(args: &mut Args<'_>) -> Result<Self, FuncError> {
        let mut rest = Vec::with_capacity(args.len());
        while args.len() > 0 {
            rest.push(T::take(args)?);
        }
        Ok(Rest(rest))
    }
}

/// What a Rust function may return.
pub trait Return {
    /// The Go value, or the failure.
    fn into_result(self) -> FuncResult;
}

macro_rules! ret {
    ($($rust:ty: $value:ident => $result:expr),+ $(,)?) => {
        $(impl Return for $rust {
            fn into_result(self) -> FuncResult {
                let $value = self;
                Ok($result)
            }
        })+
    };
}

ret! {
    Value: v => v,
    bool: b => Value::Bool(b),
    isize: i => Value::int(i as i64),
    i64: i => Value::int64(i),
    u64: i => Value::Int(i.cast_signed(), IntKind::Uint64),
    f64: f => Value::Float(f),
    Str: s => Value::Str(s),
    String: s => s.into(),
    &str: s => s.into(),
    Vec<u8>: s => Value::str(s),
    List: l => Value::List(l),
    Map: m => Value::Map(m),
    Vec<Value>: l => Value::list(l),
    Vec<Str>: l => Value::List(List::strings(l)),
}

impl<T: Return, E: Into<FuncError>> Return for Result<T, E> {
    fn into_result(self) -> FuncResult {
        self.map_err(Into::into)?.into_result()
    }
}

/// A Rust function that can be called with Go values.
pub trait Function<M> {
    /// The Go signature.
    const SIGNATURE: &'static Signature;
    /// Converts the arguments, calls, converts the result.
    fn call(&self, args: Args<'_>) -> FuncResult;
}

/// A [`Function`] whose first parameter is the running template.
pub trait CxFunction<M> {
    /// The Go signature, without that parameter.
    const SIGNATURE: &'static Signature;
    /// Converts the arguments, calls, converts the result.
    fn call(&self, cx: &mut Cx<'_>, args: Args<'_>) -> FuncResult;
}

macro_rules! functions {
    ($($param:ident)*) => {
        #[allow(non_snake_case, unused_mut, unused_variables)]
        impl<F, R: Return, $($param: Arg),*> Function<fn($($param),*) -> R> for F
        where
            F: Fn($($param),*) -> R,
        {
            const SIGNATURE: &'static Signature =
                &Signature { params: &[$($param::TYPE),*], variadic: false $(|| $param::VARIADIC)* };
            fn call(&self, mut args: Args<'_>) -> FuncResult {
                $(let $param = $param::take(&mut args)?;)*
                self($($param),*).into_result()
            }
        }

        #[allow(non_snake_case, unused_mut, unused_variables)]
        impl<F, R: Return, $($param: Arg),*> CxFunction<fn($($param),*) -> R> for F
        where
            F: Fn(&mut Cx<'_>, $($param),*) -> R,
        {
            const SIGNATURE: &'static Signature =
                &Signature { params: &[$($param::TYPE),*], variadic: false $(|| $param::VARIADIC)* };
            fn call(&self, cx: &mut Cx<'_>, mut args: Args<'_>) -> FuncResult {
                $(let $param = $param::take(&mut args)?;)*
                self(cx, $($param),*).into_result()
            }
        }
    };
}

functions! {}
functions! { A }
functions! { A B }
functions! { A B C }
functions! { A B C D }
functions! { A B C D E }
functions! { A B C D E G }

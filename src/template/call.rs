//! Calling functions and methods: how many arguments, and of which types.
//!
//! Source: Go's `evalCall`, `evalArg` and `validateType` (`text/template/exec.go`).

use super::eval::Given;
use super::exec::{Done, Exec};
use super::func::{Args, Func, NilInterface, Type};
use super::node::{Node, NodeId, Number};
use super::slot::Slot;
use crate::gostd::time::Duration;
use crate::value::{List, ListKind, Map, MapKind, ObjectType, Value};

/// So many arguments lie on the stack: nearly all calls have no more.
const FEW: usize = 4;

impl<'n> Exec<'_, '_, 'n> {
    /// Calls a function, or a method with its receiver. `id` is the node that a failure of the
    /// function is reported at.
    pub(super) fn call(
        &mut self,
        dot: &Slot,
        func: &'static Func,
        name: &str,
        id: NodeId,
        given: Given<'n>,
        receiver: Option<&Value>,
    ) -> Done<Slot> {
        let own = usize::from(receiver.is_some());
        let params = &func.signature.params[own..];
        let variadic = func.signature.variadic;
        let written = given.args;
        let count = written.len() + usize::from(given.last.is_some());
        self.check_count(name, params.len(), variadic, written.len(), count)?;
        let (mut few, mut many) = ([const { Value::Nil }; FEW], Vec::new());
        let args = few.get_mut(..own + count).unwrap_or_else(|| {
            many.resize_with(own + count, Value::default);
            &mut many
        });
        if let Some(receiver) = receiver {
            args[0] = receiver.clone();
        }
        for (i, arg) in written.iter().enumerate() {
            args[own + i] = self.arg(dot, parameter(params, i), *arg)?;
        }
        if let Some(last) = given.last {
            args[own + count - 1] = self.fit(last, parameter(params, count - 1))?;
        }
        match (func.call)(self.run, Args::new(args)) {
            // A nil that a function returns is in an interface: functions return `interface {}`.
            Ok(Value::Nil) => Ok(Slot::element(Value::Nil, true)),
            Ok(value) => Ok(Slot::new(value)),
            Err(error) => {
                self.at = id;
                self.call_failed(name, error)
            }
        }
    }

    fn check_count(&self, name: &str, params: usize, variadic: bool, written: usize, count: usize) -> Done<()> {
        if variadic && count + 1 < params {
            let want = params - 1;
            return self.fail(format!("wrong number of args for {name}: want at least {want} got {written}"));
        }
        if !variadic && count != params {
            return self.fail(format!("wrong number of args for {name}: want {params} got {count}"));
        }
        Ok(())
    }

    /// An argument for a parameter of the given type.
    fn arg(&mut self, dot: &Slot, ty: Type, id: NodeId) -> Done<Value> {
        match self.tree.node(id) {
            node if node.is_basic() => {
                self.at = id;
                self.constant(ty, id)
            }
            Node::Nil => {
                self.at = id;
                match zero(ty) {
                    Some(value) => Ok(value),
                    None => self.fail(format!("cannot assign nil to {}", self.type_name(ty))),
                }
            }
            _ => {
                let slot = self.operand(dot, id)?;
                self.fit(slot, ty)
            }
        }
    }

    fn type_name(&self, ty: Type) -> std::borrow::Cow<'static, str> {
        ty.name(self.run.options.compat)
    }

    /// A constant as the type that is asked for.
    fn constant(&self, ty: Type, id: NodeId) -> Done<Value> {
        let node = self.tree.node(id);
        let found = match (ty, node) {
            (Type::Any | Type::Reflect | Type::Bool, Node::Bool(b)) => Some(Value::Bool(b)),
            (Type::Any | Type::Reflect | Type::Str, Node::Str(_) | Node::Unquoted(_)) => {
                Some(Value::Str(self.tree.string(node)))
            }
            (Type::Any | Type::Reflect, Node::Int(int)) => Some(Value::int(int)),
            _ => match self.tree.number(node) {
                Some(number) => self.number(ty, &number)?,
                None => None,
            },
        };
        match found {
            Some(value) => Ok(value),
            None => self.misfit_constant(ty, id),
        }
    }

    /// A number as the type that is asked for, if it can be that.
    fn number(&self, ty: Type, number: &Number) -> Done<Option<Value>> {
        Ok(match ty {
            Type::Any | Type::Reflect => Some(self.ideal(number)?),
            Type::Int(kind) if kind.is_signed() => number.int.map(|int| Value::Int(int, kind)),
            Type::Int(kind) => number.uint.map(|uint| Value::Int(uint.cast_signed(), kind)),
            Type::Struct(Duration::NAME) => number.int.map(|int| Value::object(Duration(int))),
            Type::Float => number.float.map(Value::Float),
            _ => None,
        })
    }

    #[cold]
    fn misfit_constant<T>(&self, ty: Type, id: NodeId) -> Done<T> {
        let node = self.tree.unparse(id);
        let wanted = match ty {
            Type::Bool => "bool",
            Type::Str => "string",
            Type::Float => "float",
            Type::Int(kind) if kind.is_signed() => "integer",
            Type::Struct(Duration::NAME) => "integer",
            Type::Int(_) => "unsigned integer",
            _ => {
                let ty = format!(" for arg of type {}", self.type_name(ty));
                return self.fail([b"can't handle ", &*node, ty.as_bytes()].concat());
            }
        };
        self.fail([b"expected ", wanted.as_bytes(), b"; found ", &node].concat())
    }

    /// A value for a parameter: it must have the type already.
    fn fit(&self, slot: Slot, ty: Type) -> Done<Value> {
        if slot.is_nothing() {
            return match zero(ty) {
                Some(value) => Ok(value),
                None => self.fail(format!("invalid value; expected {}", self.type_name(ty))),
            };
        }
        let fits = match (ty, &slot.value) {
            (Type::Reflect, Value::Nil) => return Ok(Value::object(NilInterface)),
            (Type::Any | Type::Reflect, _)
            | (Type::Bool, Value::Bool(_))
            | (Type::Str, Value::Str(_))
            | (Type::Float, Value::Float(_)) => true,
            (Type::Int(kind), Value::Int(_, of)) => kind == *of,
            (Type::List(kind), Value::List(list)) => list_fits(kind, list.kind()),
            (Type::Map(kind), Value::Map(map)) => map_fits(kind, map.kind()),
            (Type::Struct(_) | Type::Pointer(_), Value::Object(object)) => {
                let name = object.type_name(self.run.options.compat);
                // A pointer is followed if that helps.
                self.type_name(ty) == name || name.strip_prefix('*') == Some(&*self.type_name(ty))
            }
            _ => false,
        };
        if fits { Ok(slot.value) } else { self.misfit(&slot, ty) }
    }

    #[cold]
    fn misfit<T>(&self, slot: &Slot, ty: Type) -> Done<T> {
        let compat = self.run.options.compat;
        // What is in the interface was tried, too, unless it is nil.
        let got = if slot.value.is_nil() { "interface {}".into() } else { slot.value.type_name(compat) };
        self.fail(format!("wrong type for value; expected {}; got {got}", self.type_name(ty)))
    }
}

/// The type of the argument at `index`; all arguments behind the parameters are variadic ones.
fn parameter(params: &[Type], index: usize) -> Type {
    params.get(index).or(params.last()).copied().unwrap_or(Type::Any)
}

/// What nil, or no value, is for a type that has it.
fn zero(ty: Type) -> Option<Value> {
    match ty {
        Type::List(kind) => Some(Value::List(List::nil(kind))),
        Type::Map(kind) => Some(Value::Map(Map::nil(kind))),
        Type::Any | Type::Pointer(_) | Type::Reflect => Some(Value::Nil),
        Type::Bool | Type::Str | Type::Int(_) | Type::Float | Type::Struct(_) => None,
    }
}

fn list_fits(wanted: ListKind, kind: ListKind) -> bool {
    wanted == kind || (wanted == ListKind::Strings && kind == ListKind::Versions)
}

fn map_fits(wanted: MapKind, kind: MapKind) -> bool {
    wanted == kind || (wanted == MapKind::Any && kind == MapKind::Values)
}

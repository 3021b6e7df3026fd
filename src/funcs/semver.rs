//! Semantic versions.

use crate::funcs;
use crate::semver::{Constraints, Version, VersionValue};
use crate::template::func::{Cx, Func, FuncError, FuncTable, Obj};
use crate::value::{Str, Value};

static FUNCTIONS: &[Func] = funcs! {
    "semver" => cx semver,
    "semverCompare" => cx semver_compare,
};

/// Adds the functions of this family, and the methods of versions.
pub(super) fn add(table: &mut FuncTable) {
    table.add(FUNCTIONS);
    table.add_methods("*semver.Version", METHODS);
    table.add_methods("semver.Version", VALUE_METHODS);
}

/// A version: `{{ (semver "v1.2").Minor }}` → `2`
fn semver(cx: &mut Cx<'_>, text: Str) -> Result<Value, FuncError> {
    Ok(Value::object(Version::parse(&text, cx.compat())?))
}

/// Whether a version lies in a range: `{{ semverCompare "^1.2.0" "1.4.0" }}` → `true`
fn semver_compare(cx: &mut Cx<'_>, range: Str, version: Str) -> Result<bool, FuncError> {
    let range = Constraints::parse(&range, cx.compat())?;
    Ok(range.check(&Version::parse(&version, cx.compat())?))
}

/// The version a method is called with.
fn receiver(version: &Obj<Version>) -> Result<&Version, FuncError> {
    version.get().ok_or_else(nil)
}

fn value_receiver(version: &Obj<VersionValue>) -> Result<&Version, FuncError> {
    version.get().map(|value| &value.0).ok_or_else(nil)
}

fn nil() -> FuncError {
    "runtime error: invalid memory address or nil pointer dereference".into()
}

fn value(version: Version) -> Value {
    Value::object(VersionValue(version))
}

/// The methods that exist on a version and on a pointer to one.
macro_rules! shared_methods {
    ($module:ident, $type:ty, $receiver:ident) => {
        mod $module {
            use super::{Cx, FuncError, Obj, Str, Value, value};
            use crate::semver::Version;

            type Receiver = Obj<$type>;

            fn get(v: &Receiver) -> Result<&Version, FuncError> {
                super::$receiver(v)
            }
            pub(super) fn string(v: Receiver) -> Result<String, FuncError> {
                Ok(get(&v)?.to_string())
            }
            pub(super) fn major(v: Receiver) -> Result<u64, FuncError> {
                Ok(get(&v)?.major)
            }
            pub(super) fn minor(v: Receiver) -> Result<u64, FuncError> {
                Ok(get(&v)?.minor)
            }
            pub(super) fn patch(v: Receiver) -> Result<u64, FuncError> {
                Ok(get(&v)?.patch)
            }
            pub(super) fn prerelease(v: Receiver) -> Result<String, FuncError> {
                Ok(get(&v)?.pre.clone())
            }
            pub(super) fn metadata(v: Receiver) -> Result<String, FuncError> {
                Ok(get(&v)?.metadata.clone())
            }
            pub(super) fn inc_major(cx: &mut Cx<'_>, v: Receiver) -> Result<Value, FuncError> {
                Ok(value(get(&v)?.next_major(cx.compat())?))
            }
            pub(super) fn inc_minor(cx: &mut Cx<'_>, v: Receiver) -> Result<Value, FuncError> {
                Ok(value(get(&v)?.next_minor(cx.compat())?))
            }
            pub(super) fn inc_patch(cx: &mut Cx<'_>, v: Receiver) -> Result<Value, FuncError> {
                Ok(value(get(&v)?.next_patch(cx.compat())?))
            }
            pub(super) fn set_prerelease(cx: &mut Cx<'_>, v: Receiver, pre: Str) -> Result<Value, FuncError> {
                Ok(value(get(&v)?.with_prerelease(&pre, cx.compat())?))
            }
            pub(super) fn set_metadata(cx: &mut Cx<'_>, v: Receiver, metadata: Str) -> Result<Value, FuncError> {
                Ok(value(get(&v)?.with_metadata(&metadata, cx.compat())?))
            }
        }
    };
}

shared_methods!(pointer, Version, receiver);
shared_methods!(by_value, crate::semver::VersionValue, value_receiver);

fn original(v: Obj<Version>) -> Result<String, FuncError> {
    Ok(receiver(&v)?.original.clone())
}

fn order(a: &Obj<Version>, b: &Obj<Version>) -> Result<std::cmp::Ordering, FuncError> {
    Ok(receiver(a)?.compare(receiver(b)?))
}

fn compare(v: Obj<Version>, other: Obj<Version>) -> Result<isize, FuncError> {
    Ok(order(&v, &other)? as isize)
}

/// Two nil versions are equal.
fn equal(v: Obj<Version>, other: Obj<Version>) -> Result<bool, FuncError> {
    match (v.get(), other.get()) {
        (None, None) => Ok(true),
        (None, _) | (_, None) => Ok(false),
        _ => Ok(order(&v, &other)?.is_eq()),
    }
}

fn greater_than(v: Obj<Version>, other: Obj<Version>) -> Result<bool, FuncError> {
    Ok(order(&v, &other)?.is_gt())
}

fn greater_than_equal(v: Obj<Version>, other: Obj<Version>) -> Result<bool, FuncError> {
    Ok(order(&v, &other)?.is_ge())
}

fn less_than(v: Obj<Version>, other: Obj<Version>) -> Result<bool, FuncError> {
    Ok(order(&v, &other)?.is_lt())
}

fn less_than_equal(v: Obj<Version>, other: Obj<Version>) -> Result<bool, FuncError> {
    Ok(order(&v, &other)?.is_le())
}

static METHODS: &[Func] = {
    use pointer::{inc_major, inc_minor, inc_patch, set_metadata, set_prerelease};
    funcs! {
        "String" => pointer::string, "Major" => pointer::major, "Minor" => pointer::minor, "Patch" => pointer::patch,
        "Prerelease" => pointer::prerelease, "Metadata" => pointer::metadata, "Original" => original,
        "Compare" => compare, "Equal" => equal,
        "GreaterThan" => greater_than, "GreaterThanEqual" => greater_than_equal,
        "LessThan" => less_than, "LessThanEqual" => less_than_equal,
        "IncMajor" => cx inc_major, "IncMinor" => cx inc_minor, "IncPatch" => cx inc_patch,
        "SetPrerelease" => cx set_prerelease, "SetMetadata" => cx set_metadata,
    }
};

static VALUE_METHODS: &[Func] = {
    use by_value::{inc_major, inc_minor, inc_patch, set_metadata, set_prerelease};
    funcs! {
        "String" => by_value::string, "Major" => by_value::major, "Minor" => by_value::minor,
        "Patch" => by_value::patch, "Prerelease" => by_value::prerelease, "Metadata" => by_value::metadata,
        "IncMajor" => cx inc_major, "IncMinor" => cx inc_minor, "IncPatch" => cx inc_patch,
        "SetPrerelease" => cx set_prerelease, "SetMetadata" => cx set_metadata,
    }
};

//! Versions as values of templates.

use super::Version;
use crate::compat::Compat;
use crate::value::{IntKind, Kind, Object, ObjectType, Value};
use std::any::Any;
use std::borrow::Cow;

/// A version held by value, as the methods that make new versions return it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VersionValue(pub Version);

impl Object for Version {
    fn type_name(&self, _: Compat) -> Cow<'static, str> {
        Version::NAME.into()
    }
    fn type_key(&self) -> &'static str {
        Version::NAME
    }
    fn kind(&self) -> Kind {
        Kind::Ptr
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn string(&self) -> Option<Vec<u8>> {
        Some(self.to_string().into_bytes())
    }
    /// All of them are unexported, but printing under a wrong verb and deep comparison see them.
    fn fields(&self) -> Vec<(&'static str, Value)> {
        let number = |n: u64| Value::Int(n.cast_signed(), IntKind::Uint64);
        vec![
            ("major", number(self.major)),
            ("minor", number(self.minor)),
            ("patch", number(self.patch)),
            ("pre", self.pre.as_str().into()),
            ("metadata", self.metadata.as_str().into()),
            ("original", self.original.as_str().into()),
        ]
    }
    fn json(&self, _: Compat) -> Value {
        Value::str(self.to_string())
    }
}

impl ObjectType for Version {
    const NAME: &'static str = "*semver.Version";
    const POINTER: bool = true;
}

impl Object for VersionValue {
    fn type_name(&self, _: Compat) -> Cow<'static, str> {
        VersionValue::NAME.into()
    }
    fn type_key(&self) -> &'static str {
        VersionValue::NAME
    }
    fn kind(&self) -> Kind {
        Kind::Struct
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn string(&self) -> Option<Vec<u8>> {
        self.0.string()
    }
    fn fields(&self) -> Vec<(&'static str, Value)> {
        self.0.fields()
    }
    fn json(&self, compat: Compat) -> Value {
        self.0.json(compat)
    }
    fn equals(&self, other: &dyn Object) -> bool {
        other.as_any().downcast_ref::<VersionValue>() == Some(self)
    }
}

impl ObjectType for VersionValue {
    const NAME: &'static str = "semver.Version";
    const POINTER: bool = false;
}

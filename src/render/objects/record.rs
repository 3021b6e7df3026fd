//! A Go struct without methods, described by its fields.

use crate::compat::Compat;
use crate::value::{Kind, Object, Value};
use std::any::Any;
use std::borrow::Cow;

/// A struct, or a pointer to one.
pub(super) struct Record {
    /// The Go type.
    pub(super) type_name: &'static str,
    /// Whether it is held by pointer.
    pub(super) pointer: bool,
    /// Whether the first field is embedded: its fields are also fields of this one.
    pub(super) embedded: bool,
    /// The fields in declaration order.
    pub(super) fields: Vec<Field>,
}

/// A field of a [`Record`].
pub(super) struct Field {
    /// The name in Go.
    pub(super) go: &'static str,
    /// The name in JSON.
    pub(super) json: &'static str,
    /// Whether JSON leaves the field out when it is empty.
    pub(super) omit_empty: bool,
    /// The value.
    pub(super) value: Value,
}

impl Record {
    fn embedded(&self) -> Option<&Record> {
        if self.embedded { self.fields.first()?.value.downcast() } else { None }
    }
}

impl Object for Record {
    fn type_name(&self, _: Compat) -> Cow<'static, str> {
        self.type_name.into()
    }
    fn type_key(&self) -> &'static str {
        self.type_name
    }
    fn kind(&self) -> Kind {
        if self.pointer { Kind::Ptr } else { Kind::Struct }
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn field(&self, name: &[u8]) -> Option<Value> {
        let own = self.fields.iter().find(|f| f.go.as_bytes() == name).map(|f| f.value.clone());
        own.or_else(|| self.embedded()?.field(name))
    }
    fn fields(&self) -> Vec<(&'static str, Value)> {
        self.fields.iter().map(|f| (f.go, f.value.clone())).collect()
    }
    #[expect(clippy::only_used_in_recursion, reason = "the parameter is the trait's")]
    fn json_fields(&self, compat: Compat) -> Option<Vec<(&'static str, Value)>> {
        let mut fields = self.embedded().and_then(|inner| inner.json_fields(compat)).unwrap_or_default();
        let own = self.fields.iter().skip(usize::from(self.embedded));
        let own = own.filter(|f| !f.omit_empty || f.value.truth());
        fields.extend(own.map(|f| (f.json, f.value.clone())));
        Some(fields)
    }
}

//! All functions and methods of one Helm, by name.

use super::Func;
use rustc_hash::FxHashMap;

/// The functions a template may call, and the methods of the types it may meet.
#[derive(Clone, Default)]
pub struct FuncTable {
    functions: FxHashMap<&'static [u8], &'static Func>,
    methods: FxHashMap<&'static str, Vec<&'static [Func]>>,
}

impl FuncTable {
    /// A table without functions.
    #[must_use]
    pub fn new() -> FuncTable {
        FuncTable::default()
    }

    /// Adds functions; a later one replaces an earlier one of the same name.
    pub fn add(&mut self, functions: impl IntoIterator<Item = &'static Func>) {
        self.functions.extend(functions.into_iter().map(|f| (f.name.as_bytes(), f)));
    }

    /// Adds methods of a type, under the key that [`Value::type_key`](crate::value::Value::type_key)
    /// gives for its values.
    pub fn add_methods(&mut self, type_key: &'static str, methods: &'static [Func]) {
        self.methods.entry(type_key).or_default().push(methods);
    }

    /// The function of that name.
    #[must_use]
    pub fn get(&self, name: impl AsRef<[u8]>) -> Option<&'static Func> {
        self.functions.get(name.as_ref()).copied()
    }

    /// The method of that name on the type with that key.
    #[must_use]
    pub fn method(&self, type_key: &str, name: &[u8]) -> Option<&'static Func> {
        self.methods.get(type_key)?.iter().copied().flatten().find(|m| m.name.as_bytes() == name)
    }

    /// All functions, by name.
    #[must_use]
    pub fn functions(&self) -> Vec<&'static Func> {
        let mut functions: Vec<_> = self.functions.values().copied().collect();
        functions.sort_unstable_by_key(|f| f.name);
        functions
    }
}

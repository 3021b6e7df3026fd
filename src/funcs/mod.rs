//! Every function a template can call, by family.

use crate::compat::Compat;
use crate::template::func::FuncTable;
use std::sync::OnceLock;

/// The functions and methods of one Helm.
#[must_use]
pub fn table(compat: Compat) -> &'static FuncTable {
    static HELM3: OnceLock<FuncTable> = OnceLock::new();
    static HELM4: OnceLock<FuncTable> = OnceLock::new();
    let table = if compat.has_helm4_functions() { &HELM4 } else { &HELM3 };
    table.get_or_init(|| build(compat))
}

fn build(compat: Compat) -> FuncTable {
    let table = FuncTable::new();
    let _ = compat;
    table
}

//! Every function a template can call, by family.

mod core;
mod crypto;
mod date;
mod defaults;
mod dicts;
mod encoding;
mod helm;
mod lists;
mod math;
mod network;
mod paths;
mod random;
mod reflect;
mod regex;
mod semver;
mod string_lists;
mod strings;
mod url;

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

/// The functions of `text/template` itself, without any of sprig's or Helm's.
#[must_use]
pub fn builtins() -> FuncTable {
    let mut table = FuncTable::new();
    table.add(core::FUNCTIONS);
    table
}

/// The functions of `text/template` and sprig, for templates outside of charts.
#[must_use]
pub fn sprig(compat: Compat) -> FuncTable {
    build(compat)
}

fn build(compat: Compat) -> FuncTable {
    let mut table = FuncTable::new();
    table.add(core::FUNCTIONS);
    table.add(strings::FUNCTIONS);
    table.add(string_lists::FUNCTIONS);
    table.add(lists::FUNCTIONS);
    table.add(dicts::FUNCTIONS);
    table.add(math::FUNCTIONS);
    table.add(defaults::FUNCTIONS);
    table.add(encoding::FUNCTIONS);
    table.add(paths::FUNCTIONS);
    table.add(url::FUNCTIONS);
    table.add(reflect::FUNCTIONS);
    table.add(random::FUNCTIONS);
    table.add(network::FUNCTIONS);
    table.add(helm::FUNCTIONS);
    if compat.has_helm4_functions() {
        table.add(helm::HELM4_FUNCTIONS);
    }
    crypto::add(&mut table);
    date::add(&mut table, compat);
    regex::add(&mut table);
    semver::add(&mut table);
    table
}

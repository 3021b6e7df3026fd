//! The built-in objects that templates see: `.Capabilities`, `.Files`, `.Values`, `.Chart`.

pub mod capabilities;
pub mod chart;
pub mod files;
mod record;
pub mod values;

use crate::template::func::FuncTable;

/// Adds the methods of the built-in objects to a table of functions.
pub fn add_methods(table: &mut FuncTable) {
    table.add_methods("common.Values", values::METHODS);
    table.add_methods("*common.Capabilities", capabilities::CAPABILITIES_METHODS);
    table.add_methods("common.VersionSet", capabilities::VERSION_SET_METHODS);
    table.add_methods("common.KubeVersion", capabilities::KUBE_VERSION_METHODS);
    table.add_methods("engine.files", files::METHODS);
}

//! The root object of each chart: what `.` is in its templates.

use super::objects::capabilities::Capabilities;
use super::objects::chart::chart_value;
use super::objects::files::Files;
use super::options::RenderOptions;
use crate::chart::{Chart, File, Instance};
use crate::compat::Compat;
use crate::gostd::path;
use crate::value::{Map, MapKind, Value};
use std::sync::Arc;

/// A template file with the object it runs on.
pub(super) struct Template<'a> {
    /// The name under which it is known to `include`: chart path and path in the chart.
    pub(super) name: String,
    pub(super) chart: &'a Chart,
    pub(super) file: &'a File,
    /// `.Template.BasePath`.
    pub(super) base_path: String,
    /// The root object, which all templates of the chart share.
    pub(super) root: Map,
}

/// The objects that are the same for all charts of a render.
struct Shared {
    release: Value,
    capabilities: Value,
    compat: Compat,
}

/// The templates of a chart and its dependencies, each with its root object.
///
/// `values` are the coalesced values of the root chart. A dependency's `.Values` is the very map
/// inside its parent's.
///
/// Source: Helm's `recAllTpls` (`pkg/engine/engine.go`).
pub(super) fn templates<'a>(root: &'a Instance, values: &Map, options: &RenderOptions) -> Vec<Template<'a>> {
    let capabilities = Capabilities::new(options.kube_version.clone(), &options.api_versions, options.compat);
    let shared =
        Shared { release: release(options), capabilities: Value::object(capabilities), compat: options.compat };
    let mut templates = Vec::new();
    scope(root, true, values.clone(), &shared, &mut templates);
    templates
}

/// `.Release`.
fn release(options: &RenderOptions) -> Value {
    let map = Map::new();
    map.insert("Name", options.release_name.as_str().into());
    map.insert("Namespace", options.namespace.as_str().into());
    map.insert("IsUpgrade", options.is_upgrade.into());
    map.insert("IsInstall", options.is_install.into());
    map.insert("Revision", Value::int(options.revision));
    map.insert("Service", "Helm".into());
    Value::Map(map)
}

fn scope<'a>(
    chart: &'a Instance,
    is_root: bool,
    values: Map,
    shared: &Shared,
    templates: &mut Vec<Template<'a>>,
) -> Map {
    let files = chart.chart.files.iter().map(|f| (Arc::from(f.name.as_str()), f.data.clone()));
    let object = Map::with_capacity(8);
    object.insert("Chart", chart_value(chart, is_root, shared.compat));
    object.insert("Files", Value::object(Files::new(files)));
    object.insert("Release", shared.release.clone());
    object.insert("Capabilities", shared.capabilities.clone());
    object.insert("Values", Value::Map(values.clone().with_kind(MapKind::Values)));
    let subcharts = Map::new();
    object.insert("Subcharts", Value::Map(subcharts.clone()));
    for child in &chart.children {
        let child_object = scope(child, false, values_of(&values, &child.name), shared, templates);
        subcharts.insert(&child.name, Value::Map(child_object));
    }
    let is_library = chart.chart.metadata.chart_type.eq_ignore_ascii_case("library");
    for file in &chart.chart.templates {
        let base = file.name.rsplit('/').next().unwrap_or_default();
        if is_library && !base.starts_with('_') {
            continue;
        }
        templates.push(Template {
            name: path::join(&[&chart.path, &file.name]),
            chart: &chart.chart,
            file,
            base_path: path::join(&[&chart.path, "templates"]),
            root: object.clone().with_kind(MapKind::Values),
        });
    }
    object
}

/// The map under a dependency's name, which Helm takes for a dotted path; a new one if there is none.
fn values_of(parent: &Map, name: &str) -> Map {
    let found = name.split('.').try_fold(parent.clone(), |table, key| match table.get(key) {
        Some(Value::Map(inner)) => Some(inner),
        _ => None,
    });
    found.unwrap_or_default()
}

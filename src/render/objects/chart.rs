//! `.Chart`: in Helm 4 a map with Go's field names, in Helm 3 the struct itself.

use super::record::{Field, Record};
use crate::chart::{Dependency, Import, Instance, Maintainer, Metadata};
use crate::compat::Compat;
use crate::value::{List, ListKind, Map, MapKind, Str, Value};

/// `.Chart` of a chart as a render uses it: under its alias, with its dependencies as processed.
#[must_use]
pub fn chart_value(chart: &Instance, is_root: bool, compat: Compat) -> Value {
    let given = &chart.chart.metadata;
    let metadata = &Metadata { name: chart.name.clone(), dependencies: chart.listed.clone(), ..given.clone() };
    if compat.chart_is_map() { chart_map(metadata, is_root) } else { chart_struct(metadata, is_root) }
}

/// Source: Helm 4's `MetadataAsMap` (`pkg/chart/common.go`): every field is there, lists are never nil.
fn chart_map(metadata: &Metadata, is_root: bool) -> Value {
    let m = metadata;
    let map: Map = [
        ("APIVersion", m.api_version.as_str().into()),
        ("Annotations", annotations(m)),
        ("AppVersion", m.app_version.as_str().into()),
        ("Condition", m.condition.as_str().into()),
        ("Dependencies", Value::list(m.dependencies.iter().flatten().map(dependency_map).collect())),
        ("Deprecated", m.deprecated.into()),
        ("Description", m.description.as_str().into()),
        ("Home", m.home.as_str().into()),
        ("Icon", m.icon.as_str().into()),
        ("IsRoot", is_root.into()),
        ("Keywords", texts(m.keywords.as_ref())),
        ("KubeVersion", m.kube_version.as_str().into()),
        ("Maintainers", Value::list(m.maintainers.iter().flatten().map(maintainer_map).collect())),
        ("Name", m.name.as_str().into()),
        ("Sources", texts(m.sources.as_ref())),
        ("Tags", m.tags.as_str().into()),
        ("Type", m.chart_type.as_str().into()),
        ("Version", m.version.as_str().into()),
    ]
    .into_iter()
    .collect();
    Value::Map(map)
}

fn annotations(metadata: &Metadata) -> Value {
    let map = metadata.annotations.as_ref().map_or_else(
        || Map::nil(MapKind::Strings),
        |a| a.iter().map(|(k, v)| (k.as_str(), Value::from(v.as_str()))).collect::<Map>().with_kind(MapKind::Strings),
    );
    Value::Map(map)
}

fn texts(texts: Option<&Vec<String>>) -> Value {
    Value::list(texts.into_iter().flatten().map(|t| t.as_str().into()).collect())
}

fn maintainer_map(m: &Maintainer) -> Value {
    let entries = [("Name", &m.name), ("Email", &m.email), ("URL", &m.url)];
    Value::Map(entries.into_iter().map(|(k, v)| (k, v.as_str().into())).collect())
}

fn dependency_map(d: &Dependency) -> Value {
    let map: Map = [
        ("Alias", d.alias.as_str().into()),
        ("Condition", d.condition.as_str().into()),
        ("Enabled", d.enabled.into()),
        ("ImportValues", import_values(d).unwrap_or_else(|| Value::list(Vec::new()))),
        ("Name", d.name.as_str().into()),
        ("Repository", d.repository.as_str().into()),
        ("Tags", texts(d.tags.as_ref())),
        ("Version", d.version.as_str().into()),
    ]
    .into_iter()
    .collect();
    Value::Map(map)
}

fn import_values(dependency: &Dependency) -> Option<Value> {
    dependency.import_values.as_ref().map(|items| Value::list(items.iter().map(import).collect()))
}

fn import(import: &Import) -> Value {
    match import {
        Import::Given(node) => node.to_value(),
        Import::Path { child, parent } => {
            let entries = [("child", child), ("parent", parent)];
            let map: Map = entries.into_iter().map(|(k, v)| (k, v.as_str().into())).collect();
            Value::Map(map.with_kind(MapKind::Strings))
        }
    }
}

/// Source: Helm 3's `recAllTpls`: a struct that embeds the metadata and adds `IsRoot`.
fn chart_struct(metadata: &Metadata, is_root: bool) -> Value {
    let is_root = Field { go: "IsRoot", json: "IsRoot", omit_empty: false, value: is_root.into() };
    let metadata =
        Record { type_name: "chart.Metadata", pointer: false, embedded: false, fields: metadata_fields(metadata) };
    let embedded = Field { go: "Metadata", json: "", omit_empty: false, value: Value::object(metadata) };
    Value::object(Record {
        type_name: "struct { chart.Metadata; IsRoot bool }",
        pointer: false,
        embedded: true,
        fields: vec![embedded, is_root],
    })
}

fn field(go: &'static str, json: &'static str, value: impl Into<Value>) -> Field {
    Field { go, json, omit_empty: true, value: value.into() }
}

fn metadata_fields(m: &Metadata) -> Vec<Field> {
    vec![
        field("Name", "name", m.name.as_str()),
        field("Home", "home", m.home.as_str()),
        field("Sources", "sources", strings(m.sources.as_ref())),
        field("Version", "version", m.version.as_str()),
        field("Description", "description", m.description.as_str()),
        field("Keywords", "keywords", strings(m.keywords.as_ref())),
        field("Maintainers", "maintainers", records(m.maintainers.as_ref(), ListKind::Maintainers, maintainer)),
        field("Icon", "icon", m.icon.as_str()),
        field("APIVersion", "apiVersion", m.api_version.as_str()),
        field("Condition", "condition", m.condition.as_str()),
        field("Tags", "tags", m.tags.as_str()),
        field("AppVersion", "appVersion", m.app_version.as_str()),
        field("Deprecated", "deprecated", m.deprecated),
        field("Annotations", "annotations", annotations(m)),
        field("KubeVersion", "kubeVersion", m.kube_version.as_str()),
        field("Dependencies", "dependencies", records(m.dependencies.as_ref(), ListKind::Dependencies, dependency)),
        field("Type", "type", m.chart_type.as_str()),
    ]
}

fn strings(texts: Option<&Vec<String>>) -> Value {
    let list = |texts: &Vec<String>| List::strings(texts.iter().map(Str::from).collect());
    Value::List(texts.map_or_else(|| List::nil(ListKind::Strings), list))
}

fn records<T>(items: Option<&Vec<T>>, kind: ListKind, record: impl Fn(&T) -> Record) -> Value {
    let list = |items: &Vec<T>| List::typed(kind, items.iter().map(|item| Value::object(record(item))).collect());
    Value::List(items.map_or_else(|| List::nil(kind), list))
}

fn maintainer(m: &Maintainer) -> Record {
    let fields = vec![
        field("Name", "name", m.name.as_str()),
        field("Email", "email", m.email.as_str()),
        field("URL", "url", m.url.as_str()),
    ];
    Record { type_name: "*chart.Maintainer", pointer: true, embedded: false, fields }
}

fn dependency(d: &Dependency) -> Record {
    let always = |field: Field| Field { omit_empty: false, ..field };
    let imports = import_values(d).unwrap_or_else(|| Value::List(List::nil(ListKind::Any)));
    let fields = vec![
        always(field("Name", "name", d.name.as_str())),
        field("Version", "version", d.version.as_str()),
        always(field("Repository", "repository", d.repository.as_str())),
        field("Condition", "condition", d.condition.as_str()),
        field("Tags", "tags", strings(d.tags.as_ref())),
        field("Enabled", "enabled", d.enabled),
        field("ImportValues", "import-values", imports),
        field("Alias", "alias", d.alias.as_str()),
    ];
    Record { type_name: "*chart.Dependency", pointer: true, embedded: false, fields }
}

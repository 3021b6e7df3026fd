//! `Chart.yaml` and `Chart.lock` as Helm writes them: keys sorted, what is empty left out.

use super::metadata::{Dependency, Import, Maintainer, Metadata};
use super::{Lock, load_error};
use crate::compat::Compat;
use crate::error::Result;
use crate::gostd::json::{self, Style};
use crate::gostd::time::{Location, Time, parse_in};
use crate::value::{Map, Value};
use crate::yaml;

impl Metadata {
    /// The text of a `Chart.yaml` that says this.
    pub fn to_yaml(&self, compat: Compat) -> Result<Vec<u8>> {
        yaml::write(&self.to_value(), compat).map_err(load_error)
    }

    /// The fields that are not empty, as JSON has them.
    pub fn to_value(&self) -> Value {
        let map = Map::new();
        let texts = [
            ("name", &self.name),
            ("home", &self.home),
            ("version", &self.version),
            ("description", &self.description),
            ("icon", &self.icon),
            ("apiVersion", &self.api_version),
            ("condition", &self.condition),
            ("tags", &self.tags),
            ("appVersion", &self.app_version),
            ("kubeVersion", &self.kube_version),
            ("type", &self.chart_type),
        ];
        texts.into_iter().for_each(|(key, text)| put_text(&map, key, text));
        put_list(&map, "sources", self.sources.as_deref(), |text| Value::str(text.as_str()));
        put_list(&map, "keywords", self.keywords.as_deref(), |text| Value::str(text.as_str()));
        put_list(&map, "maintainers", self.maintainers.as_deref(), maintainer);
        put_list(&map, "dependencies", self.dependencies.as_deref(), dependency);
        if self.deprecated {
            map.insert("deprecated", Value::Bool(true));
        }
        if let Some(annotations) = self.annotations.as_ref().filter(|annotations| !annotations.is_empty()) {
            let annotations = annotations.iter().map(|(key, text)| (key.as_str(), Value::str(text.as_str())));
            map.insert("annotations", Value::Map(annotations.collect()));
        }
        Value::Map(map)
    }
}

fn put_text(map: &Map, key: &'static str, text: &str) {
    if !text.is_empty() {
        map.insert(key, Value::str(text));
    }
}

fn put_list<T>(map: &Map, key: &'static str, list: Option<&[T]>, to_value: impl Fn(&T) -> Value) {
    if let Some(list) = list.filter(|list| !list.is_empty()) {
        map.insert(key, Value::list(list.iter().map(to_value).collect()));
    }
}

fn maintainer(maintainer: &Maintainer) -> Value {
    let map = Map::new();
    put_text(&map, "name", &maintainer.name);
    put_text(&map, "email", &maintainer.email);
    put_text(&map, "url", &maintainer.url);
    Value::Map(map)
}

fn dependency(dependency: &Dependency) -> Value {
    Value::Map(fields(dependency).into_iter().collect())
}

/// The fields of a dependency in the order in which Go writes them; the repository is there even if empty.
fn fields(dependency: &Dependency) -> Vec<(&'static str, Value)> {
    let text = |text: &str| (!text.is_empty()).then(|| Value::str(text));
    let list = |items: Vec<Value>| (!items.is_empty()).then(|| Value::list(items));
    let tags = dependency.tags.iter().flatten().map(|tag| Value::str(tag.as_str())).collect();
    let imports = dependency.import_values.iter().flatten().map(import).collect();
    let fields = [
        ("name", Some(Value::str(dependency.name.as_str()))),
        ("version", text(&dependency.version)),
        ("repository", Some(Value::str(dependency.repository.as_str()))),
        ("condition", text(&dependency.condition)),
        ("tags", list(tags)),
        ("enabled", dependency.enabled.then_some(Value::Bool(true))),
        ("import-values", list(imports)),
        ("alias", text(&dependency.alias)),
    ];
    fields.into_iter().filter_map(|(key, value)| Some((key, value?))).collect()
}

fn import(import: &Import) -> Value {
    match import {
        Import::Given(node) => node.to_value(),
        Import::Path { child, parent } => Value::Map(
            [("child", Value::str(child.as_str())), ("parent", Value::str(parent.as_str()))].into_iter().collect(),
        ),
    }
}

/// The dependencies as the JSON that Helm takes checksums of.
///
/// Source: the JSON form of Helm's `Dependency`; the fields are in the order of the Go type.
pub fn dependencies_json(dependencies: &[Dependency], compat: Compat, out: &mut Vec<u8>) -> Result<()> {
    out.push(b'[');
    for (i, dependency) in dependencies.iter().enumerate() {
        out.extend_from_slice(if i == 0 { b"{" } else { b",{" });
        for (i, (key, value)) in fields(dependency).into_iter().enumerate() {
            out.extend_from_slice(format!("{}\"{key}\":", if i == 0 { "" } else { "," }).as_bytes());
            json::encode(&value, Style { escape_html: true, indent: None }, compat, out).map_err(load_error)?;
        }
        out.push(b'}');
    }
    out.push(b']');
    Ok(())
}

/// The form in which Go writes times to JSON.
const RFC3339_NANO: &[u8] = b"2006-01-02T15:04:05.999999999Z07:00";

/// The layout that Go reads them in.
const RFC3339: &[u8] = b"2006-01-02T15:04:05Z07:00";

impl Lock {
    /// The text of a `Chart.lock` that says this.
    pub fn to_yaml(&self, compat: Compat) -> Result<Vec<u8>> {
        let dependencies = self.dependencies.iter().map(|d| d.as_ref().map_or(Value::Nil, dependency)).collect();
        let map: Map = [
            ("generated", Value::str(self.time().format(RFC3339_NANO))),
            ("digest", Value::str(self.digest.as_str())),
            ("dependencies", Value::list(dependencies)),
        ]
        .into_iter()
        .collect();
        yaml::write(&Value::Map(map), compat).map_err(load_error)
    }

    /// When it was written; the year 1 if it does not say.
    pub(super) fn time(&self) -> Time {
        parse_in(RFC3339, self.generated.as_bytes(), &Location::Utc).unwrap_or_else(|_| Time::zero())
    }
}

/// A moment, in seconds since 1970, in UTC as a lock file has it.
#[must_use]
pub fn timestamp_utc(seconds: i64) -> String {
    String::from_utf8_lossy(&Time::unix(seconds, 0).in_zone(Location::Utc).format(RFC3339_NANO)).into_owned()
}

/// A moment, in seconds and nanoseconds since 1970, in the local zone as a lock or an index has it.
#[must_use]
pub fn timestamp((seconds, nanos): (i64, u32)) -> String {
    String::from_utf8_lossy(&Time::unix(seconds, nanos).format(RFC3339_NANO)).into_owned()
}

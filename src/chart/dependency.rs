//! Which subcharts take part in a render, under which names, and what their parents import.
//!
//! Helm changes its charts in place, and some of what it changes is shared: the copies of a chart
//! under several aliases share entries of their lists of dependencies (all of them in Helm 3, those
//! of their subcharts in Helm 4), and subcharts may belong to a copy that is not their parent. So the
//! structures here have the same shape, pointer by pointer.
//!
//! Source: Helm's `pkg/chart/v2/util/dependencies.go`.

use super::metadata::{Dependency, Import};
use super::values::{self, Merger, Mode};
use super::{Chart, version};
use crate::compat::Compat;
use crate::diag::{Level, Notice};
use crate::error::{Error, ErrorKind, Result};
use crate::gostd::fmt;
use crate::value::{Map, MapKind, Value};
use crate::yaml::Node;
use std::cell::RefCell;
use std::rc::{Rc, Weak};
use std::sync::Arc;

/// Checks that a chart may be rendered on its own and that all listed dependencies are there.
///
/// Errors are of [`ErrorKind::Load`] for a library and of [`ErrorKind::Dependency`] otherwise.
///
/// Source: Helm's `checkIfInstallable` and `CheckDependencies`.
pub fn check_installable(chart: &Chart, compat: Compat, notices: &mut Vec<Notice>) -> Result<()> {
    let chart_type = chart.metadata.chart_type.as_str();
    if !matches!(chart_type, "" | "application") {
        return Err(super::load_error(format!("{chart_type} charts are not installable")));
    }
    if chart.metadata.deprecated {
        let notice = Notice::new(Level::Warn, "this chart is deprecated");
        notices.push(notice.helm3("WARNING: This chart is deprecated"));
    }
    check_dependencies(chart, compat).map_err(|reason| {
        let (an, quote) = if compat.structured_logs() { ("an", '\'') } else { ("An", '`') };
        Error::new(
            ErrorKind::Dependency,
            format!(
                "{an} error occurred while checking for chart dependencies. You may need to run {quote}helm \
                 dependency build{quote} to fetch missing dependencies: {reason}"
            ),
        )
    })?;
    if is_version_3(chart, compat) {
        return Err(super::load_error("invalid chart apiVersion"));
    }
    Ok(())
}

/// Checks that all listed dependencies are there and that the chart has a format that Helm packs.
///
/// Source: Helm's `Package.Run`.
pub fn check_packable(chart: &Chart, compat: Compat) -> Result<()> {
    if is_version_3(chart, compat) {
        return Err(super::load_error("invalid chart apiVersion"));
    }
    check_dependencies(chart, compat).map_err(|reason| Error::new(ErrorKind::Dependency, reason))
}

/// Whether Helm reads the chart as one of its next format, which it knows but does not install.
fn is_version_3(chart: &Chart, compat: Compat) -> bool {
    compat.detects_api_version() && chart.metadata.api_version == "v3"
}

fn check_dependencies(chart: &Chart, compat: Compat) -> std::result::Result<(), String> {
    let present = |name: &str| chart.dependencies.iter().any(|child| child.name() == name);
    let listed = chart.metadata.dependencies.iter().flatten();
    let missing: Vec<&str> = listed.map(|d| d.name.as_str()).filter(|name| !present(name)).collect();
    // For version 3, Helm looks at as many listed dependencies as there are charts, listed or not.
    if is_version_3(chart, compat) && chart.metadata.dependencies.iter().flatten().count() < chart.dependencies.len() {
        return Err("unsupported chart dependency type".to_owned());
    }
    if missing.is_empty() {
        return Ok(());
    }
    Err(format!("found in Chart.yaml, but missing in charts/ directory: {}", missing.join(", ")))
}

/// A chart in the tree that is being processed.
pub(super) struct Unit {
    pub(super) chart: Arc<Chart>,
    metadata: Rc<Metadata>,
    pub(super) children: RefCell<Vec<Rc<Unit>>>,
    /// The chart's own values; they are copied before they are changed.
    values: RefCell<Map>,
    parent: RefCell<Weak<Unit>>,
}

/// The part of the metadata that is changed.
struct Metadata {
    name: String,
    listed: RefCell<Option<Vec<Rc<RefCell<Dependency>>>>>,
}

impl values::Unit for Unit {
    fn name(&self) -> String {
        self.metadata.name.clone()
    }

    fn values(&self) -> Map {
        self.values.borrow().clone()
    }

    fn children(&self) -> Vec<Rc<Unit>> {
        self.children.borrow().clone()
    }
}

impl Unit {
    pub(super) fn name(&self) -> String {
        self.metadata.name.clone()
    }

    /// The names of all charts down to this one, as Helm's `ChartFullPath` puts them together.
    pub(super) fn path(&self) -> String {
        let mut names = vec![self.name()];
        let mut parent = self.parent.borrow().upgrade();
        while let Some(unit) = parent {
            names.push(unit.name());
            parent = unit.parent.borrow().upgrade();
        }
        names.reverse();
        names.join("/charts/")
    }

    /// The listed dependencies as they are now.
    pub(super) fn listed(&self) -> Option<Vec<Dependency>> {
        Some(self.entries()?.iter().map(|entry| entry.borrow().clone()).collect())
    }

    fn entries(&self) -> Option<Vec<Rc<RefCell<Dependency>>>> {
        self.metadata.listed.borrow().clone()
    }
}

/// One run over a tree.
pub(super) struct Processor<'n> {
    compat: Compat,
    notices: &'n mut Vec<Notice>,
    /// All units, also those that were replaced by copies, for their children may name them as parents.
    units: Vec<Rc<Unit>>,
}

impl<'n> Processor<'n> {
    pub(super) fn new(compat: Compat, notices: &'n mut Vec<Notice>) -> Processor<'n> {
        Processor { compat, notices, units: Vec::new() }
    }

    /// The tree of a chart before anything is processed.
    pub(super) fn plant(&mut self, chart: &Arc<Chart>) -> Rc<Unit> {
        let listed = chart.metadata.dependencies.as_ref();
        let listed = listed.map(|list| list.iter().map(|d| Rc::new(RefCell::new(d.clone()))).collect());
        let values = chart.values.to_value().as_map().cloned().unwrap_or_default();
        let unit = Rc::new(Unit {
            chart: Arc::clone(chart),
            metadata: Rc::new(Metadata { name: chart.metadata.name.clone(), listed: RefCell::new(listed) }),
            children: RefCell::default(),
            values: RefCell::new(values),
            parent: RefCell::default(),
        });
        let children = chart.dependencies.iter().map(|child| self.plant(child)).collect();
        adopt(&unit, children);
        self.units.push(Rc::clone(&unit));
        unit
    }

    /// Processes a tree, and changes the values on the way; the error is a value for a subchart that is no table.
    pub(super) fn process(&mut self, root: &Rc<Unit>, values: Map) -> Result<()> {
        self.enable(root, values, "")?;
        self.import_all(root)
    }

    fn merger(&mut self) -> Merger<'_> {
        Merger::new(self.compat, self.notices)
    }

    /// Chooses the subcharts of a chart that lists dependencies, and then theirs.
    fn enable(&mut self, unit: &Rc<Unit>, values: Map, path: &str) -> Result<()> {
        let Some(entries) = unit.entries() else { return Ok(()) };
        let chosen = self.choose(unit, &entries);
        adopt(unit, chosen);
        for entry in &entries {
            entry.borrow_mut().enabled = true;
        }
        self.merger().tree(&**unit, &values, Mode::Coalesce)?;
        self.apply_tags(&entries, &values);
        self.apply_conditions(&entries, &values, path);
        let disabled: Vec<String> =
            entries.iter().filter(|e| !e.borrow().enabled).map(|e| e.borrow().name.clone()).collect();
        let kept: Vec<Rc<Unit>> =
            unit.children.borrow().iter().filter(|child| !disabled.contains(&child.name())).cloned().collect();
        for child in kept.iter().filter(|child| child.metadata.listed.borrow().is_some()) {
            self.enable(child, values::copied_map(&values), &format!("{path}{}.", child.name()))?;
        }
        let entries: Vec<_> = entries.into_iter().filter(|e| !disabled.contains(&e.borrow().name)).collect();
        *unit.metadata.listed.borrow_mut() = Some(entries).filter(|entries| !entries.is_empty());
        adopt(unit, kept);
        Ok(())
    }

    /// The children that no entry lists, then one copy of a child for each entry that finds one.
    fn choose(&mut self, unit: &Unit, entries: &[Rc<RefCell<Dependency>>]) -> Vec<Rc<Unit>> {
        let children = unit.children.borrow().clone();
        let listed = |child: &Rc<Unit>| entries.iter().any(|entry| self.fits(child, &entry.borrow()));
        let mut chosen: Vec<Rc<Unit>> = children.iter().filter(|child| !listed(child)).cloned().collect();
        for entry in entries {
            let mut entry = entry.borrow_mut();
            if let Some(child) = children.iter().find(|child| self.fits(child, &entry)) {
                chosen.push(self.copy(child, &entry.alias));
            }
            if !entry.alias.is_empty() {
                let Dependency { name, alias, .. } = &mut *entry;
                name.clone_from(alias);
            }
        }
        chosen
    }

    fn fits(&self, child: &Unit, entry: &Dependency) -> bool {
        child.metadata.name == entry.name
            && version::in_range(&entry.version, &child.chart.metadata.version, self.compat)
    }

    /// A copy of a child as deep as Helm's.
    fn copy(&mut self, child: &Unit, alias: &str) -> Rc<Unit> {
        let deep = self.compat.aliases_copy_dependencies();
        let listed = child.entries().map(|entries| {
            let own = |entry: &Rc<RefCell<Dependency>>| Rc::new(RefCell::new(entry.borrow().clone()));
            if deep { entries.iter().map(own).collect() } else { entries }
        });
        let name = if alias.is_empty() { child.name() } else { alias.to_owned() };
        let copy = Rc::new(Unit {
            chart: Arc::clone(&child.chart),
            metadata: Rc::new(Metadata { name, listed: RefCell::new(listed) }),
            children: RefCell::new(child.children.borrow().clone()),
            values: RefCell::new(child.values.borrow().clone()),
            parent: RefCell::new(child.parent.borrow().clone()),
        });
        if deep {
            let children = child.children.borrow().iter().map(|child| self.shallow_copy(child)).collect();
            adopt(&copy, children);
        }
        self.units.push(Rc::clone(&copy));
        copy
    }

    /// A copy that shares the metadata and the children.
    fn shallow_copy(&mut self, unit: &Unit) -> Rc<Unit> {
        let copy = Rc::new(Unit {
            chart: Arc::clone(&unit.chart),
            metadata: Rc::clone(&unit.metadata),
            children: RefCell::new(unit.children.borrow().clone()),
            values: RefCell::new(unit.values.borrow().clone()),
            parent: RefCell::default(),
        });
        self.units.push(Rc::clone(&copy));
        copy
    }

    /// Any tag that is true enables an entry; otherwise any that is false disables it.
    fn apply_tags(&mut self, entries: &[Rc<RefCell<Dependency>>], values: &Map) {
        let Some(Value::Map(tags)) = values.get("tags") else { return };
        for entry in entries {
            let mut entry = entry.borrow_mut();
            let (mut any_true, mut any_false) = (false, false);
            for tag in entry.tags.iter().flatten() {
                match tags.get(tag) {
                    None => {}
                    Some(Value::Bool(true)) => any_true = true,
                    Some(Value::Bool(false)) => any_false = true,
                    Some(_) => {
                        let helm3 = format!(
                            "dependencies.go:94: Warning: Tag '{tag}' for chart {} returned non-bool value",
                            entry.name
                        );
                        self.notices.push(not_bool("tag", tag, &entry.name).helm3(helm3));
                    }
                }
            }
            entry.enabled = any_true || !any_false;
        }
    }

    /// The first path of a condition that leads to a boolean decides.
    fn apply_conditions(&mut self, entries: &[Rc<RefCell<Dependency>>], values: &Map, prefix: &str) {
        for entry in entries {
            let mut entry = entry.borrow_mut();
            let mut decision = None;
            for path in entry.condition.trim().split(',').filter(|path| !path.is_empty()) {
                match value_at(values, &format!("{prefix}{path}")) {
                    None => {}
                    Some(Value::Bool(enabled)) => {
                        decision = Some(enabled);
                        break;
                    }
                    Some(_) => {
                        let helm3 = format!(
                            "dependencies.go:63: Warning: Condition path '{path}' for chart {} returned non-bool value",
                            entry.name
                        );
                        self.notices.push(not_bool("path", path, &entry.name).helm3(helm3));
                    }
                }
            }
            entry.enabled = decision.unwrap_or(entry.enabled);
        }
    }

    /// Lets every chart import from its subcharts, the deepest first.
    fn import_all(&mut self, unit: &Rc<Unit>) -> Result<()> {
        let children = unit.children.borrow().clone();
        for child in &children {
            self.import_all(child)?;
        }
        self.import(unit)
    }

    /// Merges what the entries of a chart import into its values, below what it says itself.
    ///
    /// Tables are imported by reference, so that one import may add to the table of another.
    fn import(&mut self, unit: &Unit) -> Result<()> {
        let Some(entries) = unit.entries() else { return Ok(()) };
        let values = Map::new();
        self.merger().tree(unit, &values, Mode::Merge)?;
        let imported = Map::new();
        for entry in entries {
            let mut entry = entry.borrow_mut();
            let items = entry.import_values.take().unwrap_or_default();
            let mut paths = Vec::new();
            for item in &items {
                let Some((child, parent, whole)) = self.import_paths(item)? else { continue };
                paths.push(Import::Path { child: child.clone(), parent: parent.clone() });
                match table_at(&values, &format!("{}.{child}", entry.name)) {
                    Ok(table) => self.merge_import(&imported, &at_path(&parent, table))?,
                    Err(missing) => self.warn_missing(&entry.name, missing, whole),
                }
            }
            entry.import_values = Some(paths).filter(|paths| !paths.is_empty());
        }
        if imported.is_empty() {
            *unit.values.borrow_mut() = values;
            return Ok(());
        }
        if values::contains_itself(&values) || values::contains_itself(&imported) {
            return Err(import_cycle());
        }
        let own = values::copied_map(&values);
        self.merge_import(&own, &imported)?;
        *unit.values.borrow_mut() = own;
        Ok(())
    }

    fn merge_import(&mut self, to: &Map, from: &Map) -> Result<()> {
        let mut merger = self.merger();
        merger.tables(to, from, Mode::Merge);
        if merger.met_cycle() { Err(import_cycle()) } else { Ok(()) }
    }

    /// The paths of an item and whether it is one of the short form; `None` for what Helm skips.
    fn import_paths(&self, item: &Import) -> Result<Option<(String, String, bool)>> {
        match item {
            Import::Given(Node::Str(name)) => Ok(Some((format!("exports.{name}"), ".".to_owned(), true))),
            Import::Given(item @ Node::Map(_)) => {
                let path = |key| match item.get(key) {
                    Some(Node::Str(text)) => Ok(text.to_string()),
                    other => self.odd_path(other.unwrap_or(&Node::Null)),
                };
                Ok(Some((path("child")?, path("parent")?, false)))
            }
            _ => Ok(None),
        }
    }

    /// A path that is no string: Helm 4 prints it, Helm 3 panics with these words.
    fn odd_path(&self, node: &Node) -> Result<String> {
        let value = node.to_value();
        if self.compat.import_paths_are_printed() {
            let mut text = Vec::new();
            fmt::print(&value, &mut text);
            return Ok(String::from_utf8_lossy(&text).into_owned());
        }
        let found = if value.is_nil() { "nil".into() } else { value.type_name(self.compat) };
        let words = format!("interface conversion: interface {{}} is {found}, not string");
        Err(Error::new(ErrorKind::Dependency, words))
    }

    fn warn_missing(&mut self, chart: &str, missing: &str, short_form: bool) {
        let error = format!("{} is not a table", super::quoted(missing));
        self.notices.push(if short_form {
            Notice::new(Level::Warn, "ImportValues missing table")
                .with("error", error.as_str())
                .helm3(format!("dependencies.go:286: Warning: ImportValues missing table: {error}"))
        } else {
            Notice::new(Level::Warn, "ImportValues missing table from chart")
                .with("chart", chart)
                .with("error", error.as_str())
                .helm3(format!("dependencies.go:269: Warning: ImportValues missing table from chart {chart}: {error}"))
        });
    }
}

/// Helm overflows its stack here.
fn import_cycle() -> Error {
    Error::new(ErrorKind::Dependency, "import-values put a table into itself")
}

fn not_bool(what: &'static str, name: &str, chart: &str) -> Notice {
    Notice::new(Level::Warn, "returned non-bool value").with(what, name).with("chart", chart)
}

/// Makes `children` the children of `unit`.
fn adopt(unit: &Rc<Unit>, children: Vec<Rc<Unit>>) {
    for child in &children {
        *child.parent.borrow_mut() = Rc::downgrade(unit);
    }
    *unit.children.borrow_mut() = children;
}

/// The table at a dotted path, or the first element of the path that leads to none.
fn table_at<'p>(values: &Map, path: &'p str) -> std::result::Result<Map, &'p str> {
    path.split('.').try_fold(values.clone(), |table, name| match table.get(name) {
        Some(Value::Map(map)) => Ok(map),
        _ => Err(name),
    })
}

/// The value at a dotted path, null too, unless it is a table.
fn value_at(values: &Map, path: &str) -> Option<Value> {
    let (table, key) = match path.rsplit_once('.') {
        Some((table, key)) => (table_at(values, table).ok()?, key),
        None => (values.clone(), path),
    };
    table.get(key).filter(|value| !matches!(value, Value::Map(_)))
}

/// A table that has `table` at a dotted path; an empty one is not shared.
fn at_path(path: &str, table: Map) -> Map {
    let table = if table.is_empty() { Map::new() } else { table.with_kind(MapKind::Any) };
    if path == "." {
        return table;
    }
    path.rsplit('.').fold(table, |table, name| [(name, Value::Map(table))].into_iter().collect())
}

//! One use of a chart in one render.

use super::dependency::{Processor, Unit};
use super::values::{Merger, Mode};
use super::{Chart, Dependency, UserValues};
use crate::compat::Compat;
use crate::diag::{Level, Notice};
use crate::error::{Error, Result};
use crate::value::Map;
use std::rc::Rc;
use std::sync::Arc;

/// A chart as one render uses it: under a name, with the subcharts that are enabled.
#[derive(Debug)]
pub struct Instance {
    /// The chart. Its own name, dependencies and values are those before processing.
    pub chart: Arc<Chart>,
    /// The name, which is the alias if there is one: `.Chart.Name`, and the key of the values.
    pub name: String,
    /// What the names of the templates begin with, e.g. `app/charts/db`.
    pub path: String,
    /// The entries of `dependencies` as they are after processing: with aliases for names, without
    /// the disabled ones, with import-values resolved. `None` if none are left.
    pub listed: Option<Vec<Dependency>>,
    /// The enabled subcharts in Helm's order.
    pub children: Vec<Instance>,
}

impl Instance {
    /// Processes the dependencies of a chart and merges all values: the instance, and the map that
    /// is `.Values` of the root. The `.Values` of a subchart is the entry of its name in its
    /// parent's, the very same map.
    ///
    /// What Helm logs is added to `notices`. Errors are of [`ErrorKind`](crate::ErrorKind) `Dependency`
    /// or `Values`.
    ///
    /// Source: Helm's `ProcessDependencies` and `CoalesceValues`.
    pub fn build(
        chart: &Arc<Chart>,
        user: &UserValues,
        compat: Compat,
        notices: &mut Vec<Notice>,
    ) -> Result<(Instance, Map)> {
        let (instance, root) =
            Instance::process(chart, user, compat, notices).map_err(|error| unprocessed(error, compat, notices))?;
        let values = user.to_map();
        Merger::new(compat, notices).tree(&*root, &values, Mode::Coalesce)?;
        Ok((instance, values))
    }

    /// The same as `helm lint` does it: the values are merged twice, so that a default that null has
    /// removed comes back.
    pub fn build_for_lint(
        chart: &Arc<Chart>,
        user: &UserValues,
        compat: Compat,
        notices: &mut Vec<Notice>,
    ) -> Result<(Instance, Map)> {
        let (instance, root) = Instance::process(chart, user, compat, notices)?;
        let once = user.to_map();
        Merger::new(compat, notices).tree(&*root, &once, Mode::Coalesce)?;
        let values = UserValues::from_map(&once, compat).to_map();
        Merger::new(compat, notices).tree(&*root, &values, Mode::Coalesce)?;
        Ok((instance, values))
    }

    fn process(
        chart: &Arc<Chart>,
        user: &UserValues,
        compat: Compat,
        notices: &mut Vec<Notice>,
    ) -> Result<(Instance, Rc<Unit>)> {
        let mut processor = Processor::new(compat, notices);
        let root = processor.plant(chart);
        let processed = processor.process(&root, user.to_map());
        let instance = Instance::of(&root);
        // The units that hold parents alive go away here; names and paths are known by now.
        drop(processor);
        processed?;
        Ok((instance, root))
    }

    fn of(unit: &Rc<Unit>) -> Instance {
        Instance {
            chart: Arc::clone(&unit.chart),
            name: unit.name(),
            path: unit.path(),
            listed: unit.listed(),
            children: unit.children.borrow().iter().map(Instance::of).collect(),
        }
    }

    /// Calls `visit` for this chart and all charts below it, parents first.
    pub fn for_each<'i>(&'i self, visit: &mut impl FnMut(&'i Instance)) {
        visit(self);
        for child in &self.children {
            child.for_each(visit);
        }
    }

    /// Fails if a file that was left on disk could not be read when a template wanted it.
    pub(crate) fn check_read(&self) -> Result<()> {
        self.chart.check_read()?;
        self.children.iter().try_for_each(Instance::check_read)
    }
}

/// A fault of dependencies as the commands that render tell it; `helm lint` says nothing.
fn unprocessed(error: Error, compat: Compat, notices: &mut Vec<Notice>) -> Error {
    if !compat.structured_logs() {
        return error;
    }
    let words = "chart dependencies processing failed";
    notices.push(Notice::new(Level::Error, words).with("error", error.message_bytes()));
    error.prefixed(&format!("{words}: "))
}

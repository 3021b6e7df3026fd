//! Rules for the subcharts: those listed and those there.

use super::Linter;
use crate::chart::Chart;
use std::collections::BTreeSet;

impl Linter<'_> {
    pub(super) fn check_dependencies(&mut self) {
        let chart = match self.sources.load(self.options.compat, self.notices) {
            Ok(chart) => chart,
            Err(error) => return self.error("", format!("unable to load chart\n\t{}", error.message())),
        };
        let place = self.sources.place();
        let unlisted = names_missing(present(&chart), &listed(&chart));
        if !unlisted.is_empty() {
            self.error(&place, format!("chart metadata is missing these dependencies: {unlisted}"));
        }
        let shared = shared_names(&chart);
        if !shared.is_empty() {
            self.error(&place, format!("multiple dependencies with name or alias: {shared}"));
        }
        let absent = names_missing(listed(&chart), &present(&chart));
        if !absent.is_empty() {
            self.warning(&place, format!("chart directory is missing these dependencies: {absent}"));
        }
    }
}

fn listed(chart: &Chart) -> Vec<&str> {
    chart.metadata.dependencies.iter().flatten().map(|d| d.name.as_str()).collect()
}

fn present(chart: &Chart) -> Vec<&str> {
    chart.dependencies.iter().map(|d| d.name()).collect()
}

/// The names that are not among `known`, separated by commas.
fn names_missing(names: Vec<&str>, known: &[&str]) -> String {
    let missing: Vec<&str> = names.into_iter().filter(|name| !known.contains(name)).collect();
    missing.join(",")
}

fn shared_names(chart: &Chart) -> String {
    let mut met = BTreeSet::new();
    let keys = chart.metadata.dependencies.iter().flatten();
    let keys = keys.map(|d| if d.alias.is_empty() { d.name.as_str() } else { d.alias.as_str() });
    let shared: Vec<&str> = keys.filter(|key| !met.insert(*key)).collect();
    shared.join(",")
}

//! Rules for `crds/`.

use super::Linter;
use crate::chart::inspect::Entry;
use crate::chart::resource::{ResourceHead, Resources};

const DIRECTORY: &str = "crds/";

impl Linter<'_> {
    pub(super) fn check_crds(&mut self) {
        match self.sources.entry("crds") {
            Entry::Missing => return,
            Entry::File => return self.error(DIRECTORY, "not a directory"),
            Entry::Directory => {}
        }
        let chart = match self.sources.load(self.options.compat, self.notices) {
            Ok(chart) => chart,
            Err(error) => return self.error(DIRECTORY, error.message()),
        };
        for file in chart.all_crds() {
            for resource in Resources::new(&file.data, self.options.compat) {
                match resource {
                    Ok(head) => self.check_crd(&file.name, &head),
                    Err(fault) => return self.error(&file.name, format!("unable to parse YAML: {fault}")),
                }
            }
        }
    }

    fn check_crd(&mut self, path: &str, head: &ResourceHead) {
        if !head.api_version.starts_with("apiextensions.k8s.io") {
            self.error(path, "apiVersion is not in 'apiextensions.k8s.io'");
        }
        if head.kind != "CustomResourceDefinition" {
            self.error(path, "object kind is not 'CustomResourceDefinition'");
        }
    }
}

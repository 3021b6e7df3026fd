//! Rules for templates, and for what they render to.

use super::{Linter, Renderer, Severity, deprecations, names};
use crate::chart::inspect::{Entry, items_have_annotation};
use crate::chart::resource::{ResourceHead, Resources};
use crate::chart::{Chart, File, Instance, UserValues};
use crate::gostd::path;
use crate::gostd::regexp::Regex;
use crate::render::check_schemas;
use crate::value::{Map, Str};
use rustc_hash::FxHashMap;
use std::sync::Arc;

const DIRECTORY: &str = "templates/";

/// The group of rules ends early.
struct End;

impl Linter<'_> {
    pub(super) fn check_templates(&mut self, render: &mut Renderer<'_>) {
        let strict = self.compat().lints_strictly();
        match self.sources.entry("templates") {
            Entry::Missing if strict => return self.warning(DIRECTORY, "directory does not exist"),
            Entry::File => {
                let severity = if strict { Severity::Error } else { Severity::Warning };
                return self.report(severity, DIRECTORY, "not a directory");
            }
            _ => {}
        }
        let chart = match self.sources.load(self.options.compat, self.notices) {
            Ok(chart) => chart,
            Err(error) => return self.error(DIRECTORY, error.message()),
        };
        let Some((instance, values)) = self.merged(&chart) else { return };
        if !self.options.skip_schema_validation
            && let Err(error) = check_schemas(&instance, &values, self.options.compat, self.notices)
        {
            return self.error(DIRECTORY, error.message());
        }
        let rendered = match render(&instance, &values, self.notices) {
            Ok(rendered) => rendered.into_iter().collect::<FxHashMap<_, _>>(),
            Err(error) => return self.error(DIRECTORY, error.message()),
        };
        for template in &chart.templates {
            let name = path::join(&[chart.name(), &template.name]);
            let content = rendered.get(&name).map_or(&[][..], Vec::as_slice);
            if self.check_template(template, content).is_err() {
                return;
            }
        }
    }

    /// The chart and its values as they are rendered. What is wrong with dependencies is not said here.
    fn merged(&mut self, chart: &Arc<Chart>) -> Option<(Instance, Map)> {
        let user = UserValues::from_map(self.user, self.compat());
        Instance::build_for_lint(chart, &user, self.compat(), self.notices).ok()
    }

    fn check_template(&mut self, template: &File, content: &[u8]) -> Result<(), End> {
        let compat = self.compat();
        let name = &*template.name;
        let extension = String::from_utf8_lossy(path::ext(name.as_bytes())).into_owned();
        if ![".yaml", ".yml", ".tpl", ".txt"].contains(&&*extension) {
            let valid = "Valid extensions are .yaml, .yml, .tpl, or .txt";
            self.error(name, format!("file extension '{extension}' not valid. {valid}"));
        }
        if !compat.lints_strictly() {
            self.check_old_words(name, &template.data);
        }
        let is_yaml = if compat.lints_strictly() {
            [".yaml", ".yml"].contains(&&*extension.to_lowercase())
        } else {
            extension == ".yaml"
        };
        if !is_yaml || String::from_utf8_lossy(content).trim().is_empty() {
            return Ok(());
        }
        if let Some(line) = illegal_indent(content) {
            let quoted = names::quote(&line);
            self.warning(
                name,
                format!("document starts with an illegal indent: {quoted}, which may cause parsing problems"),
            );
        }
        for resource in Resources::new(content, compat) {
            match resource {
                Ok(head) => self.check_resource(name, &head, content),
                Err(fault) => {
                    self.error(name, format!("unable to parse YAML: {fault}"));
                    return Err(End);
                }
            }
        }
        Ok(())
    }

    /// What Helm 2 had and Helm 3 has not.
    fn check_old_words(&mut self, name: &str, text: &[u8]) {
        let found = |pattern: &str| Regex::cached(&Str::from(pattern)).is_ok_and(|regex| regex.is_match(text));
        if found(r#""?helm\.sh/hook"?:\s+crd-install"#) {
            let words = "manifest is a crd-install hook. This hook is no longer supported in v3 and all CRDs should \
                         also exist the crds/ directory at the top level of the chart";
            self.warning(name, words);
        }
        if found(r"\.Release\.Time") {
            let words =
                ".Release.Time has been removed in v3, please replace with the `now` function in your templates";
            self.error(name, words);
        }
    }

    fn check_resource(&mut self, path: &str, head: &ResourceHead, content: &[u8]) {
        let compat = self.compat();
        if let Some(fault) = names::fault(&head.kind, &head.name) {
            self.warning(path, fault);
        }
        let at = self.options.kube_version.unwrap_or_else(|| compat.default_kube_version());
        if let Some(words) = deprecations::warning(&head.api_version, &head.kind, at, compat) {
            self.warning(path, words);
        }
        let selects =
            ["matchLabels", "matchExpressions"].iter().any(|w| memchr::memmem::find(content, w.as_bytes()).is_some());
        if ["Deployment", "ReplicaSet", "DaemonSet", "StatefulSet"].contains(&&*head.kind) && !selects {
            let (kind, name) = (&head.kind, names::quote(&head.name));
            self.error(path, format!("a {kind} must contain matchLabels or matchExpressions, and {name} does not"));
        }
        if head.kind == "List" {
            let first = if compat.lints_strictly() { "annotation" } else { "Annotation" };
            match items_have_annotation(content, "helm.sh/resource-policy", compat) {
                Ok(true) => {
                    self.error(path, format!("{first} 'helm.sh/resource-policy' within List objects are ignored"));
                }
                Ok(false) => {}
                Err(fault) => self.error(path, format!("unable to parse YAML: {fault}")),
            }
        }
    }
}

/// The first line with something on it, if it is indented.
fn illegal_indent(content: &[u8]) -> Option<String> {
    let lines = String::from_utf8_lossy(content);
    let line = lines.lines().find(|line| !line.trim().is_empty())?;
    line.starts_with([' ', '\t']).then(|| line.to_owned())
}

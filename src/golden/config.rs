//! `golden.yaml`: what a suite sets beyond the conventions.

mod reader;

use super::flags::Flag;
use super::mask::Mask;
use crate::compat::Compat;
use crate::error::{Error, ErrorKind, Result};
use crate::source::Source;
use crate::yaml::{self, Place};
use reader::Reader;
use std::cell::RefCell;
use std::sync::Arc;

/// What `golden.yaml` says; without the file, the defaults.
#[derive(Clone, Debug, Default)]
pub struct Config {
    /// Where things are.
    pub folders: Folders,
    /// Whether golden files may only be written from what a given Helm prints.
    pub require_oracle: bool,
    /// For all cases.
    pub settings: Settings,
    /// For all cases of a chart.
    pub charts: Vec<Section>,
    /// For one case.
    pub cases: Vec<Section>,
    /// The values files that are named, and where.
    pub(super) files: Vec<(String, Place)>,
    source: Option<Arc<Source>>,
}

/// Folders below the root of the suite.
#[derive(Clone, Debug)]
pub struct Folders {
    /// Charts, each in a folder of its name.
    pub charts: String,
    /// Values files, in a folder per chart.
    pub values: String,
    /// Golden files, in a folder per chart.
    pub golden: String,
}

impl Default for Folders {
    fn default() -> Folders {
        Folders { charts: "charts".into(), values: "values".into(), golden: "golden".into() }
    }
}

/// Settings for what a name stands for.
#[derive(Clone, Debug)]
pub struct Section {
    /// The chart or case.
    pub name: String,
    /// Where the name stands.
    pub place: Place,
    /// What is set.
    pub settings: Settings,
}

/// How a chart is rendered; what is `None` or empty is not set.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Settings {
    /// The name of the release.
    pub release: Option<String>,
    /// Its namespace.
    pub namespace: Option<String>,
    /// The version of Kubernetes.
    pub kube_version: Option<String>,
    /// The majors of Helm; the golden files of the first one are the main ones.
    pub compat: Vec<Compat>,
    /// API versions beside those that are always known.
    pub api_versions: Vec<String>,
    /// Values files, later ones win.
    pub values: Option<Vec<String>>,
    /// Further flags of `helm template`.
    pub flags: Vec<Flag>,
    /// Values that are random.
    pub masks: Vec<Mask>,
    /// What a case varies in.
    pub axes: Vec<Axis>,
}

/// One thing a case varies in.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// The name in `golden.yaml`.
    pub name: String,
    /// Each with the word that it adds to the name of the case.
    pub options: Vec<(String, Settings)>,
}

impl Settings {
    /// These settings with more specific ones on top: those replace single values and add to lists.
    #[must_use]
    pub fn with(&self, over: &Settings) -> Settings {
        fn joined<T: Clone>(base: &[T], over: &[T]) -> Vec<T> {
            [base, over].concat()
        }
        let values = match (&self.values, &over.values) {
            (Some(base), Some(over)) => Some(joined(base, over)),
            (base, over) => over.clone().or_else(|| base.clone()),
        };
        let kept = self.axes.iter().filter(|axis| over.axes.iter().all(|other| other.name != axis.name));
        Settings {
            release: over.release.clone().or_else(|| self.release.clone()),
            namespace: over.namespace.clone().or_else(|| self.namespace.clone()),
            kube_version: over.kube_version.clone().or_else(|| self.kube_version.clone()),
            compat: if over.compat.is_empty() { self.compat.clone() } else { over.compat.clone() },
            api_versions: joined(&self.api_versions, &over.api_versions),
            values,
            flags: joined(&self.flags, &over.flags),
            masks: joined(&self.masks, &over.masks),
            axes: kept.chain(&over.axes).cloned().collect(),
        }
    }
}

impl Config {
    /// Reads the text of the file `name`. Errors name file, line and column.
    pub fn read(name: &str, text: &[u8]) -> Result<Config> {
        let source = Source::new(name, text);
        let reader = Reader { source: Arc::clone(&source), files: RefCell::default() };
        let root = yaml::locate(text).map_err(|error| {
            let line = error.line.unwrap_or(1) as u32;
            reader.fail(Place { line, column: error.column.unwrap_or(0) as u32 + 1 }, error.message)
        })?;
        let mut config = Config { source: Some(source), ..Config::default() };
        for field in reader.fields(&root, "golden.yaml")? {
            match &*field.key {
                "folders" => config.folders = reader.folders(&field.value)?,
                "requireOracle" => config.require_oracle = reader.bool(field)?,
                "charts" => config.charts = reader.sections(&field.value, "charts")?,
                "cases" => config.cases = reader.sections(&field.value, "cases")?,
                _ => reader.setting(field, &mut config.settings, "folders, requireOracle, charts, cases, ")?,
            }
        }
        config.files = reader.files.into_inner();
        Ok(config)
    }

    /// An error about a place in the file.
    #[must_use]
    pub fn fail(&self, place: Place, message: String) -> Error {
        match &self.source {
            Some(source) => reader::fail(source, place, message),
            None => Error::new(ErrorKind::Usage, message),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        Config::read("golden.yaml", text.as_bytes()).map(|_| ()).unwrap_err().to_string()
    }

    #[test]
    fn reads_every_key() {
        let text = "release: mesh\nnamespace: istio-system\nkubeVersion: 1.30.1\ncompat: [helm4, helm3]\n\
            apiVersions: a/v1\nvalues: [base.yaml]\nflags: [--include-crds, --set a=1]\nrequireOracle: true\n\
            folders: {golden: tests/golden/}\nmask: [{object: Secret/*, path: [data.*, stringData.*]}]\n\
            charts: {web: {namespace: web}}\ncases:\n  web/ports:\n    values: []\n    axes:\n      \
            kubeVersion: [1.29.0, 1.35.0]\n      family: {ipv4: , ipv6: ipv6.yaml, dual: {apiVersions: [x/v1]}}\n";
        let config = Config::read("golden.yaml", text.as_bytes()).unwrap();
        assert_eq!((config.folders.golden.as_str(), config.require_oracle), ("tests/golden", true));
        assert_eq!(config.settings.masks.len(), 2);
        let case = config.settings.with(&config.charts[0].settings).with(&config.cases[0].settings);
        assert_eq!((case.release.as_deref(), case.namespace.as_deref()), (Some("mesh"), Some("web")));
        assert_eq!((case.compat.len(), case.values.unwrap()), (2, vec!["base.yaml".to_owned()]));
        let labels = case.axes.iter().map(|a| a.options.iter().map(|(l, _)| l.as_str()).collect::<Vec<_>>());
        assert_eq!(labels.collect::<Vec<_>>(), [vec!["kube-1.29.0", "kube-1.35.0"], vec!["ipv4", "ipv6", "dual"]]);
    }

    #[test]
    fn one_version_is_an_axis_too() {
        let config = Config::read("golden.yaml", b"axes: {kubeVersion: 1.30.0}").unwrap();
        assert_eq!(config.settings.axes[0].options[0].0, "kube-1.30.0");
    }

    #[test]
    fn errors_name_the_line() {
        for (text, words) in [
            ("release: a\nkubeversion: 1.2.3\n", "golden.yaml:2:1: unknown key \"kubeversion\"; known are folders, "),
            ("cases:\n  a/b:\n    valeus: x\n", "golden.yaml:3:5: unknown key \"valeus\"; known are release, "),
            ("folders:\n  goldens: x\n", "golden.yaml:2:3: unknown key \"goldens\"; known are charts, values, golden"),
            ("kubeVersion: 1.30\n", "golden.yaml:1:14: kubeVersion must be a text: put it in quotes"),
            ("kubeVersion: new.er\n", "golden.yaml:1:14: invalid kube version 'new.er': could not parse"),
            ("compat: helm2\n", "golden.yaml:1:9: compat must be helm4, helm3 or both, not \"helm2\""),
            ("flags:\n- --no-hooks\n- --wait\n", "golden.yaml:3:3: flag \"--wait\" cannot be used here"),
            ("release: a\nrelease: b\n", "golden.yaml:2:1: key \"release\" is on line 1 already"),
            ("requireOracle: 1\n", "golden.yaml:1:16: requireOracle must be true or false"),
            ("axes: {family: {a/b: x}}\n", "golden.yaml:1:17: option \"a/b\" names files"),
            ("- a\n", "golden.yaml:1:1: golden.yaml must be a mapping"),
            ("a: [\n", "golden.yaml:2:"),
            (
                "release: My_Shop\n",
                "golden.yaml:1:10: release \"My_Shop\": invalid release name, must match regex ^[a-z0-9]",
            ),
            ("charts: {web: {release: a.-b}}\n", "golden.yaml:1:25: release \"a.-b\": invalid release name, "),
            ("axes: {kubeVersion: {a: b}}\n", "golden.yaml:1:21: kubeVersion must be a text"),
            ("axes: {kubeVersion: []}\n", "golden.yaml:1:8: axis \"kubeVersion\" has no options"),
            ("axes: {kubeVersion: 1.30}\n", "golden.yaml:1:21: kubeVersion must be a text: put it in quotes"),
            ("axes: {family: ipv4.yaml}\n", "golden.yaml:1:16: axis \"family\" must be a mapping"),
            ("mask: [{object: a/b}]\n", "golden.yaml:1:8: a mask must have a path"),
        ] {
            assert!(error(text).starts_with(words), "{text:?}: {}", error(text));
        }
    }
}

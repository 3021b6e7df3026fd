//! `golden.yaml`: what a suite sets beyond the conventions.

use super::flags::Flag;
use super::mask::Mask;
use crate::compat::Compat;
use crate::diag::Diagnostic;
use crate::error::{Error, ErrorKind, Result};
use crate::render::check_release_name;
use crate::render::objects::capabilities::KubeVersion;
use crate::source::{Location, Source};
use crate::yaml::{self, Content, Field, Place, Spot};
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
            Some(source) => fail(source, place, message),
            None => Error::new(ErrorKind::Usage, message),
        }
    }
}

/// Reads the parts of one file.
struct Reader {
    source: Arc<Source>,
    /// The values files that were named until now.
    files: RefCell<Vec<(String, Place)>>,
}

fn fail(source: &Arc<Source>, place: Place, message: String) -> Error {
    let words = format!("{}:{}:{}: {message}", source.name(), place.line, place.column);
    let location = Location { source: Arc::clone(source), span: source.line_span(place.line as usize) };
    Error::new(ErrorKind::Usage, words).with_diagnostic(Diagnostic::error("golden-config", message).at(location, ""))
}

/// One item, or a list of them.
fn each<T>(spot: &Spot<'_>, read: impl Fn(&Spot<'_>) -> Result<T>) -> Result<Vec<T>> {
    match &spot.content {
        Content::List(items) => items.iter().map(read).collect(),
        _ => Ok(vec![read(spot)?]),
    }
}

impl Reader {
    fn fail(&self, place: Place, message: impl Into<String>) -> Error {
        fail(&self.source, place, message.into())
    }

    /// The entries of a mapping, each once; null has none.
    fn fields<'s>(&self, spot: &'s Spot<'_>, what: &str) -> Result<&'s [Field<'s>]> {
        match &spot.content {
            Content::Map(fields) => match fields.iter().find_map(|field| Some((field, field.earlier?))) {
                Some((field, earlier)) => {
                    let message = format!("key {:?} is on line {} already", field.key, earlier.line);
                    Err(self.fail(field.place, message))
                }
                None => Ok(fields),
            },
            Content::Null => Ok(&[]),
            _ => Err(self.fail(spot.place, format!("{what} must be a mapping"))),
        }
    }

    fn text(&self, spot: &Spot<'_>, what: &str) -> Result<String> {
        match spot.text() {
            Some(text) if !text.is_empty() => Ok(text.to_owned()),
            Some(_) => Err(self.fail(spot.place, format!("{what} must not be empty"))),
            None if matches!(spot.content, Content::Int(_) | Content::Float(_) | Content::Bool(_)) => {
                Err(self.fail(spot.place, format!("{what} must be a text: put it in quotes")))
            }
            None => Err(self.fail(spot.place, format!("{what} must be a text"))),
        }
    }

    /// One text, or a list of them.
    fn texts(&self, spot: &Spot<'_>, what: &str) -> Result<Vec<String>> {
        each(spot, |item| self.text(item, what))
    }

    /// The paths of values files; whether they are there is seen to later.
    fn values(&self, spot: &Spot<'_>, what: &str) -> Result<Vec<String>> {
        each(spot, |item| {
            let path = self.text(item, what)?;
            self.files.borrow_mut().push((path.clone(), item.place));
            Ok(path)
        })
    }

    fn release(&self, spot: &Spot<'_>) -> Result<String> {
        let name = self.text(spot, "release")?;
        check_release_name(&name).map_err(|reason| self.fail(spot.place, format!("release {name:?}: {reason}")))?;
        Ok(name)
    }

    fn bool(&self, field: &Field<'_>) -> Result<bool> {
        match field.value.content {
            Content::Bool(value) => Ok(value),
            _ => Err(self.fail(field.value.place, format!("{} must be true or false", field.key))),
        }
    }

    fn unknown(&self, field: &Field<'_>, known: &str) -> Error {
        self.fail(field.place, format!("unknown key {:?}; known are {known}", field.key))
    }

    fn folders(&self, spot: &Spot<'_>) -> Result<Folders> {
        let mut folders = Folders::default();
        for field in self.fields(spot, "folders")? {
            let folder = match &*field.key {
                "charts" => &mut folders.charts,
                "values" => &mut folders.values,
                "golden" => &mut folders.golden,
                _ => return Err(self.unknown(field, "charts, values, golden")),
            };
            self.text(&field.value, &field.key)?.trim_end_matches('/').clone_into(folder);
        }
        Ok(folders)
    }

    fn sections(&self, spot: &Spot<'_>, what: &str) -> Result<Vec<Section>> {
        let section = |field: &Field<'_>| {
            let settings = self.settings(&field.value, &field.key)?;
            Ok(Section { name: field.key.to_string(), place: field.place, settings })
        };
        self.fields(spot, what)?.iter().map(section).collect()
    }

    fn settings(&self, spot: &Spot<'_>, what: &str) -> Result<Settings> {
        let mut settings = Settings::default();
        self.fields(spot, what)?.iter().try_for_each(|field| self.setting(field, &mut settings, ""))?;
        Ok(settings)
    }

    /// One setting; `others` are keys that may stand beside it, for the message about unknown ones.
    fn setting(&self, field: &Field<'_>, into: &mut Settings, others: &str) -> Result<()> {
        let (key, value) = (&*field.key, &field.value);
        match key {
            "release" => into.release = Some(self.release(value)?),
            "namespace" => into.namespace = Some(self.text(value, key)?),
            "kubeVersion" => into.kube_version = Some(self.kube_version(value)?),
            "compat" => into.compat = self.compat(value)?,
            "apiVersions" => into.api_versions = self.texts(value, key)?,
            "values" => into.values = Some(self.values(value, key)?),
            "flags" => into.flags = self.flags(value)?,
            "mask" => into.masks = self.masks(value)?,
            "axes" => self.axes(value, into)?,
            _ => {
                let own = "release, namespace, kubeVersion, compat, apiVersions, values, flags, mask, axes";
                return Err(self.unknown(field, &format!("{others}{own}")));
            }
        }
        Ok(())
    }

    fn kube_version(&self, spot: &Spot<'_>) -> Result<String> {
        let text = self.text(spot, "kubeVersion")?;
        match KubeVersion::parse(&text, Compat::Helm4) {
            Ok(_) => Ok(text),
            Err(reason) => Err(self.fail(spot.place, format!("invalid kube version '{text}': {reason}"))),
        }
    }

    fn compat(&self, spot: &Spot<'_>) -> Result<Vec<Compat>> {
        let mut majors = Vec::new();
        for word in self.texts(spot, "compat")? {
            let major = match word.as_str() {
                "helm4" => Compat::Helm4,
                "helm3" => Compat::Helm3,
                _ => return Err(self.fail(spot.place, format!("compat must be helm4, helm3 or both, not {word:?}"))),
            };
            if !majors.contains(&major) {
                majors.push(major);
            }
        }
        Ok(majors)
    }

    fn flags(&self, spot: &Spot<'_>) -> Result<Vec<Flag>> {
        let parse = |item: &Spot<'_>| {
            Flag::parse(&self.text(item, "a flag")?).map_err(|message| self.fail(item.place, message))
        };
        each(spot, parse)
    }

    fn masks(&self, spot: &Spot<'_>) -> Result<Vec<Mask>> {
        let mut masks = Vec::new();
        if spot.items().is_empty() && spot.content != Content::List(Vec::new()) {
            return Err(self.fail(spot.place, "mask must be a list of {object, path}"));
        }
        for item in spot.items() {
            let (mut object, mut paths) = (None, Vec::new());
            for field in self.fields(item, "a mask")? {
                match &*field.key {
                    "object" => object = Some(self.text(&field.value, "object")?),
                    "path" => paths = self.texts(&field.value, "path")?,
                    _ => return Err(self.unknown(field, "object, path")),
                }
            }
            if paths.is_empty() {
                return Err(self.fail(item.place, "a mask must have a path"));
            }
            for path in paths {
                let mask = Mask::parse(object.as_deref().unwrap_or("*"), &path);
                masks.push(mask.map_err(|message| self.fail(item.place, message))?);
            }
        }
        Ok(masks)
    }

    fn axes(&self, spot: &Spot<'_>, into: &mut Settings) -> Result<()> {
        for field in self.fields(spot, "axes")? {
            let options = match &*field.key {
                "compat" => {
                    into.compat = self.compat(&field.value)?;
                    continue;
                }
                "kubeVersion" => self.kube_versions(&field.value)?,
                _ => self.options(field)?,
            };
            if options.is_empty() {
                return Err(self.fail(field.place, format!("axis {:?} has no options", field.key)));
            }
            into.axes.push(Axis { name: field.key.to_string(), options });
        }
        Ok(())
    }

    fn kube_versions(&self, spot: &Spot<'_>) -> Result<Vec<(String, Settings)>> {
        let option = |item: &Spot<'_>| {
            let version = self.kube_version(item)?;
            let label = format!("kube-{}", version.trim_start_matches('v'));
            Ok((label, Settings { kube_version: Some(version), ..Settings::default() }))
        };
        each(spot, option)
    }

    /// The options of an axis: names with a values file, several, or any settings.
    fn options(&self, axis: &Field<'_>) -> Result<Vec<(String, Settings)>> {
        let mut options = Vec::new();
        for field in self.fields(&axis.value, &format!("axis {:?}", axis.key))? {
            let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
            if field.key.is_empty() || !field.key.chars().all(plain) {
                let message = format!("option {:?} names files: letters, digits, '-', '_' and '.' only", field.key);
                return Err(self.fail(field.place, message));
            }
            let settings = match &field.value.content {
                Content::Null => Settings::default(),
                Content::Map(_) => self.settings(&field.value, &field.key)?,
                _ => Settings { values: Some(self.values(&field.value, "a values file")?), ..Settings::default() },
            };
            if !(settings.axes.is_empty() && settings.compat.is_empty()) {
                return Err(self.fail(field.place, "an option of an axis cannot have axes or compat itself"));
            }
            options.push((field.key.to_string(), settings));
        }
        Ok(options)
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

//! From the text of `golden.yaml` to what it says.

use super::{Axis, Folders, Section, Settings};
use crate::compat::Compat;
use crate::diag::Diagnostic;
use crate::error::{Error, ErrorKind, Result};
use crate::golden::flags::Flag;
use crate::golden::mask::Mask;
use crate::render::check_release_name;
use crate::render::objects::capabilities::KubeVersion;
use crate::source::{Location, Source};
use crate::yaml::{Content, Field, Place, Spot};
use std::cell::RefCell;
use std::sync::Arc;

/// Reads the parts of one file.
pub(super) struct Reader {
    pub(super) source: Arc<Source>,
    /// The values files that were named until now.
    pub(super) files: RefCell<Vec<(String, Place)>>,
}

/// An error about a place in a file.
pub(super) fn fail(source: &Arc<Source>, place: Place, message: String) -> Error {
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
    pub(super) fn fail(&self, place: Place, message: impl Into<String>) -> Error {
        fail(&self.source, place, message.into())
    }

    /// The entries of a mapping, each once; null has none.
    pub(super) fn fields<'s>(&self, spot: &'s Spot<'_>, what: &str) -> Result<&'s [Field<'s>]> {
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

    pub(super) fn bool(&self, field: &Field<'_>) -> Result<bool> {
        match field.value.content {
            Content::Bool(value) => Ok(value),
            _ => Err(self.fail(field.value.place, format!("{} must be true or false", field.key))),
        }
    }

    fn unknown(&self, field: &Field<'_>, known: &str) -> Error {
        self.fail(field.place, format!("unknown key {:?}; known are {known}", field.key))
    }

    pub(super) fn folders(&self, spot: &Spot<'_>) -> Result<Folders> {
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

    pub(super) fn sections(&self, spot: &Spot<'_>, what: &str) -> Result<Vec<Section>> {
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
    pub(super) fn setting(&self, field: &Field<'_>, into: &mut Settings, others: &str) -> Result<()> {
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

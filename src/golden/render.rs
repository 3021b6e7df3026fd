//! What Pintle prints for a case.

use super::disk::Disk;
use super::flags;
use super::random::{RandomValue, random_values};
use super::suite::Case;
use crate::chart::{Chart, UserValues, check_installable};
use crate::diag::Severity;
use crate::error::{Error, ErrorKind, Result};
use crate::gostd::os::path_error;
use crate::render::batch::{Charts, Heads};
use crate::render::objects::capabilities::KubeVersion;
use crate::render::{self, RenderOptions, Rendered, print};
use crate::report::{Finding, Place};
use std::sync::Arc;

/// What a case renders to, and from what.
pub struct Output {
    /// The chart.
    pub chart: Arc<Chart>,
    /// What the values files and flags of the case set.
    pub user: Arc<UserValues>,
    /// How it was rendered.
    pub options: RenderOptions,
    /// Its files and documents.
    pub rendered: Rendered,
    /// What `helm template` prints.
    pub text: Vec<u8>,
}

/// Long enough for each part of a date to be another one: 400 days, an hour, a minute and a second.
const LATER: i64 = 400 * 86_400 + 3_661;

/// Renders cases, and reads each chart and each document once.
pub struct Renderer<'a> {
    disk: &'a Disk,
    charts: Charts,
    heads: Heads,
}

impl<'a> Renderer<'a> {
    /// A renderer for the cases of a suite.
    #[must_use]
    pub fn new(disk: &'a Disk) -> Renderer<'a> {
        Renderer { disk, charts: Charts::default(), heads: Heads::default() }
    }

    /// What `helm template` prints for a case. To be called on a deep stack. A failure is a finding with the place in
    /// the template or values file.
    pub fn render(&self, case: &Case) -> std::result::Result<Vec<u8>, Box<Finding>> {
        self.output(case).map(|output| output.text)
    }

    /// The same with all that it was made from.
    pub fn output(&self, case: &Case) -> std::result::Result<Output, Box<Finding>> {
        self.output_after(case, None)
    }

    /// The values of a case that are others in each render, or change with the clock. To be called on a deep stack.
    #[must_use]
    pub fn random_values(&self, case: &Case) -> Vec<RandomValue> {
        let renders = (self.output(case), self.output_after(case, Some(LATER)));
        let (Ok(first), Ok(second)) = renders else { return Vec::new() };
        random_values(case, &first.text, &second.text)
    }

    /// Renders at the system's time, or that many seconds later.
    fn output_after(&self, case: &Case, seconds: Option<i64>) -> std::result::Result<Output, Box<Finding>> {
        let chart = self.load(case).map_err(|error| Box::new(self.finding(case, "", &error)))?;
        let make = || {
            let mut options = options(case)?;
            options.now = seconds.map(render::later);
            self.make(case, &chart, options)
        };
        make().map_err(|error| Box::new(self.finding(case, &chart.metadata.name, &error)))
    }

    fn load(&self, case: &Case) -> Result<Arc<Chart>> {
        let mut notices = Vec::new();
        let chart = self.charts.load(&self.disk.path(&case.path), case.compat, &mut notices)?;
        check_installable(&chart, case.compat, &mut notices)?;
        Ok(chart)
    }

    fn make(&self, case: &Case, chart: &Arc<Chart>, options: RenderOptions) -> Result<Output> {
        let user = Arc::new(self.values(case)?);
        let mut notices = Vec::new();
        let (instance, values) = render::prepare(chart, &user, &options, &mut notices)?;
        render::check_kube_version(chart, &options)?;
        let files = render::execute(&instance, &values, &options, &mut notices)?;
        let crds = render::crds(&instance);
        let documents = match render::documents_with(&files, case.compat, |text| self.heads.read(text, case.compat)) {
            Ok(documents) => documents,
            Err(bad) => return Err(render::blame(*bad, &files, chart, &user, &options)),
        };
        let selection = case.selection();
        let rendered = Rendered { files, documents, crds, notices };
        if selection.crds {
            rendered.read_crds()?;
        }
        let text = print::text(&rendered, print::manifests(&rendered, selection), selection).concat();
        let patterns = case.show_only();
        let text = if patterns.is_empty() { text } else { print::show_only(&text, &patterns, case.compat)? };
        Ok(Output { chart: chart.clone(), user, options, rendered, text })
    }

    fn values(&self, case: &Case) -> Result<UserValues> {
        let mut values = UserValues::new(case.compat);
        let read = |path: &str| self.disk.read(path).map_err(|error| path_error("open", path, &error));
        for path in case.values() {
            let text = read(path).map_err(|message| Error::new(ErrorKind::Values, message))?;
            values.add_file(path, &text)?;
        }
        for (flag, argument) in case.set_flags() {
            values.set(flag, argument, &mut |path| read(path))?;
        }
        Ok(values)
    }

    /// A failure as a finding: Helm's words, and the place as a path that exists.
    fn finding(&self, case: &Case, chart: &str, error: &Error) -> Finding {
        let message = error.message();
        let (first, rest) = message.split_once('\n').unwrap_or((&message, ""));
        let finding = Finding::new(Severity::Error, "render-failed", first);
        let Some(diagnostic) = error.diagnostic() else { return finding.detail(rest) };
        let finding = finding.detail(crate::diag::snippet(diagnostic, false));
        match &diagnostic.primary {
            Some(label) => {
                let mut place = Place::from(&label.location);
                let inside = place.file.strip_prefix(chart).and_then(|rest| rest.strip_prefix('/'));
                let on_disk = inside.map(|inside| match case.path.as_str() {
                    "." => inside.to_owned(),
                    path => format!("{path}/{inside}"),
                });
                place.file = on_disk.filter(|path| self.disk.is_file(path)).unwrap_or(place.file);
                finding.at(place)
            }
            None => finding,
        }
    }
}

fn options(case: &Case) -> Result<RenderOptions> {
    let kube_version = match &case.settings.kube_version {
        Some(text) => KubeVersion::parse(text, case.compat)
            .map_err(|reason| Error::new(ErrorKind::Usage, format!("invalid kube version '{text}': {reason}")))?,
        None => KubeVersion::default_of(case.compat),
    };
    let mut options = RenderOptions {
        namespace: case.namespace().to_owned(),
        kube_version,
        api_versions: case.settings.api_versions.clone(),
        ..RenderOptions::new(case.release(), case.compat)
    };
    flags::apply(&case.settings.flags, &mut options);
    Ok(options)
}

//! From folders and `golden.yaml` to cases.

use super::config::{Config, Section, Settings};
use super::disk::Disk;
use super::flags;
use crate::chart::SetFlag;
use crate::compat::Compat;
use crate::error::{Error, ErrorKind, Result};
use crate::gostd::os::path_error;
use crate::render::print::Selection;
use crate::yaml::{self, Node};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The name of the configuration, at the root of the suite.
pub const CONFIG: &str = "golden.yaml";

/// The ending of chart-testing's values files, in the folder `ci` of a chart.
const CI_ENDING: &str = "-values.yaml";

/// The name of the only case of a chart without values files.
const DEFAULT_CASE: &str = "default";

/// All cases below one folder.
#[derive(Debug)]
pub struct Suite {
    /// The files of the suite.
    pub disk: Disk,
    /// What `golden.yaml` says.
    pub config: Config,
    /// Every case, sorted by name.
    pub cases: Vec<Case>,
}

/// One chart with one set of values and its golden file. All paths are relative to the root of the suite.
#[derive(Clone, Debug)]
pub struct Case {
    /// The name of the chart.
    pub chart: String,
    /// The name of the case, which is also the path of its golden file below the folder of those, without `.yaml`.
    pub name: String,
    /// The path of the chart.
    pub path: String,
    /// The golden file.
    pub golden: String,
    /// The golden file of the first major of Helm, which counts for this one as well unless it has its own.
    pub main: Option<String>,
    /// Whose output is expected.
    pub compat: Compat,
    /// How the chart is rendered.
    pub settings: Settings,
    /// What defines the case, for messages.
    origin: String,
}

/// A golden file that no case has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Orphan {
    /// The chart that it was made for.
    pub chart: String,
    /// The name that its case would have.
    pub name: String,
    /// The file.
    pub path: String,
}

/// A chart with its values files.
struct Found {
    name: String,
    path: String,
    /// What the names of its cases begin with.
    prefix: String,
    /// Cases with their values files.
    files: Vec<(String, String)>,
    is_library: bool,
}

impl Suite {
    /// Finds all cases below `root`. `compat` is whose output is expected where `golden.yaml` does not say.
    ///
    /// Errors are of kind [`ErrorKind::Usage`]: a mistake in `golden.yaml` with its line, values without a chart, two
    /// cases of one name.
    pub fn open(root: &Path, compat: Compat) -> Result<Suite> {
        let disk = Disk::at(root);
        let config = match disk.read(CONFIG) {
            Ok(text) => Config::read(CONFIG, &text)?,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Config::default(),
            Err(error) => return Err(usage(path_error("open", CONFIG, &error))),
        };
        let found = find_charts(&disk, &config)?;
        check_sections(&config, &found)?;
        check_files(&config, &disk)?;
        let mut cases: Vec<Case> =
            found.iter().flat_map(|chart| Expander { config: &config, compat }.chart(chart)).collect();
        cases.sort_by(|a, b| a.name.cmp(&b.name));
        check_names(&cases)?;
        check_folder(&config, &cases)?;
        Ok(Suite { disk, config, cases })
    }

    /// The golden files that belong to no case, sorted by name.
    pub fn orphans(&self) -> Result<Vec<Orphan>> {
        let wanted: BTreeSet<&str> = self.cases.iter().map(|case| case.golden.as_str()).collect();
        let folder = &self.config.folders.golden;
        // In the folder of a single chart, golden files have no folder of its name.
        let only = self.cases.first().filter(|case| case.path == ".").map(|case| case.chart.as_str());
        let files = self.disk.files_below(folder).map_err(|e| usage(path_error("open", folder, &e)))?;
        let orphan = |path: String| {
            let name = path.strip_prefix(folder.as_str())?.strip_prefix('/')?.strip_suffix(".yaml")?.to_owned();
            let chart = only.or(name.split_once('/').map(|(chart, _)| chart)).unwrap_or(folder).to_owned();
            Some(Orphan { chart, name, path })
        };
        Ok(files.into_iter().filter(|path| !wanted.contains(path.as_str())).filter_map(orphan).collect())
    }
}

impl Case {
    /// The name of the release: Helm's own default, unless it is set.
    #[must_use]
    pub fn release(&self) -> &str {
        self.settings.release.as_deref().unwrap_or("release-name")
    }

    /// The namespace of the release.
    #[must_use]
    pub fn namespace(&self) -> &str {
        self.settings.namespace.as_deref().unwrap_or("default")
    }

    /// The values files, in order.
    #[must_use]
    pub fn values(&self) -> &[String] {
        self.settings.values.as_deref().unwrap_or_default()
    }

    /// The flags that set values, in the order in which Helm applies them.
    pub fn set_flags(&self) -> impl Iterator<Item = (SetFlag, &str)> {
        flags::setters(&self.settings.flags)
    }

    /// The parts of the output that are printed.
    #[must_use]
    pub fn selection(&self) -> Selection {
        flags::selection(&self.settings.flags)
    }

    /// The templates that are printed; none means all.
    #[must_use]
    pub fn show_only(&self) -> Vec<&str> {
        flags::show_only(&self.settings.flags)
    }

    /// The words behind `helm` that print what the golden file holds.
    #[must_use]
    pub fn command(&self) -> Vec<String> {
        let mut words = vec!["template".to_owned(), self.release().to_owned(), self.path.clone()];
        let mut flag = |name: &str, value: &str| words.extend([format!("--{name}"), value.to_owned()]);
        flag("namespace", self.namespace());
        self.settings.kube_version.iter().for_each(|version| flag("kube-version", version));
        self.settings.api_versions.iter().for_each(|version| flag("api-versions", version));
        self.values().iter().for_each(|file| flag("values", file));
        words.extend(self.settings.flags.iter().map(|flag| flag.word.clone()));
        words
    }
}

fn usage(message: impl Into<Vec<u8>>) -> Error {
    Error::new(ErrorKind::Usage, message)
}

/// The chart in the root itself, or else those in the folder of charts.
fn find_charts(disk: &Disk, config: &Config) -> Result<Vec<Found>> {
    if disk.is_file("Chart.yaml") {
        let (name, is_library) = read_chart(disk, ".");
        let files = ci_files(disk, "ci")?;
        return Ok(vec![Found { name, path: ".".into(), prefix: String::new(), files, is_library }]);
    }
    let folders = &config.folders;
    let mut found = Vec::new();
    for name in list(disk, &folders.charts)? {
        let path = format!("{}/{name}", folders.charts);
        if !disk.is_file(&format!("{path}/Chart.yaml")) {
            continue;
        }
        let mut files = values_files(disk, &format!("{}/{name}", folders.values))?;
        files.extend(ci_files(disk, &format!("{path}/ci"))?);
        let (_, is_library) = read_chart(disk, &path);
        found.push(Found { prefix: format!("{name}/"), name, path, files, is_library });
    }
    for name in list(disk, &folders.values)? {
        let path = format!("{}/{name}", folders.values);
        if found.iter().all(|chart| chart.name != name) && !values_files(disk, &path)?.is_empty() {
            return Err(usage(format!("{path}: there is no chart {}/{name}", folders.charts)));
        }
    }
    if found.is_empty() {
        let message = format!("no charts here: there is neither Chart.yaml nor {}/NAME/Chart.yaml", folders.charts);
        return Err(usage(message));
    }
    Ok(found)
}

fn list(disk: &Disk, folder: &str) -> Result<Vec<String>> {
    disk.list(folder).map_err(|error| usage(path_error("open", folder, &error)))
}

/// The name of a chart, and whether it is a library; faults of the file are told when it is rendered.
fn read_chart(disk: &Disk, path: &str) -> (String, bool) {
    let node = disk.read(&format!("{path}/Chart.yaml")).ok().and_then(|text| yaml::parse(&text).ok());
    let text = |key: &str| match node.as_ref().and_then(|node| node.get(key)) {
        Some(Node::Str(text)) => text.to_string(),
        _ => String::new(),
    };
    let name = Some(text("name")).filter(|name| !name.is_empty()).unwrap_or_else(|| path.to_owned());
    (name, text("type") == "library")
}

/// `CASE.yaml` of a folder of values; deeper folders are for files that cases share.
fn values_files(disk: &Disk, folder: &str) -> Result<Vec<(String, String)>> {
    let case = |file: String| {
        let name = file.strip_suffix(".yaml").or_else(|| file.strip_suffix(".yml"))?.to_owned();
        let path = format!("{folder}/{file}");
        (!name.starts_with('.') && disk.is_file(&path)).then_some((name, path))
    };
    Ok(list(disk, folder)?.into_iter().filter_map(case).collect())
}

/// `CASE-values.yaml` of a folder `ci`, as chart-testing finds them.
fn ci_files(disk: &Disk, folder: &str) -> Result<Vec<(String, String)>> {
    let case = |file: String| {
        let name = file.strip_suffix(CI_ENDING).filter(|name| !name.is_empty())?.to_owned();
        Some((name, format!("{folder}/{file}")))
    };
    Ok(list(disk, folder)?.into_iter().filter_map(case).collect())
}

/// Refuses settings for charts and cases that do not exist; a case with a list of values is one by itself.
fn check_sections(config: &Config, found: &[Found]) -> Result<()> {
    for section in &config.charts {
        if found.iter().all(|chart| chart.name != section.name) {
            return Err(config.fail(section.place, format!("there is no chart {:?}", section.name)));
        }
    }
    for section in &config.cases {
        let Some((chart, case)) = found.iter().find_map(|chart| Some((chart, chart.case_of(section)?))) else {
            let message = format!("there is no chart for the case {:?}", section.name);
            return Err(config.fail(section.place, message));
        };
        let is_default = case == DEFAULT_CASE && chart.files.is_empty();
        if section.settings.values.is_none() && !is_default && chart.files.iter().all(|(name, _)| name != case) {
            let message = format!("case {:?} has neither a values file of its name nor a list of values", section.name);
            return Err(config.fail(section.place, message));
        }
    }
    Ok(())
}

/// Refuses values files in `golden.yaml` that are not there.
fn check_files(config: &Config, disk: &Disk) -> Result<()> {
    match config.files.iter().find(|(path, _)| !disk.is_file(path)) {
        Some((path, place)) => Err(config.fail(*place, format!("there is no file {path}"))),
        None => Ok(()),
    }
}

fn check_names(cases: &[Case]) -> Result<()> {
    for pair in cases.windows(2) {
        let [first, second] = pair else { continue };
        if first.name == second.name {
            let message = format!("two cases have the name {:?}: {} and {}", first.name, first.origin, second.origin);
            return Err(usage(message));
        }
    }
    Ok(())
}

/// Refuses a folder for golden files that has other files of the suite in it: they would be taken for golden ones.
fn check_folder(config: &Config, cases: &[Case]) -> Result<()> {
    let folder = &config.folders.golden;
    let inside = |path: &str| path.strip_prefix(folder.as_str()).is_some_and(|rest| rest.starts_with('/'));
    let mut used = cases.iter().flat_map(|case| case.values().iter().chain([&case.path]));
    match used.find(|path| folder == "." || inside(path) || *path == folder) {
        Some(path) => Err(usage(format!("folders.golden: {folder:?} is not for golden files only: {path} is there"))),
        None => Ok(()),
    }
}

impl Found {
    /// The name within this chart of the case that a section is about.
    fn case_of<'s>(&self, section: &'s Section) -> Option<&'s str> {
        let case = section.name.strip_prefix(&self.prefix)?;
        (!case.is_empty() && !case.contains('/')).then_some(case)
    }
}

/// Makes the cases of charts.
struct Expander<'a> {
    config: &'a Config,
    compat: Compat,
}

impl Expander<'_> {
    fn chart(&self, chart: &Found) -> Vec<Case> {
        let own = self.config.charts.iter().find(|section| section.name == chart.name);
        let common = own.map_or_else(|| self.config.settings.clone(), |own| self.config.settings.with(&own.settings));
        let sections: BTreeMap<&str, &Section> =
            self.config.cases.iter().filter_map(|section| Some((chart.case_of(section)?, section))).collect();
        let mut defined: Vec<(&str, Option<&str>)> =
            chart.files.iter().map(|(case, file)| (case.as_str(), Some(file.as_str()))).collect();
        let with_file: BTreeSet<&str> = defined.iter().map(|(case, _)| *case).collect();
        defined.extend(sections.keys().filter(|case| !with_file.contains(*case)).map(|case| (*case, None)));
        if defined.is_empty() && !chart.is_library {
            defined.push((DEFAULT_CASE, None));
        }
        let expand = |(case, file): (&str, Option<&str>)| {
            let section = sections.get(case);
            let mut settings = section.map_or_else(|| common.clone(), |section| common.with(&section.settings));
            if let Some(file) = file {
                settings.values.get_or_insert_default().push(file.to_owned());
            }
            let origin = file.map_or_else(|| CONFIG.to_owned(), str::to_owned);
            self.matrix(chart, &format!("{}{case}", chart.prefix), settings, &origin)
        };
        defined.into_iter().flat_map(expand).collect()
    }

    /// The product of all axes, each case named by its options, and by the major of Helm if that is not the first.
    fn matrix(&self, chart: &Found, name: &str, mut settings: Settings, origin: &str) -> Vec<Case> {
        let axes = std::mem::take(&mut settings.axes);
        let mut variants = vec![(name.to_owned(), settings)];
        for axis in &axes {
            let each = |(name, settings): &(String, Settings)| {
                let option = |(label, over): &(String, Settings)| (format!("{name}.{label}"), settings.with(over));
                axis.options.iter().map(option).collect::<Vec<_>>()
            };
            variants = variants.iter().flat_map(each).collect();
        }
        let folder = &self.config.folders.golden;
        let mut cases = Vec::new();
        for (name, settings) in variants {
            let majors = if settings.compat.is_empty() { vec![self.compat] } else { settings.compat.clone() };
            let main = format!("{folder}/{name}.yaml");
            for (index, compat) in majors.into_iter().enumerate() {
                let name = if index == 0 { name.clone() } else { format!("{name}.{}", word(compat)) };
                cases.push(Case {
                    chart: chart.name.clone(),
                    path: chart.path.clone(),
                    golden: format!("{folder}/{name}.yaml"),
                    main: (index > 0).then(|| main.clone()),
                    name,
                    compat,
                    settings: settings.clone(),
                    origin: origin.to_owned(),
                });
            }
        }
        cases
    }
}

fn word(compat: Compat) -> &'static str {
    match compat {
        Compat::Helm4 => "helm4",
        Compat::Helm3 => "helm3",
    }
}

//! `pintle create`: a new chart to start from.
//!
//! The files under `scaffold/` are written for Pintle. They have the names, values and named templates
//! of those that Helm writes and render to the same manifests.

use super::parse::Invocation;
use super::settings::Places;
use super::{Failure, Session, flags::quote, report};
use crate::chart::{self, Chart, Metadata, Stamp};
use crate::compat::Compat;
use crate::error::{Error, ErrorKind, Result};
use crate::gostd::os::path_error;
use crate::gostd::path;
use std::path::{Path, PathBuf};

/// The files of a new chart in the order in which they are written; where Helm 3 has another one, the
/// second text is for it, and an empty text is for no file.
const FILES: [(&str, &str, Option<&str>); 12] = [
    ("Chart.yaml", include_str!("scaffold/Chart.yaml"), None),
    ("values.yaml", include_str!("scaffold/values.yaml"), Some(include_str!("scaffold/values.helm3.yaml"))),
    (".helmignore", include_str!("scaffold/helmignore"), None),
    ("templates/ingress.yaml", include_str!("scaffold/templates/ingress.yaml"), None),
    ("templates/httproute.yaml", include_str!("scaffold/templates/httproute.yaml"), Some("")),
    ("templates/deployment.yaml", include_str!("scaffold/templates/deployment.yaml"), None),
    ("templates/service.yaml", include_str!("scaffold/templates/service.yaml"), None),
    ("templates/serviceaccount.yaml", include_str!("scaffold/templates/serviceaccount.yaml"), None),
    ("templates/hpa.yaml", include_str!("scaffold/templates/hpa.yaml"), None),
    (
        "templates/NOTES.txt",
        include_str!("scaffold/templates/NOTES.txt"),
        Some(include_str!("scaffold/templates/NOTES.helm3.txt")),
    ),
    ("templates/_helpers.tpl", include_str!("scaffold/templates/_helpers.tpl"), None),
    ("templates/tests/test-connection.yaml", include_str!("scaffold/templates/tests/test-connection.yaml"), None),
];

/// What stands for the chart's name in the files.
const NAME: &str = "<CHARTNAME>";

pub(super) fn run(invocation: &Invocation, session: &mut Session<'_, '_>) -> std::result::Result<(), Failure> {
    let given = invocation.args().remove(0);
    report::write_out(session.io, format!("Creating {given}\n").as_bytes());
    match invocation.text("chart-api-version") {
        None | Some("" | "v2") => {}
        Some("v3") => return Err(usage("gate 'CHART_V3' is not enabled: pintle writes charts of version v2").into()),
        Some(other) => {
            return Err(usage(format!("unsupported chart API version: {other} (supported: v2, v3)")).into());
        }
    }
    let name = text(path::base(given.as_bytes()));
    let folder = text(&path::dir(given.as_bytes()));
    match invocation.text("starter").filter(|starter| !starter.is_empty()) {
        Some(starter) => from_starter(&name, &folder, starter, session)?,
        None => write_scaffold(&name, &folder, session)?,
    }
    Ok(())
}

fn usage(message: impl Into<Vec<u8>>) -> Error {
    Error::new(ErrorKind::Usage, message)
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Source: Helm's `chartutil.Create`.
fn write_scaffold(name: &str, folder: &str, session: &mut Session<'_, '_>) -> Result<()> {
    check_name(name)?;
    let folder = std::path::absolute(folder).map_err(|e| usage(e.to_string()))?;
    let folder = PathBuf::from(text(&path::clean(folder.as_os_str().as_encoded_bytes())));
    let info = std::fs::metadata(&folder).map_err(|e| usage(path_error("stat", &folder.to_string_lossy(), &e)))?;
    if !info.is_dir() {
        return Err(usage(format!("no such directory {}", folder.display())));
    }
    let chart = folder.join(name);
    check_folder(&chart)?;
    for (file, content, helm3) in FILES {
        let content = if session.compat == Compat::Helm3 { helm3.unwrap_or(content) } else { content };
        if content.is_empty() {
            continue;
        }
        let path = chart.join(file);
        if path.exists() {
            let shown = quote(&path.to_string_lossy());
            let warning = format!("WARNING: File {shown} already exists. Overwriting.\n");
            report::write_out(session.io, warning.as_bytes());
        }
        write_file(&path, content.replace(NAME, name).as_bytes())?;
    }
    make_folder(&chart.join("charts"))
}

/// Source: Helm's `validateChartName`.
fn check_name(name: &str) -> Result<()> {
    if name.is_empty() || name.len() > 250 {
        return Err(usage("chart name must be between 1 and 250 characters"));
    }
    let plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_' | b'-');
    if name.bytes().all(plain) {
        return Ok(());
    }
    Err(usage("chart name must match the regular expression \"^[a-zA-Z0-9._-]+$\""))
}

fn check_folder(chart: &Path) -> Result<()> {
    if chart.exists() && !chart.is_dir() {
        return Err(usage(format!("file {} already exists and is not a directory", chart.display())));
    }
    Ok(())
}

/// A copy of another chart under a new name.
///
/// Source: Helm's `chartutil.CreateFrom`.
fn from_starter(name: &str, folder: &str, starter: &str, session: &mut Session<'_, '_>) -> Result<()> {
    let starters = format!("{}/starters", Places { io: session.io }.data());
    let source = if Path::new(starter).is_absolute() { starter.to_owned() } else { format!("{starters}/{starter}") };
    let mut notices = Vec::new();
    let loaded = Chart::load(&source, session.compat, &mut notices);
    session.notices(&notices);
    let loaded = loaded.map_err(|error| error.prefixed(&format!("could not load {source}: ")))?;
    if name != text(path::base(name.as_bytes())) {
        return Err(usage(format!("chart.metadata.name {} is invalid", quote(name))));
    }
    let chart = PathBuf::from(path::join(&[folder, name]));
    check_folder(&chart)?;
    let metadata = Metadata {
        name: name.to_owned(),
        description: "A Helm chart for Kubernetes".to_owned(),
        chart_type: "application".to_owned(),
        version: "0.1.0".to_owned(),
        app_version: "0.1.0".to_owned(),
        api_version: "v2".to_owned(),
        ..Metadata::default()
    };
    make_folder(&chart)?;
    write_file(&chart.join("Chart.yaml"), &metadata.to_yaml(session.compat)?)?;
    // Helm gives the new chart its metadata first and then looks for its own name in the templates.
    let renamed = |data: &[u8]| text(data).replace(NAME, name).into_bytes();
    if let Some(values) = &loaded.values_file {
        write_file(&chart.join("values.yaml"), &renamed(&values.data))?;
    }
    if let Some(schema) = &loaded.schema {
        write_file(&chart.join("values.schema.json"), schema)?;
    }
    for template in &loaded.templates {
        write_file(&chart.join(&template.name), &renamed(&template.data))?;
    }
    for file in &loaded.files {
        write_file(&chart.join(&file.name), &file.data)?;
    }
    for child in &loaded.dependencies {
        let stamp = Stamp { now: super::now().0, fixed: None };
        let archive = chart::pack(child, stamp, session.compat)?;
        let name = format!("charts/{}-{}.tgz", child.name(), child.metadata.version);
        write_file(&chart.join(name), &archive)?;
    }
    Ok(())
}

fn make_folder(path: &Path) -> Result<()> {
    std::fs::create_dir_all(path).map_err(|e| usage(path_error("mkdir", &path.to_string_lossy(), &e)))
}

#[expect(clippy::disallowed_methods, reason = "a chart is written where the user says")]
fn write_file(path: &Path, content: &[u8]) -> Result<()> {
    if let Some(folder) = path.parent() {
        make_folder(folder)?;
    }
    std::fs::write(path, content).map_err(|e| usage(path_error("open", &path.to_string_lossy(), &e)))
}

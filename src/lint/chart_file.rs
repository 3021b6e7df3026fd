//! Rules for `Chart.yaml`.

use super::names::quote;
use super::{Linter, Severity, address};
use crate::chart::inspect::RawMetadata;
use crate::compat::Compat;
use crate::gostd::path;
use crate::semver::Version;
use crate::yaml::Node;
use std::cmp::Ordering;

const FILE: &str = "Chart.yaml";

impl Linter<'_> {
    pub(super) fn check_chart_file(&mut self) {
        let compat = self.compat();
        if self.is_directory(FILE) {
            self.error(FILE, "should be a file, not a directory");
        }
        let read = self.sources.read(FILE).and_then(|text| Ok((RawMetadata::read(&text, compat)?, text)));
        let (chart, text) = match read {
            Ok(read) => read,
            Err(fault) => return self.error(FILE, format!("unable to parse YAML\n\t{fault}")),
        };
        if let Some(fault) = chart.strict_fault(&text).filter(|_| compat.lints_strictly()) {
            self.warning(FILE, format!("failed to strictly parse chart metadata file\n\t{fault}"));
        }
        let faults = [
            name(&chart),
            api_version(&chart),
            text_type(&chart, "version"),
            version(&chart, compat),
            text_type(&chart, "appVersion"),
            maintainers(&chart, compat),
            sources(&chart, compat),
        ];
        for fault in faults.into_iter().flatten() {
            self.error(FILE, fault);
        }
        let icon = &chart.metadata.icon;
        if icon.is_empty() {
            self.report(Severity::Info, FILE, "icon is recommended");
        } else if !address::is_request_url(icon, compat) {
            self.error(FILE, format!("invalid icon URL '{icon}'"));
        }
        for fault in [chart_type(&chart), dependencies(&chart)].into_iter().flatten() {
            self.error(FILE, fault);
        }
        let version = &chart.metadata.version;
        if compat.lints_strictly() && Version::parse_strict(version.as_bytes(), compat).is_err() {
            self.warning(FILE, format!("version '{version}' is not a valid SemVerV2"));
        }
    }
}

fn name(chart: &RawMetadata) -> Option<String> {
    let name = &chart.metadata.name;
    if name.is_empty() {
        return Some("name is required".into());
    }
    (path::base(name.as_bytes()) != name.as_bytes()).then(|| format!("chart name {} is invalid", quote(name)))
}

fn api_version(chart: &RawMetadata) -> Option<String> {
    const RIGHT: &str = "The value must be either \"v1\" or \"v2\"";
    match chart.metadata.api_version.as_str() {
        "v1" | "v2" => None,
        "" => Some(format!("apiVersion is required. {RIGHT}")),
        other => Some(format!("apiVersion '{other}' is not valid. {RIGHT}")),
    }
}

/// Whether a field that has to be a text is one.
fn text_type(chart: &RawMetadata, field: &str) -> Option<String> {
    let go_type = match chart.node.get(field)? {
        Node::Str(_) => return None,
        Node::Null => "<nil>",
        Node::Bool(_) => "bool",
        Node::Int(_) | Node::Uint(_) | Node::Float(_) => "float64",
        Node::List(_) => "[]interface {}",
        Node::Map(_) => "map[string]interface {}",
    };
    Some(format!("{field} should be of type string but it's of type {go_type}"))
}

fn version(chart: &RawMetadata, compat: Compat) -> Option<String> {
    let version = &chart.metadata.version;
    if version.is_empty() {
        return Some("version is required".into());
    }
    let Ok(parsed) = Version::parse(version.as_bytes(), compat) else {
        return Some(format!("version '{version}' is not a valid SemVer"));
    };
    let lowest = Version::parse(b"0.0.0-0", compat).ok()?;
    if parsed.compare(&lowest) == Ordering::Greater {
        return None;
    }
    let quotes = if compat.semver_3_5() { "\"" } else { "" };
    Some(format!("version {quotes}{parsed}{quotes} is less than or equal to {quotes}0.0.0-0{quotes}"))
}

fn maintainers(chart: &RawMetadata, compat: Compat) -> Option<String> {
    chart.maintainers.iter().find_map(|maintainer| {
        let Some(maintainer) = maintainer else {
            return Some("a maintainer entry is empty".to_owned());
        };
        let (name, email, url) = (&maintainer.name, &maintainer.email, &maintainer.url);
        if name.is_empty() {
            return Some("each maintainer requires a name".to_owned());
        }
        if !email.is_empty() && !address::is_email(email) {
            return Some(format!("invalid email '{email}' for maintainer '{name}'"));
        }
        let wrong = !url.is_empty() && !address::is_url(url, compat);
        wrong.then(|| format!("invalid url '{url}' for maintainer '{name}'"))
    })
}

fn sources(chart: &RawMetadata, compat: Compat) -> Option<String> {
    let wrong = |source: &&String| !address::is_request_url(source, compat);
    let source = chart.metadata.sources.iter().flatten().find(wrong)?;
    Some(format!("invalid source URL '{source}'"))
}

fn chart_type(chart: &RawMetadata) -> Option<String> {
    let api_version = &chart.metadata.api_version;
    let wrong = !chart.metadata.chart_type.is_empty() && api_version != "v2";
    wrong.then(|| format!("chart type is not valid in apiVersion '{api_version}'. It is valid in apiVersion 'v2'"))
}

fn dependencies(chart: &RawMetadata) -> Option<String> {
    let api_version = &chart.metadata.api_version;
    let wrong = chart.has_dependencies && api_version != "v2";
    wrong.then(|| {
        format!(
            "dependencies are not valid in the Chart file with apiVersion '{api_version}'. They are valid in \
             apiVersion 'v2'"
        )
    })
}

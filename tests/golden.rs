//! Every values file under `values/` renders its chart to the golden file that Helm wrote (see `scripts/golden`).
#![allow(clippy::disallowed_methods, reason = "drivers read recordings and write charts to run on")]

mod support;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use support::Major;

/// One values file with its chart.
struct Case {
    chart: String,
    name: String,
}

fn golden(case: &Case, major: Major) -> PathBuf {
    let folder = support::root().join("golden").join(&case.chart);
    let own = folder.join(format!("{}.helm3.yaml", case.name));
    if major == Major::Helm3 && own.exists() { own } else { folder.join(format!("{}.yaml", case.name)) }
}

fn cases() -> Vec<Case> {
    let folders = support::entries(&support::root().join("values"));
    let of_chart = |folder: &PathBuf| {
        let chart = support::name(folder);
        let names = support::entries(folder).into_iter().map(|path| support::name(&path));
        let case = |name: String| Case {
            chart: chart.clone(),
            name: name.strip_suffix(".yaml").unwrap_or_else(|| panic!("values/{chart}/{name}: not .yaml")).to_owned(),
        };
        names.map(case).collect::<Vec<_>>()
    };
    folders.iter().flat_map(of_chart).collect()
}

fn check(case: &Case, major: Major) -> Vec<String> {
    let label = format!("{}/{} of Helm {}", case.chart, case.name, major.version());
    let path = golden(case, major);
    let Ok(want) = std::fs::read(&path) else { return vec![format!("{label}: {} is missing", path.display())] };
    let words = format!(
        "template mesh charts/{chart} --namespace istio-system --values values/{chart}/{name}.yaml",
        chart = case.chart,
        name = case.name,
    );
    let words: Vec<String> = words.split(' ').chain(major.arguments().iter().copied()).map(str::to_owned).collect();
    let outcome = support::run(support::binary(), &words, &support::root());
    if outcome.code != 0 {
        return vec![format!("{label}: exit {}: {}", outcome.code, String::from_utf8_lossy(&outcome.stderr))];
    }
    if outcome.stdout == want { Vec::new() } else { vec![support::diff(&label, &want, &outcome.stdout)] }
}

fn compare(major: Major) {
    let cases = cases();
    let differences = support::in_parallel(&cases, |case| check(case, major));
    support::report("golden files", cases.len(), &differences);
}

#[test]
fn charts_render_as_helm_4_renders_them() {
    compare(Major::Helm4);
}

#[test]
fn charts_render_as_helm_3_renders_them() {
    compare(Major::Helm3);
}

#[test]
fn no_golden_file_is_left_without_its_values() {
    let wanted: BTreeSet<PathBuf> =
        cases().iter().flat_map(|case| [Major::Helm4, Major::Helm3].map(|major| golden(case, major))).collect();
    let there =
        support::entries(&support::root().join("golden")).into_iter().flat_map(|folder| support::entries(&folder));
    let orphans: Vec<PathBuf> = there.filter(|path: &PathBuf| !wanted.contains(Path::new(path))).collect();
    assert!(orphans.is_empty(), "golden files without a values file: {orphans:?}");
}

//! Mutated templates: `validate` must point at the very line that was changed, or say that it does not know.
//!
//! The keys of single lines in the templates of this project's charts are renamed, one at a time, to fields
//! that Kubernetes does not have. A run in which many are not found or one is wrong fails.
#![allow(clippy::disallowed_methods, reason = "the test copies charts and changes their files")]

mod support;

use std::path::{Path, PathBuf};
use support::Scratch;

/// The charts, with a values file that has them render most of what they can.
const CHARTS: [(&str, &str); 4] = [
    ("cni", "ambient.yaml"),
    ("ztunnel", "default.yaml"),
    ("gateway", "default.yaml"),
    ("control-plane", "high-availability.yaml"),
];

/// How many mutations that the check notices are judged.
const WANTED: usize = 200;

/// What renamed keys begin with.
const MARK: &str = "zzz";

/// A line of a template whose key can be renamed.
struct Site {
    chart: usize,
    file: PathBuf,
    /// From 1.
    line: usize,
}

#[derive(Debug, PartialEq, Eq)]
enum Verdict {
    Right,
    Unknown,
    Wrong(String),
    /// The line is not rendered, or any key is allowed there.
    NoFinding,
}

fn sites() -> Vec<Site> {
    let mut sites = Vec::new();
    for (chart, (name, _)) in CHARTS.iter().enumerate() {
        let mut files = Vec::new();
        template_files(&support::root().join("charts").join(name), &mut files);
        for file in files {
            let text = String::from_utf8(support::read(&file)).expect("UTF-8");
            let keyed = text.lines().enumerate().filter(|(_, line)| key_start(line).is_some());
            sites.extend(keyed.map(|(at, _)| Site { chart, file: file.clone(), line: at + 1 }));
        }
    }
    sites
}

/// The templates of a chart, and of those in it.
fn template_files(chart: &Path, files: &mut Vec<PathBuf>) {
    let list = |folder: &str| {
        let folder = chart.join(folder);
        if folder.is_dir() { support::entries(&folder) } else { Vec::new() }
    };
    let is_template = |path: &PathBuf| path.extension().is_some_and(|end| end == "yaml" || end == "tpl");
    files.extend(list("templates").into_iter().filter(is_template));
    list("charts").iter().filter(|path| path.is_dir()).for_each(|chart| template_files(chart, files));
}

/// Where the key of a line like `  - name: {{ .Values.name }}` begins; keys are words.
fn key_start(line: &str) -> Option<usize> {
    let body = line.trim_start_matches([' ', '-']);
    let (key, rest) = body.split_once(':')?;
    let is_word = !key.is_empty() && key.bytes().all(|b| b.is_ascii_alphabetic());
    (is_word && (rest.is_empty() || rest.starts_with(' '))).then_some(line.len() - body.len())
}

/// A fixed order that has nothing to do with the order in the files.
fn shuffle(sites: &mut [Site]) {
    let mut state = 0x5eed_u64;
    for i in (1..sites.len()).rev() {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        sites.swap(i, (state >> 33) as usize % (i + 1));
    }
}

fn judge(site: &Site) -> Verdict {
    let (name, values) = CHARTS[site.chart];
    let root = support::root();
    let scratch = Scratch::new();
    let chart = scratch.path().join(name);
    copy(&root.join("charts").join(name), &chart);
    let file = chart.join(site.file.strip_prefix(root.join("charts").join(name)).expect("a file of the chart"));
    let text = String::from_utf8(support::read(&file)).expect("UTF-8");
    let renamed = text.lines().enumerate().map(|(at, line)| match key_start(line) {
        Some(start) if at + 1 == site.line => format!("{}{MARK}{}\n", &line[..start], &line[start..]),
        _ => format!("{line}\n"),
    });
    std::fs::write(&file, renamed.collect::<String>()).expect("a writable file");
    let values = root.join("values").join(name).join(values);
    let words = ["validate", &chart.to_string_lossy(), "-f", &values.to_string_lossy(), "--color", "never"];
    let outcome = support::run(support::binary(), &words.map(str::to_owned), scratch.path());
    let printed = String::from_utf8_lossy(&outcome.stdout);
    let at = format!("{}:{}:", site.file.strip_prefix(root.join("charts")).expect("below charts").display(), site.line);
    let mut verdicts =
        printed.split("\n\n").filter(|finding| is_of_mutation(finding)).map(|finding| verdict(finding, &at));
    verdicts
        .find(|verdict| *verdict != Verdict::Right)
        .unwrap_or_else(|| if printed.split("\n\n").any(is_of_mutation) { Verdict::Right } else { Verdict::NoFinding })
}

/// Whether a finding is about the renamed key, which is the last step of its path.
fn is_of_mutation(finding: &str) -> bool {
    let said = finding.strip_prefix("error[unknown-field]: unknown field ").and_then(|rest| rest.lines().next());
    said.and_then(|path| path.trim_matches('"').rsplit('.').next()).is_some_and(|step| step.starts_with(MARK))
}

fn verdict(finding: &str, at: &str) -> Verdict {
    let place = finding.split_once("--> ").map_or("", |(_, rest)| rest.lines().next().unwrap_or_default());
    if place.contains("(as rendered)") || finding.contains("the line that made it is unknown") {
        Verdict::Unknown
    } else if place.starts_with(at) {
        Verdict::Right
    } else {
        Verdict::Wrong(format!("{place} instead of {at}"))
    }
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("a folder");
    for path in support::entries(from) {
        let target = to.join(support::name(&path));
        if path.is_dir() {
            copy(&path, &target);
        } else {
            std::fs::copy(&path, target).expect("a copy");
        }
    }
}

#[test]
fn findings_point_at_the_changed_line() {
    let mut sites = sites();
    shuffle(&mut sites);
    let (mut right, mut unknown, mut wrong) = (0, 0, Vec::new());
    for part in sites.chunks(64) {
        let places: Vec<String> = support::in_parallel(part, |site| match judge(site) {
            Verdict::Right => vec!["right".into()],
            Verdict::Unknown => vec![format!("unknown {}:{}", site.file.display(), site.line)],
            Verdict::Wrong(what) => vec![what],
            Verdict::NoFinding => Vec::new(),
        });
        for place in places {
            match place.as_str() {
                "right" => right += 1,
                _ if place.starts_with("unknown") => {
                    unknown += 1;
                    println!("{place}");
                }
                _ => wrong.push(place),
            }
        }
        if right + unknown + wrong.len() >= WANTED {
            break;
        }
    }
    let judged = right + unknown + wrong.len();
    println!("{right} right, {unknown} unknown, {} wrong of {judged}", wrong.len());
    assert!(judged >= WANTED, "only {judged} mutations were noticed");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(right * 100 >= judged * 95, "{right} of {judged} lines were found");
}

//! Charts against what both Helms' `lint` prints about them.
//!
//! A row has the files of a folder (null for a folder), the arguments of the command, and for each Helm
//! the exit code, standard output and standard error. `$DIR` stands for the folder. No template in
//! the rows has an action, so here templates render to themselves.
#![allow(clippy::disallowed_methods, reason = "the charts are written to the disk")]
#![allow(clippy::unwrap_used, reason = "a test may fail")]

use pintle::Compat;
use pintle::chart::{Instance, SetFlag, UserValues};
use pintle::diag::Notice;
use pintle::lint::{self, Flags, Options};
use pintle::value::Map;
use serde_json::Value as Json;
use std::path::{Path, PathBuf};

fn write(folder: &Path, files: &Json) {
    for (name, content) in files.as_object().unwrap() {
        let path = folder.join(name);
        match content.as_str() {
            None => std::fs::create_dir_all(&path).unwrap(),
            Some(text) => {
                std::fs::create_dir_all(path.parent().unwrap()).unwrap();
                std::fs::write(&path, text).unwrap();
            }
        }
    }
}

type Templates = Vec<(String, Vec<u8>)>;

#[expect(clippy::unnecessary_wraps, reason = "a renderer can fail")]
fn verbatim(instance: &Instance, _: &Map, _: &mut Vec<Notice>) -> pintle::Result<Templates> {
    let chart = &instance.chart;
    Ok(chart.templates.iter().map(|t| (format!("{}/{}", chart.name(), t.name), t.data.to_vec())).collect())
}

/// Exit code, standard output and standard error.
fn run(args: &[String], compat: Compat) -> (i64, String, String) {
    let (mut flags, mut options) = (Flags::default(), Options { compat, ..Options::default() });
    let (mut user, mut paths) = (UserValues::new(compat), Vec::new());
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--strict" => flags.strict = true,
            "--quiet" => flags.quiet = true,
            "--with-subcharts" => flags.with_subcharts = true,
            "--skip-schema-validation" => options.skip_schema_validation = true,
            "--kube-version" => {
                let (major, minor) = args.next().unwrap().split_once('.').unwrap();
                options.kube_version = Some((major.parse().unwrap(), minor.parse().unwrap()));
            }
            "--set" => user.set(SetFlag::Set, args.next().unwrap(), &mut |_| Ok(Vec::new())).unwrap(),
            path => paths.push(path.to_owned()),
        }
    }
    let mut notices = Vec::new();
    let outcome = lint::run(&paths, &user, flags, &options, &mut verbatim, &mut notices);
    let mut stderr: String =
        notices.iter().filter_map(|n| n.line(compat)).map(|line| String::from_utf8(line).unwrap() + "\n").collect();
    if let Some(error) = &outcome.error {
        stderr.extend(["Error: ", error.as_str(), "\n"]);
    }
    (i64::from(outcome.error.is_some()), outcome.stdout, stderr)
}

/// Lines without those that Helm prints in random order in between.
fn settled(text: &str) -> Vec<&str> {
    let mut lines: Vec<&str> = text.lines().collect();
    lines.sort_unstable();
    lines
}

#[test]
fn findings_are_told_as_helm_does() {
    let mut failures = Vec::new();
    for (i, line) in include_str!("lint/rows.jsonl").lines().enumerate() {
        let row: Json = serde_json::from_str(line).unwrap();
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("lint-{i}"));
        let _ = std::fs::remove_dir_all(&folder);
        write(&folder, &row["files"]);
        let place = folder.to_string_lossy().into_owned();
        let args = row["args"].as_array().unwrap().iter();
        let args: Vec<String> = args.map(|a| a.as_str().unwrap().replace("$DIR", &place)).collect();
        for (key, compat) in [("helm4", Compat::Helm4), ("helm3", Compat::Helm3)] {
            let want = &row[key];
            let (code, stdout, stderr) = run(&args, compat);
            let (stdout, stderr) = (stdout.replace(&place, "$DIR"), stderr.replace(&place, "$DIR"));
            let (want_out, want_err) = (want[1].as_str().unwrap(), want[2].as_str().unwrap());
            let same = settled(want_out) == settled(&stdout) && settled(want_err) == settled(&stderr);
            if !same || want[0] != code {
                failures.push(format!("{compat:?} {line}\n--- got {code}\n{stdout}{stderr}"));
            }
        }
        std::fs::remove_dir_all(&folder).unwrap();
    }
    assert!(failures.is_empty(), "{} rows:\n{}", failures.len(), failures[..failures.len().min(5)].join("\n\n"));
}

//! `pintle batch`, and renders of one chart on many threads.
#![allow(clippy::disallowed_methods, reason = "the test writes charts and reads what was made of them")]

mod support;

use pintle::Compat;
use pintle::chart::UserValues;
use pintle::render::batch::{Charts, in_order};
use pintle::render::{RenderOptions, print};
use std::fmt::Write;
use std::path::Path;
use support::{Outcome, Scratch};

/// A folder with a chart `app`, whose template fails for the value `bad`, and values files.
fn folder() -> Scratch {
    let scratch = Scratch::new();
    let write = |path: &str, text: &str| {
        let path = scratch.path().join(path);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    };
    write("app/Chart.yaml", "apiVersion: v2\nname: app\nversion: 1.0.0\n");
    write("app/values.yaml", "count: 0\n");
    let template = "kind: A\nmetadata:\n  name: {{ .Release.Name }}\ncount: {{ .Values.count }}\n{{ if eq (toString .Values.count) \"bad\" }}{{ fail \"no\" }}{{ end }}";
    write("app/templates/a.yaml", template);
    for i in 0..40 {
        write(&format!("values/{i}.yaml"), &format!("count: {i}\n"));
    }
    scratch
}

fn pintle(folder: &Path, words: &[&str]) -> Outcome {
    let words: Vec<String> = words.iter().map(|w| (*w).to_owned()).collect();
    support::run(support::binary(), &words, folder)
}

fn batch(folder: &Path, jobs: &str, words: &[&str]) -> Outcome {
    std::fs::write(folder.join("jobs"), jobs).expect("a file");
    pintle(folder, &[&["batch", "jobs"], words].concat())
}

/// A line of JSON for each values file.
fn jobs() -> String {
    (0..40).fold(String::new(), |mut text, i| {
        let _ = writeln!(text, r#"{{"name":"r{i}","chart":"app","values":"values/{i}.yaml"}}"#);
        text
    })
}

#[test]
fn jobs_print_what_template_prints_in_their_order() {
    let scratch = folder();
    let mut expected = Vec::new();
    for i in 0..40 {
        let one = pintle(scratch.path(), &["template", &format!("r{i}"), "app", "-f", &format!("values/{i}.yaml")]);
        assert_eq!(one.code, 0);
        expected.extend(one.stdout);
    }
    for threads in ["1", "2", "7"] {
        let all = batch(scratch.path(), &jobs(), &["--jobs", threads]);
        assert_eq!((all.code, String::from_utf8_lossy(&all.stderr).as_ref()), (0, ""));
        assert!(all.stdout == expected, "other output with {threads} threads");
    }
}

#[test]
fn a_job_that_fails_stops_no_other() {
    let scratch = folder();
    let list = "jobs:\n- {chart: app, name: a, output: out/a.yaml}\n- {chart: app, name: b, set: [count=bad], output: out/b.yaml}\n\
        - {chart: app, name: c, no-such: x}\n- {chart: nowhere}\n- {chart: app, name: e, set: [count=1, 'm=2'], output: out/e.yaml}\n";
    let done = batch(scratch.path(), list, &[]);
    assert_eq!(done.code, 1);
    let said = String::from_utf8_lossy(&done.stderr);
    for line in [
        "out/b.yaml: Error: execution error at (app/templates/a.yaml:5:45): no",
        "c: Error: unknown flag: --no-such",
        "job 4: Error: non-absolute URLs should be in form of repo_name/path_to_chart, got: nowhere",
        "Error: 3 of 5 jobs failed",
    ] {
        assert!(said.contains(line), "{line}\n{said}");
    }
    let read = |name: &str| std::fs::read_to_string(scratch.path().join("out").join(name)).ok();
    assert!(read("a.yaml").is_some_and(|text| text.contains("name: a\ncount: 0\n")));
    assert!(read("e.yaml").is_some_and(|text| text.contains("name: e\ncount: 1\n")));
    assert_eq!(read("b.yaml"), None);
    assert_eq!(done.stdout, b"");
}

#[test]
fn a_line_of_json_tells_all_of_a_job() {
    let scratch = folder();
    let list = "{\"chart\":\"app\",\"name\":\"a\"}\n{\"chart\":\"app\",\"set\":\"count=bad\",\"compat\":\"helm3\"}\n";
    let done = batch(scratch.path(), list, &["--format=json"]);
    assert_eq!((done.code, String::from_utf8_lossy(&done.stderr).as_ref()), (1, "Error: 1 of 2 jobs failed\n"));
    let lines: Vec<serde_json::Value> = done
        .stdout
        .split(|b| *b == b'\n')
        .filter(|line| !line.is_empty())
        .map(|line| serde_json::from_slice(line).expect("JSON"))
        .collect();
    assert_eq!(
        (lines[0]["job"].as_i64(), lines[0]["code"].as_i64(), lines[0]["name"].as_str()),
        (Some(1), Some(0), Some("a"))
    );
    assert!(lines[0]["stdout"].as_str().is_some_and(|text| text.contains("kind: A")));
    assert_eq!((lines[1]["code"].as_i64(), lines[1]["stdout"].as_str()), (Some(1), Some("")));
    assert!(lines[1]["stderr"].as_str().is_some_and(|text| text.starts_with("Error: execution error at")));
}

#[test]
fn lists_that_are_none_are_refused() {
    let scratch = folder();
    for (list, reason) in [
        ("a: 1\n", "Error: jobs: no list of jobs: neither JSON objects nor a YAML list\n"),
        ("- chart: app\n- name: b\n", "Error: jobs: job 2: chart is missing\n"),
        ("- x\n", "Error: jobs: job 1: must be a mapping\n"),
        (
            "- {chart: app, kube-version: 1.30}\n",
            "Error: jobs: job 1: kube-version must be a text, true, false, or a list of texts\n",
        ),
        ("- {chart: [app]}\n", "Error: jobs: job 1: chart must be a text\n"),
        ("- [\n", "Error: jobs: error converting YAML to JSON: yaml: line 1: did not find expected node content\n"),
    ] {
        let done = batch(scratch.path(), list, &[]);
        assert_eq!((done.code, done.stdout.len()), (1, 0), "{list}");
        assert_eq!(String::from_utf8_lossy(&done.stderr), reason);
    }
    let missing = pintle(scratch.path(), &["batch", "missing"]);
    assert_eq!(String::from_utf8_lossy(&missing.stderr), "Error: open missing: no such file or directory\n");
    let format = batch(scratch.path(), "[]", &["--format=x"]);
    assert_eq!(
        String::from_utf8_lossy(&format.stderr),
        "Error: invalid argument \"x\" for \"--format\" flag: must be yaml or json\n"
    );
}

#[test]
fn threads_share_a_chart() {
    let scratch = folder();
    let charts = Charts::default();
    let render = |number: usize| {
        let chart = charts.load(&scratch.path().join("app"), Compat::Helm4, &mut Vec::new()).expect("a chart");
        let mut values = UserValues::new(Compat::Helm4);
        values.add_file("v", format!("count: {number}\n").as_bytes()).expect("values");
        let rendered = chart.render(&values, &RenderOptions::new("r", Compat::Helm4)).expect("a render");
        (chart, print::manifests(&rendered, print::Selection::default()).concat())
    };
    let (first, _) = render(0);
    let mut delivered = 0;
    in_order(100, 4, render, |number, (chart, text)| {
        assert!(std::sync::Arc::ptr_eq(&chart, &first));
        let wanted = format!("count: {number}\n");
        assert!(text.windows(wanted.len()).any(|part| part == wanted.as_bytes()), "{number}: {text:?}");
        delivered += 1;
        std::ops::ControlFlow::Continue(())
    });
    assert_eq!(delivered, 100);
}

#[test]
fn large_files_that_no_template_wants_are_not_read() {
    let scratch = folder();
    let app = scratch.path().join("app");
    let large = vec![b'#'; 40 << 10];
    for name in ["crds/crd.yaml", "data.txt", "templates/_large.tpl"] {
        let path = app.join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, &large).expect("a file");
    }
    std::fs::write(
        app.join("templates/b.yaml"),
        "{{ if .Values.data }}a: {{ .Files.Get \"data.txt\" | len }}{{ end }}",
    )
    .expect("a file");
    let chart = Charts::default().load(&app, Compat::Helm4, &mut Vec::new()).expect("a chart");
    for name in ["crds/crd.yaml", "data.txt", "templates/_large.tpl"] {
        std::fs::remove_file(app.join(name)).expect("a file");
    }
    let mut values = UserValues::new(Compat::Helm4);
    let options = RenderOptions::new("r", Compat::Helm4);
    let rendered = chart.render(&values, &options).expect("a render that wants none of them");
    values.add_file("v.yaml", b"data: true\n").expect("values");
    let error = chart.render(&values, &options).expect_err("the file is gone").to_string();
    assert!(
        error.starts_with("error reading data.txt: open ") && error.ends_with("no such file or directory"),
        "{error}"
    );
    let error = rendered.read_crds().expect_err("the CRD is gone").to_string();
    assert!(error.starts_with("error reading app/crds/crd.yaml: open "), "{error}");
}

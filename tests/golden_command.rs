//! `pintle golden` as its users meet it: what is wrong with golden files, values and `golden.yaml`, and what is never
//! half done.
#![allow(clippy::disallowed_methods, reason = "suites are written to run on")]

mod support;

use std::collections::BTreeSet;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use support::{Outcome, Scratch};

const TEMPLATE: &str = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: {{ .Release.Name }}\ndata:\n  \
    size: {{ .Values.size | quote }}\n  kube: {{ .Capabilities.KubeVersion }}\n";

/// A folder with a suite: one chart, two cases, and their golden files.
struct Fixture(Scratch);

impl Fixture {
    fn new() -> Fixture {
        let fixture = Fixture::without_golden();
        let outcome = fixture.run(&["bless"]);
        assert_eq!((outcome.code, outcome.stdout.ends_with(b"golden files: 2 new\n")), (0, true), "{}", all(&outcome));
        fixture
    }

    fn without_golden() -> Fixture {
        let fixture = Fixture(Scratch::new());
        fixture.write("charts/web/Chart.yaml", "apiVersion: v2\nname: web\nversion: 1.0.0\n");
        fixture.write("charts/web/values.yaml", "size: 1\n");
        fixture.write("charts/web/templates/map.yaml", TEMPLATE);
        fixture.write("values/web/large.yaml", "size: 100\n");
        fixture.write("values/web/small.yaml", "size: 2\n");
        fixture
    }

    fn path(&self, path: &str) -> PathBuf {
        self.0.path().join(path)
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.path(path);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a writable folder");
        std::fs::write(path, text).expect("a writable folder");
    }

    fn read(&self, path: &str) -> String {
        String::from_utf8(support::read(&self.path(path))).expect("UTF-8")
    }

    /// Runs `pintle golden` with these words.
    fn run(&self, words: &[&str]) -> Outcome {
        let words: Vec<String> = std::iter::once(&"golden").chain(words).map(|word| (*word).to_owned()).collect();
        support::run(support::binary(), &words, self.0.path())
    }

    /// Runs and checks the exit code and what is printed.
    fn expect(&self, words: &[&str], code: i32, parts: &[&str]) {
        let outcome = self.run(words);
        let text = all(&outcome);
        assert_eq!(outcome.code, code, "{words:?}: {text}");
        parts.iter().for_each(|part| assert!(text.contains(part), "{words:?} lacks {part:?}: {text}"));
    }

    /// A program that acts as Helm of a major version, with a line of shell for `helm template`.
    fn oracle(&self, name: &str, version: &str, script: &str) -> String {
        let text = format!("#!/bin/sh\nif [ \"$1\" = version ]; then echo {version}; exit; fi\n{script}\n");
        self.write(name, &text);
        std::fs::set_permissions(self.path(name), std::fs::Permissions::from_mode(0o755)).expect("own file");
        self.path(name).display().to_string()
    }
}

/// Both streams.
fn all(outcome: &Outcome) -> String {
    format!("{}{}", String::from_utf8_lossy(&outcome.stdout), String::from_utf8_lossy(&outcome.stderr))
}

#[test]
fn golden_files_that_are_as_expected() {
    let fixture = Fixture::new();
    fixture.expect(&[], 0, &["2 cases as expected in "]);
    fixture.expect(&["--list"], 0, &["web/large\nweb/small\n"]);
    fixture.expect(&["bless"], 0, &["golden files: 2 up to date\n"]);
}

#[test]
fn a_golden_file_that_was_edited() {
    let fixture = Fixture::new();
    let text = fixture.read("golden/web/small.yaml");
    fixture.write("golden/web/small.yaml", &text.replace("\"2\"", "\"3\""));
    fixture.expect(
        &[],
        1,
        &[
            "DIFFERS web/small\n",
            "ConfigMap/release-name\n",
            "│ -   size: \"3\"\n",
            "│ +   size: \"2\"\n",
            "2 cases: 1 as expected, 1 differs in ",
            "to accept what is rendered: pintle golden bless web/small\n",
        ],
    );
    fixture.expect(&["large"], 0, &["1 case as expected"]);
    fixture.expect(
        &["--color", "always"],
        1,
        &["\u{1b}[31;7m\"3\"\u{1b}[0m", "\u{1b}[1;36mConfigMap/release-name\u{1b}[0m"],
    );
    fixture.expect(&["bless"], 0, &["golden files: 1 replaced, 1 up to date\n"]);
    assert_eq!(fixture.read("golden/web/small.yaml"), text);
}

#[test]
fn a_golden_file_that_is_missing_orphaned_or_unreadable() {
    let fixture = Fixture::new();
    std::fs::remove_file(fixture.path("golden/web/small.yaml")).expect("own file");
    fixture.expect(&[], 1, &["MISSING web/small\n", "golden/web/small.yaml does not exist", "1 has no golden file"]);
    fixture.expect(&["bless"], 0, &["golden files: 1 new, 1 up to date\n"]);

    fixture.write("golden/web/old.yaml", "a: 1\n");
    fixture.write("golden/gone/old.yaml", "a: 1\n");
    fixture.expect(&[], 1, &["ORPHAN web/old\n", "ORPHAN gone/old\n", "2 golden files have no case"]);
    fixture.expect(&["bless"], 0, &["golden files: 2 up to date\n"]);
    assert!(fixture.path("golden/web/old.yaml").exists(), "only --prune removes");
    fixture.expect(&["bless", "--prune", "gone"], 0, &["golden files: 1 removed\n"]);
    fixture.expect(&["bless", "--prune"], 0, &["golden files: 1 removed, 2 up to date\n"]);
    assert!(!fixture.path("golden/web/old.yaml").exists());

    std::fs::remove_file(fixture.path("golden/web/small.yaml")).expect("own file");
    std::fs::create_dir(fixture.path("golden/web/small.yaml")).expect("own folder");
    fixture.expect(&[], 1, &["UNREADABLE web/small\n", "open golden/web/small.yaml: is a directory"]);
}

#[test]
fn values_with_a_typo_leave_their_golden_file_alone() {
    let fixture = Fixture::new();
    let before = fixture.read("golden/web/small.yaml");
    fixture.write("values/web/small.yaml", "size: [1\n");
    fixture.expect(&[], 1, &["FAILED web/small\n", "failed to parse values/web/small.yaml", "1 does not render"]);
    fixture.expect(&["--format", "github"], 1, &["::error file=values/web/small.yaml,line="]);
    fixture.expect(&["bless", "--yes"], 1, &["FAILED web/small (its golden file is left as it is)", "1 failed"]);
    assert_eq!(fixture.read("golden/web/small.yaml"), before);

    fixture.write("values/web/small.yaml", "size: 2\n");
    fixture.write("charts/web/templates/map.yaml", "a: {{ .Values.size.unit }}\n");
    fixture.expect(&["--format", "github"], 1, &["::error file=charts/web/templates/map.yaml,line=1,col="]);
    fixture.expect(&["bless", "--yes"], 1, &["2 failed"]);
    assert_eq!(fixture.read("golden/web/small.yaml"), before);
}

#[test]
fn mistakes_in_the_suite_are_wrong_usage() {
    let fixture = Fixture::new();
    fixture.write("golden.yaml", "namespace: web\nkubeversion: 1.30.0\n");
    fixture.expect(&[], 2, &["golden.yaml:2:1: unknown key \"kubeversion\"; known are "]);
    for (text, words) in [
        ("charts: {wep: {}}\n", "golden.yaml:1:10: there is no chart \"wep\""),
        ("cases:\n  web/smal: {}\n", "golden.yaml:2:3: case \"web/smal\" has neither a values file of its name nor"),
        ("release: shop\nvalues: [shared/none.yaml]\n", "golden.yaml:2:10: there is no file shared/none.yaml"),
        (
            "cases:\n  web/small:\n    axes:\n      size:\n        plain:\n        huge: {values: [values/web/hug.yaml]}\n",
            "golden.yaml:6:25: there is no file values/web/hug.yaml",
        ),
        ("charts:\n  web:\n    release: Web\n", "golden.yaml:3:14: release \"Web\": invalid release name, must match"),
        (
            "folders: {golden: values}\n",
            "folders.golden: \"values\" is not for golden files only: values/web/large.yaml",
        ),
    ] {
        fixture.write("golden.yaml", text);
        fixture.expect(&[], 2, &[words]);
    }
    std::fs::remove_file(fixture.path("golden.yaml")).expect("own file");

    fixture.write("charts/web/ci/small-values.yaml", "size: 3\n");
    let both = "two cases have the name \"web/small\": values/web/small.yaml and charts/web/ci/small-values.yaml";
    fixture.expect(&[], 2, &[both]);
    std::fs::remove_file(fixture.path("charts/web/ci/small-values.yaml")).expect("own file");

    fixture.write("values/wep/a.yaml", "size: 3\n");
    fixture.expect(&[], 2, &["values/wep: there is no chart charts/wep"]);
    std::fs::remove_dir_all(fixture.path("values/wep")).expect("own folder");

    for (words, part) in [
        (&["--nope"][..], "unknown flag: --nope"),
        (&["nothing-like-it"], "no case matches \"nothing-like-it\""),
        (&["--format", "xml"], "must be human, json, junit, github or tap"),
        (&["--partition", "3/2"], "--partition: \"3/2\" is not I/N"),
        (&["--jobs", "0"], "--jobs must be at least 1"),
        (&["--yes"], "--yes is for 'pintle golden bless'"),
        (&["bless", "--format", "tap"], "--format is for a check"),
    ] {
        fixture.expect(words, 2, &[part]);
    }
    let empty = Scratch::new();
    let outcome = support::run(support::binary(), &["golden".to_owned()], empty.path());
    assert_eq!(outcome.code, 2);
    assert!(all(&outcome).contains("no charts here: there is neither Chart.yaml nor charts/NAME/Chart.yaml"));
}

#[test]
fn axes_make_cases_with_readable_names() {
    let fixture = Fixture::without_golden();
    fixture.write("shared/huge.yaml", "size: 1000\n");
    fixture.write(
        "golden.yaml",
        "release: mesh\ncases:\n  web/small:\n    axes:\n      kubeVersion: [1.29.0, 1.35.0]\n      \
         size: {plain: , huge: shared/huge.yaml}\n      compat: [helm4, helm3]\n",
    );
    let names = "web/large\nweb/small.kube-1.29.0.huge\nweb/small.kube-1.29.0.huge.helm3\nweb/small.kube-1.29.0.plain\n\
        web/small.kube-1.29.0.plain.helm3\nweb/small.kube-1.35.0.huge\nweb/small.kube-1.35.0.huge.helm3\n\
        web/small.kube-1.35.0.plain\nweb/small.kube-1.35.0.plain.helm3\n";
    fixture.expect(&["--list"], 0, &[names]);
    fixture.expect(&["bless"], 0, &["golden files: 5 new, 4 up to date\n"]);
    let golden = fixture.read("golden/web/small.kube-1.29.0.huge.yaml");
    assert!(golden.contains("name: mesh\n") && golden.contains("size: \"1000\"") && golden.contains("kube: v1.29.0"));
    fixture.expect(&[], 0, &["9 cases as expected"]);

    // A file of the second major that says the same as the main one is folded into it.
    fixture.write("golden/web/small.kube-1.29.0.huge.helm3.yaml", &golden);
    fixture.expect(&["bless", "--yes"], 0, &["golden files: 1 removed, 9 up to date\n"]);
}

#[test]
fn masks_hide_what_is_random() {
    let fixture = Fixture::without_golden();
    let template = "kind: Secret\nmetadata: {name: s}\nstringData:\n  password: {{ randAlphaNum 20 }}\n  user: a\n";
    fixture.write("charts/web/templates/map.yaml", template);
    let random = "RANDOM web/large prints something else each time, so it will not be as expected:\n           \
        Secret/s stringData.password\n";
    let lines = "add to golden.yaml:\nmask:\n- {object: Secret/s, path: stringData.password}\n\n";
    fixture.expect(&["bless"], 0, &[random, lines, "2 new"]);
    fixture.expect(&[], 1, &["; another one in each render: Secret/s stringData.password\n", "2 differ"]);
    fixture.write("golden.yaml", "mask: [{object: Secret/*, path: stringData.password}]\n");
    fixture.expect(&[], 0, &["2 cases as expected"]);
    fixture.expect(&["bless", "--yes"], 0, &["2 up to date"]);
    std::fs::remove_dir_all(fixture.path("golden")).expect("own folder");
    fixture.expect(&["bless"], 0, &["2 new"]);
    assert!(fixture.read("golden/web/small.yaml").ends_with("  password: <masked>\n  user: a\n"));
    fixture.write("charts/web/templates/map.yaml", &template.replace("user: a", "user: b"));
    fixture.expect(&[], 1, &["-   user: a", "+   user: b", "2 differ"]);
}

#[test]
fn values_that_change_with_each_render_are_named() {
    let fixture = Fixture::without_golden();
    std::fs::remove_file(fixture.path("values/web/small.yaml")).expect("own file");
    let template = "kind: Job\nmetadata:\n  name: j-{{ randAlpha 8 | lower }}\nspec: {days: {{ now | date \"2006-01-02\" | quote }}}\n\
        ---\nkind: Secret\nmetadata: {name: s}\ndata: {tls.crt: {{ uuidv4 }}, ok: a}\nlist: [a, {b: {{ uuidv4 }}}]\n";
    fixture.write("charts/web/templates/map.yaml", template);
    fixture.write("golden.yaml", "mask: [{object: Secret, path: list}]\n");
    let lines = "add below 'mask:' in golden.yaml:\n- {object: Secret/s, path: 'data.\"tls.crt\"'}\n\
        - {object: 'Job/*', path: metadata.name}\n- {object: 'Job/*', path: spec.days}\n\n";
    fixture.expect(&["bless"], 0, &[lines]);
    let masks = lines.split_once('\n').expect("lines").1;
    fixture.write("golden.yaml", &format!("mask:\n- {{object: Secret, path: list}}\n{}\n", masks.trim_end()));
    fixture.expect(&[], 0, &["1 case as expected"]);
    fixture.expect(&["bless", "--yes"], 0, &["1 up to date"]);
}

#[test]
fn semantic_comparison_ignores_order_and_comments() {
    let fixture = Fixture::new();
    let other = "# edited\ndata: {kube: v1.37.0, size: \"2\"}\nkind: ConfigMap\nmetadata: {name: release-name}\napiVersion: v1\n";
    fixture.write("golden/web/small.yaml", other);
    fixture.expect(&[], 1, &["1 differs"]);
    fixture.expect(&["--semantic"], 0, &["2 cases as expected"]);
    fixture.write("golden/web/small.yaml", &other.replace("\"2\"", "2"));
    fixture.expect(&["--semantic"], 1, &["ConfigMap/release-name", "-   size: 2\n", "+   size: \"2\"\n"]);
}

#[test]
fn shares_cover_every_case_once() {
    let fixture = Fixture::without_golden();
    (0..40).for_each(|n| fixture.write(&format!("values/web/case-{n}.yaml"), "size: 1\n"));
    let names = |words: &[&str]| -> Vec<String> {
        let text = String::from_utf8(fixture.run(words).stdout).expect("UTF-8");
        text.lines().map(str::to_owned).collect()
    };
    let shares: Vec<Vec<String>> = (1..=3).map(|i| names(&["--list", "--partition", &format!("{i}/3")])).collect();
    assert!(shares.iter().all(|share| share.len() > 4), "{shares:?}");
    let together: BTreeSet<String> = shares.iter().flatten().cloned().collect();
    assert_eq!(together.len(), shares.iter().map(Vec::len).sum::<usize>(), "a case is in two shares");
    assert_eq!(together, names(&["--list"]).into_iter().collect());
}

#[test]
fn fail_fast_leaves_the_rest() {
    let fixture = Fixture::without_golden();
    (0..40).for_each(|n| fixture.write(&format!("values/web/case-{n}.yaml"), "size: 1\n"));
    fixture.expect(&["--fail-fast", "--jobs", "1"], 1, &["1 has no golden file, 41 not checked in "]);
    fixture.expect(&["--fail-fast", "--jobs", "3"], 1, &["1 has no golden file, 41 not checked in "]);
}

/// The report of a suite in which everything is wrong, in a format.
fn broken(format: &str) -> String {
    let fixture = Fixture::new();
    fixture.write("golden/web/small.yaml", "a: \"\u{1b}[31m <&> ]]> é\"\n");
    fixture.write("golden/web/old.yaml", "");
    fixture.write("values/web/large.yaml", "size: [\n");
    let outcome = fixture.run(&["--format", format]);
    assert_eq!(outcome.code, 1);
    String::from_utf8(outcome.stdout).expect("UTF-8")
}

#[test]
fn json_is_well_formed() {
    let value: serde_json::Value = serde_json::from_str(&broken("json")).expect("JSON");
    assert_eq!((&value["summary"]["total"], &value["summary"]["failed"]), (&3.into(), &3.into()));
    let rules: Vec<&str> = value["suites"][0]["cases"]
        .as_array()
        .expect("cases")
        .iter()
        .map(|case| case["findings"][0]["rule"].as_str().expect("a rule"))
        .collect();
    assert_eq!(rules, ["render-failed", "mismatch", "orphaned-golden"]);
    assert_eq!(value["suites"][0]["cases"][1]["findings"][0]["file"], "golden/web/small.yaml");
}

#[test]
fn junit_is_well_formed() {
    let text = broken("junit");
    let names = check_xml(&text);
    assert_eq!(names.iter().filter(|name| *name == "testcase").count(), 3, "{text}");
    assert_eq!(names.iter().filter(|name| *name == "failure").count(), 3, "{text}");
    assert!(text.contains("\u{241b}[31m &lt;&amp;&gt; ]]&gt; é"), "{text}");
}

/// Checks that a document is XML as reports use it, and returns the names of its elements.
fn check_xml(text: &str) -> Vec<String> {
    let (mut open, mut names) = (Vec::new(), Vec::new());
    let mut rest = text.strip_prefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n").expect("a declaration");
    while let Some(start) = rest.find('<') {
        check_characters(&rest[..start]);
        let end = rest[start..].find('>').expect("tags end") + start;
        let tag = &rest[start + 1..end];
        let name = tag.split([' ', '/']).find(|part| !part.is_empty()).expect("a name").to_owned();
        if tag.starts_with('/') {
            assert_eq!(open.pop().as_ref(), Some(&name), "elements are nested");
        } else {
            let attributes = tag[name.len()..].trim_end_matches('/');
            assert_eq!(attributes.matches('"').count() % 2, 0, "{tag}");
            check_characters(attributes);
            if !tag.ends_with('/') {
                open.push(name.clone());
            }
            names.push(name);
        }
        rest = &rest[end + 1..];
    }
    assert!(open.is_empty() && rest.trim().is_empty(), "{open:?} {rest}");
    names
}

fn check_characters(text: &str) {
    assert!(text.chars().all(|c| matches!(c, '\n' | '\r' | '\t') || (' '..'\u{fffe}').contains(&c)), "{text:?}");
    for reference in text.split('&').skip(1) {
        let name = reference.split(';').next().expect("an end");
        assert!(matches!(name, "lt" | "gt" | "amp" | "quot") || name.starts_with('#'), "&{name};");
    }
}

#[test]
fn tap_and_github_are_well_formed() {
    let text = broken("tap");
    assert!(text.starts_with("TAP version 14\n1..3\nnot ok 1 - web/large\n  ---\n"), "{text}");
    for block in text.split("  ---\n").skip(1) {
        let block = block.split("  ...\n").next().expect("an end");
        pintle::yaml::parse(block.as_bytes()).expect("YAML");
    }
    let text = broken("github");
    assert_eq!(text.lines().filter(|line| line.starts_with("::error file=")).count(), 3, "{text}");
    assert_eq!(text.lines().count(), 4, "{text}");
}

#[test]
fn a_page_is_written_beside_the_report() {
    let fixture = Fixture::new();
    fixture.write("golden/web/small.yaml", "a: </script><b>\n");
    fixture.expect(&["--html", "out/page.html"], 1, &["1 differs"]);
    let page = fixture.read("out/page.html");
    assert!(page.contains("a: &lt;&#x2f;script&gt;&lt;b&gt;"), "{page}");
    assert!(page.contains("data-name=\"web/small\"") || page.contains("data-name=\"web&#x2f;small\""), "{page}");
}

#[test]
fn a_stranger_needs_no_configuration() {
    let fixture = Fixture(Scratch::new());
    fixture.write("Chart.yaml", "apiVersion: v2\nname: web\nversion: 1.0.0\n");
    fixture.write("values.yaml", "size: 1\n");
    fixture.write("templates/map.yaml", TEMPLATE);
    fixture.expect(&["bless"], 0, &["NEW golden/default.yaml", "golden/ is packaged with the chart as it is"]);
    fixture.write("ci/small-values.yaml", "size: 2\n");
    fixture.write("ci/large-values.yaml", "size: 100\n");
    fixture.write("golden.yaml", "folders: {golden: tests/golden}\n");
    fixture.write(".helmignore", "tests/\n");
    fixture.expect(&["bless"], 0, &["add the line 'golden.yaml' to .helmignore"]);
    std::fs::remove_dir_all(fixture.path("tests")).expect("own folder");
    fixture.write(".helmignore", "tests/\ngolden.yaml\n");
    let outcome = fixture.run(&["bless"]);
    assert!(!all(&outcome).contains("packaged"), "{}", all(&outcome));
    assert!(fixture.read("tests/golden/small.yaml").contains("size: \"2\""));
    fixture.expect(&[], 0, &["2 cases as expected"]);
    fixture.write("tests/golden/old.yaml", "");
    fixture.expect(&["--format", "json"], 1, &["\"name\": \"old\""]);
}

#[test]
fn several_charts_have_their_own_values() {
    let fixture = Fixture(Scratch::new());
    for chart in ["a", "b"] {
        fixture
            .write(&format!("charts/{chart}/Chart.yaml"), &format!("apiVersion: v2\nname: {chart}\nversion: 1.0.0\n"));
        fixture.write(&format!("charts/{chart}/templates/map.yaml"), TEMPLATE);
        fixture.write(&format!("charts/{chart}/ci/small-values.yaml"), "size: 2\n");
    }
    fixture.write("charts/common/Chart.yaml", "apiVersion: v2\nname: common\ntype: library\nversion: 1.0.0\n");
    fixture.expect(&["bless"], 0, &["NEW golden/a/small.yaml", "NEW golden/b/small.yaml", "golden files: 2 new\n"]);
    fixture.expect(&[], 0, &["  a    1 as expected\n  b    1 as expected\n", "2 cases as expected"]);
}

#[test]
fn an_oracle_says_what_is_written() {
    let fixture = Fixture::new();
    fixture.write("golden.yaml", "requireOracle: true\nflags: [--set size=7]\n");
    fixture.expect(&["bless"], 2, &["golden.yaml says that golden files come from Helm (requireOracle)"]);
    let helm3 = fixture.oracle("helm3", "v3.17.3+g1", "exit 1");
    fixture.expect(
        &["bless", "--oracle", &helm3],
        2,
        &["case \"web/large\" needs a Helm 4: give its path with --oracle"],
    );
    let other = fixture.oracle("other", "hello", "exit 1");
    fixture.expect(&["bless", "--oracle", &other], 2, &["it does not tell a version as Helm does"]);
    fixture.expect(&["bless", "--oracle", "./nothing"], 2, &["--oracle ./nothing: No such file"]);

    let script = "case \"$*\" in *small*) echo broken >&2; exit 1;; esac; echo \"words: $*\"";
    let helm4 = fixture.oracle("helm4", "v4.3.1+g1", script);
    let before = fixture.read("golden/web/small.yaml");
    fixture.expect(&["bless", "--yes", "--oracle", &helm4], 1, &["FAILED web/small", "broken", "1 replaced, 1 failed"]);
    assert_eq!(fixture.read("golden/web/small.yaml"), before);
    let words =
        "words: template release-name charts/web --namespace default --values values/web/large.yaml --set=size=7\n";
    assert_eq!(fixture.read("golden/web/large.yaml"), words);
}

#[test]
fn a_folder_that_cannot_be_written_stays_as_it_is() {
    let fixture = Fixture::new();
    let before = fixture.read("golden/web/small.yaml");
    fixture.write("values/web/small.yaml", "size: 3\n");
    let folder = fixture.path("golden/web");
    std::fs::set_permissions(&folder, std::fs::Permissions::from_mode(0o555)).expect("own folder");
    // A copy of the program that anybody may run: for the superuser no folder is read-only.
    let program = fixture.path("pintle");
    std::fs::copy(support::binary(), &program).expect("a copy");
    let mut command = Command::new(&program);
    command.args(["golden", "bless", "--yes"]).current_dir(fixture.0.path()).stdin(Stdio::null());
    if std::fs::write(folder.join("probe"), "").is_ok() {
        std::fs::remove_file(folder.join("probe")).expect("own file");
        command.uid(65534);
    }
    let output = command.output().expect("the program runs");
    let text = String::from_utf8_lossy(&output.stdout);
    std::fs::set_permissions(&folder, std::fs::Permissions::from_mode(0o755)).expect("own folder");
    assert_eq!(output.status.code(), Some(1), "{text}{}", String::from_utf8_lossy(&output.stderr));
    assert!(text.contains("NOT WRITTEN golden/web/small.yaml: ") && text.contains("permission denied"), "{text}");
    assert_eq!(fixture.read("golden/web/small.yaml"), before);
    assert_eq!(support::entries(&folder).len(), 2);
}

/// Kills a bless at many moments: every golden file is the old one or the new one, as a whole.
#[test]
fn a_kill_leaves_whole_files() {
    let fixture = Fixture::without_golden();
    let template = "kind: ConfigMap\nmetadata: {name: m}\ndata:\n{{ range until 3000 }}  k{{ . }}: {{ $.Values.size | quote }}\n{{ end }}";
    fixture.write("charts/web/templates/map.yaml", template);
    (0..30).for_each(|n| fixture.write(&format!("values/web/case-{n}.yaml"), "{}\n"));
    fixture.expect(&["bless"], 0, &["32 new"]);
    let files: Vec<PathBuf> = support::entries(&fixture.path("golden/web"));
    let mut texts: Vec<Vec<u8>> = files.iter().map(|path| support::read(path)).collect();
    let start = Instant::now();
    let mut stopped_amid = 0;
    for round in 0..24_u32 {
        fixture.write("charts/web/values.yaml", &format!("size: round-{round}\n"));
        let mut child = Command::new(support::binary())
            .args(["golden", "bless", "--yes"])
            .current_dir(fixture.0.path())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program runs");
        wait_for_writes(&files, &texts, &mut child, Duration::from_micros(u64::from(round) * 40));
        let _ = child.kill();
        let _ = child.wait();
        let new = format!("\"round-{round}\"\n");
        let mut changed = 0;
        for (path, text) in files.iter().zip(&mut texts) {
            let now = support::read(path);
            if now != *text {
                assert_eq!(String::from_utf8_lossy(&now).matches(&new).count(), 3000, "{}", path.display());
                changed += 1;
            }
            *text = now;
        }
        stopped_amid += u32::from(changed > 0 && changed < 30);
    }
    assert!(stopped_amid > 0, "no kill came while files were written, in {:?}", start.elapsed());
}

/// Waits until a first file has changed, or the program has ended, and a little longer.
fn wait_for_writes(files: &[PathBuf], texts: &[Vec<u8>], child: &mut std::process::Child, longer: Duration) {
    let changed = |path: &Path, text: &[u8]| std::fs::read(path).is_ok_and(|now| now != text);
    while !changed(&files[0], &texts[0]) && matches!(child.try_wait(), Ok(None)) {
        std::thread::sleep(Duration::from_micros(200));
    }
    std::thread::sleep(longer);
}

#[test]
fn what_the_api_server_would_refuse() {
    let fixture = Fixture::without_golden();
    fixture.write("charts/web/templates/map.yaml", "");
    fixture.write(
        "charts/web/templates/web.yaml",
        "apiVersion: v1\nkind: Service\nmetadata:\n  name: web\nspec:\n  ports:\n  - port: {{ .Values.size }}\n",
    );
    fixture.write("charts/web/templates/old.yaml", "apiVersion: v1\nkind: Endpoints\nmetadata: {name: a}\n");
    fixture.write("values/web/large.yaml", "size: 100000\n");
    fixture.expect(&["bless"], 0, &["golden files: 2 new"]);
    fixture.expect(&[], 0, &["2 cases as expected"]);
    fixture.expect(
        &["--check"],
        1,
        &[
            "REFUSED web/large\n",
            "spec.ports[0].port: Invalid value: 100000: must be between 1 and 65535, inclusive\n",
            "--> web/templates/web.yaml:7:11",
            "::: values/web/large.yaml:1:1",
            "WARNS web/small\n",
            "warning: v1 Endpoints is deprecated",
            "2 cases: 1 as expected, 1 would be refused in ",
        ],
    );
    fixture.expect(&["--check", "small"], 0, &["1 case as expected"]);
    let at = "::error file=charts/web/templates/web.yaml,line=7,col=11,title=web/large%3A out-of-range::spec.ports";
    fixture.expect(&["--check", "--format", "github"], 1, &[at]);
    for format in ["json", "junit", "tap"] {
        fixture.expect(&["--check", "--format", format], 1, &["out-of-range", "spec.ports[0].port"]);
    }
    fixture.expect(&["bless", "--check"], 2, &["--check is for a check, not for this"]);
    fixture.write("golden.yaml", "flags: [--show-only templates/old.yaml]\n");
    fixture.expect(&["bless"], 0, &["golden files: 2 replaced"]);
    fixture.expect(&["--check"], 0, &["2 cases as expected"]);
    fixture.write("golden.yaml", "kubeVersion: 1.27.0\n");
    fixture.expect(&["bless"], 0, &["golden files: 2 replaced"]);
    fixture.expect(&["--check"], 1, &["UNCHECKED web/large\n", "the schemas of Kubernetes v1.27.0 are not built in"]);
}

//! Manifests with what is to be found in them.
//!
//! In a file under `validate/`, everything that is to be found on a line stands behind it, each time as
//! `#! SEVERITY RULE SENTENCE`, where a sentence that ends in `…` is only the beginning, and `[VERSIONS]` behind it
//! are those it holds for if not all. Nothing else may be found. The first line may set options: `# minors: 28 33`,
//! `# references: true`.
#![allow(clippy::disallowed_methods, reason = "manifests are read from the disk, and written to it for the program")]
#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod support;

use pintle::diag::Severity;
use pintle::source::Source;
use pintle::validate::{self, Document, Finding, Options, Schemas};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use support::Scratch;

fn options(text: &str) -> Options {
    let first = text.lines().next().unwrap_or_default();
    let option = |name: &str| first.strip_prefix(&format!("# {name}: ")).map(str::to_owned);
    let minors = option("minors").unwrap_or_else(|| "37".into());
    Options {
        minors: minors.split(' ').map(|minor| minor.parse().unwrap()).collect(),
        allow_unknown_fields: false,
        ignore_missing_schemas: false,
        skip: Vec::new(),
        references: option("references").is_some(),
        namespace: "default".into(),
        jobs: 1,
    }
}

fn check(name: &str, text: &[u8], options: &Options) -> Vec<Finding> {
    let documents = Document::split(&Source::new(name, text));
    validate::check(&documents, Schemas::default(), options, &|_| Ok(None)).unwrap().findings
}

/// A finding as it stands in a file, with its line.
fn shown(finding: &Finding) -> (u32, String) {
    let severity = match finding.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    };
    let versions: Vec<String> = finding.versions.iter().map(|minor| format!(" [1.{minor}]")).collect();
    (finding.place.line, format!("{severity} {} {}{}", finding.rule, finding.sentence(), versions.concat()))
}

fn wanted(text: &str) -> Vec<(u32, String)> {
    let of_line = |(number, line): (usize, &str)| -> Vec<(u32, String)> {
        line.split(" #! ").skip(1).map(|each| (number as u32 + 1, each.trim_end().to_owned())).collect()
    };
    text.lines().enumerate().flat_map(of_line).collect()
}

fn is_met(wanted: &(u32, String), found: &(u32, String)) -> bool {
    wanted.0 == found.0
        && match wanted.1.strip_suffix('…') {
            Some(beginning) => found.1.starts_with(beginning),
            None => found.1 == wanted.1,
        }
}

fn files() -> Vec<std::path::PathBuf> {
    let mut files = support::entries(&support::root().join("tests/validate"));
    files.retain(|path| path.extension().is_some_and(|end| end == "yaml"));
    files
}

#[test]
fn each_line_has_the_findings_that_stand_behind_it() {
    let mut wrong = Vec::new();
    for path in files() {
        let text = String::from_utf8(support::read(&path)).unwrap();
        let found: Vec<_> = check("manifest", text.as_bytes(), &options(&text)).iter().map(shown).collect();
        let wanted = wanted(&text);
        let missed = wanted.iter().filter(|w| !found.iter().any(|f| is_met(w, f))).map(|w| ("missed", w));
        let extra = found.iter().filter(|f| !wanted.iter().any(|w| is_met(w, f))).map(|f| ("extra", f));
        wrong.extend(
            missed.chain(extra).map(|(what, (line, text))| format!("{}:{line}: {what} {text}", path.display())),
        );
        assert!(!wanted.is_empty(), "{} expects nothing", path.display());
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn nothing_is_found_where_nothing_is_wrong() {
    let text = support::read(&support::root().join("tests/validate/good/kinds.yaml"));
    let options = Options { minors: (28..=37).collect(), ..options("") };
    let found: Vec<_> = check("kinds.yaml", &text, &options).iter().map(shown).collect();
    assert!(found.is_empty(), "{found:#?}");
}

/// Runs `pintle validate` in a folder: exit code, standard output, standard error.
fn run(folder: &Path, line: &str, stdin: &[u8]) -> (i32, String, String) {
    let mut child = Command::new(support::binary())
        .arg("validate")
        .args(line.split_whitespace())
        .current_dir(folder)
        .env_clear()
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut pipe = child.stdin.take().unwrap();
    std::thread::scope(|scope| {
        // The program may end without reading everything.
        scope.spawn(move || drop(pipe.write_all(stdin)));
        let output = child.wait_with_output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (output.status.code().unwrap_or(-1), text(output.stdout), text(output.stderr))
    })
}

fn write(folder: &Path, files: &[(&str, &str)]) {
    for (name, text) in files {
        let path = folder.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
}

const GOOD: &str = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n";
const OLD: &str = "apiVersion: v1\nkind: Endpoints\nmetadata: {name: a}\n";
const CUSTOM: &str = "apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: a}\nspec: {size: big}\n";
const CRD: &str = "apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: widgets, kind: Widget}
  versions:
  - name: v1
    served: true
    storage: true
    schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {size: {type: integer}}}}}}
";

#[test]
fn exit_codes_tell_findings_from_wrong_usage() {
    let scratch = Scratch::new();
    let folder = scratch.path();
    let broken = CRD.replace("type: integer", "type: text");
    let files =
        [("good.yaml", GOOD), ("old.yaml", OLD), ("custom.yaml", CUSTOM), ("crd.yaml", CRD), ("bad-crd.yaml", &broken)];
    write(folder, &files);
    write(
        folder,
        &[("crds/crd.yaml", CRD), ("schemas/bad/widget-example-v1.json", "{\"type\": 3}"), ("empty/note.txt", "")],
    );
    for (line, code, words) in [
        ("good.yaml", 0, "1 object checked for Kubernetes 1.37: 0 errors, 0 warnings\n"),
        ("good.yaml --quiet", 0, ""),
        ("old.yaml", 0, "warning[deprecated-api]: v1 Endpoints is deprecated in v1.33+"),
        ("old.yaml --deny-warnings", 1, "warning[deprecated-api]"),
        ("old.yaml --kube-version 1.28", 0, "1.28: 0 errors, 0 warnings\n"),
        ("custom.yaml", 1, "error[missing-schema]: no schema for kind \"Widget\" in version \"example.com/v1\""),
        (
            "custom.yaml --ignore-missing-schemas",
            0,
            "0 objects checked for Kubernetes 1.37: 0 errors, 0 warnings, 1 object skipped",
        ),
        ("custom.yaml --skip Widget", 0, "1 object skipped"),
        ("custom.yaml --skip example.com/v1/Widget", 0, "1 object skipped"),
        ("custom.yaml crd.yaml", 1, "spec.size: Invalid value: \"big\": must be of type integer, not string"),
        ("custom.yaml --schema-location crd.yaml", 1, "must be of type integer, not string"),
        ("custom.yaml --schema-location crds", 1, "must be of type integer, not string"),
        ("empty", 0, "0 objects checked"),
        ("--kube-version 1.28 --kube-version 1.30,1.31 good.yaml", 0, "for Kubernetes 1.28, 1.30 to 1.31:"),
    ] {
        let (got, stdout, stderr) = run(folder, line, b"");
        assert_eq!(got, code, "{line}\n{stdout}{stderr}");
        assert!(stdout.contains(words) && stderr.is_empty(), "{line}\n{stdout}{stderr}");
    }
    for (line, code, words) in [
        ("", 2, "requires at least 1 argument"),
        ("nothing.yaml", 2, "open nothing.yaml: no such file or directory"),
        ("good.yaml --format xml", 2, "must be human, json, junit, sarif or github"),
        ("good.yaml --frob", 2, "unknown flag: --frob"),
        (
            "good.yaml --kube-version 1.27",
            2,
            "the schemas of Kubernetes 1.27 are not built in: there are those of 1.28 to 1.37",
        ),
        ("good.yaml --kube-version two", 2, "invalid kube version 'two'"),
        ("good.yaml --jobs 0", 2, "--jobs must be at least 1"),
        ("good.yaml --schema-location nowhere", 2, "open nowhere: no such file or directory"),
        ("good.yaml --schema-location {{.Word}}.json", 2, "\".Word\" is no variable"),
        ("good.yaml --schema-location https://example.com/x", 1, "pintle does not use the network"),
        (
            "custom.yaml --schema-location bad-crd.yaml",
            1,
            "bad-crd.yaml: the schema of Widget v1 is broken: line 12: \"text\" is no type",
        ),
        ("custom.yaml --schema-location schemas/bad", 1, "widget-example-v1.json: not a schema: line 1: 3 is no type"),
    ] {
        let (got, stdout, stderr) = run(folder, line, b"");
        assert_eq!(got, code, "{line}\n{stdout}{stderr}");
        assert!(stderr.contains(words) && stdout.is_empty(), "{line}\n{stdout}{stderr}");
    }
}

#[test]
fn schemas_lie_where_kubeconform_looks() {
    let scratch = Scratch::new();
    let schema = "{\"type\": \"object\", \"properties\": {\"spec\": {\"$ref\": \"#/definitions/spec\"}}, \"definitions\": {\"spec\": \
                  {\"type\": [\"object\", \"null\"], \"additionalProperties\": false, \"properties\": {\"size\": {\"type\": \"integer\"}}}}}";
    write(scratch.path(), &[("custom.yaml", CUSTOM)]);
    for (path, location) in [
        ("a/v1.37.0-standalone-strict/widget-example-v1.json", "a"),
        ("b/example.com/widget_v1.json", "b/"),
        ("c/widget-example-v1.json", "c"),
        ("d/widget_v1.json", "d"),
        ("e/Widget.json", "e/Widget.json"),
        ("f/example.com.widget.json", "f/{{.Group}}.{{ .ResourceKind }}.json"),
    ] {
        write(scratch.path(), &[(path, schema)]);
        let (code, stdout, stderr) =
            run(scratch.path(), &format!("custom.yaml --schema-location {}", location.replace(' ', "")), b"");
        assert_eq!(code, 1, "{path}\n{stdout}{stderr}");
        assert!(stdout.contains("spec.size: Invalid value: \"big\""), "{path}\n{stdout}{stderr}");
    }
}

#[test]
fn standard_input_may_hold_anything() {
    let here = support::root();
    let (code, stdout, _) = run(&here, "-", format!("{GOOD}---\n{GOOD}").as_bytes());
    assert!(code == 1 && stdout.contains("error[duplicate-object]") && stdout.contains("--> <stdin>:7:18"), "{stdout}");
    let deep = [b"a: ".as_slice(), &b"[".repeat(20_000)].concat();
    let aliases = "a: &a [x,x,x,x,x,x,x,x,x]\n".to_owned()
        + &(0..9)
            .map(|i| {
                format!(
                    "b{i}: &b{i} [{}]\n",
                    vec![if i == 0 { "*a".into() } else { format!("*b{}", i - 1) }; 9].join(",")
                )
            })
            .collect::<Vec<String>>()
            .concat();
    for (input, words) in [
        (b"\xff\xfe".repeat(3), "the text is UTF-16"),
        (b"a: \x01".to_vec(), "control characters are not allowed"),
        (b"a: \xc3".to_vec(), "incomplete UTF-8"),
        (deep, "exceeded max depth"),
        (aliases.into_bytes(), "excessive aliasing"),
        (b"a: *b".to_vec(), "unknown anchor 'b' referenced"),
        (b"x".repeat(100 << 20), "the document has 104857600 bytes: at most 16777216 are read"),
    ] {
        let (code, stdout, stderr) = run(&here, "-", &input);
        assert!(
            code == 1 && stdout.contains("error[invalid-yaml]") && stdout.contains(words),
            "{words}\n{stdout:.500}{stderr}"
        );
    }
    let (code, stdout, _) = run(&here, "-", b"");
    assert!(code == 0 && stdout.starts_with("0 objects checked"), "{stdout}");
}

#[test]
fn charts_are_rendered_for_each_version_and_bring_their_crds() {
    let scratch = Scratch::new();
    let template = "{{ if semverCompare \">=1.30-0\" .Capabilities.KubeVersion.Version }}\napiVersion: example.com/v1\nkind: Widget\n\
                    metadata: {name: {{ .Values.name }}}\nspec: {size: x}\n{{ end }}\n---\napiVersion: v1\nkind: ConfigMap\n\
                    metadata: {name: B, annotations: {helm.sh/hook: test}}\n";
    write(
        scratch.path(),
        &[
            ("c/Chart.yaml", "apiVersion: v2\nname: c\nversion: 1.0.0\n"),
            ("c/crds/crd.yaml", CRD),
            ("c/templates/t.yaml", template),
            ("c/templates/NOTES.txt", "not: [yaml"),
        ],
    );
    let (code, stdout, stderr) =
        run(scratch.path(), "c --set name=w --kube-version 1.29 --kube-version 1.30 --kube-version 1.31", b"");
    assert_eq!(code, 1, "{stdout}{stderr}");
    assert!(stdout.contains("c: 2 objects checked for Kubernetes 1.29: 1 error, "), "{stdout}");
    assert!(stdout.contains("c: 3 objects checked for Kubernetes 1.30 to 1.31: 2 errors, "), "{stdout}");
    assert!(stdout.contains("::: c/templates/t.yaml (as rendered):5:14"), "{stdout}");
    assert!(stdout.contains("--> c/templates/t.yaml:5:1\n"), "{stdout}");
    let (code, stdout, _) = run(scratch.path(), "c --set name=w --kube-version 1.29 --skip-tests", b"");
    assert!(code == 0 && stdout.contains("c: 1 object checked"), "{stdout}");
    write(scratch.path(), &[("c/crds/again.yaml", CRD)]);
    let (code, stdout, _) = run(scratch.path(), "c --set name=w --kube-version 1.29 --skip-tests", b"");
    assert!(code == 0 && stdout.contains("note[duplicate-object]"), "{stdout}");
    write(scratch.path(), &[("c/templates/bad.yaml", "a: [\n")]);
    let (code, stdout, _) = run(scratch.path(), "c --set name=w", b"");
    assert!(code == 1 && stdout.contains("error[invalid-yaml]") && stdout.contains("error[invalid-type]"), "{stdout}");
    write(scratch.path(), &[("c/templates/bad.yaml", "{{ fail \"no\" }}")]);
    let (code, stdout, stderr) = run(scratch.path(), "c --set name=w", b"");
    assert!(code == 1 && stdout.is_empty() && stderr.contains("execution error at (c/templates/bad.yaml"), "{stderr}");
}

#[test]
fn machines_read_the_same() {
    let scratch = Scratch::new();
    let bad = GOOD.replace("name: a", "name: A");
    write(scratch.path(), &[("m/a.yaml", GOOD), ("m/b.yaml", &bad), ("m/c.json", "{\"apiVersion\": \"v1\"}")]);
    let out = |format: &str| {
        let (code, stdout, stderr) = run(scratch.path(), &format!("m --format {format}"), b"");
        assert!(code == 1 && stderr.is_empty(), "{stderr}");
        stdout
    };
    let json: serde_json::Value = serde_json::from_str(&out("json")).unwrap();
    assert_eq!((&json["summary"]["total"], &json["summary"]["failed"]), (&3.into(), &2.into()));
    let finding = &json["suites"][1]["cases"][0]["findings"][0];
    assert_eq!((&finding["file"], &finding["line"], &finding["column"]), (&"m/b.yaml".into(), &3.into(), &18.into()));
    assert_eq!(json["suites"][0]["cases"][0]["name"], "v1 ConfigMap a");
    let sarif: serde_json::Value = serde_json::from_str(&out("sarif")).unwrap();
    assert_eq!(sarif["runs"][0]["results"][1]["ruleId"], "no-kind");
    let github = out("github");
    assert!(
        github.starts_with("::error file=m/b.yaml,line=3,col=18,title=v1 ConfigMap A%3A invalid-name::"),
        "{github}"
    );
    let junit = out("junit");
    assert!(junit.contains("<testcase classname=\"m/b.yaml\" name=\"v1 ConfigMap A\""), "{junit}");
}

#[test]
fn threads_find_the_same() {
    let documents: Vec<String> = (0..500).map(|i| GOOD.replace("name: a", &format!("name: A{i}"))).collect();
    let documents = documents.join("---\n");
    let options = options("");
    let one = check("many", documents.as_bytes(), &options);
    let two = check("many", documents.as_bytes(), &Options { jobs: 2, ..options });
    assert_eq!(one.len(), 500);
    assert_eq!(one, two);
}

#[test]
fn template_prints_only_what_is_clean_with_check() {
    let scratch = Scratch::new();
    let template = "apiVersion: v1\nkind: Service\nmetadata: {name: s}\nspec:\n  ports:\n  - port: {{ .Values.port }}\n\
                    ---\napiVersion: example.com/v1\nkind: Widget\nmetadata: {name: w}\n";
    write(
        scratch.path(),
        &[
            ("c/Chart.yaml", "apiVersion: v2\nname: c\nversion: 1.0.0\n"),
            ("c/templates/t.yaml", template),
            ("c/values.yaml", "port: 80\n"),
        ],
    );
    let run = |words: &str| {
        let words: Vec<String> = words.split(' ').map(str::to_owned).collect();
        let outcome = support::run(support::binary(), &words, scratch.path());
        (outcome.code, outcome.stdout, String::from_utf8_lossy(&outcome.stderr).into_owned())
    };
    let plain = run("template c");
    assert_eq!(plain.0, 0, "{}", plain.2);
    assert!(run("template c --check") == plain, "a clean chart prints what it prints without the flag");
    let (code, stdout, stderr) = run("template c --check --set port=99999");
    assert!(code == 1 && stdout.is_empty(), "{stderr}");
    for words in ["error[out-of-range]: spec.ports[0].port", "--> c/templates/t.yaml:6:11", "::: --set:1:1"] {
        assert!(stderr.contains(words), "{words}: {stderr}");
    }
    write(scratch.path(), &[("c/templates/u.yaml", GOOD)]);
    let (code, stdout, stderr) = run("template c --check --set port=99999 -s templates/u.yaml");
    assert!(code == 0 && String::from_utf8_lossy(&stdout).contains(GOOD.trim_end()), "{stderr}");
    let (code, stdout, stderr) = run("template c --check --set port=99999 -s templates/t.yaml");
    assert!(code == 1 && stdout.is_empty() && stderr.contains("spec.ports[0].port"), "{stderr}");
    let (code, stdout, stderr) = run("template c --check --compat helm3 --post-renderer /usr/bin/rev");
    assert!(code == 1 && stdout.is_empty() && stderr.contains("--> (post-renderer's output):"), "{stderr}");
    let (code, stdout, stderr) = run("template c --check --set port=99999 --output-dir out");
    assert!(code == 1 && stdout.is_empty() && !scratch.path().join("out").exists(), "{stderr}");
    let (code, stdout, stderr) = run("template c --check --kube-version 1.20");
    assert!(code == 1 && stdout.is_empty() && stderr.contains("Kubernetes v1.20"), "{stderr}");
}

#[test]
fn flags_of_template_work_or_are_refused() {
    let scratch = Scratch::new();
    let bad = GOOD.replace("name: a", "name: A");
    let chart = "apiVersion: v2\nname: c\nversion: 1.0.0\n";
    write(scratch.path(), &[("m.yaml", GOOD), ("c/Chart.yaml", chart), ("c/templates/good.yaml", GOOD)]);
    write(scratch.path(), &[("c/templates/bad.yaml", &bad)]);
    for (line, code, words) in [
        ("c", 1, "c: 2 objects checked"),
        ("c -s templates/good.yaml", 0, "c: 1 object checked"),
        ("c -s templates/bad.yaml m.yaml", 1, "c: 1 object checked"),
        ("c -s templates/none.yaml", 1, "could not find template templates/none.yaml in chart"),
        ("c --post-renderer cat", 2, "--post-renderer is for 'pintle template'"),
        ("c --output-dir out", 2, "--output-dir is for 'pintle template'"),
        ("c --check", 2, "--check is for 'pintle template'"),
        ("c --dry-run=server", 2, "--dry-run is for 'pintle template'"),
        ("m.yaml -s m.yaml", 2, "--show-only is for charts, and no target is one"),
        ("m.yaml --set a=b", 2, "--set is for charts, and no target is one"),
    ] {
        let (got, stdout, stderr) = run(scratch.path(), line, b"");
        assert!(got == code && format!("{stdout}{stderr}").contains(words), "{line}\n{stdout}{stderr}");
    }
}

/// How many objects a document may hold, how it may be cut, and what it may begin with.
#[test]
fn many_and_odd_documents() {
    let here = support::root();
    let many: Vec<String> = (0..10_000).map(|i| GOOD.replace("name: a", &format!("name: a{i}"))).collect();
    let deep = format!("{GOOD}data: {{a: {}}}\n", "[".repeat(9_000) + &"]".repeat(9_000));
    for (input, code, words) in [
        (many.join("---\n"), 0, "10000 objects checked"),
        (format!("\u{feff}{GOOD}"), 0, "1 object checked"),
        ("---\n---\n# nothing\n---\n".into(), 0, "0 objects checked"),
        (format!("{GOOD}data: {{a: \"\0\"}}\n"), 1, "control characters are not allowed"),
        (deep, 1, "must be of type string, not array"),
        ("apiVersion: v1\nkind: {a: b}\n".into(), 1, "error[no-kind]"),
        ("apiVersion: apps/v99\nkind: Deployment\nmetadata: {name: a}\n".into(), 1, "no matches for kind"),
    ] {
        let (got, stdout, stderr) = run(&here, "-", input.as_bytes());
        assert!(got == code && stdout.contains(words), "{words}\n{stdout:.500}{stderr}");
    }
}

#[test]
fn values_that_hold_themselves_are_no_trap() {
    let scratch = Scratch::new();
    let again = "{{ $_ := set $ \"Values\" (mustMergeOverwrite .Values.inner .Values) }}";
    write(
        scratch.path(),
        &[
            ("c/Chart.yaml", "apiVersion: v2\nname: c\nversion: 1.0.0\n"),
            ("c/values.yaml", "inner: {a: {port: 99999}}\n"),
            ("c/templates/z.yaml", again),
            (
                "c/templates/a.yaml",
                "apiVersion: v1\nkind: Service\nmetadata: {name: s}\nspec: {ports: [{port: {{ .Values.a.port }}}]}\n",
            ),
        ],
    );
    let (code, stdout, stderr) = run(scratch.path(), "c", b"");
    assert!(code == 1 && stdout.contains("--> c/templates/a.yaml:4:23"), "{stdout}{stderr}");
}

#[test]
fn too_much_data_is_told_at_the_largest_key() {
    let large = "x".repeat(1 << 20);
    let text = format!(
        "apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: a}}\ndata:\n  small: x\n  large: {large}\n  last: \"\"\n"
    );
    let found: Vec<_> = check("manifest", text.as_bytes(), &options("")).iter().map(shown).collect();
    let told = found.iter().find(|(_, text)| text.starts_with("error too-large data: Too long")).expect("a finding");
    assert_eq!(told.0, 6);
}

#[test]
fn what_is_empty_is_told_at_its_key() {
    let text = "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec:\n  containers:\n  - name: a\n    image:\n";
    let found: Vec<_> = check("manifest", text.as_bytes(), &options("")).iter().map(shown).collect();
    assert_eq!(found, [(7, "error required-value spec.containers[0].image: Required value".to_owned())]);
}

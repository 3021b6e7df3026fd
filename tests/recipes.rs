//! The files with which other tools run Pintle: what stands in them is run, as those tools run it.
#![cfg(unix)]
#![allow(clippy::disallowed_methods, reason = "the test reads recipes and writes charts to run on")]

mod support;

use serde_yaml::Value;
use std::path::Path;
use std::process::{Command, Output};
use support::Scratch;

fn recipe(path: &str) -> Value {
    let text = support::read(&support::root().join(path));
    serde_yaml::from_slice(&text).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// A folder with a chart in which `pintle` is a program.
fn chart() -> Scratch {
    let scratch = Scratch::new();
    let chart = scratch.path().join("chart");
    std::fs::create_dir_all(chart.join("templates")).expect("a folder");
    std::fs::create_dir(scratch.path().join("bin")).expect("a folder");
    std::os::unix::fs::symlink(support::binary(), scratch.path().join("bin/pintle")).expect("a link");
    let files = [
        ("Chart.yaml", "apiVersion: v2\nname: web\nversion: 0.1.0\n"),
        ("values.yaml", "kind: plain\n"),
        ("prod.yaml", "kind: production\n"),
        (
            "templates/a.yaml",
            "names: [{{ .Release.Name }}, {{ .Release.Namespace }}, {{ .Values.kind }}]\ncluster: [{{ .Capabilities.KubeVersion }}, {{ .Capabilities.APIVersions.Has \"x.io/v1/Foo\" }}]\n",
        ),
    ];
    for (name, text) in files {
        std::fs::write(chart.join(name), text).expect("a file");
    }
    scratch
}

fn run(words: &[&str], folder: &Path, home: &Path, environment: &[(&str, &str)]) -> Output {
    let path = format!("{}:{}", home.join("bin").display(), std::env::var("PATH").unwrap_or_default());
    let mut command = Command::new(words[0]);
    command.args(&words[1..]).current_dir(folder).env_clear().env("PATH", path).env("HOME", home);
    command.envs(environment.iter().copied()).output().expect("a program")
}

fn texts(value: &Value) -> Vec<&str> {
    value
        .as_sequence()
        .map(|words| words.iter().map(|word| word.as_str().expect("a text")).collect())
        .unwrap_or_default()
}

fn printed(output: Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn argo_cd_renders_an_application() {
    let recipe = recipe("docs/recipes/argocd-plugin.yaml");
    assert_eq!(
        (&recipe["apiVersion"], &recipe["kind"]),
        (&"argoproj.io/v1alpha1".into(), &"ConfigManagementPlugin".into())
    );
    let known = ["version", "init", "generate", "discover", "parameters", "preserveFileMode", "provideGitCreds"];
    for key in recipe["spec"].as_mapping().expect("a map").keys() {
        assert!(known.contains(&key.as_str().expect("a text")), "Argo CD does not know {key:?}, or no longer");
    }
    let scratch = chart();
    let environment = [
        ("ARGOCD_APP_NAME", "shop"),
        ("ARGOCD_APP_NAMESPACE", "sales"),
        ("KUBE_VERSION", "1.31.2"),
        ("KUBE_API_VERSIONS", "v1,apps/v1,x.io/v1,x.io/v1/Foo"),
    ];
    for (values, kind) in [(None, "plain"), (Some(("ARGOCD_ENV_VALUES", "prod.yaml")), "production")] {
        let environment: Vec<_> = environment.into_iter().chain(values).collect();
        let mut outputs = ["init", "generate"].map(|part| {
            let part = &recipe["spec"][part];
            let words = [texts(&part["command"]), texts(&part["args"])].concat();
            printed(run(&words, &scratch.path().join("chart"), scratch.path(), &environment))
        });
        let wanted =
            format!("---\n# Source: web/templates/a.yaml\nnames: [shop, sales, {kind}]\ncluster: [v1.31.2, true]\n");
        assert_eq!(std::mem::take(&mut outputs[1]), wanted);
    }
}

#[test]
fn github_runs_the_arguments() {
    let action = recipe("action.yml");
    let scratch = chart();
    let step = |name: &str| {
        let steps = action["runs"]["steps"].as_sequence().expect("steps");
        let step = steps.iter().find(|step| step["name"].as_str() == Some(name)).expect("a step");
        step["run"].as_str().expect("a script").to_owned()
    };
    let shell = |script: &str, arguments: &str| {
        let words = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script];
        run(&words, scratch.path(), scratch.path(), &[("PINTLE_ARGS", arguments), ("GITHUB_ACTION_PATH", "/nowhere")])
    };
    assert_eq!(printed(shell(&step("Install"), "")), "", "what is installed is not installed again");
    assert!(printed(shell(&step("Run"), "template shop chart --set kind=set")).contains("[shop, default, set]"));
    assert_eq!(shell(&step("Run"), "template shop nowhere").status.code(), Some(1));
}

#[test]
fn hooks_and_pipelines_name_commands() {
    let scratch = chart();
    let hooks = recipe(".pre-commit-hooks.yaml");
    let hooks =
        hooks.as_sequence().expect("hooks").iter().map(|hook| hook["entry"].as_str().expect("a command").to_owned());
    let pipeline = recipe("docs/recipes/gitlab-ci.yml");
    let lines =
        texts(&pipeline["charts"]["script"]).into_iter().filter(|line| line.starts_with("pintle")).map(str::to_owned);
    let commands: Vec<String> = hooks.chain(lines).collect();
    assert!(commands.len() > 4, "{commands:?}");
    for command in commands {
        let name = command.split(' ').nth(1).expect("a subcommand");
        printed(run(&["pintle", name, "--help"], scratch.path(), scratch.path(), &[]));
    }
    // The hooks get the folders of charts from `args`.
    printed(run(&["sh", "-c", "pintle lint chart"], scratch.path(), scratch.path(), &[]));
}

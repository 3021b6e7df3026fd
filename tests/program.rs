//! The program as people meet it: names, help, completions, manual pages, pipes and colours.
#![allow(clippy::disallowed_methods, reason = "drivers write links to run and read what was written")]

mod support;

use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};
use support::{Outcome, Scratch};

/// Runs the program, perhaps through a link of another name.
fn run(program: &Path, line: &str, variables: &[(&str, &str)]) -> Outcome {
    let output = Command::new(program)
        .args(line.split_whitespace())
        .env_clear()
        .envs(variables.iter().copied())
        .stdin(Stdio::null())
        .output()
        .expect("the program runs");
    Outcome { code: output.status.code().unwrap_or(-1), stdout: output.stdout, stderr: output.stderr }
}

fn pintle(line: &str) -> Outcome {
    run(Path::new(support::binary()), line, &[])
}

fn stdout(outcome: &Outcome) -> String {
    assert_eq!(outcome.code, 0, "{}", String::from_utf8_lossy(&outcome.stderr));
    String::from_utf8(outcome.stdout.clone()).expect("UTF-8")
}

/// A link called `helm` to the program.
#[cfg(unix)]
fn helm(scratch: &Scratch) -> std::path::PathBuf {
    let link = scratch.path().join("helm");
    std::os::unix::fs::symlink(support::binary(), &link).expect("a link");
    link
}

#[test]
#[cfg(unix)]
fn speaks_of_itself_as_helm_under_that_name() {
    let scratch = Scratch::new();
    let helm = helm(&scratch);
    let help = stdout(&run(&helm, "--help", &[]));
    assert!(help.contains("\nUsage:\n  helm [command]\n"), "{help}");
    assert!(help.contains("\nAvailable Commands:\n") && help.contains("\n  completion  "), "{help}");
    assert!(help.contains("\n  -n, --namespace string "), "{help}");
    let usage = "\nUse \"helm [command] --help\" for more information about a command.\n";
    assert!(help.contains(usage), "{help}");
    assert_eq!(run(&helm, "--version", &[]).stderr, b"Error: unknown flag: --version\n");
    let show = stdout(&run(&helm, "show", &[]));
    assert!(show.contains("\nUsage:\n  helm show [command]\n\nAliases:\n  show, inspect\n"), "{show}");
    assert!(stdout(&run(&helm, "version --short", &[])).starts_with("v4.3.1+g"));
    let helm3 = run(&helm, "version --short", &[("PINTLE_COMPAT", "helm3")]);
    assert!(stdout(&helm3).starts_with("v3.17.3+g"));
    assert!(stdout(&run(&helm, "env HELM_BIN", &[])).ends_with("/helm\n"));
    assert!(stdout(&run(&helm, "completion bash", &[])).contains("_helm()"));
}

#[test]
fn help_is_grouped_by_purpose() {
    let help = stdout(&pintle("--help"));
    for title in ["Render and check:", "Write charts:", "The program:"] {
        assert!(help.contains(&format!("\n{title}\n")), "{title}: {help}");
    }
    assert_eq!(help, stdout(&pintle("")));
    assert_eq!(help, stdout(&pintle("help")));
    let lint = stdout(&pintle("lint --help"));
    assert!(lint.contains("\nExamples:\n  pintle lint ./my-app --strict\n"), "{lint}");
    assert!(lint.contains("  -f, --values strings "), "{lint}");
    assert_eq!(lint, stdout(&pintle("help lint")));
    assert_eq!(stdout(&pintle("--version")), format!("pintle {}\n", env!("CARGO_PKG_VERSION")));
    let nothing = pintle("help nothing");
    assert!(nothing.stderr.starts_with(b"Unknown help topic [`nothing`]\nRenders Helm charts"));
    assert_eq!((nothing.code, nothing.stdout.len()), (0, 0));
}

#[test]
fn what_is_left_to_helm_names_the_command_to_run() {
    for command in ["install", "upgrade", "rollback", "uninstall", "list", "plugin", "search"] {
        let outcome = pintle(&format!("{command} a b --whatever"));
        let line =
            format!("Error: pintle renders charts and leaves \"{command}\" to Helm: run 'helm {command}' instead\n");
        assert_eq!(String::from_utf8_lossy(&outcome.stderr), line);
        assert_eq!((outcome.code, outcome.stdout.len()), (1, 0));
    }
}

#[test]
fn completions_know_every_command_and_flag() {
    for shell in ["bash", "zsh", "fish", "powershell"] {
        let script = stdout(&pintle(&format!("completion {shell}")));
        for word in ["template", "show", "values", "show-only", "kube-version", "error-format"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
        let bare = stdout(&pintle(&format!("completion {shell} --no-descriptions")));
        assert!(bare.len() <= script.len(), "{shell}");
    }
    // A shell that is there must read its script without complaint.
    for (shell, flag) in [("bash", "-n"), ("zsh", "-n"), ("fish", "--no-execute")] {
        let scratch = Scratch::new();
        let file = scratch.path().join("script");
        std::fs::write(&file, stdout(&pintle(&format!("completion {shell}")))).expect("a file");
        match Command::new(shell).arg(flag).arg(&file).output() {
            Ok(output) => assert!(output.status.success(), "{shell}: {}", String::from_utf8_lossy(&output.stderr)),
            Err(error) => assert_eq!(error.kind(), std::io::ErrorKind::NotFound, "{shell}"),
        }
    }
}

#[test]
fn manual_pages_are_written() {
    let scratch = Scratch::new();
    let folder = scratch.path().join("man");
    pintle(&format!("docs --type man --dir {}", folder.display()));
    let names: Vec<String> = support::entries(&folder).iter().map(|path| support::name(path)).collect();
    for name in ["pintle.1", "pintle-template.1", "pintle-show-values.1", "pintle-dependency-list.1"] {
        assert!(names.iter().any(|n| n == name), "{name} in {names:?}");
    }
    let page = String::from_utf8(support::read(&folder.join("pintle-lint.1"))).expect("UTF-8");
    assert!(page.contains(".TH pintle-lint 1") && page.contains("strict"), "{page}");
}

#[test]
fn is_quiet_when_the_reader_has_gone() {
    let mut child = Command::new(support::binary())
        .args(["completion", "bash"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    drop(child.stdout.take());
    let mut stderr = String::new();
    child.stderr.take().expect("a pipe").read_to_string(&mut stderr).expect("UTF-8");
    assert_eq!(stderr, "");
    assert_eq!(child.wait().expect("an end").code(), Some(0));
}

#[test]
fn colour_follows_flag_then_environment() {
    let scratch = Scratch::new();
    let chart = scratch.path().join("c");
    std::fs::create_dir_all(chart.join("templates")).expect("a folder");
    std::fs::write(chart.join("Chart.yaml"), "apiVersion: v2\nname: c\nversion: 0.1.0\n").expect("a file");
    std::fs::write(chart.join("templates/a.yaml"), "a: {{ fail \"no\" }}\n").expect("a file");
    let line = |flags: &str| format!("template {} --error-format full {flags}", chart.display());
    let coloured = |flags: &str, variables: &[(&str, &str)]| {
        run(Path::new(support::binary()), &line(flags), variables).stderr.contains(&0x1b)
    };
    assert!(!coloured("", &[]));
    assert!(coloured("--color always", &[]));
    assert!(coloured("--colour=always", &[("NO_COLOR", "1")]));
    assert!(coloured("", &[("HELM_COLOR", "Always")]));
    assert!(!coloured("", &[("HELM_COLOR", "always"), ("NO_COLOR", "1")]));
    assert!(!coloured("--color never", &[("HELM_COLOR", "always")]));
}

/// What the program says when standard error is a terminal, and when it is not.
fn said(line: &str, terminal: bool) -> String {
    let (mut stdin, mut stdout, mut stderr) = (std::io::empty(), Vec::new(), Vec::new());
    let mut io = pintle::cli::Io {
        program: "pintle",
        stdin: &mut stdin,
        stdout: &mut stdout,
        stderr: &mut stderr,
        terminals: pintle::cli::Terminals { stderr: terminal, ..Default::default() },
        env: &|_| None,
        exit: None,
    };
    pintle::cli::run(line.split_whitespace().map(Into::into).collect(), &mut io);
    String::from_utf8(stderr).expect("UTF-8")
}

#[test]
fn somebody_at_a_terminal_is_told_what_may_have_been_meant() {
    assert_eq!(said("template x web --valeus a", true), "Error: unknown flag: --valeus\n\nDid you mean --values?\n");
    assert_eq!(said("template x web --valeus a", false), "Error: unknown flag: --valeus\n");
    assert_eq!(said("repo ad x", true), "\nrepo has no ad. Did you mean add?\n");
    assert_eq!(said("dep uptade x", true), "\ndependency has no uptade. Did you mean update?\n");
    assert_eq!(said("repo ad x", false) + &said("repo", true) + &said("repo --help", true), "");
    assert!(said("tempalte", false).contains("Did you mean this?\n\ttemplate\n"));
}

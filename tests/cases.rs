//! Recorded command lines on small charts: `tests/cases/*/cmd`, with exit code, stdout and stderr of both majors.
#![allow(clippy::disallowed_methods, reason = "drivers read recordings and write charts to run on")]

mod support;

use std::path::{Path, PathBuf};

use support::{Major, Scratch};

/// Copies a folder with its links and permissions, without what Helm printed.
fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("a folder");
    for path in support::entries(from) {
        let name = support::name(&path);
        if name == "helm3" || name == "helm4" {
            continue;
        }
        let target = to.join(&name);
        let kind = path.symlink_metadata().expect("an entry").file_type();
        if kind.is_dir() {
            copy(&path, &target);
        } else if kind.is_symlink() {
            #[cfg(unix)]
            std::os::unix::fs::symlink(path.read_link().expect("a link"), &target).expect("a new link");
        } else {
            std::fs::copy(&path, &target).expect("a copy");
        }
    }
}

/// Splits a line into words as a shell does: quotes and backslashes, nothing expanded.
fn words(line: &str) -> Vec<String> {
    let (mut words, mut word, mut started) = (Vec::new(), String::new(), false);
    let mut letters = line.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\'' => {
                started = true;
                word.extend(letters.by_ref().take_while(|&letter| letter != '\''));
            }
            '"' => {
                started = true;
                while let Some(letter) = letters.next().filter(|&letter| letter != '"') {
                    match letter {
                        '\\' => match letters.next() {
                            Some(escaped @ ('"' | '\\')) => word.push(escaped),
                            Some(other) => word.extend(['\\', other]),
                            None => {}
                        },
                        _ => word.push(letter),
                    }
                }
            }
            '\\' => {
                started = true;
                word.extend(letters.next());
            }
            _ if letter.is_ascii_whitespace() => {
                if started {
                    words.push(std::mem::take(&mut word));
                }
                started = false;
            }
            _ => {
                started = true;
                word.push(letter);
            }
        }
    }
    if started {
        words.push(word);
    }
    words
}

fn replace(text: &[u8], from: &str, to: &str) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = memchr::memmem::find(rest, from.as_bytes()) {
        out.extend_from_slice(&rest[..at]);
        out.extend_from_slice(to.as_bytes());
        rest = &rest[at + from.len()..];
    }
    out.extend_from_slice(rest);
    out
}

fn check(case: &Path, major: Major) -> Vec<String> {
    let scratch = Scratch::new();
    let work = scratch.path().join("w");
    copy(case, &work);
    let recorded = case.join(major.folder());
    let codes = String::from_utf8(support::read(&recorded.join("rc"))).expect("numbers");
    let commands = String::from_utf8(support::read(&case.join("cmd"))).expect("UTF-8");
    let codes: Vec<i32> = codes.split_whitespace().map(|code| code.parse().expect("a number")).collect();
    assert_eq!(codes.len(), commands.lines().count(), "{}: an exit code for every line", case.display());
    let mut differences = Vec::new();
    for (index, (line, code)) in commands.lines().zip(codes).enumerate() {
        let mut words = words(&line.replace("$HELM", support::binary()));
        if words.iter().any(|word| word == support::binary()) {
            words.extend(major.arguments().iter().map(|&word| word.to_owned()));
        }
        let outcome = support::run(&words[0], &words[1..], &work);
        let name = format!("{}/{index:02} {line}", support::name(case));
        if outcome.code != code {
            differences.push(format!("--- {name}\nexit code {} instead of {code}", outcome.code));
        }
        // With --debug a failed render's output comes in random order, and stderr carries Go's stack and clock.
        let debug = line.contains("--debug");
        let streams = [("stdout", &outcome.stdout, debug && code != 0), ("stderr", &outcome.stderr, debug)];
        for (stream, got, random) in streams {
            let want = std::fs::read(recorded.join(format!("{index:02}.{stream}"))).unwrap_or_default();
            let got = replace(got, &work.to_string_lossy(), "$DIR");
            let got = replace(&got, support::binary(), "$HELM");
            if !random && !support::same(&want, &got) {
                differences.push(support::diff(&format!("{name} ({stream})"), &want, &got));
            }
        }
    }
    differences
}

fn compare(major: Major) {
    let cases: Vec<PathBuf> = support::entries(&support::root().join("tests/cases"));
    let lines: usize =
        cases.iter().map(|case| support::read(&case.join("cmd")).split(|&byte| byte == b'\n').count() - 1).sum();
    let differences = support::in_parallel(&cases, |case| check(case, major));
    support::report(&format!("recorded commands of Helm {}", major.version()), lines, &differences);
}

#[test]
fn acts_as_helm_4_acted() {
    compare(Major::Helm4);
}

#[test]
fn acts_as_helm_3_acted() {
    compare(Major::Helm3);
}

//! Recorded command lines: a folder with charts, `cmd`, and what each major of Helm printed.

use super::{Major, Scratch};
use std::path::Path;

/// Copies a folder with its links and permissions, without what Helm printed.
fn copy(from: &Path, to: &Path, places: &[(&str, String)]) {
    std::fs::create_dir_all(to).expect("a folder");
    for path in super::entries(from) {
        let name = super::name(&path);
        if name == "helm3" || name == "helm4" {
            continue;
        }
        let target = to.join(&name);
        let kind = path.symlink_metadata().expect("an entry").file_type();
        if kind.is_dir() {
            copy(&path, &target, places);
        } else if kind.is_symlink() {
            #[cfg(unix)]
            std::os::unix::fs::symlink(path.read_link().expect("a link"), &target).expect("a new link");
        } else {
            std::fs::copy(&path, &target).expect("a copy");
            fill_in(&target, places);
        }
    }
}

/// Writes addresses in place of their names into a file that has some.
fn fill_in(file: &Path, places: &[(&str, String)]) {
    let text = super::read(file);
    let filled = places.iter().fold(text.clone(), |text, (name, place)| replace(&text, name, place));
    if filled != text {
        std::fs::write(file, filled).expect("a file");
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

/// Runs the command lines of a case and compares; `places` are names for addresses of servers that both the
/// files and the recordings use, such as `$URL`.
pub fn check(case: &Path, major: Major, places: &[(&str, String)]) -> Vec<String> {
    let scratch = Scratch::new();
    let work = scratch.path().join("w");
    copy(case, &work, places);
    let recorded = case.join(major.folder());
    let codes = String::from_utf8(super::read(&recorded.join("rc"))).expect("numbers");
    let commands = String::from_utf8(super::read(&case.join("cmd"))).expect("UTF-8");
    let codes: Vec<i32> = codes.split_whitespace().map(|code| code.parse().expect("a number")).collect();
    assert_eq!(codes.len(), commands.lines().count(), "{}: an exit code for every line", case.display());
    let mut differences = Vec::new();
    for (index, (line, code)) in commands.lines().zip(codes).enumerate() {
        let line = places.iter().fold(line.to_owned(), |line, (name, place)| line.replace(name, place));
        let mut words = words(&line.replace("$HELM", super::binary()));
        if words.iter().any(|word| word == super::binary()) {
            words.extend(major.arguments().iter().map(|&word| word.to_owned()));
        }
        let outcome = super::run(&words[0], &words[1..], &work);
        let name = format!("{}/{index:02} {line}", super::name(case));
        if outcome.code != code {
            differences.push(format!("--- {name}\nexit code {} instead of {code}", outcome.code));
        }
        // With --debug a failed render's output comes in random order, and stderr carries Go's stack and clock.
        let debug = line.contains("--debug");
        let streams = [("stdout", &outcome.stdout, debug && code != 0), ("stderr", &outcome.stderr, debug)];
        for (stream, got, random) in streams {
            let want = std::fs::read(recorded.join(format!("{index:02}.{stream}"))).unwrap_or_default();
            let got = replace(got, &work.to_string_lossy(), "$DIR");
            let got = replace(&got, super::binary(), "$HELM");
            let got = places.iter().fold(got, |got, (name, place)| replace(&got, place, name));
            if !random && !super::same(&want, &got) {
                differences.push(super::diff(&format!("{name} ({stream})"), &want, &got));
            }
        }
    }
    differences
}

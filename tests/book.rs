//! The book: what its pages and the README tell a reader to type is typed, and prints what they say.
//!
//! The commands of a `console` block run one after the other in a folder that the whole page shares; `…` stands for
//! any text, and alone on a line for any lines. A block ```` ```yaml my-app/values.yaml ```` is that file. What a page needs
//! and no reader wants to see stands in comments: `<!-- run: COMMAND -->`, and `<!-- file: PATH`, lines, `-->`.
//! Lines of `sh` blocks are not run: they must name commands and flags that exist.
#![allow(clippy::disallowed_methods, reason = "the test writes the files that pages show")]

mod support;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use support::Scratch;

/// Something on a page that is carried out.
enum Step {
    File { path: String, content: String },
    Run { line: usize, command: String, printed: Option<String> },
    Mention { line: usize, command: String },
}

fn pages() -> Vec<PathBuf> {
    let mut pages = support::entries(&support::root().join("docs"));
    pages.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    pages.push(support::root().join("README.md"));
    pages
}

fn steps(text: &str) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut lines = text.lines().enumerate().map(|(number, line)| (number + 1, line));
    while let Some((number, line)) = lines.next() {
        if let Some(command) = line.strip_prefix("<!-- run: ").and_then(|rest| rest.strip_suffix(" -->")) {
            steps.push(Step::Run { line: number, command: command.to_owned(), printed: None });
        } else if let Some(path) = line.strip_prefix("<!-- file: ") {
            let content = lines.by_ref().take_while(|(_, line)| *line != "-->").map(|(_, line)| format!("{line}\n"));
            steps.push(Step::File { path: path.to_owned(), content: content.collect() });
        } else if let Some(language) = line.strip_prefix("```") {
            let block: Vec<(usize, &str)> = lines.by_ref().take_while(|(_, line)| *line != "```").collect();
            steps.extend(of_block(language, &block));
        }
    }
    steps
}

fn of_block(language: &str, block: &[(usize, &str)]) -> Vec<Step> {
    match language.split_once(' ') {
        None if language == "sh" => {
            let mentions = block.iter().filter(|(_, text)| text.starts_with("pintle "));
            mentions.map(|(line, text)| Step::Mention { line: *line, command: (*text).to_owned() }).collect()
        }
        None if language == "console" => {
            let mut steps: Vec<Step> = Vec::new();
            for (line, text) in block {
                match (text.strip_prefix("$ "), steps.last_mut()) {
                    (Some(command), _) => {
                        steps.push(Step::Run {
                            line: *line,
                            command: command.to_owned(),
                            printed: Some(String::new()),
                        });
                    }
                    (None, Some(Step::Run { printed: Some(printed), .. })) => printed.extend([*text, "\n"]),
                    _ => panic!("line {line}: output before the first command"),
                }
            }
            steps
        }
        None => Vec::new(),
        Some((_, path)) => {
            let mut lines: Vec<&str> = block.iter().map(|(_, text)| *text).collect();
            lines.push("");
            vec![Step::File { path: path.to_owned(), content: lines.join("\n") }]
        }
    }
}

/// Whether a text is what a page says; `…` stands for anything.
fn fits(wanted: &str, got: &str) -> bool {
    let pieces: Vec<&str> = wanted.split('…').map(|piece| piece.trim_matches('\n')).collect();
    let got = got.trim_matches('\n');
    let [first, middle @ .., last] = &pieces[..] else { return got == wanted.trim_matches('\n') };
    let Some(mut rest) = got.strip_prefix(first) else { return false };
    for piece in middle {
        let Some(at) = rest.find(piece) else { return false };
        rest = &rest[at + piece.len()..];
    }
    rest.ends_with(last)
}

fn typed(command: &str, folder: &Path) -> (i32, String) {
    let path = format!("{}:/usr/bin:/bin", folder.join("bin").display());
    let script = format!("export PATH={path} PS1=; cd work; {{ {command}\n}} 2>&1");
    let outcome = support::run("sh", &["-c".to_owned(), script], folder);
    (outcome.code, String::from_utf8_lossy(&[outcome.stdout, outcome.stderr].concat()).into_owned())
}

fn check(page: &Path) -> Vec<String> {
    let scratch = Scratch::new();
    let (bin, work) = (scratch.path().join("bin"), scratch.path().join("work"));
    std::fs::create_dir_all(&bin).expect("a folder");
    std::fs::create_dir_all(&work).expect("a folder");
    for name in ["pintle", "helm"] {
        std::os::unix::fs::symlink(support::binary(), bin.join(name)).expect("a link");
    }
    let text = String::from_utf8(support::read(page)).expect("UTF-8");
    let mut wrong = Vec::new();
    for step in steps(&text) {
        match step {
            Step::File { path, content } => {
                let path = work.join(path);
                std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
                std::fs::write(path, content).expect("a file");
            }
            Step::Run { line, command, printed } => {
                let (code, got) = typed(&command, scratch.path());
                let as_said = printed.as_ref().map_or(code == 0, |printed| fits(printed, &got));
                if !as_said {
                    let wanted = printed.unwrap_or_default();
                    wrong.push(format!(
                        "{}:{line}: {command}\n--- page\n{wanted}--- printed ({code})\n{got}",
                        page.display()
                    ));
                }
            }
            Step::Mention { line, command } => {
                wrong.extend(unknown(&command).map(|what| format!("{}:{line}: {command}: {what}", page.display())));
            }
        }
    }
    wrong
}

/// What a command line names that does not exist: a command, or a flag of it.
fn unknown(line: &str) -> Option<String> {
    let line = line.split(" #").next().unwrap_or_default();
    let words: Vec<&str> =
        line.split_whitespace().skip(1).take_while(|word| !matches!(*word, "|" | ">" | "&&")).collect();
    let command: Vec<&str> =
        words.iter().copied().take_while(|word| word.chars().all(|c| c.is_ascii_lowercase())).collect();
    let mut help = BTreeMap::new();
    for length in 0..=command.len() {
        let mut asked: Vec<String> = vec!["help".to_owned()];
        asked.extend(command[..length].iter().map(|word| (*word).to_owned()));
        let outcome = support::run(support::binary(), &asked, &support::root());
        help.insert(length, String::from_utf8_lossy(&[outcome.stdout, outcome.stderr].concat()).into_owned());
    }
    if help.get(&1).is_none_or(|text| text.starts_with("Unknown help topic")) {
        return Some("no such command".to_owned());
    }
    let flags = words.iter().filter(|word| word.starts_with('-') && word.len() > 1).map(|word| word.split('=').next());
    let missing = flags.flatten().find(|flag| {
        let known = [format!(" {flag} "), format!(" {flag},"), format!(" {flag}\n")];
        !help.values().any(|text| known.iter().any(|known| text.contains(known)))
    });
    missing.map(|flag| format!("no flag {flag}"))
}

#[test]
#[cfg(unix)]
fn pages_say_what_is_printed() {
    let pages = pages();
    let wrong = support::in_parallel(&pages, |page| check(page));
    support::report("pages of the book", pages.len(), &wrong);
}

#[test]
fn every_page_is_in_the_contents() {
    let contents = String::from_utf8(support::read(&support::root().join("docs/README.md"))).expect("UTF-8");
    for page in pages().iter().map(|page| support::name(page)).filter(|name| name != "README.md") {
        assert!(contents.contains(&format!("({page})")), "docs/README.md does not name {page}");
    }
}

#[test]
fn text_with_gaps_is_compared() {
    assert!(fits("a\n…\nd\n", "a\nb\nc\nd\n") && fits("took … s\n", "took 0.01 s\n") && fits("a…", "abc"));
    assert!(fits("{a…}\n", "{a: {}, b: {}}\n"));
    assert!(!fits("a\n…\nd\n", "a\nb\n") && !fits("a\n", "ab\n") && !fits("a…c", "abcd"));
}

/// Words with dashes in quotes, behind a mark, in a source file.
fn codes(text: &str, mark: &str) -> Vec<String> {
    let behind = text.split(mark).skip(1).filter_map(|rest| rest.split('"').next());
    let is_code = |code: &&str| !code.is_empty() && code.bytes().all(|b| b.is_ascii_lowercase() || b == b'-');
    behind.filter(is_code).map(str::to_owned).collect()
}

#[test]
fn every_code_is_explained() {
    let root = support::root();
    let page = String::from_utf8(support::read(&root.join("docs/errors.md"))).expect("UTF-8");
    let mut found = Vec::new();
    for folder in ["template", "render", "chart", "schema", "golden"] {
        for path in support::entries(&root.join("src").join(folder)).iter().filter(|path| path.is_file()) {
            let text = String::from_utf8(support::read(path)).expect("UTF-8");
            found.extend(codes(&text, "Diagnostic::error(\""));
            found.extend(codes(&text, "Severity::Error, \""));
            if path.ends_with("template/helm_error.rs") {
                found.extend(codes(&text, "=> (\""));
                found.extend(codes(&text, "map_or(\""));
                found.extend(
                    text.lines()
                        .filter(|line| line.trim_start().starts_with("(\""))
                        .filter_map(|line| line.trim_end().strip_suffix("\"),")?.rsplit('"').next().map(str::to_owned)),
                );
            }
        }
    }
    assert!(found.len() > 15, "{found:?}");
    let missing: Vec<&String> = found.iter().filter(|code| !page.contains(&format!("`{code}`"))).collect();
    assert!(missing.is_empty(), "docs/errors.md does not explain {missing:?}");
}

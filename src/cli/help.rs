//! Help: in the shape that Helm's users know, and for `pintle` itself by purpose.

use super::commands::{Action, CommandSpec, Purpose, ROOT};
use super::flags::{Flag, GLOBAL, HELP, Takes};
use super::parse::{OWN_FLAGS, Parsed};
use crate::compat::Compat;
use std::ffi::OsString;
use std::fmt::Write;

/// Whether the program goes by the name of Helm, perhaps with a version behind it.
pub(super) fn is_helm(program: &str) -> bool {
    name(program).starts_with("helm")
}

/// The program's name in help: its file's name without folder and extension.
pub(super) fn name(program: &str) -> &str {
    let file = program.rsplit(['/', '\\']).next().unwrap_or(program);
    file.strip_suffix(".exe").unwrap_or(file)
}

/// How a command is called: `helm lint PATH [flags]`.
pub(super) fn usage_line(command: &CommandSpec, path: &str) -> String {
    match command.usage {
        "" => format!("{path} [flags]"),
        usage => format!("{path} {usage} [flags]"),
    }
}

/// What `help WORD…` prints.
pub(super) fn topic(words: &[OsString], program: &str, compat: Compat) -> Parsed {
    let words: Vec<String> = words.iter().map(|w| w.to_string_lossy().into_owned()).collect();
    let (mut command, mut path) = (&ROOT, String::from("helm"));
    for word in words.iter().filter(|word| !word.starts_with('-')) {
        match command.child(word) {
            Some(child) => command = child,
            None if command.children().is_empty() => break,
            None => {
                let shown: Vec<String> = words.iter().map(|w| format!("`{w}`")).collect();
                let usage = text(&ROOT, "helm", program, compat);
                return Parsed::NoSuchTopic(format!("Unknown help topic [{}]\n{usage}", shown.join(" ")));
            }
        }
        path = format!("{path} {}", command.name);
    }
    Parsed::Help(text(command, &path, program, compat), None)
}

/// The help of a command; `path` is its name after `helm`.
pub(super) fn text(command: &'static CommandSpec, path: &str, program: &str, compat: Compat) -> String {
    let called = format!("{}{}", name(program), path.strip_prefix("helm").unwrap_or(path));
    let mut text = format!("{}.\n\nUsage:\n", command.about);
    let line = match command.action {
        Action::Group(_) => format!("{called} [command]"),
        _ => usage_line(command, &called),
    };
    let _ = writeln!(text, "  {line}");
    if !command.aliases.is_empty() {
        let _ = writeln!(text, "\nAliases:\n  {}, {}", command.name, command.aliases.join(", "));
    }
    examples(command, name(program), &mut text);
    commands(command, is_helm(program), &mut text);
    let own: Vec<Flag> = command.flags.iter().copied().flatten().chain([&HELP]).copied().collect();
    if std::ptr::eq(command, &raw const ROOT) {
        section("Flags", &[&own, GLOBAL].concat(), compat, &mut text);
    } else {
        section("Flags", &own, compat, &mut text);
        section("Global Flags", GLOBAL, compat, &mut text);
    }
    text.push_str("\nFlags that Helm does not have:\n");
    for (flag, value, about) in OWN_FLAGS {
        let _ = writeln!(text, "      {:<22}   {about}", format!("--{flag} {value}"));
    }
    if !command.children().is_empty() {
        let _ = writeln!(text, "\nUse \"{called} [command] --help\" for more information about a command.");
    }
    text
}

fn examples(command: &CommandSpec, program: &str, text: &mut String) {
    if command.examples.is_empty() {
        return;
    }
    text.push_str("\nExamples:\n");
    for example in command.examples {
        let _ = writeln!(text, "  {program} {example}");
    }
}

/// The commands of a group. Helm lists all by name; `pintle` lists its own by purpose.
fn commands(command: &CommandSpec, as_helm: bool, text: &mut String) {
    if !as_helm && std::ptr::eq(command, &raw const ROOT) {
        for (purpose, title) in PURPOSES {
            list(title, command.children().iter().filter(|c| c.purpose == purpose), text);
        }
        text.push_str("\nWhat needs a cluster or plugins (install, upgrade, …) is left to Helm.\n");
    } else if !command.children().is_empty() {
        list("Available Commands", command.children().iter().filter(|c| c.purpose != Purpose::Hidden), text);
    }
}

const PURPOSES: [(Purpose, &str); 4] = [
    (Purpose::Render, "Render and check"),
    (Purpose::Charts, "Write charts"),
    (Purpose::Fetch, "Get charts from elsewhere"),
    (Purpose::Program, "The program"),
];

fn list<'c>(title: &str, commands: impl Iterator<Item = &'c CommandSpec>, text: &mut String) {
    let mut commands: Vec<_> = commands.collect();
    if commands.is_empty() {
        return;
    }
    commands.sort_by_key(|c| c.name);
    let _ = writeln!(text, "\n{title}:");
    for command in commands {
        let left = if command.purpose == Purpose::LeftToHelm { " (left to Helm)" } else { "" };
        let _ = writeln!(text, "  {:<11} {}{left}", command.name, command.about);
    }
}

/// Flags in pflag's layout, sorted by name.
fn section(title: &str, flags: &[Flag], compat: Compat, text: &mut String) {
    let exists = |f: &&Flag| f.only.is_none_or(|only| only == compat) && !f.is_hidden(compat);
    let mut flags: Vec<&Flag> = flags.iter().filter(exists).collect();
    flags.sort_by_key(|f| f.name);
    let heads: Vec<String> = flags.iter().map(|f| head(f)).collect();
    let width = heads.iter().map(String::len).max().unwrap_or_default();
    let _ = writeln!(text, "\n{title}:");
    for (head, flag) in heads.iter().zip(flags) {
        let _ = writeln!(text, "{head:<width$}   {}", flag.help);
    }
}

/// `  -f, --values strings`
fn head(flag: &Flag) -> String {
    let short = flag.short.map_or_else(|| "    ".to_owned(), |short| format!("-{short}, "));
    let name = format!("  {short}--{}", flag.name);
    match flag.takes {
        Takes::Bool => name,
        Takes::Text => format!("{name} string"),
        Takes::OptionalText(default) => format!("{name} string[=\"{default}\"]"),
        Takes::List => format!("{name} strings"),
        Takes::Array => format!("{name} stringArray"),
        Takes::Wait => format!("{name} WaitStrategy[=watcher]"),
        Takes::Pairs => format!("{name} stringToString"),
        Takes::Duration => format!("{name} duration"),
        Takes::Int => format!("{name} int"),
        Takes::Uint => format!("{name} uint"),
        Takes::Float => format!("{name} float32"),
        Takes::Format => format!("{name} format"),
    }
}

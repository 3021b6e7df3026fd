//! From the words of the command line to a command with its flags, or Helm's refusal.

use super::flags::{self, Flag, GLOBAL, LINT, TEMPLATE, Takes, VALUES, VERSION, quote};
use crate::compat::Compat;
use crate::error::{Error, ErrorKind};
use clap::error::{ContextKind, ContextValue};
use clap::{Arg, ArgAction, ArgMatches, Command};
use std::ffi::OsString;
use std::fmt::Write;

/// What the command line asks for.
pub(super) enum Parsed {
    /// Run a command.
    Run(Box<Invocation>),
    /// Print a text.
    Help(String),
}

/// A command with its flags and arguments.
pub(super) struct Invocation {
    command: &'static CommandSpec,
    matches: ArgMatches,
}

/// A command: its name and which flags it has beside the global ones.
struct CommandSpec {
    name: &'static str,
    about: &'static str,
    flags: &'static [&'static [Flag]],
}

const COMMANDS: &[CommandSpec] = &[
    CommandSpec { name: "template", about: "Render a chart and print its manifests", flags: &[VALUES, TEMPLATE] },
    CommandSpec { name: "lint", about: "Examine a chart for possible issues", flags: &[VALUES, LINT] },
    CommandSpec { name: "version", about: "Print the version of Helm that is reproduced", flags: &[VERSION] },
];

/// Commands of Helm that need a cluster or the network and are left to it.
const LEFT_TO_HELM: &[&str] = &[
    "completion",
    "create",
    "dependency",
    "env",
    "get",
    "history",
    "install",
    "list",
    "package",
    "plugin",
    "pull",
    "push",
    "registry",
    "repo",
    "rollback",
    "search",
    "show",
    "status",
    "test",
    "uninstall",
    "upgrade",
    "verify",
];

impl CommandSpec {
    fn flags(&self, compat: Compat) -> impl Iterator<Item = &'static Flag> {
        let all = self.flags.iter().copied().flatten().chain(GLOBAL);
        all.filter(move |f| f.only.is_none_or(|only| only == compat))
    }

    fn clap(&self, compat: Compat) -> Command {
        let error_format = Arg::new("error-format")
            .long("error-format")
            .value_name("FORMAT")
            .num_args(1)
            .action(ArgAction::Append)
            .help("helm (what Helm prints), full (with an excerpt) or json");
        // Taken off the line before; here for the help.
        let compat_flag = Arg::new("compat")
            .long("compat")
            .value_name("HELM")
            .num_args(1)
            .help("whose output to give: helm4 or helm3");
        Command::new(self.name)
            .about(self.about)
            .args(self.flags(compat).map(|f| f.arg(compat)))
            .args([compat_flag, error_format])
            .arg(Arg::new("args").num_args(0..).action(ArgAction::Append).value_parser(clap::value_parser!(OsString)))
    }
}

impl Invocation {
    pub(super) fn command(&self) -> &'static str {
        self.command.name
    }

    /// The arguments that belong to no flag.
    pub(super) fn args(&self) -> Vec<String> {
        let args = self.matches.get_many::<OsString>("args").unwrap_or_default();
        args.map(|a| a.to_string_lossy().into_owned()).collect()
    }

    /// Every value given to a flag, in order.
    pub(super) fn all(&self, name: &str) -> Vec<&str> {
        match self.matches.try_get_many::<String>(name) {
            Ok(Some(values)) => values.map(String::as_str).collect(),
            _ => Vec::new(),
        }
    }

    /// The last value given to a flag.
    pub(super) fn text(&self, name: &str) -> Option<&str> {
        self.all(name).last().copied()
    }

    /// A truth value, if the flag was given.
    pub(super) fn bool(&self, name: &str) -> Option<bool> {
        self.text(name).and_then(flags::parse_bool)
    }

    /// Whether a flag was given and not as false.
    pub(super) fn is_set(&self, name: &str) -> bool {
        self.bool(name).unwrap_or(false)
    }

    /// The values of a flag that splits at commas.
    pub(super) fn list(&self, name: &str) -> Vec<String> {
        self.all(name).into_iter().flat_map(|text| super::csv::fields(text).unwrap_or_default()).collect()
    }

    /// The keys of a flag that takes pairs.
    pub(super) fn keys(&self, name: &str) -> Vec<String> {
        let pairs = self.all(name).into_iter().flat_map(|text| flags::pairs(text).unwrap_or_default());
        pairs.map(|(key, _)| key).collect()
    }

    /// What is said about deprecated flags that were given.
    pub(super) fn deprecations(&self, compat: Compat) -> Vec<String> {
        let given = |f: &&Flag| !self.all(f.name).is_empty();
        let line = |f: &Flag| f.deprecated.map(|hint| format!("Flag --{} has been deprecated, {hint}", f.name));
        if compat == Compat::Helm3 {
            Vec::new()
        } else {
            self.command.flags(compat).filter(given).filter_map(line).collect()
        }
    }

    /// The value of `--color` or `--colour`.
    pub(super) fn color_mode(&self) -> Option<&str> {
        self.text("colour").or_else(|| self.text("color"))
    }

    /// The value of `--color` or `--colour`, if it is none that Helm knows.
    pub(super) fn bad_color_mode(&self) -> Option<&str> {
        self.color_mode().filter(|mode| !matches!(*mode, "never" | "auto" | "always"))
    }
}

/// Takes `--compat` off the line, or else asks the environment. That comes first because the other
/// flags depend on it, and wherever it stands because Helm does not know it.
pub(super) fn compat(args: &mut Vec<OsString>, env: &dyn Fn(&str) -> Option<String>) -> Result<Compat, Error> {
    let mut given = env("PINTLE_COMPAT");
    let mut rest = Vec::with_capacity(args.len());
    let mut words = std::mem::take(args).into_iter();
    while let Some(word) = words.next() {
        let text = word.to_string_lossy();
        if text == "--compat" {
            let value = words.next().ok_or_else(|| usage("flag needs an argument: --compat".into()))?;
            given = Some(value.to_string_lossy().into_owned());
        } else if let Some(value) = text.strip_prefix("--compat=") {
            given = Some(value.to_owned());
        } else {
            rest.push(word);
        }
    }
    *args = rest;
    match given.as_deref() {
        None | Some("" | "helm4") => Ok(Compat::Helm4),
        Some("helm3") => Ok(Compat::Helm3),
        Some(other) => {
            Err(usage(format!("invalid argument {} for \"--compat\" flag: must be helm4 or helm3", quote(other))))
        }
    }
}

/// Parses the words after the program's name.
pub(super) fn parse(args: Vec<OsString>, compat: Compat) -> Result<Parsed, Error> {
    let texts: Vec<String> = args.iter().map(|a| a.to_string_lossy().into_owned()).collect();
    let at = match texts.iter().position(|a| !a.starts_with('-')) {
        Some(at) if texts[..at].iter().all(|a| a.contains('=') || is_global_bool(a)) => at,
        _ => return top_level(&texts, compat),
    };
    let Some(command) = COMMANDS.iter().find(|c| c.name == texts[at]) else { return Err(unknown_command(&texts[at])) };
    let mut words = args;
    words.remove(at);
    let line = std::iter::once(OsString::from(command.name)).chain(words);
    match command.clap(compat).bin_name(format!("pintle {}", command.name)).try_get_matches_from(line) {
        Ok(matches) => Ok(Parsed::Run(Box::new(Invocation { command, matches }))),
        Err(error) if error.kind() == clap::error::ErrorKind::DisplayHelp => Ok(Parsed::Help(error.to_string())),
        Err(error) => Err(usage(wording(&error, &texts, command, compat))),
    }
}

fn is_global_bool(word: &str) -> bool {
    GLOBAL.iter().any(|f| f.takes == Takes::Bool && word.strip_prefix("--") == Some(f.name))
}

/// The program without a command: help, or a flag before the command that takes the command for its value.
fn top_level(texts: &[String], compat: Compat) -> Result<Parsed, Error> {
    // A global flag with a separate value may stand before the command.
    if let Some(at) = texts.iter().position(|word| COMMANDS.iter().any(|c| c.name == word.as_str())) {
        let mut words: Vec<OsString> = vec![texts[at].clone().into()];
        words.extend(texts.iter().enumerate().filter(|(i, _)| *i != at).map(|(_, t)| t.clone().into()));
        return parse(words, compat);
    }
    match texts.first().map(String::as_str) {
        Some("--version" | "-V") => Ok(Parsed::Help(format!("pintle {}\n", env!("CARGO_PKG_VERSION")))),
        None | Some("-h" | "--help") => Ok(Parsed::Help(overview())),
        Some(word) if word.starts_with("--") => {
            Err(usage(format!("unknown flag: {}", word.split('=').next().unwrap_or(word))))
        }
        Some(word) => Err(unknown_command(word)),
    }
}

fn overview() -> String {
    let mut text = String::from(
        "Renders Helm charts: byte for byte what Helm prints.\n\nUsage: pintle <COMMAND> [ARGS] [FLAGS]\n\nCommands:\n",
    );
    for command in COMMANDS {
        let _ = writeln!(text, "  {:<10} {}", command.name, command.about);
    }
    text.push_str("\nRun 'pintle <COMMAND> --help' for the flags of a command.\n");
    text
}

fn unknown_command(word: &str) -> Error {
    if LEFT_TO_HELM.contains(&word) {
        let message = format!("pintle renders charts and leaves {word:?} to Helm: run 'helm {word}' instead");
        return Error::new(ErrorKind::Unsupported, message);
    }
    let near = COMMANDS.iter().find(|c| is_near(c.name, word));
    let suggestion = near.map_or_else(String::new, |c| format!("\nDid you mean this?\n\t{}\n\n", c.name));
    usage(format!("unknown command {} for \"helm\"\n{suggestion}Run 'helm --help' for usage.", quote(word)))
}

/// Whether a word is a prefix of a command or at most two edits away, which is when Helm suggests one.
fn is_near(command: &str, word: &str) -> bool {
    command.starts_with(word) || edits(command.as_bytes(), word.as_bytes()) <= 2
}

/// The Levenshtein distance.
fn edits(a: &[u8], b: &[u8]) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, y) in b.iter().enumerate() {
            let substituted = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = substituted.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

fn usage(message: String) -> Error {
    Error::new(ErrorKind::Usage, message)
}

/// What is wrong with the flags, in `pflag`'s words.
fn wording(error: &clap::Error, texts: &[String], command: &CommandSpec, compat: Compat) -> String {
    use clap::error::ErrorKind as Kind;
    let name = match error.get(ContextKind::InvalidArg) {
        Some(ContextValue::String(name)) => name.split([' ', '=', '[']).next().unwrap_or_default().to_owned(),
        _ => String::new(),
    };
    match error.kind() {
        Kind::ValueValidation => {
            std::error::Error::source(error).map_or_else(|| error.to_string(), ToString::to_string)
        }
        Kind::UnknownArgument => unknown_flag(&name, texts),
        Kind::InvalidValue | Kind::WrongNumberOfValues | Kind::NoEquals | Kind::TooFewValues => {
            missing_value(&name, texts, command, compat)
        }
        _ => error.to_string().trim_end().to_owned(),
    }
}

/// A long flag by its name; a short one with the rest of the letters it stands among.
fn unknown_flag(name: &str, texts: &[String]) -> String {
    if name.starts_with("--") || name.len() < 2 {
        return format!("unknown flag: {name}");
    }
    let letter = &name[1..];
    let group = texts.iter().filter(|t| t.starts_with('-') && !t.starts_with("--")).find(|t| t.contains(letter));
    let rest = group.and_then(|g| g.find(letter).map(|at| &g[at..])).unwrap_or(letter);
    format!("unknown shorthand flag: '{letter}' in -{rest}")
}

/// The flag that stands last on the line lacks its value.
fn missing_value(name: &str, texts: &[String], command: &CommandSpec, compat: Compat) -> String {
    let flag = command.flags(compat).find(|f| name.strip_prefix("--") == Some(f.name));
    let last = texts.last().map_or("", String::as_str);
    match flag.and_then(|f| f.short) {
        Some(short) if !last.starts_with("--") => format!("flag needs an argument: '{short}' in {last}"),
        _ => format!("flag needs an argument: {name}"),
    }
}

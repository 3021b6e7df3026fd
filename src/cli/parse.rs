//! From the words of the command line to a command with its flags, or Helm's refusal.

use super::commands::{Action, CommandSpec, Purpose, ROOT};
use super::flags::{self, Flag, Takes, quote};
use super::{help, suggest};
use crate::compat::Compat;
use crate::diag::{Level, Notice};
use crate::error::{Error, ErrorKind};
use clap::error::{ContextKind, ContextValue};
use clap::{Arg, ArgAction, ArgMatches, Command};
use std::ffi::OsString;

/// What the command line asks for.
pub(super) enum Parsed {
    /// Run a command.
    Run(Box<Invocation>),
    /// Print a text, and to somebody at a terminal what may have been meant.
    Help(String, Option<String>),
    /// Print a text to standard error.
    NoSuchTopic(String),
}

/// Why a command line cannot be followed.
pub(super) struct Refusal {
    /// In Helm's words.
    pub(super) error: Error,
    /// What may have been meant, for somebody at a terminal; Helm says nothing about flags.
    pub(super) hint: Option<String>,
    /// The exit code.
    pub(super) code: u8,
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Refusal {
        Refusal { error, hint: None, code: 1 }
    }
}

/// A command with its flags and arguments.
pub(super) struct Invocation {
    command: &'static CommandSpec,
    /// The command's name with those of its groups, as Helm's users write it: `helm show values`.
    path: String,
    matches: ArgMatches,
}

/// Flags that Helm does not have, in words for help.
pub(super) const OWN_FLAGS: [(&str, &str, &str); 2] = [
    ("compat", "HELM", "whose output to give: helm4 or helm3"),
    ("error-format", "FORMAT", "helm (what Helm prints), full (with an excerpt) or json"),
];

/// The command for `clap`, without those below it.
pub(super) fn clap_command(spec: &'static CommandSpec, compat: Compat) -> Command {
    with_flags(spec, compat, |_, _| true)
}

/// The command with the flags that `is_wanted` picks by name and letter.
fn with_flags(spec: &'static CommandSpec, compat: Compat, is_wanted: impl Fn(&str, Option<char>) -> bool) -> Command {
    // `--compat` is taken off the line before; it is here for completions.
    let own = OWN_FLAGS.into_iter().filter(|(name, ..)| is_wanted(name, None)).map(|(name, value, about)| {
        Arg::new(name).long(name).value_name(value).num_args(1).action(ArgAction::Append).help(about)
    });
    let wanted = |flag: &Flag| is_wanted(flag.name, flag.short).then(|| flag.arg(compat));
    Command::new(spec.name)
        .about(spec.about)
        .args(spec.flags(compat).filter_map(wanted))
        .args(own)
        .disable_help_flag(true)
        .args(wanted(&flags::HELP))
        .arg(Arg::new("args").num_args(0..).action(ArgAction::Append).value_parser(clap::value_parser!(OsString)))
}

impl Invocation {
    /// What the command does.
    pub(super) fn action(&self) -> &'static Action {
        &self.command.action
    }

    /// The command's own name: `values`.
    pub(super) fn name(&self) -> &'static str {
        self.command.name
    }

    /// Refuses a wrong number of arguments.
    pub(super) fn check_arity(&self) -> Result<(), Error> {
        let usage = help::usage_line(self.command, &self.path);
        self.command.arity.check(self.args().len(), &self.path, &usage)
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

    /// How many threads may work: `--jobs`, or as many as there are processors.
    pub(super) fn jobs(&self) -> Result<usize, Error> {
        match self.text("jobs").map(str::parse) {
            None => Ok(std::thread::available_parallelism().map_or(1, std::num::NonZeroUsize::get)),
            Some(Ok(jobs)) if jobs > 0 => Ok(jobs),
            Some(_) => Err(usage("--jobs must be at least 1".into())),
        }
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

    /// What Helm 4 logs about the truth values that `--wait` took in Helm 3.
    pub(super) fn old_ways_to_wait(&self, compat: Compat) -> Vec<Notice> {
        let given = if compat == Compat::Helm4 { self.all("wait") } else { Vec::new() };
        let told = |old: &str| {
            let new = flags::old_wait(old)?;
            let words = format!("--wait={old} is deprecated (boolean value) and can be replaced with --wait={new}");
            Some(Notice::new(Level::Warn, words))
        };
        given.into_iter().filter_map(told).collect()
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

/// Parses the words after the program's name. `program` is what help calls it.
pub(super) fn parse(args: Vec<OsString>, program: &str, compat: Compat) -> Result<Parsed, Refusal> {
    let mut words = args;
    let asks_version = words.len() == 1 && matches!(words[0].to_str(), Some("--version" | "-V"));
    if asks_version && !help::is_helm(program) {
        return Ok(Parsed::Help(format!("pintle {}\n", env!("CARGO_PKG_VERSION")), None));
    }
    if words.first().is_some_and(|word| word == "help") {
        return Ok(help::topic(&words[1..], program, compat));
    }
    let (command, path) = find(&mut words, compat)?;
    let texts: Vec<String> = words.iter().map(|a| a.to_string_lossy().into_owned()).collect();
    let line = || std::iter::once(OsString::from(command.name)).chain(words.iter().cloned());
    // To make all flags known takes longer than a small render; those that nobody mentions are only needed for refusals.
    let matches = with_flags(command, compat, |name, short| is_mentioned(name, short, &texts))
        .try_get_matches_from(line())
        .or_else(|_| clap_command(command, compat).try_get_matches_from(line()))
        .map_err(|error| refused(&error, &texts, command, compat))?;
    let invocation = Invocation { command, path, matches };
    if invocation.is_set("help") || matches!(command.action, Action::Group(_)) {
        let text = help::text(command, &invocation.path, program, compat);
        return Ok(Parsed::Help(text, near_child(command, &texts)));
    }
    Ok(Parsed::Run(Box::new(invocation)))
}

/// Whether a flag may stand on the line: one that does not is never meant.
fn is_mentioned(name: &str, short: Option<char>, texts: &[String]) -> bool {
    texts.iter().filter_map(|text| text.strip_prefix('-')).any(|text| match text.strip_prefix('-') {
        Some(long) => long.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('=')),
        None => short.is_some_and(|short| text.contains(short)),
    })
}

/// Takes the words that name a command off the line.
///
/// Source: cobra's `Command.Find`.
fn find(words: &mut Vec<OsString>, compat: Compat) -> Result<(&'static CommandSpec, String), Error> {
    let mut command = &ROOT;
    let mut path = String::from("helm");
    while let Some(at) = first_argument(words, command, compat) {
        let word = words[at].to_string_lossy().into_owned();
        match command.child(&word) {
            Some(child) => command = child,
            None if std::ptr::eq(command, &raw const ROOT) => return Err(unknown_command(&word)),
            None => break,
        }
        words.remove(at);
        path = format!("{path} {}", command.name);
        if let Action::LeftToHelm = command.action {
            return Err(left_to_helm(command.name));
        }
    }
    Ok((command, path))
}

/// The position of the first word that is neither a flag nor the value of one.
///
/// Source: cobra's `stripFlags`.
fn first_argument(words: &[OsString], command: &CommandSpec, compat: Compat) -> Option<usize> {
    let mut at = 0;
    while at < words.len() {
        let word = words[at].to_string_lossy();
        match &*word {
            "--" => return None,
            _ if word.starts_with('-') => {
                let takes_next = (word.starts_with("--") || word.len() == 2) && !word.contains('=');
                if takes_next && !stands_alone(&word, command, compat) {
                    at += 1;
                    if at + 1 >= words.len() {
                        return None;
                    }
                }
            }
            "" => {}
            _ => return Some(at),
        }
        at += 1;
    }
    None
}

/// Whether a flag needs no value. One that is not known may need one.
fn stands_alone(word: &str, command: &CommandSpec, compat: Compat) -> bool {
    let is_meant = |f: &Flag| match word.strip_prefix("--") {
        Some(name) => f.name == name,
        None => f.short.is_some_and(|short| word.strip_prefix('-') == Some(short.encode_utf8(&mut [0; 4]))),
    };
    let mut all = command.flags(compat).chain([&flags::HELP]);
    all.any(|f| is_meant(f) && matches!(f.takes, Takes::Bool | Takes::OptionalText(_) | Takes::Wait))
}

fn left_to_helm(name: &str) -> Error {
    let message = format!("pintle renders charts and leaves {name:?} to Helm: run 'helm {name}' instead");
    Error::new(ErrorKind::Unsupported, message)
}

fn unknown_command(word: &str) -> Error {
    let named = |c: &&CommandSpec| c.purpose != Purpose::Hidden && suggest::is_near(c.name, word);
    let near: Vec<&str> = ROOT.children().iter().filter(named).map(|c| c.name).collect();
    let suggestion =
        if near.is_empty() { String::new() } else { format!("\nDid you mean this?\n\t{}\n\n", near.join("\n\t")) };
    usage(format!("unknown command {} for \"helm\"\n{suggestion}Run 'helm --help' for usage.", quote(word)))
}

/// The command of a group that is like a word it does not have; Helm shows the group's help and nothing more.
fn near_child(group: &CommandSpec, words: &[String]) -> Option<String> {
    let word = words.iter().find(|word| !word.starts_with('-'))?;
    let near = group.children().iter().find(|child| suggest::is_near(child.name, word))?;
    Some(format!("{} has no {word}. Did you mean {}?", group.name, near.name))
}

fn usage(message: String) -> Error {
    Error::new(ErrorKind::Usage, message)
}

/// What is wrong with the flags, and which flag is like one that does not exist.
fn refused(error: &clap::Error, texts: &[String], command: &CommandSpec, compat: Compat) -> Refusal {
    let message = wording(error, texts, command, compat);
    let unknown = message.strip_prefix("unknown flag: --").map(str::to_owned);
    let mut flags = command.flags(compat).filter(|f| !f.is_hidden(compat));
    let near = unknown.and_then(|unknown| flags.find(|f| suggest::is_near(f.name, &unknown)));
    Refusal { error: usage(message), hint: near.map(|f| format!("Did you mean --{}?", f.name)), code: command.misuse }
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
    if name == "--" || name.starts_with("---") {
        let malformed = texts.iter().find(|text| text.starts_with("---") || text.starts_with("--="));
        return format!("bad flag syntax: {}", malformed.map_or(name, String::as_str));
    }
    if name.starts_with("--") {
        return format!("unknown flag: {name}");
    }
    let letter = name[1..].chars().next().map_or("=", |letter| &name[1..=letter.len_utf8()]);
    let group = texts.iter().filter(|t| t.starts_with('-') && !t.starts_with("--")).find(|t| t.contains(letter));
    let rest = group.and_then(|g| g.find(letter).map(|at| &g[at..])).unwrap_or(letter);
    // Go takes the first byte for the letter.
    let shown = letter.bytes().next().map_or('=', char::from);
    format!("unknown shorthand flag: '{shown}' in -{rest}")
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

//! Helm's flags as data, and their values in Helm's words.
//!
//! Helm parses its command line with `pflag`: boolean flags take an optional value, lists split at
//! commas, and the first fault on the line is the one reported. `clap` does the parsing; the value
//! parsers here and the wording of errors in [`parse`](super::parse) make it act and speak like `pflag`.

mod sets;

pub(super) use sets::*;

use crate::compat::Compat;
use crate::gostd::strconv::{self, NumError};
use clap::builder::{OsStringValueParser, TypedValueParser};
use clap::{Arg, ArgAction};
use std::ffi::OsString;

/// What a flag takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Takes {
    /// Nothing, or `=true`, `=false` and their spellings in Go.
    Bool,
    /// One text; the last one counts.
    Text,
    /// One text, or nothing for this one.
    OptionalText(&'static str),
    /// Texts separated by commas as in CSV; may be repeated.
    List,
    /// One text each time.
    Array,
    /// One of Helm 4's ways to wait, or nothing for the first.
    Wait,
    /// `key=value` pairs separated by commas; may be repeated.
    Pairs,
    /// A Go duration.
    Duration,
    /// A whole number.
    Int,
    /// A whole number from zero on.
    Uint,
    /// How a table is printed: `table`, `json` or `yaml`.
    Format,
    /// A number.
    Float,
}

/// One flag of Helm's.
#[derive(Clone, Copy, Debug)]
pub(super) struct Flag {
    pub(super) name: &'static str,
    pub(super) short: Option<char>,
    pub(super) takes: Takes,
    pub(super) help: &'static str,
    /// Where the flag exists, if not in both.
    pub(super) only: Option<Compat>,
    /// What Helm 4 says about a deprecated flag; such flags are hidden.
    pub(super) deprecated: Option<&'static str>,
    /// Whether help leaves it out.
    pub(super) hidden: bool,
}

const fn flag(name: &'static str, takes: Takes, help: &'static str) -> Flag {
    Flag { name, short: None, takes, help, only: None, deprecated: None, hidden: false }
}

impl Flag {
    const fn short(mut self, short: char) -> Flag {
        self.short = Some(short);
        self
    }

    const fn only(mut self, compat: Compat) -> Flag {
        self.only = Some(compat);
        self
    }

    const fn deprecated(mut self, hint: &'static str) -> Flag {
        self.deprecated = Some(hint);
        self
    }

    const fn hidden(mut self) -> Flag {
        self.hidden = true;
        self
    }

    /// Whether help leaves the flag out.
    pub(super) fn is_hidden(&self, compat: Compat) -> bool {
        self.hidden || (self.deprecated.is_some() && compat == Compat::Helm4)
    }

    /// The flag as errors name it: `--set` or `-f, --values`.
    pub(super) fn shown(&self) -> String {
        self.short.map_or_else(|| format!("--{}", self.name), |short| format!("-{short}, --{}", self.name))
    }

    /// The flag for `clap`.
    pub(super) fn arg(self, compat: Compat) -> Arg {
        let arg = Arg::new(self.name).long(self.name).help(self.help).allow_hyphen_values(true);
        let arg = if let Some(short) = self.short { arg.short(short) } else { arg };
        let arg = arg.hide(self.is_hidden(compat)).value_parser(self.parser());
        match self.takes {
            Takes::Bool => optional(arg, "true").hide_possible_values(true),
            Takes::OptionalText(default) => optional(arg, default),
            Takes::Wait => optional(arg, WAIT[0]),
            _ => arg.num_args(1).action(ArgAction::Append).value_name("VALUE"),
        }
    }

    /// A parser that only checks: values are kept as they were written.
    fn parser(self) -> impl TypedValueParser<Value = String> {
        OsStringValueParser::new().try_map(move |value: OsString| {
            let text = value.to_string_lossy().into_owned();
            match check(self.takes, &text) {
                Ok(()) => Ok(text),
                Err(reason) => {
                    Err(format!("invalid argument {} for \"{}\" flag: {reason}", quote(&text), self.shown()))
                }
            }
        })
    }
}

/// A flag that may stand without a value, and takes one only after `=`.
fn optional(arg: Arg, default: &'static str) -> Arg {
    arg.num_args(0..=1)
        .require_equals(true)
        .default_missing_value(default)
        .action(ArgAction::Append)
        .value_name("VALUE")
}

/// What is wrong with a flag's value, in `pflag`'s words.
fn check(takes: Takes, text: &str) -> Result<(), String> {
    match takes {
        Takes::Bool => parse_bool(text)
            .map(drop)
            .ok_or_else(|| format!("strconv.ParseBool: parsing {}: invalid syntax", quote(text))),
        Takes::Wait if old_wait(text).is_none() && !WAIT.contains(&text) => Err(format!(
            "invalid wait input {}. Valid inputs are {}, {}, and {}",
            quote(text),
            WAIT[0],
            WAIT[1],
            WAIT[2]
        )),
        Takes::List => super::csv::fields(text).map(drop),
        Takes::Pairs => pairs(text).map(drop),
        Takes::Duration => crate::gostd::time::parse_duration(text.as_bytes()).map(drop),
        Takes::Int => number("ParseInt", text, strconv::parse_int(text.as_bytes(), 0, 64)),
        Takes::Uint => number("ParseUint", text, strconv::parse_uint(text.as_bytes(), 0, 64)),
        Takes::Format if !FORMATS.contains(&text) => Err("invalid format type".to_owned()),
        Takes::Float => number("ParseFloat", text, parse_float32(text)),
        Takes::Text | Takes::OptionalText(_) | Takes::Array | Takes::Wait | Takes::Format => Ok(()),
    }
}

/// What is wrong with a number that the function of Go's `strconv` did not read.
fn number<T>(function: &str, text: &str, read: Result<T, NumError<T>>) -> Result<(), String> {
    read.map(drop).map_err(|error| format!("strconv.{function}: parsing {}: {error}", quote(text)))
}

fn parse_float32(text: &str) -> Result<f64, NumError<f64>> {
    let number = strconv::parse_float(text.as_bytes())?;
    let fits = number.is_infinite() || (number as f32).is_finite() || number.is_nan();
    if fits { Ok(number) } else { Err(NumError::Range(number)) }
}

/// The way to wait that a truth value stood for when `--wait` took one.
pub(super) fn old_wait(text: &str) -> Option<&'static str> {
    match text {
        "true" => Some(WAIT[0]),
        "false" => Some(WAIT[1]),
        _ => None,
    }
}

/// A truth value in the spellings of Go's `strconv.ParseBool`.
pub(super) fn parse_bool(text: &str) -> Option<bool> {
    match text {
        "1" | "t" | "T" | "TRUE" | "true" | "True" => Some(true),
        "0" | "f" | "F" | "FALSE" | "false" | "False" => Some(false),
        _ => None,
    }
}

/// The pairs of a `stringToString` flag.
pub(super) fn pairs(text: &str) -> Result<Vec<(String, String)>, String> {
    let fields = match text.matches('=').count() {
        0 => return Err(format!("{text} must be formatted as key=value")),
        1 => vec![text.trim_matches('"').to_owned()],
        _ => super::csv::fields(text)?,
    };
    let pair = |field: String| match field.split_once('=') {
        Some((key, value)) => Ok((key.to_owned(), value.to_owned())),
        None => Err(format!("{field} must be formatted as key=value")),
    };
    fields.into_iter().map(pair).collect()
}

/// Go's `%q`.
pub(super) fn quote(text: &str) -> String {
    crate::gostd::strconv::quoted(text.as_bytes())
}

/// The ways to wait.
const WAIT: [&str; 3] = ["watcher", "hookOnly", "legacy"];

/// How tables are printed.
const FORMATS: [&str; 3] = ["table", "json", "yaml"];

//! The log lines that Helm writes to standard error while it works.

use crate::compat::Compat;
use crate::gostd::{strconv, unicode::is_space};

/// The level of a [`Notice`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Shown with `--debug` only.
    Debug,
    /// Something that happened.
    Info,
    /// Something that is probably wrong.
    Warn,
    /// Something that failed.
    Error,
}

/// One log line; bytes, as it may quote what a chart or its values hold: in Helm 4 `level=WARN msg="…" key=value`, in Helm 3 a plain sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// The level that Helm 4 prints.
    pub level: Level,
    /// The message that Helm 4 prints.
    pub message: Vec<u8>,
    /// Helm 4's attributes, in order.
    pub attributes: Vec<(&'static str, Vec<u8>)>,
    /// The whole line as Helm 3 prints it, where it prints one.
    pub helm3: Option<Vec<u8>>,
}

impl Notice {
    /// A notice that Helm 4 prints and Helm 3 does not.
    #[must_use]
    pub fn new(level: Level, message: impl Into<Vec<u8>>) -> Notice {
        Notice { level, message: message.into(), attributes: Vec::new(), helm3: None }
    }

    /// A line sent through Go's plain logger: Helm 4 shows it at level INFO, Helm 3 as it is.
    #[must_use]
    pub fn plain(text: impl Into<Vec<u8>>) -> Notice {
        let text = text.into();
        Notice { helm3: Some(text.clone()), ..Notice::new(Level::Info, text) }
    }

    /// Adds an attribute.
    #[must_use]
    pub fn with(mut self, key: &'static str, value: impl Into<Vec<u8>>) -> Notice {
        self.attributes.push((key, value.into()));
        self
    }

    /// Sets the line that Helm 3 prints.
    #[must_use]
    pub fn helm3(mut self, line: impl Into<Vec<u8>>) -> Notice {
        self.helm3 = Some(line.into());
        self
    }

    /// The line as the given Helm prints it, without a line break; `None` where it prints nothing.
    #[must_use]
    pub fn line(&self, compat: Compat) -> Option<Vec<u8>> {
        if !compat.structured_logs() {
            return self.helm3.clone();
        }
        let level = match self.level {
            Level::Debug => "DEBUG",
            Level::Info => "INFO",
            Level::Warn => "WARN",
            Level::Error => "ERROR",
        };
        let mut line = format!("level={level} msg=").into_bytes();
        quote_if_needed(&self.message, &mut line);
        for (key, value) in &self.attributes {
            line.extend_from_slice(format!(" {key}=").as_bytes());
            quote_if_needed(value, &mut line);
        }
        Some(line)
    }
}

/// Appends a value as Go's `log/slog` text handler writes it: quoted where it would not stand out alone.
fn quote_if_needed(value: &[u8], out: &mut Vec<u8>) {
    let plain = |c: char| match c {
        ' ' | '=' | '"' | char::REPLACEMENT_CHARACTER => false,
        _ if c.is_ascii() => c >= ' ',
        _ => !is_space(c) && strconv::is_print(c as u32),
    };
    match std::str::from_utf8(value) {
        Ok(text) if !text.is_empty() && text.chars().all(plain) => out.extend_from_slice(value),
        _ => strconv::quote(value, out),
    }
}

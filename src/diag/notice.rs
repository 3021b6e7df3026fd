//! The log lines that Helm writes to standard error while it works.

use crate::compat::Compat;
use std::fmt::Write;

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

/// One log line: in Helm 4 `level=WARN msg="…" key=value`, in Helm 3 a plain sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// The level that Helm 4 prints.
    pub level: Level,
    /// The message that Helm 4 prints.
    pub message: String,
    /// Helm 4's attributes, in order.
    pub attributes: Vec<(&'static str, String)>,
    /// The whole line as Helm 3 prints it, where it prints one.
    pub helm3: Option<String>,
}

impl Notice {
    /// A notice that Helm 4 prints and Helm 3 does not.
    #[must_use]
    pub fn new(level: Level, message: impl Into<String>) -> Notice {
        Notice { level, message: message.into(), attributes: Vec::new(), helm3: None }
    }

    /// A line sent through Go's plain logger: Helm 4 shows it at level INFO, Helm 3 as it is.
    #[must_use]
    pub fn plain(text: impl Into<String>) -> Notice {
        let text = text.into();
        Notice { helm3: Some(text.clone()), ..Notice::new(Level::Info, text) }
    }

    /// Adds an attribute.
    #[must_use]
    pub fn with(mut self, key: &'static str, value: impl Into<String>) -> Notice {
        self.attributes.push((key, value.into()));
        self
    }

    /// Sets the line that Helm 3 prints.
    #[must_use]
    pub fn helm3(mut self, line: impl Into<String>) -> Notice {
        self.helm3 = Some(line.into());
        self
    }

    /// The line as the given Helm prints it, without a line break; `None` where it prints nothing.
    #[must_use]
    pub fn line(&self, compat: Compat) -> Option<String> {
        if !compat.structured_logs() {
            return self.helm3.clone();
        }
        let level = match self.level {
            Level::Debug => "DEBUG",
            Level::Info => "INFO",
            Level::Warn => "WARN",
            Level::Error => "ERROR",
        };
        let mut line = format!("level={level} msg={}", quote_if_needed(&self.message));
        for (key, value) in &self.attributes {
            let _ = write!(line, " {key}={}", quote_if_needed(value));
        }
        Some(line)
    }
}

/// Quotes a value the way Go's `log/slog` text handler does.
fn quote_if_needed(value: &str) -> String {
    let plain = |c: char| c != ' ' && c != '=' && c != '"' && !c.is_control();
    if !value.is_empty() && value.chars().all(plain) {
        return value.to_owned();
    }
    crate::gostd::strconv::quoted(value.as_bytes())
}

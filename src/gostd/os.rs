//! Errors of the operating system, in the words of Go's `os` and `syscall`.

use std::io;

/// The text of an error without path and operation, e.g. `no such file or directory`.
#[must_use]
pub fn error_text(error: &io::Error) -> String {
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or_default();
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_lowercase().chain(chars).collect())
}

/// The text of Go's `PathError`, e.g. `open values.yaml: no such file or directory`.
#[must_use]
pub fn path_error(operation: &str, path: &str, error: &io::Error) -> String {
    format!("{operation} {path}: {}", error_text(error))
}

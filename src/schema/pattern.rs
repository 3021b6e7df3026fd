//! Regular expressions of schemas.

use crate::gostd::regexp::Regex;
use crate::value::Str;
use std::sync::Arc;

/// A compiled regular expression, in Go's syntax.
#[derive(Clone, Debug)]
pub(super) struct Pattern(Arc<Regex>);

impl Pattern {
    /// Compiles an expression; the error is Go's text, e.g. ``error parsing regexp: missing closing ): `(` ``.
    pub(super) fn compile(pattern: &str) -> Result<Pattern, String> {
        let regex = Regex::cached(&Str::from(pattern));
        regex.map(Pattern).map_err(|error| String::from_utf8_lossy(&error).into_owned())
    }

    /// Whether the expression matches anywhere in a text.
    pub(super) fn is_match(&self, text: &str) -> bool {
        self.0.is_match(text.as_bytes())
    }
}

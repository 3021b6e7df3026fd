//! Regular expressions of schemas, in Go's syntax.

/// A compiled regular expression.
#[derive(Clone, Debug)]
pub(super) struct Pattern(regex_automata::meta::Regex);

impl Pattern {
    /// Compiles an expression; the error is Go's text, e.g. ``error parsing regexp: missing closing ): `(` ``.
    pub(super) fn compile(pattern: &str) -> Result<Pattern, String> {
        regex_automata::meta::Regex::new(pattern).map(Pattern).map_err(|e| e.to_string())
    }

    /// Whether the expression matches anywhere in a text.
    pub(super) fn is_match(&self, text: &str) -> bool {
        self.0.is_match(text)
    }
}

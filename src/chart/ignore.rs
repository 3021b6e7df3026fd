//! `.helmignore`.

use crate::gostd::{glob, path};

/// The rules of a chart directory, and Helm's own.
pub(super) struct Rules(Vec<Rule>);

struct Rule {
    pattern: Pattern,
    subject: Subject,
    negated: bool,
    directories_only: bool,
}

/// A pattern of `path.Match`. Nearly all are of the first two kinds, which are quick to compare.
enum Pattern {
    /// A name without special characters.
    Name(String),
    /// A star, and what stands behind it.
    Ending(String),
    Glob(String),
}

/// What a pattern is compared with.
enum Subject {
    Path,
    BaseName,
}

/// Go's `bufio.MaxScanTokenSize`.
const MAX_LINE: usize = 64 * 1024;

impl Rules {
    /// Reads the text of a `.helmignore`; the error is Helm's.
    ///
    /// Source: Helm's `pkg/ignore`.
    pub(super) fn parse(text: &[u8]) -> Result<Rules, String> {
        let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
        let mut rules = Rules(Vec::new());
        for line in text.split(|b| *b == b'\n') {
            if line.len() >= MAX_LINE {
                return Err("bufio.Scanner: token too long".to_owned());
            }
            rules.add(String::from_utf8_lossy(line).trim())?;
        }
        rules.add("templates/.?*")?;
        Ok(rules)
    }

    fn add(&mut self, line: &str) -> Result<(), String> {
        if line.is_empty() || line.starts_with('#') {
            return Ok(());
        }
        if line.contains("**") {
            return Err("double-star (**) syntax is not supported".to_owned());
        }
        glob::path_match(line.as_bytes(), b"abc").map_err(|fault| fault.to_string())?;
        let (negated, rule) = line.strip_prefix('!').map_or((false, line), |rule| (true, rule));
        let (directories_only, rule) = rule.strip_suffix('/').map_or((false, rule), |rule| (true, rule));
        let (subject, pattern) = match rule.strip_prefix('/') {
            Some(rooted) => (Subject::Path, rooted),
            None if rule.contains('/') => (Subject::Path, rule),
            None => (Subject::BaseName, rule),
        };
        self.0.push(Rule { pattern: Pattern::new(pattern), subject, negated, directories_only });
        Ok(())
    }

    /// Whether a path relative to the chart is left out.
    ///
    /// The first rule that applies decides. A negated rule does not bring anything back: what it does
    /// not match is left out, and what it matches goes on to the next rule.
    pub(super) fn ignore(&self, name: &str, is_directory: bool) -> bool {
        let base = path::base(name.as_bytes());
        self.0.iter().any(|rule| {
            let subject = match rule.subject {
                Subject::Path => name.as_bytes(),
                Subject::BaseName => base,
            };
            let applies = is_directory || !rule.directories_only;
            (applies && rule.pattern.matches(subject)) != rule.negated
        })
    }
}

impl Pattern {
    fn new(pattern: &str) -> Pattern {
        let is_plain = |text: &str| !text.contains(['*', '?', '[', '\\']);
        match pattern.strip_prefix('*') {
            Some(ending) if is_plain(ending) => Pattern::Ending(ending.to_owned()),
            None if is_plain(pattern) => Pattern::Name(pattern.to_owned()),
            _ => Pattern::Glob(pattern.to_owned()),
        }
    }

    fn matches(&self, subject: &[u8]) -> bool {
        match self {
            Pattern::Name(name) => name.as_bytes() == subject,
            Pattern::Ending(ending) => {
                subject.strip_suffix(ending.as_bytes()).is_some_and(|before| !before.contains(&b'/'))
            }
            Pattern::Glob(pattern) => glob::path_match(pattern.as_bytes(), subject).unwrap_or(false),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(rules: &str, name: &str, is_directory: bool) -> bool {
        !Rules::parse(rules.as_bytes()).unwrap().ignore(name, is_directory)
    }

    #[test]
    fn kinds_of_patterns() {
        assert!(!kept("a.txt", "dir/a.txt", false));
        assert!(kept("/a.txt", "dir/a.txt", false));
        assert!(kept("deep/a.txt", "dir/deep/a.txt", false));
        assert!(kept("dir/", "x/dir", false));
        assert!(!kept("dir/", "x/dir", true));
        assert!(kept("a.txt # c", "a.txt", false));
        assert!(!kept("", "templates/.hidden", false));
        assert!(kept("", "templates/sub/.hidden", false));
        assert!(kept("/", "x", true));
    }

    #[test]
    fn stars_stay_within_a_name() {
        assert!(!kept("*.txt", "dir/a.txt", false));
        assert!(!kept("*.txt", ".txt", false));
        assert!(kept("/*.txt", "dir/a.txt", false));
        assert!(!kept("*/a.txt", "dir/a.txt", false));
        assert!(kept("*/a.txt", "x/dir/a.txt", false));
        assert!(!kept("*.t?t", "dir/a.txt", false));
    }

    #[test]
    fn negation_leaves_everything_else_out() {
        assert!(kept("!a.txt", "a.txt", false));
        assert!(!kept("!a.txt", "Chart.yaml", false));
        assert!(!kept("!dir/", "Chart.yaml", false));
        assert!(kept("!dir/", "dir", true));
    }

    #[test]
    fn faults() {
        assert_eq!(Rules::parse(b"a/**").err().unwrap(), "double-star (**) syntax is not supported");
        assert_eq!(Rules::parse(b"[a").err().unwrap(), "syntax error in pattern");
    }
}

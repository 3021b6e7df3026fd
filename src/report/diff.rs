//! Two texts side by side: the lines that differ, with a few around them.

use indexmap::IndexSet;
use similar::{ChangeTag, InlineChangeMode, InlineChangeOptions, TextDiff};
use std::fmt::Write;
use std::time::Duration;

/// How many unchanged lines are shown around a change.
const CONTEXT: usize = 3;

/// How long the search for the smallest difference may take; what is found until then is shown.
const TIMEOUT: Duration = Duration::from_secs(2);

/// Where an old and a new text differ.
#[derive(Clone, Debug, Default)]
pub struct Diff {
    /// The parts that differ, in order.
    pub hunks: Vec<Hunk>,
}

/// Changed lines that are close to each other, with unchanged ones around them.
#[derive(Clone, Debug)]
pub struct Hunk {
    /// What the lines belong to, e.g. `Deployment/web`; may be empty.
    pub heading: String,
    /// The lines; those taken away stand before those that came for them.
    pub lines: Vec<Line>,
}

/// One line of a hunk. A line of both texts is unchanged; one of the old only was taken away, one of the new only came.
#[derive(Clone, Debug)]
pub struct Line {
    /// Its number in the old text, from 1.
    pub old: Option<usize>,
    /// Its number in the new text, from 1.
    pub new: Option<usize>,
    /// Its text without the line break, in parts.
    pub parts: Vec<Part>,
    /// Whether the text ends here without a line break.
    pub unfinished: bool,
}

/// A part of a line.
#[derive(Clone, Debug)]
pub struct Part {
    /// The text.
    pub text: String,
    /// Whether this is what changed within the line.
    pub changed: bool,
}

impl Diff {
    /// Compares two texts by lines. `heading` is asked what a changed line belongs to.
    #[must_use]
    pub fn of(old: &str, new: &str, heading: impl Fn(&Line) -> String) -> Diff {
        let (old, new): (Vec<_>, Vec<_>) = (old.split_inclusive('\n').collect(), new.split_inclusive('\n').collect());
        let diff = TextDiff::configure().timeout(TIMEOUT).diff_slices(&old, &new);
        let hunk = |ops: &Vec<similar::DiffOp>| {
            let mut options = InlineChangeOptions::new();
            options.mode(InlineChangeMode::Words);
            let changes = ops.iter().flat_map(|op| diff.iter_inline_changes_with_options(op, options));
            let lines: Vec<Line> = changes.map(|change| line(&change)).collect();
            let headings: IndexSet<String> = lines.iter().filter(|line| line.is_changed()).map(&heading).collect();
            Hunk { heading: Vec::from_iter(headings).join(", "), lines }
        };
        Diff { hunks: diff.grouped_ops(CONTEXT).iter().map(hunk).collect() }
    }

    /// How many lines came, and how many were taken away.
    #[must_use]
    pub fn counts(&self) -> (usize, usize) {
        let lines = || self.hunks.iter().flat_map(|hunk| &hunk.lines);
        (lines().filter(|line| line.old.is_none()).count(), lines().filter(|line| line.new.is_none()).count())
    }

    /// The number in the old text of the first line that changed, from 1.
    #[must_use]
    pub fn first_line(&self) -> usize {
        let Some(hunk) = self.hunks.first() else { return 1 };
        let until = hunk.lines.iter().position(Line::is_changed).unwrap_or(0);
        let removed = hunk.lines.get(until).and_then(|line| line.old);
        let before = hunk.lines[..until].iter().rev().find_map(|line| line.old);
        removed.or(before.map(|line| line + 1)).unwrap_or(1)
    }

    /// The usual text form: `@@ -1,2 +1,3 @@ heading`, then lines behind a blank, `-` or `+`.
    #[must_use]
    pub fn unified(&self) -> String {
        let mut out = String::new();
        for hunk in &self.hunks {
            let _ = writeln!(out, "{} {}", hunk.range(), hunk.heading);
            for line in &hunk.lines {
                let _ = writeln!(out, "{}{}", line.sign(), line.text());
                if line.unfinished {
                    out.push_str("\\ No newline at end of file\n");
                }
            }
        }
        out
    }
}

impl Hunk {
    /// `@@ -1,2 +1,3 @@`
    #[must_use]
    pub fn range(&self) -> String {
        let side = |number: fn(&Line) -> Option<usize>| {
            let numbers = || self.lines.iter().filter_map(number);
            format!("{},{}", numbers().next().unwrap_or(0), numbers().count())
        };
        format!("@@ -{} +{} @@", side(|line| line.old), side(|line| line.new))
    }
}

impl Line {
    /// Whether the line is in one text only.
    #[must_use]
    pub fn is_changed(&self) -> bool {
        self.old.is_none() || self.new.is_none()
    }

    /// `-`, `+` or a blank.
    #[must_use]
    pub fn sign(&self) -> char {
        match (self.old, self.new) {
            (Some(_), None) => '-',
            (None, Some(_)) => '+',
            _ => ' ',
        }
    }

    /// The whole text without the line break.
    #[must_use]
    pub fn text(&self) -> String {
        self.parts.iter().map(|part| part.text.as_str()).collect()
    }
}

fn line(change: &similar::InlineChange<'_, str>) -> Line {
    let number = |index: Option<usize>| index.map(|index| index + 1);
    let mut parts: Vec<Part> = Vec::new();
    let mut unfinished = true;
    for (changed, text) in change.values() {
        unfinished = !text.ends_with('\n');
        let text = text.strip_suffix('\n').unwrap_or(text);
        match parts.last_mut() {
            Some(last) if last.changed == *changed => last.text.push_str(text),
            _ if text.is_empty() => {}
            _ => parts.push(Part { text: text.to_owned(), changed: *changed }),
        }
    }
    // A line that is new as a whole needs no mark within.
    if let [only] = parts.as_mut_slice() {
        only.changed = false;
    }
    let tag = change.tag();
    let old = number(change.old_index()).filter(|_| tag != ChangeTag::Insert);
    let new = number(change.new_index()).filter(|_| tag != ChangeTag::Delete);
    Line { old, new, parts, unfinished }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unified(old: &str, new: &str) -> String {
        Diff::of(old, new, |line| format!("L{}", line.old.or(line.new).unwrap_or(0))).unified()
    }

    #[test]
    fn shows_lines_with_three_around_them() {
        let old: String = (1..=20).map(|n| n.to_string() + "\n").collect();
        let new = old.replace("\n5\n", "\nfive\n").replace("\n18\n", "\n");
        let text = "@@ -2,7 +2,7 @@ L5\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n@@ -15,6 +15,5 @@ L18\n 15\n 16\n 17\n-18\n 19\n 20\n";
        assert_eq!(unified(&old, &new), text);
    }

    #[test]
    fn marks_words_and_missing_line_breaks() {
        let diff = Diff::of("image: web:1.25 # pinned\n", "image: web:1.27 # pinned", |_| String::new());
        let parts: Vec<_> = diff.hunks[0].lines[1].parts.iter().map(|p| (p.text.as_str(), p.changed)).collect();
        assert_eq!(parts, [("image: ", false), ("web:1.27", true), (" # pinned", false)]);
        assert_eq!((diff.hunks[0].lines[0].unfinished, diff.hunks[0].lines[1].unfinished), (false, true));
        assert_eq!(unified("a\n", "a"), "@@ -1,1 +1,1 @@ L1\n-a\n+a\n\\ No newline at end of file\n");
        assert_eq!(unified("", "a\n"), "@@ -0,0 +1,1 @@ L1\n+a\n");
    }

    #[test]
    fn knows_the_first_changed_line() {
        let at = |old: &str, new: &str| Diff::of(old, new, |_| String::new()).first_line();
        assert_eq!((at("a\nb\n", "a\nc\n"), at("a\nb\n", "a\nb\nc\n"), at("", "a\n")), (2, 3, 1));
    }
}

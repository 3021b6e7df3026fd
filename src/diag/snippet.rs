//! A finding with excerpts and carets, for a person at a terminal.

use super::{Diagnostic, Label, Severity};
use annotate_snippets::{Annotation, AnnotationKind, Element, Group, Level, Renderer, Snippet};
use std::ops::Range;

/// Longest excerpt, in bytes around the place; a chart file may be one huge line.
const EXCERPT: usize = 4096;

/// How many places on the way are shown, from each end.
const SHOWN: usize = 8;

/// The finding as text, ending with a line break.
#[must_use]
pub fn snippet(diagnostic: &Diagnostic, color: bool) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    let primary = diagnostic.primary.iter().map(|label| excerpt(label, AnnotationKind::Primary));
    // Of includes without end, the innermost and the outermost are shown.
    let left_out = diagnostic.labels.len().saturating_sub(2 * SHOWN);
    let shown = diagnostic.labels.iter().enumerate().filter(|(at, _)| !(SHOWN..SHOWN + left_out).contains(at));
    let labels = shown.map(|(_, label)| excerpt(label, AnnotationKind::Context));
    let more = (left_out > 0).then(|| Element::from(Level::NOTE.message(format!("{left_out} more in between"))));
    let notes = diagnostic.notes.iter().map(|note| Element::from(Level::NOTE.message(note))).chain(more);
    let help = diagnostic.help.iter().map(|help| Element::from(Level::HELP.message(help)));
    let group: Group<'_> = level
        .primary_title(&diagnostic.message)
        .id(diagnostic.code)
        .elements(primary.chain(labels).chain(notes).chain(help));
    let renderer = if color { Renderer::styled() } else { Renderer::plain() };
    let mut text = renderer.render(&[group]);
    text.push('\n');
    text
}

/// The lines around a place, with the place marked.
fn excerpt<'a>(label: &'a Label, kind: AnnotationKind) -> Element<'a> {
    let source = &label.location.source;
    let (text, span, first_line) =
        cut(source.text(), label.location.span.start as usize, label.location.span.end as usize);
    let annotation = kind.span(span);
    let annotation: Annotation<'a> = if label.text.is_empty() { annotation } else { annotation.label(&label.text) };
    Snippet::source(text).path(source.name()).line_start(first_line).annotation(annotation).into()
}

/// The line of a place and the one before it as valid text, the place in that text, and the number of its first line.
fn cut(text: &[u8], start: usize, end: usize) -> (String, Range<usize>, usize) {
    let start = start.min(text.len());
    let line_start = |at: usize| memchr::memrchr(b'\n', &text[..at]).map_or(0, |i| i + 1);
    let own = line_start(start);
    let from = line_start(own.saturating_sub(1)).max(start.saturating_sub(EXCERPT));
    let line_end = memchr::memchr(b'\n', &text[start..]).map_or(text.len(), |i| start + i);
    let to = line_end.min(start + EXCERPT);
    let before = lossy(&text[from..start]);
    // What spans lines is marked on its first one.
    let marked = lossy(&text[start..end.clamp(start, to)]);
    let after = lossy(&text[end.clamp(start, to)..to]);
    let span = before.len()..before.len() + marked.len();
    let first_line = memchr::memchr_iter(b'\n', &text[..from]).count() + 1;
    (before + &marked + &after, span, first_line)
}

fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{Location, Source, Span};

    #[test]
    fn marks_the_place() {
        let source = Source::new("c/templates/t.yaml", "a: 1\nb: {{ .Values.x.y }}\nc: 3\n");
        let diagnostic = Diagnostic::error("nil-field", "nil pointer evaluating interface {}.y")
            .at(Location { source, span: Span::new(11, 22) }, "here")
            .note("`.Values.x` is not set");
        let text = snippet(&diagnostic, false);
        assert!(text.starts_with("error[nil-field]: nil pointer evaluating interface {}.y\n"), "{text}");
        assert!(text.contains("--> c/templates/t.yaml:2:7"), "{text}");
        assert!(text.contains("b: {{ .Values.x.y }}") && text.contains("^^^^^^^^^^^ here"), "{text}");
        assert!(text.contains("note: `.Values.x` is not set"), "{text}");
    }

    #[test]
    fn a_long_way_is_shortened() {
        let source = Source::new("t", "{{ include \"a\" . }}\n");
        let place = Location { source, span: Span::new(3, 10) };
        let mut diagnostic = Diagnostic::error("too-deep", "no end").at(place.clone(), "");
        for number in 0..1000 {
            diagnostic.labels.push(Label { location: place.clone(), text: format!("step {number}.") });
        }
        let text = snippet(&diagnostic, false);
        assert_eq!(text.matches("step ").count(), 2 * SHOWN);
        assert!(text.contains("step 0.") && text.contains("step 999.") && !text.contains("step 500."), "{text}");
        assert!(text.contains("note: 984 more in between"), "{text}");
    }
}

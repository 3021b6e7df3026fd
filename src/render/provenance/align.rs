//! Finding a template's output again in what was made of it.

/// A line without the white space around it, and where its first letter stands in the text.
struct Line<'t> {
    start: usize,
    text: &'t [u8],
}

/// The places in `inner` that the byte at `at` of `outer` may come from, if `outer` has all lines of `inner`
/// one after the other. Functions such as `nindent` and `trim` may have changed the white space around lines.
pub(super) fn places(inner: &[u8], outer: &[u8], at: usize) -> Vec<usize> {
    let inner_lines = lines(inner);
    let first = inner_lines.iter().position(|line| !line.text.is_empty());
    let last = inner_lines.iter().rposition(|line| !line.text.is_empty());
    let (Some(first), Some(last)) = (first, last) else { return Vec::new() };
    let wanted = &inner_lines[first..=last];
    let outer_lines = lines(outer);
    let here = memchr::memchr_iter(b'\n', &outer[..at.min(outer.len())]).count();
    let column = at.saturating_sub(outer_lines[here].start);
    let starts = (here + 1).saturating_sub(wanted.len())..=here;
    starts
        .filter(|start| {
            let there = outer_lines.get(*start..start + wanted.len());
            there.is_some_and(|there| there.iter().zip(wanted).all(|(a, b)| a.text == b.text))
        })
        .map(|start| {
            let line = &wanted[here - start];
            line.start + column.min(line.text.len().saturating_sub(1))
        })
        .collect()
}

fn lines(text: &[u8]) -> Vec<Line<'_>> {
    let mut start = 0;
    let lines = text.split(|b| *b == b'\n').map(|line| {
        let indent = line.len() - line.trim_ascii_start().len();
        let found = Line { start: start + indent, text: line.trim_ascii() };
        start += line.len() + 1;
        found
    });
    lines.collect()
}

#[cfg(test)]
mod tests {
    use super::places;

    #[test]
    fn indentation_does_not_matter() {
        let inner = b"\na: 1\n\n  b: 2\n";
        let outer = b"\n    a: 1\n\n      b: 2";
        assert_eq!(places(inner, outer, 5), [1]);
        assert_eq!(places(inner, outer, 20), [12]);
    }

    #[test]
    fn all_lines_must_be_there() {
        assert!(places(b"a: 1\nb: 2", b"a: 1\nc: 2", 0).is_empty());
        assert!(places(b" \n", b"a\n\nb", 2).is_empty());
    }

    #[test]
    fn several_places_are_all_told() {
        assert_eq!(places(b"a\na", b"a\na\na", 2), [2, 0]);
    }
}

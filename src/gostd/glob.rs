//! File name patterns: Go's `path.Match`, and those of `.Files.Glob`.

mod pattern;

pub use pattern::Glob;

/// A pattern that cannot be read: Go's `ErrBadPattern`, `syntax error in pattern`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BadPattern;

impl std::fmt::Display for BadPattern {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("syntax error in pattern")
    }
}

/// Whether the whole `name` matches: `*` and `?` never match a slash, `[a-c]` and `[^a-c]` are
/// classes, a backslash takes the next byte as it is.
///
/// As in Go, a fault in the pattern is found only if the part before it was tried, but the rest of a
/// pattern that does not match is always checked.
///
/// Source: Go's `path.Match`.
pub fn path_match(pattern: &[u8], name: &[u8]) -> Result<bool, BadPattern> {
    let (mut pattern, mut name) = (pattern, name);
    while !pattern.is_empty() {
        let (star, chunk, rest) = next_chunk(pattern);
        if star && chunk.is_empty() {
            return Ok(!name.contains(&b'/'));
        }
        match find_chunk(star, chunk, name, rest.is_empty())? {
            Some(left) => (pattern, name) = (rest, left),
            None => return check(rest).map(|()| false),
        }
    }
    Ok(name.is_empty())
}

/// What is left of `name` after the chunk, at the start or, behind a star, further on in the same
/// path element; the last chunk must reach the end.
fn find_chunk<'n>(star: bool, chunk: &[u8], name: &'n [u8], last: bool) -> Result<Option<&'n [u8]>, BadPattern> {
    if let Some(left) = match_chunk(chunk, name)?
        && (left.is_empty() || !last)
    {
        return Ok(Some(left));
    }
    if !star {
        return Ok(None);
    }
    for skip in (0..name.len()).take_while(|i| name[*i] != b'/') {
        if let Some(left) = match_chunk(chunk, &name[skip + 1..])?
            && (left.is_empty() || !last)
        {
            return Ok(Some(left));
        }
    }
    Ok(None)
}

/// Finds faults in the part of a pattern that was not tried.
fn check(mut pattern: &[u8]) -> Result<(), BadPattern> {
    while !pattern.is_empty() {
        let (_, chunk, rest) = next_chunk(pattern);
        match_chunk(chunk, b"")?;
        pattern = rest;
    }
    Ok(())
}

/// Splits off leading stars and the chunk up to the next star outside of a class.
fn next_chunk(pattern: &[u8]) -> (bool, &[u8], &[u8]) {
    let stars = pattern.iter().take_while(|b| **b == b'*').count();
    let pattern = &pattern[stars..];
    let (mut in_class, mut i) = (false, 0);
    while i < pattern.len() {
        match pattern[i] {
            b'\\' => i += 1,
            b'[' => in_class = true,
            b']' => in_class = false,
            b'*' if !in_class => break,
            _ => {}
        }
        i += 1;
    }
    let (chunk, rest) = pattern.split_at(i.min(pattern.len()));
    (stars > 0, chunk, rest)
}

/// What is left of `name` behind a chunk without stars; goes on checking the chunk after a mismatch.
fn match_chunk<'n>(mut chunk: &[u8], mut name: &'n [u8]) -> Result<Option<&'n [u8]>, BadPattern> {
    let mut failed = false;
    while let Some(&first) = chunk.first() {
        failed = failed || name.is_empty();
        match first {
            b'[' => {
                let (r, size) = if failed { ('\0', 0) } else { first_rune(name) };
                name = &name[size..];
                let (matched, rest) = match_class(&chunk[1..], r)?;
                failed = failed || !matched;
                chunk = rest;
                continue;
            }
            b'?' => {
                if !failed {
                    failed = name[0] == b'/';
                    name = &name[first_rune(name).1..];
                }
            }
            _ => {
                if first == b'\\' {
                    chunk = &chunk[1..];
                }
                let literal = chunk.first().ok_or(BadPattern)?;
                if !failed {
                    failed = *literal != name[0];
                    name = &name[1..];
                }
            }
        }
        chunk = &chunk[1..];
    }
    Ok((!failed).then_some(name))
}

/// Whether `r` is in the class, and what follows its bracket.
fn match_class(class: &[u8], r: char) -> Result<(bool, &[u8]), BadPattern> {
    let negated = class.first() == Some(&b'^');
    let mut class = &class[usize::from(negated)..];
    let (mut matched, mut ranges) = (false, 0);
    while ranges == 0 || class.first() != Some(&b']') {
        let (low, rest) = class_rune(class)?;
        let (high, rest) = if rest.first() == Some(&b'-') { class_rune(&rest[1..])? } else { (low, rest) };
        matched = matched || (low..=high).contains(&r);
        class = rest;
        ranges += 1;
    }
    Ok((matched != negated, &class[1..]))
}

/// One possibly escaped character of a class; something must follow it.
fn class_rune(class: &[u8]) -> Result<(char, &[u8]), BadPattern> {
    let class = match class.first() {
        None | Some(b'-' | b']') => return Err(BadPattern),
        Some(b'\\') => &class[1..],
        Some(_) => class,
    };
    let (r, size) = first_rune(class);
    if size == 0 || (r == char::REPLACEMENT_CHARACTER && size == 1) || size == class.len() {
        return Err(BadPattern);
    }
    Ok((r, &class[size..]))
}

/// The first character and its length; a byte that is not UTF-8 counts as U+FFFD of length 1.
fn first_rune(text: &[u8]) -> (char, usize) {
    let head = &text[..text.len().min(4)];
    let chunk = head.utf8_chunks().next();
    match chunk.and_then(|c| c.valid().chars().next()) {
        Some(r) => (r, r.len_utf8()),
        None => (char::REPLACEMENT_CHARACTER, usize::from(!text.is_empty())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn matches_as_go_does() {
        let rows: &[(&str, &str, Result<bool, BadPattern>)] = &[
            ("abc", "abc", Ok(true)),
            ("*", "abc", Ok(true)),
            ("*c", "abc", Ok(true)),
            ("a*/b", "abc/b", Ok(true)),
            ("a*/b", "a/c/b", Ok(false)),
            ("a*b*c*d*e*/f", "axbxcxdxexxx/f", Ok(true)),
            ("a*b?c*x", "abxbbxdbxebxczzx", Ok(true)),
            ("ab[c]", "abc", Ok(true)),
            ("ab[^b-d]", "abe", Ok(true)),
            ("ab[^e-g]", "abe", Ok(false)),
            ("a\\*b", "a*b", Ok(true)),
            ("a?b", "a☺b", Ok(true)),
            ("a[^a]b", "a☺b", Ok(true)),
            ("[a-ζ]*", "α", Ok(true)),
            ("a?b", "a/b", Ok(false)),
            ("[\\]a]", "]", Ok(true)),
            ("[x\\-]", "-", Ok(true)),
            ("[]a]", "]", Err(BadPattern)),
            ("[-]", "-", Err(BadPattern)),
            ("[a-b-c]", "a", Err(BadPattern)),
            ("[", "a", Err(BadPattern)),
            ("[^bc", "a", Err(BadPattern)),
            ("a[", "ab", Err(BadPattern)),
            ("a/b[", "x", Err(BadPattern)),
            ("*x", "xxx", Ok(true)),
            ("", "", Ok(true)),
            ("\\", "a", Err(BadPattern)),
        ];
        for (pattern, name, want) in rows {
            assert_eq!(path_match(pattern.as_bytes(), name.as_bytes()), *want, "{pattern} on {name}");
        }
    }
}

//! Slash-separated paths, as Go's `path` has them.

/// The shortest equivalent path: no `.`, no `//`, no inner `..`; an empty path is `.`.
#[must_use]
pub fn clean(path: &[u8]) -> Vec<u8> {
    if is_clean(path) {
        return path.to_vec();
    }
    let rooted = path.first() == Some(&b'/');
    let mut kept: Vec<&[u8]> = Vec::new();
    for part in path.split(|b| *b == b'/') {
        match part {
            b"" | b"." => {}
            b".." if kept.last().is_some_and(|last| *last != b"..") => {
                kept.pop();
            }
            b".." if rooted => {}
            part => kept.push(part),
        }
    }
    let joined = kept.join(&b'/');
    match (rooted, joined.is_empty()) {
        (true, _) => [b"/", joined.as_slice()].concat(),
        (false, true) => b".".to_vec(),
        (false, false) => joined,
    }
}

/// Whether [`clean`] would leave a path below the current folder as it is.
fn is_clean(path: &[u8]) -> bool {
    path.split(|b| *b == b'/').all(|part| !matches!(part, b"" | b"." | b".."))
}

/// The last element without trailing slashes; `.` of an empty path, `/` of slashes only.
#[must_use]
pub fn base(path: &[u8]) -> &[u8] {
    if path.is_empty() {
        return b".";
    }
    let Some(end) = path.iter().rposition(|b| *b != b'/') else { return b"/" };
    let start = memchr::memrchr(b'/', &path[..end]).map_or(0, |i| i + 1);
    &path[start..=end]
}

/// All but the last element, cleaned.
#[must_use]
pub fn dir(path: &[u8]) -> Vec<u8> {
    clean(&path[..memchr::memrchr(b'/', path).map_or(0, |i| i + 1)])
}

/// The end of the last element from its last dot on, or nothing.
#[must_use]
pub fn ext(path: &[u8]) -> &[u8] {
    let name = &path[memchr::memrchr(b'/', path).map_or(0, |i| i + 1)..];
    memchr::memrchr(b'.', name).map_or(b"", |dot| &name[dot..])
}

/// Whether the path starts with a slash.
#[must_use]
pub fn is_abs(path: &[u8]) -> bool {
    path.first() == Some(&b'/')
}

/// Go's `filepath.Join`: the parts that are not empty with slashes between them, cleaned.
#[must_use]
pub fn join(parts: &[&str]) -> String {
    let mut joined = String::with_capacity(parts.iter().map(|part| part.len() + 1).sum());
    for part in parts.iter().filter(|part| !part.is_empty()) {
        if !joined.is_empty() {
            joined.push('/');
        }
        joined.push_str(part);
    }
    if joined.is_empty() || is_clean(joined.as_bytes()) {
        return joined;
    }
    String::from_utf8_lossy(&clean(joined.as_bytes())).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cleans_as_go_does() {
        for (path, want) in [
            ("", "."),
            ("/", "/"),
            ("a//b/./c/..", "a/b"),
            ("../..", "../.."),
            ("/../a", "/a"),
            ("a/../..", ".."),
            ("a/..", "."),
        ] {
            assert_eq!(clean(path.as_bytes()), want.as_bytes(), "{path}");
        }
    }

    #[test]
    fn splits_as_go_does() {
        assert_eq!(base(b"a/b//"), b"b");
        assert_eq!(base(b"//"), b"/");
        assert_eq!(dir(b"a/b//"), b"a/b");
        assert_eq!(dir(b"x"), b".");
        assert_eq!(ext(b"a.b/c"), b"");
        assert_eq!(ext(b"a/.x.tgz"), b".tgz");
    }
}

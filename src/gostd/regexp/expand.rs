//! Templates of replacements: `$1`, `${name}`, `$$`.

/// Appends `template` with the groups put in; groups that are not known or did not match are empty.
///
/// Source: Go's `Regexp.Expand`.
pub(super) fn expand<'a>(
    mut template: &[u8],
    names: &[String],
    group: impl Fn(usize) -> Option<&'a [u8]>,
    out: &mut Vec<u8>,
) {
    while let Some(dollar) = memchr::memchr(b'$', template) {
        out.extend_from_slice(&template[..dollar]);
        template = &template[dollar + 1..];
        if let [b'$', rest @ ..] = template {
            out.push(b'$');
            template = rest;
            continue;
        }
        let Some((name, rest)) = reference(template) else {
            out.push(b'$');
            continue;
        };
        template = rest;
        let index = number(name);
        let text = if let Some(index) = index {
            group(index)
        } else {
            let mut same = names.iter().enumerate().filter(|(_, n)| n.as_bytes() == name);
            same.find_map(|(index, _)| group(index))
        };
        out.extend_from_slice(text.unwrap_or_default());
    }
    out.extend_from_slice(template);
}

/// The name of a group at the start, with or without braces, and what follows.
fn reference(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let (braces, text) = match text {
        [b'{', rest @ ..] => (true, rest),
        _ => (false, text),
    };
    let word = |c: char| c == '_' || c.is_alphabetic() || c.is_numeric();
    let valid = text.utf8_chunks().next().map_or("", |chunk| chunk.valid());
    let length = valid.find(|c| !word(c)).unwrap_or(valid.len());
    if length == 0 {
        return None;
    }
    let (name, rest) = text.split_at(length);
    match rest {
        [b'}', rest @ ..] if braces => Some((name, rest)),
        _ if braces => None,
        _ => Some((name, rest)),
    }
}

/// The number of a group; a number with a zero in front is a name.
fn number(name: &[u8]) -> Option<usize> {
    let small = name.len() <= 9 && name.iter().all(u8::is_ascii_digit) && (name[0] != b'0' || name.len() == 1);
    std::str::from_utf8(name).ok().filter(|_| small)?.parse().ok()
}

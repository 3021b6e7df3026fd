//! Classes of characters.

use super::ErrorText;
use super::escape::escape;
use super::syntax::{Flags, Parsed, decode, error};
use regex_syntax::hir::{Class, ClassUnicode, ClassUnicodeRange, Hir, HirKind};

/// A set of characters; surrogates, which no text holds, are left out.
pub(super) type Set = ClassUnicode;

/// Adds a range of code points.
fn add(set: &mut Set, low: u32, high: u32) {
    let below = (low, high.min(0xd7ff));
    let above = (low.max(0xe000), high.min(0x10_ffff));
    for (low, high) in [below, above] {
        if let (Some(low), Some(high)) = (char::from_u32(low), char::from_u32(high))
            && low <= high
        {
            set.push(ClassUnicodeRange::new(low, high));
        }
    }
}

/// A range with all that differs from it only in case, if case does not matter.
pub(super) fn range(low: u32, high: u32, flags: Flags) -> Set {
    let mut set = Set::empty();
    add(&mut set, low, high);
    fold(set, flags)
}

fn fold(mut set: Set, flags: Flags) -> Set {
    if flags.fold {
        // It fails only without the Unicode tables, which are built in.
        let _ = set.try_case_fold_simple();
    }
    set
}

fn ascii(ranges: &[(u8, u8)], negated: bool, flags: Flags) -> Set {
    let mut set = Set::empty();
    for (low, high) in ranges {
        add(&mut set, (*low).into(), (*high).into());
    }
    negate(fold(set, flags), negated)
}

fn negate(mut set: Set, negated: bool) -> Set {
    if negated {
        set.negate();
    }
    set
}

/// The classes `\d`, `\s`, `\w` and their opposites, which are ASCII only.
pub(super) fn perl(text: &[u8], flags: Flags) -> Option<(Set, &[u8])> {
    let [b'\\', letter, rest @ ..] = text else { return None };
    let ranges: &[(u8, u8)] = match letter.to_ascii_lowercase() {
        b'd' => &[(b'0', b'9')],
        b's' => &[(9, 10), (12, 13), (b' ', b' ')],
        b'w' => &[(b'0', b'9'), (b'A', b'Z'), (b'_', b'_'), (b'a', b'z')],
        _ => return None,
    };
    Some((ascii(ranges, letter.is_ascii_uppercase(), flags), rest))
}

/// A class like `[:alpha:]` or `[:^alpha:]`.
fn posix(text: &[u8], flags: Flags) -> Result<Option<(Set, &[u8])>, ErrorText> {
    if !text.starts_with(b"[:") {
        return Ok(None);
    }
    let Some(end) = text[2..].windows(2).position(|w| w == b":]") else { return Ok(None) };
    let (name, rest) = text.split_at(end + 4);
    let inner = &name[2..name.len() - 2];
    let (negated, inner) = inner.strip_prefix(b"^").map_or((false, inner), |inner| (true, inner));
    let ranges: &[(u8, u8)] = match inner {
        b"alnum" => &[(b'0', b'9'), (b'A', b'Z'), (b'a', b'z')],
        b"alpha" => &[(b'A', b'Z'), (b'a', b'z')],
        b"ascii" => &[(0, 0x7f)],
        b"blank" => &[(9, 9), (b' ', b' ')],
        b"cntrl" => &[(0, 0x1f), (0x7f, 0x7f)],
        b"digit" => &[(b'0', b'9')],
        b"graph" => &[(b'!', b'~')],
        b"lower" => &[(b'a', b'z')],
        b"print" => &[(b' ', b'~')],
        b"punct" => &[(b'!', b'/'), (b':', b'@'), (b'[', b'`'), (b'{', b'~')],
        b"space" => &[(9, 13), (b' ', b' ')],
        b"upper" => &[(b'A', b'Z')],
        b"word" => &[(b'0', b'9'), (b'A', b'Z'), (b'_', b'_'), (b'a', b'z')],
        b"xdigit" => &[(b'0', b'9'), (b'A', b'F'), (b'a', b'f')],
        _ => return Err(error("invalid character class range", name)),
    };
    Ok(Some((ascii(ranges, negated, flags), rest)))
}

/// A class like `\pL`, `\P{Greek}` or `\p{^Lu}`.
pub(super) fn unicode(text: &[u8], flags: Flags) -> Result<Option<(Set, &[u8])>, ErrorText> {
    let [b'\\', letter @ (b'p' | b'P'), after @ ..] = text else { return Ok(None) };
    let invalid = |text| Err(error("invalid character class range", text));
    let (name, rest) = match after {
        [] => return invalid(text),
        [b'{', ..] => {
            let Some(end) = memchr::memchr(b'}', after) else {
                return std::str::from_utf8(text).map_or_else(|e| Err(utf8_error(text, e)), |_| invalid(text));
            };
            let name = &after[1..end];
            std::str::from_utf8(name).map_err(|e| utf8_error(name, e))?;
            (name, &after[end + 1..])
        }
        _ => {
            let (_, rest) = decode(after)?;
            (&after[..after.len() - rest.len()], rest)
        }
    };
    let (inverted, name) = name.strip_prefix(b"^").map_or((false, name), |name| (true, name));
    match table(name) {
        Some(set) => Ok(Some((negate(fold(set, flags), (*letter == b'P') != inverted), rest))),
        None => invalid(&text[..text.len() - rest.len()]),
    }
}

fn utf8_error(text: &[u8], cause: std::str::Utf8Error) -> ErrorText {
    error("invalid UTF-8", &text[cause.valid_up_to()..])
}

/// The general category or script of that name; case, spaces, hyphens and underscores do not count.
fn table(name: &[u8]) -> Option<Set> {
    /// Scripts whose name is as short as the codes of scripts, which Go does not know.
    const SHORT: [&str; 7] = ["ahom", "cham", "kawi", "lisu", "modi", "thai", "toto"];
    let plain: String =
        name.iter().filter(|c| !b"_- ".contains(c)).map(|c| char::from(c.to_ascii_lowercase())).collect();
    if plain.is_empty() || !plain.bytes().all(|c| c.is_ascii_lowercase()) || plain.starts_with("is") {
        return None;
    }
    match &*plain {
        "any" => return Some(negate(Set::empty(), true)),
        "ascii" => return Some(ascii(&[(0, 0x7f)], false, Flags::default())),
        "assigned" => return Some(negate(property("gc", "cn")?, true)),
        _ => {}
    }
    let script = || property("sc", &plain).filter(|_| plain.len() != 4 || SHORT.contains(&&*plain));
    property("gc", &plain).or_else(script)
}

fn property(kind: &str, name: &str) -> Option<Set> {
    let hir = regex_syntax::parse(&format!("\\p{{{kind}={name}}}")).ok()?;
    match hir.into_kind() {
        HirKind::Class(Class::Unicode(set)) => Some(set),
        _ => None,
    }
}

/// Reads a class in brackets, from its `[` on.
pub(super) fn bracketed(text: &[u8], flags: Flags) -> Parsed<'_, Hir> {
    let (negated, mut rest) = match text {
        [_, b'^', rest @ ..] => (true, rest),
        _ => (false, &text[1..]),
    };
    let mut set = Set::empty();
    let mut first = true;
    while first || rest.first() != Some(&b']') {
        first = false;
        let named = match posix(rest, flags)? {
            None => unicode(rest, flags)?.or_else(|| perl(rest, flags)),
            found => found,
        };
        if let Some((part, after)) = named {
            set.union(&part);
            rest = after;
            continue;
        }
        let start = rest;
        let (low, after) = member(rest, text)?;
        rest = after;
        let mut high = low;
        if let [b'-', after @ ..] = rest
            && after.first().is_some_and(|c| *c != b']')
        {
            (high, rest) = member(after, text)?;
            if high < low {
                return Err(error("invalid character class range", &start[..start.len() - rest.len()]));
            }
        }
        set.union(&range(low, high, flags));
    }
    Ok((Hir::class(Class::Unicode(negate(set, negated))), &rest[1..]))
}

/// One character of a class.
fn member<'a>(text: &'a [u8], class: &[u8]) -> Parsed<'a, u32> {
    match text.first() {
        None => Err(error("missing closing ]", class)),
        Some(b'\\') => escape(text),
        Some(_) => decode(text),
    }
}

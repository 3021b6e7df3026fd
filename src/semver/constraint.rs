//! Ranges of versions: `>=1.2 <2 || ^3`.

use super::{Parts, Version, compare_prereleases};
use crate::compat::Compat;
use crate::gostd::strconv;

/// How many bytes a range may have in 3.5.
const LONGEST: usize = 512;

/// How many alternatives a range may have in 3.5.
const MOST_GROUPS: usize = 32;

/// A range: alternatives, each of them comparisons that must all hold.
#[derive(Clone, Debug)]
pub struct Constraints {
    alternatives: Vec<Vec<Constraint>>,
    compat: Compat,
}

/// What a comparison asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operator {
    Equal,
    NotEqual,
    Greater,
    Less,
    GreaterEqual,
    LessEqual,
    Tilde,
    Caret,
}

use Operator::{Caret, Equal, Greater, GreaterEqual, Less, LessEqual, NotEqual, Tilde};

/// Of two with the same beginning the longer one comes first.
const OPERATORS: [(&str, Operator); 12] = [
    ("!=", NotEqual),
    (">=", GreaterEqual),
    ("=>", GreaterEqual),
    ("<=", LessEqual),
    ("=<", LessEqual),
    ("~>", Tilde),
    ("=", Equal),
    (">", Greater),
    ("<", Less),
    ("~", Tilde),
    ("^", Caret),
    ("", Equal),
];

/// One comparison.
#[derive(Clone, Debug)]
struct Constraint {
    operator: Operator,
    version: Version,
    /// Whether a number is missing or a wildcard: which it is says which numbers count.
    dirty: bool,
    minor_dirty: bool,
    patch_dirty: bool,
}

impl Constraints {
    /// Reads a range.
    ///
    /// Errors: `constraint string is too long (max 512 bytes)`, `too many constraint groups (max 32)`, `improper constraint: "x"`, `constraint parser error`.
    ///
    /// Source: `semver.NewConstraint`.
    pub fn parse(text: &[u8], compat: Compat) -> Result<Constraints, Vec<u8>> {
        if compat.semver_3_5() && text.len() > LONGEST {
            return Err(format!("constraint string is too long (max {LONGEST} bytes)").into());
        }
        let text = rewrite_hyphens(text);
        if compat.semver_3_5() && memchr::memmem::find_iter(&text, "||").count() >= MOST_GROUPS {
            return Err(format!("too many constraint groups (max {MOST_GROUPS})").into());
        }
        let mut alternatives = Vec::new();
        let mut rest = Some(&text[..]);
        while let Some(group) = rest {
            let end = memchr::memmem::find(group, b"||");
            rest = end.map(|end| &group[end + 2..]);
            alternatives.push(read_group(&group[..end.unwrap_or(group.len())], compat)?);
        }
        Ok(Constraints { alternatives, compat })
    }

    /// Whether a version lies in the range. A prerelease does only if the range names one.
    #[must_use]
    pub fn check(&self, version: &Version) -> bool {
        let per_group = self.compat.semver_3_5();
        self.alternatives.iter().any(|group| {
            let in_group = group.iter().any(|c| !c.version.pre.is_empty());
            group.iter().all(|c| {
                let admitted = if per_group { in_group } else { c.admits_prereleases() };
                (version.pre.is_empty() || admitted) && c.check(version)
            })
        })
    }
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 12)
}

fn spaces(text: &[u8]) -> usize {
    text.iter().take_while(|c| is_space(**c)).count()
}

/// A version with wildcards at the start. The bar belongs to its digits, as the library has it.
fn wild_version(text: &[u8]) -> Option<Parts<'_>> {
    let bare = text.strip_prefix(b"v").unwrap_or(text);
    Parts::read(bare, |c| c.is_ascii_digit() || b"|xX*".contains(&c))
}

/// Reads comparisons with spaces or commas between them.
fn read_group(group: &[u8], compat: Compat) -> Result<Vec<Constraint>, Vec<u8>> {
    let improper = || {
        let mut message = b"improper constraint: ".to_vec();
        if compat.semver_3_5() {
            strconv::quote(group, &mut message);
        } else {
            message.extend_from_slice(group);
        }
        message
    };
    let mut written = Vec::new();
    let mut rest = &group[spaces(group)..];
    loop {
        let (operator, parts) = read_one(rest).ok_or_else(improper)?;
        rest = parts.rest;
        written.push((operator, parts));
        let blank = spaces(rest);
        let after = &rest[blank..];
        rest = match after {
            [] => break,
            [b',', after @ ..] => &after[spaces(after)..],
            _ if blank > 0 => after,
            _ => return Err(improper()),
        };
    }
    written.into_iter().map(|(operator, parts)| Constraint::new(operator, &parts, compat)).collect()
}

fn read_one(text: &[u8]) -> Option<(Operator, Parts<'_>)> {
    let (sign, operator) = OPERATORS.iter().find(|(sign, _)| text.starts_with(sign.as_bytes()))?;
    let rest = &text[sign.len()..];
    Some((*operator, wild_version(&rest[spaces(rest)..])?))
}

/// Writes each `A - B` as `>= A, <= B `.
fn rewrite_hyphens(text: &[u8]) -> Vec<u8> {
    let mut out = text.to_vec();
    let mut start = 0;
    while start < text.len() {
        let Some((low, high, end)) = hyphen_range(&text[start..]) else {
            start += 1;
            continue;
        };
        let found = &text[start..start + end];
        let range = [b">= ", low, b", <= ", high, b" "].concat();
        // The library replaces the first text like it, which may be another one.
        if let Some(place) = memchr::memmem::find(&out, found) {
            out.splice(place..place + found.len(), range);
        }
        start += end;
    }
    out
}

/// `A - B` at the start, with the blanks around it: both versions and the length.
fn hyphen_range(text: &[u8]) -> Option<(&[u8], &[u8], usize)> {
    let low = &text[spaces(text)..];
    let hyphen = wild_version(low)?.rest;
    let low = &low[..low.len() - hyphen.len()];
    let after = hyphen[spaces(hyphen)..].strip_prefix(b"-").filter(|_| spaces(hyphen) > 0)?;
    let high = &after[spaces(after)..];
    let rest = wild_version(high).filter(|_| spaces(after) > 0)?.rest;
    let high = &high[..high.len() - rest.len()];
    Some((low, high, text.len() - rest.len() + spaces(rest)))
}

fn is_wild(number: &[u8]) -> bool {
    matches!(number, b"" | b"x" | b"X" | b"*")
}

impl Constraint {
    fn new(operator: Operator, parts: &Parts<'_>, compat: Compat) -> Result<Constraint, Vec<u8>> {
        let [major, minor, patch] = parts.numbers;
        let wild = parts.numbers.iter().position(|number| is_wild(number));
        let numbers: [&[u8]; 3] = match wild {
            Some(0) => [b"0", b"0", b"0"],
            Some(1) => [major, b"0", b"0"],
            Some(_) => [major, minor, b"0"],
            None => [major, minor, patch],
        };
        let mut text = numbers.join(&b'.');
        if !parts.pre.is_empty() {
            text.push(b'-');
            text.extend_from_slice(parts.pre);
        }
        let error = || if compat.semver_3_5() { "constraint parser error" } else { "constraint Parser Error" };
        let version = Version::parse(&text, compat).map_err(|_| error())?;
        let (dirty, minor_dirty, patch_dirty) = (wild.is_some(), wild == Some(1), wild == Some(2));
        Ok(Constraint { operator, version, dirty, minor_dirty, patch_dirty })
    }

    /// Whether 3.3 compares prereleases with this at all.
    fn admits_prereleases(&self) -> bool {
        !self.version.pre.is_empty() || self.operator == NotEqual && !self.dirty
    }

    fn check(&self, v: &Version) -> bool {
        let own = &self.version;
        let order = v.compare(own);
        let (major, minor) = (v.major.cmp(&own.major), v.minor.cmp(&own.minor));
        match self.operator {
            Equal if !self.dirty => order.is_eq(),
            Equal | Tilde => order.is_ge() && self.within_tilde(v),
            NotEqual => self.differs(v),
            Greater if self.dirty && major.is_ne() => major.is_gt(),
            Greater if self.minor_dirty => false,
            Greater if self.patch_dirty => minor.is_gt(),
            Greater => order.is_gt(),
            GreaterEqual => order.is_ge(),
            Less => order.is_lt(),
            LessEqual if !self.dirty => order.is_le(),
            LessEqual => !(major.is_gt() || major.is_eq() && minor.is_gt() && !self.minor_dirty),
            Caret => order.is_ge() && self.within_caret(v),
        }
    }

    fn within_tilde(&self, v: &Version) -> bool {
        let own = &self.version;
        let zero = (own.major, own.minor, own.patch) == (0, 0, 0) && !self.minor_dirty && !self.patch_dirty;
        zero || v.major == own.major && (v.minor == own.minor || self.minor_dirty)
    }

    fn within_caret(&self, v: &Version) -> bool {
        let own = &self.version;
        if own.major > 0 || self.minor_dirty {
            return v.major == own.major;
        }
        if v.major > 0 {
            return false;
        }
        if own.minor > 0 || self.patch_dirty {
            return v.minor == own.minor;
        }
        v.minor == 0 && v.patch == own.patch
    }

    fn differs(&self, v: &Version) -> bool {
        let own = &self.version;
        if self.dirty {
            if v.major != own.major || v.minor != own.minor && !self.minor_dirty {
                return true;
            }
            if self.minor_dirty {
                return false;
            }
            if self.patch_dirty {
                return compare_prereleases(&v.pre, &own.pre).is_ne();
            }
            if v.patch != own.patch {
                return true;
            }
        }
        v.compare(own).is_ne()
    }
}

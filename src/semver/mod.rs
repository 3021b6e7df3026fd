//! Semantic versions and ranges of them, as `Masterminds/semver` reads and compares them: 3.5 for
//! Helm 4, 3.3 for Helm 3.

mod constraint;
mod object;

pub use constraint::Constraints;
pub use object::VersionValue;

use crate::compat::Compat;
use std::cmp::Ordering;
use std::fmt;

/// How many bytes a version may have in 3.5.
const LONGEST_VERSION: usize = 256;

/// A version. It prints in full, without a `v`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Version {
    /// The first number.
    pub major: u64,
    /// The second number.
    pub minor: u64,
    /// The third number.
    pub patch: u64,
    /// What follows the hyphen; empty for a release.
    pub pre: String,
    /// What follows the plus sign.
    pub metadata: String,
    /// The text the version was read from.
    pub original: String,
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.major, self.minor, self.patch)?;
        if !self.pre.is_empty() {
            write!(f, "-{}", self.pre)?;
        }
        if !self.metadata.is_empty() {
            write!(f, "+{}", self.metadata)?;
        }
        Ok(())
    }
}

impl Version {
    /// Reads one to three numbers, perhaps with a `v` in front and with prerelease and metadata behind.
    ///
    /// Errors: `version string is too long (max 256 bytes)`, `invalid semantic version`, `version segment starts with 0`,
    /// `error parsing version segment: strconv.ParseUint: parsing "9…": value out of range`.
    ///
    /// Source: `semver.NewVersion`.
    pub fn parse(text: &[u8], compat: Compat) -> Result<Version, String> {
        check_length(text, compat)?;
        let bare = text.strip_prefix(b"v").unwrap_or(text);
        let parts = Parts::read(bare, |c| c.is_ascii_digit()).filter(|parts| parts.rest.is_empty());
        let parts = parts.ok_or_else(|| invalid(compat))?;
        let [major, minor, patch] = parts.numbers;
        let number = |digits| number(digits, compat);
        let (major, minor, patch) = (number(major)?, number(minor)?, number(patch)?);
        check_prerelease(parts.pre, compat)?;
        Ok(Version {
            major,
            minor,
            patch,
            pre: text_of(parts.pre),
            metadata: text_of(parts.metadata),
            original: text_of(text),
        })
    }

    /// Reads a version with exactly three numbers, without `v` and without zeros in front.
    ///
    /// Errors: `version string empty`, `invalid characters in version`, and those of [`Version::parse`].
    ///
    /// Source: `semver.StrictNewVersion`.
    pub fn parse_strict(text: &[u8], compat: Compat) -> Result<Version, String> {
        check_length(text, compat)?;
        if text.is_empty() {
            return Err(worded(compat, "version string empty"));
        }
        let parts: Vec<&[u8]> = text.splitn(3, |c| *c == b'.').collect();
        let [major, minor, rest] = parts[..] else { return Err(invalid(compat)) };
        let (rest, metadata) = cut(rest, b'+');
        check_metadata(metadata, compat)?;
        let (patch, pre) = cut(rest, b'-');
        if let Some(pre) = pre {
            check_prerelease_text(pre, compat)?;
        }
        for part in [major, minor, patch] {
            if !part.iter().all(u8::is_ascii_digit) {
                return Err(worded(compat, "invalid characters in version"));
            }
            if part.len() > 1 && part[0] == b'0' {
                return Err(worded(compat, "version segment starts with 0"));
            }
        }
        Ok(Version {
            major: plain_number(major)?,
            minor: plain_number(minor)?,
            patch: plain_number(patch)?,
            pre: text_of(pre.unwrap_or_default()),
            metadata: text_of(metadata.unwrap_or_default()),
            original: text_of(text),
        })
    }

    /// The order of versions; metadata does not count.
    #[must_use]
    pub fn compare(&self, other: &Version) -> Ordering {
        let numbers = |v: &Version| (v.major, v.minor, v.patch);
        numbers(self).cmp(&numbers(other)).then_with(|| compare_prereleases(&self.pre, &other.pre))
    }

    /// The next major version.
    pub fn next_major(&self, compat: Compat) -> Result<Version, String> {
        let major = next(self.major, "major", compat)?;
        Ok(self.with(|v| (v.major, v.minor, v.patch) = (major, 0, 0)).released())
    }

    /// The next minor version.
    pub fn next_minor(&self, compat: Compat) -> Result<Version, String> {
        let minor = next(self.minor, "minor", compat)?;
        Ok(self.with(|v| (v.minor, v.patch) = (minor, 0)).released())
    }

    /// The next patch version: of a prerelease the release itself.
    pub fn next_patch(&self, compat: Compat) -> Result<Version, String> {
        let patch = if self.pre.is_empty() { next(self.patch, "patch", compat)? } else { self.patch };
        Ok(self.with(|v| v.patch = patch).released())
    }

    /// The same version with another prerelease part.
    pub fn with_prerelease(&self, pre: &[u8], compat: Compat) -> Result<Version, String> {
        if !pre.is_empty() {
            check_prerelease_text(pre, compat)?;
        }
        Ok(self.with(|v| v.pre = text_of(pre)))
    }

    /// The same version with other metadata.
    pub fn with_metadata(&self, metadata: &[u8], compat: Compat) -> Result<Version, String> {
        check_metadata(Some(metadata).filter(|m| !m.is_empty()), compat)?;
        Ok(self.with(|v| v.metadata = text_of(metadata)))
    }

    fn released(self) -> Version {
        self.with(|v| {
            v.pre.clear();
            v.metadata.clear();
        })
    }

    /// A changed copy, whose original keeps the `v`.
    fn with(&self, change: impl FnOnce(&mut Version)) -> Version {
        let mut version = self.clone();
        change(&mut version);
        let prefix = if self.original.starts_with('v') { "v" } else { "" };
        version.original = format!("{prefix}{version}");
        version
    }
}

/// The next number; 3.3 goes on with 0 after the last one.
fn next(number: u64, part: &str, compat: Compat) -> Result<u64, String> {
    let last = compat.semver_3_5() && number == u64::MAX;
    if last { Err(format!("{part} version increment would overflow uint64")) } else { Ok(number.wrapping_add(1)) }
}

/// The parts of a version as they are written.
struct Parts<'a> {
    /// Missing ones are empty.
    numbers: [&'a [u8]; 3],
    pre: &'a [u8],
    metadata: &'a [u8],
    rest: &'a [u8],
}

impl Parts<'_> {
    /// Reads the longest version at the start, whose numbers are made of `digit`s.
    fn read(text: &[u8], digit: impl Fn(u8) -> bool) -> Option<Parts<'_>> {
        let take = |text: &[u8]| text.iter().take_while(|c| digit(**c)).count();
        let length = take(text);
        if length == 0 {
            return None;
        }
        let (first, mut rest) = text.split_at(length);
        let mut numbers = [first, &[], &[]];
        for number in &mut numbers[1..] {
            let Some(after) = rest.strip_prefix(b".") else { break };
            let length = take(after);
            if length == 0 {
                break;
            }
            (*number, rest) = after.split_at(length);
        }
        let (pre, rest) = identifiers(rest, b'-');
        let (metadata, rest) = identifiers(rest, b'+');
        Some(Parts { numbers, pre, metadata, rest })
    }
}

/// Dotted identifiers behind `sign`, and the rest; none are empty.
fn identifiers(text: &[u8], sign: u8) -> (&[u8], &[u8]) {
    let Some(body) = text.strip_prefix(&[sign]) else { return (&[], text) };
    let word = |text: &[u8]| text.iter().take_while(|c| is_identifier(**c)).count();
    let mut length = word(body);
    if length == 0 {
        return (&[], text);
    }
    while body.get(length) == Some(&b'.') {
        let more = word(&body[length + 1..]);
        if more == 0 {
            break;
        }
        length += 1 + more;
    }
    body.split_at(length)
}

fn is_identifier(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'-'
}

fn cut(text: &[u8], at: u8) -> (&[u8], Option<&[u8]>) {
    match memchr::memchr(at, text) {
        Some(place) => (&text[..place], Some(&text[place + 1..])),
        None => (text, None),
    }
}

fn text_of(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn number(digits: &[u8], compat: Compat) -> Result<u64, String> {
    if digits.is_empty() {
        return Ok(0);
    }
    plain_number(digits).map_err(|error| worded(compat, &format!("error parsing version segment: {error}")))
}

/// Source: Go's `strconv.ParseUint`.
fn plain_number(digits: &[u8]) -> Result<u64, String> {
    let text = text_of(digits);
    let problem = if text.is_empty() { "invalid syntax" } else { "value out of range" };
    text.parse().map_err(|_| format!("strconv.ParseUint: parsing \"{text}\": {problem}"))
}

/// Refuses what 3.5 finds too long.
fn check_length(version: &[u8], compat: Compat) -> Result<(), String> {
    if compat.semver_3_5() && version.len() > LONGEST_VERSION {
        return Err(format!("version string is too long (max {LONGEST_VERSION} bytes)"));
    }
    Ok(())
}

fn invalid(compat: Compat) -> String {
    if compat.semver_3_5() { "invalid semantic version" } else { "Invalid Semantic Version" }.into()
}

/// An error of 3.5, which starts with a capital in 3.3.
fn worded(compat: Compat, text: &str) -> String {
    let mut text = text.to_owned();
    if !compat.semver_3_5() {
        text[..1].make_ascii_uppercase();
    }
    text
}

fn check_prerelease(pre: &[u8], compat: Compat) -> Result<(), String> {
    if pre.is_empty() { Ok(()) } else { check_prerelease_text(pre, compat) }
}

fn check_prerelease_text(pre: &[u8], compat: Compat) -> Result<(), String> {
    let bad = || if compat.semver_3_5() { "invalid prerelease string" } else { "Invalid Prerelease string" };
    for part in pre.split(|c| *c == b'.') {
        if part.is_empty() && compat.semver_3_5() {
            return Err(bad().into());
        }
        if part.iter().all(u8::is_ascii_digit) {
            if part.len() > 1 && part[0] == b'0' {
                return Err(worded(compat, "version segment starts with 0"));
            }
        } else if !part.iter().all(|c| is_identifier(*c)) {
            return Err(bad().into());
        }
    }
    Ok(())
}

fn check_metadata(metadata: Option<&[u8]>, compat: Compat) -> Result<(), String> {
    let Some(metadata) = metadata else { return Ok(()) };
    let empty = compat.semver_3_5() && metadata.split(|c| *c == b'.').any(<[u8]>::is_empty);
    if empty || !metadata.iter().all(|c| is_identifier(*c) || *c == b'.') {
        return Err(if compat.semver_3_5() { "invalid metadata string" } else { "Invalid Metadata string" }.into());
    }
    Ok(())
}

/// A release is above its prereleases; these are compared part by part.
fn compare_prereleases(a: &str, b: &str) -> Ordering {
    match (a.is_empty(), b.is_empty()) {
        (true, true) => return Ordering::Equal,
        (true, false) => return Ordering::Greater,
        (false, true) => return Ordering::Less,
        (false, false) => {}
    }
    let (mut a, mut b) = (a.split('.'), b.split('.'));
    loop {
        let order = match (a.next(), b.next()) {
            (None, None) => return Ordering::Equal,
            (None, Some(_)) => Ordering::Less,
            (Some(_), None) => Ordering::Greater,
            (Some(a), Some(b)) => compare_parts(a, b),
        };
        if order.is_ne() {
            return order;
        }
    }
}

/// Numbers are below words.
fn compare_parts(a: &str, b: &str) -> Ordering {
    if a == b {
        return Ordering::Equal;
    }
    match (a.parse::<u64>(), b.parse::<u64>()) {
        (Ok(a), Ok(b)) if a > b => Ordering::Greater,
        (Ok(_), _) => Ordering::Less,
        (Err(_), Ok(_)) => Ordering::Greater,
        (Err(_), Err(_)) => a.cmp(b),
    }
}

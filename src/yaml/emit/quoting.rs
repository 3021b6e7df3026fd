//! Which texts would be read back as something else.

use super::profile::Profile;
use super::scalar::{Style, Traits};
use crate::yaml::node::Scalar;
use crate::yaml::resolve::{is_signed_octal, is_timestamp, resolve};

/// The style in which go-yaml wants to write a text.
///
/// Source: `encoder.stringv` of go-yaml v2 and v3.
pub(super) fn wanted(text: &[u8], traits: &Traits, profile: Profile) -> Style {
    if traits.line_feed {
        Style::Literal
    } else if reads_as_other(text, profile) {
        Style::Double
    } else {
        Style::Plain
    }
}

fn reads_as_other(text: &[u8], profile: Profile) -> bool {
    let Some(first) = text.first() else { return true };
    match first {
        b'y' | b'Y' | b'n' | b'N' | b't' | b'T' | b'f' | b'F' | b'o' | b'O' | b'~' if text.len() <= 5 => {
            typed(text, profile)
        }
        b'.' => typed(text, profile),
        b'0'..=b'9' | b'+' | b'-' => typed(text, profile) || is_base60(text),
        _ => false,
    }
}

fn typed(text: &[u8], profile: Profile) -> bool {
    let Ok(text) = std::str::from_utf8(text) else { return false };
    is_timestamp(text) || !matches!(resolve(text), Scalar::Str(_)) || profile.signed_octals() && is_signed_octal(text)
}

/// `^[-+]?[0-9][0-9_]*(:[0-5]?[0-9])+(\.[0-9_]*)?$`: numbers to the base of 60, for other readers' sake.
fn is_base60(text: &[u8]) -> bool {
    let unsigned = text.strip_prefix(b"+").or_else(|| text.strip_prefix(b"-")).unwrap_or(text);
    let (whole, fraction) = match unsigned.iter().position(|b| *b == b'.') {
        Some(at) => (&unsigned[..at], &unsigned[at + 1..]),
        None => (unsigned, &[][..]),
    };
    let loose = |digits: &[u8]| digits.iter().all(|b| b.is_ascii_digit() || *b == b'_');
    let mut parts = whole.split(|b| *b == b':');
    let first = parts.next().unwrap_or_default();
    if !first.first().is_some_and(u8::is_ascii_digit) || !loose(first) || !loose(fraction) {
        return false;
    }
    let mut any = false;
    let all = parts.all(|part| {
        any = true;
        matches!(part, [b'0'..=b'9'] | [b'0'..=b'5', b'0'..=b'9'])
    });
    all && any
}

//! Formats of strings, and what is said of a text that does not have one.

mod network;
mod time;

use crate::compat::Compat;
use crate::schema::pattern::Pattern;
use crate::schema::uri::{self, Uri};
use network::{hostname, ipv4, ipv6};
use time::{date, date_time, duration, period, time};

/// A format that is checked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Format {
    pub(super) name: &'static str,
    /// Says what is wrong with a text.
    pub(super) check: fn(&str) -> Result<(), String>,
}

const FORMATS: &[Format] = &[
    Format { name: "json-pointer", check: json_pointer },
    Format { name: "relative-json-pointer", check: relative_json_pointer },
    Format { name: "uuid", check: uuid },
    Format { name: "duration", check: duration },
    Format { name: "period", check: period },
    Format { name: "ipv4", check: ipv4 },
    Format { name: "ipv6", check: ipv6 },
    Format { name: "hostname", check: hostname },
    Format { name: "email", check: network::email },
    Format { name: "date", check: date },
    Format { name: "time", check: time },
    Format { name: "date-time", check: date_time },
    Format { name: "uri", check: uri },
    Format { name: "iri", check: uri },
    Format { name: "uri-reference", check: uri_reference },
    Format { name: "iri-reference", check: uri_reference },
    Format { name: "uri-template", check: uri_template },
    Format { name: "semver", check: semver },
    Format { name: "regex", check: regex },
];

/// The format of a name; formats that nobody checks are none.
pub(super) fn by_name(name: &str) -> Option<Format> {
    FORMATS.iter().find(|format| format.name == name).copied()
}

type Checked = Result<(), String>;

fn fail(why: &str) -> Checked {
    Err(why.to_owned())
}

/// A character in single quotes, as Go's `%q` shows it.
fn quote_char(c: char) -> String {
    match c {
        '\'' => "'\\''".into(),
        '"' => "'\"'".into(),
        _ => {
            let quoted = crate::schema::text::go_quote(c.encode_utf8(&mut [0; 4]));
            format!("'{}'", &quoted[1..quoted.len() - 1])
        }
    }
}

fn regex(text: &str) -> Checked {
    Pattern::compile(text).map(|_| ())
}

fn json_pointer(text: &str) -> Checked {
    if text.is_empty() {
        return Ok(());
    }
    let Some(tokens) = text.strip_prefix('/') else { return fail("not starting with /") };
    let mut escaped = false;
    for c in tokens.chars() {
        if escaped && c != '0' && c != '1' {
            return fail("~ must be followed by 0 or 1");
        }
        escaped = c == '~';
    }
    if escaped { fail("~ must be followed by 0 or 1") } else { Ok(()) }
}

fn relative_json_pointer(text: &str) -> Checked {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    if digits == 0 {
        return fail("must start with non-negative integer");
    }
    if digits > 1 && text.starts_with('0') {
        return fail("starts with zero");
    }
    let rest = &text[digits..];
    if rest == "#" { Ok(()) } else { json_pointer(rest) }
}

fn uuid(text: &str) -> Checked {
    let lengths = [8, 4, 4, 4, 12];
    let groups: Vec<&str> = text.split('-').collect();
    if groups.len() != lengths.len() {
        return fail("must have 5 elements");
    }
    for (i, (group, length)) in groups.iter().zip(lengths).enumerate() {
        if group.len() != length {
            return Err(format!("element {} must be {length} characters long", i + 1));
        }
        if let Some(c) = group.chars().find(|c| !c.is_ascii_hexdigit()) {
            return Err(format!("non-hex character {}", quote_char(c)));
        }
    }
    Ok(())
}

fn parse_url(text: &str) -> Result<Uri, String> {
    let url = Uri::parse(text, Compat::Helm4)?;
    let host = url.hostname();
    if host.contains(':') {
        if !url.host().contains('[') || !url.host().contains(']') {
            return Err("ipv6 address not enclosed in brackets".into());
        }
        ipv6(&host).map_err(|e| format!("invalid ipv6 address: {e}"))?;
    }
    Ok(url)
}

fn uri(text: &str) -> Checked {
    if parse_url(text)?.is_absolute() { Ok(()) } else { fail("relative url") }
}

fn uri_reference(text: &str) -> Checked {
    if is_plain_fragment(text) {
        return Ok(());
    }
    if text.contains('\\') {
        return fail("contains \\");
    }
    parse_url(text).map(|_| ())
}

/// Whether a reference is a fragment without anything to decode, as nearly all in schemas are; it has no fault then.
fn is_plain_fragment(text: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/$-_.".contains(&byte);
    text.strip_prefix('#').is_some_and(|fragment| fragment.bytes().all(is_plain))
}

fn uri_template(text: &str) -> Checked {
    let url = parse_url(text)?;
    for token in url.raw_path().split('/') {
        let token = uri::path_unescape(token).map_err(|e| format!("percent decode failed: {e}"))?;
        let mut open = false;
        for c in token.chars().filter(|c| matches!(c, '{' | '}')) {
            if (c == '{') == open {
                return fail("nested curly braces");
            }
            open = !open;
        }
        if open {
            return fail("no matching closing brace");
        }
    }
    Ok(())
}

fn semver(text: &str) -> Checked {
    let identifier = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let (mut version, build) = text.split_once('+').map_or((text, None), |(v, b)| (v, Some(b)));
    if build == Some("") {
        return fail("build is empty");
    }
    for id in build.into_iter().flat_map(|b| b.split('.')) {
        if id.is_empty() {
            return fail("build identifier is empty");
        }
        if let Some(c) = id.chars().find(|c| !identifier(*c)) {
            return Err(format!("invalid character {} in build identifier", quote_char(c)));
        }
    }
    if let Some((core, pre)) = version.split_once('-') {
        version = core;
        for id in pre.split('.') {
            if id.is_empty() {
                return fail("pre-release identifier is empty");
            }
            if let Some(c) = id.chars().find(|c| !identifier(*c)) {
                return Err(format!("invalid character {} in pre-release identifier", quote_char(c)));
            }
            if id.len() > 1 && id.starts_with('0') && id.bytes().all(|b| b.is_ascii_digit()) {
                return fail("pre-release numeric identifier starts with zero");
            }
        }
    }
    let numbers: Vec<&str> = version.split('.').collect();
    if numbers.len() != 3 {
        return fail("versionCore must have 3 numbers separated by dot");
    }
    for (name, number) in ["major", "minor", "patch"].iter().zip(numbers) {
        if number.is_empty() {
            return Err(format!("{name} is empty"));
        }
        if number.len() > 1 && number.starts_with('0') {
            return Err(format!("{name} starts with zero"));
        }
        if !number.bytes().all(|b| b.is_ascii_digit()) {
            return Err(format!("{name} contains non-digit"));
        }
    }
    Ok(())
}

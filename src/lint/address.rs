//! Addresses in `Chart.yaml`.
//!
//! The expressions are those of `asaskevich/govalidator`, which Helm checks with.

use crate::compat::Compat;
use crate::gostd::regexp::Regex;
use crate::gostd::url;
use crate::value::Str;

const LETTER: &str = r"[a-zA-Z\x{00A0}-\x{D7FF}\x{F900}-\x{FDCF}\x{FDF0}-\x{FFEF}]";
const LETTER_OR_DIGIT: &str = r"[a-zA-Z\d\x{00A0}-\x{D7FF}\x{F900}-\x{FDCF}\x{FDF0}-\x{FFEF}]";
const ATOM: &str = r"[a-zA-Z\d!#$%&'*+\-/=?^_`{|}~\x{00A0}-\x{D7FF}\x{F900}-\x{FDCF}\x{FDF0}-\x{FFEF}]";
const QUOTED: &str =
    r"[\x01-\x08\x0b\x0c\x0e-\x1f\x7f\x21\x23-\x5b\x5d-\x7e\x{00A0}-\x{D7FF}\x{F900}-\x{FDCF}\x{FDF0}-\x{FFEF}]";
const FOLD: &str = r"(([ \t]*(\r\n))?[ \t]+)?";

fn matches(pattern: &str, text: &str) -> bool {
    Regex::cached(&Str::from(pattern)).is_ok_and(|regex| regex.is_match(text.as_bytes()))
}

/// Whether this is a mail address.
pub(super) fn is_email(text: &str) -> bool {
    // What is quoted has one character, no more; it may have been meant otherwise.
    let local = format!(r#"({ATOM}+(\.{ATOM}+)*|"{FOLD}({QUOTED}|\([\x01-\x09\x0b\x0c\x0d-\x7f]){FOLD}")"#);
    let label = format!(r"({LETTER_OR_DIGIT}|{LETTER_OR_DIGIT}({LETTER_OR_DIGIT}|[-._~])*{LETTER_OR_DIGIT})");
    let last = format!(r"({LETTER}|{LETTER}({LETTER_OR_DIGIT}|[-_~])*{LETTER})");
    matches(&format!(r"^{local}@({label}\.)+{last}\.?$"), text)
}

const URL_IP_V6: &str = concat!(
    r"(([0-9a-fA-F]{1,4}:){7,7}[0-9a-fA-F]{1,4}|([0-9a-fA-F]{1,4}:){1,7}:|",
    r"([0-9a-fA-F]{1,4}:){1,6}:[0-9a-fA-F]{1,4}|([0-9a-fA-F]{1,4}:){1,5}(:[0-9a-fA-F]{1,4}){1,2}|",
    r"([0-9a-fA-F]{1,4}:){1,4}(:[0-9a-fA-F]{1,4}){1,3}|([0-9a-fA-F]{1,4}:){1,3}(:[0-9a-fA-F]{1,4}){1,4}|",
    r"([0-9a-fA-F]{1,4}:){1,2}(:[0-9a-fA-F]{1,4}){1,5}|[0-9a-fA-F]{1,4}:((:[0-9a-fA-F]{1,4}){1,6})|",
    r":((:[0-9a-fA-F]{1,4}){1,7}|:)|fe80:(:[0-9a-fA-F]{0,4}){0,4}%[0-9a-zA-Z]{1,}|",
    r"::(ffff(:0{1,4}){0,1}:){0,1}((25[0-5]|(2[0-4]|1{0,1}[0-9]){0,1}[0-9])\.){3,3}",
    r"(25[0-5]|(2[0-4]|1{0,1}[0-9]){0,1}[0-9])|",
    r"([0-9a-fA-F]{1,4}:){1,4}:((25[0-5]|(2[0-4]|1{0,1}[0-9]){0,1}[0-9])\.){3,3}",
    r"(25[0-5]|(2[0-4]|1{0,1}[0-9]){0,1}[0-9]))",
);
const URL_IP_V4: &str =
    r"([1-9]\d?|1\d\d|2[01]\d|22[0-3])(\.(1?\d{1,2}|2[0-4]\d|25[0-5])){2}(?:\.([0-9]\d?|1\d\d|2[0-4]\d|25[0-4]))";
const URL_NAME: &str = concat!(
    r"(([a-zA-Z0-9]([a-zA-Z0-9-_]+)?[a-zA-Z0-9]([-\.][a-zA-Z0-9]+)*)|",
    r"(((www\.)|([a-zA-Z0-9]+([-_\.]?[a-zA-Z0-9])*[a-zA-Z0-9]\.[a-zA-Z0-9]+))?))?",
    r"(([a-zA-Z\x{00a1}-\x{ffff}0-9]+-?-?)*[a-zA-Z\x{00a1}-\x{ffff}0-9]+)(?:\.([a-zA-Z\x{00a1}-\x{ffff}]{1,}))?",
);

/// Whether this is the address of a page, with or without a scheme.
pub(super) fn is_url(text: &str, compat: Compat) -> bool {
    if text.len() <= 3 || text.chars().count() >= 2083 || text.starts_with('.') {
        return false;
    }
    let completed =
        if text.contains(':') && !text.contains("://") { format!("http://{text}") } else { text.to_owned() };
    let Ok(url) = url::parse(completed.as_bytes(), compat) else { return false };
    if url.host.starts_with(b".") || (url.host.is_empty() && !url.path.is_empty() && !url.path.contains(&b'.')) {
        return false;
    }
    let host = format!(r"(({URL_IP_V4}|(\[{URL_IP_V6}\])|{URL_NAME}))");
    let pattern =
        format!(r"^((ftp|tcp|udp|wss?|https?):\/\/)?(\S+(:\S*)?@)?{host}\.?(:(\d{{1,5}}))?((\/|\?|#)[^\s]*)?$");
    matches(&pattern, text)
}

/// Whether a request could go to this address.
pub(super) fn is_request_url(text: &str, compat: Compat) -> bool {
    // A fragment is none in a request, but a part of what stands before it.
    let Some((scheme, _)) = text.split_once(':') else { return false };
    let escaped = text.replace('#', "%23");
    !scheme.is_empty() && url::parse(escaped.as_bytes(), compat).is_ok_and(|url| !url.scheme.is_empty())
}

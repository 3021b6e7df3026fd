//! Addresses of machines and of mail.

use super::{Checked, fail, quote_char};
use crate::gostd::netip;
use crate::schema::text::go_quote;

pub(super) fn ipv4(text: &str) -> Checked {
    let groups: Vec<&str> = text.split('.').collect();
    if groups.len() != 4 {
        return fail("expected four decimals");
    }
    for group in groups {
        if group.len() > 1 && group.starts_with('0') {
            return fail("leading zeros");
        }
        let number = atoi(group)?;
        if !(0..=255).contains(&number) {
            return fail("decimal must be between 0 and 255");
        }
    }
    Ok(())
}

/// A decimal number with an optional sign; the error is Go's text.
fn atoi(text: &str) -> Result<i64, String> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let quoted = go_quote(text);
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return Err(format!("strconv.Atoi: parsing {quoted}: invalid syntax"));
    }
    text.parse().map_err(|_| format!("strconv.Atoi: parsing {quoted}: value out of range"))
}

pub(super) fn ipv6(text: &str) -> Checked {
    if !text.contains(':') {
        return fail("missing colon");
    }
    netip::check_addr(text.as_bytes())?;
    if text.contains('%') { fail("zone id is not a part of ipv6 address") } else { Ok(()) }
}

pub(super) fn hostname(text: &str) -> Checked {
    let text = text.strip_suffix('.').unwrap_or(text);
    if text.len() > 253 {
        return fail("more than 253 characters long");
    }
    for label in text.split('.') {
        if label.is_empty() || label.len() > 63 {
            return fail("label must be 1 to 63 characters long");
        }
        if label.starts_with('-') {
            return fail("label starts with hyphen");
        }
        if label.ends_with('-') {
            return fail("label ends with hyphen");
        }
        if let Some(c) = label.chars().find(|c| !c.is_ascii_alphanumeric() && *c != '-') {
            return Err(format!("invalid character {}", quote_char(c)));
        }
    }
    Ok(())
}

pub(super) fn email(text: &str) -> Checked {
    if text.len() > 254 {
        return fail("more than 255 characters long");
    }
    let Some((local, domain)) = text.rsplit_once('@') else { return fail("missing @") };
    if local.len() > 64 {
        return fail("local part more than 64 characters long");
    }
    local_part(local)?;
    let Some(literal) = domain.strip_prefix('[').and_then(|d| d.strip_suffix(']')) else {
        return hostname(domain).map_err(|e| format!("invalid domain: {e}"));
    };
    match literal.strip_prefix("IPv6:") {
        Some(address) => ipv6(address).map_err(|e| format!("invalid ipv6 address: {e}")),
        None => ipv4(literal).map_err(|e| format!("invalid ipv4 address: {e}")),
    }
}

fn local_part(local: &str) -> Checked {
    if local.len() > 1 && local.starts_with('"') {
        // Whatever stands last is taken for the closing quote.
        let mut inner = local[1..].chars();
        inner.next_back();
        if inner.as_str().contains(['\\', '"']) {
            return fail("backslash and quote are not allowed within quoted local part");
        }
        return Ok(());
    }
    if local.starts_with('.') {
        return fail("starts with dot");
    }
    if local.ends_with('.') {
        return fail("ends with dot");
    }
    if local.contains("..") {
        return fail("consecutive dots");
    }
    let allowed = |c: char| c.is_ascii_alphanumeric() || ".!#$%&'*+-/=?^_`{|}~".contains(c);
    match local.chars().find(|c| !allowed(*c)) {
        Some(c) => Err(format!("invalid character {}", quote_char(c))),
        None => Ok(()),
    }
}

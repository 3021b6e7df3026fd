//! Dates, times and durations.

use super::{Checked, fail};
use crate::gostd::time::{Location, parse_in};

/// `2006-01-02`; the error is that of Go's `time.Parse`.
pub(super) fn date(text: &str) -> Checked {
    parse_in(b"2006-01-02", text.as_bytes(), &Location::Utc).map(|_| ())
}

/// The numbers between colons, each with an optional sign, of a text known to have them.
fn numbers(text: &[u8], fault: &str, negative: &str) -> Result<Vec<i64>, String> {
    let parse = |part: &[u8]| -> Result<i64, String> {
        let number = std::str::from_utf8(part).ok().and_then(|p| p.parse::<i64>().ok()).ok_or(fault)?;
        if number < 0 { Err(negative.into()) } else { Ok(number) }
    };
    text.split(|b| *b == b':').map(parse).collect()
}

pub(super) fn time(text: &str) -> Checked {
    let bytes = text.as_bytes();
    if bytes.len() < 9 {
        return fail("less than 9 characters long");
    }
    if bytes[2] != b':' || bytes[5] != b':' {
        return fail("missing colon in correct place");
    }
    let parts = numbers(&bytes[..8], "invalid hour/min/sec", "non-positive hour/min/sec")?;
    let [hour, minute, second] = parts[..] else { return fail("invalid hour/min/sec") };
    if hour > 23 || minute > 59 || second > 60 {
        return fail("hour/min/sec out of range");
    }
    let mut rest = &bytes[8..];
    if let [b'.', fraction @ ..] = rest {
        let digits = fraction.iter().take_while(|b| b.is_ascii_digit()).count();
        if digits == 0 {
            return fail("no digits in second fraction");
        }
        rest = &fraction[digits..];
    }
    let mut utc = hour * 60 + minute;
    if rest != b"z" && rest != b"Z" {
        utc -= offset(rest)?;
        if utc < 0 {
            utc += 24 * 60;
        }
    }
    if second >= 60 && utc != 23 * 60 + 59 {
        return fail("invalid leap second");
    }
    Ok(())
}

/// The minutes that a zone is ahead.
fn offset(text: &[u8]) -> Result<i64, String> {
    if text.len() != 6 {
        return Err("offset must be 6 characters long".into());
    }
    let sign = match text[0] {
        b'+' => 1,
        b'-' => -1,
        _ => return Err("offset must begin with plus/minus".into()),
    };
    if text[3] != b':' {
        return Err("missing colon in offset in correct place".into());
    }
    let parts = numbers(&text[1..], "invalid hour/min in offset", "non-positive hour/min in offset")?;
    let [hours, minutes] = parts[..] else { return Err("invalid hour/min in offset".into()) };
    if hours > 23 || minutes > 59 {
        return Err("hour/min in offset out of range".into());
    }
    Ok(sign * (hours * 60 + minutes))
}

pub(super) fn date_time(text: &str) -> Checked {
    let bytes = text.as_bytes();
    if bytes.len() < 20 {
        return fail("less than 20 characters long");
    }
    if bytes[10] != b't' && bytes[10] != b'T' {
        return fail("11th character must be t or T");
    }
    // A character may lie across the borders; it is no digit anyway.
    let (before, after) = (String::from_utf8_lossy(&bytes[..10]), String::from_utf8_lossy(&bytes[11..]));
    date(&before).map_err(|e| format!("invalid date element: {e}"))?;
    time(&after).map_err(|e| format!("invalid time element: {e}"))
}

pub(super) fn duration(text: &str) -> Checked {
    let Some(rest) = text.strip_prefix('P') else { return fail("must start with P") };
    if rest.is_empty() {
        return fail("nothing after P");
    }
    if let Some(weeks) = rest.strip_suffix('W') {
        return match weeks {
            "" => fail("no number in week"),
            _ if weeks.bytes().all(|b| b.is_ascii_digit()) => Ok(()),
            _ => fail("invalid week"),
        };
    }
    for (i, part) in rest.split('T').enumerate() {
        if i > 0 && part.is_empty() {
            return fail("no time elements");
        }
        match i {
            0 => elements(part, "YMD")?,
            1 => elements(part, "HMS")?,
            _ => return fail("more than one T"),
        }
    }
    Ok(())
}

/// Numbers with units, which come in order.
fn elements(mut text: &str, all: &str) -> Checked {
    let mut units = all;
    while !text.is_empty() {
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        if digits == 0 {
            return fail("missing number");
        }
        let Some(unit) = text[digits..].chars().next() else { return fail("missing unit") };
        let Some(at) = units.find(unit) else {
            let quoted = super::quote_char(char::from(text.as_bytes()[digits]));
            let why = if all.contains(unit) {
                format!("unit {quoted} out of order")
            } else {
                format!("invalid unit {quoted}")
            };
            return Err(why);
        };
        units = &units[at + 1..];
        text = &text[digits + 1..];
    }
    Ok(())
}

pub(super) fn period(text: &str) -> Checked {
    let Some((start, end)) = text.split_once('/') else { return fail("missing slash") };
    let naming = |what: &'static str| move |e: String| format!("invalid {what}: {e}");
    if start.starts_with('P') {
        duration(start).map_err(naming("start duration"))?;
        return date_time(end).map_err(naming("end date-time"));
    }
    date_time(start).map_err(naming("start date-time"))?;
    if end.starts_with('P') {
        return duration(end).map_err(naming("end duration"));
    }
    date_time(end).map_err(naming("end date-time"))
}

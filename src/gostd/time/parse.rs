//! Times from text.

use super::civil::{MONTHS, WEEKDAYS, days_in, days_of, is_leap};
use super::duration::leading_int;
use super::layout::{Element, next_element};
use super::{Location, Time, quote};

/// Reads a time in a layout; without a zone in it, it is one of `location`, and a zone that `location`
/// uses as well gives that location.
///
/// The error is Go's text, e.g. `parsing time "x" as "2006": cannot parse "x" as "2006"`.
///
/// Source: Go's `time.ParseInLocation`.
pub fn parse_in(layout: &[u8], value: &[u8], location: &Location) -> Result<Time, String> {
    let mut parts = Parts::default();
    let (mut layout_rest, mut rest) = (layout, value);
    let cannot = |part: &[u8], element: &[u8]| {
        let (value, layout) = (quote(value), quote(layout));
        format!("parsing time {value} as {layout}: cannot parse {} as {}", quote(part), quote(element))
    };
    let wrong = |what: &str| format!("parsing time {}: {what}", quote(value));
    while let Some((start, end, element)) = next_element(layout_rest) {
        let (prefix, text) = (&layout_rest[..start], &layout_rest[start..end]);
        layout_rest = &layout_rest[end..];
        rest = skip(rest, prefix).map_err(|at| cannot(at, prefix))?;
        rest = match parts.read(element, rest, layout_rest) {
            Ok(rest) => rest,
            Err(Fault::Bad) => return Err(cannot(rest, text)),
            Err(Fault::Range(what)) => return Err(wrong(&format!("{what} out of range"))),
        };
    }
    rest = skip(rest, layout_rest).map_err(|at| cannot(at, layout_rest))?;
    if !rest.is_empty() {
        return Err(wrong(&format!("extra text: {}", quote(rest))));
    }
    parts.time(location).map_err(wrong)
}

enum Fault {
    Bad,
    Range(&'static str),
}

type Read<'a> = Result<&'a [u8], Fault>;

/// What has been read.
#[derive(Default)]
struct Parts {
    year: i64,
    month: Option<i64>,
    day: Option<i64>,
    year_day: Option<i64>,
    hour: i64,
    minute: i64,
    second: i64,
    nanos: i64,
    afternoon: Option<bool>,
    utc: bool,
    offset: Option<i64>,
    zone: Option<String>,
}

impl Parts {
    /// Reads one element from the start of `value`; `next` is the layout behind it.
    fn read<'a>(&mut self, element: Element, value: &'a [u8], next: &[u8]) -> Read<'a> {
        match element {
            Element::Year => {
                let (text, rest) = cut(value, 2)?;
                let year = signed(text).ok_or(Fault::Bad)?;
                self.year = if year >= 69 { year + 1900 } else { year + 2000 };
                Ok(rest)
            }
            Element::LongYear => {
                let (text, rest) = cut(value, 4)?;
                self.year = signed(text).filter(|_| text[0].is_ascii_digit()).ok_or(Fault::Bad)?;
                Ok(rest)
            }
            Element::Month | Element::LongMonth => {
                let (index, rest) = name(&MONTHS, element == Element::Month, value)?;
                self.month = Some(index + 1);
                Ok(rest)
            }
            Element::NumMonth | Element::ZeroMonth => {
                let (month, rest) = number(value, element == Element::ZeroMonth)?;
                self.month = Some(month);
                in_range((1..=12).contains(&month), "month", rest)
            }
            Element::Weekday | Element::LongWeekday => Ok(name(&WEEKDAYS, element == Element::Weekday, value)?.1),
            Element::Day | Element::UnderDay | Element::ZeroDay => {
                let value =
                    if element == Element::UnderDay { value.strip_prefix(b" ").unwrap_or(value) } else { value };
                let (day, rest) = number(value, element == Element::ZeroDay)?;
                self.day = Some(day);
                Ok(rest)
            }
            Element::UnderYearDay | Element::ZeroYearDay => self.read_year_day(element, value),
            Element::Hour | Element::Hour12 | Element::ZeroHour12 => {
                let (hour, rest) = number(value, element == Element::ZeroHour12)?;
                self.hour = hour;
                in_range(hour <= if element == Element::Hour { 23 } else { 12 }, "hour", rest)
            }
            Element::Minute | Element::ZeroMinute => {
                let (minute, rest) = number(value, element == Element::ZeroMinute)?;
                self.minute = minute;
                in_range(minute < 60, "minute", rest)
            }
            Element::Second | Element::ZeroSecond => {
                let (second, rest) = number(value, element == Element::ZeroSecond)?;
                self.second = second;
                in_range(second < 60, "second", rest)?;
                self.read_unnamed_fraction(rest, next)
            }
            Element::UpperPm => self.read_noon(value, b"PM", b"AM"),
            Element::LowerPm => self.read_noon(value, b"pm", b"am"),
            Element::Zone { z: true, .. } if value.first() == Some(&b'Z') => {
                self.utc = true;
                Ok(&value[1..])
            }
            Element::Zone { colon, minutes, seconds, .. } => self.read_offset(value, colon, minutes, seconds),
            Element::ZoneName => self.read_zone_name(value),
            Element::Fraction { fixed: true, digits, .. } => self.read_fraction(value, 1 + digits),
            Element::Fraction { .. } => self.read_any_fraction(value),
        }
    }

    fn read_year_day<'a>(&mut self, element: Element, mut value: &'a [u8]) -> Read<'a> {
        let fixed = element == Element::ZeroYearDay;
        for _ in 0..2 {
            value = if fixed { value } else { value.strip_prefix(b" ").unwrap_or(value) };
        }
        let length = value.iter().take(3).take_while(|c| c.is_ascii_digit()).count();
        if length == 0 || fixed && length != 3 {
            return Err(Fault::Bad);
        }
        let (text, rest) = value.split_at(length);
        self.year_day = signed(text);
        Ok(rest)
    }

    fn read_noon<'a>(&mut self, value: &'a [u8], after: &[u8], before: &[u8]) -> Read<'a> {
        let (text, rest) = cut(value, 2)?;
        // Of several the afternoon counts.
        if text == after {
            self.afternoon = Some(true);
        } else if text == before {
            self.afternoon = self.afternoon.or(Some(false));
        } else {
            return Err(Fault::Bad);
        }
        Ok(rest)
    }

    /// A fraction behind the seconds is read even if the layout has none.
    fn read_unnamed_fraction<'a>(&mut self, value: &'a [u8], next: &[u8]) -> Read<'a> {
        if !starts_fraction(value) || matches!(next_element(next), Some((_, _, Element::Fraction { .. }))) {
            return Ok(value);
        }
        self.read_any_fraction(value)
    }

    fn read_any_fraction<'a>(&mut self, value: &'a [u8]) -> Read<'a> {
        if !starts_fraction(value) {
            return Ok(value);
        }
        let digits = value[1..].iter().take_while(|c| c.is_ascii_digit()).count();
        self.read_fraction(value, 1 + digits)
    }

    /// A separator and digits, together so many bytes; digits beyond nanoseconds are dropped.
    fn read_fraction<'a>(&mut self, value: &'a [u8], length: usize) -> Read<'a> {
        let (text, rest) = cut(value, length)?;
        if !matches!(text[0], b'.' | b',') {
            return Err(Fault::Bad);
        }
        let digits = &text[1..length.min(10)];
        let nanos = signed(digits).ok_or(Fault::Bad)?;
        self.nanos = nanos * 10_i64.pow(9 - digits.len() as u32);
        in_range(nanos >= 0, "fractional second", rest)
    }

    fn read_offset<'a>(&mut self, value: &'a [u8], colon: bool, minutes: bool, seconds: bool) -> Read<'a> {
        let separator = usize::from(colon);
        let groups = usize::from(minutes) + usize::from(seconds);
        let (text, rest) = cut(value, 3 + groups * (2 + separator))?;
        let mut fields = [0; 3];
        let mut fault = None;
        for (index, field) in fields.iter_mut().enumerate().take(1 + groups) {
            let start = 1 + index * (2 + separator);
            if colon && index > 0 && text[start - 1] != b':' {
                return Err(Fault::Bad);
            }
            let Ok((number, _)) = number(&text[start..start + 2], true) else {
                fault = Some(Fault::Bad);
                break;
            };
            *field = number;
        }
        let [hours, minutes, seconds] = fields;
        in_range(seconds <= 60, "time zone offset second", rest)?;
        in_range(minutes <= 60, "time zone offset minute", rest)?;
        in_range(hours <= 24, "time zone offset hour", rest)?;
        let offset = (hours * 60 + minutes) * 60 + seconds;
        let offset = match text[0] {
            b'+' => offset,
            b'-' => -offset,
            _ => return Err(Fault::Bad),
        };
        if let Some(fault) = fault {
            return Err(fault);
        }
        // Go keeps -1 for "no offset".
        self.offset = Some(offset).filter(|offset| *offset != -1);
        Ok(rest)
    }

    fn read_zone_name<'a>(&mut self, value: &'a [u8]) -> Read<'a> {
        if let Some(rest) = value.strip_prefix(b"UTC") {
            self.utc = true;
            return Ok(rest);
        }
        let (text, rest) = cut(value, zone_name_length(value).ok_or(Fault::Bad)?)?;
        self.zone = Some(String::from_utf8_lossy(text).into_owned());
        Ok(rest)
    }

    /// Puts the parts together; the error says what does not fit.
    fn time(mut self, location: &Location) -> Result<Time, &'static str> {
        match self.afternoon {
            Some(true) if self.hour < 12 => self.hour += 12,
            Some(false) if self.hour == 12 => self.hour = 0,
            _ => {}
        }
        let (month, day) = self.month_and_day()?;
        if day < 1 || day > days_in(month, self.year) {
            return Err("day out of range");
        }
        let (date, clock) = ((self.year, month, day), (self.hour, self.minute, self.second));
        let in_zone = |location: &Location| Time::date(date, clock, self.nanos, location.clone());
        if self.utc {
            return Ok(in_zone(&Location::Utc));
        }
        let shown = in_zone(&Location::Utc);
        let name = self.zone.as_deref().unwrap_or_default();
        if let Some(offset) = self.offset {
            let time = shown.plus_seconds(-offset);
            let seconds = time.unix_seconds();
            let same =
                location.offset_at(seconds) == offset && (name.is_empty() || location.abbreviation_at(seconds) == name);
            return Ok(time.in_zone(if same { location.clone() } else { Location::fixed(name, offset) }));
        }
        if name.is_empty() {
            return Ok(in_zone(location));
        }
        if let Some(offset) = location.offset_of(name, shown.unix_seconds()) {
            return Ok(shown.plus_seconds(-offset).in_zone(location.clone()));
        }
        // A zone nobody knows has offset 0, unless it is `GMT+3`. The clock then still shows UTC.
        let offset = name.strip_prefix("GMT").and_then(|hours| signed(hours.as_bytes())).unwrap_or(0) * 3600;
        Ok(shown.in_zone(Location::fixed(name, offset)))
    }

    fn month_and_day(&self) -> Result<(i64, i64), &'static str> {
        let Some(year_day) = self.year_day else {
            return Ok((self.month.unwrap_or(1), self.day.unwrap_or(1)));
        };
        if year_day < 1 || year_day > 365 + i64::from(is_leap(self.year)) {
            return Err("day-of-year out of range");
        }
        let first = |month: i64| days_of(self.year, month, 1) - days_of(self.year, 1, 1) + 1;
        let month = (1..=12).rev().find(|month| first(*month) <= year_day).unwrap_or(1);
        let day = year_day - first(month) + 1;
        if self.month.is_some_and(|m| m != month) {
            return Err("day-of-year does not match month");
        }
        if self.day.is_some_and(|d| d != day) {
            return Err("day-of-year does not match day");
        }
        Ok((month, day))
    }
}

fn in_range<'a>(fits: bool, what: &'static str, rest: &'a [u8]) -> Read<'a> {
    if fits { Ok(rest) } else { Err(Fault::Range(what)) }
}

fn cut(value: &[u8], length: usize) -> Result<(&[u8], &[u8]), Fault> {
    value.split_at_checked(length).ok_or(Fault::Bad)
}

/// Removes a literal part of the layout, in which runs of spaces match any run; the error is the place.
fn skip<'a>(mut value: &'a [u8], mut prefix: &[u8]) -> Result<&'a [u8], &'a [u8]> {
    while let [first, rest @ ..] = prefix {
        match value {
            [c, ..] if *first == b' ' && *c != b' ' => return Err(value),
            _ if *first == b' ' => {
                prefix = prefix.trim_ascii_start_spaces();
                value = value.trim_ascii_start_spaces();
            }
            [c, after @ ..] if c == first => {
                prefix = rest;
                value = after;
            }
            _ => return Err(value),
        }
    }
    Ok(value)
}

trait Spaces {
    /// Without the spaces at the start; other white space stays.
    fn trim_ascii_start_spaces(&self) -> &Self;
}

impl Spaces for [u8] {
    fn trim_ascii_start_spaces(&self) -> &[u8] {
        &self[self.iter().take_while(|c| **c == b' ').count()..]
    }
}

/// One or two digits; with `fixed`, two.
fn number(value: &[u8], fixed: bool) -> Result<(i64, &[u8]), Fault> {
    match value {
        [a, b, rest @ ..] if a.is_ascii_digit() && b.is_ascii_digit() => {
            Ok((i64::from(a - b'0') * 10 + i64::from(b - b'0'), rest))
        }
        [a, rest @ ..] if a.is_ascii_digit() && !fixed => Ok((i64::from(a - b'0'), rest)),
        _ => Err(Fault::Bad),
    }
}

/// Digits, perhaps with a sign in front; no digits are 0.
fn signed(text: &[u8]) -> Option<i64> {
    let (negative, digits) = match text {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, text),
    };
    let (value, rest) = leading_int(digits)?;
    let value = value as i64;
    rest.is_empty().then_some(if negative { value.wrapping_neg() } else { value })
}

/// An English name, in any case of letters: its index.
fn name<'a>(names: &[&str], short: bool, value: &'a [u8]) -> Result<(i64, &'a [u8]), Fault> {
    for (index, name) in names.iter().enumerate() {
        let name = if short { &name[..3] } else { name };
        if let Some((text, rest)) = value.split_at_checked(name.len())
            && text.eq_ignore_ascii_case(name.as_bytes())
        {
            return Ok((index as i64, rest));
        }
    }
    Err(Fault::Bad)
}

fn starts_fraction(value: &[u8]) -> bool {
    matches!(value, [b'.' | b',', digit, ..] if digit.is_ascii_digit())
}

/// How long the zone abbreviation at the start is, if it looks like one: three capitals, or four or
/// five with a T at the end, or an offset, or `GMT` with one.
fn zone_name_length(value: &[u8]) -> Option<usize> {
    if value.len() < 3 {
        return None;
    }
    if value.starts_with(b"ChST") || value.starts_with(b"MeST") {
        return Some(4);
    }
    if let Some(rest) = value.strip_prefix(b"GMT") {
        return Some(3 + offset_length(rest));
    }
    if matches!(value[0], b'+' | b'-') {
        return Some(offset_length(value)).filter(|length| *length > 0);
    }
    let capitals = value.iter().take(6).take_while(|c| c.is_ascii_uppercase()).count();
    match capitals {
        3 => Some(3),
        4 if value[3] == b'T' || value.starts_with(b"WITA") => Some(4),
        5 if value[4] == b'T' => Some(5),
        _ => None,
    }
}

/// The length of `+3` and the like at the start, up to 23 hours; 0 if there is none.
fn offset_length(value: &[u8]) -> usize {
    let Some((b'+' | b'-', digits)) = value.split_first() else { return 0 };
    match leading_int(digits) {
        Some((hours, rest)) if hours <= 23 && rest.len() < digits.len() => value.len() - rest.len(),
        _ => 0,
    }
}

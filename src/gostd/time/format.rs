//! Times as text.

use super::civil::Civil;
use super::layout::{Element, next_element};
use super::{Location, Time};
use std::fmt::Write;

impl Time {
    /// The time in a layout.
    ///
    /// Source: Go's `Time.Format`.
    #[must_use]
    pub fn format(&self, layout: &[u8]) -> Vec<u8> {
        let civil = self.civil();
        let mut out = Vec::with_capacity(layout.len() + 10);
        let mut rest = layout;
        while let Some((start, end, element)) = next_element(rest) {
            out.extend_from_slice(&rest[..start]);
            let mut text = String::new();
            self.write_element(element, &civil, &mut text);
            out.extend_from_slice(text.as_bytes());
            rest = &rest[end..];
        }
        out.extend_from_slice(rest);
        out
    }

    /// The form that printing shows, e.g. `2021-02-03 00:00:00 +0000 UTC`.
    #[must_use]
    pub fn text(&self) -> Vec<u8> {
        let mut out = self.format(b"2006-01-02 15:04:05.999999999 -0700 MST");
        if let Some(monotonic) = self.monotonic {
            let nanos = monotonic.unsigned_abs();
            let sign = if monotonic < 0 { '-' } else { '+' };
            let text = format!(" m={sign}{}.{:09}", nanos / 1_000_000_000, nanos % 1_000_000_000);
            out.extend_from_slice(text.as_bytes());
        }
        out
    }

    /// [`Time::rfc3339`], which as a form to be read back has only years of four digits.
    pub fn marshaled(&self) -> Result<Vec<u8>, &'static str> {
        let fits = (0..=9999).contains(&self.year());
        if fits { Ok(self.rfc3339()) } else { Err("year outside of range [0,9999]") }
    }

    /// The form that `%#v` prints, e.g. `time.Date(2021, time.February, 3, 0, 0, 0, 0, time.UTC)`.
    #[must_use]
    pub fn go_text(&self) -> String {
        let (civil, nanos) = (self.civil(), self.nanosecond());
        let zone = match self.location() {
            Location::Utc => "time.UTC".to_owned(),
            Location::Local => "time.Local".to_owned(),
            other => format!("time.Location({})", super::quote(other.name().as_bytes())),
        };
        let Civil { year, day, hour, minute, second, .. } = civil;
        let month = civil.month.name();
        format!("time.Date({year}, time.{month}, {day}, {hour}, {minute}, {second}, {nanos}, {zone})")
    }

    /// The form of Go's `MarshalBinary`: a version, the seconds since the year 1, nanoseconds, and the zone's offset in
    /// minutes, with its seconds where it has any.
    pub fn binary(&self) -> Result<Vec<u8>, &'static str> {
        let (offset, seconds) = (self.offset(), self.offset() % 60);
        // UTC itself is -1, which no other zone may be then.
        let minutes = match self.location() {
            Location::Utc => -1,
            _ => i16::try_from(offset / 60)
                .ok()
                .filter(|m| *m != -1)
                .ok_or("Time.MarshalBinary: unexpected zone offset")?,
        };
        let mut out = vec![if seconds == 0 { 1 } else { 2 }];
        out.extend(self.unix_seconds().wrapping_sub(super::YEAR_1).to_be_bytes());
        out.extend(self.nanosecond().to_be_bytes());
        out.extend(minutes.to_be_bytes());
        if seconds != 0 {
            out.push(seconds as u8);
        }
        Ok(out)
    }

    /// The form in JSON and YAML, e.g. `2021-02-03T00:00:00Z`.
    #[must_use]
    pub fn rfc3339(&self) -> Vec<u8> {
        self.format(b"2006-01-02T15:04:05.999999999Z07:00")
    }

    fn write_element(&self, element: Element, civil: &Civil, out: &mut String) {
        let noon = if civil.hour >= 12 { ["PM", "pm"] } else { ["AM", "am"] };
        let hour12 = if civil.hour % 12 == 0 { 12 } else { civil.hour % 12 };
        let _ = match element {
            Element::Year => write!(out, "{:02}", civil.year.unsigned_abs() % 100),
            Element::LongYear if civil.year < 0 => write!(out, "-{:04}", civil.year.unsigned_abs()),
            Element::LongYear => write!(out, "{:04}", civil.year),
            Element::Month => write!(out, "{}", &civil.month.name()[..3]),
            Element::LongMonth => write!(out, "{}", civil.month.name()),
            Element::NumMonth => write!(out, "{}", civil.month.0),
            Element::ZeroMonth => write!(out, "{:02}", civil.month.0),
            Element::Weekday => write!(out, "{}", &civil.weekday.name()[..3]),
            Element::LongWeekday => write!(out, "{}", civil.weekday.name()),
            Element::Day => write!(out, "{}", civil.day),
            Element::UnderDay => write!(out, "{:2}", civil.day),
            Element::ZeroDay => write!(out, "{:02}", civil.day),
            Element::UnderYearDay => write!(out, "{:3}", civil.year_day),
            Element::ZeroYearDay => write!(out, "{:03}", civil.year_day),
            Element::Hour => write!(out, "{:02}", civil.hour),
            Element::Hour12 => write!(out, "{hour12}"),
            Element::ZeroHour12 => write!(out, "{hour12:02}"),
            Element::Minute => write!(out, "{}", civil.minute),
            Element::ZeroMinute => write!(out, "{:02}", civil.minute),
            Element::Second => write!(out, "{}", civil.second),
            Element::ZeroSecond => write!(out, "{:02}", civil.second),
            Element::UpperPm => out.write_str(noon[0]),
            Element::LowerPm => out.write_str(noon[1]),
            Element::ZoneName => self.write_zone_name(out),
            Element::Zone { z, .. } if z && self.offset() == 0 => out.write_str("Z"),
            Element::Zone { colon, minutes, seconds, .. } => write_offset(self.offset(), colon, minutes, seconds, out),
            Element::Fraction { fixed, digits, separator } => self.write_fraction(fixed, digits, separator, out),
        };
    }

    fn offset(&self) -> i64 {
        self.location.offset_at(self.seconds)
    }

    fn write_zone_name(&self, out: &mut String) -> std::fmt::Result {
        let name = self.location.abbreviation_at(self.seconds);
        if name.is_empty() { write_offset(self.offset(), false, true, false, out) } else { out.write_str(&name) }
    }

    fn write_fraction(&self, fixed: bool, digits: usize, separator: u8, out: &mut String) -> std::fmt::Result {
        let mut text = format!("{}{:09}", char::from(separator), self.nanos);
        text.truncate(text.len().min(1 + digits));
        if fixed {
            return out.write_str(&text);
        }
        let text = text.trim_end_matches('0');
        out.write_str(if text.len() == 1 { "" } else { text })
    }
}

/// The sign is that of the offset in whole minutes, as Go has it.
fn write_offset(offset: i64, colon: bool, minutes: bool, seconds: bool, out: &mut String) -> std::fmt::Result {
    let sign = if offset / 60 < 0 { '-' } else { '+' };
    let absolute = if sign == '-' { -offset } else { offset };
    let zone = (offset / 60).abs();
    let colon = if colon { ":" } else { "" };
    write!(out, "{sign}{:02}", zone / 60)?;
    if minutes {
        write!(out, "{colon}{:02}", zone % 60)?;
    }
    if seconds {
        let rest = absolute % 60;
        let sign = if rest < 0 { "-" } else { "" };
        write!(out, "{colon}{sign}{:02}", rest.abs())?;
    }
    Ok(())
}

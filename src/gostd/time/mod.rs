//! Times, durations and zones, as Go's `time` package has them.

mod civil;
mod duration;
mod format;
mod layout;
mod object;
mod parse;
mod zone;

pub use civil::{Month, Weekday};
pub use duration::{Duration, parse_duration};
pub use parse::parse_in;
pub use zone::Location;

use civil::{Civil, days_of};

/// Seconds between the first of January of year 1 and 1970.
const YEAR_1: i64 = -62_135_596_800;
const DAY: i64 = 86_400;

/// An instant with the zone it is shown in.
#[derive(Clone, Debug, PartialEq)]
pub struct Time {
    seconds: i64,
    nanos: u32,
    location: Location,
    /// The reading of the monotonic clock, in nanoseconds; only times that come from [`Time::now`]
    /// have one, and only printing shows it.
    monotonic: Option<i64>,
}

impl Time {
    /// Go's zero time: the start of year 1.
    #[must_use]
    pub fn zero() -> Time {
        Time { seconds: YEAR_1, nanos: 0, location: Location::Utc, monotonic: None }
    }

    /// The instant so many seconds and nanoseconds after 1970, shown in the local zone.
    #[must_use]
    pub fn unix(seconds: i64, nanos: u32) -> Time {
        Time { seconds, nanos, location: Location::Local, monotonic: None }
    }

    /// As [`Time::unix`], for a reading of the clock: it prints a monotonic part.
    #[must_use]
    pub fn now((seconds, nanos): (i64, u32)) -> Time {
        Time { monotonic: Some(10_000_000), ..Time::unix(seconds, nanos) }
    }

    /// The instant that a calendar shows in a zone; parts out of range carry over.
    ///
    /// Source: Go's `time.Date`, also for the hours that a zone skips or repeats.
    #[must_use]
    pub fn date(date: (i64, i64, i64), clock: (i64, i64, i64), nanos: i64, location: Location) -> Time {
        let seconds = i128::from(days_of(date.0, date.1, date.2)) * i128::from(DAY)
            + seconds_of(clock)
            + i128::from(nanos.div_euclid(1_000_000_000));
        let mut seconds = seconds as i64;
        let first = location.offset_at(seconds);
        if first != 0 {
            let offset = location.offset_at(seconds.wrapping_sub(first));
            seconds = seconds.wrapping_sub(offset);
        }
        Time { seconds, nanos: nanos.rem_euclid(1_000_000_000) as u32, location, monotonic: None }
    }

    /// A TOML date-time, date or time without an offset. Which of them it is shows in the name of its
    /// zone: `datetime-local`, `date-local` or `time-local`; a local time lies on the first day of year 0.
    #[must_use]
    pub fn toml_local(date: (i64, i64, i64), clock: (i64, i64, i64), nanos: i64, zone: &'static str) -> Time {
        let local = Location::Local;
        let shown = Time::date(date, clock, nanos, Location::Utc);
        let offset = local.offset_at(shown.seconds);
        Time { location: Location::fixed(zone, offset), ..shown.plus_seconds(-offset) }
    }

    fn plus_seconds(self, seconds: i64) -> Time {
        Time { seconds: self.seconds.wrapping_add(seconds), ..self }
    }

    /// Seconds since 1970.
    #[must_use]
    pub fn unix_seconds(&self) -> i64 {
        self.seconds
    }

    /// Nanoseconds since 1970; wraps outside of the years 1678 to 2262.
    #[must_use]
    pub fn unix_nanos(&self) -> i64 {
        self.total() as i64
    }

    fn total(&self) -> i128 {
        i128::from(self.seconds) * 1_000_000_000 + i128::from(self.nanos)
    }

    /// The nanoseconds within the second.
    #[must_use]
    pub fn nanosecond(&self) -> u32 {
        self.nanos
    }

    /// The zone.
    #[must_use]
    pub fn location(&self) -> &Location {
        &self.location
    }

    /// The same instant shown in another zone.
    #[must_use]
    pub fn in_zone(&self, location: Location) -> Time {
        Time { location, monotonic: None, ..self.clone() }
    }

    /// Whether this is the zero time, in any zone.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.seconds == YEAR_1 && self.nanos == 0
    }

    /// The instant a duration later.
    #[must_use]
    pub fn plus(&self, duration: Duration) -> Time {
        let nanos = i64::from(self.nanos) + duration.0 % 1_000_000_000;
        let seconds = duration.0 / 1_000_000_000 + nanos.div_euclid(1_000_000_000);
        Time {
            seconds: self.seconds.wrapping_add(seconds),
            nanos: nanos.rem_euclid(1_000_000_000) as u32,
            location: self.location.clone(),
            monotonic: self.monotonic.and_then(|m| m.checked_add(duration.0)),
        }
    }

    /// The duration since `other`; the longest one if it is longer.
    #[must_use]
    pub fn since(&self, other: &Time) -> Duration {
        let nanos = self.total() - other.total();
        Duration(i64::try_from(nanos).unwrap_or(if nanos < 0 { i64::MIN } else { i64::MAX }))
    }

    /// The same clock reading so many years, months and days later.
    #[must_use]
    pub fn plus_date(&self, years: i64, months: i64, days: i64) -> Time {
        let shown = self.civil();
        let date = (
            shown.year.wrapping_add(years),
            i64::from(shown.month.0).wrapping_add(months),
            shown.day.wrapping_add(days),
        );
        Time::date(date, (shown.hour, shown.minute, shown.second), i64::from(self.nanos), self.location.clone())
    }

    /// Rounded down to a multiple of `step` since year 1; unchanged for a step that is not positive.
    #[must_use]
    pub fn truncate(&self, step: Duration) -> Time {
        let bare = Time { monotonic: None, ..self.clone() };
        if step.0 <= 0 { bare } else { bare.plus(Duration(-bare.beyond(step))) }
    }

    /// Rounded to the nearest multiple of `step` since year 1, half of it up.
    #[must_use]
    pub fn round(&self, step: Duration) -> Time {
        let bare = Time { monotonic: None, ..self.clone() };
        if step.0 <= 0 {
            return bare;
        }
        let beyond = bare.beyond(step);
        let by = if beyond < step.0 - beyond { -beyond } else { step.0 - beyond };
        bare.plus(Duration(by))
    }

    fn beyond(&self, step: Duration) -> i64 {
        let since_year_1 = self.total() - i128::from(YEAR_1) * 1_000_000_000;
        since_year_1.rem_euclid(i128::from(step.0)) as i64
    }

    /// What calendar and clock show.
    fn civil(&self) -> Civil {
        Civil::of(i128::from(self.seconds) + i128::from(self.location.offset_at(self.seconds)))
    }
}

fn seconds_of((hours, minutes, seconds): (i64, i64, i64)) -> i128 {
    i128::from(hours) * 3600 + i128::from(minutes) * 60 + i128::from(seconds)
}

/// Text in Go's double quotes, in the plain way of the package: everything but printable ASCII as `\x`.
fn quote(text: &[u8]) -> String {
    use std::fmt::Write;
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for &byte in text {
        match byte {
            b'"' | b'\\' => {
                out.push('\\');
                out.push(char::from(byte));
            }
            b' '..=0x7f => out.push(char::from(byte)),
            _ => {
                let _ = write!(out, "\\x{byte:02x}");
            }
        }
    }
    out.push('"');
    out
}

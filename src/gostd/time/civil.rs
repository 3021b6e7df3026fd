//! The Gregorian calendar, without end in both directions.

use super::DAY;

/// `time.Month`: 1 is January.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Month(pub u8);

/// `time.Weekday`: 0 is Sunday.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weekday(pub u8);

pub(super) const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];
pub(super) const WEEKDAYS: [&str; 7] = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

impl Month {
    /// The English name.
    #[must_use]
    pub fn name(self) -> &'static str {
        MONTHS[usize::from(self.0.clamp(1, 12) - 1)]
    }
}

impl Weekday {
    /// The English name.
    #[must_use]
    pub fn name(self) -> &'static str {
        WEEKDAYS[usize::from(self.0 % 7)]
    }
}

/// A day and a time of day.
#[derive(Clone, Copy, Debug)]
pub(super) struct Civil {
    pub(super) year: i64,
    pub(super) month: Month,
    pub(super) day: i64,
    pub(super) hour: i64,
    pub(super) minute: i64,
    pub(super) second: i64,
    pub(super) weekday: Weekday,
    /// From 1.
    pub(super) year_day: i64,
}

impl Civil {
    /// What is shown so many seconds after 1970.
    pub(super) fn of(seconds: i128) -> Civil {
        let days = seconds.div_euclid(i128::from(DAY)) as i64;
        let second = seconds.rem_euclid(i128::from(DAY)) as i64;
        let (year, month, day) = date_of(days);
        Civil {
            year,
            month: Month(month as u8),
            day,
            hour: second / 3600,
            minute: second / 60 % 60,
            second: second % 60,
            weekday: Weekday((days + 4).rem_euclid(7) as u8),
            year_day: days - days_of(year, 1, 1) + 1,
        }
    }
}

/// The days from 1970 to a date; months and days out of range carry over.
///
/// Years are counted from March, so that the leap day is the last one, in cycles of 400.
pub(super) fn days_of(year: i64, month: i64, day: i64) -> i64 {
    let months = i128::from(month) - 3;
    let year = i128::from(year) + months.div_euclid(12);
    let in_cycle = year.rem_euclid(400);
    let day_of_year = (153 * months.rem_euclid(12) + 2) / 5;
    let days = year.div_euclid(400) * 146_097 + in_cycle * 365 + in_cycle / 4 - in_cycle / 100 + day_of_year;
    (days + i128::from(day) - 1 - 719_468) as i64
}

/// The date so many days after 1970.
fn date_of(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let in_cycle = days.rem_euclid(146_097);
    let year_of_cycle = (in_cycle - in_cycle / 1460 + in_cycle / 36_524 - in_cycle / 146_096) / 365;
    let day_of_year = in_cycle - (365 * year_of_cycle + year_of_cycle / 4 - year_of_cycle / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let year = days.div_euclid(146_097) * 400 + year_of_cycle;
    if month < 10 { (year, month + 3, day) } else { (year + 1, month - 9, day) }
}

pub(super) fn is_leap(year: i64) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

pub(super) fn days_in(month: i64, year: i64) -> i64 {
    days_of(year, month + 1, 1) - days_of(year, month, 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_and_dates_are_inverse() {
        for days in (-2_000_000..2_000_000).step_by(37) {
            let (year, month, day) = date_of(days);
            assert_eq!(days_of(year, month, day), days);
        }
        assert_eq!(date_of(0), (1970, 1, 1));
        assert_eq!(days_in(2, 2024), 29);
        assert!(is_leap(2000) && !is_leap(1900));
    }
}

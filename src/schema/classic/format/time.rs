//! Dates and times, as Go's `time.Parse` accepts them.

use crate::gostd::time::{Location, parse_in};

fn parses(layouts: &[&str], text: &str) -> bool {
    layouts.iter().any(|layout| parse_in(layout.as_bytes(), text.as_bytes(), &Location::Utc).is_ok())
}

/// `2006-01-02`
pub(super) fn is_date(text: &str) -> bool {
    parses(&["2006-01-02"], text)
}

/// `15:04:05`, perhaps with a zone.
pub(super) fn is_time(text: &str) -> bool {
    parses(&["15:04:05Z07:00", "15:04:05"], text)
}

/// A date, a time, or both with a zone.
pub(super) fn is_date_time(text: &str) -> bool {
    is_time(text) || is_date(text) || parses(&["2006-01-02T15:04:05Z07:00"], text)
}

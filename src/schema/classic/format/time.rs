//! Dates and times, as Go's `time.Parse` accepts them.

/// `2006-01-02`
pub(super) fn is_date(text: &str) -> bool {
    date(text) == Some("")
}

/// `15:04:05`, perhaps with a zone.
pub(super) fn is_time(text: &str) -> bool {
    clock(text).is_some_and(|rest| rest.is_empty() || is_zone(rest))
}

/// A date, a time, or both with a zone.
pub(super) fn is_date_time(text: &str) -> bool {
    let whole = || clock(date(text)?.strip_prefix('T')?);
    is_time(text) || is_date(text) || whole().is_some_and(is_zone)
}

/// Takes a date off; `None` if there is none.
fn date(text: &str) -> Option<&str> {
    let (year, rest) = digits(text, 4)?;
    let (month, rest) = digits(rest.strip_prefix('-')?, 2)?;
    let (day, rest) = digits(rest.strip_prefix('-')?, 2)?;
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let last = match month {
        2 if leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => return None,
    };
    (1..=last).contains(&day).then_some(rest)
}

/// Takes a time of day off; a fraction of the second may follow, an hour may have one digit.
fn clock(text: &str) -> Option<&str> {
    let (hour, rest) = digits(text, 2).or_else(|| digits(text, 1))?;
    let (minute, rest) = digits(rest.strip_prefix(':')?, 2)?;
    let (second, rest) = digits(rest.strip_prefix(':')?, 2)?;
    if hour > 23 || minute > 59 || second > 59 {
        return None;
    }
    let fraction = rest.strip_prefix(['.', ',']).unwrap_or_default();
    let length = fraction.bytes().take_while(u8::is_ascii_digit).count();
    Some(if length > 0 { &fraction[length..] } else { rest })
}

/// `Z` or `+07:00`
fn is_zone(text: &str) -> bool {
    let offset = || {
        let (hours, rest) = digits(text.strip_prefix(['+', '-'])?, 2)?;
        let (minutes, rest) = digits(rest.strip_prefix(':')?, 2)?;
        Some(hours <= 24 && minutes <= 60 && rest.is_empty())
    };
    text == "Z" || offset() == Some(true)
}

/// Takes a number of so many digits off.
fn digits(text: &str, count: usize) -> Option<(u32, &str)> {
    let number = text.get(..count).filter(|n| n.bytes().all(|b| b.is_ascii_digit()))?;
    Some((number.parse().ok()?, &text[count..]))
}

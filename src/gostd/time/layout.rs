//! Go's layouts: a text in which the parts of one certain time stand for the parts of any.

/// A part of a time that a layout can name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Element {
    LongMonth,
    Month,
    NumMonth,
    ZeroMonth,
    LongWeekday,
    Weekday,
    Day,
    UnderDay,
    ZeroDay,
    UnderYearDay,
    ZeroYearDay,
    Hour,
    Hour12,
    ZeroHour12,
    Minute,
    ZeroMinute,
    Second,
    ZeroSecond,
    LongYear,
    Year,
    UpperPm,
    LowerPm,
    ZoneName,
    /// An offset; with `z`, UTC is written as `Z`.
    Zone {
        z: bool,
        colon: bool,
        minutes: bool,
        seconds: bool,
    },
    /// A fraction of a second; `fixed` ones keep zeros at the end.
    Fraction {
        fixed: bool,
        digits: usize,
        separator: u8,
    },
}

use Element::{
    Day, Fraction, Hour, Hour12, LongMonth, LongWeekday, LongYear, LowerPm, Minute, Month, NumMonth, Second, UnderDay,
    UnderYearDay, UpperPm, Weekday, Year, ZeroDay, ZeroHour12, ZeroMinute, ZeroMonth, ZeroSecond, ZeroYearDay, Zone,
    ZoneName,
};

#[expect(clippy::fn_params_excessive_bools, reason = "the fields of the element, for one line of the table each")]
const fn zone(z: bool, colon: bool, minutes: bool, seconds: bool) -> Element {
    Zone { z, colon, minutes, seconds }
}

/// Elements by their text; of two with the same beginning the one to try first comes first.
const TEXTS: &[(&str, Element)] = &[
    ("January", LongMonth),
    ("Jan", Month),
    ("Monday", LongWeekday),
    ("Mon", Weekday),
    ("MST", ZoneName),
    ("01", ZeroMonth),
    ("02", ZeroDay),
    ("03", ZeroHour12),
    ("04", ZeroMinute),
    ("05", ZeroSecond),
    ("06", Year),
    ("002", ZeroYearDay),
    ("15", Hour),
    ("1", NumMonth),
    ("2006", LongYear),
    ("2", Day),
    ("_2", UnderDay),
    ("__2", UnderYearDay),
    ("3", Hour12),
    ("4", Minute),
    ("5", Second),
    ("PM", UpperPm),
    ("pm", LowerPm),
    ("-070000", zone(false, false, true, true)),
    ("-07:00:00", zone(false, true, true, true)),
    ("-0700", zone(false, false, true, false)),
    ("-07:00", zone(false, true, true, false)),
    ("-07", zone(false, false, false, false)),
    ("Z070000", zone(true, false, true, true)),
    ("Z07:00:00", zone(true, true, true, true)),
    ("Z0700", zone(true, false, true, false)),
    ("Z07:00", zone(true, true, true, false)),
    ("Z07", zone(true, false, false, false)),
];

/// The first element of a layout: where it starts, where it ends, and which it is.
pub(super) fn next_element(layout: &[u8]) -> Option<(usize, usize, Element)> {
    (0..layout.len()).find_map(|start| {
        let (length, element) = element_at(&layout[start..])?;
        // `_2006` is an underscore before the year.
        let start = if element == UnderDay && layout[start..].starts_with(b"_2006") { start + 1 } else { start };
        let (length, element) =
            if layout[start] == b'2' && element == UnderDay { (4, LongYear) } else { (length, element) };
        Some((start, start + length, element))
    })
}

fn element_at(layout: &[u8]) -> Option<(usize, Element)> {
    match layout[0] {
        b'.' | b',' => return fraction(layout),
        b'J' | b'M' | b'0'..=b'5' | b'_' | b'P' | b'p' | b'-' | b'Z' => {}
        _ => return None,
    }
    let (text, element) = TEXTS.iter().find(|(text, element)| {
        let Some(rest) = layout.strip_prefix(text.as_bytes()) else { return false };
        // `Month` is a word, not the month `Mon`.
        !(matches!(element, Month | Weekday) && rest.first().is_some_and(u8::is_ascii_lowercase))
    })?;
    Some((text.len(), *element))
}

/// A point or comma, then only zeros or only nines up to the end of the digits.
fn fraction(layout: &[u8]) -> Option<(usize, Element)> {
    let kind = *layout.get(1).filter(|c| matches!(c, b'0' | b'9'))?;
    let digits = layout[1..].iter().take_while(|c| **c == kind).count();
    if layout.get(1 + digits).is_some_and(u8::is_ascii_digit) {
        return None;
    }
    Some((1 + digits, Fraction { fixed: kind == b'0', digits, separator: layout[0] }))
}

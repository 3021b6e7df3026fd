//! Dates and durations.

mod methods;

use crate::compat::Compat;
use crate::funcs;
use crate::gostd::strconv::parse_float;
use crate::gostd::time::{Duration, Location, Time, parse_duration, parse_in};
use crate::template::func::{Cx, Func, FuncError, FuncTable, Obj};
use crate::value::{IntKind, Str, Value};
use methods::receiver;

static FUNCTIONS: &[Func] = funcs! {
    "now" => cx now,
    "date" => cx date,
    "dateInZone" => cx date_in_zone,
    "date_in_zone" => cx date_in_zone,
    "htmlDate" => cx html_date,
    "htmlDateInZone" => cx html_date_in_zone,
    "dateModify" => date_modify,
    "date_modify" => date_modify,
    "mustDateModify" => must_date_modify,
    "must_date_modify" => must_date_modify,
    "ago" => cx ago,
    "toDate" => to_date,
    "mustToDate" => must_to_date,
    "unixEpoch" => unix_epoch,
    "duration" => duration,
    "durationRound" => cx duration_round,
};

static HELM4_FUNCTIONS: &[Func] = funcs! {
    "mustToDuration" => cx must_to_duration,
    "durationSeconds" => cx duration_seconds,
    "durationMinutes" => cx duration_minutes,
    "durationHours" => cx duration_hours,
    "durationDays" => cx duration_days,
    "durationWeeks" => cx duration_weeks,
    "durationMilliseconds" => cx duration_milliseconds,
    "durationMicroseconds" => cx duration_microseconds,
    "durationNanoseconds" => cx duration_nanoseconds,
    "durationRoundTo" => cx duration_round_to,
    "durationTruncateTo" => cx duration_truncate_to,
};

/// Adds the functions of this family, and the methods of times and durations.
pub(super) fn add(table: &mut FuncTable, compat: Compat) {
    table.add(FUNCTIONS);
    if compat.has_helm4_functions() {
        table.add(HELM4_FUNCTIONS);
    }
    methods::add(table, compat);
}

/// The current time.
fn now(cx: &mut Cx<'_>) -> Value {
    Value::object(Time::now(cx.now()))
}

/// A time, or a number of seconds since 1970, in a layout and the local zone; the current time if it is
/// neither: `{{ date "2006" 0 }}` → `1970`
fn date(cx: &mut Cx<'_>, layout: Str, when: Value) -> Vec<u8> {
    date_in_zone(cx, layout, when, "Local".into())
}

/// As `date`, in the zone of a name; a zone that nobody knows is UTC:
/// `{{ dateInZone "15:04 MST" 0 "Asia/Tokyo" }}` → `09:00 JST`
fn date_in_zone(cx: &mut Cx<'_>, layout: Str, when: Value, zone: Str) -> Vec<u8> {
    let location = Location::load(&zone).unwrap_or(Location::Utc);
    time_of(cx, &when).in_zone(location).format(&layout)
}

/// The date as year, month and day: `{{ htmlDate 86400 }}` → `1970-01-02`
fn html_date(cx: &mut Cx<'_>, when: Value) -> Vec<u8> {
    date(cx, "2006-01-02".into(), when)
}

/// As `htmlDate`, in the zone of a name: `{{ htmlDateInZone 0 "America/New_York" }}` → `1969-12-31`
fn html_date_in_zone(cx: &mut Cx<'_>, when: Value, zone: Str) -> Vec<u8> {
    date_in_zone(cx, "2006-01-02".into(), when, zone)
}

/// A time or seconds since 1970; anything else is the current time.
fn time_of(cx: &mut Cx<'_>, when: &Value) -> Time {
    match when {
        Value::Int(seconds, IntKind::Int | IntKind::Int64 | IntKind::Int32) => Time::unix(*seconds, 0),
        _ => when.downcast::<Time>().cloned().unwrap_or_else(|| Time::now(cx.now())),
    }
}

/// The time a duration later; unchanged if the duration is none:
/// `{{ toDate "2006-01-02" "2024-02-28" | dateModify "48h" | htmlDate }}` → `2024-03-01`
fn date_modify(duration: Str, time: Obj<Time>) -> Result<Value, FuncError> {
    let time = receiver(&time)?;
    Ok(Value::object(parse_duration(&duration).map_or_else(|_| time.clone(), |d| time.plus(d))))
}

/// As `dateModify`, but a bad duration is an error.
fn must_date_modify(duration: Str, time: Obj<Time>) -> Result<Value, FuncError> {
    Ok(Value::object(receiver(&time)?.plus(parse_duration(&duration)?)))
}

/// How long ago a time was, in whole seconds.
fn ago(cx: &mut Cx<'_>, when: Value) -> String {
    let since = Time::now(cx.now()).since(&match when {
        Value::Int(_, IntKind::Int32) => Time::now(cx.now()),
        _ => time_of(cx, &when),
    });
    since.round(Duration(1_000_000_000)).text()
}

/// Reads a time in a layout; what cannot be read is the zero time:
/// `{{ (toDate "2006-01-02" "2024-02-29").YearDay }}` → `60`
fn to_date(layout: Str, text: Str) -> Value {
    Value::object(parse_in(&layout, &text, &Location::Local).unwrap_or_else(|_| Time::zero()))
}

/// As `toDate`, but what cannot be read is an error.
fn must_to_date(layout: Str, text: Str) -> Result<Value, FuncError> {
    Ok(Value::object(parse_in(&layout, &text, &Location::Local)?))
}

/// The seconds since 1970, as text: `{{ toDate "2006" "1971" | unixEpoch }}` → `31536000`
fn unix_epoch(time: Obj<Time>) -> Result<String, FuncError> {
    Ok(receiver(&time)?.unix_seconds().to_string())
}

/// A number of seconds as text, from a text or an `int64`; anything else is `0s`:
/// `{{ duration "95" }}` → `1m35s`
fn duration(seconds: Value) -> String {
    let seconds = match seconds {
        Value::Str(text) => parse_int_saturating(&text),
        Value::Int(seconds, IntKind::Int64) => seconds,
        _ => 0,
    };
    Duration(seconds.wrapping_mul(1_000_000_000)).text()
}

/// Go's `ParseInt` without its error: 0 for what is no number, the nearest one if it is out of range.
fn parse_int_saturating(text: &[u8]) -> i64 {
    use std::num::IntErrorKind::{NegOverflow, PosOverflow};
    match std::str::from_utf8(text).map(str::parse::<i64>) {
        Ok(Ok(number)) => number,
        Ok(Err(error)) if *error.kind() == PosOverflow => i64::MAX,
        Ok(Err(error)) if *error.kind() == NegOverflow => i64::MIN,
        _ => 0,
    }
}

/// A duration in its largest unit, of which it must hold more than one:
/// `{{ durationRound "25h" }}` → `1d`
fn duration_round(cx: &mut Cx<'_>, value: Value) -> String {
    const HOUR: u64 = 3_600_000_000_000;
    const UNITS: [(u64, &str); 6] = [
        (365 * 24 * HOUR, "y"),
        (30 * 24 * HOUR, "mo"),
        (24 * HOUR, "d"),
        (HOUR, "h"),
        (HOUR / 60, "m"),
        (HOUR / 3600, "s"),
    ];
    let nanos = match &value {
        Value::Str(text) => parse_duration(text).map_or(0, |d| d.0),
        Value::Int(nanos, IntKind::Int64) => *nanos,
        _ => value.downcast::<Time>().map_or(0, |time| Time::now(cx.now()).since(time).0),
    };
    let nanos = nanos.unsigned_abs();
    let unit = UNITS.iter().find(|(unit, _)| nanos > *unit);
    unit.map_or_else(|| "0s".into(), |(unit, name)| format!("{}{name}", nanos / unit))
}

/// A duration from a text, from seconds, or from a duration: `{{ mustToDuration "90" }}` → `1m30s`
fn must_to_duration(cx: &mut Cx<'_>, value: Value) -> Result<Value, FuncError> {
    Ok(Value::object(as_duration(cx, &value)?))
}

fn or_zero(cx: &mut Cx<'_>, value: &Value) -> Duration {
    as_duration(cx, value).unwrap_or(Duration(0))
}

/// In seconds, 0 for what is no duration: `{{ durationSeconds "1m30s" }}` → `90`
fn duration_seconds(cx: &mut Cx<'_>, value: Value) -> f64 {
    or_zero(cx, &value).seconds()
}

/// In minutes: `{{ durationMinutes "90s" }}` → `1.5`
fn duration_minutes(cx: &mut Cx<'_>, value: Value) -> f64 {
    or_zero(cx, &value).minutes()
}

/// In hours: `{{ durationHours "90m" }}` → `1.5`
fn duration_hours(cx: &mut Cx<'_>, value: Value) -> f64 {
    or_zero(cx, &value).hours()
}

/// In days: `{{ durationDays "36h" }}` → `1.5`
fn duration_days(cx: &mut Cx<'_>, value: Value) -> f64 {
    or_zero(cx, &value).hours() / 24.0
}

/// In weeks: `{{ durationWeeks "336h" }}` → `2`
fn duration_weeks(cx: &mut Cx<'_>, value: Value) -> f64 {
    or_zero(cx, &value).hours() / 24.0 / 7.0
}

/// In whole milliseconds: `{{ durationMilliseconds "1.5s" }}` → `1500`
fn duration_milliseconds(cx: &mut Cx<'_>, value: Value) -> i64 {
    or_zero(cx, &value).0 / 1_000_000
}

/// In whole microseconds: `{{ durationMicroseconds "1ms" }}` → `1000`
fn duration_microseconds(cx: &mut Cx<'_>, value: Value) -> i64 {
    or_zero(cx, &value).0 / 1_000
}

/// In nanoseconds: `{{ durationNanoseconds "1us" }}` → `1000`
fn duration_nanoseconds(cx: &mut Cx<'_>, value: Value) -> i64 {
    or_zero(cx, &value).0
}

/// Rounded to a multiple, half of it away from zero: `{{ durationRoundTo "1h40m" "1h" }}` → `2h0m0s`
fn duration_round_to(cx: &mut Cx<'_>, value: Value, step: Value) -> Value {
    let duration = or_zero(cx, &value);
    Value::object(duration.round(or_zero(cx, &step)))
}

/// Rounded toward zero to a multiple: `{{ durationTruncateTo "1h40m" "1h" }}` → `1h0m0s`
fn duration_truncate_to(cx: &mut Cx<'_>, value: Value, step: Value) -> Value {
    let duration = or_zero(cx, &value);
    Value::object(duration.truncate(or_zero(cx, &step)))
}

/// The duration that a value stands for; numbers are seconds.
///
/// Source: Helm 4, `asDuration`.
fn as_duration(cx: &mut Cx<'_>, value: &Value) -> Result<Duration, String> {
    match value {
        Value::Nil => Err("invalid duration".into()),
        Value::Str(text) => duration_of_text(text),
        Value::Int(seconds, kind) if kind.is_signed() => whole_seconds(*seconds, seconds),
        Value::Int(seconds, _) => {
            let seconds = seconds.cast_unsigned();
            whole_seconds(i64::try_from(seconds).unwrap_or(i64::MAX), &seconds)
        }
        Value::Float(seconds) => real_seconds(*seconds),
        other => match other.downcast::<Duration>() {
            Some(duration) => Ok(*duration),
            None => match other {
                Value::Object(object) if object.int().is_some() => {
                    let seconds = object.int().unwrap_or_default();
                    whole_seconds(seconds, &seconds)
                }
                _ => Err(format!("unsupported duration type {}", other.type_name(cx.compat()))),
            },
        },
    }
}

fn whole_seconds(seconds: i64, shown: &dyn std::fmt::Display) -> Result<Duration, String> {
    let nanos = seconds.checked_mul(1_000_000_000);
    nanos.map(Duration).ok_or_else(|| format!("duration seconds overflow: {shown}"))
}

fn real_seconds(seconds: f64) -> Result<Duration, String> {
    const LIMIT: f64 = i64::MAX as f64;
    let shown = |number: f64| {
        let mut out = Vec::new();
        crate::gostd::fmt::print(&Value::Float(number), &mut out);
        String::from_utf8_lossy(&out).into_owned()
    };
    if !seconds.is_finite() {
        return Err(format!("invalid duration seconds: {}", shown(seconds)));
    }
    if seconds.abs() > LIMIT / 1e9 {
        return Err(format!("duration seconds overflow: {}", shown(seconds)));
    }
    let nanos = seconds * 1e9;
    if nanos.abs() > LIMIT {
        return Err(format!("duration nanoseconds overflow: {}", shown(nanos)));
    }
    // The limit itself does not fit and wraps, as on the machines Helm is built for.
    Ok(Duration(if nanos == LIMIT { i64::MIN } else { nanos as i64 }))
}

fn duration_of_text(text: &Str) -> Result<Duration, String> {
    let trimmed = text.to_text().trim().to_owned();
    if trimmed.is_empty() {
        return Err("empty duration".into());
    }
    if let Ok(duration) = parse_duration(trimmed.as_bytes()) {
        return Ok(duration);
    }
    if let Ok(seconds) = parse_float(trimmed.as_bytes()) {
        return real_seconds(seconds);
    }
    Err(format!("could not parse duration {}", crate::gostd::strconv::quoted(text)))
}

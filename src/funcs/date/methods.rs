//! Methods of times, durations and their parts.

use crate::compat::Compat;
use crate::funcs;
use crate::gostd::time::{Duration, Location, Month, Time, Weekday};
use crate::template::func::{Bytes, Func, FuncError, FuncResult, FuncTable, Obj};
use crate::value::{List, Object, ObjectType, Str, Value};

/// Adds the methods.
pub(super) fn add(table: &mut FuncTable, compat: Compat) {
    table.add_methods("time.Time", TIME_METHODS);
    if compat.has_helm4_functions() {
        table.add_methods("time.Time", HELM4_TIME_METHODS);
    }
    table.add_methods("time.Duration", DURATION_METHODS);
    table.add_methods("time.Month", MONTH_METHODS);
    table.add_methods("time.Weekday", WEEKDAY_METHODS);
    table.add_methods("time.Location", LOCATION_METHODS);
}

/// The object a method is called on.
pub(super) fn receiver<T: ObjectType>(object: &Obj<T>) -> Result<&T, FuncError> {
    object.get().ok_or_else(|| "runtime error: invalid memory address or nil pointer dereference".into())
}

/// Functions that take an object, and what they return of it.
macro_rules! methods {
    ($($type:ident { $($name:ident($object:ident $(, $arg:ident: $kind:ty)*) -> $ret:ty = $result:expr;)* })*) => {
        $($(fn $name(object: Obj<$type> $(, $arg: $kind)*) -> Result<$ret, FuncError> {
            let $object = receiver(&object)?;
            Ok($result)
        })*)*
    };
}

fn object(object: impl Object) -> Value {
    Value::object(object)
}

methods! {
    Time {
        year(t) -> isize = t.year() as isize;
        month(t) -> Value = object(t.month());
        day(t) -> isize = t.day() as isize;
        weekday(t) -> Value = object(t.weekday());
        year_day(t) -> isize = t.year_day() as isize;
        hour(t) -> isize = t.clock().0 as isize;
        minute(t) -> isize = t.clock().1 as isize;
        second(t) -> isize = t.clock().2 as isize;
        nanosecond(t) -> isize = t.nanosecond() as isize;
        unix(t) -> i64 = t.unix_seconds();
        unix_milli(t) -> i64 = t.unix_seconds().wrapping_mul(1_000).wrapping_add(i64::from(t.nanosecond()) / 1_000_000);
        unix_micro(t) -> i64 = t.unix_seconds().wrapping_mul(1_000_000).wrapping_add(i64::from(t.nanosecond()) / 1_000);
        unix_nano(t) -> i64 = t.unix_nanos();
        format(t, layout: Str) -> Vec<u8> = t.format(&layout);
        time_string(t) -> Vec<u8> = t.text();
        plus(t, d: Obj<Duration>) -> Value = object(t.plus(*receiver(&d)?));
        plus_date(t, y: isize, m: isize, d: isize) -> Value = object(t.plus_date(y as i64, m as i64, d as i64));
        since(t, u: Obj<Time>) -> Value = object(t.since(receiver(&u)?));
        utc(t) -> Value = object(t.in_zone(Location::Utc));
        local(t) -> Value = object(t.in_zone(Location::Local));
        in_zone(t, zone: Obj<Location>) -> Value = object(t.in_zone(
            zone.get().cloned().ok_or_else(|| FuncError::from("time: missing Location in call to Time.In"))?,
        ));
        location(t) -> Value = object(t.location().clone());
        is_zero(t) -> bool = t.is_zero();
        is_dst(t) -> bool = t.is_dst();
        equal(t, u: Obj<Time>) -> bool = order(t, receiver(&u)?).is_eq();
        before(t, u: Obj<Time>) -> bool = order(t, receiver(&u)?).is_lt();
        after(t, u: Obj<Time>) -> bool = order(t, receiver(&u)?).is_gt();
        compare(t, u: Obj<Time>) -> isize = order(t, receiver(&u)?) as isize;
        truncate(t, step: Obj<Duration>) -> Value = object(t.truncate(*receiver(&step)?));
        round(t, step: Obj<Duration>) -> Value = object(t.round(*receiver(&step)?));
        go_string(t) -> String = t.go_text();
        date_parts(_t) -> Value = refused("function Date has 3 return values; should be 1 or 2")?;
        clock_parts(_t) -> Value = refused("function Clock has 3 return values; should be 1 or 2")?;
        iso_week(_t) -> Value = second_result("ISOWeek", "int")?;
        zone(_t) -> Value = second_result("Zone", "int")?;
        zone_bounds(_t) -> Value = second_result("ZoneBounds", "time.Time")?;
        append_format(t, before: Bytes, layout: Str) -> List = appended(&before, &t.format(&layout));
        append_text(t, before: Bytes) -> List =
            appended(&before, &t.marshaled().map_err(|fault| format!("Time.AppendText: {fault}"))?);
        append_binary(t, before: Bytes) -> List = appended(&before, &t.binary()?);
        marshal_binary(t) -> List = List::bytes(t.binary()?);
        marshal_text(t) -> List = List::bytes(t.marshaled().map_err(|fault| format!("Time.MarshalText: {fault}"))?);
        marshal_json(t) -> List = List::bytes(
            [b"\"", &*t.marshaled().map_err(|fault| format!("Time.MarshalJSON: {fault}"))?, b"\""].concat(),
        );
    }
    Duration {
        hours(d) -> f64 = d.hours();
        minutes(d) -> f64 = d.minutes();
        seconds(d) -> f64 = d.seconds();
        milliseconds(d) -> i64 = d.0 / 1_000_000;
        microseconds(d) -> i64 = d.0 / 1_000;
        nanoseconds(d) -> i64 = d.0;
        duration_string(d) -> String = d.text();
        duration_abs(d) -> Value = object(d.abs());
        round_by(d, step: Obj<Duration>) -> Value = object(d.round(*receiver(&step)?));
        truncate_by(d, step: Obj<Duration>) -> Value = object(d.truncate(*receiver(&step)?));
    }
    Month { month_name(m) -> &'static str = m.name(); }
    Weekday { weekday_name(d) -> &'static str = d.name(); }
    Location { location_name(l) -> String = l.name().to_owned(); }
}

/// Why Go calls a method under no circumstances.
fn refused(words: impl Into<String>) -> FuncResult {
    Err(FuncError::Refused(words.into()))
}

fn second_result(method: &str, ty: &str) -> FuncResult {
    refused(format!("invalid function signature for {method}: second return value should be error; is {ty}"))
}

fn appended(before: &Bytes, text: &[u8]) -> List {
    List::bytes([&*before.0, text].concat())
}

fn order(a: &Time, b: &Time) -> std::cmp::Ordering {
    (a.unix_seconds(), a.nanosecond()).cmp(&(b.unix_seconds(), b.nanosecond()))
}

static TIME_METHODS: &[Func] = funcs! {
    "Year" => year, "Month" => month, "Day" => day, "Weekday" => weekday, "YearDay" => year_day,
    "Hour" => hour, "Minute" => minute, "Second" => second, "Nanosecond" => nanosecond,
    "Unix" => unix, "UnixMilli" => unix_milli, "UnixMicro" => unix_micro, "UnixNano" => unix_nano,
    "Format" => format, "String" => time_string, "Add" => plus, "AddDate" => plus_date, "Sub" => since,
    "UTC" => utc, "Local" => local, "In" => in_zone, "Location" => location,
    "IsZero" => is_zero, "IsDST" => is_dst,
    "Equal" => equal, "Before" => before, "After" => after, "Compare" => compare,
    "Truncate" => truncate, "Round" => round,
    "MarshalText" => marshal_text, "MarshalJSON" => marshal_json,
    "MarshalBinary" => marshal_binary, "GobEncode" => marshal_binary, "AppendFormat" => append_format,
    "GoString" => go_string, "Date" => date_parts, "Clock" => clock_parts,
    "ISOWeek" => iso_week, "Zone" => zone, "ZoneBounds" => zone_bounds,
};

/// What Go 1.24 has added.
static HELM4_TIME_METHODS: &[Func] = funcs! { "AppendText" => append_text, "AppendBinary" => append_binary };

static DURATION_METHODS: &[Func] = funcs! {
    "Hours" => hours, "Minutes" => minutes, "Seconds" => seconds, "Milliseconds" => milliseconds,
    "Microseconds" => microseconds, "Nanoseconds" => nanoseconds, "String" => duration_string,
    "Abs" => duration_abs, "Round" => round_by, "Truncate" => truncate_by,
};

static MONTH_METHODS: &[Func] = funcs! { "String" => month_name };
static WEEKDAY_METHODS: &[Func] = funcs! { "String" => weekday_name };
static LOCATION_METHODS: &[Func] = funcs! { "String" => location_name };

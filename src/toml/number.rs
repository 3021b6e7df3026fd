//! Values of TOML that are neither strings, lists nor tables.

use super::cursor::{Cursor, Fault, quoted};
use super::parse::Parser;
use crate::gostd::strconv;
use crate::gostd::time::{Location, Time, parse_in};
use crate::value::Value;

/// What a run of number-like characters turned out to be.
enum Kind {
    Integer,
    Float,
    Datetime,
}

/// A number, date, time or truth value.
pub(super) fn scalar(parser: &mut Parser<'_>) -> Result<Value, Fault> {
    let start = parser.cursor.pos();
    let cursor = &mut parser.cursor;
    let first = cursor.next()?;
    let kind = match first {
        Some('0') => after_zero(cursor, start)?,
        Some('1'..='9') => number_or_date(cursor)?,
        Some('.') => return Err(cursor.fault("floats must start with a digit, not '.'")),
        Some('i' | 'n') => return word_or_float(cursor, start),
        Some('-' | '+') => after_sign(cursor, start)?,
        Some(c) if c.is_alphabetic() => {
            cursor.step_back(c.len_utf8());
            return truth(cursor);
        }
        None => return Err(cursor.fault("unexpected EOF; expected value")),
        Some('\n') if parser.newer => return Err(cursor.fault_before_break("expected value but found '\\n' instead")),
        other => return Err(cursor.fault(format!("expected value but found {} instead", quoted(other)))),
    };
    let text = String::from_utf8_lossy(cursor.since(start)).into_owned();
    match kind {
        Kind::Integer => integer(cursor, &text),
        Kind::Float => float(cursor, &text),
        Kind::Datetime => datetime(parser, text.trim()),
    }
}

/// `inf` and `nan`, or a word that is not a value.
fn word_or_float(cursor: &mut Cursor<'_>, start: usize) -> Result<Value, Fault> {
    let is_float = (cursor.accept('n')? && cursor.accept('f')?) || (cursor.accept('a')? && cursor.accept('n')?);
    if is_float {
        let text = String::from_utf8_lossy(cursor.since(start)).into_owned();
        return float(cursor, &text);
    }
    cursor.step_back(1);
    truth(cursor)
}

fn truth(cursor: &mut Cursor<'_>) -> Result<Value, Fault> {
    let start = cursor.pos();
    cursor.skip(char::is_alphabetic)?;
    match cursor.since(start) {
        b"true" => Ok(Value::Bool(true)),
        b"false" => Ok(Value::Bool(false)),
        word => Err(cursor.fault(format!("expected value but found {} instead", strconv::quoted(word)))),
    }
}

/// Consumes digits and further characters of a kind.
fn run(cursor: &mut Cursor<'_>, more: &str) -> Result<(), Fault> {
    cursor.skip(|c| c.is_ascii_digit() || more.contains(c))
}

/// A decimal number or a date, after its first digit.
fn number_or_date(cursor: &mut Cursor<'_>) -> Result<Kind, Fault> {
    run(cursor, "")?;
    match cursor.peek()? {
        Some('-' | ':') => {
            run(cursor, "-:Tt .Zz+")?;
            Ok(Kind::Datetime)
        }
        Some('_') => decimal(cursor),
        Some('.' | 'e' | 'E') => floating(cursor),
        _ => Ok(Kind::Integer),
    }
}

fn decimal(cursor: &mut Cursor<'_>) -> Result<Kind, Fault> {
    run(cursor, "_")?;
    match cursor.peek()? {
        Some('.' | 'e' | 'E') => floating(cursor),
        _ => Ok(Kind::Integer),
    }
}

fn floating(cursor: &mut Cursor<'_>) -> Result<Kind, Fault> {
    run(cursor, "_.-+eE")?;
    Ok(Kind::Float)
}

fn after_zero(cursor: &mut Cursor<'_>, start: usize) -> Result<Kind, Fault> {
    let (digits, name) = match cursor.peek()? {
        Some('0'..='9') => return number_or_date(cursor),
        Some('_') => return decimal(cursor),
        Some('.' | 'e' | 'E') => return floating(cursor),
        Some('b') => ("01", "a binary"),
        Some('o') => ("01234567", "an octal"),
        Some('x') => ("0123456789abcdefABCDEF", "a hexadecimal"),
        _ => return Ok(Kind::Integer),
    };
    cursor.next()?;
    let next = cursor.peek()?;
    if !next.is_some_and(|c| digits.contains(c)) {
        let name = if name == "a hexadecimal" && !cursor.newer() { "a hexidecimal" } else { name };
        let so_far = String::from_utf8_lossy(cursor.since(start)).into_owned();
        return Err(cursor.fault(format!("not {name} number: '{so_far}{}'", next.unwrap_or('\0'))));
    }
    cursor.skip(|c| digits.contains(c) || c == '_')?;
    Ok(Kind::Integer)
}

fn after_sign(cursor: &mut Cursor<'_>, start: usize) -> Result<Kind, Fault> {
    let so_far = |cursor: &Cursor<'_>| String::from_utf8_lossy(cursor.since(start)).into_owned();
    match cursor.next()? {
        Some(first @ ('i' | 'n')) => {
            let rest = if first == 'i' { ['n', 'f'] } else { ['a', 'n'] };
            if cursor.accept(rest[0])? && cursor.accept(rest[1])? {
                return Ok(Kind::Float);
            }
            Err(cursor.fault(format!("invalid float: '{}'", so_far(cursor))))
        }
        Some('0') => match cursor.peek()? {
            Some(base @ ('b' | 'o' | 'x')) => {
                Err(cursor.fault(format!("cannot use sign with non-decimal numbers: '{}{base}'", so_far(cursor))))
            }
            _ => decimal(cursor),
        },
        Some('1'..='9') => decimal(cursor),
        Some('.') => Err(cursor.fault("floats must start with a digit, not '.'")),
        other => Err(cursor.fault(format!("expected a digit but got {}", quoted(other)))),
    }
}

fn integer(cursor: &Cursor<'_>, text: &str) -> Result<Value, Fault> {
    let invalid =
        |why: &str| Err(cursor.fault_at_line(format!("Invalid integer {}: {why}", strconv::quoted(text.as_bytes()))));
    if !underscores_fit(text) {
        return invalid("underscores must be surrounded by digits");
    }
    if has_leading_zero(text) {
        return invalid("cannot have leading zeroes");
    }
    match strconv::parse_int(text.as_bytes(), 0, 64) {
        Ok(value) => Ok(Value::int64(value)),
        Err(_) => Err(cursor.fault_at_line(format!("{text} is out of range for int64"))),
    }
}

fn float(cursor: &Cursor<'_>, text: &str) -> Result<Value, Fault> {
    let shown = strconv::quoted(text.as_bytes());
    let invalid = |why: &str| Err(cursor.fault_at_line(format!("Invalid float {shown}: {why}")));
    let mut parts = text.split(['.', 'e', 'E']).filter(|part| !part.is_empty());
    let first = parts.clone().next().unwrap_or_default();
    if !parts.all(underscores_fit) {
        return invalid("underscores must be surrounded by digits");
    }
    if has_leading_zero(first) {
        return invalid("cannot have leading zeroes");
    }
    let bytes = text.as_bytes();
    let bad_point = |(i, b): (usize, &u8)| *b == b'.' && !bytes.get(i + 1).is_some_and(u8::is_ascii_digit);
    if bytes.iter().enumerate().any(bad_point) {
        return invalid("'.' must be followed by one or more digits");
    }
    let plain = text.replace('_', "");
    match plain.trim_start_matches(['+', '-']) {
        "nan" => return Ok(Value::Float(if plain.starts_with('-') { -f64::NAN } else { f64::NAN })),
        "inf" => return Ok(Value::Float(if plain.starts_with('-') { f64::NEG_INFINITY } else { f64::INFINITY })),
        _ => {}
    }
    match plain.parse::<f64>() {
        Ok(value) if value.is_finite() => Ok(Value::Float(value)),
        Ok(_) => Err(cursor.fault_at_line(format!("{text} is out of range for float64"))),
        Err(_) => Err(cursor.fault_at_line(format!("Invalid float value: {shown}"))),
    }
}

/// Whether every underscore stands between digits.
fn underscores_fit(text: &str) -> bool {
    if matches!(text.trim_start_matches(['+', '-']), "nan" | "inf") {
        return true;
    }
    let mut after_digit = false;
    for c in text.chars() {
        if c == '_' && !after_digit {
            return false;
        }
        after_digit = c.is_ascii_hexdigit();
    }
    after_digit
}

fn has_leading_zero(text: &str) -> bool {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let based = unsigned.len() == text.len() && matches!(text.as_bytes().get(1), Some(b'b' | b'o' | b'x'));
    unsigned.len() > 1 && unsigned.starts_with('0') && !based
}

/// A date, a time or both, with or without an offset.
fn datetime(parser: &Parser<'_>, text: &str) -> Result<Value, Fault> {
    let text = text.replace('z', "Z").replace(['t', ' '], "T");
    let layouts = if parser.newer { LAYOUTS } else { &LAYOUTS[..4] };
    let time = layouts.iter().find_map(|(layout, zone)| {
        let zone_of = if zone.is_some() { Location::Utc } else { Location::Local };
        let time = parse_in(layout.as_bytes(), text.as_bytes(), &zone_of).ok()?;
        Some((!lacks_zero(&text, layout)).then(|| local(&time, *zone)))
    });
    match time.flatten() {
        Some(time) => Ok(Value::object(time)),
        None => Err(parser.cursor.fault_at_line(format!("invalid datetime: {}", strconv::quoted(text.as_bytes())))),
    }
}

/// The forms of dates and times; those without an offset name their kind. The last three came with TOML 1.1.
const LAYOUTS: &[(&str, Option<&str>)] = &[
    ("2006-01-02T15:04:05.999999999Z07:00", None),
    ("2006-01-02T15:04:05.999999999", Some("datetime-local")),
    ("2006-01-02", Some("date-local")),
    ("15:04:05.999999999", Some("time-local")),
    ("2006-01-02T15:04Z07:00", None),
    ("2006-01-02T15:04", Some("datetime-local")),
    ("15:04", Some("time-local")),
];

fn local(time: &Time, zone: Option<&'static str>) -> Time {
    let Some(zone) = zone else { return time.clone() };
    let (month, nanos) = (i64::from(time.month().0), i64::from(time.nanosecond()));
    Time::toml_local((time.year(), month, time.day()), time.clock(), nanos, zone)
}

/// Whether a part of the text is shorter than in the layout, which Go's parser lets pass.
fn lacks_zero(text: &str, layout: &str) -> bool {
    let fixed = layout.bytes().take_while(|c| !matches!(c, b'.' | b'Z'));
    fixed.zip(text.bytes()).any(|(wanted, found)| !wanted.is_ascii_digit() && wanted != found)
}

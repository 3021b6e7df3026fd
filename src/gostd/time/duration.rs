//! `time.Duration`.

use super::quote;

/// A number of nanoseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Duration(pub i64);

pub(super) const SECOND: i64 = 1_000_000_000;
const MINUTE: i64 = 60 * SECOND;
const HOUR: i64 = 60 * MINUTE;

impl Duration {
    /// Go's form: `1h0m3.5s`, `1.5ms`, `0s`.
    #[must_use]
    pub fn text(self) -> String {
        let nanos = self.0.unsigned_abs();
        let sign = if self.0 < 0 { "-" } else { "" };
        if nanos < SECOND as u64 {
            return match nanos {
                0 => "0s".into(),
                1..1_000 => format!("{sign}{nanos}ns"),
                1_000..1_000_000 => format!("{sign}{}µs", decimal(nanos, 3)),
                _ => format!("{sign}{}ms", decimal(nanos, 6)),
            };
        }
        let minute = MINUTE as u64;
        let (minutes, rest) = (nanos / minute, decimal(nanos % minute, 9));
        match (minutes / 60, minutes % 60) {
            (0, 0) => format!("{sign}{rest}s"),
            (0, minutes) => format!("{sign}{minutes}m{rest}s"),
            (hours, minutes) => format!("{sign}{hours}h{minutes}m{rest}s"),
        }
    }

    /// As a number of `unit`s, whole ones and the rest converted apart.
    fn in_units(self, unit: i64) -> f64 {
        (self.0 / unit) as f64 + (self.0 % unit) as f64 / unit as f64
    }

    /// In seconds.
    #[must_use]
    pub fn seconds(self) -> f64 {
        self.in_units(SECOND)
    }

    /// In minutes.
    #[must_use]
    pub fn minutes(self) -> f64 {
        self.in_units(MINUTE)
    }

    /// In hours.
    #[must_use]
    pub fn hours(self) -> f64 {
        self.in_units(HOUR)
    }

    /// Rounded toward zero to a multiple of `step`; unchanged for a step that is not positive.
    #[must_use]
    pub fn truncate(self, step: Duration) -> Duration {
        if step.0 <= 0 { self } else { Duration(self.0 - self.0 % step.0) }
    }

    /// Rounded to the nearest multiple of `step`, half of it away from zero; never beyond the longest duration.
    #[must_use]
    pub fn round(self, step: Duration) -> Duration {
        if step.0 <= 0 {
            return self;
        }
        let rest = (self.0 % step.0).unsigned_abs();
        let toward_zero = Duration(self.0 - self.0 % step.0);
        if rest + rest < step.0.unsigned_abs() {
            return toward_zero;
        }
        let away = if self.0 < 0 { -step.0 } else { step.0 };
        Duration(toward_zero.0.saturating_add(away))
    }

    /// Without its sign.
    #[must_use]
    pub fn abs(self) -> Duration {
        Duration(self.0.saturating_abs())
    }
}

/// `value` divided by ten to the power of `places`, without zeros at the end.
fn decimal(value: u64, places: u32) -> String {
    let unit = 10_u64.pow(places);
    let (whole, rest) = (value / unit, value % unit);
    if rest == 0 {
        return whole.to_string();
    }
    let text = format!("{whole}.{rest:0width$}", width = places as usize);
    text.trim_end_matches('0').to_owned()
}

const LIMIT: u64 = 1 << 63;

/// Reads `1h2m3.5s` and the like.
///
/// Errors: `time: invalid duration "x"`, `time: missing unit in duration "1"`, `time: unknown unit "d" in duration "1d"`.
///
/// Source: Go's `time.ParseDuration`.
pub fn parse_duration(text: &[u8]) -> Result<Duration, String> {
    let fail = |what: &str| format!("time: {what} {}", quote(text));
    let invalid = || fail("invalid duration");
    let (negative, mut rest) = match text {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, text),
    };
    if rest == b"0" {
        return Ok(Duration(0));
    }
    if rest.is_empty() {
        return Err(invalid());
    }
    let mut total = 0_u64;
    while !rest.is_empty() {
        let (whole, fraction, after) = number(rest).ok_or_else(invalid)?;
        let length = after.iter().position(|c| *c == b'.' || c.is_ascii_digit()).unwrap_or(after.len());
        let (name, after) = after.split_at(length);
        if name.is_empty() {
            return Err(fail("missing unit in duration"));
        }
        let unit = unit(name).ok_or_else(|| fail(&format!("unknown unit {} in duration", quote(name))))?;
        total = scaled(whole, fraction, unit)
            .and_then(|v| total.checked_add(v))
            .filter(|t| *t <= LIMIT)
            .ok_or_else(invalid)?;
        rest = after;
    }
    match (negative, total) {
        (true, _) => Ok(Duration((total as i64).wrapping_neg())),
        (false, LIMIT) => Err(invalid()),
        (false, _) => Ok(Duration(total as i64)),
    }
}

fn unit(name: &[u8]) -> Option<u64> {
    Some(match name {
        b"ns" => 1,
        b"us" | b"\xc2\xb5s" | b"\xce\xbcs" => 1_000,
        b"ms" => 1_000_000,
        b"s" => SECOND as u64,
        b"m" => MINUTE as u64,
        b"h" => HOUR as u64,
        _ => return None,
    })
}

fn scaled(whole: u64, (fraction, scale): (u64, f64), unit: u64) -> Option<u64> {
    if whole > LIMIT / unit {
        return None;
    }
    let part = if fraction > 0 { (fraction as f64 * (unit as f64 / scale)) as u64 } else { 0 };
    (whole * unit).checked_add(part).filter(|v| *v <= LIMIT)
}

/// Digits, perhaps a point and digits: the number before the point, the number after it with its
/// scale, and the text behind. At least one digit is needed.
fn number(text: &[u8]) -> Option<(u64, (u64, f64), &[u8])> {
    let (whole, rest) = leading_int(text)?;
    let mut digits = text.len() - rest.len();
    let [b'.', after @ ..] = rest else {
        return (digits > 0).then_some((whole, (0, 1.0), rest));
    };
    let (mut value, mut scale, mut full) = (0_u64, 1.0, false);
    let length = after.iter().take_while(|c| c.is_ascii_digit()).count();
    for digit in &after[..length] {
        let next = if value > (LIMIT - 1) / 10 { LIMIT + 1 } else { value * 10 + u64::from(digit - b'0') };
        full |= next > LIMIT;
        if !full {
            (value, scale) = (next, scale * 10.0);
        }
    }
    digits += length;
    (digits > 0).then_some((whole, (value, scale), &after[length..]))
}

/// The number at the start, 0 without digits; `None` if it is too big.
pub(super) fn leading_int(text: &[u8]) -> Option<(u64, &[u8])> {
    let length = text.iter().take_while(|c| c.is_ascii_digit()).count();
    let mut value = 0_u64;
    for digit in &text[..length] {
        if value > LIMIT / 10 {
            return None;
        }
        value = value * 10 + u64::from(digit - b'0');
        if value > LIMIT {
            return None;
        }
    }
    Some((value, &text[length..]))
}

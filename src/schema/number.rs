//! Exact decimal numbers, as far as schemas compute with them, and the two ways they are printed.

use std::cmp::Ordering;

/// The largest exponent that Go's `big.Rat` accepts.
const MAX_EXPONENT: i64 = 1_000_000;

/// `0.d₁d₂… × 10^exponent` with neither leading nor trailing zeros; zero has no digits.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Decimal {
    negative: bool,
    digits: Vec<u8>,
    exponent: i64,
}

impl Decimal {
    /// Reads a number as JSON writes it; `None` if its exponent is beyond what Go accepts.
    pub(super) fn parse(text: &str) -> Option<Decimal> {
        let (negative, text) = text.strip_prefix('-').map_or((false, text), |rest| (true, rest));
        let (mantissa, exponent) = match text.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, exponent.parse::<i64>().ok()?),
            None => (text, 0),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        if exponent.saturating_sub(fraction.len() as i64).abs() > MAX_EXPONENT {
            return None;
        }
        let mut digits: Vec<u8> = whole.bytes().chain(fraction.bytes()).map(|b| b.wrapping_sub(b'0')).collect();
        let zeros = digits.iter().take_while(|d| **d == 0).count();
        digits.drain(..zeros);
        while digits.last() == Some(&0) {
            digits.pop();
        }
        if digits.iter().any(|d| *d > 9) {
            return None;
        }
        if digits.is_empty() {
            return Some(Decimal { negative: false, digits, exponent: 0 });
        }
        Some(Decimal { negative, digits, exponent: whole.len() as i64 - zeros as i64 + exponent })
    }

    /// Whether the number is whole.
    pub(super) fn is_integer(&self) -> bool {
        self.digits.len() as i64 <= self.exponent || self.digits.is_empty()
    }

    /// The lowest 64 bits of a whole number, as Go converts one.
    pub(super) fn to_i64(&self) -> i64 {
        let magnitude = (0..self.exponent.max(0) as usize).fold(0u64, |value, i| {
            value.wrapping_mul(10).wrapping_add(u64::from(self.digits.get(i).copied().unwrap_or(0)))
        });
        if self.negative { (magnitude as i64).wrapping_neg() } else { magnitude as i64 }
    }

    /// Whether the number is above zero.
    pub(super) fn is_positive(&self) -> bool {
        !self.negative && !self.digits.is_empty()
    }

    /// Whether the number is a whole multiple of `other`; nothing is one of zero.
    pub(super) fn is_multiple_of(&self, other: &Decimal) -> bool {
        if other.digits.is_empty() {
            return false;
        }
        // Both as whole numbers of the same unit: digits × 10^shift.
        let ours = self.exponent - self.digits.len() as i64;
        let theirs = other.exponent - other.digits.len() as i64;
        let unit = ours.min(theirs);
        let divisor: Vec<u8> = padded(&other.digits, theirs - unit);
        let mut rest: Vec<u8> = Vec::with_capacity(divisor.len() + 1);
        for i in 0..self.digits.len() + (ours - unit) as usize {
            let digit = self.digits.get(i).copied().unwrap_or(0);
            if !rest.is_empty() || digit != 0 {
                rest.push(digit);
            }
            while !below(&rest, &divisor) {
                subtract(&mut rest, &divisor);
            }
        }
        rest.is_empty()
    }

    /// The nearest `float64`.
    fn to_f64(&self) -> f64 {
        let digits: String = self.digits.iter().map(|d| char::from(d + b'0')).collect();
        let sign = if self.negative { "-" } else { "" };
        format!("{sign}0.{digits}e{}", self.exponent).parse().unwrap_or(0.0)
    }

    /// The number as a `float64` in English: `90,000`, `1.25×10⁰⁶`.
    ///
    /// Source: `golang.org/x/text/message`, the verb `%v`.
    pub(super) fn english(&self) -> String {
        let float = self.to_f64();
        if float.is_infinite() {
            return if float < 0.0 { "-∞".into() } else { "∞".into() };
        }
        let scientific = format!("{float:e}");
        let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
        let exponent: i32 = exponent.parse().unwrap_or(0);
        if float != 0.0 && !(-4..6).contains(&exponent) {
            return format!("{mantissa}×10{}", superscript(exponent));
        }
        let plain = float.to_string();
        let (whole, fraction) = plain.split_once('.').map_or((&*plain, None), |(w, f)| (w, Some(f)));
        let mut out = group(whole);
        if let Some(fraction) = fraction {
            out.push('.');
            out.push_str(fraction);
        }
        out
    }

    /// The number as Go's `big.Float` prints it: `1e+06`, `0.25`.
    pub(super) fn big_float(&self) -> String {
        let sign = if self.negative { "-" } else { "" };
        let digits: String = self.digits.iter().map(|d| char::from(d + b'0')).collect();
        let exponent = self.exponent - 1;
        if digits.is_empty() {
            return "0".into();
        }
        if !(-4..6).contains(&exponent) {
            return scientific(sign, &digits, exponent);
        }
        if self.exponent <= 0 {
            return format!("{sign}0.{}{digits}", "0".repeat(self.exponent.unsigned_abs() as usize));
        }
        let whole = self.exponent as usize;
        if digits.len() <= whole {
            return format!("{sign}{digits}{}", "0".repeat(whole - digits.len()));
        }
        format!("{sign}{}.{}", &digits[..whole], &digits[whole..])
    }
}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Decimal) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Decimal {
    fn cmp(&self, other: &Decimal) -> Ordering {
        let sign = |d: &Decimal| {
            if d.digits.is_empty() {
                0
            } else if d.negative {
                -1
            } else {
                1
            }
        };
        let by_sign = sign(self).cmp(&sign(other));
        if by_sign != Ordering::Equal || self.digits.is_empty() {
            return by_sign;
        }
        let by_size = self.exponent.cmp(&other.exponent).then_with(|| self.digits.cmp(&other.digits));
        if self.negative { by_size.reverse() } else { by_size }
    }
}

fn scientific(sign: &str, digits: &str, exponent: i64) -> String {
    let (first, rest) = digits.split_at(1);
    let point = if rest.is_empty() { "" } else { "." };
    let direction = if exponent < 0 { '-' } else { '+' };
    format!("{sign}{first}{point}{rest}e{direction}{:02}", exponent.abs())
}

/// The digits with zeros behind them.
fn padded(digits: &[u8], zeros: i64) -> Vec<u8> {
    let mut out = digits.to_vec();
    out.resize(digits.len() + zeros as usize, 0);
    out
}

/// Whether `a < b`, both without leading zeros.
fn below(a: &[u8], b: &[u8]) -> bool {
    (a.len(), a) < (b.len(), b)
}

/// Takes `b` from `a`, which is not below it.
fn subtract(a: &mut Vec<u8>, b: &[u8]) {
    let offset = a.len() - b.len();
    let mut borrow = 0;
    for i in (0..a.len()).rev() {
        let take = borrow + if i >= offset { b[i - offset] } else { 0 };
        borrow = u8::from(a[i] < take);
        a[i] = a[i] + 10 * borrow - take;
    }
    let zeros = a.iter().take_while(|d| **d == 0).count();
    a.drain(..zeros);
}

/// A whole number in English: `12,345`.
pub(super) fn english_int(number: i64) -> String {
    group(&number.to_string())
}

fn group(whole: &str) -> String {
    let (sign, digits) = whole.strip_prefix('-').map_or(("", whole), |rest| ("-", rest));
    let mut out = String::from(sign);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

fn superscript(exponent: i32) -> String {
    let mut out = String::from(if exponent < 0 { "⁻" } else { "" });
    for digit in format!("{:02}", exponent.abs()).bytes() {
        out.push(['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'][usize::from(digit - b'0')]);
    }
    out
}

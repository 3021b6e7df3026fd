//! `float64` arithmetic.

use super::decimal::Decimal;
use crate::gostd::cast;
use crate::template::func::{FuncError, Rest};
use crate::value::Value;

/// The sum, computed in decimal.
///
/// `{{ addf 0.1 0.2 }}` → `0.3`
pub(super) fn addf(values: Rest<Value>) -> Result<f64, FuncError> {
    decimal(0.0, &values, |a, b| Ok(a.add(b)))
}

/// One more, computed in decimal.
///
/// `{{ add1f 1.5 }}` → `2.5`
pub(super) fn add1f(value: Value) -> Result<f64, FuncError> {
    decimal(cast::to_float64(&value), &[Value::int(1)], |a, b| Ok(a.add(b)))
}

/// The difference, computed in decimal.
///
/// `{{ subf 7.5 2 3 }}` → `2.5`
pub(super) fn subf(first: Value, others: Rest<Value>) -> Result<f64, FuncError> {
    decimal(cast::to_float64(&first), &others, |a, b| Ok(a.add(&b.negated())))
}

/// The quotient, computed in decimal with 16 places.
///
/// `{{ divf 10 4 }}` → `2.5`
pub(super) fn divf(first: Value, others: Rest<Value>) -> Result<f64, FuncError> {
    decimal(cast::to_float64(&first), &others, Decimal::divided)
}

/// The product, computed in decimal.
///
/// `{{ mulf 1.5 2 2 }}` → `6`
pub(super) fn mulf(first: Value, others: Rest<Value>) -> Result<f64, FuncError> {
    decimal(cast::to_float64(&first), &others, |a, b| Ok(a.times(b)))
}

type Operation = fn(&Decimal, &Decimal) -> Result<Decimal, String>;

fn decimal(first: f64, others: &[Value], operation: Operation) -> Result<f64, FuncError> {
    let mut result = Decimal::new(first)?;
    for value in others {
        result = operation(&result, &Decimal::new(cast::to_float64(value))?)?;
    }
    Ok(result.to_float())
}

/// The greatest number.
///
/// `{{ maxf 1 2.5 2 }}` → `2.5`
pub(super) fn maxf(first: Value, others: Rest<Value>) -> f64 {
    others.iter().map(cast::to_float64).fold(cast::to_float64(&first), go_max)
}

/// The least number.
///
/// `{{ minf 1.5 2.5 2 }}` → `1.5`
pub(super) fn minf(first: Value, others: Rest<Value>) -> f64 {
    others.iter().map(cast::to_float64).fold(cast::to_float64(&first), |a, b| -go_max(-a, -b))
}

/// Go's `math.Max`: infinity beats NaN, NaN beats numbers, 0 is greater than −0.
fn go_max(a: f64, b: f64) -> f64 {
    if a == f64::INFINITY || b == f64::INFINITY {
        f64::INFINITY
    } else if a.is_nan() || b.is_nan() {
        f64::NAN
    } else if a == 0.0 && b == 0.0 {
        if a.is_sign_negative() { b } else { a }
    } else if a > b {
        a
    } else {
        b
    }
}

/// The next whole number up.
///
/// `{{ ceil 1.2 }}` → `2`
pub(super) fn ceil(value: Value) -> f64 {
    cast::to_float64(&value).ceil()
}

/// The next whole number down.
///
/// `{{ floor 1.8 }}` → `1`
pub(super) fn floor(value: Value) -> f64 {
    cast::to_float64(&value).floor()
}

/// Rounded to so many places. A rest of at least a half, or the third argument, goes up; negative
/// rests never are.
///
/// `{{ round 3.14159 2 }}` → `3.14`
pub(super) fn round(value: Value, places: isize, round_on: Rest<f64>) -> f64 {
    let power = power_of_ten(places as f64);
    let shifted = power * cast::to_float64(&value);
    let rest = shifted - shifted.trunc();
    let round_on = round_on.first().copied().unwrap_or(0.5);
    let rounded = if rest >= round_on { shifted.ceil() } else { shifted.floor() };
    rounded / power
}

/// Go's `math.Pow(10, places)`, whose results differ from other libraries' in the last bit.
fn power_of_ten(places: f64) -> f64 {
    if places == 0.0 {
        return 1.0;
    }
    // 10 = 0.625 × 2⁴
    let (mut base, mut base_exponent) = (0.625f64, 4i64);
    let (mut result, mut exponent) = (1.0, 0i64);
    let mut left = places.abs() as u64;
    while left > 0 {
        if base_exponent > 1 << 12 {
            exponent += base_exponent;
            break;
        }
        if left & 1 == 1 {
            result *= base;
            exponent += base_exponent;
        }
        base *= base;
        base_exponent <<= 1;
        if base < 0.5 {
            base += base;
            base_exponent -= 1;
        }
        left >>= 1;
    }
    if places < 0.0 {
        result = 1.0 / result;
        exponent = -exponent;
    }
    scaled(result, exponent)
}

/// `number` × 2^`exponent`, rounded once.
fn scaled(number: f64, exponent: i64) -> f64 {
    let exponent = exponent.clamp(-2200, 2200) as i32;
    // In two steps, since a power of two may be out of range where the result is not.
    if exponent < -1000 {
        // The first step must stay exact, so the second one does all the rounding.
        return number * 2f64.powi(-900) * 2f64.powi(exponent + 900);
    }
    if exponent > 1000 { number * 2f64.powi(1000) * 2f64.powi(exponent - 1000) } else { number * 2f64.powi(exponent) }
}

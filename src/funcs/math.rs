//! Numbers. Arguments are converted leniently: what is no number counts as 0.

mod decimal;
mod floats;

use crate::funcs;
use crate::gostd::{cast, fmt};
use crate::template::func::{Func, FuncError, Rest};
use crate::value::{List, Str, Value};
use std::fmt::Write;

/// The functions of this family.
pub(super) static FUNCTIONS: &[Func] = funcs! {
    "add" => add,
    "add1" => add1,
    "sub" => sub,
    "div" => div,
    "mod" => modulo,
    "mul" => mul,
    "max" => max,
    "biggest" => max,
    "min" => min,
    "addf" => floats::addf,
    "add1f" => floats::add1f,
    "subf" => floats::subf,
    "divf" => floats::divf,
    "mulf" => floats::mulf,
    "maxf" => floats::maxf,
    "minf" => floats::minf,
    "ceil" => floats::ceil,
    "floor" => floats::floor,
    "round" => floats::round,
    "until" => until,
    "untilStep" => until_step,
    "seq" => seq,
    "int" => int,
    "int64" => int64,
    "float64" => float64,
    "atoi" => atoi,
    "toDecimal" => to_decimal,
};

/// The sum.
///
/// `{{ add 1 2 "3" }}` → `6`
fn add(values: Rest<Value>) -> i64 {
    values.iter().fold(0, |sum, value| sum.wrapping_add(cast::to_int64(value)))
}

/// One more.
///
/// `{{ add1 1 }}` → `2`
fn add1(value: Value) -> i64 {
    cast::to_int64(&value).wrapping_add(1)
}

/// The difference.
///
/// `{{ sub 5 2 }}` → `3`
fn sub(a: Value, b: Value) -> i64 {
    cast::to_int64(&a).wrapping_sub(cast::to_int64(&b))
}

/// The quotient, cut toward zero.
///
/// `{{ div 7 2 }}` → `3`
fn div(a: Value, b: Value) -> Result<i64, FuncError> {
    match cast::to_int64(&b) {
        0 => Err("runtime error: integer divide by zero".into()),
        b => Ok(cast::to_int64(&a).wrapping_div(b)),
    }
}

/// The remainder, with the sign of the first number.
///
/// `{{ mod -7 2 }}` → `-1`
fn modulo(a: Value, b: Value) -> Result<i64, FuncError> {
    match cast::to_int64(&b) {
        0 => Err("runtime error: integer divide by zero".into()),
        b => Ok(cast::to_int64(&a).wrapping_rem(b)),
    }
}

/// The product.
///
/// `{{ mul 2 3 4 }}` → `24`
fn mul(first: Value, others: Rest<Value>) -> i64 {
    others.iter().fold(cast::to_int64(&first), |product, value| product.wrapping_mul(cast::to_int64(value)))
}

/// The greatest number.
///
/// `{{ max 1 3 2 }}` → `3`
fn max(first: Value, others: Rest<Value>) -> i64 {
    others.iter().map(cast::to_int64).fold(cast::to_int64(&first), i64::max)
}

/// The least number.
///
/// `{{ min 3 1 2 }}` → `1`
fn min(first: Value, others: Rest<Value>) -> i64 {
    others.iter().map(cast::to_int64).fold(cast::to_int64(&first), i64::min)
}

/// Longer lists are refused: Helm needs 8 GB for as many numbers.
const LONGEST: usize = 1 << 28;

/// The most numbers that `seq` writes.
const MOST_WRITTEN: usize = 1 << 27;

/// The numbers from 0 up to `count`, or down to it.
///
/// `{{ until 3 }}` → `[0 1 2]`
fn until(count: isize) -> Result<List, FuncError> {
    until_step(0, count, if count < 0 { -1 } else { 1 })
}

/// The numbers from `start` on, each `step` further, before `stop`.
///
/// `{{ untilStep 3 9 2 }}` → `[3 5 7]`
fn until_step(start: isize, stop: isize, step: isize) -> Result<List, FuncError> {
    let count = steps(start, stop, step, LONGEST)?;
    Ok(List::numbers(start as i64, step as i64, count))
}

/// How many numbers `untilStep` makes; none if the step leads away from `stop`.
fn steps(start: isize, stop: isize, step: isize, most: usize) -> Result<usize, FuncError> {
    let leads = if stop < start { step < 0 } else { step > 0 };
    let count = match step.unsigned_abs() {
        width if leads => stop.abs_diff(start).div_ceil(width),
        _ => 0,
    };
    if count > most { Err(format!("{count} numbers are too many").into()) } else { Ok(count) }
}

/// Numbers separated by spaces, ends included: up to one number, between two, or first, step, last.
///
/// `{{ seq 2 5 }}` → `2 3 4 5`
fn seq(params: Rest<isize>) -> Result<String, FuncError> {
    let (start, step, end) = match params.0[..] {
        [end] => (1, if end < 1 { -1 } else { 1 }, end),
        [start, end] => (start, if end < start { -1 } else { 1 }, end),
        [start, step, end] => (start, step, end),
        _ => return Ok(String::new()),
    };
    let beyond = if end < start { -1 } else { 1 };
    if beyond < 0 && step > 0 {
        return Ok(String::new());
    }
    let mut out = String::new();
    let mut number = start;
    for _ in 0..steps(start, end.wrapping_add(beyond), step, MOST_WRITTEN)? {
        let gap = if out.is_empty() { "" } else { " " };
        let _ = write!(out, "{gap}{number}");
        number = number.wrapping_add(step);
    }
    Ok(out)
}

/// The value as an `int`.
///
/// `{{ int "0x1F" }}` → `31`
fn int(value: Value) -> isize {
    cast::to_int64(&value) as isize
}

/// The value as an `int64`.
///
/// `{{ int64 1.9 }}` → `1`
fn int64(value: Value) -> i64 {
    cast::to_int64(&value)
}

/// The value as a `float64`.
///
/// `{{ float64 "1.5" }}` → `1.5`
fn float64(value: Value) -> f64 {
    cast::to_float64(&value)
}

/// The decimal number in a text; 0 if it is none, the nearest `int` if it is out of range.
///
/// `{{ atoi "42" }}` → `42`
fn atoi(text: Str) -> isize {
    match parse_int(&text, 10) {
        Ok(number) | Err(Some(number)) => number as isize,
        Err(None) => 0,
    }
}

/// The value's text read as an octal number; 0 if it is none.
///
/// `{{ toDecimal "777" }}` → `511`
fn to_decimal(value: Value) -> Result<i64, FuncError> {
    let mut text = Vec::new();
    fmt::try_print(&value, &mut text)?;
    Ok(parse_int(&text, 8).unwrap_or(0))
}

/// Go's `strconv.ParseInt` with a given base; out of range gives the nearest number as the error.
fn parse_int(text: &[u8], base: u32) -> Result<i64, Option<i64>> {
    let (negative, digits) = match text {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] | rest => (false, rest),
    };
    if digits.is_empty() || !digits.iter().all(|b| char::from(*b).is_digit(base)) {
        return Err(None);
    }
    let mut number = 0i64;
    for b in digits {
        let digit = i64::from(char::from(*b).to_digit(base).unwrap_or(0));
        let next = number.checked_mul(i64::from(base));
        let next = next.and_then(|n| if negative { n.checked_sub(digit) } else { n.checked_add(digit) });
        number = next.ok_or(Some(if negative { i64::MIN } else { i64::MAX }))?;
    }
    Ok(number)
}

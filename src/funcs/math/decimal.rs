//! Decimal numbers of any length, as far as `shopspring/decimal` 1.4 is used by the `…f` functions.

use std::fmt::Write;

/// One more than the greatest limb.
const BASE: u64 = 1_000_000_000;
/// Decimal digits of one limb.
const PLACES: usize = 9;
/// Decimal places of a quotient.
const QUOTIENT_PLACES: i32 = 16;

/// An integer times a power of ten.
#[derive(Clone, Debug)]
pub(super) struct Decimal {
    negative: bool,
    /// The digits of the integer in base 10⁹, the least significant first, without leading zeros.
    limbs: Vec<u32>,
    exponent: i32,
}

impl Decimal {
    /// The shortest decimal that reads back as `number`.
    pub(super) fn new(number: f64) -> Result<Decimal, String> {
        if !number.is_finite() {
            let shown = if number.is_nan() { "NaN" } else { ["-Inf", "+Inf"][usize::from(number > 0.0)] };
            return Err(format!("Cannot create a Decimal from {shown}"));
        }
        // Of two shortest decimals that are equally near this takes the even one, as Go does.
        let mut buffer = zmij::Buffer::new();
        let text = buffer.format_finite(number.abs());
        let (mantissa, exponent) = text.split_once('e').unwrap_or((text, "0"));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let digits: u64 = format!("{whole}{fraction}").parse().unwrap_or(0);
        let limbs = trimmed(vec![(digits % BASE) as u32, (digits / BASE) as u32]);
        let exponent = exponent.parse::<i32>().unwrap_or(0) - fraction.len() as i32;
        let exponent = if limbs.is_empty() { 0 } else { exponent };
        Ok(Decimal { negative: number < 0.0, limbs, exponent })
    }

    /// The nearest `float64`.
    pub(super) fn to_float(&self) -> f64 {
        if self.limbs.is_empty() {
            return 0.0;
        }
        let mut text = String::from(if self.negative { "-" } else { "" });
        for limb in self.limbs.iter().rev() {
            let _ = write!(text, "{limb:09}");
        }
        let _ = write!(text, "e{}", self.exponent);
        text.parse().unwrap_or(0.0)
    }

    pub(super) fn negated(&self) -> Decimal {
        Decimal { negative: !self.negative, ..self.clone() }
    }

    pub(super) fn add(&self, other: &Decimal) -> Decimal {
        let exponent = self.exponent.min(other.exponent);
        let (a, b) = (self.limbs_at(exponent), other.limbs_at(exponent));
        let (negative, limbs) = match (self.negative == other.negative, compare(&a, &b).is_ge()) {
            (true, _) => (self.negative, sum(&a, &b)),
            (false, true) => (self.negative, difference(&a, &b)),
            (false, false) => (other.negative, difference(&b, &a)),
        };
        Decimal { negative, limbs, exponent }
    }

    pub(super) fn times(&self, other: &Decimal) -> Decimal {
        let limbs = product(&self.limbs, &other.limbs);
        let exponent = self.exponent.saturating_add(other.exponent);
        Decimal { negative: self.negative != other.negative, limbs, exponent }
    }

    /// The quotient with 16 decimal places, halves rounded away from zero.
    pub(super) fn divided(&self, other: &Decimal) -> Result<Decimal, String> {
        if other.limbs.is_empty() {
            return Err("decimal division by 0".into());
        }
        let shift = self.exponent - other.exponent + QUOTIENT_PLACES;
        let (mut above, mut below) = (self.limbs.clone(), other.limbs.clone());
        if shift >= 0 {
            above = shifted(&above, shift.unsigned_abs());
        } else {
            below = shifted(&below, shift.unsigned_abs());
        }
        let (mut limbs, rest) = quotient(&above, &below);
        if compare(&sum(&rest, &rest), &below).is_ge() {
            limbs = sum(&limbs, &[1]);
        }
        Ok(Decimal { negative: self.negative != other.negative, limbs, exponent: -QUOTIENT_PLACES })
    }

    fn limbs_at(&self, exponent: i32) -> Vec<u32> {
        shifted(&self.limbs, (self.exponent - exponent).unsigned_abs())
    }
}

fn trimmed(mut limbs: Vec<u32>) -> Vec<u32> {
    while limbs.last() == Some(&0) {
        limbs.pop();
    }
    limbs
}

/// `limbs` × 10^`places`.
fn shifted(limbs: &[u32], places: u32) -> Vec<u32> {
    if limbs.is_empty() {
        return Vec::new();
    }
    let places = places as usize;
    let mut out = vec![0; places / PLACES];
    out.extend(scaled(limbs, 10u64.pow((places % PLACES) as u32)));
    out
}

/// `limbs` × `factor`, which is below the base.
fn scaled(limbs: &[u32], factor: u64) -> Vec<u32> {
    let mut carry = 0;
    let mut out = Vec::with_capacity(limbs.len() + 1);
    for limb in limbs {
        let value = u64::from(*limb) * factor + carry;
        out.push((value % BASE) as u32);
        carry = value / BASE;
    }
    out.push(carry as u32);
    trimmed(out)
}

fn compare(a: &[u32], b: &[u32]) -> std::cmp::Ordering {
    a.len().cmp(&b.len()).then_with(|| a.iter().rev().cmp(b.iter().rev()))
}

fn sum(a: &[u32], b: &[u32]) -> Vec<u32> {
    let mut carry = 0;
    let mut out = Vec::with_capacity(a.len().max(b.len()) + 1);
    for i in 0..a.len().max(b.len()) {
        let limb = |limbs: &[u32]| u64::from(limbs.get(i).copied().unwrap_or(0));
        let value = limb(a) + limb(b) + carry;
        out.push((value % BASE) as u32);
        carry = value / BASE;
    }
    out.push(carry as u32);
    trimmed(out)
}

/// `a` − `b`, which is not greater.
fn difference(a: &[u32], b: &[u32]) -> Vec<u32> {
    let mut borrow = 0;
    let mut out = Vec::with_capacity(a.len());
    for (i, limb) in a.iter().enumerate() {
        let value = u64::from(*limb) + BASE - u64::from(b.get(i).copied().unwrap_or(0)) - borrow;
        out.push((value % BASE) as u32);
        borrow = u64::from(value < BASE);
    }
    trimmed(out)
}

fn product(a: &[u32], b: &[u32]) -> Vec<u32> {
    let mut out = vec![0u32; a.len() + b.len() + 1];
    for (i, x) in a.iter().enumerate() {
        let mut carry = 0;
        for (j, y) in b.iter().enumerate() {
            let value = u64::from(out[i + j]) + u64::from(*x) * u64::from(*y) + carry;
            out[i + j] = (value % BASE) as u32;
            carry = value / BASE;
        }
        out[i + b.len()] = carry as u32;
    }
    trimmed(out)
}

/// Quotient and remainder; each limb of the quotient is found by halving.
fn quotient(above: &[u32], below: &[u32]) -> (Vec<u32>, Vec<u32>) {
    let mut out = vec![0; above.len()];
    let mut rest: Vec<u32> = Vec::new();
    for (i, limb) in above.iter().enumerate().rev() {
        rest.insert(0, *limb);
        rest = trimmed(rest);
        if compare(&rest, below).is_lt() {
            continue;
        }
        let (mut low, mut high) = (0, BASE);
        while high - low > 1 {
            let middle = low.midpoint(high);
            if compare(&scaled(below, middle), &rest).is_le() {
                low = middle;
            } else {
                high = middle;
            }
        }
        out[i] = low as u32;
        rest = difference(&rest, &scaled(below, low));
    }
    (trimmed(out), rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(value: f64) -> Decimal {
        Decimal::new(value).unwrap()
    }

    #[test]
    fn computes_exactly() {
        assert_eq!(number(0.1).add(&number(0.2)).to_float(), 0.3);
        assert_eq!(number(1e300).add(&number(1e-300)).add(&number(-1e300)).to_float(), 1e-300);
        assert_eq!(number(1.1).times(&number(-1.1)).to_float(), -1.21);
        assert_eq!(number(2.0).divided(&number(3.0)).unwrap().to_float(), 0.666_666_666_666_666_7);
        assert_eq!(number(-1e308).divided(&number(1e-308)).unwrap().to_float(), f64::NEG_INFINITY);
        assert_eq!(number(123_456_789_012.0).divided(&number(1.0)).unwrap().to_float(), 123_456_789_012.0);
        let tie = "1002542858944088.25".parse().unwrap();
        assert_eq!(number(tie).times(&number(10.0)).to_float(), 10_025_428_589_440_882.0);
        assert_eq!(number(1.0).divided(&number(0.0)).unwrap_err(), "decimal division by 0");
        assert_eq!(Decimal::new(f64::INFINITY).unwrap_err(), "Cannot create a Decimal from +Inf");
    }
}

//! Quantities of resources: `100m`, `1.5Gi`, `2e3`.
//!
//! Source: `k8s.io/apimachinery/pkg/api/resource`.

/// An amount in billionths, which is the finest that Kubernetes keeps; a larger one is the largest.
pub type Nano = i128;

/// One whole.
pub const ONE: Nano = 1_000_000_000;

const FORM: &str = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";

/// Reads a quantity; the error is Kubernetes' text.
pub fn parse(text: &str) -> Result<Nano, &'static str> {
    let (negative, rest) = match text.strip_prefix(['+', '-']) {
        Some(rest) => (text.starts_with('-'), rest),
        None => (false, text),
    };
    let end = rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len());
    let (number, suffix) = rest.split_at(end);
    if number.is_empty() || number.matches('.').count() > 1 || number == "." {
        return Err(FORM);
    }
    let scale = scale(suffix).ok_or(FORM)?;
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    let size = scaled(whole, fraction, scale);
    Ok(if negative { -size } else { size })
}

/// How much one unit of a suffix is: a power of ten or of two.
#[derive(Clone, Copy)]
enum Scale {
    Ten(i32),
    Two(u32),
}

fn scale(suffix: &str) -> Option<Scale> {
    Some(match suffix {
        "" => Scale::Ten(0),
        "n" => Scale::Ten(-9),
        "u" => Scale::Ten(-6),
        "m" => Scale::Ten(-3),
        "k" => Scale::Ten(3),
        "M" => Scale::Ten(6),
        "G" => Scale::Ten(9),
        "T" => Scale::Ten(12),
        "P" => Scale::Ten(15),
        "E" => Scale::Ten(18),
        "Ki" => Scale::Two(10),
        "Mi" => Scale::Two(20),
        "Gi" => Scale::Two(30),
        "Ti" => Scale::Two(40),
        "Pi" => Scale::Two(50),
        "Ei" => Scale::Two(60),
        other => Scale::Ten(other.strip_prefix(['e', 'E'])?.parse().ok()?),
    })
}

/// The number in billionths, rounded up as Kubernetes does.
fn scaled(whole: &str, fraction: &str, scale: Scale) -> Nano {
    let fraction = &fraction[..fraction.len().min(18)];
    let digits: Nano = format!("{whole}{fraction}").parse().unwrap_or(Nano::MAX);
    let (multiple, power) = match scale {
        Scale::Ten(power) => (1, power),
        Scale::Two(power) => (1 << power, 0),
    };
    let power = power.saturating_add(9 - fraction.len() as i32);
    let size = digits.saturating_mul(multiple);
    let factor = 10_i128.checked_pow(power.unsigned_abs());
    match (power >= 0, factor) {
        (true, Some(factor)) => size.saturating_mul(factor),
        (true, None) => {
            if size == 0 {
                0
            } else {
                Nano::MAX
            }
        }
        (false, Some(factor)) => size / factor + Nano::from(size % factor != 0),
        (false, None) => Nano::from(size != 0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantities_have_sizes() {
        for (text, nano) in [
            ("1", ONE),
            ("100m", ONE / 10),
            ("1.5Gi", 3 * 512 * 1024 * 1024 * ONE),
            ("2e3", 2000 * ONE),
            ("-1k", -1000 * ONE),
            (".5", ONE / 2),
            ("1.", ONE),
            ("1n", 1),
            ("1E", ONE * 1_000_000_000_000_000_000),
            ("0.0000000001", 1),
            ("12e-1", 12 * ONE / 10),
        ] {
            assert_eq!(parse(text), Ok(nano), "{text}");
        }
        for text in ["", "1GB", "1 Gi", "a", "1.2.3", "1kI", "e3", "1Mb", "--1", "1e", "0x10"] {
            assert_eq!(parse(text), Err(FORM), "{text}");
        }
    }
}

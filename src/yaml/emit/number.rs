//! Numbers after the detour through JSON.

use crate::gostd::strconv::format_float;
use std::io::Write;

/// Floats below this are exact integers if they have no fraction.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// Appends a float as `toYaml` writes it: its JSON text read back as YAML, so that a whole number
/// becomes an integer as long as it fits 64 bits. `None` for what JSON cannot express.
pub(super) fn write_float(value: f64, out: &mut Vec<u8>) -> Option<()> {
    if !value.is_finite() {
        return None;
    }
    if value.trunc() == value && value.abs() < 1e20 {
        if value.abs() < EXACT {
            // Writing to a vector does not fail.
            let _ = write!(out, "{}", value as i64);
            return Some(());
        }
        let start = out.len();
        format_float(value, b'f', None, out);
        let text = std::str::from_utf8(&out[start..]).unwrap_or_default();
        if text.parse::<i64>().is_ok() || text.parse::<u64>().is_ok() {
            return Some(());
        }
        out.truncate(start);
    }
    format_float(value, b'g', None, out);
    Some(())
}

/// Appends a float as `toYamlPretty` writes it: never as an integer, with YAML's words for what is
/// no number.
pub(super) fn write_exact_float(value: f64, out: &mut Vec<u8>) {
    match value {
        f64::INFINITY => out.extend_from_slice(b".inf"),
        f64::NEG_INFINITY => out.extend_from_slice(b"-.inf"),
        _ if value.is_nan() => out.extend_from_slice(b".nan"),
        _ => format_float(value, b'g', None, out),
    }
}

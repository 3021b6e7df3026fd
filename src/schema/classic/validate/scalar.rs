//! Strings and numbers.

use super::{Checker, Outcome};
use crate::schema::classic::compile::Schema;
use crate::schema::classic::format;
use crate::schema::number::Decimal;

/// Whether a number is beyond a limit.
type Exceeded = fn(&Decimal, &Decimal) -> bool;

impl Checker<'_> {
    pub(super) fn check_string(&self, schema: &Schema, text: &str, outcome: &mut Outcome) {
        let length = text.chars().count() as i64;
        if let Some(min) = schema.min_length.filter(|min| length < *min) {
            self.fail(&format!("String length must be greater than or equal to {min}"), outcome);
        }
        if let Some(max) = schema.max_length.filter(|max| length > *max) {
            self.fail(&format!("String length must be less than or equal to {max}"), outcome);
        }
        if let Some((pattern, written)) = &schema.pattern
            && !pattern.is_match(text)
        {
            self.fail(&format!("Does not match pattern '{written}'"), outcome);
        }
        if let Some(format) = schema.format.as_ref().filter(|format| !format::admits(format, text)) {
            self.fail(&format!("Does not match format '{format}'"), outcome);
        }
        outcome.score += 1;
    }

    pub(super) fn check_number(&self, schema: &Schema, text: &str, outcome: &mut Outcome) {
        outcome.score += 1;
        let Some(number) = Decimal::parse(text) else { return };
        let limits: [(&Option<Decimal>, Exceeded, &str); 5] = [
            (&schema.multiple_of, |n, limit| !n.is_multiple_of(limit), "a multiple of"),
            (&schema.maximum, |n, limit| n > limit, "less than or equal to"),
            (&schema.exclusive_maximum, |n, limit| n >= limit, "less than"),
            (&schema.minimum, |n, limit| n < limit, "greater than or equal to"),
            (&schema.exclusive_minimum, |n, limit| n <= limit, "greater than"),
        ];
        for (limit, exceeded, words) in limits {
            if let Some(limit) = limit.as_ref().filter(|limit| exceeded(&number, limit)) {
                self.fail(&format!("Must be {words} {}", limit.big_float()), outcome);
            }
        }
        // No number has any format that the library knows.
        if let Some(format) = schema.format.as_ref().filter(|format| format::is_known(format)) {
            self.fail(&format!("Does not match format '{format}'"), outcome);
        }
    }
}

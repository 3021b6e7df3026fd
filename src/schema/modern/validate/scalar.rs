//! Strings and numbers.

use super::{Reason, Run};
use crate::schema::number::Decimal;
use std::cmp::Ordering;

impl Run<'_, '_, '_, '_> {
    pub(super) fn check_string(&mut self, text: &str) {
        let schema = self.schema;
        if schema.min_length.is_some() || schema.max_length.is_some() {
            let got = text.chars().count() as i64;
            if let Some(want) = schema.min_length.filter(|want| got < *want) {
                self.add(Reason::Count { keyword: "minLength", got, want });
            }
            if let Some(want) = schema.max_length.filter(|want| got > *want) {
                self.add(Reason::Count { keyword: "maxLength", got, want });
            }
        }
        if let Some((pattern, written)) = &schema.pattern
            && !pattern.is_match(text)
        {
            self.add(Reason::Pattern { got: text.to_owned(), want: written.clone() });
        }
    }

    pub(super) fn check_number(&mut self, text: &str) {
        let schema = self.schema;
        let limits: [(&'static str, &Option<Decimal>, &[Ordering]); 4] = [
            ("minimum", &schema.minimum, &[Ordering::Less]),
            ("maximum", &schema.maximum, &[Ordering::Greater]),
            ("exclusiveMinimum", &schema.exclusive_minimum, &[Ordering::Less, Ordering::Equal]),
            ("exclusiveMaximum", &schema.exclusive_maximum, &[Ordering::Greater, Ordering::Equal]),
        ];
        if schema.multiple_of.is_none() && limits.iter().all(|(_, limit, _)| limit.is_none()) {
            return;
        }
        let Some(got) = Decimal::parse(text) else { return };
        for (keyword, limit, bad) in limits {
            if let Some(want) = limit.as_ref().filter(|want| bad.contains(&got.cmp(want))) {
                self.add(Reason::Number { keyword, got: got.clone(), want: want.clone() });
            }
        }
        if let Some(want) = schema.multiple_of.as_ref().filter(|want| !got.is_multiple_of(want)) {
            self.add(Reason::Number { keyword: "multipleOf", got, want: want.clone() });
        }
    }
}

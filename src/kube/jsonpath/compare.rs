//! Comparisons in filters.

use crate::value::Value;
use std::cmp::Ordering;

/// What stands between the two sides of a filter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operator {
    Less,
    LessOrEqual,
    Equal,
    NotEqual,
    GreaterOrEqual,
    Greater,
    /// Signs that are none of these: found out when the filter is used.
    Unknown,
}

impl Operator {
    pub(super) fn of(signs: &str) -> Operator {
        match signs {
            "<" => Operator::Less,
            "<=" => Operator::LessOrEqual,
            "==" => Operator::Equal,
            "!=" => Operator::NotEqual,
            ">=" => Operator::GreaterOrEqual,
            ">" => Operator::Greater,
            _ => Operator::Unknown,
        }
    }

    /// Whether two values pass; nothing if they cannot be compared. Numbers of a chart's values are floating-point
    /// numbers, so that whole numbers in a filter cannot be compared with them.
    ///
    /// Source: client-go's `third_party/forked/golang/template/funcs.go`.
    pub(super) fn passes(self, left: &Value, right: &Value) -> Option<bool> {
        let order = match (left, right) {
            (Value::Bool(left), Value::Bool(right)) if matches!(self, Operator::Equal | Operator::NotEqual) => {
                left.cmp(right)
            }
            (Value::Float(left), Value::Float(right)) => left.partial_cmp(right)?,
            (Value::Int(left, _), Value::Int(right, _)) => left.cmp(right),
            (Value::Str(left), Value::Str(right)) => left.as_bytes().cmp(right.as_bytes()),
            _ => return None,
        };
        Some(match self {
            Operator::Less => order == Ordering::Less,
            Operator::LessOrEqual => order != Ordering::Greater,
            Operator::Equal => order == Ordering::Equal,
            Operator::NotEqual => order != Ordering::Equal,
            Operator::GreaterOrEqual => order != Ordering::Less,
            Operator::Greater => order == Ordering::Greater,
            Operator::Unknown => return None,
        })
    }
}

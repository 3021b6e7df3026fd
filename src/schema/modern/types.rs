//! The types that the keyword `type` names.

use crate::schema::json::Json;

/// A set of types.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Types(u8);

/// In the order in which they are printed.
const NAMES: [&str; 7] = ["null", "boolean", "number", "integer", "string", "array", "object"];

const NUMBER: usize = 2;
const INTEGER: usize = 3;

impl Types {
    /// The set that the value of the keyword describes.
    pub(super) fn of_keyword(value: &Json) -> Types {
        match value {
            Json::Str(name) => Types::named(name),
            Json::Arr(names) => {
                Types(names.iter().filter_map(Json::as_str).fold(0, |set, name| set | Types::named(name).0))
            }
            _ => Types::default(),
        }
    }

    fn named(name: &str) -> Types {
        NAMES.iter().position(|n| *n == name).map_or(Types(0), |i| Types(1 << i))
    }

    /// Whether nothing is in the set.
    pub(super) fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the set has the type of a value, or `integer` for a whole number.
    pub(super) fn admit(self, value: &Json, whole: impl FnOnce() -> bool) -> bool {
        let Some(kind) = kind_of(value) else { return false };
        self.0 & (1 << kind) != 0 || (kind == NUMBER && self.0 & (1 << INTEGER) != 0 && whole())
    }

    /// The names, in a fixed order.
    pub(super) fn names(self) -> Vec<&'static str> {
        NAMES.iter().enumerate().filter(|(i, _)| self.0 & (1 << i) != 0).map(|(_, name)| *name).collect()
    }
}

fn kind_of(value: &Json) -> Option<usize> {
    Some(match value {
        Json::Null => 0,
        Json::Bool(_) => 1,
        Json::Num(_) => NUMBER,
        Json::Str(_) => 4,
        Json::Arr(_) => 5,
        Json::Obj(_) => 6,
        Json::Other(_) => return None,
    })
}

/// The name of the type of a value; `None` for what is no JSON.
pub(super) fn name_of(value: &Json) -> Option<&'static str> {
    kind_of(value).map(|kind| NAMES[kind])
}

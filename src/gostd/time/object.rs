//! Times and their parts as values of templates.

use super::{Duration, Location, Month, Time, Weekday};
use crate::compat::Compat;
use crate::value::{IntKind, Kind, Object, ObjectType, Value};
use std::any::Any;
use std::borrow::Cow;

macro_rules! object {
    ($type:ty, $name:literal, $key:literal, $kind:expr, { $($items:tt)* }) => {
        impl Object for $type {
            fn type_name(&self, _: Compat) -> Cow<'static, str> {
                $name.into()
            }
            fn type_key(&self) -> &'static str {
                $key
            }
            fn kind(&self) -> Kind {
                $kind
            }
            fn as_any(&self) -> &dyn Any {
                self
            }
            fn equals(&self, other: &dyn Object) -> bool {
                other.as_any().downcast_ref::<$type>() == Some(self)
            }
            $($items)*
        }
        impl ObjectType for $type {
            const NAME: &'static str = $name;
            const POINTER: bool = matches!($kind, Kind::Ptr);
        }
    };
}

object!(Time, "time.Time", "time.Time", Kind::Struct, {
    fn string(&self) -> Option<Vec<u8>> {
        Some(self.text())
    }
    fn go_string(&self) -> Option<Vec<u8>> {
        Some(self.go_text().into_bytes())
    }
    fn json(&self, _: Compat) -> Value {
        Value::str(self.rfc3339())
    }
    fn json_fault(&self, compat: Compat) -> Option<String> {
        let fault = self.marshaled().err()?;
        Some(if compat.json_v2_engine() {
            format!("json: error calling MarshalJSON for type *time.Time: {fault}")
        } else {
            format!("json: error calling MarshalJSON for type time.Time: Time.MarshalJSON: {fault}")
        })
    }
    fn toml(&self) -> Option<String> {
        let layout: &[u8] = match self.location().name() {
            "datetime-local" => b"2006-01-02T15:04:05.999999999",
            "date-local" => b"2006-01-02",
            "time-local" => b"15:04:05.999999999",
            _ => b"2006-01-02T15:04:05.999999999Z07:00",
        };
        Some(String::from_utf8_lossy(&self.format(layout)).into_owned())
    }
});

object!(Duration, "time.Duration", "time.Duration", Kind::Int(IntKind::Int64), {
    fn string(&self) -> Option<Vec<u8>> {
        Some(self.text().into_bytes())
    }
    fn json(&self, _: Compat) -> Value {
        Value::int64(self.0)
    }
    fn int(&self) -> Option<i64> {
        Some(self.0)
    }
    fn with_int(&self, number: i64) -> Option<Value> {
        Some(Value::object(Duration(number)))
    }
});

object!(Month, "time.Month", "time.Month", Kind::Int(IntKind::Int), {
    fn string(&self) -> Option<Vec<u8>> {
        // `range` over a month begins below the first one.
        Some(if self.0 == 0 { b"%!Month(0)".to_vec() } else { self.name().into() })
    }
    fn json(&self, _: Compat) -> Value {
        Value::int(self.0.into())
    }
    fn int(&self) -> Option<i64> {
        Some(self.0.into())
    }
    fn with_int(&self, number: i64) -> Option<Value> {
        u8::try_from(number).ok().map(|number| Value::object(Month(number)))
    }
});

object!(Weekday, "time.Weekday", "time.Weekday", Kind::Int(IntKind::Int), {
    fn string(&self) -> Option<Vec<u8>> {
        Some(self.name().into())
    }
    fn json(&self, _: Compat) -> Value {
        Value::int(self.0.into())
    }
    fn int(&self) -> Option<i64> {
        Some(self.0.into())
    }
    fn with_int(&self, number: i64) -> Option<Value> {
        u8::try_from(number).ok().map(|number| Value::object(Weekday(number)))
    }
});

object!(Location, "*time.Location", "time.Location", Kind::Ptr, {
    fn string(&self) -> Option<Vec<u8>> {
        Some(self.name().into())
    }
    fn json(&self, _: Compat) -> Value {
        Value::Map(crate::value::Map::new())
    }
});

/// The parts of a time that its methods return as numbers.
impl Time {
    /// The year.
    #[must_use]
    pub fn year(&self) -> i64 {
        self.civil().year
    }

    /// The month.
    #[must_use]
    pub fn month(&self) -> Month {
        self.civil().month
    }

    /// The day of the month.
    #[must_use]
    pub fn day(&self) -> i64 {
        self.civil().day
    }

    /// The day of the week.
    #[must_use]
    pub fn weekday(&self) -> Weekday {
        self.civil().weekday
    }

    /// The day of the year, from 1.
    #[must_use]
    pub fn year_day(&self) -> i64 {
        self.civil().year_day
    }

    /// Hour, minute and second.
    #[must_use]
    pub fn clock(&self) -> (i64, i64, i64) {
        let civil = self.civil();
        (civil.hour, civil.minute, civil.second)
    }

    /// Whether the zone has summer time then.
    #[must_use]
    pub fn is_dst(&self) -> bool {
        self.location.is_dst(self.seconds)
    }
}

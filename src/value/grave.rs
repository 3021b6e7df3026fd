//! Dropping without recursion: values can be nested deeper than any stack.

use super::Value;
use std::cell::RefCell;

thread_local! {
    /// Containers waiting to be dropped; `None` while nobody is dropping.
    static WAITING: RefCell<Option<Vec<Value>>> = const { RefCell::new(None) };
}

/// Drops the containers among `values` one level at a time.
///
/// The outermost call drains the queue; the drops it causes only add to it.
pub(super) fn bury(values: impl Iterator<Item = Value>) {
    let nested = WAITING.with_borrow_mut(|waiting| {
        let nested = waiting.is_some();
        waiting.get_or_insert_default();
        nested
    });
    for value in values {
        // Objects are dropped here, outside any borrow: they may hold containers of their own.
        if is_container(&value) {
            WAITING.with_borrow_mut(|waiting| waiting.get_or_insert_default().push(value));
        }
    }
    if nested {
        return;
    }
    while let Some(value) = WAITING.with_borrow_mut(|w| w.as_mut().and_then(Vec::pop)) {
        drop(value);
    }
    WAITING.set(None);
}

/// Whether dropping `value` may drop further values.
pub(super) fn is_container(value: &Value) -> bool {
    matches!(value, Value::List(_) | Value::Map(_))
}

#[cfg(test)]
mod tests {
    use super::super::{Kind, Map, Object, Value};
    use crate::compat::Compat;
    use std::any::Any;
    use std::borrow::Cow;

    /// An object that alone holds a map of maps.
    struct Holder(#[expect(dead_code, reason = "held only to be dropped")] Value);

    impl Object for Holder {
        fn type_name(&self, _compat: Compat) -> Cow<'static, str> {
            "holder".into()
        }

        fn type_key(&self) -> &'static str {
            "holder"
        }

        fn kind(&self) -> Kind {
            Kind::Struct
        }

        fn as_any(&self) -> &dyn Any {
            self
        }
    }

    fn nested() -> Value {
        let map = Map::new();
        map.insert("inner", Value::Map(Map::new()));
        Value::Map(map)
    }

    #[test]
    fn objects_among_containers_may_hold_containers() {
        let map = Map::new();
        map.insert("object", Value::object(Holder(nested())));
        map.insert("container", nested());
        let map = Value::Map(map);
        drop(Value::list(vec![map, Value::object(Holder(nested()))]));
    }
}

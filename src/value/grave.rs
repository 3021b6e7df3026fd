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
    let containers = values.filter(|v| matches!(v, Value::List(_) | Value::Map(_)));
    let nested = WAITING.with_borrow_mut(|waiting| {
        let nested = waiting.is_some();
        waiting.get_or_insert_default().extend(containers);
        nested
    });
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

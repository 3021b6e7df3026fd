//! `range` over everything that can be ranged over.

use super::exec::{Done, Exec, Flow};
use super::node::Branches;
use super::slot::Slot;
use crate::value::{List, Map, MapKind, Object, Str, Value};

impl Exec<'_, '_, '_> {
    pub(super) fn range(&mut self, dot: &Slot, branches: Branches) -> Done<Flow> {
        self.check_depth()?;
        let value = self.pipe(dot, branches.pipe)?;
        let ran = match &value.value {
            Value::Nil => false,
            Value::List(list) => self.range_list(list, branches)?,
            Value::Map(map) => self.range_map(map, branches)?,
            Value::Int(end, kind) if self.run.options.compat.range_over_int() => {
                let end = if kind.is_signed() { (*end).max(0).cast_unsigned() } else { end.cast_unsigned() };
                self.range_int(end, &value.value, branches, |number| Value::Int(number, *kind))?
            }
            Value::Object(object) => self.range_object(&**object, &value.value, branches)?,
            other => return self.cannot_range(other),
        };
        if ran { Ok(Flow::Next) } else { self.range_else(dot, branches) }
    }

    fn cannot_range<T>(&self, value: &Value) -> Done<T> {
        let mut message = b"range can't iterate over ".to_vec();
        super::output::print_pointee(value, &mut message);
        self.fail(message)
    }

    fn range_list(&mut self, list: &List, branches: Branches) -> Done<bool> {
        let each = self.loop_of(branches);
        let in_interface = list.kind().holds_interfaces();
        let mut index = 0;
        while let Some(element) = list.get(index) {
            let element = Slot::element(element, in_interface);
            let key = Slot::new(Value::int(index as i64));
            if self.round(each, key, element)? == Flow::Break {
                break;
            }
            index += 1;
        }
        Ok(!list.is_empty())
    }

    /// The entries are those at the start, whatever the rounds do to the map.
    fn range_map(&mut self, map: &Map, branches: Branches) -> Done<bool> {
        let each = self.loop_of(branches);
        let in_interface = map.kind() != MapKind::Strings;
        let entries: Vec<(Str, Value)> = map.sorted();
        let ran = !entries.is_empty();
        for (key, element) in entries {
            let element = Slot::element(element, in_interface);
            if self.round(each, Slot::new(Value::Str(key)), element)? == Flow::Break {
                break;
            }
        }
        Ok(ran)
    }

    fn range_object(&mut self, object: &dyn Object, value: &Value, branches: Branches) -> Done<bool> {
        if let Some(end) = object.int().filter(|_| self.run.options.compat.range_over_int()) {
            let end = end.max(0).cast_unsigned();
            return self.range_int(end, value, branches, |number| object.with_int(number).unwrap_or_default());
        }
        let Some(entries) = object.entries() else { return self.cannot_range(value) };
        let each = self.loop_of(branches);
        let ran = !entries.is_empty();
        for (key, element) in entries {
            if self.round(each, Slot::new(key), Slot::new(element))? == Flow::Break {
                break;
            }
        }
        Ok(ran)
    }

    /// All the numbers below `end`, each as `element` makes it of the type of `value`.
    fn range_int(&mut self, end: u64, value: &Value, branches: Branches, element: impl Fn(i64) -> Value) -> Done<bool> {
        let each = self.loop_of(branches);
        if each.variables.len() > 1 {
            let mut message = b"can't use ".to_vec();
            super::output::print_pointee(value, &mut message);
            message.extend_from_slice(b" to iterate over more than one variable");
            return self.fail(message);
        }
        for number in 0..end {
            let element = Slot::new(element(number.cast_signed()));
            if self.round(each, Slot::default(), element)? == Flow::Break {
                break;
            }
        }
        Ok(end > 0)
    }
}

//! Values under a verb.

use super::number::Integer;
use super::spec::Spec;
use crate::compat::Compat;
use crate::gostd::strings::{LONGEST, push_rune};
use crate::gostd::trail::{Endless, Trail};
use crate::value::{Kind, List, ListKind, Map, Object, Value};

/// Where Go shows an address, which differs from run to run, this is shown.
const ADDRESS: u64 = 0xc0_0000_0000;

/// Writes values under one verb after another.
pub(super) struct Printer<'a> {
    pub(super) compat: Compat,
    pub(super) out: &'a mut Vec<u8>,
    pub(super) spec: Spec,
    /// Inside of `%!d(…)`, where methods are not called.
    erroring: bool,
    trail: Trail,
    endless: bool,
}

impl<'a> Printer<'a> {
    pub(super) fn new(compat: Compat, out: &'a mut Vec<u8>) -> Printer<'a> {
        Printer { compat, out, spec: Spec::default(), erroring: false, trail: Trail::default(), endless: false }
    }

    /// Writes and tells whether something contained itself.
    pub(super) fn finish(mut self, write: impl FnOnce(&mut Self)) -> Result<(), Endless> {
        write(&mut self);
        if self.endless { Err(Endless) } else { Ok(()) }
    }

    /// Whether so much has been written that the rest is left out.
    pub(super) fn is_full(&mut self) -> bool {
        let full = self.out.len() > LONGEST;
        self.endless |= full;
        full
    }

    fn write(&mut self, text: &[u8]) {
        self.out.extend_from_slice(text);
    }

    /// An argument of its own, not an element of another value.
    pub(super) fn argument(&mut self, value: &Value, verb: char) {
        match (value, verb) {
            (Value::Nil, 'T' | 'v') => self.spec.pad(b"<nil>", self.out),
            (_, 'T') => self.spec.text(value.type_name(self.compat).as_bytes(), self.out),
            (_, 'p') => self.pointer(value, verb),
            (Value::List(list), 'v' | 'd') if self.spec.flags.go_syntax && list.kind() == ListKind::Bytes => {
                self.go_bytes(list, "[]byte");
            }
            (Value::List(_) | Value::Map(_), 'w') if !self.erroring && !is_bytes(value) => self.bad_verb(value, verb),
            _ => self.value(value, verb, true),
        }
    }

    fn value(&mut self, value: &Value, verb: char, top: bool) {
        match value {
            Value::Bool(b) if matches!(verb, 't' | 'v') => self.spec.pad(if *b { b"true" } else { b"false" }, self.out),
            Value::Int(i, kind) if kind.is_signed() => self.integer(value, Integer::signed(*i), true, verb),
            Value::Int(i, _) => self.integer(value, Integer::unsigned(i.cast_unsigned()), false, verb),
            Value::Float(f) => self.float(value, *f, verb),
            Value::Complex(c) => self.complex(value, c, verb),
            Value::Str(text) => self.text(value, text, verb),
            Value::List(list) => self.list(list, verb),
            Value::Map(map) => self.map(map, verb),
            Value::Object(object) => self.object(value, &**object, verb, top),
            Value::Nil | Value::Bool(_) => self.bad_verb(value, verb),
        }
    }

    /// `%!d(string=x)`
    fn bad_verb(&mut self, value: &Value, verb: char) {
        self.write(b"%!");
        push_rune(verb, self.out);
        self.write(b"(");
        if value.is_nil() {
            self.write(b"<nil>");
        } else {
            self.write(value.type_name(self.compat).as_bytes());
            self.write(b"=");
            let outer = std::mem::replace(&mut self.erroring, true);
            self.argument(value, 'v');
            self.erroring = outer;
        }
        self.write(b")");
    }

    fn integer(&mut self, value: &Value, number: Integer, signed: bool, verb: char) {
        let spec = self.spec;
        match verb {
            'v' if spec.flags.go_syntax && !signed => self.hex_number(number.magnitude, true),
            'v' | 'd' => spec.integer(number, 10, verb, self.out),
            'b' => spec.integer(number, 2, verb, self.out),
            'o' | 'O' => spec.integer(number, 8, verb, self.out),
            'x' | 'X' => spec.integer(number, 16, verb, self.out),
            'c' => spec.character(number.bits(), self.out),
            'q' => spec.quoted_character(number.bits(), self.out),
            'U' => spec.code_point(number.bits(), self.out),
            _ => self.bad_verb(value, verb),
        }
    }

    fn hex_number(&mut self, number: u64, marked: bool) {
        let mut spec = self.spec;
        spec.flags.sharp = marked;
        spec.integer(Integer::unsigned(number), 16, 'v', self.out);
    }

    fn float(&mut self, value: &Value, number: f64, verb: char) {
        match float_format(verb) {
            Some((format, precision)) => self.spec.float(number, format, precision, self.out),
            None => self.bad_verb(value, verb),
        }
    }

    fn complex(&mut self, value: &Value, number: &[f64; 2], verb: char) {
        let Some((format, precision)) = float_format(verb) else { return self.bad_verb(value, verb) };
        self.write(b"(");
        self.spec.float(number[0], format, precision, self.out);
        let mut signed = self.spec;
        signed.flags.plus = true;
        signed.float(number[1], format, precision, self.out);
        self.write(b"i)");
    }

    fn text(&mut self, value: &Value, text: &[u8], verb: char) {
        match verb {
            'v' if self.spec.flags.go_syntax => self.spec.quoted(text, self.out),
            'v' | 's' => self.spec.text(text, self.out),
            'x' | 'X' => self.spec.hex(text, verb == 'X', self.out),
            'q' => self.spec.quoted(text, self.out),
            _ => self.bad_verb(value, verb),
        }
    }

    /// An element of a list or map.
    fn element(&mut self, value: &Value, verb: char) {
        match value {
            Value::Nil if self.spec.flags.go_syntax => self.write(b"interface {}(nil)"),
            Value::Nil => self.write(b"<nil>"),
            value => self.value(value, verb, false),
        }
    }

    /// Opens and closes a compound value around `write`, unless it is inside of itself.
    fn guarded(&mut self, entered: Result<(), Endless>, write: impl FnOnce(&mut Self)) {
        if entered.is_ok() {
            return write(self);
        }
        self.endless = true;
        self.write(b"%!v(ENDLESS)");
    }

    fn list(&mut self, list: &List, verb: char) {
        if let (Some(bytes), 's' | 'q' | 'x' | 'X') = (list.as_bytes(), verb) {
            return match verb {
                's' => self.spec.text(bytes, self.out),
                'q' => self.spec.quoted(bytes, self.out),
                _ => self.spec.hex(bytes, verb == 'X', self.out),
            };
        }
        if !self.open(&list.kind().type_name(self.compat), b"[", list.is_nil()) {
            return;
        }
        let entered = self.trail.enter_list(list);
        self.guarded(entered, |p| {
            for (i, item) in list.iter().enumerate() {
                if p.is_full() {
                    break;
                }
                p.separate(i);
                p.element(&item, verb);
            }
            p.trail.leave_list(list);
        });
        self.close(b"]");
    }

    fn go_bytes(&mut self, list: &List, name: &str) {
        if !self.open(name, b"[", list.is_nil()) {
            return;
        }
        for (i, byte) in list.as_bytes().unwrap_or_default().iter().enumerate() {
            self.separate(i);
            self.hex_number(u64::from(*byte), true);
        }
        self.close(b"]");
    }

    fn map(&mut self, map: &Map, verb: char) {
        if !self.open(&map.kind().type_name(self.compat), b"map[", map.is_nil()) {
            return;
        }
        let entered = self.trail.enter_map(map);
        self.guarded(entered, |p| {
            let mut i = 0;
            let _ = map.for_each(|key, value| {
                if p.is_full() {
                    return Err(());
                }
                p.separate(i);
                i += 1;
                p.text(&Value::Str(key.clone()), key, verb);
                p.write(b":");
                p.element(value, verb);
                Ok(())
            });
            p.trail.leave_map(map);
        });
        self.close(b"]");
    }

    /// Writes what stands before the elements; false if that is all because the value is nil.
    fn open(&mut self, type_name: &str, bracket: &[u8], nil: bool) -> bool {
        if !self.spec.flags.go_syntax {
            self.write(bracket);
            return true;
        }
        self.write(type_name.as_bytes());
        self.write(if nil { b"(nil)" } else { b"{" });
        !nil
    }

    fn close(&mut self, bracket: &[u8]) {
        self.write(if self.spec.flags.go_syntax { b"}" } else { bracket });
    }

    fn separate(&mut self, index: usize) {
        if index > 0 {
            self.write(if self.spec.flags.go_syntax { b", " } else { b" " });
        }
    }

    fn object(&mut self, value: &Value, object: &dyn Object, verb: char, top: bool) {
        if !self.erroring {
            if verb == 'w' {
                return self.bad_verb(value, verb);
            }
            if let Some(text) = self.spec.flags.go_syntax.then(|| object.go_string()).flatten() {
                return self.spec.text(&text, self.out);
            }
            let shown = matches!(verb, 'v' | 's' | 'x' | 'X' | 'q') && !self.spec.flags.go_syntax;
            if let Some(text) = shown.then(|| object.string()).flatten() {
                return self.text(value, &text, verb);
            }
        }
        match object.kind() {
            Kind::Int(kind) => {
                let number = object.int().unwrap_or_default();
                let signed = kind.is_signed();
                let integer = if signed { Integer::signed(number) } else { Integer::unsigned(number.cast_unsigned()) };
                self.integer(value, integer, signed, verb);
            }
            Kind::Ptr if top => {
                self.write(b"&");
                self.fields(object, verb);
            }
            Kind::Ptr => self.pointer(value, verb),
            Kind::Map | Kind::Slice => self.entries(object, verb),
            _ => self.fields(object, verb),
        }
    }

    /// The struct that an object is or points to.
    pub(super) fn fields(&mut self, object: &dyn Object, verb: char) {
        let flags = self.spec.flags;
        if flags.go_syntax {
            let name = object.type_name(self.compat);
            self.write(name.trim_start_matches('*').as_bytes());
        }
        self.write(b"{");
        for (i, (name, value)) in object.fields().iter().enumerate() {
            self.separate(i);
            if flags.names || flags.go_syntax {
                self.write(name.as_bytes());
                self.write(b":");
            }
            self.element(value, verb);
        }
        self.write(b"}");
    }

    /// A map type or slice type with methods.
    fn entries(&mut self, object: &dyn Object, verb: char) {
        let keyed = object.kind() == Kind::Map;
        self.open(&object.type_name(self.compat), if keyed { b"map[" } else { b"[" }, false);
        for (i, (key, value)) in object.entries().unwrap_or_default().iter().enumerate() {
            self.separate(i);
            if keyed {
                self.element(key, verb);
                self.write(b":");
            }
            self.element(value, verb);
        }
        self.close(b"]");
    }

    /// An address, in place of which [`ADDRESS`] is shown.
    fn pointer(&mut self, value: &Value, verb: char) {
        let address = match value {
            Value::List(list) if list.is_nil() => 0,
            Value::Map(map) if map.is_nil() => 0,
            Value::List(_) | Value::Map(_) => ADDRESS,
            Value::Object(o) if matches!(o.kind(), Kind::Ptr | Kind::Map | Kind::Slice) => ADDRESS,
            _ => return self.bad_verb(value, verb),
        };
        match verb {
            'v' if self.spec.flags.go_syntax => {
                let name = value.type_name(self.compat);
                self.write(format!("({name})(").as_bytes());
                self.hex_number(address, true);
                self.write(b")");
            }
            'v' | 'p' => self.hex_number(address, !self.spec.flags.sharp),
            'b' | 'o' | 'd' | 'x' | 'X' => self.integer(value, Integer::unsigned(address), false, verb),
            _ => self.bad_verb(value, verb),
        }
    }
}

fn is_bytes(value: &Value) -> bool {
    value.as_list().is_some_and(|list| list.kind() == ListKind::Bytes)
}

/// The format and default precision of a verb for floats.
fn float_format(verb: char) -> Option<(u8, Option<usize>)> {
    Some(match verb {
        'v' => (b'g', None),
        'b' | 'g' | 'G' | 'x' | 'X' => (verb as u8, None),
        'f' | 'e' | 'E' => (verb as u8, Some(6)),
        'F' => (b'f', Some(6)),
        _ => return None,
    })
}

//! The reimplemented parts of Go's standard library against what Go itself gives.
//!
//! The rows in `tests/gostd/*.tsv` were printed by Go programs. Texts are written with `\xHH` for
//! bytes that are not printable ASCII; values as JSON arrays of a type name and its content.

#![expect(clippy::unwrap_used, reason = "a row that cannot be read is a broken test")]

use pintle::Compat;
use pintle::gostd::json::{self, Style};
use pintle::gostd::time::Time;
use pintle::gostd::{cast, fmt, html, strconv};
use pintle::value::{IntKind, Kind, List, ListKind, Map, MapKind, Object, Str, Value};
use std::any::Any;
use std::borrow::Cow;
use std::fmt::Debug;

/// The rows of a file, split into their columns.
fn rows(text: &str) -> impl Iterator<Item = Vec<&str>> {
    text.lines().map(|line| line.split('\t').collect())
}

fn bytes(text: &str) -> Vec<u8> {
    let mut out = Vec::new();
    let mut pieces = text.split("\\x");
    out.extend_from_slice(pieces.next().unwrap_or_default().as_bytes());
    for piece in pieces {
        out.push(u8::from_str_radix(&piece[..2], 16).unwrap());
        out.extend_from_slice(&piece.as_bytes()[2..]);
    }
    out
}

fn escaped(text: &[u8]) -> String {
    let plain = |b: &u8| (0x20..0x7f).contains(b) && *b != b'\\';
    text.iter().map(|b| if plain(b) { char::from(*b).to_string() } else { format!("\\x{b:02x}") }).collect()
}

/// Collects the rows that differ, so that one failure shows them all.
#[derive(Default)]
struct Differences {
    rows: usize,
    found: Vec<String>,
}

impl Differences {
    fn check<T: PartialEq + Debug>(&mut self, row: &[&str], what: &str, got: T, want: T) {
        self.rows += 1;
        if got != want {
            self.found.push(format!("{what} of {row:?}\n   got: {got:?}\n  want: {want:?}"));
        }
    }

    fn finish(self) {
        assert!(self.rows > 0, "no rows");
        let shown = self.found.iter().take(20).cloned().collect::<Vec<_>>().join("\n");
        assert!(self.found.is_empty(), "{} of {} differ\n{shown}", self.found.len(), self.rows);
    }
}

/// `type Version struct { Major, Minor uint64; Pre string }` behind a pointer with a `String` method.
struct Version;

impl Object for Version {
    fn type_name(&self, _: Compat) -> Cow<'static, str> {
        "*main.Version".into()
    }
    fn type_key(&self) -> &'static str {
        "version"
    }
    fn kind(&self) -> Kind {
        Kind::Ptr
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn fields(&self) -> Vec<(&'static str, Value)> {
        let number = |i| Value::Int(i, IntKind::Uint64);
        vec![("Major", number(1)), ("Minor", number(2)), ("Pre", "-rc".into())]
    }
    fn string(&self) -> Option<Vec<u8>> {
        Some("1.2-rc".into())
    }
}

/// `type Span int64` with a `String` method.
struct Span(i64);

impl Object for Span {
    fn type_name(&self, _: Compat) -> Cow<'static, str> {
        "main.Span".into()
    }
    fn type_key(&self) -> &'static str {
        "span"
    }
    fn kind(&self) -> Kind {
        Kind::Int(IntKind::Int64)
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn int(&self) -> Option<i64> {
        Some(self.0)
    }
    fn json(&self, _: Compat) -> Value {
        Value::int64(self.0)
    }
    fn string(&self) -> Option<Vec<u8>> {
        Some(format!("{}s", self.0).into_bytes())
    }
}

/// `type Pair struct { Left any; Right []string }`
struct Pair;

impl Object for Pair {
    fn type_name(&self, _: Compat) -> Cow<'static, str> {
        "main.Pair".into()
    }
    fn type_key(&self) -> &'static str {
        "pair"
    }
    fn kind(&self) -> Kind {
        Kind::Struct
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn fields(&self) -> Vec<(&'static str, Value)> {
        let right = List::strings(vec!["r".into(), "s".into()]);
        vec![("Left", "l".into()), ("Right", Value::List(right))]
    }
}

/// The start of 2020, in UTC.
fn new_year() -> Time {
    Time::unix(1_577_836_800, 0)
}

fn float(bits: &str) -> f64 {
    f64::from_bits(u64::from_str_radix(bits, 16).unwrap())
}

fn value(json: &serde_json::Value) -> Value {
    let parts = json.as_array().unwrap();
    let text = |i: usize| parts[i].as_str().unwrap();
    let content = || parts[1..].iter();
    let int = |kind| Value::Int(text(1).parse::<i128>().unwrap() as i64, kind);
    let string = |json: &serde_json::Value| Str::from(bytes(json.as_str().unwrap()));
    match text(0) {
        "nil" => Value::Nil,
        "bool" => Value::Bool(parts[1].as_bool().unwrap()),
        "int" => int(IntKind::Int),
        "int64" => int(IntKind::Int64),
        "int32" => int(IntKind::Int32),
        "uint8" => int(IntKind::Uint8),
        "uint64" => int(IntKind::Uint64),
        "float64" => Value::Float(float(text(1))),
        "complex128" => Value::Complex(Box::new([float(text(1)), float(text(2))])),
        "string" => Value::Str(string(&parts[1])),
        "nilbytes" => Value::List(List::nil(ListKind::Bytes)),
        "bytes" => Value::List(List::bytes(bytes(text(1)))),
        "strings" => Value::List(List::strings(content().map(string).collect())),
        "ints" => Value::List(List::typed(ListKind::Ints, content().map(value).collect())),
        "nillist" => Value::List(List::nil(ListKind::Any)),
        "list" => Value::list(content().map(value).collect()),
        "nilmap" => Value::Map(Map::nil(MapKind::Any)),
        "map" => Value::Map(content().map(|entry| (string(&entry[0]), value(&entry[1]))).collect()),
        "stringmap" => {
            let map: Map = content().map(|entry| (string(&entry[0]), Value::Str(string(&entry[1])))).collect();
            Value::Map(map.with_kind(MapKind::Strings))
        }
        "version" => Value::object(Version),
        "span" => Value::object(Span(90)),
        "span3" => Value::object(Span(3)),
        "span5" => Value::object(Span(5)),
        "pair" => Value::object(Pair),
        "time" => Value::object(new_year()),
        "month" => Value::object(new_year().month()),
        "weekday" => Value::object(new_year().weekday()),
        other => panic!("unknown type {other}"),
    }
}

fn parsed(text: &str) -> Value {
    value(&serde_json::from_str(text).unwrap())
}

#[test]
fn quotes() {
    let mut differences = Differences::default();
    for row in rows(include_str!("gostd/quote.tsv")) {
        let text = bytes(row[0]);
        let (mut quoted, mut ascii) = (Vec::new(), Vec::new());
        strconv::quote(&text, &mut quoted);
        strconv::quote_ascii(&text, &mut ascii);
        differences.check(&row, "quote", escaped(&quoted).as_str(), row[1]);
        differences.check(&row, "quote_ascii", escaped(&ascii).as_str(), row[2]);
        differences.check(&row, "can_backquote", strconv::can_backquote(&text), row[3] == "true");
    }
    differences.finish();
}

#[test]
fn unquotes() {
    let mut differences = Differences::default();
    for row in rows(include_str!("gostd/unquote.tsv")) {
        let want = (row[1] == "ok").then(|| row[2].to_owned());
        differences.check(&row, "unquote", strconv::unquote(&bytes(row[0])).ok().map(|b| escaped(&b)), want);
    }
    differences.finish();
}

#[test]
fn formats_floats() {
    let mut differences = Differences::default();
    for row in rows(include_str!("gostd/format_float.tsv")) {
        let mut out = Vec::new();
        strconv::format_float(float(row[0]), row[1].as_bytes()[0], row[2].parse().ok(), &mut out);
        differences.check(&row, "format_float", String::from_utf8(out).unwrap().as_str(), row[3]);
    }
    differences.finish();
}

fn shown<T>(result: Result<T, strconv::NumError<T>>, show: impl Fn(T) -> String) -> String {
    match result {
        Ok(value) => show(value),
        Err(strconv::NumError::Syntax) => "-".into(),
        Err(strconv::NumError::Range(value)) => format!("range {}", show(value)),
    }
}

fn bits(value: f64) -> String {
    if value.is_nan() { "nan".into() } else { format!("{:016x}", value.to_bits()) }
}

#[test]
fn parses_numbers() {
    let mut differences = Differences::default();
    for row in rows(include_str!("gostd/parse_number.tsv")) {
        let text = row[0].as_bytes();
        let got = [
            shown(strconv::parse_int(text, 0, 64), |i| i.to_string()),
            shown(strconv::parse_int(text, 10, 32), |i| i.to_string()),
            shown(strconv::parse_uint(text, 0, 64), |i| i.to_string()),
            shown(strconv::parse_float(text), bits),
            shown(strconv::parse_complex(text), |[re, im]| format!("{} {}", bits(re), bits(im))),
        ];
        for (i, got) in got.iter().enumerate() {
            differences.check(&row, "parse", got.as_str(), row[i + 1]);
        }
    }
    differences.finish();
}

#[test]
fn prints_with_verbs() {
    let mut differences = Differences::default();
    for row in rows(include_str!("gostd/sprintf.tsv")) {
        let args: Vec<serde_json::Value> = serde_json::from_str(row[1]).unwrap();
        let args: Vec<Value> = args.iter().map(value).collect();
        let got = fmt::sprintf(&bytes(row[0]), &args, Compat::Helm4);
        differences.check(&row, "sprintf", escaped(&got).as_str(), row[2]);
    }
    differences.finish();
}

/// A value as `%#v`, with which no two values are the same.
fn syntax(value: &Value) -> String {
    escaped(&fmt::sprintf(b"%#v", std::slice::from_ref(value), Compat::Helm4))
}

fn decodes(text: &str, compat: Compat) {
    let mut differences = Differences::default();
    for row in rows(text) {
        let text = bytes(row[0]);
        let (any, any_error) = match json::decode(&text, compat) {
            Ok(value) => (value, String::new()),
            Err(error) => (error.partial, error.message),
        };
        let (map, map_error) = match json::decode_map(&text, compat) {
            Ok(map) => (map, String::new()),
            Err(error) => (error.partial, error.message),
        };
        let (list, list_error) = match json::decode_list(&text, compat) {
            Ok(list) => (list, String::new()),
            Err(error) => (error.partial, error.message),
        };
        for (i, (value, error)) in
            [(any, any_error), (Value::Map(map), map_error), (Value::List(list), list_error)].iter().enumerate()
        {
            differences.check(&row, "value", syntax(value), syntax(&parsed(row[1 + 2 * i])));
            differences.check(&row, "error", escaped(error.as_bytes()).as_str(), row[2 + 2 * i]);
        }
    }
    differences.finish();
}

#[test]
fn reads_json_like_the_new_engine() {
    decodes(include_str!("gostd/json_decode_v2.tsv"), Compat::Helm4);
}

#[test]
fn reads_json_like_the_old_engine() {
    decodes(include_str!("gostd/json_decode_v1.tsv"), Compat::Helm3);
}

fn encodes(text: &str, compat: Compat) {
    let styles = [(true, None), (true, Some("  ")), (false, None)];
    let mut differences = Differences::default();
    for row in rows(text) {
        for (i, (escape_html, indent)) in styles.into_iter().enumerate() {
            let mut out = Vec::new();
            match json::encode(&parsed(row[0]), Style { escape_html, indent }, compat, &mut out) {
                Ok(()) => differences.check(&row, "text", escaped(&out).as_str(), row[1 + i]),
                Err(error) => differences.check(&row, "error", error.as_str(), row[4]),
            }
        }
    }
    differences.finish();
}

#[test]
fn writes_json_like_the_new_engine() {
    encodes(include_str!("gostd/json_encode_v2.tsv"), Compat::Helm4);
}

#[test]
fn writes_json_like_the_old_engine() {
    encodes(include_str!("gostd/json_encode_v1.tsv"), Compat::Helm3);
}

/// Runs with a stack like that of a render.
fn deeply(test: fn()) {
    std::thread::Builder::new().stack_size(1 << 30).spawn(test).unwrap().join().unwrap();
}

#[test]
fn values_that_contain_themselves_end() {
    let map = Map::new();
    map.insert("a", Value::list(vec![Value::Map(map.clone()), Value::Map(map.clone())]));
    let value = Value::Map(map.clone());
    let mut out = Vec::new();
    assert!(fmt::try_print(&value, &mut out).is_err());
    assert_eq!(String::from_utf8_lossy(&out), "map[a:[map[%!v(ENDLESS)] map[%!v(ENDLESS)]]]");
    map.clear();
}

#[test]
fn json_of_values_that_contain_themselves_is_an_error() {
    deeply(|| {
        let map = Map::new();
        map.insert("a", Value::list(vec![Value::Map(map.clone())]));
        let style = Style { escape_html: true, indent: None };
        for (value, via) in [
            (Value::Map(map.clone()), "map[string]interface {}"),
            (Value::list(vec![Value::Map(map.clone())]), "[]interface {}"),
        ] {
            let error = json::encode(&value, style, Compat::Helm4, &mut Vec::new()).unwrap_err();
            assert_eq!(error, format!("json: unsupported value: encountered a cycle via {via}"));
        }
        map.clear();
    });
}

#[test]
fn nesting_has_limits() {
    deeply(|| {
        let nested = |depth: usize| (0..depth).fold(Value::int(1), |value, _| Value::list(vec![value]));
        let style = Style { escape_html: true, indent: None };
        let encode = |depth, compat| json::encode(&nested(depth), style, compat, &mut Vec::new());
        assert_eq!(encode(10_000, Compat::Helm4), Ok(()));
        assert_eq!(encode(10_001, Compat::Helm4), Err("exceeded max depth".into()));
        assert_eq!(encode(10_001, Compat::Helm3), Ok(()));
        let text = |depth: usize| [vec![b'['; depth], vec![b']'; depth]].concat();
        assert!(json::decode(&text(10_000), Compat::Helm4).is_ok());
        let message = |compat| json::decode(&text(10_001), compat).unwrap_err().message;
        assert_eq!(message(Compat::Helm4), "exceeded max depth");
        assert_eq!(message(Compat::Helm3), "invalid character '[' exceeded max depth");
        assert!(fmt::try_print(&nested(99_000), &mut Vec::new()).is_ok());
        assert!(fmt::try_print(&nested(101_000), &mut Vec::new()).is_err());
    });
}

#[test]
fn escapes_for_other_languages() {
    let mut differences = Differences::default();
    for row in rows(include_str!("gostd/escape.tsv")) {
        for (i, escape) in [html::escape_html, html::escape_js, html::escape_query].into_iter().enumerate() {
            let mut out = Vec::new();
            escape(&bytes(row[0]), &mut out);
            differences.check(&row, "escape", escaped(&out).as_str(), row[i + 1]);
        }
    }
    differences.finish();
}

#[test]
fn converts_leniently() {
    let mut differences = Differences::default();
    for row in rows(include_str!("gostd/cast.tsv")) {
        let value = parsed(row[0]);
        let mut float = Vec::new();
        fmt::print(&Value::Float(cast::to_float64(&value)), &mut float);
        differences.check(&row, "to_int64", cast::to_int64(&value).to_string().as_str(), row[1]);
        differences.check(&row, "to_float64", escaped(&float).as_str(), row[2]);
        differences.check(&row, "strval", escaped(&cast::strval(&value).expect("finite")).as_str(), row[3]);
        let texts: Vec<String> = serde_json::from_str(row[4]).unwrap();
        let got: Vec<String> = cast::strslice(&value).expect("finite").iter().map(ToString::to_string).collect();
        differences.check(&row, "strslice", got, texts);
    }
    differences.finish();
}

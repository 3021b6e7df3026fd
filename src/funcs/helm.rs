//! Helm's own functions: templates from templates, failures, data formats.

use crate::compat::Compat;
use crate::diag::{Level, Notice};
use crate::funcs;
use crate::gostd::json::{self, Style};
use crate::gostd::strings::TOO_LONG;
use crate::template::func::{Cx, Func, FuncError, FuncResult};
use crate::value::{List, Map, Str, Value};
use crate::{toml, yaml};
use memchr::memmem;

/// The functions of this family that both versions have.
pub(super) static FUNCTIONS: &[Func] = funcs! {
    "include" => cx include,
    "tpl" => cx tpl,
    "required" => cx required,
    "fail" => cx fail,
    "lookup" => lookup,
    "toYaml" => cx to_yaml,
    "toYamlPretty" => cx to_yaml_pretty,
    "fromYaml" => from_yaml,
    "fromYamlArray" => from_yaml_array,
    "toJson" => cx to_json,
    "mustToJson" => cx must_to_json,
    "toPrettyJson" => cx to_pretty_json,
    "mustToPrettyJson" => cx must_to_pretty_json,
    "toRawJson" => cx to_raw_json,
    "mustToRawJson" => cx to_raw_json,
    "fromJson" => cx from_json,
    "fromJsonArray" => cx from_json_array,
    "mustFromJson" => cx must_from_json,
    "toToml" => cx to_toml,
    "fromToml" => cx from_toml,
};

/// The functions of this family that Helm 4 added.
pub(super) static HELM4_FUNCTIONS: &[Func] = funcs! {
    "mustToYaml" => cx must_to_yaml,
    "mustToToml" => cx must_to_toml,
};

/// The output of the named template for `data`.
///
/// `{{ define "t" }}<{{ . }}>{{ end }}{{ include "t" 1 }}` → `<1>`
fn include(cx: &mut Cx<'_>, name: Str, data: Value) -> Result<Str, FuncError> {
    cx.include(&name, data)
}

/// The output of a text that is itself a template, for `data`.
///
/// `{{ tpl "<{{ . }}>" 1 }}` → `<1>`
fn tpl(cx: &mut Cx<'_>, text: Str, data: Value) -> Result<Str, FuncError> {
    cx.tpl(&text, data)
}

/// The value, unless it is nil or an empty text: then the render fails with the message.
///
/// `{{ required "a name is needed" "x" }}` → `x`
fn required(cx: &mut Cx<'_>, message: Str, value: Value) -> FuncResult {
    let (missing, line) = match &value {
        Value::Nil => ("missing required value", 206),
        Value::Str(text) if text.is_empty() => ("missing required values", 214),
        _ => return Ok(value),
    };
    if !cx.lint() {
        return Err(FuncError::Fail(message.to_vec()));
    }
    let helm3 = [format!("engine.go:{line}: [INFO] Missing required value: ").as_bytes(), &message].concat();
    cx.notice(Notice::new(Level::Warn, missing).with("message", &*message).helm3(helm3));
    Ok("".into())
}

/// Ends the render with the message.
///
/// `{{ if false }}{{ fail "no" }}{{ end }}ok` → `ok`
fn fail(cx: &mut Cx<'_>, message: Str) -> Result<&'static str, FuncError> {
    if !cx.lint() {
        return Err(FuncError::Fail(message.to_vec()));
    }
    let helm3 = [b"engine.go:227: [INFO] Fail: ", &*message].concat();
    cx.notice(Notice::new(Level::Info, "funcMap fail").with("message", &*message).helm3(helm3));
    Ok("")
}

/// An object of the cluster. There is no cluster, so this is always an empty map.
///
/// `{{ lookup "v1" "Pod" "ns" "name" }}` → `map[]`
fn lookup(_version: Str, _kind: Str, _namespace: Str, _name: Str) -> Map {
    Map::new()
}

/// Without one line break at the end.
fn chomp(mut text: Vec<u8>) -> Vec<u8> {
    if text.last() == Some(&b'\n') {
        text.pop();
    }
    text
}

/// The value as YAML; empty if it cannot be written.
///
/// `{{ toYaml (dict "a" (list 1 "x")) }}` → `a:\n- 1\n- x`
fn to_yaml(cx: &mut Cx<'_>, value: Value) -> Result<Vec<u8>, FuncError> {
    or_nothing(yaml::write(&value, cx.compat()).map(chomp).map_err(FuncError::from))
}

/// Nothing in place of most errors, but not where Helm would run out of memory.
fn or_nothing(written: Result<Vec<u8>, FuncError>) -> Result<Vec<u8>, FuncError> {
    match written {
        Err(FuncError::Message(message)) if memmem::find(&message, TOO_LONG.as_bytes()).is_some() => {
            Err(message.into())
        }
        written => Ok(written.unwrap_or_default()),
    }
}

/// The value as YAML.
///
/// `{{ mustToYaml (dict "a" 1) }}` → `a: 1`
fn must_to_yaml(cx: &mut Cx<'_>, value: Value) -> Result<Vec<u8>, FuncError> {
    Ok(chomp(yaml::write(&value, cx.compat())?))
}

/// The value as YAML with indented lists; empty if it cannot be written.
///
/// `{{ toYamlPretty (dict "a" (list 1)) }}` → `a:\n  - 1`
fn to_yaml_pretty(cx: &mut Cx<'_>, value: Value) -> Result<Vec<u8>, FuncError> {
    match yaml::write_pretty(&value, cx.compat()) {
        Ok(text) => Ok(chomp(text)),
        // Panics in the library, which nothing catches, and what takes it all memory.
        Err(message) => Err(message.into()),
    }
}

/// The map in a YAML text; an error is put under the key `Error`.
///
/// `{{ (fromYaml "a: x").a }}` → `x`
fn from_yaml(text: Str) -> Map {
    match read_yaml(&text, "map[string]interface {}", |value| matches!(value, Value::Map(_))) {
        Ok(Value::Map(map)) => map,
        Ok(_) => Map::new(),
        Err(message) => with_error(Map::new(), message),
    }
}

/// The list in a YAML text; an error becomes its only element.
///
/// `{{ fromYamlArray "- x\n- z" }}` → `[x z]`
fn from_yaml_array(text: Str) -> List {
    match read_yaml(&text, "[]interface {}", |value| matches!(value, Value::List(_))) {
        Ok(Value::List(list)) => list,
        Ok(_) => List::new(Vec::new()),
        Err(message) => List::new(vec![message.into()]),
    }
}

/// The value in a YAML text if it is nothing or of the wanted shape, which Go calls `target`.
fn read_yaml(text: &[u8], target: &str, fits: impl Fn(&Value) -> bool) -> Result<Value, String> {
    let value = yaml::parse_value(text).map_err(|e| e.message)?;
    let found = match value {
        Value::Nil => return Ok(value),
        _ if fits(&value) => return Ok(value),
        Value::Bool(_) => "bool",
        Value::Str(_) => "string",
        Value::List(_) => "array",
        Value::Map(_) => "object",
        _ => "number",
    };
    let cause = cannot_unmarshal(found, target);
    Err(format!("error unmarshaling JSON: while decoding JSON: {cause}"))
}

fn cannot_unmarshal(found: &str, target: &str) -> String {
    format!("json: cannot unmarshal {found} into Go value of type {target}")
}

fn with_error(map: Map, message: String) -> Map {
    map.insert("Error", message.into());
    map
}

const COMPACT: Style = Style { escape_html: true, indent: None };
const PRETTY: Style = Style { escape_html: true, indent: Some("  ") };
const RAW: Style = Style { escape_html: false, indent: None };

fn write_json(value: &Value, style: Style, compat: Compat) -> Result<Vec<u8>, FuncError> {
    let mut out = Vec::new();
    json::encode(value, style, compat, &mut out)?;
    Ok(out)
}

/// The value as JSON; empty if it cannot be written.
///
/// `{{ toJson (dict "a" (list 1 "<")) }}` → `{"a":[1,"\u003c"]}`
fn to_json(cx: &mut Cx<'_>, value: Value) -> Result<Vec<u8>, FuncError> {
    or_nothing(write_json(&value, COMPACT, cx.compat()))
}

/// The value as JSON.
///
/// `{{ mustToJson (list 1 nil) }}` → `[1,null]`
fn must_to_json(cx: &mut Cx<'_>, value: Value) -> Result<Vec<u8>, FuncError> {
    write_json(&value, COMPACT, cx.compat())
}

/// The value as JSON on several lines; empty if it cannot be written.
///
/// `{{ toPrettyJson (list 1) }}` → `[\n  1\n]`
fn to_pretty_json(cx: &mut Cx<'_>, value: Value) -> Result<Vec<u8>, FuncError> {
    or_nothing(write_json(&value, PRETTY, cx.compat()))
}

/// The value as JSON on several lines.
///
/// `{{ mustToPrettyJson (list 1) }}` → `[\n  1\n]`
fn must_to_pretty_json(cx: &mut Cx<'_>, value: Value) -> Result<Vec<u8>, FuncError> {
    write_json(&value, PRETTY, cx.compat())
}

/// The value as JSON in which `<`, `>` and `&` stand as they are.
///
/// `{{ toRawJson (list "<") }}` → `["<"]`
fn to_raw_json(cx: &mut Cx<'_>, value: Value) -> Result<Vec<u8>, FuncError> {
    write_json(&value, RAW, cx.compat())
}

/// The map in a JSON text; an error is put under the key `Error`, beside what was read.
///
/// `{{ (fromJson "{\"a\":1}").a }}` → `1`
fn from_json(cx: &mut Cx<'_>, text: Str) -> Map {
    json::decode_map(&text, cx.compat()).unwrap_or_else(|error| with_error(error.partial, error.message))
}

/// The list in a JSON text; an error becomes its only element.
///
/// `{{ fromJsonArray "[1,\"a\"]" }}` → `[1 a]`
fn from_json_array(cx: &mut Cx<'_>, text: Str) -> List {
    json::decode_list(&text, cx.compat()).unwrap_or_else(|error| List::new(vec![error.message.into()]))
}

/// The value in a JSON text.
///
/// `{{ mustFromJson "[1,2]" }}` → `[1 2]`
fn must_from_json(cx: &mut Cx<'_>, text: Str) -> FuncResult {
    json::decode(&text, cx.compat()).map_err(|e| e.message.into())
}

/// What the library's reflection panics with.
const NIL_AS_TOML: &str = "reflect: call of reflect.Value.Type on zero Value";

/// The value as TOML, or the error as the result.
///
/// `{{ toToml (dict "a" "x") }}` → `a = "x"\n`
fn to_toml(cx: &mut Cx<'_>, value: Value) -> Result<Vec<u8>, FuncError> {
    if value.is_nil() {
        return Err(NIL_AS_TOML.into());
    }
    Ok(toml::write(&value, cx.compat()).unwrap_or_else(String::into_bytes))
}

/// The value as TOML.
///
/// `{{ mustToToml (dict "a" "x") }}` → `a = "x"\n`
fn must_to_toml(cx: &mut Cx<'_>, value: Value) -> Result<Vec<u8>, FuncError> {
    if value.is_nil() {
        return Err(NIL_AS_TOML.into());
    }
    Ok(toml::write(&value, cx.compat())?)
}

/// The map in a TOML text; an error is put under the key `Error`.
///
/// `{{ (fromToml "a = \"x\"").a }}` → `x`
fn from_toml(cx: &mut Cx<'_>, text: Str) -> Map {
    match toml::parse(&text, cx.compat()) {
        Ok(map) => map,
        Err(message) => with_error(Map::new(), message),
    }
}

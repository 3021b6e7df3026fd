//! A finding as one line of JSON, for tools.

use super::{Diagnostic, Label, Severity};
use crate::compat::Compat;
use crate::gostd::json::{self, Style};
use crate::value::{Map, Value};

/// The finding, or a bare message, as one JSON object without a line break:
/// `{"code":…,"severity":…,"message":…,"helm":…,"at":{"file":…,"line":…,"column":…},"through":[…],"notes":[…],"help":…}`.
///
/// Lines and columns count from 1, columns in bytes.
#[must_use]
pub fn json(helm_message: &str, diagnostic: Option<&Diagnostic>) -> Vec<u8> {
    let map = Map::new();
    map.insert("helm", helm_message.into());
    if let Some(diagnostic) = diagnostic {
        let severity = match diagnostic.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        };
        map.insert("code", diagnostic.code.into());
        map.insert("severity", severity.into());
        map.insert("message", diagnostic.message.as_str().into());
        map.insert("at", diagnostic.primary.as_ref().map_or(Value::Nil, place));
        map.insert("through", Value::list(diagnostic.labels.iter().map(place).collect()));
        map.insert("notes", Value::list(diagnostic.notes.iter().map(|n| n.as_str().into()).collect()));
        map.insert("help", diagnostic.help.as_deref().map_or(Value::Nil, Value::from));
    }
    let mut out = Vec::new();
    let style = Style { escape_html: false, indent: None };
    // A map of texts and numbers can always be written.
    let _ = json::encode(&Value::Map(map), style, Compat::Helm4, &mut out);
    out
}

fn place(label: &Label) -> Value {
    let (line, column) = label.location.source.line_column(label.location.span.start);
    let map = Map::new();
    map.insert("file", label.location.source.name().into());
    map.insert("line", Value::int(line as i64));
    map.insert("column", Value::int(column as i64 + 1));
    if !label.text.is_empty() {
        map.insert("text", label.text.as_str().into());
    }
    Value::Map(map)
}

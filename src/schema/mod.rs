//! `values.schema.json`: whether values meet the JSON schema of a chart, in Helm's words.
//!
//! Helm 4 uses `santhosh-tekuri/jsonschema` 6.0.3, Helm 3 `xeipuuv/gojsonschema` 1.2.0; they
//! differ in drafts, in rules and in every sentence, so each has a module here.

mod classic;
mod json;
mod modern;
mod number;
mod object;
mod pattern;
mod standard;
mod text;
mod uri;

use crate::compat::Compat;
use crate::diag::{Diagnostic, Notice};
use crate::error::{Error, ErrorKind};
use crate::value::Value;
use json::Json;
use object::Object;
use std::fmt::Write;

/// Why values do not pass a schema.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// They violate it: one violation a line, each with a line break.
    Violations(String),
    /// The schema itself cannot be used.
    Schema(String),
    /// The schema needs something from the network, at this address.
    Network(String),
}

impl Fault {
    fn schema(text: String) -> Fault {
        Fault::Schema(text)
    }

    fn network(url: &str) -> Fault {
        Fault::Network(url.to_owned())
    }
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Fault::Violations(text) | Fault::Schema(text) => f.write_str(text),
            Fault::Network(url) => write!(f, "the schema refers to {url}, which is not fetched from the network"),
        }
    }
}

/// A schema, compiled once for all values that it checks on any thread.
pub struct Schema {
    engine: Result<Engine, Fault>,
    compat: Compat,
    /// The log lines that Helm prints while it compiles, each of them once in its life.
    notices: Vec<Notice>,
}

enum Engine {
    Modern(modern::Schema),
    Classic(classic::Schema),
}

impl Schema {
    /// Compiles a schema; what is wrong with it is told by each [`Schema::validate`].
    #[must_use]
    pub fn compile(text: &[u8], compat: Compat) -> Schema {
        let mut notices = Vec::new();
        let engine = if compat.modern_schema_engine() {
            modern::Schema::compile(text, &mut notices).map(Engine::Modern)
        } else {
            classic::Schema::compile(text).map(Engine::Classic)
        };
        Schema { engine, compat, notices }
    }

    /// Checks the values of one chart.
    ///
    /// `notices` receives the log lines that Helm prints on the way.
    pub fn validate(&self, values: &Value, notices: &mut Vec<Notice>) -> Result<(), Fault> {
        for notice in &self.notices {
            if !notices.contains(notice) {
                notices.push(notice.clone());
            }
        }
        let engine = self.engine.as_ref().map_err(Fault::clone)?;
        let values = Json::from_value(values, self.compat);
        match engine {
            Engine::Modern(schema) => schema.check(&values),
            // What is no object at all counts as an empty one.
            Engine::Classic(schema) if values == Json::Null => schema.check(&Json::Obj(Object::default())),
            Engine::Classic(schema) => schema.check(&values),
        }
    }
}

impl std::fmt::Debug for Schema {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Schema({:?}, {:?})", self.compat, self.engine.as_ref().err())
    }
}

/// The values of one chart, and its schema if it has one.
#[derive(Clone, Debug)]
pub struct Instance<'a> {
    /// The name of the chart.
    pub chart: &'a str,
    /// Its `values.schema.json`.
    pub schema: Option<&'a Schema>,
    /// The values it renders with.
    pub values: Value,
}

/// Checks the values of a chart and of its subcharts, in the order in which Helm walks them:
/// parents before their dependencies.
///
/// The error lists the violations of all charts under Helm's heading. A schema that needs the
/// network is an error of its own, [`ErrorKind::Unsupported`]: nothing is fetched here.
///
/// Source: Helm's `ValidateAgainstSchema` and `ToRenderValues`.
pub fn check<'a>(
    instances: impl IntoIterator<Item = Instance<'a>>,
    compat: Compat,
    notices: &mut Vec<Notice>,
) -> Result<(), Error> {
    let mut found = String::new();
    for Instance { chart, schema, values } in instances {
        match &values {
            Value::Map(_) => {}
            // Nothing was given for a subchart.
            Value::Nil => continue,
            other => {
                let kind = other.type_name(compat);
                let _ = writeln!(found, "{chart}:\ninvalid type for values: expected object (map), got {kind}");
                continue;
            }
        }
        let Some(schema) = schema else { continue };
        match schema.validate(&values, notices) {
            Ok(()) => {}
            Err(Fault::Network(url)) => return Err(network_error(chart, &url)),
            Err(fault) => {
                let _ = write!(found, "{chart}:\n{fault}");
            }
        }
    }
    if found.is_empty() {
        return Ok(());
    }
    let heading = "values don't meet the specifications of the schema(s) in the following chart(s):";
    let message = format!("{heading}\n{found}");
    let diagnostic = Diagnostic::error("schema-violation", "values do not meet values.schema.json");
    Err(Error::new(ErrorKind::Schema, message).with_diagnostic(diagnostic))
}

fn network_error(chart: &str, url: &str) -> Error {
    let message = format!(
        "the values.schema.json of chart {chart} refers to {url}, which this program does not fetch from the \
         network; put that schema into the chart's own file, or check with `helm template` and render here with \
         --skip-schema-validation"
    );
    let diagnostic = Diagnostic::error("schema-needs-network", format!("{url} is not fetched"))
        .help("put that schema into the chart's own file, or use --skip-schema-validation");
    Error::new(ErrorKind::Unsupported, message).with_diagnostic(diagnostic)
}

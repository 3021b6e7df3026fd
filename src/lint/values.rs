//! Rules for `values.yaml`.

use super::{Linter, Severity};
use crate::chart::inspect::{self, Entry};
use crate::schema::Schema;
use crate::value::Value;

const FILE: &str = "values.yaml";

impl Linter<'_> {
    pub(super) fn check_values(&mut self) {
        if self.sources.entry(FILE) == Entry::Missing {
            return self.report(Severity::Info, FILE, "file does not exist");
        }
        if let Err(fault) = self.values_meet_schema() {
            self.error(FILE, fault);
        }
    }

    fn values_meet_schema(&mut self) -> Result<(), String> {
        let compat = self.compat();
        let text = self.sources.read(FILE).map_err(unparsable)?;
        let values = inspect::values_over_file(self.user, &text, compat, self.notices).map_err(unparsable)?;
        let Ok(schema) = self.sources.read("values.schema.json") else { return Ok(()) };
        let skip = self.options.skip_schema_validation && compat.lints_strictly();
        if schema.is_empty() || skip {
            return Ok(());
        }
        Schema::compile(&schema, compat).validate(&Value::Map(values), self.notices).map_err(|fault| fault.to_string())
    }
}

fn unparsable(fault: String) -> String {
    format!("unable to parse YAML: {fault}")
}

//! Schemas in the words and rules of `xeipuuv/gojsonschema` 1.2.0: drafts 4, 6, 7, and a mixture
//! of these for schemas that name none of them.
//!
//! Go visits maps in random order and Helm prints violations as it meets them; here the order of
//! keys decides, which is one of the orders that Helm can print.

mod compile;
mod draft;
mod format;
mod pool;
mod validate;

use super::Fault;
use super::json::{self, Json};
use crate::compat::Compat;
use compile::{Compiled, Compiler};
use pool::Pool;

/// A schema that is ready to check values.
pub(super) struct Schema(Compiled);

impl Schema {
    pub(super) fn compile(text: &[u8]) -> Result<Schema, Fault> {
        let (document, _) = json::decode(text, Compat::Helm3).map_err(Fault::schema)?;
        let mut pool = Pool::default();
        let draft = draft::of_document(&document)?;
        pool.add_root(document)?;
        Compiler::new(pool).compile(draft).map(Schema)
    }

    pub(super) fn check(&self, values: &Json) -> Result<(), Fault> {
        let lines = validate::check(&self.0, values)?;
        if lines.is_empty() {
            return Ok(());
        }
        Err(Fault::Violations(format!("- {}\n", lines.join("\n- "))))
    }
}

//! The template language: Go's `text/template`, with nothing of Helm or sprig in it.

mod call;
mod chain;
mod error;
mod eval;
mod exec;
mod field;
pub mod func;
mod helm_error;
mod lex;
mod node;
mod output;
mod parse;
mod random;
mod range;
mod run;
mod set;
mod slot;
mod stack;
mod token;
mod trace;
mod unparse;

pub use chain::{Chain, chains};
pub use error::{Cause, ExecError, ParseError};
pub use helm_error::{exec_error, parse_error};
pub use node::Tree;
pub use parse::parse;
pub use run::{Run, RunOptions};
pub use set::TemplateSet;
pub use stack::on_deep_stack;
pub use trace::{Call, Trace};

//! The template language: Go's `text/template`, with nothing of Helm or sprig in it.

mod error;
pub mod func;

pub use error::{Cause, ExecError, ParseError};

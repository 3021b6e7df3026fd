//! Renders Helm charts: byte for byte what Helm prints.

pub mod atomic;
pub mod chart;
#[cfg(feature = "cli")]
pub mod cli;
pub mod compat;
pub mod diag;
pub mod error;
#[cfg(feature = "fetch")]
pub mod fetch;
pub mod funcs;
#[cfg(feature = "cli")]
pub mod golden;
pub mod gostd;
pub mod kube;
pub mod lint;
pub mod render;
#[cfg(feature = "cli")]
pub mod report;
pub mod schema;
pub mod semver;
pub mod source;
pub mod template;
pub mod toml;
pub mod validate;
pub mod value;
pub mod yaml;

pub use compat::Compat;
pub use error::{Error, ErrorKind, Result};

/// The examples of the book are compiled and run as tests of the documentation.
#[cfg(doctest)]
mod book {
    #[doc = include_str!("../docs/library.md")]
    struct Library;
    #[cfg(feature = "cli")]
    #[doc = include_str!("../docs/batch.md")]
    struct Batch;
}

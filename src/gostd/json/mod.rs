//! JSON, as Go's `encoding/json` reads and writes it.
//!
//! Go has two engines: the one Helm 3 was built with, and a new one in Helm 4 that imitates the
//! old. They differ in error texts, in how broken UTF-8 is written, and in limits.

mod decode;
mod encode;
mod stream;
pub mod syntax;

pub use decode::{DecodeError, decode, decode_list, decode_map};
pub use encode::{Style, encode};
pub use stream::{Stream, StreamFault};

/// How deep arrays and objects may be nested.
const DEEPEST: usize = 10_000;

//! Behaviour of Go's standard library that templates can see, as pure functions.

pub mod cast;
pub mod fmt;
pub mod json;
pub mod strconv;

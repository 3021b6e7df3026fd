//! Behaviour of Go's standard library that templates can see, as pure functions.

pub mod cast;
pub mod fmt;
pub mod glob;
pub mod html;
pub mod json;
pub mod netip;
pub mod os;
pub mod path;
pub mod regexp;
pub mod sniff;
pub mod strconv;
pub mod strings;
pub mod time;
mod trail;
pub mod unicode;
pub mod url;

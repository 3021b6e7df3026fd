//! Quoting and number texts, as Go's `strconv` has them.

mod float;
mod int;
mod parse_float;
mod printable;
mod quote;
mod unquote;

pub use float::{Digits, format_float, shortest};
pub use int::{NumError, parse_int, parse_uint};
pub use parse_float::{parse_complex, parse_float};
pub use printable::is_print;
pub use quote::{can_backquote, quote, quote_ascii, quote_rune, quoted};
pub use unquote::{InvalidSyntax, Unit, unquote, unquote_char};

//! `pintle lint`.

use super::parse::Invocation;
use super::{Failure, Session};
use crate::error::{Error, ErrorKind};

pub(super) fn run(_: &Invocation, _: &mut Session<'_, '_>) -> Result<(), Failure> {
    Err(Error::new(ErrorKind::Unsupported, "not wired yet").into())
}

//! `pintle docs`: manual pages.

use super::commands::ROOT;
use super::parse::Invocation;
use super::{Failure, Session, completion, help};
use crate::atomic;
use crate::error::{Error, ErrorKind};
use clap::Command;
use std::path::Path;

/// Writes a page for every command: `pintle-show-values.1`.
pub(super) fn run(invocation: &Invocation, session: &mut Session<'_, '_>) -> Result<(), Failure> {
    let kind = invocation.text("type").unwrap_or("man");
    if kind != "man" {
        let message = format!("unknown doc type {kind:?}. Try 'man'");
        return Err(Error::new(ErrorKind::Usage, message).into());
    }
    let folder = invocation.text("dir").unwrap_or(".").to_owned();
    let name = help::name(session.io.program).to_owned();
    let mut program = completion::tree(&ROOT, session.compat).name(name);
    program.build();
    page(&program, Path::new(&folder))
}

fn page(command: &Command, folder: &Path) -> Result<(), Failure> {
    let name = command.get_display_name().unwrap_or_else(|| command.get_name()).to_owned();
    let mut text = Vec::new();
    let man = clap_mangen::Man::new(command.clone().name(name.clone()));
    man.render(&mut text).map_err(|e| Error::new(ErrorKind::Unsupported, e.to_string()))?;
    atomic::replace(&folder.join(format!("{name}.1")), &text, 0o644)?;
    command.get_subcommands().try_for_each(|below| page(below, folder))
}

//! `pintle completion`: scripts that complete commands and flags in a shell.

use super::commands::{CommandSpec, Purpose, ROOT};
use super::parse::{Invocation, clap_command};
use super::{Failure, Session, help, report};
use crate::compat::Compat;
use clap::Command;
use clap_complete::Shell;

pub(super) fn run(invocation: &Invocation, session: &mut Session<'_, '_>) -> Result<(), Failure> {
    let shell = match invocation.name() {
        "bash" => Shell::Bash,
        "zsh" => Shell::Zsh,
        "fish" => Shell::Fish,
        _ => Shell::PowerShell,
    };
    let name = help::name(session.io.program).to_owned();
    let mut program = tree(&ROOT, session.compat).name(name.clone());
    if invocation.is_set("no-descriptions") {
        program = undescribed(program);
    }
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut program, name, &mut script);
    report::finish(session, &script)
}

/// A command for `clap` with all below it, for what is made of the whole program.
pub(super) fn tree(spec: &'static CommandSpec, compat: Compat) -> Command {
    let own = |c: &&CommandSpec| !matches!(c.purpose, Purpose::LeftToHelm | Purpose::Hidden);
    let children = spec.children().iter().filter(own).map(|child| tree(child, compat));
    clap_command(spec, compat).visible_aliases(spec.aliases).disable_help_subcommand(true).subcommands(children)
}

fn undescribed(command: Command) -> Command {
    command.about("").mut_args(|arg| arg.help("")).mut_subcommands(undescribed)
}

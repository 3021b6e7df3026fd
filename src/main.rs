//! The `pintle` command.

use pintle::cli::{self, Io, Terminals};
use std::io::IsTerminal;
use std::process::ExitCode;

#[expect(clippy::disallowed_methods, reason = "the environment enters the program here and nowhere else")]
fn main() -> ExitCode {
    let args = std::env::args_os().skip(1).collect();
    let terminals = Terminals {
        stdin: std::io::stdin().is_terminal(),
        stdout: std::io::stdout().is_terminal(),
        stderr: std::io::stderr().is_terminal(),
    };
    let code = pintle::render::on_deep_stack(|| {
        cli::run(
            args,
            &mut Io {
                stdin: &mut std::io::stdin(),
                stdout: &mut std::io::stdout().lock(),
                stderr: &mut std::io::stderr(),
                terminals,
                env: &|name| std::env::var(name).ok(),
            },
        )
    });
    ExitCode::from(code)
}

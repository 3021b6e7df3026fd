//! The `pintle` command.

use pintle::cli::{self, Io, Terminals};
use std::io::IsTerminal;
use std::process::ExitCode;

#[expect(clippy::disallowed_methods, reason = "the environment enters the program here and nowhere else")]
fn main() -> ExitCode {
    let mut args = std::env::args_os();
    let program = args.next().map_or_else(|| "pintle".to_owned(), |name| name.to_string_lossy().into_owned());
    let args = args.collect();
    let terminals = Terminals {
        stdin: std::io::stdin().is_terminal(),
        stdout: std::io::stdout().is_terminal(),
        stderr: std::io::stderr().is_terminal(),
    };
    let code = pintle::render::on_deep_stack(|| {
        cli::run(
            args,
            &mut Io {
                program: &program,
                stdin: &mut std::io::stdin(),
                stdout: &mut std::io::stdout().lock(),
                stderr: &mut std::io::stderr(),
                terminals,
                env: &|name| std::env::var(name).ok(),
                exit: Some(std::process::exit),
            },
        )
    });
    ExitCode::from(code)
}

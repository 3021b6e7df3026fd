//! `pintle registry`: logins of OCI registries.

use super::parse::Invocation;
use super::{Failure, Session, repo, report, source};
use crate::compat::Compat;
use crate::diag::{Level, Notice};
use crate::error::{Error, ErrorKind};
use crate::fetch;

/// Source: Helm's `pkg/cmd/registry_login.go`.
pub(super) fn login(invocation: &Invocation, session: &mut Session<'_, '_>) -> Result<(), Failure> {
    let host = invocation.args().remove(0);
    let mut access = source::access(invocation);
    if invocation.is_set("password-stdin") {
        access.password = repo::read_password(session)?;
    } else if access.password.is_empty() {
        let message = "pintle does not ask for passwords: give --password-stdin or --password";
        return Err(Error::new(ErrorKind::Usage, message).into());
    } else {
        let words = "using --password via the CLI is insecure. Use --password-stdin";
        let notice = Notice::new(Level::Warn, words);
        session.notices(&[notice.helm3("WARNING: Using --password via the CLI is insecure. Use --password-stdin.")]);
    }
    if host.contains('/') && session.compat == Compat::Helm4 {
        let words = "registry login currently only supports registry hostname, not a repository path";
        let registry = host.split('/').next().unwrap_or_default();
        session.notices(&[Notice::new(Level::Warn, words).with("host", host.as_str()).with("suggested", registry)]);
    }
    let fetcher = source::fetcher(invocation, session)?;
    fetch::log_in(&fetcher, &host, &access)?;
    say(session, "Login Succeeded\n")
}

/// Source: Helm's `pkg/cmd/registry_logout.go`.
pub(super) fn logout(invocation: &Invocation, session: &mut Session<'_, '_>) -> Result<(), Failure> {
    let host = invocation.args().remove(0);
    let fetcher = source::fetcher(invocation, session)?;
    fetch::log_out(&fetcher, &host)?;
    say(session, &format!("Removing login credentials for {host}\n"))
}

/// Helm 4 says it on standard output, Helm 3 on standard error.
fn say(session: &mut Session<'_, '_>, line: &str) -> Result<(), Failure> {
    if session.compat == Compat::Helm4 {
        return report::finish(session, line.as_bytes());
    }
    let _ = session.io.stderr.write_all(line.as_bytes());
    Ok(())
}

//! `pintle lint`: examines charts for possible issues.

use super::parse::Invocation;
use super::{Failure, Session, report, template, values};
use crate::chart::Instance;
use crate::compat::Compat;
use crate::diag::Notice;
use crate::error::{Error, ErrorKind, Result};
use crate::lint::{self, Flags, Options};
use crate::render::{self, RenderOptions};
use crate::value::Map;

pub(super) fn run(invocation: &Invocation, session: &mut Session<'_, '_>) -> std::result::Result<(), Failure> {
    let compat = session.compat;
    let mut paths = invocation.args();
    if paths.is_empty() && compat == Compat::Helm4 {
        let message = "\"helm lint\" requires at least 1 argument\n\nUsage:  helm lint PATH [flags]";
        return Err(Error::new(ErrorKind::Usage, message).into());
    }
    if paths.is_empty() {
        paths.push(".".into());
    }
    let kube_version = template::kube_version(invocation, compat)?;
    let user = values::collect(invocation, session)?;
    let number = |text: &str| text.parse().unwrap_or_default();
    let given = invocation.text("kube-version").is_some_and(|v| !v.is_empty());
    let options = Options {
        compat,
        kube_version: given.then(|| (number(&kube_version.major), number(&kube_version.minor))),
        skip_schema_validation: invocation.is_set("skip-schema-validation"),
    };
    let flags = Flags {
        strict: invocation.is_set("strict"),
        quiet: invocation.is_set("quiet"),
        with_subcharts: invocation.is_set("with-subcharts"),
    };
    let render_options = RenderOptions {
        namespace: invocation.text("namespace").unwrap_or("default").to_owned(),
        revision: 0,
        is_install: false,
        kube_version,
        lint: true,
        ..RenderOptions::new("test-release", compat)
    };
    let mut notices = Vec::new();
    let outcome = lint::run(
        &paths,
        &user,
        flags,
        &options,
        &mut |instance, values, notices| rendered(instance, values, &render_options, notices),
        &mut notices,
    );
    session.notices(&notices);
    report::finish(session, outcome.stdout.as_bytes())?;
    match outcome.error {
        Some(summary) => Err(Error::new(ErrorKind::Load, summary).into()),
        None => Ok(()),
    }
}

/// Every template with what it became.
fn rendered(
    instance: &Instance,
    values: &Map,
    options: &RenderOptions,
    notices: &mut Vec<Notice>,
) -> Result<Vec<(String, Vec<u8>)>> {
    let files = render::execute(instance, values, options, notices)?;
    Ok(files.into_iter().map(|file| (file.name.to_string(), file.text)).collect())
}

//! The name of the release.

use super::parse::Invocation;
use super::{Session, flags::quote};
use crate::compat::Compat;
use crate::diag::{Level, Notice};
use crate::error::{Error, ErrorKind, Result};
use crate::funcs;
use crate::render::{self, RenderOptions};
use crate::value::Value;

/// The release name, and the reference to the chart.
pub(super) fn name_and_chart(invocation: &Invocation, args: &[String], compat: Compat) -> Result<(String, String)> {
    let usage = |message: String| Error::new(ErrorKind::Usage, message);
    if args.len() > 2 {
        let rest = args[2..].join(", ");
        return Err(usage(format!("expected at most two arguments, unexpected arguments: {rest}")));
    }
    let template = invocation.text("name-template").filter(|t| !t.is_empty());
    if let [name, chart] = args {
        let conflict = |flag: &str| usage(format!("cannot set {flag} and also specify a name"));
        if invocation.is_set("generate-name") {
            return Err(conflict("--generate-name"));
        }
        if template.is_some() {
            return Err(conflict("--name-template"));
        }
        return Ok((name.clone(), chart.clone()));
    }
    let name = match template {
        Some(template) => expand(template, compat)?,
        None => "release-name".to_owned(),
    };
    Ok((name, args[0].clone()))
}

/// The output of `--name-template`, which has sprig's functions and those that read the environment.
fn expand(template: &str, compat: Compat) -> Result<String> {
    let mut table = funcs::sprig(compat);
    table.add(super::sprig_env::FUNCTIONS);
    let options = RenderOptions::new("", compat);
    let name = render::expand("name-template", template.as_bytes(), Value::Nil, &table, &options)?;
    Ok(String::from_utf8_lossy(&name).into_owned())
}

/// Refuses a release name in the words of Helm's commands.
pub(super) fn check_name(name: &str, session: &mut Session<'_, '_>) -> Result<()> {
    let Err(reason) = render::check_release_name(name) else { return Ok(()) };
    let message = format!("release name {}: {reason}", quote(name));
    if session.compat == Compat::Helm3 {
        return Err(Error::new(ErrorKind::Usage, message));
    }
    session.notices(&[Notice::new(Level::Error, "release name check failed").with("error", message.clone())]);
    Err(Error::new(ErrorKind::Usage, format!("release name check failed: {message}")))
}

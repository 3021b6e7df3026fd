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

/// Checks the syntax of a release name.
///
/// Source: Helm's `chartutil.ValidateReleaseName`.
pub(super) fn check_name(name: &str, session: &mut Session<'_, '_>) -> Result<()> {
    let reason = if name.is_empty() {
        "no name provided".to_owned()
    } else if is_valid(name) {
        return Ok(());
    } else {
        format!("invalid release name, must match regex {NAME} and the length must not be longer than 53")
    };
    let message = format!("release name {}: {reason}", quote(name));
    if session.compat == Compat::Helm3 {
        return Err(Error::new(ErrorKind::Usage, message));
    }
    session.notices(&[Notice::new(Level::Error, "release name check failed").with("error", message.clone())]);
    Err(Error::new(ErrorKind::Usage, format!("release name check failed: {message}")))
}

const NAME: &str = r"^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$";

/// Whether a name is made of parts of small letters, digits and inner dashes, separated by dots.
fn is_valid(name: &str) -> bool {
    let is_part = |part: &str| {
        let inner = part.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
        inner && !part.is_empty() && !part.starts_with('-') && !part.ends_with('-')
    };
    name.len() <= 53 && name.split('.').all(is_part)
}

//! `pintle version`: the version of Helm that is reproduced.

use super::parse::Invocation;
use super::{Failure, Session, report};
use crate::render::RenderOptions;
use crate::render::objects::capabilities::HelmVersion;
use crate::value::Value;

pub(super) fn run(invocation: &Invocation, session: &mut Session<'_, '_>) -> Result<(), Failure> {
    let version = HelmVersion::of(session.compat);
    let text = match invocation.text("template").filter(|t| !t.is_empty()) {
        Some(template) => {
            let options = RenderOptions::new("", session.compat);
            let funcs = crate::funcs::builtins();
            crate::render::expand("_", template.as_bytes(), Value::object(version), &funcs, &options)?
        }
        None if invocation.is_set("short") => short(&version).into_bytes(),
        None => long(&version).into_bytes(),
    };
    report::finish(session, &text)
}

fn fact(version: &HelmVersion, name: &str) -> &'static str {
    version.facts().iter().find(|(go, ..)| *go == name).map_or("", |(_, _, value)| value)
}

/// `v4.3.1+gc0d08d0`
fn short(version: &HelmVersion) -> String {
    format!("{}+g{}\n", fact(version, "Version"), &fact(version, "GitCommit")[..7])
}

/// `version.BuildInfo{Version:"v4.3.1", …}`
fn long(version: &HelmVersion) -> String {
    let fields: Vec<_> = version.facts().iter().map(|(go, _, value)| format!("{go}:{value:?}")).collect();
    format!("version.BuildInfo{{{}}}\n", fields.join(", "))
}

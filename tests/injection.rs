//! The templates that the control-plane chart leaves to istiod to fill in: each parses, and knows every part and function
//! that it names, without Helm and with the functions that istiod adds to sprig's.
#![allow(clippy::disallowed_methods, reason = "drivers read the charts of the repository")]

mod support;

use pintle::source::Source;
use pintle::template::func::{Args, Cx, Func, FuncResult, Signature};
use pintle::template::parse;
use pintle::{Compat, funcs};
use std::path::{Path, PathBuf};

static ANYTHING: Signature = Signature { params: &[], variadic: true };

fn not_here(_: &mut Cx<'_>, _: Args<'_>) -> FuncResult {
    Err("only istiod has this function".into())
}

const fn of_istiod(name: &'static str) -> Func {
    Func { name, signature: &ANYTHING, call: not_here }
}

/// The functions of istiod's that the templates use; sprig's go without saying.
static OF_ISTIOD: &[Func] = &[
    of_istiod("annotation"),
    of_istiod("appendMultusNetwork"),
    of_istiod("excludeInboundPort"),
    of_istiod("fromJSON"),
    of_istiod("isset"),
    of_istiod("omitNil"),
    of_istiod("otelResourceAttributes"),
    of_istiod("protoToJSON"),
    of_istiod("strdict"),
    of_istiod("structToJSON"),
    of_istiod("toJsonMap"),
    of_istiod("toLower"),
    of_istiod("valueOrDefault"),
];

/// A template as the chart hands it to istiod: the parts that all share, those of its folder, and the template.
fn text(path: &Path) -> Vec<u8> {
    let folder = path.parent().expect("a folder");
    let parts = [folder.with_file_name("_parts.tpl"), folder.join("_parts.tpl"), path.to_owned()];
    parts.iter().map(|part| support::read(part)).collect::<Vec<_>>().join(&b'\n')
}

fn templates() -> Vec<PathBuf> {
    let folders =
        ["pods", "gateways"].map(|name| support::root().join("charts/control-plane/files/injection").join(name));
    let files = folders.iter().flat_map(|folder| support::entries(folder));
    files.filter(|path| path.extension().is_some_and(|end| end == "yaml")).collect()
}

#[test]
fn templates_for_istiod_parse() {
    let mut table = funcs::sprig(Compat::Helm4);
    table.add(OF_ISTIOD);
    let found = templates();
    assert_eq!(found.len(), 4, "{found:?}");
    for path in found {
        let source = Source::new(&*support::name(&path), text(&path));
        if let Err(error) = parse(&source, &table, Compat::Helm4) {
            panic!("{}: {error}", path.display());
        }
    }
}

#[test]
fn templates_for_istiod_have_every_part_they_name() {
    for path in templates() {
        let text = String::from_utf8(text(&path)).expect("UTF-8");
        let names = |before: &str| -> Vec<String> {
            text.split(before).skip(1).filter_map(|rest| rest.split('"').next().map(str::to_owned)).collect()
        };
        let defined = names("{{- define \"");
        for used in names("{{ template \"") {
            assert!(defined.contains(&used), "{}: no part {used:?}", path.display());
        }
    }
}

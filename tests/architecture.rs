//! The table of `docs/architecture.md`, checked: modules import downwards only, and files stay small.
#![allow(clippy::disallowed_methods, reason = "the sources are what is tested")]

mod support;

use std::path::{Path, PathBuf};

/// The longest a file may be.
const LINES: usize = 600;

/// Each module with what it may import; a module that is not here fails.
const MAY_IMPORT: &[(&str, &[&str])] = &[
    ("source", &[]),
    ("compat", &[]),
    ("diag", &["source", "compat", "gostd", "value"]),
    ("error", &["source", "diag"]),
    ("atomic", &["gostd", "error"]),
    ("report", &["source", "diag"]),
    ("value", &["compat", "source"]),
    ("gostd", &["value", "compat"]),
    ("kube", &["gostd", "value", "compat"]),
    ("yaml", &["gostd", "value", "compat", "source", "diag", "error"]),
    ("toml", &["gostd", "value", "compat", "source", "diag", "error"]),
    ("semver", &["gostd", "value", "compat"]),
    ("template", &["gostd", "value", "compat", "source", "diag", "error"]),
    ("schema", &["yaml", "gostd", "value", "compat", "source", "diag", "error", "semver"]),
    ("funcs", &["template", "semver", "yaml", "toml", "gostd", "value", "compat", "source", "diag", "error"]),
    (
        "chart",
        &[
            "funcs", "schema", "semver", "template", "yaml", "toml", "gostd", "value", "compat", "source", "diag",
            "error",
        ],
    ),
    (
        "fetch",
        &[
            "atomic", "chart", "funcs", "schema", "semver", "template", "yaml", "toml", "gostd", "value", "compat",
            "source", "diag", "error",
        ],
    ),
    (
        "render",
        &[
            "chart", "funcs", "schema", "semver", "template", "yaml", "toml", "gostd", "value", "compat", "source",
            "diag", "error",
        ],
    ),
    ("validate", &["kube", "yaml", "gostd", "value", "compat", "source", "diag", "error"]),
    (
        "golden",
        &[
            "report", "render", "chart", "funcs", "schema", "semver", "template", "yaml", "toml", "gostd", "value",
            "compat", "source", "diag", "error",
        ],
    ),
    (
        "lint",
        &[
            "kube", "render", "chart", "funcs", "schema", "semver", "template", "yaml", "toml", "gostd", "value",
            "compat", "source", "diag", "error",
        ],
    ),
];

/// The face of the crate and the program on top of it, which may use everything.
const ON_TOP: &[&str] = &["lib", "main", "cli"];

/// What anything may use: names that the crate's face gives out.
const FACE: &[&str] = &["Error", "ErrorKind", "Result", "Compat"];

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for path in support::entries(folder) {
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// Every source file with the module it belongs to and its text.
fn files() -> Vec<(PathBuf, String, String)> {
    let folder = support::root().join("src");
    let mut paths = Vec::new();
    sources(&folder, &mut paths);
    let describe = |path: PathBuf| {
        let inside = path.strip_prefix(&folder).expect("under src");
        let module = support::name(Path::new(inside.components().next().expect("a name").as_os_str()));
        let module = module.strip_suffix(".rs").unwrap_or(&module).to_owned();
        let text = String::from_utf8(support::read(&path)).expect("UTF-8");
        (path, module, text)
    };
    paths.into_iter().map(describe).collect()
}

/// The modules that a text names after `crate::`, comments and macros apart.
fn imports(text: &str) -> Vec<&str> {
    let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    code.flat_map(|line| line.split("crate::").skip(1)).filter_map(first_name).collect()
}

/// The name that a path begins with, unless it is a macro's.
fn first_name(path: &str) -> Option<&str> {
    let end = path.find(|letter: char| !letter.is_alphanumeric() && letter != '_').unwrap_or(path.len());
    (!path[end..].starts_with('!')).then_some(&path[..end])
}

#[test]
fn modules_import_downwards_only() {
    let mut wrong = Vec::new();
    for (path, module, text) in files() {
        if ON_TOP.contains(&module.as_str()) {
            continue;
        }
        let Some((_, allowed)) = MAY_IMPORT.iter().find(|(name, _)| *name == module) else {
            wrong.push(format!("{}: module {module} has no line in the table", path.display()));
            continue;
        };
        for import in imports(&text) {
            if !import.is_empty() && import != module && !allowed.contains(&import) && !FACE.contains(&import) {
                wrong.push(format!("{}: {module} may not import {import}", path.display()));
            }
        }
    }
    wrong.dedup();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn files_stay_small() {
    let long = |(path, _, text): (PathBuf, String, String)| {
        let lines = text.lines().count();
        (lines > LINES).then(|| format!("{}: {lines} lines", path.display()))
    };
    let long: Vec<String> = files().into_iter().filter_map(long).collect();
    assert!(long.is_empty(), "files over {LINES} lines, to be split by theme:\n{}", long.join("\n"));
}

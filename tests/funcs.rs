//! Every function that a template can call has rows that say what Helm printed for it.
//!
//! The rows lie in `tests/funcs/*.tsv` and in `tests/observed/observed.tsv`, in the same columns:
//! id, helm, template, values, result, kind, args; the texts are JSON strings.

#![expect(clippy::disallowed_methods, reason = "rows are read from files")]

use pintle::{Compat, funcs};
use std::collections::BTreeSet;
use std::path::Path;

/// All identifiers in the templates of a file of rows.
fn words(path: &Path, into: &mut BTreeSet<String>) {
    let rows = std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    for row in rows.lines().skip(1) {
        let columns: Vec<&str> = row.split('\t').collect();
        assert_eq!(columns.len(), 7, "{}: {row}", path.display());
        let template: String = serde_json::from_str(columns[2]).unwrap_or_else(|e| panic!("{row}: {e}"));
        into.extend(template.split(|c: char| !c.is_alphanumeric() && c != '_').map(str::to_owned));
    }
}

#[test]
fn every_function_has_rows() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let mut called = BTreeSet::new();
    words(&tests.join("observed/observed.tsv"), &mut called);
    for entry in std::fs::read_dir(tests.join("funcs")).expect("tests/funcs") {
        let path = entry.expect("an entry").path();
        if path.extension().is_some_and(|e| e == "tsv") {
            words(&path, &mut called);
        }
    }
    for compat in [Compat::Helm3, Compat::Helm4] {
        let names: Vec<_> = funcs::table(compat).functions().iter().map(|f| f.name).collect();
        assert!(!names.is_empty());
        let missing: Vec<_> = names.iter().filter(|name| !called.contains(**name)).collect();
        assert!(missing.is_empty(), "{compat:?}: no rows for {missing:?}");
    }
}

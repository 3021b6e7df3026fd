//! What both engines read: the metaschemas of the drafts, and files.

/// Addresses, without their scheme and host, and the documents there.
///
/// The documents are the published ones of json-schema.org without white space.
const DOCUMENTS: &[(&str, &str)] = &[
    ("draft-04/schema", include_str!("meta/draft-04.json")),
    ("draft-06/schema", include_str!("meta/draft-06.json")),
    ("draft-07/schema", include_str!("meta/draft-07.json")),
    ("draft/2019-09/schema", include_str!("meta/2019-09.json")),
    ("draft/2019-09/meta/core", include_str!("meta/2019-09-core.json")),
    ("draft/2019-09/meta/applicator", include_str!("meta/2019-09-applicator.json")),
    ("draft/2019-09/meta/validation", include_str!("meta/2019-09-validation.json")),
    ("draft/2019-09/meta/meta-data", include_str!("meta/2019-09-meta-data.json")),
    ("draft/2019-09/meta/format", include_str!("meta/2019-09-format.json")),
    ("draft/2019-09/meta/content", include_str!("meta/2019-09-content.json")),
    ("draft/2020-12/schema", include_str!("meta/2020-12.json")),
    ("draft/2020-12/meta/core", include_str!("meta/2020-12-core.json")),
    ("draft/2020-12/meta/applicator", include_str!("meta/2020-12-applicator.json")),
    ("draft/2020-12/meta/unevaluated", include_str!("meta/2020-12-unevaluated.json")),
    ("draft/2020-12/meta/validation", include_str!("meta/2020-12-validation.json")),
    ("draft/2020-12/meta/meta-data", include_str!("meta/2020-12-meta-data.json")),
    ("draft/2020-12/meta/format-annotation", include_str!("meta/2020-12-format-annotation.json")),
    ("draft/2020-12/meta/format-assertion", include_str!("meta/2020-12-format-assertion.json")),
    ("draft/2020-12/meta/content", include_str!("meta/2020-12-content.json")),
];

/// The text of the metaschema at an address.
pub(super) fn metaschema(url: &str) -> Option<&'static str> {
    let path = url.strip_prefix("http://json-schema.org/").or_else(|| url.strip_prefix("https://json-schema.org/"))?;
    let path = if path == "schema" { "draft/2020-12/schema" } else { path };
    DOCUMENTS.iter().find(|(at, _)| *at == path).map(|(_, text)| *text)
}

/// Reads a file that a schema refers to; the error is Go's text.
#[expect(clippy::disallowed_methods, reason = "Helm reads the files that a schema refers to")]
pub(super) fn read_file(path: &str) -> Result<Vec<u8>, String> {
    let fault = |doing: &str, e: &std::io::Error| format!("{doing} {path}: {}", os_error(e));
    let is_directory = std::fs::metadata(path).map_err(|e| fault("open", &e))?.is_dir();
    if is_directory {
        return Err(format!("read {path}: is a directory"));
    }
    std::fs::read(path).map_err(|e| fault("open", &e))
}

/// The words of the operating system for an error, as Go prints them.
fn os_error(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::NotFound => "no such file or directory".into(),
        std::io::ErrorKind::PermissionDenied => "permission denied".into(),
        std::io::ErrorKind::NotADirectory => "not a directory".into(),
        _ => error.to_string(),
    }
}

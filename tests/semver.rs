//! Versions and ranges against what the two releases of `Masterminds/semver` make of them.
//!
//! The rows are a range, a version, another version, and the results of 3.5 (Helm 4) and 3.3 (Helm 3).

use pintle::Compat;
use pintle::semver::{Constraints, Version};

fn run(range: &str, version: &str, other: &str, compat: Compat) -> String {
    let parse = |text: &str| Version::parse(text.as_bytes(), compat);
    let range = Constraints::parse(range.as_bytes(), compat);
    let checked = range.map_err(|error| String::from_utf8(error).expect("UTF-8")).and_then(|range| {
        let version = parse(version)?;
        Ok(format!("{} {version}", range.check(&version)))
    });
    let strict = Version::parse_strict(version.as_bytes(), compat).map(|v| v.to_string());
    let either = |result: Result<String, String>| result.unwrap_or_else(|error| error);
    let out = format!("{} | {}", either(checked), either(strict));
    if let (Ok(version), Ok(other)) = (parse(version), parse(other))
        && version.minor < u64::MAX
        && let (Ok(minor), Ok(pre)) = (version.next_minor(compat), version.with_prerelease(b"a.1", compat))
    {
        let order = version.compare(&other) as i8;
        return format!("{out} | {order} {} {}", minor.original, pre.original);
    }
    out
}

#[test]
fn ranges_and_versions() {
    let mut failures = Vec::new();
    for line in include_str!("semver/rows.tsv").lines() {
        let row: Vec<String> = line.split('\t').map(|c| serde_json::from_str(c).unwrap()).collect();
        for (compat, want) in [(Compat::Helm4, &row[3]), (Compat::Helm3, &row[4])] {
            let got = run(&row[0], &row[1], &row[2], compat);
            if got != *want {
                failures.push(format!("{:?} {:?} {compat:?}\n  want {want:?}\n  got  {got:?}", row[0], row[1]));
            }
        }
    }
    assert!(failures.is_empty(), "{} rows:\n{}", failures.len(), failures[..failures.len().min(20)].join("\n"));
}

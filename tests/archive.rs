//! Loading packed charts, against what Helm said of the same archives.
#![expect(clippy::unwrap_used, reason = "a broken row must fail the test")]

use pintle::Compat;
use pintle::chart::{Chart, check_installable};
use serde_json::Value as Json;
use std::io::Write;
use std::path::PathBuf;

/// The archive of a row: entries of a tar file, of which some bytes at the end may be cut off before
/// and after compression.
fn pack(row: &Json) -> Vec<u8> {
    let mut tar = Vec::new();
    for entry in row["entries"].as_array().unwrap() {
        let data = entry["text"].as_str().unwrap().as_bytes();
        let mut header = tar::Header::new_ustar();
        let name = entry["name"].as_str().unwrap().as_bytes();
        header.as_mut_bytes()[..name.len()].copy_from_slice(name);
        header.set_entry_type(tar::EntryType::new(entry["type"].as_str().map_or(b'0', |t| t.as_bytes()[0])));
        header.set_mode(0o644);
        header.set_size(data.len() as u64);
        header.set_cksum();
        tar.extend_from_slice(header.as_bytes());
        tar.extend_from_slice(data);
        tar.resize(tar.len().next_multiple_of(512), 0);
    }
    tar.resize(tar.len() + 1024, 0);
    tar.truncate(row["tar_bytes"].as_u64().map_or(tar.len(), |n| n as usize));
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    packer.write_all(&tar).unwrap();
    let mut packed = packer.finish().unwrap();
    packed.truncate(packed.len() - row["cut"].as_u64().unwrap_or(0) as usize);
    packed
}

#[test]
#[expect(clippy::disallowed_methods, reason = "a chart is loaded from the disk, so the test puts it there")]
fn archives_are_taken_and_refused_as_helm_does() {
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let mut failed = Vec::new();
    for (number, row) in include_str!("chart/archive.jsonl").lines().enumerate() {
        let row: Json = serde_json::from_str(row).unwrap();
        let path = directory.join(format!("{number}.tgz"));
        std::fs::write(&path, pack(&row)).unwrap();
        for (compat, helm) in [(Compat::Helm4, "helm4"), (Compat::Helm3, "helm3")] {
            // Helm refuses the next format of charts only once it is asked to install one.
            let got = Chart::load(&path, compat, &mut Vec::new());
            let got = got.and_then(|chart| check_installable(&chart, compat, &mut Vec::new()).map(|()| chart));
            let got = got.map_or_else(
                |error| error.message().replace(&*path.to_string_lossy(), "<path>"),
                |chart| format!("chart {}", chart.name()),
            );
            if got != row[helm].as_str().unwrap() {
                failed.push(format!("{helm} {row}\n  got {got}"));
            }
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

//! Packing a chart: the archive that `helm package` writes.

use super::{Chart, File, load_error};
use crate::compat::Compat;
use crate::error::{Error, Result};
use crate::gostd::json;
use crate::gostd::os::error_text;
use flate2::{Compression, GzBuilder};
use std::io::Write;
use tar::{Builder, EntryType, Header};

/// Which times the entries of an archive carry.
#[derive(Clone, Copy, Debug)]
pub struct Stamp {
    /// For entries whose files have no time of their own, in seconds since 1970.
    pub now: i64,
    /// For all entries, instead of their own times.
    pub fixed: Option<i64>,
}

/// Packs a chart with its subcharts, which are unpacked in the archive.
///
/// Names, contents, order and modes of the entries are those of Helm's archives. The compressed
/// stream differs, for it is made by another library.
///
/// Source: Helm's `chartutil.Save`.
pub fn pack(chart: &Chart, stamp: Stamp, compat: Compat) -> Result<Vec<u8>> {
    let extra: &[u8] = if compat.labels_archive_fields() { EXTRA } else { &EXTRA[4..] };
    // Helm 3's field lacks the label that the format asks for, and begins with a plus sign.
    let extra = if compat.labels_archive_fields() { extra.to_vec() } else { [b"+", extra].concat() };
    let zip = GzBuilder::new().extra(extra).comment("Helm").write(Vec::new(), Compression::default());
    let mut packer = Packer { archive: Builder::new(zip), stamp, compat };
    packer.chart(chart, "")?;
    let zip = packer.archive.into_inner().map_err(unwritten)?;
    zip.finish().map_err(unwritten)
}

/// The field that marks an archive as Helm's: a label, a length and a text of 40 letters.
const EXTRA: &[u8] = b"rr\x28\x00aHR0cHM6Ly95b3V0dS5iZS96OVV6MWljandyTQo=";

fn unwritten(error: std::io::Error) -> Error {
    load_error(error_text(&error))
}

struct Packer<W: Write> {
    archive: Builder<W>,
    stamp: Stamp,
    compat: Compat,
}

impl<W: Write> Packer<W> {
    fn chart(&mut self, chart: &Chart, prefix: &str) -> Result<()> {
        let base = format!("{prefix}{}", chart.name());
        let v1 = chart.metadata.api_version == "v1";
        // The dependencies of a chart of the first format are in a file of their own.
        let mut metadata = chart.metadata.clone();
        metadata.dependencies = metadata.dependencies.filter(|_| !v1);
        self.entry(&format!("{base}/Chart.yaml"), &metadata.to_yaml(self.compat)?, chart.modified.0)?;
        if let Some(lock) = chart.lock.as_ref().filter(|_| chart.metadata.api_version == "v2") {
            self.lock(lock, &base)?;
        }
        if let Some(values) = &chart.values_file {
            self.file(values, &base)?;
        }
        if let Some(schema) = &chart.schema {
            json::decode(schema, self.compat).map_err(|_| load_error(invalid_schema(self.compat)))?;
            self.entry(&format!("{base}/values.schema.json"), schema, chart.modified.1)?;
        }
        chart.templates.iter().chain(&chart.files).try_for_each(|file| self.file(file, &base))?;
        chart.dependencies.iter().try_for_each(|child| self.chart(child, &format!("{base}/charts/")))
    }

    fn lock(&mut self, lock: &super::Lock, base: &str) -> Result<()> {
        let mut lock = lock.clone();
        if let Some(fixed) = self.stamp.fixed {
            lock.generated = super::write::timestamp_utc(fixed);
        }
        let seconds = lock.time().unix_seconds();
        self.entry(&format!("{base}/Chart.lock"), &lock.to_yaml(self.compat)?, Some(seconds))
    }

    fn file(&mut self, file: &File, base: &str) -> Result<()> {
        self.entry(&format!("{base}/{}", file.name), &file.data, file.modified)
    }

    fn entry(&mut self, name: &str, data: &[u8], modified: Option<i64>) -> Result<()> {
        let modified = modified.filter(|_| self.compat.packs_file_times());
        let modified = self.stamp.fixed.or(modified).unwrap_or(self.stamp.now);
        let mut header = Header::new_ustar();
        header.set_entry_type(EntryType::Regular);
        header.set_mode(0o644);
        header.set_size(data.len() as u64);
        header.set_mtime(modified.max(0) as u64);
        if header.set_path(name).is_err() || !name.is_ascii() {
            self.archive.append_pax_extensions([("path", name.as_bytes())]).map_err(unwritten)?;
            let short: String = name.chars().filter(char::is_ascii).take(100).collect();
            header.set_path(short).map_err(unwritten)?;
        }
        header.set_cksum();
        self.archive.append(&header, data).map_err(unwritten)
    }
}

fn invalid_schema(compat: Compat) -> &'static str {
    if compat.structured_logs() { "invalid JSON in values.schema.json" } else { "Invalid JSON in values.schema.json" }
}

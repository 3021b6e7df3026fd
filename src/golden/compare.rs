//! A rendered case beside its golden file.

use super::disk::Disk;
use super::objects::Headings;
use super::suite::{Case, Orphan};
use super::{mask, semantic};
use crate::diag::Severity;
use crate::gostd::os::path_error;
use crate::report::{Diff, Finding, Line, Place};
use std::borrow::Cow;
use std::io;

/// How a rendered case and its golden file are compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Comparison {
    /// Byte for byte.
    #[default]
    Bytes,
    /// By objects: order of documents and keys, comments and layout do not count.
    Objects,
}

/// The golden file that counts for a case: its own, or else the main one.
pub(super) fn read_golden<'c>(case: &'c Case, disk: &Disk) -> (&'c str, io::Result<Vec<u8>>) {
    match (disk.read(&case.golden), &case.main) {
        (Err(error), Some(main)) if error.kind() == io::ErrorKind::NotFound => (main, disk.read(main)),
        (text, _) => (&case.golden, text),
    }
}

/// What is wrong with the golden file of a case, given what was rendered.
#[must_use]
pub fn compare(case: &Case, rendered: &[u8], disk: &Disk, comparison: Comparison) -> Option<Finding> {
    let (path, golden) = read_golden(case, disk);
    let golden = match golden {
        Ok(golden) => golden,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Some(missing(&case.golden)),
        Err(error) => return Some(unreadable(path, &error)),
    };
    if golden == rendered {
        return None;
    }
    let masks = &case.settings.masks;
    let (golden, rendered) = (mask::apply(masks, &golden), mask::apply(masks, rendered));
    if golden == rendered {
        return None;
    }
    match comparison {
        Comparison::Bytes => Some(mismatch(path, &golden, &rendered, true)),
        Comparison::Objects => by_objects(path, &golden, &rendered),
    }
}

fn by_objects(path: &str, golden: &[u8], rendered: &[u8]) -> Option<Finding> {
    let unclear = |what: &str, message: String| {
        let finding = Finding::new(Severity::Error, "mismatch", format!("{what} cannot be read: {message}"));
        Some(finding.at(Place::file(path)))
    };
    match (semantic::canonical(golden), semantic::canonical(rendered)) {
        (Ok(golden), Ok(rendered)) if golden == rendered => None,
        (Ok(golden), Ok(rendered)) => Some(mismatch(path, golden.as_bytes(), rendered.as_bytes(), false)),
        (Err(message), _) => unclear("the golden file", message),
        (_, Err(message)) => unclear("what was rendered", message),
    }
}

/// The finding for two texts that differ; `lines` says whether lines of the golden text are those of the file.
pub(super) fn mismatch(path: &str, golden: &[u8], rendered: &[u8], lines: bool) -> Finding {
    let (before, after) = (Headings::of(golden), Headings::of(rendered));
    let heading = |line: &Line| match (line.old, line.new) {
        (Some(old), None) => before.at(old).to_owned(),
        (_, new) => after.at(new.unwrap_or(1)).to_owned(),
    };
    let diff = Diff::of(&text(golden), &text(rendered), heading);
    let (added, removed) = diff.counts();
    let noun = if added == 1 { "line" } else { "lines" };
    let message = format!("{path} differs from what is rendered: {added} {noun} added, {removed} removed");
    let place = if lines { Place::line(path, diff.first_line()) } else { Place::file(path) };
    Finding::new(Severity::Error, "mismatch", message).at(place).diff(diff)
}

/// A text for showing; bytes that are not UTF-8 are shown as `\xff`.
fn text(bytes: &[u8]) -> Cow<'_, str> {
    if let Ok(text) = std::str::from_utf8(bytes) {
        return Cow::Borrowed(text);
    }
    let mut text = String::new();
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|byte| format!("\\x{byte:02x}")));
    }
    Cow::Owned(text)
}

fn missing(path: &str) -> Finding {
    Finding::new(Severity::Error, "missing-golden", format!("{path} does not exist")).at(Place::file(path))
}

fn unreadable(path: &str, error: &io::Error) -> Finding {
    Finding::new(Severity::Error, "unreadable-golden", path_error("open", path, error)).at(Place::file(path))
}

/// The finding for a golden file without a case.
#[must_use]
pub fn orphaned(orphan: &Orphan) -> Finding {
    let message = format!("{} belongs to no case", orphan.path);
    Finding::new(Severity::Error, "orphaned-golden", message).at(Place::file(&orphan.path))
}

//! New golden files.

use super::compare::mismatch;
use super::disk::Disk;
use super::mask;
use super::suite::{Case, Orphan};
use crate::report::Finding;
use std::collections::BTreeMap;

/// One file that is to be written or removed.
#[derive(Debug)]
pub struct Change {
    /// The chart it belongs to.
    pub chart: String,
    /// The name of the case.
    pub name: String,
    /// The golden file.
    pub path: String,
    /// What is done to it.
    pub action: Action,
}

impl Change {
    /// Whether the file gets a new text.
    #[must_use]
    pub fn writes(&self) -> bool {
        matches!(self.action, Action::Create(_) | Action::Replace(..))
    }
}

/// What is done to a golden file.
#[derive(Debug)]
pub enum Action {
    /// It does not exist yet.
    Create(Vec<u8>),
    /// It is replaced; the finding shows how it differs.
    Replace(Vec<u8>, Finding),
    /// It is removed, because no case has it.
    Prune,
    /// It is removed, because the main golden file says the same.
    Fold,
}

/// What has to be done so that the golden files of these cases are what was rendered. Cases that failed are left alone.
#[must_use]
pub fn changes(rendered: &[(&Case, &[u8])], orphans: &[Orphan], disk: &Disk) -> Vec<Change> {
    let mains: BTreeMap<&str, &[u8]> = rendered.iter().map(|(case, text)| (case.golden.as_str(), *text)).collect();
    let mut changes: Vec<Change> = rendered
        .iter()
        .filter_map(|(case, text)| {
            let action = action(case, text, &mains, disk)?;
            Some(Change { chart: case.chart.clone(), name: case.name.clone(), path: case.golden.clone(), action })
        })
        .collect();
    changes.extend(orphans.iter().cloned().map(|orphan| Change {
        chart: orphan.chart,
        name: orphan.name,
        path: orphan.path,
        action: Action::Prune,
    }));
    changes
}

/// What has to be done for one case. Random values that changed are no reason to write.
fn action(case: &Case, text: &[u8], mains: &BTreeMap<&str, &[u8]>, disk: &Disk) -> Option<Action> {
    let masked = |text: &[u8]| mask::apply(&case.settings.masks, text).into_owned();
    let text = masked(text);
    let own = disk.read(&case.golden);
    if let Some(main) = &case.main {
        let main =
            mains.get(main.as_str()).map(|text| masked(text)).or_else(|| disk.read(main).ok().map(|t| masked(&t)));
        if main.as_ref() == Some(&text) {
            return own.is_ok().then_some(Action::Fold);
        }
    }
    match own {
        Ok(own) if own == text || (!case.settings.masks.is_empty() && masked(&own) == text) => None,
        Ok(own) => {
            let finding = mismatch(&case.golden, &masked(&own), &text, true);
            Some(Action::Replace(text, finding))
        }
        Err(_) => Some(Action::Create(text)),
    }
}

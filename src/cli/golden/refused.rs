//! What the API server would refuse of what a case renders: `--check`.

use crate::cli::validate::{self, Given, Rendering, Subject};
use crate::diag::Severity;
use crate::golden::{Case, Disk, Output};
use crate::report::{Finding, Place};

/// The findings, at the lines of the templates. A case that cannot be checked has one that says why.
pub(super) fn findings(case: &Case, output: Output, disk: &Disk) -> Vec<Finding> {
    let Output { chart, user, options, rendered, .. } = output;
    let subject = Subject {
        chart: case.path.clone(),
        documents: validate::rendered_documents(&rendered, case.selection()),
        show_only: case.show_only(),
        rendering: Rendering { chart, user, options },
        is_original: true,
    };
    validate::findings(subject, || given(case, disk)).unwrap_or_else(|error| {
        let place = Place::file(&case.path);
        vec![Finding::new(Severity::Error, "not-checked", error.message().into_owned()).at(place)]
    })
}

fn given(case: &Case, disk: &Disk) -> Given {
    let files = case.values().iter().filter_map(|path| Some((path.clone(), disk.read(path).ok()?)));
    let flags = case.set_flags().map(|(flag, argument)| (flag, argument.to_owned()));
    Given { files: files.collect(), flags: flags.collect() }
}

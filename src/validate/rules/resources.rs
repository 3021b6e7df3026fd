//! What containers ask for and may use.

use crate::kube::names;
use crate::kube::quantity::ONE;
use crate::validate::report::{Report, shown};
use crate::validate::walk::{amount, get};
use crate::yaml::Spot;

pub(super) fn check<'t>(resources: &'t Spot<'t>, report: &mut Report<'t>) {
    let (limits, requests) = (get(resources, "limits"), get(resources, "requests"));
    for list in [limits, requests].into_iter().flatten() {
        for field in list.fields() {
            name(&field.key, &field.value, report);
            if amount(&field.value).is_some_and(|size| size < 0) {
                report.invalid("out-of-range", &field.value, "must be greater than or equal to 0");
            }
        }
    }
    let (Some(limits), Some(requests)) = (limits, requests) else { return };
    for request in requests.fields() {
        let Some(limit) = get(limits, &request.key) else { continue };
        let (Some(most), Some(asked)) = (amount(limit), amount(&request.value)) else { continue };
        if is_extended(&request.key) && most != asked {
            let detail = format!("must be equal to {} limit of {}", request.key, plain(limit));
            report.invalid("conflicting-fields", &request.value, detail);
        } else if asked > most {
            let detail = format!("must be less than or equal to {} limit of {}", request.key, plain(limit));
            report.invalid("conflicting-fields", &request.value, detail);
        }
    }
}

fn plain(spot: &Spot<'_>) -> String {
    spot.text().map_or_else(|| shown(spot), str::to_owned)
}

/// Resources that are counted and cannot be shared.
fn is_extended(name: &str) -> bool {
    name.contains('/') && !name.contains("kubernetes.io/")
}

/// The name of a resource, and whether its amount is whole where it must be.
fn name<'t>(name: &str, value: &'t Spot<'t>, report: &mut Report<'t>) {
    let standard = matches!(name, "cpu" | "memory" | "ephemeral-storage") || name.starts_with("hugepages-");
    if standard {
        return;
    }
    for fault in names::qualified_name(name) {
        report.error("invalid-name", value, format!("Invalid value: {name:?}: {fault}"));
    }
    if !name.contains('/') {
        let message = format!("Invalid value: {name:?}: must be a standard resource for containers");
        report.error("invalid-name", value, message);
    } else if is_extended(name) && amount(value).is_some_and(|size| size % ONE != 0) {
        report.invalid("out-of-range", value, "must be an integer");
    }
}

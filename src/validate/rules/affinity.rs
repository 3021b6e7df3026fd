//! Where pods may run: tolerations, affinities, spreading.

use crate::validate::report::Report;
use crate::validate::walk::{at, each, filled, get, int, items, text};
use crate::yaml::Spot;

pub(super) fn check<'t>(spec: &'t Spot<'t>, report: &mut Report<'t>) {
    items(spec, "tolerations").iter().for_each(|toleration| tolerate(toleration, report));
    for constraint in items(spec, "topologySpreadConstraints") {
        for field in ["topologyKey", "whenUnsatisfiable"] {
            filled(report, constraint, field, "can not be empty");
        }
    }
    let Some(affinity) = get(spec, "affinity") else { return };
    if let Some(node) = get(affinity, "nodeAffinity") {
        if let Some(required) = get(node, "requiredDuringSchedulingIgnoredDuringExecution") {
            filled(report, required, "nodeSelectorTerms", "must have at least one node selector term");
        }
        each(node, "preferredDuringSchedulingIgnoredDuringExecution[].weight", &mut |weight| weigh(weight, report));
    }
    for kind in ["podAffinity", "podAntiAffinity"] {
        let Some(terms) = get(affinity, kind) else { continue };
        each(terms, "preferredDuringSchedulingIgnoredDuringExecution[].weight", &mut |weight| weigh(weight, report));
        let mut term = |term: &'t Spot<'t>| filled(report, term, "topologyKey", "can not be empty");
        each(terms, "preferredDuringSchedulingIgnoredDuringExecution[].podAffinityTerm", &mut term);
        each(terms, "requiredDuringSchedulingIgnoredDuringExecution[]", &mut term);
    }
}

fn weigh<'t>(weight: &'t Spot<'t>, report: &mut Report<'t>) {
    if int(weight).is_some_and(|number| !(1..=100).contains(&number)) {
        report.invalid("out-of-range", weight, "must be in the range 1-100");
    }
}

fn tolerate<'t>(toleration: &'t Spot<'t>, report: &mut Report<'t>) {
    if toleration.fields().is_empty() {
        return;
    }
    if let Some(operator) = get(toleration, "operator").filter(|operator| operator.text() != Some("")) {
        report.one_of("invalid-choice", operator, &["Equal", "Exists", "Gt", "Lt"]);
    }
    let (key, operator) = (text(toleration, "key"), text(toleration, "operator"));
    if key.is_empty() && operator != "Exists" {
        let detail = "operator must be Exists when `key` is empty, which means \"match all values and all keys\"";
        match get(toleration, "operator") {
            Some(operator) => report.invalid("conflicting-fields", operator, detail),
            None => report.invalid("conflicting-fields", toleration, detail),
        };
    }
    if let Some(value) = get(toleration, "value").filter(|v| operator == "Exists" && v.text() != Some("")) {
        report.invalid("conflicting-fields", value, "value must be empty when `operator` is 'Exists'");
    }
    if at(toleration, "tolerationSeconds").is_some()
        && let Some(effect) = get(toleration, "effect").filter(|effect| effect.text() != Some("NoExecute"))
    {
        report.invalid("conflicting-fields", effect, "effect must be 'NoExecute' when `tolerationSeconds` is set");
    }
}

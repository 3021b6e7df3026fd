//! Autoscalers and disruption budgets.

use crate::validate::report::Report;
use crate::validate::walk::{check_share, filled, get, int, items, share, text, within};
use crate::yaml::{Content, Spot};

/// The types of metrics, and the fields that hold them.
const METRICS: &[(&str, &str)] = &[
    ("ContainerResource", "containerResource"),
    ("External", "external"),
    ("Object", "object"),
    ("Pods", "pods"),
    ("Resource", "resource"),
];

pub(super) fn autoscaler<'t>(spot: &'t Spot<'t>, report: &mut Report<'t>) {
    let Some(spec) = get(spot, "spec") else { return };
    let (least, most) = (get(spec, "minReplicas"), get(spec, "maxReplicas"));
    if let Some(least) = least.filter(|least| int(least).is_some_and(|number| number < 0)) {
        report.invalid("out-of-range", least, "must be greater than or equal to 0");
    }
    if let Some(least) = least.filter(|least| int(least) == Some(0)) {
        let detail =
            "must be greater than or equal to 1 (0 needs an object or external metric and the feature HPAScaleToZero)";
        report.warning("out-of-range", least, format!("Invalid value: 0: {detail}"));
    }
    if let Some(most) = most {
        within(report, "out-of-range", most, 1, i64::MAX);
        if let (Some(least), Some(number)) = (least.and_then(int), int(most))
            && number < least
        {
            report.invalid("conflicting-fields", most, "must be greater than or equal to `minReplicas`");
        }
    }
    if let Some(target) = get(spec, "scaleTargetRef") {
        for field in ["kind", "name"] {
            filled(report, target, field, "");
        }
    }
    items(spec, "metrics").iter().for_each(|each| metric(each, report));
    for direction in ["scaleUp", "scaleDown"] {
        if let Some(rules) = get(spec, "behavior").and_then(|behavior| get(behavior, direction)) {
            behavior(rules, report);
        }
    }
}

fn metric<'t>(spot: &'t Spot<'t>, report: &mut Report<'t>) {
    let Some(kind) = get(spot, "type") else { return };
    let types: Vec<&str> = METRICS.iter().map(|(name, _)| *name).collect();
    let Some((name, field)) = METRICS.iter().find(|(name, _)| kind.text() == Some(name)) else {
        report.one_of("invalid-choice", kind, &types);
        return;
    };
    let Some(source) = get(spot, field) else {
        let detail = format!("must populate information for the given metric source ({name})");
        report.required("required-value", spot, field, &detail);
        return;
    };
    for (_, other) in METRICS.iter().filter(|(other, _)| other != name) {
        if let Some(other) = get(spot, other) {
            report.forbidden("one-of", other, "must populate the given metric source only");
        }
    }
    if let Some(target) = get(source, "target") {
        metric_target(target, report);
    }
}

fn metric_target<'t>(target: &'t Spot<'t>, report: &mut Report<'t>) {
    if let Some(kind) = get(target, "type") {
        report.one_of("invalid-choice", kind, &["AverageValue", "Utilization", "Value"]);
    }
    let field = match text(target, "type") {
        "AverageValue" => "averageValue",
        "Utilization" => "averageUtilization",
        "Value" => "value",
        _ => return,
    };
    match get(target, field) {
        None => {
            report.required(
                "required-value",
                target,
                field,
                &format!("must be set for the target type {}", text(target, "type")),
            );
        }
        Some(figure) if field == "averageUtilization" => within(report, "out-of-range", figure, 1, i64::MAX),
        Some(_) => {}
    }
}

fn behavior<'t>(rules: &'t Spot<'t>, report: &mut Report<'t>) {
    if let Some(select) = get(rules, "selectPolicy") {
        report.one_of("invalid-choice", select, &["Disabled", "Max", "Min"]);
    }
    if let Some(window) = get(rules, "stabilizationWindowSeconds") {
        within(report, "out-of-range", window, 0, 3600);
    }
    for policy in items(rules, "policies") {
        if let Some(kind) = get(policy, "type") {
            report.one_of("invalid-choice", kind, &["Percent", "Pods"]);
        }
        if let Some(value) = get(policy, "value") {
            within(report, "out-of-range", value, 1, i64::MAX);
        }
        if let Some(period) = get(policy, "periodSeconds") {
            within(report, "out-of-range", period, 1, 1800);
        }
    }
}

pub(super) fn disruption_budget<'t>(spot: &'t Spot<'t>, report: &mut Report<'t>) {
    let Some(spec) = get(spot, "spec") else { return };
    let figures = [get(spec, "minAvailable"), get(spec, "maxUnavailable")];
    if let [Some(_), Some(second)] = figures {
        report.invalid("conflicting-fields", second, "minAvailable and maxUnavailable cannot be both set");
    }
    for figure in figures.into_iter().flatten().filter(|figure| figure.content != Content::Null) {
        check_share(report, figure);
        if share(figure).is_some_and(|(number, percent)| percent && number > 100) {
            report.invalid("out-of-range", figure, "must not be greater than 100%");
        }
    }
}

//! Controllers of pods, and jobs.

use super::selector::mismatch;
use crate::kube::cron;
use crate::validate::report::{Report, shown};
use crate::validate::walk::{at, check_share, get, int, is_true, share, text, within};
use crate::yaml::{Content, Spot};

pub(super) fn check<'t>(spot: &'t Spot<'t>, report: &mut Report<'t>) {
    let Some(spec) = get(spot, "spec") else { return };
    selects_its_pods(spot, spec, report);
    for (strategy, without) in [("strategy", "Recreate"), ("updateStrategy", "OnDelete")] {
        if let Some(strategy) = get(spec, strategy) {
            rolling(strategy, without, report);
        }
    }
    progress(spec, report);
}

/// The selector must not be empty and must match the labels of the template.
fn selects_its_pods<'t>(spot: &'t Spot<'t>, spec: &'t Spot<'t>, report: &mut Report<'t>) {
    let Some(selector) = get(spec, "selector").filter(|s| matches!(s.content, Content::Map(_))) else { return };
    let size = |field: &str| get(selector, field).map_or(0, |part| part.fields().len() + part.items().len());
    if size("matchLabels") + size("matchExpressions") == 0 {
        let kind = text(spot, "kind").to_lowercase();
        report.invalid("empty-selector", selector, format!("empty selector is invalid for {kind}"));
        return;
    }
    let Some(template) = get(spec, "template") else { return };
    let labels = at(template, "metadata.labels");
    let Some(missing) = mismatch(selector, labels) else { return };
    let detail = "`selector` does not match template `labels`";
    let finding = match (labels, get(template, "metadata")) {
        (Some(labels), _) => report.invalid("selector-mismatch", labels, detail),
        (None, Some(metadata)) => report.required("selector-mismatch", metadata, "labels", detail),
        (None, None) => report.required("selector-mismatch", template, "metadata.labels", detail),
    };
    finding.help = Some(format!("the selector wants {missing}"));
}

/// A rolling update, which only one type of strategy has, and whose figures must let something happen.
fn rolling<'t>(strategy: &'t Spot<'t>, without: &str, report: &mut Report<'t>) {
    let Some(update) = get(strategy, "rollingUpdate") else { return };
    if text(strategy, "type") == without {
        let detail = format!("may not be specified when strategy `type` is '{without}'");
        report.forbidden("conflicting-fields", update, detail);
        return;
    }
    let (surge, unavailable) = (get(update, "maxSurge"), get(update, "maxUnavailable"));
    for figure in [surge, unavailable].into_iter().flatten() {
        check_share(report, figure);
    }
    let Some((unavailable, (number, percent))) = unavailable.and_then(|spot| Some((spot, share(spot)?))) else {
        return;
    };
    if percent && number > 100 {
        report.invalid("out-of-range", unavailable, "must not be greater than 100%");
    }
    let surges = surge.and_then(share).map(|(number, _)| number);
    if number == 0 && surges == Some(0) && without == "Recreate" {
        report.invalid("out-of-range", unavailable, "may not be 0 when `maxSurge` is 0");
    }
}

fn progress<'t>(spec: &'t Spot<'t>, report: &mut Report<'t>) {
    let Some(deadline) = get(spec, "progressDeadlineSeconds") else { return };
    within(report, "out-of-range", deadline, 0, i64::MAX);
    let ready = get(spec, "minReadySeconds").and_then(int).unwrap_or_default();
    if int(deadline).is_some_and(|seconds| seconds <= ready) {
        report.invalid("conflicting-fields", deadline, "must be greater than minReadySeconds");
    }
}

const JOB_FIGURES: &[&str] = &[
    "activeDeadlineSeconds",
    "backoffLimit",
    "backoffLimitPerIndex",
    "completions",
    "maxFailedIndexes",
    "parallelism",
    "ttlSecondsAfterFinished",
];

pub(super) fn job<'t>(spot: &'t Spot<'t>, report: &mut Report<'t>) {
    if let Some(spec) = get(spot, "spec") {
        job_spec(spec, true, report);
    }
}

fn job_spec<'t>(spec: &'t Spot<'t>, own: bool, report: &mut Report<'t>) {
    for figure in JOB_FIGURES.iter().filter_map(|figure| get(spec, figure)) {
        within(report, "out-of-range", figure, 0, i64::MAX);
    }
    let selector = get(spec, "selector");
    match (selector, is_true(spec, "manualSelector")) {
        (Some(selector), false) if own => {
            report.invalid("manual-selector", selector, "`selector` not auto-generated").help =
                Some("leave the selector out, or set `manualSelector: true`".into());
        }
        (Some(selector), _) if !own => {
            report.invalid("manual-selector", selector, "`selector` will be auto-generated");
        }
        (None, true) if own => {
            report.required("required-value", spec, "selector", "");
        }
        (Some(selector), true) => {
            let labels = at(spec, "template.metadata.labels");
            if let (Some(missing), Some(template)) = (mismatch(selector, labels), get(spec, "template")) {
                let at = labels.unwrap_or(template);
                report.invalid("selector-mismatch", at, "`selector` does not match template `labels`").help =
                    Some(format!("the selector wants {missing}"));
            }
        }
        _ => {}
    }
    if text(spec, "completionMode") == "Indexed" && get(spec, "completions").is_none() {
        report.required("required-value", spec, "completions", "when completion mode is Indexed");
    }
}

pub(super) fn cron_job<'t>(spot: &'t Spot<'t>, report: &mut Report<'t>) {
    let Some(spec) = get(spot, "spec") else { return };
    if let Some((schedule, text)) = get(spec, "schedule").and_then(|spot| Some((spot, spot.text()?))) {
        if text.is_empty() {
            report.error("required-value", schedule, "Required value");
        } else if let Err(fault) = cron::check(text) {
            report.invalid("invalid-schedule", schedule, fault);
        } else if text.contains("TZ") {
            let detail = "cannot use TZ or CRON_TZ in schedule, use timeZone field instead";
            report.invalid("invalid-schedule", schedule, detail);
        }
    }
    if let Some(zone) = get(spec, "timeZone") {
        time_zone(zone, report);
    }
    if let Some(job) = at(spec, "jobTemplate.spec") {
        job_spec(job, false, report);
    }
}

fn time_zone<'t>(zone: &'t Spot<'t>, report: &mut Report<'t>) {
    let Some(name) = zone.text() else { return };
    if name.is_empty() {
        report.invalid("invalid-time-zone", zone, "timeZone must be nil or non-empty string");
    } else if name.eq_ignore_ascii_case("local") {
        report.invalid(
            "invalid-time-zone",
            zone,
            "timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones",
        );
    } else if jiff::tz::TimeZone::get(name).is_err() {
        report.invalid("invalid-time-zone", zone, format!("unknown time zone {}", shown(zone)));
    }
}

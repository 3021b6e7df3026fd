//! Admission webhooks.

use crate::kube::names;
use crate::validate::report::Report;
use crate::validate::walk::{get, items, need, within};
use crate::yaml::Spot;
use rustc_hash::FxHashSet;

const CHOICES: &[(&str, &[&str])] = &[
    ("failurePolicy", &["Fail", "Ignore"]),
    ("matchPolicy", &["Equivalent", "Exact"]),
    ("reinvocationPolicy", &["IfNeeded", "Never"]),
];

pub(super) fn check<'t>(spot: &'t Spot<'t>, report: &mut Report<'t>) {
    let mut seen = FxHashSet::default();
    for webhook in items(spot, "webhooks").iter().filter(|webhook| !webhook.fields().is_empty()) {
        if let Some(name) = get(webhook, "name") {
            check_name(name, report);
            if name.text().is_some_and(|text| !seen.insert(text)) {
                report.duplicate("duplicate-name", name);
            }
        }
        for (field, words) in CHOICES {
            if let Some(value) = get(webhook, field) {
                report.one_of("invalid-choice", value, words);
            }
        }
        side_effects(webhook, report);
        review_versions(webhook, report);
        if let Some(timeout) = get(webhook, "timeoutSeconds") {
            within(report, "out-of-range", timeout, 1, 30);
        }
        if let Some(client) = get(webhook, "clientConfig") {
            check_client(client, report);
        }
        items(webhook, "rules").iter().for_each(|each| rule(each, report));
    }
}

fn check_name<'t>(name: &'t Spot<'t>, report: &mut Report<'t>) {
    let Some(text) = name.text() else { return };
    if text.is_empty() {
        report.error("required-value", name, "Required value");
        return;
    }
    report.names("invalid-name", name, names::dns_1123_subdomain);
    if text.split('.').count() < 3 {
        report.invalid("invalid-name", name, "should be a domain with at least three segments separated by dots");
    }
}

/// Since `v1` a webhook must not change anything on a dry run. That the field is missing is said by the schema.
fn side_effects<'t>(webhook: &'t Spot<'t>, report: &mut Report<'t>) {
    if let Some(effects) = get(webhook, "sideEffects") {
        report.one_of("invalid-choice", effects, &["None", "NoneOnDryRun"]);
    }
}

fn review_versions<'t>(webhook: &'t Spot<'t>, report: &mut Report<'t>) {
    let Some(versions) = get(webhook, "admissionReviewVersions") else { return };
    let words: Vec<&str> = versions.items().iter().filter_map(Spot::text).collect();
    if versions.items().is_empty() {
        report.error("required-value", versions, "Required value: must specify one of v1, v1beta1");
    } else if !words.iter().any(|word| matches!(*word, "v1" | "v1beta1")) {
        report.invalid("invalid-choice", versions, "must include at least one of v1, v1beta1");
    }
    let mut seen = FxHashSet::default();
    for version in versions.items() {
        if version.text().is_some_and(|text| !seen.insert(text)) {
            report.invalid("duplicate-name", version, "duplicate version");
        }
    }
}

/// How a webhook is reached: by URL or as a service.
pub(super) fn check_client<'t>(client: &'t Spot<'t>, report: &mut Report<'t>) {
    let (url, service) = (get(client, "url"), get(client, "service"));
    match (url, service) {
        (Some(_), Some(_)) | (None, None) => {
            report.error("one-of", client, "Required value: exactly one of url or service is required");
        }
        (Some(url), None) => {
            let Some(text) = url.text() else { return };
            let wrong = match text.split_once("://") {
                Some(("https", rest)) if rest.contains(['?', '#', '@']) => "no user, query or fragment may be in it",
                Some(("https", rest)) if !rest.is_empty() && !rest.starts_with('/') => return,
                Some(("https", _)) => "host must be specified",
                _ => "'https' is the only allowed URL scheme",
            };
            report.invalid("invalid-url", url, wrong);
        }
        (None, Some(service)) => {
            for field in ["name", "namespace"] {
                crate::validate::walk::filled(report, service, field, "");
            }
            if let Some(path) =
                get(service, "path").filter(|path| path.text().is_some_and(|text| !text.starts_with('/')))
            {
                report.invalid("invalid-path", path, "must start with a '/'");
            }
            if let Some(port) = get(service, "port") {
                within(report, "out-of-range", port, 1, 65535);
            }
        }
    }
}

fn rule<'t>(rule: &'t Spot<'t>, report: &mut Report<'t>) {
    for field in ["apiGroups", "apiVersions", "operations", "resources"] {
        need(report, rule, field, "");
    }
    for operation in items(rule, "operations") {
        report.one_of("invalid-choice", operation, &["*", "CONNECT", "CREATE", "DELETE", "UPDATE"]);
    }
    if let Some(scope) = get(rule, "scope") {
        report.one_of("invalid-choice", scope, &["*", "Cluster", "Namespaced"]);
    }
    for list in ["operations", "apiGroups", "apiVersions"] {
        let words: Vec<&Spot<'t>> = items(rule, list).iter().collect();
        if words.len() > 1
            && words.iter().any(|word| word.text() == Some("*"))
            && let Some(list) = get(rule, list)
        {
            let detail = "if '*' is present, must not specify other values";
            report.invalid("conflicting-fields", list, detail);
        }
    }
}

//! Rules that are plain lists: which words, which numbers and which names a field may have.

use crate::kube::names;
use crate::validate::report::Report;
use crate::validate::walk::{each, within};
use crate::yaml::Spot;

/// A field of some kinds with the words it may have; an empty word stands for the default.
type Choice = (&'static str, &'static str, &'static [&'static str]);

/// A field of some kinds with its lowest and highest number.
type Figure = (&'static str, &'static str, i64, i64);

const NO_LIMIT: i64 = i64::MAX;
const PORT: i64 = 65535;
const PROTOCOLS: &[&str] = &["SCTP", "TCP", "UDP"];
const ACCESS_MODES: &[&str] = &["ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod"];
const FAMILIES: &[&str] = &["IPv4", "IPv6"];

/// What is wrong with a name.
pub(super) type NameRule = fn(&str) -> Vec<String>;

/// By `group/Kind`, sorted by it.
const CHOICES: &[Choice] = &[
    ("/PersistentVolume", "spec.accessModes[]", ACCESS_MODES),
    ("/PersistentVolume", "spec.persistentVolumeReclaimPolicy", &["Delete", "Recycle", "Retain"]),
    ("/PersistentVolume", "spec.volumeMode", &["Block", "Filesystem"]),
    ("/PersistentVolumeClaim", "spec.accessModes[]", ACCESS_MODES),
    ("/PersistentVolumeClaim", "spec.volumeMode", &["Block", "Filesystem"]),
    ("/LimitRange", "spec.limits[].type", &["Container", "PersistentVolumeClaim", "Pod"]),
    ("/ResourceQuota", "spec.scopeSelector.matchExpressions[].operator", &["DoesNotExist", "Exists", "In", "NotIn"]),
    ("/Service", "spec.type", &["ClusterIP", "ExternalName", "LoadBalancer", "NodePort"]),
    ("/Service", "spec.ports[].protocol", PROTOCOLS),
    ("/Service", "spec.sessionAffinity", &["ClientIP", "None"]),
    ("/Service", "spec.externalTrafficPolicy", &["Cluster", "Local"]),
    ("/Service", "spec.internalTrafficPolicy", &["Cluster", "Local"]),
    ("/Service", "spec.ipFamilyPolicy", &["PreferDualStack", "RequireDualStack", "SingleStack"]),
    ("/Service", "spec.ipFamilies[]", FAMILIES),
    ("apps/DaemonSet", "spec.updateStrategy.type", &["OnDelete", "RollingUpdate"]),
    ("apps/Deployment", "spec.strategy.type", &["Recreate", "RollingUpdate"]),
    ("apps/StatefulSet", "spec.podManagementPolicy", &["OrderedReady", "Parallel"]),
    ("apps/StatefulSet", "spec.updateStrategy.type", &["OnDelete", "RollingUpdate"]),
    ("apps/StatefulSet", "spec.persistentVolumeClaimRetentionPolicy.whenDeleted", &["Delete", "Retain"]),
    ("apps/StatefulSet", "spec.persistentVolumeClaimRetentionPolicy.whenScaled", &["Delete", "Retain"]),
    ("apps/StatefulSet", "spec.volumeClaimTemplates[].spec.accessModes[]", ACCESS_MODES),
    ("batch/CronJob", "spec.concurrencyPolicy", &["Allow", "Forbid", "Replace"]),
    ("batch/CronJob", "spec.jobTemplate.spec.completionMode", &["Indexed", "NonIndexed"]),
    ("batch/Job", "spec.completionMode", &["Indexed", "NonIndexed"]),
    ("batch/Job", "spec.podReplacementPolicy", &["Failed", "TerminatingOrFailed"]),
    ("discovery.k8s.io/EndpointSlice", "addressType", &["FQDN", "IPv4", "IPv6"]),
    ("discovery.k8s.io/EndpointSlice", "ports[].protocol", PROTOCOLS),
    ("networking.k8s.io/NetworkPolicy", "spec.policyTypes[]", &["Egress", "Ingress"]),
    ("networking.k8s.io/NetworkPolicy", "spec.ingress[].ports[].protocol", PROTOCOLS),
    ("networking.k8s.io/NetworkPolicy", "spec.egress[].ports[].protocol", PROTOCOLS),
    ("policy/PodDisruptionBudget", "spec.unhealthyPodEvictionPolicy", &["AlwaysAllow", "IfHealthyBudget"]),
    ("scheduling.k8s.io/PriorityClass", "preemptionPolicy", &["Never", "PreemptLowerPriority"]),
    ("storage.k8s.io/CSIDriver", "spec.fsGroupPolicy", &["File", "None", "ReadWriteOnceWithFSType"]),
    ("storage.k8s.io/CSIDriver", "spec.volumeLifecycleModes[]", &["Ephemeral", "Persistent"]),
    ("storage.k8s.io/StorageClass", "reclaimPolicy", &["Delete", "Retain"]),
    ("storage.k8s.io/StorageClass", "volumeBindingMode", &["Immediate", "WaitForFirstConsumer"]),
    ("apiextensions.k8s.io/CustomResourceDefinition", "spec.scope", &["Cluster", "Namespaced"]),
    ("apiextensions.k8s.io/CustomResourceDefinition", "spec.conversion.strategy", &["None", "Webhook"]),
];

const FIGURES: &[Figure] = &[
    ("/Service", "spec.ports[].port", 1, PORT),
    ("/Service", "spec.ports[].targetPort", 1, PORT),
    ("/Service", "spec.ports[].nodePort", 0, PORT),
    ("/Service", "spec.healthCheckNodePort", 0, PORT),
    ("/Service", "spec.sessionAffinityConfig.clientIP.timeoutSeconds", 1, 86400),
    ("apiregistration.k8s.io/APIService", "spec.groupPriorityMinimum", 1, 20000),
    ("apiregistration.k8s.io/APIService", "spec.versionPriority", 1, 1000),
    ("apps/DaemonSet", "spec.minReadySeconds", 0, NO_LIMIT),
    ("apps/DaemonSet", "spec.revisionHistoryLimit", 0, NO_LIMIT),
    ("apps/Deployment", "spec.replicas", 0, NO_LIMIT),
    ("apps/Deployment", "spec.minReadySeconds", 0, NO_LIMIT),
    ("apps/Deployment", "spec.revisionHistoryLimit", 0, NO_LIMIT),
    ("apps/ReplicaSet", "spec.replicas", 0, NO_LIMIT),
    ("apps/ReplicaSet", "spec.minReadySeconds", 0, NO_LIMIT),
    ("apps/StatefulSet", "spec.replicas", 0, NO_LIMIT),
    ("apps/StatefulSet", "spec.minReadySeconds", 0, NO_LIMIT),
    ("apps/StatefulSet", "spec.updateStrategy.rollingUpdate.partition", 0, NO_LIMIT),
    ("apps/StatefulSet", "spec.ordinals.start", 0, NO_LIMIT),
    ("batch/CronJob", "spec.startingDeadlineSeconds", 0, NO_LIMIT),
    ("batch/CronJob", "spec.successfulJobsHistoryLimit", 0, NO_LIMIT),
    ("batch/CronJob", "spec.failedJobsHistoryLimit", 0, NO_LIMIT),
    ("discovery.k8s.io/EndpointSlice", "ports[].port", 1, PORT),
    ("networking.k8s.io/Ingress", "spec.rules[].http.paths[].backend.service.port.number", 1, PORT),
    ("networking.k8s.io/Ingress", "spec.defaultBackend.service.port.number", 1, PORT),
    ("networking.k8s.io/NetworkPolicy", "spec.ingress[].ports[].port", 1, PORT),
    ("networking.k8s.io/NetworkPolicy", "spec.egress[].ports[].port", 1, PORT),
    ("networking.k8s.io/NetworkPolicy", "spec.ingress[].ports[].endPort", 1, PORT),
    ("networking.k8s.io/NetworkPolicy", "spec.egress[].ports[].endPort", 1, PORT),
    ("scheduling.k8s.io/PriorityClass", "value", i32::MIN as i64, 1_000_000_000),
];

/// The same of pods, from the spec of a pod on.
const POD_CHOICES: &[(&str, &[&str])] = &[
    ("restartPolicy", &["Always", "Never", "OnFailure"]),
    ("dnsPolicy", &["ClusterFirst", "ClusterFirstWithHostNet", "Default", "None"]),
    ("preemptionPolicy", &["Never", "PreemptLowerPriority"]),
    ("os.name", &["linux", "windows"]),
    ("securityContext.fsGroupChangePolicy", &["Always", "OnRootMismatch"]),
    ("securityContext.supplementalGroupsPolicy", &["Merge", "Strict"]),
    ("securityContext.seccompProfile.type", &["Localhost", "RuntimeDefault", "Unconfined"]),
    ("tolerations[].effect", &["NoExecute", "NoSchedule", "PreferNoSchedule"]),
    ("topologySpreadConstraints[].whenUnsatisfiable", &["DoNotSchedule", "ScheduleAnyway"]),
    ("topologySpreadConstraints[].nodeAffinityPolicy", &["Honor", "Ignore"]),
    ("topologySpreadConstraints[].nodeTaintsPolicy", &["Honor", "Ignore"]),
    (
        "volumes[].hostPath.type",
        &["BlockDevice", "CharDevice", "Directory", "DirectoryOrCreate", "File", "FileOrCreate", "Socket"],
    ),
];

const POD_FIGURES: &[(&str, i64, i64)] = &[
    ("terminationGracePeriodSeconds", 0, NO_LIMIT),
    ("activeDeadlineSeconds", 1, i32::MAX as i64),
    ("securityContext.runAsUser", 0, i32::MAX as i64),
    ("securityContext.runAsGroup", 0, i32::MAX as i64),
    ("securityContext.fsGroup", 0, i32::MAX as i64),
    ("topologySpreadConstraints[].maxSkew", 1, NO_LIMIT),
    ("topologySpreadConstraints[].minDomains", 1, NO_LIMIT),
];

const CONTAINER_CHOICES: &[(&str, &[&str])] = &[
    ("imagePullPolicy", &["Always", "IfNotPresent", "Never"]),
    ("terminationMessagePolicy", &["FallbackToLogsOnError", "File"]),
    ("ports[].protocol", PROTOCOLS),
    ("volumeMounts[].mountPropagation", &["Bidirectional", "HostToContainer", "None"]),
    ("volumeMounts[].recursiveReadOnly", &["Disabled", "Enabled", "IfPossible"]),
    ("securityContext.procMount", &["Default", "Unmasked"]),
    ("securityContext.seccompProfile.type", &["Localhost", "RuntimeDefault", "Unconfined"]),
    ("securityContext.appArmorProfile.type", &["Localhost", "RuntimeDefault", "Unconfined"]),
];

const CONTAINER_FIGURES: &[(&str, i64, i64)] = &[
    ("ports[].containerPort", 1, PORT),
    ("ports[].hostPort", 0, PORT),
    ("securityContext.runAsUser", 0, i32::MAX as i64),
    ("securityContext.runAsGroup", 0, i32::MAX as i64),
];

/// Names in a pod's spec.
const POD_NAMES: &[(&str, NameRule)] = &[
    ("serviceAccountName", names::dns_1123_subdomain),
    ("priorityClassName", names::dns_1123_subdomain),
    ("runtimeClassName", names::dns_1123_subdomain),
    ("hostname", names::dns_1123_label),
    ("subdomain", names::dns_1123_label),
    ("readinessGates[].conditionType", names::qualified_name),
];

/// Checks what the tables say of a kind.
pub(super) fn check<'t>(group: &str, kind: &str, spot: &'t Spot<'t>, report: &mut Report<'t>) {
    let is_for = |of: &str| of.split_once('/') == Some((group, kind));
    for (_, path, words) in CHOICES.iter().filter(|row| is_for(row.0)) {
        each(spot, path, &mut |value| choice(value, words, report));
    }
    for (_, path, least, most) in FIGURES.iter().filter(|row| is_for(row.0)) {
        each(spot, path, &mut |value| within(report, "out-of-range", value, *least, *most));
    }
}

/// Checks what the tables say of the spec of a pod.
pub(super) fn check_pod<'t>(spec: &'t Spot<'t>, report: &mut Report<'t>) {
    check_all(spec, POD_CHOICES, POD_FIGURES, report);
    for (path, rule) in POD_NAMES {
        each(spec, path, &mut |value| {
            if value.text() != Some("") {
                report.names("invalid-name", value, *rule);
            }
        });
    }
}

/// Checks what the tables say of a container.
pub(super) fn check_container<'t>(container: &'t Spot<'t>, report: &mut Report<'t>) {
    check_all(container, CONTAINER_CHOICES, CONTAINER_FIGURES, report);
}

fn check_all<'t>(
    spot: &'t Spot<'t>,
    choices: &[(&str, &[&str])],
    figures: &[(&str, i64, i64)],
    report: &mut Report<'t>,
) {
    for (path, words) in choices {
        each(spot, path, &mut |value| choice(value, words, report));
    }
    for (path, least, most) in figures {
        each(spot, path, &mut |value| within(report, "out-of-range", value, *least, *most));
    }
}

fn choice<'t>(value: &'t Spot<'t>, words: &[&str], report: &mut Report<'t>) {
    if value.text() != Some("") {
        report.one_of("invalid-choice", value, words);
    }
}

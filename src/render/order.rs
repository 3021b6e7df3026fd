//! The order in which kinds are printed.

use crate::compat::Compat;

/// Kinds in install order. The last two have a place in Helm 4 only.
///
/// Source: Helm's `InstallOrder` (`pkg/release/v1/util/kind_sorter.go`).
const INSTALL_ORDER: [&str; 38] = [
    "PriorityClass",
    "Namespace",
    "NetworkPolicy",
    "ResourceQuota",
    "LimitRange",
    "PodSecurityPolicy",
    "PodDisruptionBudget",
    "ServiceAccount",
    "Secret",
    "SecretList",
    "ConfigMap",
    "StorageClass",
    "PersistentVolume",
    "PersistentVolumeClaim",
    "CustomResourceDefinition",
    "ClusterRole",
    "ClusterRoleList",
    "ClusterRoleBinding",
    "ClusterRoleBindingList",
    "Role",
    "RoleList",
    "RoleBinding",
    "RoleBindingList",
    "Service",
    "DaemonSet",
    "Pod",
    "ReplicationController",
    "ReplicaSet",
    "Deployment",
    "HorizontalPodAutoscaler",
    "StatefulSet",
    "Job",
    "CronJob",
    "IngressClass",
    "Ingress",
    "APIService",
    "MutatingWebhookConfiguration",
    "ValidatingWebhookConfiguration",
];

/// Sorts by kind: known kinds in install order, then the others by name; equal kinds keep their order.
pub(super) fn sort_by_kind<T>(items: &mut [T], kind: impl Fn(&T) -> &str, compat: Compat) {
    let ordered = INSTALL_ORDER.len() - if compat.webhooks_are_ordered() { 0 } else { 2 };
    let key = |item: &T| {
        let kind = kind(item);
        let rank = INSTALL_ORDER[..ordered].iter().position(|k| *k == kind);
        (rank.unwrap_or(usize::MAX), if rank.is_some() { String::new() } else { kind.to_owned() })
    };
    items.sort_by_cached_key(key);
}

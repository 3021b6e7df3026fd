//! Which kinds belong to the cluster and not to a namespace.

/// The built-in kinds without a namespace, by group (`""` is the core).
const CLUSTER: &[(&str, &[&str])] = &[
    ("", &["Namespace", "Node", "PersistentVolume", "ComponentStatus"]),
    (
        "admissionregistration.k8s.io",
        &[
            "MutatingWebhookConfiguration",
            "ValidatingWebhookConfiguration",
            "MutatingAdmissionPolicy",
            "MutatingAdmissionPolicyBinding",
            "ValidatingAdmissionPolicy",
            "ValidatingAdmissionPolicyBinding",
        ],
    ),
    ("apiextensions.k8s.io", &["CustomResourceDefinition"]),
    ("apiregistration.k8s.io", &["APIService"]),
    ("authentication.k8s.io", &["TokenReview", "SelfSubjectReview"]),
    ("authorization.k8s.io", &["SubjectAccessReview", "SelfSubjectAccessReview", "SelfSubjectRulesReview"]),
    ("certificates.k8s.io", &["CertificateSigningRequest", "ClusterTrustBundle"]),
    ("flowcontrol.apiserver.k8s.io", &["FlowSchema", "PriorityLevelConfiguration"]),
    ("internal.apiserver.k8s.io", &["StorageVersion"]),
    ("networking.k8s.io", &["IngressClass", "IPAddress", "ServiceCIDR"]),
    ("node.k8s.io", &["RuntimeClass"]),
    ("policy", &["PodSecurityPolicy"]),
    ("rbac.authorization.k8s.io", &["ClusterRole", "ClusterRoleBinding"]),
    ("resource.k8s.io", &["DeviceClass", "DeviceTaintRule", "ResourceSlice"]),
    ("scheduling.k8s.io", &["PriorityClass"]),
    ("storage.k8s.io", &["CSIDriver", "CSINode", "StorageClass", "VolumeAttachment", "VolumeAttributesClass"]),
    ("storagemigration.k8s.io", &["StorageVersionMigration"]),
];

/// Whether a built-in kind belongs to the cluster.
#[must_use]
pub fn is_cluster(group: &str, kind: &str) -> bool {
    CLUSTER.iter().any(|(of, kinds)| *of == group && kinds.contains(&kind))
}

/// The group of an `apiVersion`, which is empty for the core.
#[must_use]
pub fn group(api_version: &str) -> &str {
    api_version.split_once('/').map_or("", |(group, _)| group)
}

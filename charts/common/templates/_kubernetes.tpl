{{/*
"true" if the cluster's Kubernetes is at least a version; a pre-release of it counts, as managed clusters have them.

Takes a list: the top scope and the version, such as "1.30.0".
*/}}
{{- define "common.kubernetesFrom" -}}
{{- if semverCompare (printf ">=%s-0" (index . 1)) (index . 0).Capabilities.KubeVersion.Version -}}true{{- end -}}
{{- end }}

{{/* Fails before Kubernetes knows the volume source that a trust bundle needs. Takes the top scope. */}}
{{- define "common.requireTrustBundles" -}}
{{- if not (include "common.kubernetesFrom" (list . "1.29.0")) -}}
{{- fail (printf "env.ENABLE_CLUSTER_TRUST_BUNDLE_API: ClusterTrustBundles are volumes from Kubernetes 1.29 on, and this is %s" .Capabilities.KubeVersion.Version) -}}
{{- end -}}
{{- end }}

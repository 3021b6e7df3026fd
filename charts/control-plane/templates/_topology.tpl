{{/* Which objects a release has. Each of these prints "true" or nothing, for use in `if`. */}}

{{/* The release takes care of objects of the given reach. Takes a list: the top scope, the reach (cluster or namespace). */}}
{{- define "control-plane.owns" -}}
{{- include "common.owns" (list (index . 0).Values.global.resourceScope (index . 1)) -}}
{{- end }}

{{/* An istiod runs in this cluster. */}}
{{- define "control-plane.runsHere" -}}
{{- if or (not .Values.istiodRemote.enabled) .Values.istiodRemote.enabledLocalInjectorIstiod -}}true{{- end -}}
{{- end }}

{{/* The mesh is configured in this cluster, or an istiod runs in it: there are an account with permissions and validation. */}}
{{- define "control-plane.configuresHere" -}}
{{- if or .Values.global.configCluster (include "control-plane.runsHere" .) -}}true{{- end -}}
{{- end }}

{{/* Proxies and istiod read the root certificate from a ClusterTrustBundle, not from a ConfigMap in every namespace. */}}
{{- define "control-plane.trustBundle" -}}
{{- if eq (toString .Values.env.ENABLE_CLUSTER_TRUST_BUNDLE_API) "true" -}}true{{- end -}}
{{- end }}

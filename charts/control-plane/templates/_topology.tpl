{{/* Which objects a release has. Each of these prints "true" or nothing, for use in `if`. */}}

{{/* The release owns the objects of the whole cluster. */}}
{{- define "control-plane.ownsCluster" -}}
{{- if has .Values.global.resourceScope (list "all" "cluster") -}}true{{- end -}}
{{- end }}

{{/* The release owns the objects of its namespace. */}}
{{- define "control-plane.ownsNamespace" -}}
{{- if has .Values.global.resourceScope (list "all" "namespace") -}}true{{- end -}}
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

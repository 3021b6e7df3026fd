{{/* The fixed name of the agent's objects: the plugin looks its DaemonSet up by it. */}}
{{- define "cni.name" -}}
istio-cni
{{- end }}

{{/* Labels that tell which chart and release an object belongs to. */}}
{{- define "cni.chartLabels" -}}
app.kubernetes.io/instance: {{ .Release.Name | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service | quote }}
app.kubernetes.io/name: {{ include "cni.name" . }}
app.kubernetes.io/part-of: istio
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" | trunc 63 | trimSuffix "-" }}
{{- end }}

{{/*
The metadata of one object.
Takes a dict: root (the top scope), name (after the agent's own, may be empty), namespaced, labels (a dict of more).
*/}}
{{- define "cni.metadata" -}}
{{- $root := .root -}}
name: {{ include "cni.name" $root }}{{ .name }}
{{- if .namespaced }}
namespace: {{ $root.Release.Namespace | quote }}
{{- end }}
labels:
  {{- include "cni.chartLabels" $root | nindent 2 }}
  istio.io/rev: {{ $root.Values.revision | default "default" | quote }}
  operator.istio.io/component: Cni
  install.operator.istio.io/owning-resource: {{ $root.Values.ownerName | default "unknown" }}
  release: {{ $root.Release.Name }}
  {{- with .labels }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end }}

{{/* "true" when this release owns the cluster-wide objects. */}}
{{- define "cni.ownsCluster" -}}
{{- has .Values.global.resourceScope (list "all" "cluster") -}}
{{- end }}

{{/* "true" when this release owns the objects of its namespace. */}}
{{- define "cni.ownsNamespace" -}}
{{- has .Values.global.resourceScope (list "all" "namespace") -}}
{{- end }}

{{/* The platform, wherever it was set. */}}
{{- define "cni.platform" -}}
{{- coalesce .Values.platform .Values.global.platform "" -}}
{{- end }}

{{/* The agent's version: the tag without a variant. */}}
{{- define "cni.tag" -}}
{{- .Values.tag | default .Values.global.tag -}}
{{- end }}

{{/* The image reference; a tag that carries its variant already is left alone. */}}
{{- define "cni.image" -}}
{{- if contains "/" .Values.image -}}
{{ .Values.image }}
{{- else -}}
{{- $tag := include "cni.tag" . -}}
{{- $variant := .Values.variant | default .Values.global.variant -}}
{{- if and $variant (not (hasSuffix (print "-" $variant) $tag)) -}}
{{- $tag = printf "%s-%s" $tag $variant -}}
{{- end -}}
{{ .Values.hub | default .Values.global.hub }}/{{ .Values.image }}:{{ $tag }}
{{- end -}}
{{- end }}

{{/* "true" when the agent must reach the namespaces of processes on its node. */}}
{{- define "cni.needsProc" -}}
{{- if or .Values.repair.repairPods .Values.ambient.enabled -}}true{{- end -}}
{{- end }}

{{/* What the plugin is told, as the data of its ConfigMap. */}}
{{- define "cni.settings" -}}
{{- $ambient := .Values.ambient -}}
{{- $repair := .Values.repair -}}
{{- $settings := dict
      "CURRENT_AGENT_VERSION" (include "cni.tag" .)
      "AMBIENT_ENABLED" $ambient.enabled
      "AMBIENT_ENABLEMENT_SELECTOR" (toYaml $ambient.enablementSelectors)
      "AMBIENT_DNS_CAPTURE" $ambient.dnsCapture
      "AMBIENT_IPV6" $ambient.ipv6
      "AMBIENT_RECONCILE_POD_RULES_ON_STARTUP" $ambient.reconcileIptablesOnStartup
      "ENABLE_AMBIENT_DETECTION_RETRY" $ambient.enableAmbientDetectionRetry
      "CHAINED_CNI_PLUGIN" .Values.chained
      "EXCLUDE_NAMESPACES" (join "," .Values.excludeNamespaces)
      "ISTIO_OWNED_CNI_CONFIG" .Values.istioOwnedCNIConfig
      "NATIVE_NFTABLES" .Values.global.nativeNftables
      "REPAIR_ENABLED" $repair.enabled
      "REPAIR_LABEL_PODS" $repair.labelPods
      "REPAIR_DELETE_PODS" $repair.deletePods
      "REPAIR_REPAIR_PODS" $repair.repairPods
      "REPAIR_INIT_CONTAINER_NAME" $repair.initContainerName
      "REPAIR_BROKEN_POD_LABEL_KEY" $repair.brokenPodLabelKey
      "REPAIR_BROKEN_POD_LABEL_VALUE" $repair.brokenPodLabelValue -}}
{{- with .Values.cniConfFileName -}}
{{- $_ := set $settings "CNI_CONF_NAME" . -}}
{{- end -}}
{{- if .Values.istioOwnedCNIConfig -}}
{{- $_ := set $settings "ISTIO_OWNED_CNI_CONF_FILENAME" .Values.istioOwnedCNIConfigFileName -}}
{{- end -}}
{{- $settings = merge (deepCopy .Values.env) $settings -}}
{{- range $name, $value := $settings }}
{{ $name }}: {{ $value | toString | quote }}
{{- end }}
{{- end }}

{{/* The environment of the control plane's container. */}}
{{- define "mesh.environment" -}}
{{- range $variable, $field := dict "POD_NAME" "metadata.name" "POD_NAMESPACE" "metadata.namespace" "SERVICE_ACCOUNT" "spec.serviceAccountName" }}
- name: {{ $variable }}
  valueFrom:
    fieldRef:
      apiVersion: v1
      fieldPath: {{ $field }}
{{- end }}
{{- range $variable, $value := include "mesh.variables" . | fromYaml }}
- name: {{ $variable }}
  value: {{ $value | toString | quote }}
{{- end }}
{{- with .Values.envVarFrom }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{/* Variables with plain values; those under `env` go over the chart's own. */}}
{{- define "mesh.variables" -}}
{{- $global := .Values.global -}}
{{- $variables := dict
      "REVISION" (.Values.revision | default "default")
      "PILOT_CERT_PROVIDER" $global.pilotCertProvider
      "KUBECONFIG" "/var/run/secrets/remote/config"
      "CA_TRUSTED_NODE_ACCOUNTS" (printf "%s/%s" (.Values.trustedZtunnelNamespace | default .Release.Namespace) (.Values.trustedZtunnelName | default "ztunnel"))
      "PILOT_ENABLE_ANALYSIS" $global.istiod.enableAnalysis
      "CLUSTER_ID" ($global.multiCluster.clusterName | default "Kubernetes")
      "PLATFORM" (coalesce $global.platform .Values.platform "") -}}
{{- with .Values.traceSampling -}}
{{- $_ := set $variables "PILOT_TRACE_SAMPLING" . -}}
{{- end -}}
{{- if .Values.taint.enabled -}}
{{- $_ := set $variables "PILOT_ENABLE_NODE_UNTAINT_CONTROLLERS" true -}}
{{- $_ := set $variables "PILOT_NODE_UNTAINT_CONTROLLERS_TAINT_NAME" .Values.taint.name -}}
{{- end -}}
{{- if $global.externalIstiod -}}
{{- $_ := set $variables "EXTERNAL_ISTIOD" true -}}
{{- end -}}
{{- range $name, $value := merge (deepCopy .Values.env) $variables }}
{{ $name }}: {{ $value | toString | quote }}
{{- end }}
{{- end }}

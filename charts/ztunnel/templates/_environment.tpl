{{/* The environment of the container. Of two variables with one name Kubernetes takes the later, which is the user's. */}}
{{- define "ztunnel.environment" -}}
{{- $controlPlane := include "ztunnel.controlPlane" . -}}
{{- $variables := dict
      "CA_ADDRESS" (.Values.caAddress | default $controlPlane)
      "INPOD_ENABLED" true
      "ISTIO_META_CLUSTER_ID" (.Values.multiCluster.clusterName | default "Kubernetes")
      "RUST_BACKTRACE" 1
      "RUST_LOG" .Values.logLevel
      "TERMINATION_GRACE_PERIOD_SECONDS" .Values.terminationGracePeriodSeconds
      "XDS_ADDRESS" (.Values.xdsAddress | default $controlPlane) -}}
{{- if .Values.logAsJson -}}
{{- $_ := set $variables "LOG_FORMAT" "json" -}}
{{- end -}}
{{- with .Values.network -}}
{{- $_ := set $variables "NETWORK" . -}}
{{- end -}}
{{- if .Values.peerCaCrl.enabled -}}
{{- $_ := set $variables "CRL_PATH" "/var/run/secrets/istio/crl/ca-crl.pem" -}}
{{- end -}}
{{- include "common.variables" $variables }}
{{- include "common.fieldVariables" (dict
      "INSTANCE_IP" "status.podIP"
      "NODE_NAME" "spec.nodeName"
      "POD_NAME" "metadata.name"
      "POD_NAMESPACE" "metadata.namespace"
      "SERVICE_ACCOUNT" "spec.serviceAccountName") }}
{{- include "common.resourceVariables" (include "ztunnel.processors" . | fromYaml) }}
{{- include "common.variables" .Values.meshConfig.defaultConfig.proxyMetadata }}
{{- include "common.variables" .Values.env }}
{{- end }}

{{/* Which variables tell how many processors there are: limit and request are told apart from the node's number. */}}
{{- define "ztunnel.processors" -}}
ZTUNNEL_CPU_LIMIT: limits.cpu
{{- with .Values.resources }}
{{- if (.limits).cpu }}
ZTUNNEL_RESOURCE_CPU_LIMIT: limits.cpu
{{- end }}
{{- if (.requests).cpu }}
ZTUNNEL_RESOURCE_CPU_REQUEST: requests.cpu
{{- end }}
{{- end }}
{{- end }}

{{/* Every template begins with this: it makes .Values what templates read. See common.values. */}}
{{- define "gateway.values" -}}
{{- include "common.values" (dict "root" . "own" "" "flattenGlobals" true) -}}
{{- end }}

{{/* The name of all objects. */}}
{{- define "gateway.name" -}}
{{- .Values.name | default .Release.Name -}}
{{- end }}

{{- define "gateway.accountName" -}}
{{- .Values.serviceAccount.name | default (.Values.serviceAccount.create | ternary (include "gateway.name" .) "default") -}}
{{- end }}

{{/* "true" when this release takes care of objects of the gateway, all of which are of a namespace. */}}
{{- define "gateway.owns" -}}
{{- include "common.owns" (list .Values.resourceScope "namespace") -}}
{{- end }}

{{/* By what the gateway's pods are found, here and by the mesh's Gateway objects. */}}
{{- define "gateway.selector" -}}
{{- $name := include "gateway.name" . -}}
app: {{ .Values.labels.app | default $name | toString | quote }}
istio: {{ .Values.labels.istio | default (trimPrefix "istio-" $name) | toString | quote }}
{{- end }}

{{/* The labels of objects and pods alike: the user's, as texts, and the selector's. */}}
{{- define "gateway.labels" -}}
{{- range $label, $value := .Values.labels }}
{{- if not (has $label (list "app" "istio")) }}
{{ $label | quote }}: {{ include "common.text" $value | quote }}
{{- end }}
{{- end }}
{{ include "gateway.selector" . }}
{{- end }}

{{/*
The metadata of one object.
Takes a dict: root (the top scope), and optionally name, labels and annotations.
*/}}
{{- define "gateway.metadata" -}}
{{- $name := include "gateway.name" .root -}}
{{- include "common.metadata" (dict
      "root" .root
      "app" $name
      "name" (.name | default $name)
      "labels" (merge (include "gateway.labels" .root | fromYaml) (.labels | default dict))
      "annotations" .annotations) -}}
{{- end }}

{{/* "true" when more than one pod is sure to run. */}}
{{- define "gateway.isPlural" -}}
{{- $pods := .Values.autoscaling.enabled | ternary .Values.autoscaling.minReplicas .Values.replicaCount -}}
{{- if gt (int $pods) 1 -}}true{{- end -}}
{{- end }}

{{/* The label that tells which network a gateway leads into, or nothing. */}}
{{- define "gateway.networkLabel" -}}
{{- with .Values.networkGateway -}}
topology.istio.io/network: {{ . | quote }}
{{- end -}}
{{- end }}

{{/* The variables of the gateway's container, or nothing: "env: null" would be applied anew each time. */}}
{{- define "gateway.variables" -}}
{{- with .Values.networkGateway }}
- name: ISTIO_META_REQUESTED_NETWORK_VIEW
  value: {{ . | quote }}
{{- end }}
{{- include "common.variables" .Values.env }}
{{- with .Values.envVarFrom }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{/* The ports that lead to the gateway, or nothing: those of a network's gateway, or the user's. */}}
{{- define "gateway.ports" -}}
{{- if .Values.networkGateway -}}
{{- range $name, $number := dict "status-port" 15021 "tls" 15443 "tls-istiod" 15012 "tls-webhook" 15017 }}
{{- $port := get $.Values.networkGatewayPorts $name | required (printf "networkGatewayPorts.%s is required when networkGateway is set" $name) }}
- name: {{ $name }}
  port: {{ $port.port }}
  targetPort: {{ $port.targetPort | default $number }}
  protocol: {{ $port.protocol | default "TCP" }}
{{- end }}
{{- else -}}
{{- with .Values.service.ports -}}
{{ toYaml . }}
{{- end -}}
{{- end -}}
{{- end }}

{{/* NAME, or NAME-REVISION where the control plane has a revision. Takes a list: the top scope, the name. */}}
{{- define "control-plane.revisioned" -}}
{{- index . 1 }}{{ with (index . 0).Values.revision }}-{{ . }}{{ end }}
{{- end }}

{{/* The name of istiod: its Deployment, Service, account and everything that finds it by name. */}}
{{- define "control-plane.name" -}}
{{- include "control-plane.revisioned" (list . "istiod") -}}
{{- end }}

{{/* The revision as a label has it. */}}
{{- define "control-plane.revision" -}}
{{- .Values.revision | default "default" -}}
{{- end }}

{{/* A scalar as text. Printing a number gives 1e+06 for a million, which no program reads as one. */}}
{{- define "control-plane.text" -}}
{{- if kindIs "float64" . }}{{ toJson . }}{{ else }}{{ toString . }}{{ end -}}
{{- end }}

{{/* A map of labels, annotations or variables, every value a quoted text; nulls are left out. */}}
{{- define "control-plane.texts" -}}
{{- range $key, $value := . }}
{{- if not (kindIs "invalid" $value) }}
{{ $key }}: {{ include "control-plane.text" $value | quote }}
{{- end }}
{{- end }}
{{- end }}

{{/* The labels of every object. */}}
{{- define "control-plane.labels" -}}
app.kubernetes.io/instance: {{ .Release.Name | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service | quote }}
app.kubernetes.io/name: istiod
app.kubernetes.io/part-of: istio
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" | trunc 63 | trimSuffix "-" | quote }}
install.operator.istio.io/owning-resource: {{ .Values.ownerName | default "unknown" | quote }}
operator.istio.io/component: Pilot
release: {{ .Release.Name | quote }}
{{- end }}

{{/*
The metadata of an object. Takes a dict: root (the top scope), name, namespace (not for objects of the whole cluster),
labels (over those of every object), annotations.
*/}}
{{- define "control-plane.metadata" -}}
{{- with .name -}}
name: {{ . | quote }}
{{- end }}
{{- with .namespace }}
namespace: {{ . | quote }}
{{- end }}
labels:
  {{- include "control-plane.labels" .root | fromYaml | merge (dict) (.labels | default dict) | include "control-plane.texts" | indent 2 }}
{{- with .annotations }}
annotations:
  {{- include "control-plane.texts" . | indent 2 }}
{{- end }}
{{- end }}

{{/* The labels by which a Service, a Deployment or a budget finds the pods of istiod: without a revision not those of a canary. */}}
{{- define "control-plane.selector" -}}
app: istiod
{{- with .Values.revision }}
istio.io/rev: {{ . | quote }}
{{- else }}
istio: pilot
{{- end }}
{{- end }}

{{/* The name of an object of the whole cluster, that no other release has: NAME[-REVISION]-NAMESPACE. Takes a list: the top scope, the name. */}}
{{- define "control-plane.clusterWide" -}}
{{- include "control-plane.revisioned" . }}-{{ (index . 0).Release.Namespace }}
{{- end }}

{{/* NAME or NAME-REVISION. Takes a list: top scope, name. */}}
{{- define "mesh.revisioned" -}}
{{- $root := index . 0 -}}
{{ index . 1 }}{{ with $root.Values.revision }}-{{ . }}{{ end }}
{{- end }}

{{/* The control plane's own name, with its revision. */}}
{{- define "mesh.name" -}}
{{- include "mesh.revisioned" (list . "istiod") -}}
{{- end }}

{{- define "mesh.chartLabels" -}}
app.kubernetes.io/instance: {{ .Release.Name | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service | quote }}
app.kubernetes.io/name: istiod
app.kubernetes.io/part-of: istio
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" | trunc 63 | trimSuffix "-" }}
{{- end }}

{{/*
The metadata of one object.
Takes a dict: root (the top scope), name, namespace (none for cluster-wide objects), app, annotations.
*/}}
{{- define "mesh.metadata" -}}
{{- $root := .root -}}
name: {{ .name }}
{{- with .namespace }}
namespace: {{ . | quote }}
{{- end }}
labels:
  {{- include "mesh.chartLabels" $root | nindent 2 }}
  app: {{ .app | default "istiod" }}
  istio.io/rev: {{ $root.Values.revision | default "default" | quote }}
  operator.istio.io/component: Pilot
  install.operator.istio.io/owning-resource: {{ $root.Values.ownerName | default "unknown" }}
  release: {{ $root.Release.Name }}
  {{- with .labels }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- with .annotations }}
annotations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{- define "mesh.ownsCluster" -}}
{{- has .Values.global.resourceScope (list "all" "cluster") -}}
{{- end }}

{{- define "mesh.ownsNamespace" -}}
{{- has .Values.global.resourceScope (list "all" "namespace") -}}
{{- end }}

{{/* "true" when istiod itself runs in this cluster. */}}
{{- define "mesh.runsHere" -}}
{{- if or (not .Values.istiodRemote.enabled) .Values.istiodRemote.enabledLocalInjectorIstiod -}}true{{- end -}}
{{- end }}

{{/* "true" when istiod runs here and this release owns the objects of its namespace. */}}
{{- define "mesh.deploys" -}}
{{- if and (eq (include "mesh.runsHere" .) "true") (eq (include "mesh.ownsNamespace" .) "true") -}}true{{- end -}}
{{- end }}

{{- define "mesh.image" -}}
{{- if contains "/" .Values.image -}}
{{ .Values.image }}
{{- else -}}
{{- $tag := .Values.tag | default .Values.global.tag -}}
{{ .Values.hub | default .Values.global.hub }}/{{ .Values.image }}:{{ $tag }}{{ with .Values.variant | default .Values.global.variant }}-{{ . }}{{ end }}
{{- end -}}
{{- end }}

{{/* The labels that a Service, a budget or a policy finds the control plane's pods by. */}}
{{- define "mesh.selector" -}}
app: istiod
{{- if .Values.revision }}
istio.io/rev: {{ .Values.revision | quote }}
{{- else }}
istio: pilot
{{- end }}
{{- end }}

{{/*
The rules of a role, out of files/rights.yaml.
Takes a list: top scope, then the names of the groups of rights.
*/}}
{{- define "mesh.rules" -}}
{{- $rights := (index . 0).Files.Get "files/rights.yaml" | fromYaml -}}
{{- $rules := list -}}
{{- range $name := rest . -}}
{{- range $line := get $rights $name -}}
{{- $parts := splitList " | " $line -}}
{{- $groups := list -}}
{{- range index $parts 0 | splitList " " -}}
{{- $groups = append $groups (eq . "core" | ternary "" .) -}}
{{- end -}}
{{- $rules = append $rules (dict "apiGroups" $groups "resources" (index $parts 1 | splitList " ") "verbs" (index $parts 2 | splitList " ")) -}}
{{- end -}}
{{- end -}}
{{ toYaml $rules }}
{{- end }}

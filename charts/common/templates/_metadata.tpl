{{/* What tells an object's chart, release and version. Takes a dict: root (the top scope), app (the application's name). */}}
{{- define "common.labels" -}}
{{- $chart := .root.Chart -}}
{{- $release := .root.Release -}}
app.kubernetes.io/instance: {{ $release.Name | quote }}
app.kubernetes.io/managed-by: {{ $release.Service | quote }}
app.kubernetes.io/name: {{ .app | quote }}
app.kubernetes.io/part-of: istio
app.kubernetes.io/version: {{ $chart.AppVersion | quote }}
helm.sh/chart: {{ printf "%s-%s" $chart.Name $chart.Version | replace "+" "_" | trunc 63 | trimSuffix "-" }}
{{- end }}

{{/*
The labels of Istio's installers: who owns an object, as which component, of which control plane's revision.
Takes a dict: root (the top scope), component.
*/}}
{{- define "common.ownerLabels" -}}
install.operator.istio.io/owning-resource: {{ .root.Values.ownerName | default "unknown" | quote }}
istio.io/rev: {{ .root.Values.revision | default "default" | quote }}
operator.istio.io/component: {{ .component }}
release: {{ .root.Release.Name | quote }}
{{- end }}

{{/* NAME, or NAME-REVISION where the control plane has a revision. Takes a list: the top scope, the name. */}}
{{- define "common.revisioned" -}}
{{- index . 1 -}}{{- with (index . 0).Values.revision -}}-{{ . }}{{- end -}}
{{- end }}

{{/*
The metadata of one object.
Takes a dict: root (the top scope), app (the application's name), name, and optionally cluster (true for an object
without a namespace), namespace (where it is not the release's), labels and annotations (dicts of more; of equal
labels the given one counts).
*/}}
{{- define "common.metadata" -}}
name: {{ .name | quote }}
{{- if not .cluster }}
namespace: {{ .namespace | default .root.Release.Namespace | quote }}
{{- end }}
labels:
  {{- include "common.labels" . | fromYaml | merge (deepCopy (.labels | default dict)) | toYaml | nindent 2 }}
{{- with .annotations }}
annotations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/*
Names of secrets as Kubernetes wants them. Takes a list of names; objects with a name are taken, too, because both
ways are in use among Istio's charts.
*/}}
{{- define "common.secretReferences" -}}
{{- range . }}
- name: {{ kindIs "map" . | ternary . (dict "name" .) | dig "name" "" | quote }}
{{- end }}
{{- end }}

{{/*
Those of some fields that are given, as YAML: fields of an object that values set under the field's own name.
Takes a list: a map, then the names of fields.
*/}}
{{- define "common.given" -}}
{{- $given := dict -}}
{{- range $field := rest . -}}
{{- with get (index $ 0) $field -}}
{{- $_ := set $given $field . -}}
{{- end -}}
{{- end -}}
{{- if $given -}}
{{- toYaml $given -}}
{{- end -}}
{{- end }}

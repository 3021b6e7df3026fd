{{/*
The labels of an object: those that tell its chart, release and version, and those given, every value a text; nulls are
left out. Takes a dict: root (the top scope), app (the application's name), and optionally labels (a dict of more; of equal
labels the given one counts).
*/}}
{{- define "common.labels" -}}
{{- $chart := .root.Chart -}}
{{- $labels := dict
      "app.kubernetes.io/instance" .root.Release.Name
      "app.kubernetes.io/managed-by" .root.Release.Service
      "app.kubernetes.io/name" .app
      "app.kubernetes.io/part-of" "istio"
      "app.kubernetes.io/version" $chart.AppVersion
      "helm.sh/chart" (printf "%s-%s" $chart.Name $chart.Version | replace "+" "_" | trunc 63 | trimSuffix "-") -}}
{{- range $label, $value := .labels -}}
{{- if not (kindIs "invalid" $value) -}}
{{- $_ := set $labels $label (include "common.text" $value) -}}
{{- end -}}
{{- end -}}
{{- toYaml $labels -}}
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
  {{- include "common.labels" . | nindent 2 }}
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

{{/* The name of istiod: its Deployment, Service, account and everything that finds it by name. */}}
{{- define "control-plane.name" -}}
{{- include "common.revisioned" (list . "istiod") -}}
{{- end }}

{{/* The name of an object of the whole cluster, that no other release has: NAME[-REVISION]-NAMESPACE. Takes a list: the top scope, the name. */}}
{{- define "control-plane.clusterWide" -}}
{{- include "common.revisioned" . }}-{{ (index . 0).Release.Namespace }}
{{- end }}

{{/* The revision as a label has it. */}}
{{- define "control-plane.revision" -}}
{{- .Values.revision | default "default" -}}
{{- end }}

{{/* A map of labels, annotations or variables as YAML, every value a text; nulls are left out. */}}
{{- define "control-plane.texts" -}}
{{- range $key, $value := . }}
{{- if not (kindIs "invalid" $value) }}
{{ $key }}: {{ include "common.text" $value | quote }}
{{- end }}
{{- end }}
{{- end }}

{{/*
The metadata of an object. Takes a dict: root (the top scope), name, and optionally namespace (where it is not the
release's), cluster (true for an object of the whole cluster), plain (true for one that no revision owns), app (the
application's name, istiod), labels, annotations.
*/}}
{{- define "control-plane.metadata" -}}
{{- $labels := .labels | default dict -}}
{{- if not .plain -}}
{{- $labels = merge (dict) $labels (include "common.ownerLabels" (dict "root" .root "component" "Pilot") | fromYaml) -}}
{{- end -}}
{{- $annotations := dict -}}
{{- with .annotations -}}
{{- $annotations = include "control-plane.texts" . | fromYaml -}}
{{- end -}}
{{- include "common.metadata" (dict
      "root" .root
      "app" (.app | default "istiod")
      "name" .name
      "namespace" .namespace
      "cluster" .cluster
      "labels" $labels
      "annotations" $annotations) -}}
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

{{/*
HUB/IMAGE:TAG[-VARIANT]; an image with a slash in it is a whole reference. Takes the top scope; hub, tag and variant
fall back to those under `global`.
*/}}
{{- define "common.image" -}}
{{- $global := .Values.global | default dict -}}
{{- if contains "/" .Values.image -}}
{{ .Values.image }}
{{- else -}}
{{ .Values.hub | default $global.hub }}/{{ .Values.image }}:{{ .Values.tag | default $global.tag }}{{ with .Values.variant | default $global.variant }}-{{ . }}{{ end }}
{{- end -}}
{{- end }}

{{/*
Requests and limits without those that a user took out by null. Takes a map with requests and limits.
*/}}
{{- define "common.resources" -}}
{{- $kept := dict -}}
{{- range $kind := list "limits" "requests" -}}
{{- $amounts := dict -}}
{{- range $resource, $amount := get $ $kind | default dict -}}
{{- if $amount -}}
{{- $_ := set $amounts $resource $amount -}}
{{- end -}}
{{- end -}}
{{- if $amounts -}}
{{- $_ := set $kept $kind $amounts -}}
{{- end -}}
{{- end -}}
{{- toYaml $kept -}}
{{- end }}

{{/*
A value as text, for places where Kubernetes takes texts only. A whole number above a million would print as 1e+06, which
few programs read as a number; its JSON is plain.
*/}}
{{- define "common.text" -}}
{{- if kindIs "float64" . }}{{ toJson . }}{{ else }}{{ toString . }}{{ end -}}
{{- end }}

{{/* Environment variables with plain values, sorted by name. Takes a map. */}}
{{- define "common.variables" -}}
{{- range $name, $value := . }}
- name: {{ $name }}
  value: {{ include "common.text" $value | quote }}
{{- end }}
{{- end }}

{{/* Environment variables that take a field of the pod, sorted by name. Takes a map from name to field. */}}
{{- define "common.fieldVariables" -}}
{{- range $name, $field := . }}
- name: {{ $name }}
  valueFrom:
    fieldRef:
      fieldPath: {{ $field }}
{{- end }}
{{- end }}

{{/* Environment variables that take a resource of the container, sorted by name. Takes a map from name to resource. */}}
{{- define "common.resourceVariables" -}}
{{- range $name, $resource := . }}
- name: {{ $name }}
  valueFrom:
    resourceFieldRef:
      resource: {{ $resource }}
      divisor: "1"
{{- end }}
{{- end }}

{{/* A sentence for each value that moved elsewhere, as a list; fails on values that are gone (files/retired.yaml). */}}
{{- define "control-plane.movedValues" -}}
{{- $retired := .Files.Get "files/retired.yaml" | fromYaml -}}
{{- range $retired.gone -}}
{{- if include "control-plane.valueAt" (list $.Values .) -}}
{{- fail (printf "%s: this is no longer supported; remove it" .) -}}
{{- end -}}
{{- end -}}
{{- if eq .Values.global.pilotCertProvider "kubernetes" -}}
{{- fail "global.pilotCertProvider: kubernetes no longer signs certificates; name a signer, as in k8s.io/SIGNER" -}}
{{- end -}}
{{- range $old, $new := $retired.moved }}
{{- if include "control-plane.valueAt" (list $.Values $old) }}
- {{ printf "%s does nothing; use %s." $old $new }}
{{- end }}
{{- end }}
{{- end }}

{{/* The value at a path of names with dots between, or nothing where there is none. Takes a list: a map, the path. */}}
{{- define "control-plane.valueAt" -}}
{{- $at := first . -}}
{{- range index . 1 | splitList "." -}}
{{- if kindIs "map" $at -}}
{{- $at = get $at . -}}
{{- else -}}
{{- $at = "" -}}
{{- end -}}
{{- end -}}
{{- if not (kindIs "invalid" $at) -}}
{{- $at -}}
{{- end -}}
{{- end }}

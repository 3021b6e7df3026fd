{{/*
Every template begins with this: it makes .Values what templates read (see common.values), and keeps what the user set as
.UserValues. Values under `pilot` count as if they stood at the top. A section left blank, as in `env:`, is an empty one.
*/}}
{{- define "control-plane.values" -}}
{{- if hasKey .Values "defaults" -}}
{{- $_ := set . "UserValues" (omit .Values "defaults" "common") -}}
{{- $sections := list -}}
{{- range $name, $value := .Values.defaults -}}
{{- if kindIs "map" $value -}}
{{- $sections = append $sections $name -}}
{{- end -}}
{{- end -}}
{{- include "common.values" (dict "root" . "own" "pilot" "flattenGlobals" false) -}}
{{- range $sections -}}
{{- if not (get $.Values .) -}}
{{- $_ := set $.Values . dict -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- end }}

{{/*
Every template begins with this: it makes .Values what templates read (see common.values), and keeps what the user set as
.UserValues. Values under `pilot` count as if they stood at the top.
*/}}
{{- define "control-plane.values" -}}
{{- if hasKey .Values "defaults" -}}
{{- $_ := set . "UserValues" (omit .Values "defaults" "common") -}}
{{- include "common.values" (dict "root" . "own" "pilot" "flattenGlobals" false) -}}
{{- end -}}
{{- end }}

{{/*
Puts the layers of values together: the chart's own, over them the profile, over that what the user set.

Helm gives a chart its values.yaml and the user's values merged into one map, and no profile fits in between. That is why
values.yaml keeps the chart's own under `defaults`: everything beside it is the user's. Every template starts by including
this. The first one to run does the work; what it puts in place of .Values all the others see.
*/}}
{{- define "control-plane.values" -}}
{{- if hasKey .Values "defaults" -}}
{{- $user := omit .Values "defaults" -}}
{{- $_ := set . "UserValues" (deepCopy $user) -}}
{{- $profile := include "control-plane.profile" (dict "root" . "user" $user) | fromYaml -}}
{{- $values := mustMergeOverwrite .Values.defaults $profile $user -}}
{{- $_ := set . "Values" (mustMergeOverwrite $values ($values.pilot | default dict)) -}}
{{- end -}}
{{- end }}

{{/* The files of files/profiles that the user's values name, one over the other. Takes a dict: root, user. */}}
{{- define "control-plane.profile" -}}
{{- $files := .root.Files -}}
{{- $user := .user -}}
{{- $global := $user.global | default dict -}}
{{- $profile := dict -}}
{{- range list
      (dict "value" "profile" "prefix" "" "name" (coalesce $user.profile $global.profile))
      (dict "value" "compatibilityVersion" "prefix" "compatibility-version-" "name" $user.compatibilityVersion)
      (dict "value" "platform" "prefix" "platform-" "name" (coalesce $user.platform $global.platform)) -}}
{{- if .name -}}
{{- $text := $files.Get (printf "files/profiles/%s%v.yaml" .prefix .name) -}}
{{- if not $text -}}
{{- $known := list -}}
{{- range $path, $_ := $files.Glob (printf "files/profiles/%s*.yaml" .prefix) -}}
{{- $known = append $known (base $path | trimSuffix ".yaml") -}}
{{- end -}}
{{- fail (printf "%s: there is no %q; known are %s" .value (toString .name) (join ", " $known | replace .prefix "")) -}}
{{- end -}}
{{- $_ := mustMergeOverwrite $profile (fromYaml $text) -}}
{{- end -}}
{{- end -}}
{{- toYaml $profile -}}
{{- end }}

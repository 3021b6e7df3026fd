{{/*
Puts the layers of values together, last one strongest, and leaves the result as .Values:

  the chart's defaults < profile < compatibility version < platform < the user's values

Helm hands a template the first and the last merged into one map, and no preset fits in between. So the charts keep their
defaults under the key `defaults`, and what stands beside it is the user's. Every template of a chart begins by
including this; the first one to run does the work for all of them.

Takes a dict:
  root            the top scope
  own             the key by which presets and older values files address this chart, such as "cni"; "" for none
  flattenGlobals  whether a value under `global` is also the chart's value of the same name
*/}}
{{- define "common.values" -}}
{{- $root := .root -}}
{{- if hasKey $root.Values "defaults" -}}
{{- $defaults := $root.Values.defaults -}}
{{- $values := deepCopy $defaults -}}
{{- /* Copies, because a merge takes inner maps over as they are and a later one would write into them. */ -}}
{{- range $layer := list (include "common.preset" $root | fromYaml) (omit $root.Values "defaults") -}}
{{- if $.flattenGlobals -}}
{{- $values = mustMergeOverwrite $values (deepCopy ($layer.global | default dict)) -}}
{{- end -}}
{{- $values = mustMergeOverwrite $values (deepCopy $layer) -}}
{{- with $.own -}}
{{- $values = mustMergeOverwrite $values (deepCopy (get $layer . | default dict)) -}}
{{- end -}}
{{- end -}}
{{- /* A map that the user took out by null is an empty one to templates. */ -}}
{{- range $key, $default := $defaults -}}
{{- if and (kindIs "map" $default) (kindIs "invalid" (get $values $key)) -}}
{{- $_ := set $values $key (dict) -}}
{{- end -}}
{{- end -}}
{{- $_ := set $root "Values" $values -}}
{{- end -}}
{{- end }}

{{/* The presets that the user's values choose, merged, as YAML. Takes the top scope. */}}
{{- define "common.preset" -}}
{{- $values := .Values -}}
{{- $global := $values.global | default dict -}}
{{- $preset := dict -}}
{{- range $choice := list
      (dict "key" "profile" "folder" "profile" "name" (coalesce $values.profile $global.profile))
      (dict "key" "compatibilityVersion" "folder" "compatibility" "name" $values.compatibilityVersion)
      (dict "key" "platform" "folder" "platform" "name" (coalesce $values.platform $global.platform)) -}}
{{- if $choice.name -}}
{{- $files := $.Subcharts.common.Files -}}
{{- $text := $files.Get (printf "files/%s/%s.yaml" $choice.folder (toString $choice.name)) -}}
{{- if not $text -}}
{{- $known := list -}}
{{- range $path, $_ := $files.Glob (printf "files/%s/*.yaml" $choice.folder) -}}
{{- $known = append $known (base $path | trimSuffix ".yaml") -}}
{{- end -}}
{{- fail (printf "unknown %s %q; there are %s" $choice.key (toString $choice.name) (sortAlpha $known | join ", ")) -}}
{{- end -}}
{{- $preset = mustMergeOverwrite $preset (fromYaml $text) -}}
{{- end -}}
{{- end -}}
{{- toYaml $preset -}}
{{- end }}

{{/*
"true" when a release takes care of objects of the given reach.
Takes a list: the release's resourceScope (all, cluster or namespace) and the reach (cluster or namespace).
*/}}
{{- define "common.owns" -}}
{{- $scope := index . 0 -}}
{{- if or (eq $scope "all") (eq $scope (index . 1)) -}}true{{- end -}}
{{- end }}

{{/*
Helm hands a template one map in which the chart's defaults and the user's values are merged already. A preset has to
go between the two: over the defaults, under the user. So the charts keep their defaults under a key of their own, and
this helper puts the layers together, last one strongest:

  defaults < profile < compatibility version < platform < user

and leaves the result as .Values, once per render. It must run before its chart's templates read values. Helm takes the
deepest folder first and each folder from the last name to the first, so two files call it: templates/zz_values.yaml for
all of its folder, and the test in templates/tests/ for itself.

Takes a dict:
  root            the top scope
  own             the key by which presets and older values files address this chart, such as "cni"; "" for none
  flattenGlobals  whether a value under `global` is also the chart's value of the same name
*/}}
{{- define "common.settleValues" -}}
{{- $user := .root.Values -}}
{{- if hasKey $user "_internal_defaults_do_not_set" -}}
{{- if $user.defaults -}}
{{- fail "values stand at the top level, not under `defaults`: write `--set tag=…` instead of `--set defaults.tag=…`" -}}
{{- end -}}
{{- $values := $user._internal_defaults_do_not_set -}}
{{- $_ := unset $user "_internal_defaults_do_not_set" -}}
{{- $preset := include "common.preset" .root | fromYaml -}}
{{- /* Copies, because a merge takes inner maps over as they are and a later one would write into them. */ -}}
{{- range $layer := list $preset $user -}}
{{- if $.flattenGlobals -}}
{{- $values = mustMergeOverwrite $values (deepCopy ($layer.global | default dict)) -}}
{{- end -}}
{{- $values = mustMergeOverwrite $values (deepCopy $layer) -}}
{{- with $.own -}}
{{- $values = mustMergeOverwrite $values (deepCopy (get $layer . | default dict)) -}}
{{- end -}}
{{- end -}}
{{- $_ := set .root "Values" $values -}}
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

{{/*
The templates of injected proxies by name: those of files/injection, and the user's in place of them or besides. istiod
parses each by itself, so the parts that all share, and those that its folder shares, go before each.
*/}}
{{- define "control-plane.injectionTemplates" -}}
{{- $templates := dict -}}
{{- range $path, $_ := .Files.Glob "files/injection/*/*.yaml" -}}
{{- $text := "" -}}
{{- range list "files/injection/_parts.tpl" (print (dir $path) "/_parts.tpl") $path -}}
{{- $text = printf "%s\n%s" $text ($.Files.Get . | trim) -}}
{{- end -}}
{{- $_ := set $templates (base $path | trimSuffix ".yaml") (trim $text) -}}
{{- end -}}
{{- range $name, $text := merge (dict) (.Values.sidecarInjectorWebhook.templates | default dict) $templates }}
{{ $name }}: |
  {{- $text | nindent 2 }}
{{- end }}
{{- end }}

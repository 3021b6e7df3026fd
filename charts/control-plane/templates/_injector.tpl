{{/*
The templates of injected proxies by name: those of files/injection, and the user's in place of them or besides. istiod
parses each by itself, so the parts that all share, and those that its folder shares, go before each.
*/}}
{{- define "control-plane.injectionTemplates" -}}
{{- $templates := dict -}}
{{- $parts := .Files.Get "files/injection/_parts.tpl" | trim -}}
{{- range $path, $text := .Files.Glob "files/injection/*/*.yaml" -}}
{{- $folder := $.Files.Get (print (dir $path) "/_parts.tpl") | trim -}}
{{- $_ := set $templates (base $path | trimSuffix ".yaml") (list $parts $folder (toString $text | trim) | join "\n") -}}
{{- end -}}
{{- range $name, $text := merge (dict) (.Values.sidecarInjectorWebhook.templates | default dict) $templates }}
{{ $name }}: |
  {{- $text | nindent 2 }}
{{- end }}
{{- end }}

{{/*
The templates of injected proxies by name: those of files/injection, and the user's in place of them or besides. istiod
parses each by itself, so the parts that they share go before each.
*/}}
{{- define "control-plane.injectionTemplates" -}}
{{- $parts := .Files.Get "files/injection/_parts.tpl" | trim -}}
{{- $templates := dict -}}
{{- range $path, $_ := .Files.Glob "files/injection/*.yaml" -}}
{{- $_ := set $templates (base $path | trimSuffix ".yaml") (printf "%s\n%s" $parts ($.Files.Get $path | trim)) -}}
{{- end -}}
{{- range $name, $text := merge (dict) (.Values.sidecarInjectorWebhook.templates | default dict) $templates }}
{{ $name }}: |
  {{- $text | nindent 2 }}
{{- end }}
{{- end }}

{{/* "true" when proxies report metrics to Prometheus unless told otherwise. */}}
{{- define "default-prometheus" -}}
{{- $switches := list .Values.telemetry.enabled .Values.telemetry.v2.enabled .Values.telemetry.v2.prometheus.enabled -}}
{{- and (not .Values.meshConfig.defaultProviders) (not (has false $switches)) -}}
{{- end }}

{{/* Where proxies find the control plane. */}}
{{- define "mesh.discoveryAddress" -}}
{{- $service := include "mesh.name" . -}}
{{- if .Values.global.remotePilotAddress -}}
{{- $service = and .Values.istiodRemote.enabled .Values.istiodRemote.enabledLocalInjectorIstiod | ternary "istiod-remote" "istiod" -}}
{{- end -}}
{{ $service }}.{{ .Release.Namespace }}.svc:15012
{{- end }}

{{/* The tracing part of proxies' configuration: one tracer with its defaults, or nothing. */}}
{{- define "mesh.tracing" -}}
{{- $tracer := .Values.global.proxy.tracer -}}
{{- $defaults := dict
      "none" (dict)
      "zipkin" (dict "address" (printf "zipkin.%s:9411" .Values.global.istioNamespace))
      "datadog" (dict "address" "$(HOST_IP):8126")
      "lightstep" (dict "address" "" "accessToken" "")
      "stackdriver" (dict "debug" false "maxNumberOfAttributes" 200 "maxNumberOfAnnotations" 200 "maxNumberOfMessageEvents" 200) -}}
{{- if not (hasKey $defaults $tracer) -}}
{{- fail (printf "global.proxy.tracer: %q is none of %s" $tracer (keys $defaults | sortAlpha | join ", ")) -}}
{{- end -}}
{{- if ne $tracer "none" -}}
{{ toYaml (dict $tracer (merge (dict) (get .Values.global.tracer $tracer | default dict) (get $defaults $tracer))) }}
{{- end -}}
{{- end }}

{{/* The mesh configuration that the chart computes, before meshConfig goes over it. */}}
{{- define "mesh.computed" -}}
trustDomain: cluster.local
rootNamespace: {{ .Values.meshConfig.rootNamespace | default .Values.global.istioNamespace | quote }}
{{- if eq (include "default-prometheus" .) "true" }}
defaultProviders:
  metrics:
    - prometheus
{{- end }}
defaultConfig:
  discoveryAddress: {{ include "mesh.discoveryAddress" . }}
  {{- with .Values.global.meshID }}
  meshId: {{ . | quote }}
  {{- end }}
  {{- with .Values.global.proxy.variant | default .Values.global.variant }}
  image:
    imageType: {{ . }}
  {{- end }}
  {{- with include "mesh.tracing" . }}
  tracing:
    {{- . | nindent 4 }}
  {{- end }}
{{- end }}

{{/* The mesh configuration as istiod reads it. */}}
{{- define "mesh.config" -}}
{{- include "mesh.computed" . | fromYaml | mergeOverwrite (dict) | merge (deepCopy .Values.meshConfig) | toYaml -}}
{{- end }}

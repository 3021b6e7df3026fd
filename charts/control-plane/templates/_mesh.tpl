{{/* "true" when metrics go to Prometheus by default: every switch is on and nobody named providers. */}}
{{- define "default-prometheus" -}}
{{- $v2 := .Values.telemetry.v2 -}}
{{- and (not .Values.meshConfig.defaultProviders) .Values.telemetry.enabled $v2.enabled $v2.prometheus.enabled -}}
{{- end }}

{{/* The same for metrics and access logs that go to Stackdriver. */}}
{{- define "default-stackdriver" -}}
{{- $v2 := .Values.telemetry.v2 -}}
{{- and (not .Values.meshConfig.defaultProviders) .Values.telemetry.enabled $v2.enabled $v2.stackdriver.enabled -}}
{{- end }}

{{/* Where proxies find their control plane. That of another cluster is behind a service of this one (remote.yaml). */}}
{{- define "control-plane.discoveryAddress" -}}
{{- $service := include "control-plane.name" . -}}
{{- if and .Values.global.remotePilotAddress .Values.istiodRemote.enabled .Values.istiodRemote.enabledLocalInjectorIstiod -}}
{{- $service = "istiod-remote" -}}
{{- else if .Values.global.remotePilotAddress -}}
{{- $service = "istiod" -}}
{{- end -}}
{{- printf "%s.%s.svc:15012" $service .Release.Namespace -}}
{{- end }}

{{/* The settings of the tracer that proxies use, with their defaults; nothing without a tracer. */}}
{{- define "control-plane.tracer" -}}
{{- $tracer := .Values.global.proxy.tracer -}}
{{- $defaults := dict
      "zipkin" (dict "address" (printf "zipkin.%s:9411" .Values.global.istioNamespace))
      "datadog" (dict "address" "$(HOST_IP):8126")
      "lightstep" (dict "address" "" "accessToken" "")
      "stackdriver" (dict "debug" false "maxNumberOfAttributes" 200 "maxNumberOfAnnotations" 200 "maxNumberOfMessageEvents" 200) -}}
{{- $given := get (.Values.global.tracer | default dict) $tracer | default dict -}}
{{- range $name, $default := get $defaults $tracer | default dict }}
{{ $name }}: {{ get $given $name | default $default | toJson }}
{{- end }}
{{- end }}

{{/* The mesh configuration that follows from the other values. */}}
{{- define "control-plane.computedMesh" -}}
{{- $prometheus := include "default-prometheus" . | eq "true" -}}
{{- $stackdriver := include "default-stackdriver" . | eq "true" -}}
trustDomain: cluster.local
rootNamespace: {{ .Values.meshConfig.rootNamespace | default .Values.global.istioNamespace | quote }}
{{- if or $prometheus $stackdriver }}
defaultProviders:
  metrics:
    {{- if $prometheus }}
    - prometheus
    {{- end }}
    {{- if $stackdriver }}
    - stackdriver
  accessLogging:
    - stackdriver
    {{- end }}
{{- end }}
defaultConfig:
  discoveryAddress: {{ include "control-plane.discoveryAddress" . }}
  {{- with .Values.global.meshID }}
  meshId: {{ . | quote }}
  {{- end }}
  {{- with .Values.global.proxy.variant | default .Values.global.variant }}
  image:
    imageType: {{ . | quote }}
  {{- end }}
  {{- with include "control-plane.tracer" . }}
  tracing:
    {{ $.Values.global.proxy.tracer }}:
      {{- . | indent 6 }}
  {{- end }}
{{- end }}

{{/* The mesh configuration as istiod reads it: what is computed, and meshConfig over it. */}}
{{- define "control-plane.mesh" -}}
{{- mergeOverwrite (include "control-plane.computedMesh" . | fromYaml) .Values.meshConfig | toYaml -}}
{{- end }}

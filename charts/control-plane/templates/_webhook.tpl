{{/*
One injection webhook. Takes a dict: root, prefix, namespaces and objects (lists of label conditions written as
"KEY in VALUE", "KEY notin VALUE", "KEY absent").
*/}}
{{- define "mesh.injector" }}
{{- $remote := .root.Values.istiodRemote }}
- name: {{ .prefix }}sidecar-injector.istio.io
  clientConfig:
    {{- if $remote.injectionURL }}
    url: {{ $remote.injectionURL | quote }}
    {{- else }}
    service:
      name: {{ include "mesh.name" .root }}
      namespace: {{ .root.Release.Namespace | quote }}
      path: {{ $remote.injectionPath | quote }}
      port: 443
    {{- end }}
    {{- with $remote.injectionCABundle }}
    caBundle: {{ . | quote }}
    {{- end }}
  rules:
    - operations: [CREATE]
      apiGroups: [""]
      apiVersions: [v1]
      resources: [pods]
  sideEffects: None
  failurePolicy: Fail
  reinvocationPolicy: {{ .root.Values.sidecarInjectorWebhook.reinvocationPolicy }}
  admissionReviewVersions: [v1]
  namespaceSelector:
    matchExpressions:
      {{- include "mesh.conditions" .namespaces | nindent 6 }}
  objectSelector:
    matchExpressions:
      {{- include "mesh.conditions" .objects | nindent 6 }}
{{- end }}

{{- define "mesh.conditions" -}}
{{- $conditions := list -}}
{{- range . -}}
{{- $words := splitList " " . -}}
{{- $operator := get (dict "in" "In" "notin" "NotIn" "absent" "DoesNotExist") (index $words 1) -}}
{{- $condition := dict "key" (first $words) "operator" $operator -}}
{{- with slice $words 2 -}}
{{- $_ := set $condition "values" . -}}
{{- end -}}
{{- $conditions = append $conditions $condition -}}
{{- end -}}
{{- toYaml $conditions -}}
{{- end }}

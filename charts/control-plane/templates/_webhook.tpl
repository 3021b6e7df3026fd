{{/*
The webhooks that send new pods to istiod for injection, and when each is asked. Takes a dict: root, revision (as pods and
namespaces are labelled with it), default (whether it also serves those that name no revision).
*/}}
{{- define "control-plane.injectionWebhooks" -}}
{{- $notRefused := "sidecar.istio.io/inject notin false" -}}
{{- $ofRevision := print "istio.io/rev in " .revision -}}
{{- $unlabelled := list "istio.io/rev absent" "istio-injection absent" -}}
{{- $systems := "kubernetes.io/metadata.name notin kube-system kube-public kube-node-lease local-path-storage" -}}
{{- $webhooks := list
      (dict "name" "rev.namespace" "namespaces" (list $ofRevision "istio-injection absent") "pods" (list $notRefused))
      (dict "name" "rev.object" "namespaces" $unlabelled "pods" (list $notRefused $ofRevision)) -}}
{{- if .default -}}
{{- $webhooks = concat $webhooks (list
      (dict "name" "namespace" "namespaces" (list "istio-injection in enabled") "pods" (list $notRefused))
      (dict "name" "object" "namespaces" (reverse $unlabelled) "pods" (list "sidecar.istio.io/inject in true" "istio.io/rev absent"))) -}}
{{- if .root.Values.sidecarInjectorWebhook.enableNamespacesByDefault -}}
{{- $webhooks = append $webhooks (dict "name" "auto" "namespaces" (append (reverse $unlabelled) $systems) "pods" (list "sidecar.istio.io/inject absent" "istio.io/rev absent")) -}}
{{- end -}}
{{- end -}}
{{- range $webhooks }}
{{ include "control-plane.injectionWebhook" (dict "root" $.root "webhook" .) }}
{{- end }}
{{- end }}

{{- define "control-plane.injectionWebhook" -}}
{{- $remote := .root.Values.istiodRemote -}}
- name: {{ .webhook.name }}.sidecar-injector.istio.io
  clientConfig:
    {{- with $remote.injectionURL }}
    url: {{ . | quote }}
    {{- else }}
    service:
      name: {{ include "control-plane.name" .root }}
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
  namespaceSelector:
    {{- include "control-plane.conditions" .webhook.namespaces | nindent 4 }}
  objectSelector:
    {{- include "control-plane.conditions" .webhook.pods | nindent 4 }}
  # A pod that belongs into the mesh must not start outside of it.
  failurePolicy: Fail
  reinvocationPolicy: {{ .root.Values.sidecarInjectorWebhook.reinvocationPolicy }}
  sideEffects: None
  admissionReviewVersions: [v1]
{{- end }}

{{/* A label selector, from conditions such as "KEY in VALUE", "KEY notin VALUE VALUE" and "KEY absent". */}}
{{- define "control-plane.conditions" -}}
{{- $operators := dict "in" "In" "notin" "NotIn" "absent" "DoesNotExist" -}}
matchExpressions:
  {{- range . }}
  {{- $words := splitList " " . }}
  - key: {{ first $words }}
    operator: {{ get $operators (index $words 1) }}
    {{- with slice $words 2 }}
    values:
      {{- toYaml . | nindent 6 }}
    {{- end }}
  {{- end }}
{{- end }}

{{/* The image of istiod. */}}
{{- define "control-plane.image" -}}
{{- $parts := pick .Values "hub" "tag" "variant" "global" -}}
{{- include "common.image" (dict "Values" (set $parts "image" (.Values.image | default "pilot"))) -}}
{{- end }}

{{/* The environment of istiod: what Kubernetes tells it, what the values say, and from where else the user takes variables. */}}
{{- define "control-plane.environment" -}}
{{- range $name, $field := dict "POD_NAME" "metadata.name" "POD_NAMESPACE" "metadata.namespace" "SERVICE_ACCOUNT" "spec.serviceAccountName" }}
- name: {{ $name }}
  valueFrom:
    fieldRef:
      apiVersion: v1
      fieldPath: {{ $field }}
{{- end }}
{{- $variables := merge (dict) .Values.env (include "control-plane.variables" . | fromYaml) | include "control-plane.texts" | fromYaml }}
{{- include "common.variables" $variables }}
{{- with .Values.envVarFrom }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{/* The variables by which istiod learns of values. A variable of the user's `env` stands in the place of one of these. */}}
{{- define "control-plane.variables" -}}
{{- $global := .Values.global -}}
REVISION: {{ include "control-plane.revision" . | quote }}
CLUSTER_ID: {{ $global.multiCluster.clusterName | default "Kubernetes" | quote }}
PLATFORM: {{ coalesce $global.platform .Values.platform | default "" | quote }}
KUBECONFIG: /var/run/secrets/remote/config
PILOT_CERT_PROVIDER: {{ $global.pilotCertProvider | quote }}
PILOT_ENABLE_ANALYSIS: {{ $global.istiod.enableAnalysis | quote }}
# Whose word is good for the certificates of others.
CA_TRUSTED_NODE_ACCOUNTS: {{ printf "%s/%s" (.Values.trustedZtunnelNamespace | default .Release.Namespace) (.Values.trustedZtunnelName | default "ztunnel") | quote }}
{{- with .Values.traceSampling }}
PILOT_TRACE_SAMPLING: {{ include "common.text" . | quote }}
{{- end }}
{{- if .Values.taint.enabled }}
PILOT_ENABLE_NODE_UNTAINT_CONTROLLERS: "true"
PILOT_NODE_UNTAINT_CONTROLLERS_TAINT_NAME: {{ .Values.taint.name | quote }}
{{- end }}
{{- with $global.externalIstiod }}
EXTERNAL_ISTIOD: {{ . | quote }}
{{- end }}
{{- with $global.trustBundleName }}
PILOT_CA_CERT_CONFIGMAP: {{ . | quote }}
{{- end }}
{{- with .Values.crlConfigMapName }}
PILOT_CRL_CONFIGMAP: {{ . | quote }}
{{- end }}
{{- if eq (toString .Values.env.COMPLIANCE_POLICY) "fips-140-3" }}
# Go's own cryptography keeps to the standard, too.
GODEBUG: fips140=only
{{- end }}
{{- end }}

{{/* The source of the root certificate, for the volume of that name. */}}
{{- define "control-plane.rootCertificate" -}}
{{- $name := .Values.global.trustBundleName -}}
{{- if include "control-plane.trustBundle" . -}}
{{- include "common.requireTrustBundles" . -}}
projected:
  sources:
    - clusterTrustBundle:
        name: istio.io:istiod-ca:{{ $name | default "root-cert" }}
        path: root-cert.pem
        optional: true
{{- else -}}
configMap:
  name: {{ $name | default "istio-ca-root-cert" }}
  defaultMode: 420
  optional: true
{{- end -}}
{{- end }}

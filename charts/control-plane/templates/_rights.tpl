{{/*
The rules of a role out of files/rights/PURPOSE.yaml. Takes a list: the top scope, then the purposes.

A line there is a rule:
  API GROUPS | RESOURCES | VERBS | NAMES
`core` is the group without a name, `mcs` that of multi-cluster services; without names a rule holds for all.
*/}}
{{- define "control-plane.rules" -}}
{{- $root := first . -}}
{{- $groups := dict "core" "" "mcs" ($root.Values.env.MCS_API_GROUP | default "multicluster.x-k8s.io") -}}
{{- range $purpose := rest . }}
{{- range $root.Files.Get (printf "files/rights/%s.yaml" $purpose) | fromYamlArray }}
{{- $columns := splitList " | " . }}
- apiGroups:
    {{- range index $columns 0 | splitList " " }}
    - {{ hasKey $groups . | ternary (get $groups .) . | quote }}
    {{- end }}
  resources:
    {{- index $columns 1 | splitList " " | toYaml | nindent 4 }}
  {{- with slice $columns 3 }}
  resourceNames:
    {{- first . | splitList " " | toYaml | nindent 4 }}
  {{- end }}
  verbs:
    {{- index $columns 2 | splitList " " | toYaml | nindent 4 }}
{{- end }}
{{- end }}
{{- end }}

{{/*
A role and its binding. Takes a dict: root, name, namespace (not for a ClusterRole), app (its label), account (name and
namespace), purposes (of files/rights), rules (more of them).
*/}}
{{- define "control-plane.grant" -}}
{{- $kind := empty .namespace | ternary "ClusterRole" "Role" -}}
{{- $metadata := include "control-plane.metadata" (dict "root" .root "name" .name "namespace" .namespace "cluster" (empty .namespace) "plain" true "labels" (dict "app" .app)) -}}
apiVersion: rbac.authorization.k8s.io/v1
kind: {{ $kind }}
metadata:
  {{- $metadata | nindent 2 }}
rules:
  {{- include "control-plane.rules" (concat (list .root) .purposes) | indent 2 }}
  {{- with .rules }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: {{ $kind }}Binding
metadata:
  {{- $metadata | nindent 2 }}
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: {{ $kind }}
  name: {{ .name }}
subjects:
  - kind: ServiceAccount
    name: {{ .account.name }}
    namespace: {{ .account.namespace | quote }}
{{- end }}

{{/* Every template begins with this: it makes .Values what templates read. See common.values. */}}
{{- define "ztunnel.values" -}}
{{- include "common.values" (dict "root" . "own" "" "flattenGlobals" true) -}}
{{- end }}

{{/* The name of all objects. */}}
{{- define "ztunnel.name" -}}
{{- .Values.resourceName | default "ztunnel" -}}
{{- end }}

{{/* "true" when this release takes care of objects of the given reach. Takes a list: top scope, reach. */}}
{{- define "ztunnel.owns" -}}
{{- include "common.owns" (list (index . 0).Values.resourceScope (index . 1)) -}}
{{- end }}

{{/* The annotations of objects: the user's, and the control plane's revision if there is one. */}}
{{- define "ztunnel.annotations" -}}
{{- $own := .Values.revision | empty | ternary (dict) (dict "istio.io/rev" .Values.revision) -}}
{{- merge $own .Values.annotations | toYaml -}}
{{- end }}

{{/*
The metadata of one object.
Takes a dict: root (the top scope), and optionally name, cluster, labels, and bare (true for one without annotations).
*/}}
{{- define "ztunnel.metadata" -}}
{{- include "common.metadata" (dict
      "root" .root
      "app" "ztunnel"
      "name" (.name | default (include "ztunnel.name" .root))
      "cluster" .cluster
      "labels" .labels
      "annotations" (.bare | default false | ternary (dict) (include "ztunnel.annotations" .root | fromYaml))) -}}
{{- end }}

{{/* Where the control plane answers unless an address is given. */}}
{{- define "ztunnel.controlPlane" -}}
{{ include "common.revisioned" (list . "istiod") }}.{{ .Values.istioNamespace }}.svc:15012
{{- end }}

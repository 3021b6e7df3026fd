{{/* Every template begins with this: it makes .Values what templates read. See common.values. */}}
{{- define "cni.values" -}}
{{- include "common.values" (dict "root" . "own" "cni" "flattenGlobals" false) -}}
{{- end }}

{{/* The fixed name of the agent's objects: the plugin looks its DaemonSet up by it. */}}
{{- define "cni.name" -}}
istio-cni
{{- end }}

{{/* The name of the DaemonSet, and the label by which its pods are found. */}}
{{- define "cni.node" -}}
{{ include "cni.name" . }}-node
{{- end }}

{{/*
The metadata of one object of the agent.
Takes a dict: root (the top scope), suffix (after the agent's name, may be empty), and optionally cluster and labels.
*/}}
{{- define "cni.metadata" -}}
{{- $owner := include "common.ownerLabels" (dict "root" .root "component" "Cni") | fromYaml -}}
{{- include "common.metadata" (dict
      "root" .root
      "app" (include "cni.name" .root)
      "name" (print (include "cni.name" .root) .suffix)
      "cluster" .cluster
      "labels" (merge (dict) (.labels | default dict) $owner)) -}}
{{- end }}

{{/* "true" when this release takes care of objects of the given reach. Takes a list: top scope, reach. */}}
{{- define "cni.owns" -}}
{{- include "common.owns" (list (index . 0).Values.global.resourceScope (index . 1)) -}}
{{- end }}

{{/* The platform, wherever it was set. */}}
{{- define "cni.platform" -}}
{{- coalesce .Values.platform .Values.global.platform "" -}}
{{- end }}

{{/* Where the node looks for plugins. Left empty, the server's version tells whether it is one of Google's. */}}
{{- define "cni.binDir" -}}
{{- $byServer := contains "-gke" .Capabilities.KubeVersion.Version | ternary "/home/kubernetes/bin" "/opt/cni/bin" -}}
{{- .Values.cniBinDir | default $byServer -}}
{{- end }}

{{/* "true" when the agent enters network namespaces by way of the processes in them. */}}
{{- define "cni.needsProc" -}}
{{- if or .Values.repair.repairPods .Values.ambient.enabled -}}true{{- end -}}
{{- end }}

{{/* What agent and plugin are told, as the data of a ConfigMap; `env` goes over the chart's own. */}}
{{- define "cni.settings" -}}
{{- $ambient := .Values.ambient -}}
{{- $repair := .Values.repair -}}
{{- $settings := dict
      "AMBIENT_DNS_CAPTURE" $ambient.dnsCapture
      "AMBIENT_ENABLED" $ambient.enabled
      "AMBIENT_ENABLEMENT_SELECTOR" (toYaml $ambient.enablementSelectors)
      "AMBIENT_IPV6" $ambient.ipv6
      "AMBIENT_RECONCILE_POD_RULES_ON_STARTUP" $ambient.reconcileIptablesOnStartup
      "CHAINED_CNI_PLUGIN" .Values.chained
      "CURRENT_AGENT_VERSION" (.Values.tag | default .Values.global.tag)
      "ENABLE_AMBIENT_DETECTION_RETRY" $ambient.enableAmbientDetectionRetry
      "EXCLUDE_NAMESPACES" (join "," .Values.excludeNamespaces)
      "ISTIO_OWNED_CNI_CONFIG" .Values.istioOwnedCNIConfig
      "NATIVE_NFTABLES" .Values.global.nativeNftables
      "REPAIR_BROKEN_POD_LABEL_KEY" $repair.brokenPodLabelKey
      "REPAIR_BROKEN_POD_LABEL_VALUE" $repair.brokenPodLabelValue
      "REPAIR_DELETE_PODS" $repair.deletePods
      "REPAIR_ENABLED" $repair.enabled
      "REPAIR_INIT_CONTAINER_NAME" $repair.initContainerName
      "REPAIR_LABEL_PODS" $repair.labelPods
      "REPAIR_REPAIR_PODS" $repair.repairPods -}}
{{- with .Values.cniConfFileName -}}
{{- $_ := set $settings "CNI_CONF_NAME" . -}}
{{- end -}}
{{- if .Values.istioOwnedCNIConfig -}}
{{- $_ := set $settings "ISTIO_OWNED_CNI_CONF_FILENAME" .Values.istioOwnedCNIConfigFileName -}}
{{- end -}}
{{- range $name, $value := merge (deepCopy .Values.env) $settings }}
{{ $name }}: {{ include "common.text" $value | quote }}
{{- end }}
{{- end }}

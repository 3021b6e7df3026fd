{{- /* What the agent tells the control plane about the pod: who it is in the mesh, and the ports and names of its containers. */ -}}
{{- define "pod" -}}
{{- $names := list -}}
{{- $ports := list -}}
{{- range .Spec.Containers -}}
{{- if ne .Name "istio-proxy" }}{{ $names = append $names .Name }}{{ end -}}
{{- range .Ports }}{{ $ports = append $ports (structToJSON .) }}{{ end -}}
{{- end -}}
          {name: ISTIO_META_CLUSTER_ID, value: {{ valueOrDefault .Values.global.multiCluster.clusterName `Kubernetes` | quote }}},
          {name: ISTIO_META_POD_PORTS, value: {{ printf "[%s]" (join "," $ports) | quote }}},
          {name: ISTIO_META_APP_CONTAINERS, value: {{ join "," $names | quote }}},
{{- with index .ObjectMeta.Labels `service.istio.io/workload-name` | default .DeploymentMeta.Name }}
          {name: ISTIO_META_WORKLOAD_NAME, value: {{ quote . }}},
{{- end }}
{{- if and .TypeMeta.APIVersion .DeploymentMeta.Name }}
          {name: ISTIO_META_OWNER, value: "kubernetes://apis/{{ .TypeMeta.APIVersion }}/namespaces/{{ valueOrDefault .DeploymentMeta.Namespace `default` }}/{{ toLower .TypeMeta.Kind }}s/{{ .DeploymentMeta.Name }}"},
{{- end }}
{{- with .Values.global.network }}
          {name: ISTIO_META_NETWORK, value: {{ quote . }}},
{{- end }}
{{- if isset .ObjectMeta.Annotations `sidecar.istio.io/bootstrapOverride` }}
          {name: ISTIO_BOOTSTRAP_OVERRIDE, value: /etc/istio/custom-bootstrap/custom_bootstrap.json},
{{- end }}
{{- end -}}

{{- /* How the pod is known in metrics and traces: by the labels that say so, or as its workload is called. */ -}}
{{- define "canonicalLabels" -}}
    {{- $labels := .ObjectMeta.Labels -}}
    service.istio.io/canonical-name: {{ coalesce (index $labels `service.istio.io/canonical-name`) (index $labels `app.kubernetes.io/name`) (index $labels `app`) .DeploymentMeta.Name | trunc 63 | trimAll "-_." | quote }}
    service.istio.io/canonical-revision: {{ coalesce (index $labels `service.istio.io/canonical-revision`) (index $labels `app.kubernetes.io/version`) (index $labels `version`) "latest" | quote }}
{{- end -}}

{{- /* The revision, and the container that kubectl takes unless told: the first one of the user's. */ -}}
{{- define "podAnnotations" -}}
    {{- $annotations := .ObjectMeta.Annotations -}}
    istio.io/rev: {{ .Revision | default "default" | quote }}
    {{- range .Spec.Containers }}
    {{- if ne .Name "istio-proxy" }}
    kubectl.kubernetes.io/default-container: {{ index $annotations `kubectl.kubernetes.io/default-container` | default .Name | quote }}
    kubectl.kubernetes.io/default-logs-container: {{ index $annotations `kubectl.kubernetes.io/default-logs-container` | default .Name | quote }}
    {{- break }}
    {{- end }}
    {{- end }}
{{- end -}}

{{- define "podMounts" -}}
{{- if isset .ObjectMeta.Annotations `sidecar.istio.io/bootstrapOverride` }}
          {name: custom-bootstrap-volume, mountPath: /etc/istio/custom-bootstrap},
{{- end }}
{{- if .Values.global.mountMtlsCerts }}
          {name: istio-certs, mountPath: /etc/certs/, readOnly: true},
{{- end }}
{{- end -}}

{{- define "podVolumes" -}}
{{- with index .ObjectMeta.Annotations `sidecar.istio.io/bootstrapOverride` }}
          {name: custom-bootstrap-volume, configMap: {name: {{ quote . }}}},
{{- end }}
{{- if .Values.global.mountMtlsCerts }}
          {name: istio-certs, secret: {optional: true, secretName: "istio.{{ .Spec.ServiceAccountName | default "default" }}"}},
{{- end }}
{{- end -}}

{{- /* What the agent tells the control plane about the pod: who it is in the mesh, and the ports and names of its containers. */ -}}
{{- define "pod" -}}
{{- $names := list -}}
{{- $ports := list -}}
{{- range .Spec.Containers -}}
{{- if ne .Name "istio-proxy" }}{{ $names = append $names .Name }}{{ end -}}
{{- range .Ports }}{{ $ports = append $ports (structToJSON .) }}{{ end -}}
{{- end -}}
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

{{- /*
What the templates of proxies share. It stands before each of them in the injector's ConfigMap, and istiod runs it, not Helm:
.Values are those of that ConfigMap. `template` cannot indent, so these are written in YAML's flow style, good at any depth.
*/ -}}

{{- define "image" -}}
{{- $image := annotation .ObjectMeta `sidecar.istio.io/proxyImage` .Values.global.proxy.image -}}
{{- if contains "/" $image }}{{ quote $image }}{{ else }}{{ quote .ProxyImage }}{{ end -}}
{{- end -}}

{{- define "logging" -}}
{{- $proxy := .Values.global.proxy -}}
          "--proxyLogLevel={{ annotation .ObjectMeta `sidecar.istio.io/logLevel` $proxy.logLevel }}",
          "--proxyComponentLogLevel={{ annotation .ObjectMeta `sidecar.istio.io/componentLogLevel` $proxy.componentLogLevel }}",
          "--log_output_level={{ annotation .ObjectMeta `sidecar.istio.io/agentLogLevel` .Values.global.logging.level }}",
{{- with .Values.global.sts.servicePort }}
          "--stsPort={{ . }}",
{{- end }}
{{- if .Values.global.logAsJson }}
          "--log_as_json",
{{- end }}
{{- with $proxy.outlierLogPath }}
          "--outlierLogPath={{ . }}",
{{- end }}
{{- end -}}

{{- /* The environment of every proxy. */ -}}
{{- define "environment" -}}
{{- $global := .Values.global -}}
{{- range $name, $field := dict "POD_NAME" "metadata.name" "POD_NAMESPACE" "metadata.namespace" "INSTANCE_IP" "status.podIP" "SERVICE_ACCOUNT" "spec.serviceAccountName" "HOST_IP" "status.hostIP" "ISTIO_META_NODE_NAME" "spec.nodeName" }}
          {name: {{ $name }}, valueFrom: {fieldRef: {fieldPath: {{ $field }}}}},
{{- end }}
          {name: ISTIO_CPU_LIMIT, valueFrom: {resourceFieldRef: {resource: limits.cpu, divisor: "1"}}},
          {name: GOMEMLIMIT, valueFrom: {resourceFieldRef: {resource: limits.memory, divisor: "1"}}},
          {name: PILOT_CERT_PROVIDER, value: {{ quote $global.pilotCertProvider }}},
          {name: CA_ADDR, value: {{ $global.caAddress | default (printf "istiod%s.%s.svc:15012" (empty .Values.revision | ternary "" (print "-" .Values.revision)) $global.istioNamespace) | quote }}},
          {name: PROXY_CONFIG, value: {{ protoToJSON .ProxyConfig | quote }}},
{{- with valueOrDefault $global.meshID (valueOrDefault .MeshConfig.TrustDomain $global.trustDomain) }}
          {name: ISTIO_META_MESH_ID, value: {{ quote . }}},
{{- end }}
{{- with valueOrDefault .MeshConfig.TrustDomain $global.trustDomain }}
          {name: TRUST_DOMAIN, value: {{ quote . }}},
{{- end }}
{{- with .CompliancePolicy }}
          {name: COMPLIANCE_POLICY, value: {{ quote . }}},
{{- if eq . "fips-140-3" }}
          {name: GODEBUG, value: fips140=only},
{{- end }}
{{- end }}
{{- end -}}

{{- /* What the user says in ProxyConfig, at the end, where it stands against all before it. */ -}}
{{- define "metadata" -}}
{{- range $name, $value := .ProxyConfig.ProxyMetadata }}
          {name: {{ $name }}, value: {{ quote $value }}},
{{- end }}
{{- end -}}

{{- define "mounts" -}}
          {name: workload-socket, mountPath: /var/run/secrets/workload-spiffe-uds},
          {name: credential-socket, mountPath: /var/run/secrets/credential-uds},
          {name: workload-certs, mountPath: /var/run/secrets/workload-spiffe-credentials},
          {name: istio-data, mountPath: /var/lib/istio/data},
          {name: istio-envoy, mountPath: /etc/istio/proxy},
          {name: istio-podinfo, mountPath: /etc/istio/pod},
          {name: istio-token, mountPath: /var/run/secrets/tokens},
{{- if eq .Values.global.pilotCertProvider "istiod" }}
          {name: istiod-ca-cert, mountPath: /var/run/secrets/istio},
{{- end }}
{{- end -}}

{{- define "volumes" -}}
{{- $global := .Values.global -}}
          {name: workload-socket, emptyDir: {}},
          {name: credential-socket, emptyDir: {}},
{{- if eq $global.caName "GkeWorkloadCertificate" }}
          {name: workload-certs, csi: {driver: workloadcertificates.security.cloud.google.com}},
{{- else }}
          {name: workload-certs, emptyDir: {}},
{{- end }}
          {name: istio-data, emptyDir: {}},
          {name: istio-envoy, emptyDir: {medium: Memory}},
          {name: istio-podinfo, downwardAPI: {items: [
            {path: labels, fieldRef: {fieldPath: metadata.labels}}, {path: annotations, fieldRef: {fieldPath: metadata.annotations}}]}},
          {name: istio-token, projected: {sources: [
            {serviceAccountToken: {path: istio-token, expirationSeconds: 43200, audience: {{ quote $global.sds.token.aud }}}}]}},
{{- if eq $global.pilotCertProvider "istiod" }}
{{- if eq (print (.Values.pilot.env).ENABLE_CLUSTER_TRUST_BUNDLE_API) "true" }}
          {name: istiod-ca-cert, projected: {sources: [
            {clusterTrustBundle: {name: "istio.io:istiod-ca:{{ $global.trustBundleName | default "root-cert" }}", path: root-cert.pem}}]}},
{{- else }}
          {name: istiod-ca-cert, configMap: {name: {{ $global.trustBundleName | default "istio-ca-root-cert" }}}},
{{- end }}
{{- end }}
{{- end -}}

{{- define "pull" -}}
{{- with .Values.global.imagePullPolicy }}imagePullPolicy: {{ . }}{{ end -}}
{{- end -}}

{{- define "pullSecrets" -}}
{{- range .Values.global.imagePullSecrets }}{name: {{ . }}}, {{ end -}}
{{- end -}}

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
          {name: ISTIO_META_CLUSTER_ID, value: {{ valueOrDefault $global.multiCluster.clusterName `Kubernetes` | quote }}},
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


{{- /* What is common to the objects that a Gateway of the Gateway API becomes. */ -}}

{{- define "gatewayAnnotations" -}}
{{- toJsonMap (omit .InfrastructureAnnotations "kubectl.kubernetes.io/last-applied-configuration" "gateway.istio.io/name-override" "gateway.istio.io/service-account" "gateway.istio.io/controller-version") -}}
{{- end -}}

{{- define "gatewayLabels" -}}
{{- toJsonMap .InfrastructureLabels (strdict "gateway.networking.k8s.io/gateway-name" .Name "gateway.networking.k8s.io/gateway-class-name" .GatewayClass) -}}
{{- end -}}

{{- define "gatewayOwner" -}}
namespace: {{ quote .Namespace }}, ownerReferences: [{apiVersion: gateway.networking.k8s.io/v1, kind: Gateway, name: {{ quote .Name }}, uid: {{ quote .UID }}}]
{{- end -}}

{{- define "gatewayAccount" -}}
apiVersion: v1
kind: ServiceAccount
metadata: {name: {{ quote .ServiceAccount }}, {{ template "gatewayOwner" . }}, annotations: {{ template "gatewayAnnotations" . }}, labels: {{ template "gatewayLabels" . }}}
{{- end -}}

{{- /* Those of the pod come last: they say where its metrics really are. Takes a dict: Kept (annotations), Revision. */ -}}
{{- define "gatewayPodAnnotations" -}}
{{- toJsonMap .Kept (strdict "istio.io/rev" (.Revision | default "default") "prometheus.io/path" "/stats/prometheus" "prometheus.io/port" "15020" "prometheus.io/scrape" "true") -}}
{{- end -}}

{{- define "gatewayPorts" -}}
[{name: metrics, containerPort: 15020, protocol: TCP}, {name: status-port, containerPort: 15021, protocol: TCP}, {name: http-envoy-prom, containerPort: 15090, protocol: TCP}]
{{- end -}}

{{- define "gatewayEnvironment" -}}
          {name: ISTIO_META_WORKLOAD_NAME, value: {{ quote .DeploymentName }}},
          {name: ISTIO_META_OWNER, value: "kubernetes://apis/apps/v1/namespaces/{{ .Namespace }}/deployments/{{ .DeploymentName }}"},
{{- end -}}

{{- define "gatewayStart" -}}
{httpGet: {path: /healthz/ready, port: 15021}, initialDelaySeconds: 1, periodSeconds: 1, timeoutSeconds: 1, failureThreshold: 30}
{{- end -}}

{{- define "gatewayReady" -}}
{httpGet: {path: /healthz/ready, port: 15021}, periodSeconds: 15, timeoutSeconds: 1, failureThreshold: 4}
{{- end -}}

{{- define "gatewayServiceSpec" -}}
          ipFamilyPolicy: PreferDualStack, type: {{ quote .ServiceType }}, selector: { {{ quote .GatewayNameLabel }}: {{ quote .Name }} },
{{- if and .Spec.Addresses (eq .ServiceType "LoadBalancer") }}
          loadBalancerIP: {{ (index .Spec.Addresses 0).Value | quote }},
{{- end }}
          ports: [{{ range .Ports }}{name: {{ quote .Name }}, port: {{ .Port }}, protocol: {{ .Protocol }}, appProtocol: {{ .AppProtocol }}}, {{ end }}]
{{- end -}}

{{- /* Only bounds to be laid over by the Gateway's class or parameters: without them these two change nothing. */ -}}
{{- define "gatewayScaling" -}}
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {name: {{ quote .DeploymentName }}, {{ template "gatewayOwner" . }}, annotations: {{ template "gatewayAnnotations" . }}, labels: {{ template "gatewayLabels" . }}}
spec:
  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: {{ quote .DeploymentName }}}
  maxReplicas: 1
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: {name: {{ quote .DeploymentName }}, {{ template "gatewayOwner" . }}, annotations: {{ template "gatewayAnnotations" . }}, labels: {{ template "gatewayLabels" . }}}
spec:
  selector:
    matchLabels: {gateway.networking.k8s.io/gateway-name: {{ quote .Name }}}
{{- end -}}

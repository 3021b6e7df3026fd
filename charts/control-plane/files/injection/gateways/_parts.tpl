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
          {name: ISTIO_META_CLUSTER_ID, value: {{ valueOrDefault .Values.global.multiCluster.clusterName .ClusterID | quote }}},
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

{{/*
A pod for `helm test` that asks a workload for one path until it answers. A Service for the time of the test leads there,
because not every workload has one, and the pod needs no rights on the API to find what it tests.

Takes a dict: root (the top scope), app (the application's name), name and selector (of the workload), port, path, and
optionally pullSecrets.
*/}}
{{- define "common.connectionTest" -}}
{{- $name := printf "%s-connection-test" .name | trunc 63 | trimSuffix "-" -}}
{{- $hook := dict "helm.sh/hook" "test" "helm.sh/hook-delete-policy" "before-hook-creation,hook-succeeded" -}}
apiVersion: v1
kind: Service
metadata:
  {{- $first := merge (dict "helm.sh/hook-weight" "-1") $hook }}
  {{- include "common.metadata" (dict "root" .root "app" .app "name" $name "annotations" $first) | nindent 2 }}
spec:
  # Without an address of its own the name leads to the ready pods.
  clusterIP: None
  selector:
    {{- toYaml .selector | nindent 4 }}
  ports:
    - name: http-probe
      port: {{ .port }}
      targetPort: {{ .port }}
      protocol: TCP
---
apiVersion: v1
kind: Pod
metadata:
  {{- $apart := dict "sidecar.istio.io/inject" "false" "istio.io/dataplane-mode" "none" }}
  {{- include "common.metadata" (dict "root" .root "app" $name "name" $name "labels" $apart "annotations" $hook) | nindent 2 }}
spec:
  restartPolicy: Never
  automountServiceAccountToken: false
  nodeSelector:
    kubernetes.io/os: linux
  {{- with include "common.secretReferences" .pullSecrets }}
  imagePullSecrets:
    {{- . | trim | nindent 4 }}
  {{- end }}
  securityContext:
    runAsNonRoot: true
    runAsUser: 65534
    runAsGroup: 65534
    seccompProfile:
      type: RuntimeDefault
  containers:
    - name: connect
      image: {{ .root.Values.tests.image | quote }}
      # Again after any failure: the name of a Service made a moment ago may take a while to be known.
      command: [curl, --fail, --silent, --show-error, --max-time, "10", --retry, "10", --retry-delay, "3", --retry-all-errors]
      args: [{{ printf "http://%s.%s:%v%s" $name .root.Release.Namespace .port .path | quote }}]
      resources:
        requests:
          cpu: 10m
          memory: 16Mi
        limits:
          memory: 64Mi
      securityContext:
        allowPrivilegeEscalation: false
        readOnlyRootFilesystem: true
        capabilities:
          drop: [ALL]
{{- end }}

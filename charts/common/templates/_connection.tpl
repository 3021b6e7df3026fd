{{/*
A pod for `helm test` that asks a workload for one path until it answers. Workloads without a Service of their own get
one for the time of the test, so that the pod needs no rights on the API to find them.

Takes a dict: root (the top scope), app (the application's name), name (of the workload), port, path, and either
host (a Service) or selector (labels of pods).
*/}}
{{- define "common.connectionTest" -}}
{{- $name := printf "%s-connection-test" .name | trunc 63 | trimSuffix "-" -}}
{{- $hook := dict "helm.sh/hook" "test" "helm.sh/hook-delete-policy" "before-hook-creation,hook-succeeded" -}}
{{- if .selector }}
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
{{- end }}
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
      image: {{ .root.Values.test.image | quote }}
      # The name of a Service made a moment ago may take a while to be known.
      command: [sh, -c]
      args:
        - >-
          for try in 1 2 3 4 5 6 7 8 9 10; do
          wget -q -T 5 -O - "$URL" && exit 0; sleep 3;
          done; echo "no answer from $URL" >&2; exit 1
      env:
        - name: URL
          value: {{ printf "http://%s.%s:%v%s" (.host | default $name) .root.Release.Namespace .port .path | quote }}
      resources:
        requests:
          cpu: 10m
          memory: 16Mi
        limits:
          memory: 32Mi
      securityContext:
        allowPrivilegeEscalation: false
        readOnlyRootFilesystem: true
        capabilities:
          drop: [ALL]
{{- end }}

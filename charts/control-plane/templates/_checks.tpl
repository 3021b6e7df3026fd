{{/* Annotations that have Helm create an object at the given point, anew each time. Takes a list: the point, its place in order. */}}
{{- define "control-plane.hook" -}}
helm.sh/hook: {{ first . | quote }}
helm.sh/hook-weight: {{ index . 1 | quote }}
helm.sh/hook-delete-policy: before-hook-creation
{{- end }}

{{/* The container of a check, in a pod without any rights on its node. Takes a dict: root, name, command, mounts. */}}
{{- define "control-plane.testContainer" -}}
{{- $values := .root.Values -}}
{{- with $values.global.imagePullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 100
  seccompProfile:
    type: RuntimeDefault
containers:
  - name: {{ .name }}
    image: {{ $values.tests.image | quote }}
    {{- with $values.global.imagePullPolicy }}
    imagePullPolicy: {{ . }}
    {{- end }}
    command: {{ .command | toJson }}
    resources:
      requests: {cpu: 10m, memory: 16Mi}
      limits: {memory: 64Mi}
    securityContext:
      allowPrivilegeEscalation: false
      readOnlyRootFilesystem: true
      capabilities:
        drop: [ALL]
    {{- with .mounts }}
    volumeMounts:
      {{- toYaml . | nindent 6 }}
    {{- end }}
{{- end }}

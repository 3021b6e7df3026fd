{{/*
The spec of a quota that lets pods of the system's highest priority class into a namespace: several platforms refuse
them outside kube-system without one. Takes the number of pods.
*/}}
{{- define "common.quota" -}}
spec:
  hard:
    pods: {{ . | toString | quote }}
  scopeSelector:
    matchExpressions:
      - scopeName: PriorityClass
        operator: In
        values: [system-node-critical]
{{- end }}

{{/* Who a review is about unless it says: the account of istiod with the groups it is in. Takes the top scope. */}}
{{- define "control-plane.ownSubject" -}}
{{- $namespace := .Values.global.istioNamespace -}}
user: system:serviceaccount:{{ $namespace }}:{{ include "control-plane.name" . }}
groups:
  - system:serviceaccounts
  - system:serviceaccounts:{{ $namespace }}
  - system:authenticated
{{- end }}

{{/* A SubjectAccessReview. Takes a dict: root, review (of selfCheck.reviews). */}}
{{- define "control-plane.review" -}}
{{- $review := .review -}}
{{- $attributes := pick $review "resourceAttributes" "nonResourceAttributes" -}}
{{- if ne (len $attributes) 1 -}}
{{- fail (printf "selfCheck.reviews: %s: give either resourceAttributes or nonResourceAttributes" $review.name) -}}
{{- end -}}
{{- $subject := pick $review "user" "groups" "uid" "extra" -}}
{{- if not $subject -}}
{{- $subject = include "control-plane.ownSubject" .root | fromYaml -}}
{{- end -}}
apiVersion: authorization.k8s.io/v1
kind: SubjectAccessReview
metadata:
  {{- include "control-plane.metadata" (dict "root" .root "name" $review.name "cluster" true "plain" true) | nindent 2 }}
spec:
  {{- merge $attributes $subject | toYaml | nindent 2 }}
{{- end }}

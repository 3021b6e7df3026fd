{{/* The chart's name, or what values say instead; at most 63 letters, the limit of a label. */}}
{{- define "<CHARTNAME>.name" -}}
{{- .Values.nameOverride | default .Chart.Name | trunc 63 | trimSuffix "-" -}}
{{- end -}}

{{/* The name of the objects: that of the release, with the chart's behind it unless it is in it already. */}}
{{- define "<CHARTNAME>.fullname" -}}
{{- $chart := .Values.nameOverride | default .Chart.Name -}}
{{- $name := ternary .Release.Name (printf "%s-%s" .Release.Name $chart) (contains $chart .Release.Name) -}}
{{- .Values.fullnameOverride | default $name | trunc 63 | trimSuffix "-" -}}
{{- end -}}

{{/* Chart and version in the form of a label. */}}
{{- define "<CHARTNAME>.chart" -}}
{{- list .Chart.Name .Chart.Version | join "-" | replace "+" "_" | trunc 63 | trimSuffix "-" -}}
{{- end -}}

{{/* The labels of every object. */}}
{{- define "<CHARTNAME>.labels" -}}
helm.sh/chart: {{ include "<CHARTNAME>.chart" . }}
{{ include "<CHARTNAME>.selectorLabels" . }}
{{- with .Chart.AppVersion }}
app.kubernetes.io/version: {{ quote . }}
{{- end }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end -}}

{{/* The labels that pods are found by; they cannot change once the chart is installed. */}}
{{- define "<CHARTNAME>.selectorLabels" -}}
app.kubernetes.io/name: {{ include "<CHARTNAME>.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{/* The service account of the pods. */}}
{{- define "<CHARTNAME>.serviceAccountName" -}}
{{- $own := ternary (include "<CHARTNAME>.fullname" .) "default" .Values.serviceAccount.create -}}
{{- .Values.serviceAccount.name | default $own -}}
{{- end -}}

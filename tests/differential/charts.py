"""Random charts: subcharts in folders, conditions, tags, globals, nulls, aliases, import-values, library charts, hooks, schemas."""
import json

import packing
from report import Failure, Tally

SCALARS = [None, None, True, False, 0, 1, -1, 2.5, "x", "", "true", "1", [], [1, 2], {}, {"a": None}, {"b": {"c": 1}}]
KEYS = ["a", "b", "c", "enabled", "image", "global", "exports", "tags"]
KINDS = [
    "ConfigMap", "Service", "Deployment", "Namespace", "Job", "Pod", "Secret", "CustomResourceDefinition",
    "ClusterRole", "Ingress", "MutatingWebhookConfiguration", "Odd", "List", "ServiceAccount", "APIService",
]
HOOKS = [
    "pre-install", "post-install", "pre-upgrade,post-install", "test", "test-success", "pre-delete", "bogus",
    "crd-install", " pre-install , test ", "",
]
VERSIONS = ["0.1.0", "1.2.3", "2.0.0-rc.1", "v1.0.0", "1.2"]
RANGES = ["*", "", "0.1.0", ">=0.1.0", "^1", "~1.2", ">=1.0.0-0", "9.x", "bogus"]
SCHEMAS = [
    {"type": "object"}, {"properties": {"a": {"type": "string"}}}, {"required": ["a", "q"]},
    {"properties": {"b": {"minimum": 1}}},
    {"additionalProperties": False, "properties": {"a": {}, "b": {},
                                                   "global": {}}}, {"properties": {"c": {"enum": [1, "x"]}}},
    {"properties": {"a": {"anyOf": [{"type": "null"}, {"type": "integer"}]}}}, {"type": "array"},
    {"properties": {"image": {"pattern": "^x$"}}}, True, {"not": {"required": ["b"]}},
]
TEMPLATES = [
    'v: {{ .Values | toJson | quote }}\n', 'n: {{ include "shared.name" . | quote }}\n',
    '{{ range $k, $v := .Values.global }}\n{{ $k }}: {{ $v | toJson }}\n{{ end }}\n',
    '{{ if .Values.enabled }}on: 1\n{{ end }}',
    's: {{ keys .Subcharts | sortAlpha | toJson }}\nc: {{ .Chart | toJson | quote }}\n', 
    
    'f: {{ (.Files.Glob "*").AsConfig | quote }}\n', 't: {{ .Template.Name }} {{ .Template.BasePath }}\n',
    'd: {{ .Values.b | default "none" | quote }}\n', '{{ template "shared.block" . }}\n',
    'r: {{ .Release | toJson | quote }}\n', "---\n",
    
]
# Those that need values which are often not there.
DEMANDING = [
    'x: {{ .Values.a.b }}\n',
    '{{ $_ := set .Values.global "set" .Chart.Name }}g: {{ .Values.global | toJson | quote }}\n',
    'i: {{ .Values.image | required "image!" | quote }}\n',
    "{{ .Values.c | toYaml }}\n",
]


def value(rng, depth=0):
    if depth < 3 and rng.random() < 0.35:
        return {rng.choice(KEYS): value(rng, depth + 1) for _ in range(rng.randint(0, 3))}
    return rng.choice(SCALARS)


def values(rng, names):
    """Values of a chart, with parts for its subcharts."""
    tree = {rng.choice(KEYS): value(rng) for _ in range(rng.randint(0, 4))}
    for name in names:
        if rng.random() < 0.6:
            tree[name] = value(rng) if rng.random() < 0.1 else {
                rng.choice(KEYS): value(rng, 1)
                for _ in range(rng.randint(0, 3))
            }
        if isinstance(tree.get(name), dict) and rng.random() < 0.4:
            tree[name]["enabled"] = rng.choice([True, False, True, False, None, "false", 0])
    if rng.random() < 0.4:
        tree["tags"] = {
            tag: rng.choice([True, False, True, False, "x"])
            for tag in rng.sample(["front", "back", "x"], 2)
        }
    if rng.random() < 0.4:
        tree["global"] = {key: value(rng, 2) for key in rng.sample("abgh", 2)}
    if rng.random() < 0.2:
        tree["exports"] = {"data": {"a": value(rng, 2)}, "more": {"image": "x"}}
    return json.dumps(tree, indent=1) + "\n"


def manifest(rng):
    """A resource, maybe a hook, maybe several in one file."""
    lines = [
        f"kind: {rng.choice(KINDS)}", f"apiVersion: {rng.choice(['v1', 'apps/v1', 'v1'])}", "metadata:",
        f"  name: {rng.choice(['n', 'm', '{{ .Release.Name }}-x', 'n-{{ .Chart.Name }}'])}"
    ]
    if rng.random() < 0.35:
        lines += ["  annotations:", f'    "helm.sh/hook": {json.dumps(rng.choice(HOOKS))}']
        if rng.random() < 0.5:
            lines.append(
                f'    "helm.sh/hook-weight": {rng.choice(["1", chr(34) + "-5" + chr(34), chr(34) + "10" + chr(34), chr(34) + "x" + chr(34)])}'
            )
        if rng.random() < 0.3:
            lines.append(
                f'    "helm.sh/hook-delete-policy": {rng.choice(["hook-succeeded", "before-hook-creation,hook-failed", "odd"])}'
            )
    text = "\n".join(lines) + "\n" + (rng.choice(TEMPLATES) if rng.random() < 0.3 else "")
    return text + ("---\n" + manifest(rng) if rng.random() < 0.25 else "")


def template(rng):
    return manifest(rng) if rng.random() < 0.5 else rng.choice(TEMPLATES if rng.random() < 0.9 else DEMANDING)


def dependency(rng, name, version):
    """The entry of a subchart in `Chart.yaml`, and the name its values go by."""
    entry = {
        "name": name,
        "version": version if rng.random() < 0.3 else rng.choice(RANGES[:6] if rng.random() < 0.9 else RANGES)
    }
    if rng.random() < 0.5:
        entry["condition"] = rng.choice(
            [
                f"{name}.enabled", "enabled", "a.enabled", f"b,{name}.enabled", "global.a", f" {name}.enabled",
                "tags.front"
            ]
        )
    if rng.random() < 0.35:
        entry["tags"] = rng.sample(["front", "back", "x"], rng.randint(1, 2))
    if rng.random() < 0.2:
        entry["alias"] = rng.choice(["other", "second", f"{name}2", "a"])
    if rng.random() < 0.3:
        entry["import-values"] = rng.sample(
            [
                "data", "more", {"child": "exports", "parent": "imported"}, {"child": "a", "parent": "."}, {
                    "child": "image", "parent": "b"
                }, {"child": "global", "parent": "global"}, {"child": "none.x", "parent": "y"}
            ], rng.randint(1, 2)
        )
    if rng.random() < 0.3:
        entry["repository"] = "https://example.com/charts"
    return entry


def chart(rng, name, depth=0):
    """The files of a chart by their paths, with its subcharts, and its version."""
    files, entries, seen = {}, [], []
    for sub in rng.sample(
        ["one", "two", "three", "lib"],
        rng.choice([0, 1, 2, 3]) if depth == 0 else rng.choice([0, 0, 1])
    ) if depth < 3 else []:
        inner, version = chart(rng, sub, depth + 1)
        files |= {f"charts/{sub}/{path}": content for path, content in inner.items()}
        if rng.random() < 0.85:
            entries.append(dependency(rng, sub, version))
            if rng.random() < 0.2:
                entries.append({**dependency(rng, sub, version), "alias": "again"})
        seen += [sub, *(entry["alias"] for entry in entries if "alias" in entry)]
    if rng.random() < 0.03:
        entries.append(dependency(rng, "missing", "1.0.0"))
    version = rng.choice(VERSIONS)
    meta = {"apiVersion": rng.choice(["v2"] * 9 + ["v1"]), "name": name, "version": version}
    for key, options, often in (
        ("type", ["application", ""], 0.3), ("appVersion", ["1.0", 1,
                                             "x"], 0.3), ("kubeVersion", [">=1.20", ">=1.20", ">=1.30-0", "<1.0"], 0.15),
        ("description", ["d"], 0.2), ("deprecated", [True], 0.1), ("annotations", [{"k": "v"}], 0.1)
    ):
        if rng.random() < often:
            meta[key] = rng.choice(options)
    if rng.random() < (0.7 if name == "lib" else 0.02):
        meta["type"] = "library"
    if entries:
        meta["dependencies"] = entries
    files["Chart.yaml"] = json.dumps(meta, indent=1) + "\n"
    if rng.random() < 0.9:
        files["values.yaml"] = values(rng, seen)
    if rng.random() < 0.12:
        files["values.schema.json"] = json.dumps(rng.choice(SCHEMAS)) + "\n"
    for number in range(rng.randint(1, 3)):
        files[f"templates/{rng.choice(['', '', 'x/'])}t{number}.{rng.choice(['yaml', 'yaml', 'yml', 'txt', 'json'])}"
              ] = template(rng)
    if depth == 0 or rng.random() < 0.5:
        files[
            "templates/_h.tpl"
        ] = f'{{{{ define "shared.name" }}}}{name}-{{{{ .Chart.Name }}}}{{{{ end }}}}{{{{ define "shared.block" }}}}b: {{{{ .Values.a | quote }}}}{{{{ end }}}}'
    for path, content, often in (
        ("templates/NOTES.txt", "notes {{ .Values.a }}\n",
         0.2), ("crds/crd.yaml", "kind: CustomResourceDefinition\nmetadata: {name: x}\n", 0.15),
        ("f.txt", "data\n", 0.3), (".helmignore", "f.txt\n*.yml\n", 0.1)
    ):
        if rng.random() < often:
            files[path] = content
    return files, version


NOT_OF_LINT = {
    "--include-crds", "--no-hooks", "--skip-tests", "--is-upgrade", "--show-only", "--api-versions", "--skip-crds"
}


def case(rng):
    inner, _ = chart(rng, "c")
    files = {f"c/{path}": content for path, content in inner.items()}
    words = ["template", "r", "c"]
    for number in range(rng.choice([0, 0, 1, 1, 2])):
        files[f"v{number}.yaml"] = values(rng, ["one", "two", "three", "other", "again"])
        words += ["--values", f"v{number}.yaml"]
    options = [
        ["--set", "tags.front=false"], ["--set", "one.enabled=true,two.enabled=false"], ["--include-crds"],
        ["--no-hooks"], ["--skip-tests"], ["--is-upgrade"], ["--set", "one=null"], ["--show-only", "templates/t0.yaml"],
        ["--namespace", "ns"], ["--skip-schema-validation"], ["--kube-version", "1.25"], ["--api-versions", "a/v1"],
        ["--set", "global.g=1"], ["--skip-crds"], ["--generate-name"], ["--dependency-update"]
    ][:14]
    for option in rng.sample(options, rng.choice([0, 0, 1, 1, 2])):
        words += option
    return files, as_lint(rng, files, words) if rng.random() < 0.15 and not {*words} & NOT_OF_LINT else words


def as_lint(rng, files, words):
    """The command line for `lint`; sometimes of several charts, which share the values of the flags."""
    below = [path.removesuffix("/Chart.yaml") for path in files if path.endswith("/Chart.yaml") and path != "c/Chart.yaml"]
    more = rng.sample(below, rng.randint(0, min(2, len(below)))) if rng.random() < 0.5 else []
    return ["lint", "c", *words[3:], *more, *rng.sample(["--with-subcharts", "--strict", "--quiet"], rng.choice([0, 0, 1]))]


def batch(rng, pair, size):
    """Compares `size` charts, each by one command line."""
    tally = Tally("charts", size)
    for _ in range(size):
        files, words = case(rng)
        found, want = packing.compare(pair, files, words)
        tally.errors += bool(want.code) and not found
        tally.crashes += want.ended
        if found:
            tally.failures.append(Failure(files, words, [*files, "words"], found))
    return tally

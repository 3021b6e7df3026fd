"""Thousands of templates through one Helm process.

Each template is a chart of its own for one run of `helm lint`, which goes on after a failing chart and prints its error.
Those that did not fail become the partials of one chart that prints the text of each, so that an error of one kills none.
"""
import os
import re
import tempfile

from deviations import crash, normal, same_in_another_order
from oracle import difference

CHART = "apiVersion: v2\nname: c\nversion: 0.1.0\nappVersion: \"1.0\"\n"
HELPER = "c.name"
HELPERS = '{{ define "c.name" }}n-{{ kindOf . }}{{ end }}'
CONTEXT = 'dict "Values" (deepCopy .Values) "Chart" .Chart "Release" .Release "Files" .Files "Capabilities" .Capabilities "Template" .Template "Subcharts" .Subcharts'
# Into how many parts templates are divided among which one ends the program.
PARTS = 24
# How often Helm is asked again where it follows the order of a map.
AGAIN = 16
# In a lint run these only leave a notice.
ONLY_IN_TEMPLATE = re.compile(r"\b(fail|required)\b")


def write(folder, files):
    """Writes files given by their paths in `folder`."""
    for directory in {os.path.dirname(f"{folder}/{path}") for path in files}:
        os.makedirs(directory, exist_ok=True)
    for path, content in files.items():
        with open(f"{folder}/{path}", "wb") as file:
            file.write(content if isinstance(content, bytes) else content.encode("utf8", "surrogatepass"))


def sections(outcome):
    """What `lint` printed for each chart."""
    parts = re.split(rb"^==> Linting (t\d+)\n", outcome.out, flags=re.M)
    return dict(zip(parts[1::2], parts[2::2]))


def template_files(template, values, partial):
    """The chart of one template, and the command line that renders it.

    As a `partial` its text is shown quoted, whatever it is; otherwise it is a manifest, and its errors are shown.
    """
    files = {"c/Chart.yaml": CHART, "c/values.yaml": values}
    if HELPER in template:
        files["c/templates/_helpers.tpl"] = HELPERS
    if partial:
        files["c/templates/_x.tpl"] = template
        files["c/templates/t.yaml"] = 'out: {{ include "c/templates/_x.tpl" . | printf "%q" }}'
    else:
        files["c/templates/t.yaml"] = template
    return files, ["template", "r", "c"]


def lint_all(pair, templates, shared, own=None):
    """Compares the verdicts on charts of one template each, with `shared` values or each with values of its `own`.

    Gives the numbers of those that differ, those that failed on both sides, and those at which Helm crashed.
    """
    names = [f"t{number:04}" for number in range(len(templates))]
    words = ["lint", *([] if shared is None else ["-f", "v.yaml"]), *names]
    files = {} if shared is None else {"v.yaml": shared}
    for number, (name, template) in enumerate(zip(names, templates)):
        files |= {f"{name}/Chart.yaml": CHART, f"{name}/templates/t.tpl": template}
        if HELPER in template:
            files[f"{name}/templates/_helpers.tpl"] = HELPERS
        if own is not None:
            files[f"{name}/values.yaml"] = own[number]
    want, got = ask_both(pair, files, words)
    if want.ended or got.ended:
        return lint_parts(pair, templates, shared, own, crash(want) and not got.ended)
    wanted, given = sections(want), sections(got)
    differ, failed = [], []
    for number, name in enumerate(names):
        one, other = wanted.get(name.encode()), given.get(name.encode())
        if one is None or normal(one) != normal(other or b""):
            differ.append(number)
        elif b"[ERROR]" in one:
            failed.append(number)
    return differ, failed, []


def lint_parts(pair, templates, shared, own, helm_crashed):
    """Compares small parts of what one side did not survive: where memory runs out, that takes a minute each time."""
    if len(templates) == 1:
        return ([], [], [0]) if helm_crashed else ([0], [], [])
    size, all_parts = -(-len(templates) // PARTS), ([], [], [])
    for start in range(0, len(templates), size):
        part = slice(start, start + size)
        for found, more in zip(all_parts, lint_all(pair, templates[part], shared, own and own[part])):
            found += [start + number for number in more]
    return all_parts


def ask_both(pair, files, words):
    with tempfile.TemporaryDirectory() as folder:
        write(folder, files)
        return pair.ask_helm(words, folder), pair.ask_pintle(words, folder)


def numbered(pair, files, words, pattern, count):
    """Compares an output by its numbered lines, of which none may fail; the numbers of those that differ."""
    want, got = ask_both(pair, files, words)
    if want == got and want.code == 0:
        return []
    if want.code or got.code:
        return list(range(count))
    rows = [re.findall(pattern, normal(side.out), re.M) for side in (want, got)]
    return sorted({int(one[0]) for one, other in zip(*rows) if one != other}) or list(range(count))


def halved(pair, items, files_of):
    """Compares the render of a chart made of items; the items that differ, found by halves where one fails."""
    if not items:
        return []
    want, got = ask_both(pair, files_of(items), ["template", "r", "c"])
    if want.code == 0 and not difference(want, got):
        return []
    if len(items) == 1:
        return items if difference(want, got) else []
    half = len(items) // 2
    return halved(pair, items[:half], files_of) + halved(pair, items[half:], files_of)


def render_all(pair, templates, values):
    """Compares the texts of templates that do not fail; those that differ."""

    def chart(part):
        lines = [
            f'{{{{ $c := {CONTEXT} }}}}{number}: {{{{ include "c/templates/_{number}.tpl" $c | printf "%q" }}}}\n'
            for number in range(len(part))
        ]
        files = {
            "c/Chart.yaml": CHART, "c/values.yaml": values, "c/templates/_helpers.tpl": HELPERS,
            "c/templates/t.yaml": "".join(lines)
        }
        return files | {
            f"c/templates/_{number}.tpl": template.replace("@@", f"p{number}")
            for number, template in enumerate(part)
        }

    return halved(pair, templates, chart)


def compare(pair, files, words):
    """The difference of one command line on both sides, as text that is empty without one, and what Helm did."""
    with tempfile.TemporaryDirectory() as folder:
        write(folder, files)
        want, got = pair.ask_helm(words, folder), pair.ask_pintle(words, folder)
        found = difference(want, got, "--debug" in words)
        if found and any("/charts/" in path for path in files):
            again = (pair.ask_helm(words, folder) for _ in range(AGAIN))
            if wavers(want, got, again):
                found = ""
    return found, want


def wavers(want, got, again):
    """Whether Helm, asked again, prints what Pintle printed, or the same lines as that in more than one order."""
    reordered = same_in_another_order(want, got)
    return any(not difference(other, got) or (reordered and difference(want, other)) for other in again)

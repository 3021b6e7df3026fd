"""Writing a failing case as a test: a row for `tests/observed/observed.tsv`, or a folder for `tests/cases/`."""
import json
import os
import re
import shlex
import tempfile

from oracle import VERSION, Outcome, Pair
from packing import CHART, write

ROW_FILES = {"c/Chart.yaml", "c/values.yaml", "c/templates/_x.tpl", "c/templates/t.yaml"}


def line(words):
    return " ".join(["$HELM", *(shlex.quote(word) for word in words)])


def case_folder(where, name, files, words, outcomes):
    """Writes a case; `outcomes` has what each major of Helm did with it."""
    folder = f"{where}/{name}"
    write(folder, files)
    write(folder, {"cmd": line(words) + "\n"})
    for major, outcome in outcomes.items():
        write(folder, {f"helm{major}/rc": f"{outcome.code}\n"})
        for stream, content in (("stdout", outcome.out), ("stderr", outcome.err)):
            if content or stream == "stdout":
                write(folder, {f"helm{major}/00.{stream}": content})
    return folder


def row_text(name, version, template, values, outcome, partial):
    """A row of `observed.tsv`, or None if what Helm printed is not a text that a row can hold."""
    try:
        if outcome.code:
            kind, result = "error", outcome.err.decode().removesuffix("\n")
        elif partial:
            kind, result = "ok", json.loads(re.search(rb"^out: (.*)$", outcome.out, re.M | re.S).group(1))
        else:
            kind, result = "direct", outcome.out.decode()
    except (UnicodeDecodeError, ValueError, AttributeError):
        return None
    return "\t".join([name, version, json.dumps(template), json.dumps(values), json.dumps(result), kind, "[]"])


def rows(name, files, ask):
    """The rows of a chart of one template: that of Helm 4, and that of Helm 3 where it prints something else.

    `ask(major, files)` renders the chart.
    """
    partial = "c/templates/_x.tpl" in files
    template = files["c/templates/_x.tpl" if partial else "c/templates/t.yaml"]
    if partial:
        files = {**files, "c/templates/t.yaml": 'out: {{ include "c/templates/_x.tpl" . | toJson }}'}
    outcomes = {major: ask(major, files) for major in ("4", "3")}
    if partial and any(outcome.code for outcome in outcomes.values()):
        return []
    texts = [
        row_text(name, VERSION[major], template, files["c/values.yaml"], outcome, partial)
        for major, outcome in outcomes.items()
    ]
    return [text for text in texts if text][:1 if outcomes["4"] == outcomes["3"] else 2]


def test_files(options, name, files, words):
    """Writes a small failing case as a test below `options.keep`; where."""

    def ask(major, files):
        with tempfile.TemporaryDirectory() as folder:
            write(folder, files)
            done = Pair(major, options.helm, options.bin).ask_helm(words, folder)
        out, err = (text.replace(folder.encode(), b"$DIR") for text in (done.out, done.err))
        return Outcome(done.code, out, err)

    lines = rows(name, files,
                 ask) if set(files) <= ROW_FILES and words == ["template", "r", "c"
                                                               ] and files.get("c/Chart.yaml") == CHART else []
    if not lines:
        return case_folder(options.keep, name, files, words, {major: ask(major, files) for major in ("4", "3")})
    os.makedirs(options.keep, exist_ok=True)
    with open(f"{options.keep}/observed.tsv", "a", encoding="utf8") as file:
        file.write("".join(line + "\n" for line in lines))
    return f"{options.keep}/observed.tsv"


def loose_files(where, name, files):
    write(f"{where}/{name}", files)
    return f"{where}/{name}"

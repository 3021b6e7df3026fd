"""Random YAML: flow and block, anchors, tags, odd scalars, comments, several documents, and damaged text.

A document is read by `fromYaml` and `fromYamlArray` and written by `toYaml`; it is the values file of a chart, of a
subchart and of `--values`; and it is a manifest.
"""
import json

import packing
from report import Failure, Tally

PLAIN = [
    "a", "foo bar", "true", "False", "yes", "No", "on", "OFF", "y", "n", "~", "null", "Null", "NULL", "0", "1", "-1",
    "+1", "007", "08", "0o17", "0x1F", "0b11", "-0x1f", "1_000", "1,000", "1.0", "1.50", "-0.0", ".5", "5.", "1e3",
    "1E+3", "1.e2", "1e400", "12345678901234567890", "9007199254740993", "18446744073709551616", "-9223372036854775809",
    "190:20:30", "1:2", "2024-01-02", "2024-01-02T03:04:05Z", "2024-01-02 03:04:05.6 +1:00", "2024-1-2", "<<", "=",
    "a:b", "a#b", "-a", "?a", ":a", "a b  c", "http://h/p?x=1", "é", "日本", "👍", "-", "x-", "--- x", "a'b", 'a"b', "\\n",
    "{{ x", "1e", "0x", "0xg", "_1", "1_", "1__0", "+", ".", "..", "0.", "1.2.3", "1e1.5", "infinity", "NaN", "0777",
    "0o8", "1e-3", "-1e5", "0.1e1",
]
ODD = [
    ".inf", "-.Inf", "+.INF", ".nan", ".NaN", "+.nan", "&", "*", "@x", "`x", "%x", "!", "'", '"', "[", "{", "]",
    "a: b: c", ": x", "- - x", "\tx", "a\t# c", "|", "> x", "*none", "&a *a", "! x", "!!x",
]
KEYS = [
    "a", "b", "key", "k-1", "k.2", "1", "1.5", "true", "yes", "''", '"q k"', "é", "<<", "? c", "[1]", "{x: y}",
    "!!str s", "x y", "0x1", "apiVersion", "kind", "global", "on", "2024-01-02", "&k kk", "a\\b", "-1", "1e3", "y",
]
TAGS = [
    "!!str", "!!int", "!!float", "!!bool", "!!null", "!!binary", "!!seq", "!!map", "!!timestamp", "!local", "!",
    "!!set", "!!omap", "!<tag:yaml.org,2002:str>", "!e!x", "!!merge",
]
HEADERS = ["|", ">", "|-", ">-", "|+", ">+", "|2", ">1-", "|9", "|+3", "| # c", ">\t"]
LINES = ["text", "", "  more", "t\t", "   \tt", "# no comment", "a: b", "- x", "é", "trail ", "...", "  "]
DOUBLE = [
    "x", "\\n", "\\t", "\\u00e9", "\\x41", "\\U0001F600", "\\e", "\\_", "\\N", "\\L", "\\0", "\\\\", '\\"', " ", "é",
    "#", ": ", "\\\n    ",
]
BAD_DOUBLE = ["\\/", "\\ud83d\\ude00", "\\q", "\\x4", "\n---\n", "\x07"]


class Documents:
    """Makes texts; `anchors` are those named so far."""

    def __init__(self, rng):
        self.rng, self.anchors = rng, []

    def stream(self):
        """A text of one document, or of several, whole or damaged."""
        rng, self.anchors = self.rng, []
        count = rng.choice([1] * 10 + [2, 2, 3, 0])
        text = rng.choice(
            [
                "", "", "", "", "", "", "", "", "", "# head\n", "---\n", "\n", "%YAML 1.1\n---\n", "\ufeff",
                "--- # c\n", "%TAG !e! tag:e,2024:\n---\n"
            ]
        )
        text += rng.choice(["---\n", "---\n", "\n---\n", "...\n---\n",
                            "--- # x\n"]).join(self.document() for _ in range(count))
        text += rng.choice(["", "", "\n", "# end", "...\n", "---\n", "\n\n"])
        return self.damaged(text) if rng.random() < 0.08 else text

    def damaged(self, text):
        rng = self.rng
        for _ in range(rng.randint(1, 2)):
            at = rng.randrange(len(text) + 1)
            text = text[:at] + rng.choice(list("{}[]:,-?&*!|>'\"%@` \n\t#\\\x01\x85\u2028") +
                                          ["", "\r\n", ": ", "- "]) + text[at + rng.randint(0, 2):]
        return text

    def document(self):
        kind = self.rng.random()
        self.anchors = []
        if kind < 0.85:
            return self.mapping(0)
        if kind < 0.94:
            return self.sequence(0)
        return self.rng.choice([self.scalar(0), self.flow(0)]) + "\n"

    def property(self):
        """An anchor, a tag, both or neither, before a node."""
        rng, text = self.rng, ""
        if rng.random() < 0.04:
            text += rng.choice(TAGS if rng.random() < 0.3 else TAGS[:1]) + " "
        if rng.random() < 0.06:
            self.anchors.append(rng.choice("xyz") + str(len(self.anchors)))
            text += f"&{self.anchors[-1]} "
        return text

    def mapping(self, indent):
        lines = []
        for _ in range(self.rng.randint(1, 4)):
            key = self.rng.choice(KEYS) if self.rng.random() < 0.1 else self.rng.choice("abcdefgh")
            if key == "<<" and not self.anchors:
                key = "m"
            lines.append(f"{' ' * indent}{key}{self.rng.choice([':', ':', ':', ':', ' :', ': '])}{self.value(indent)}")
        return "".join(lines)

    def sequence(self, indent):
        return "".join(f"{' ' * indent}-{self.item(indent)}" for _ in range(self.rng.randint(1, 4)))

    def item(self, indent):
        if indent < 6 and self.rng.random() < 0.2:
            inner = self.rng.choice([self.mapping, self.sequence])(indent + 2)
            return " " + inner.lstrip(" ")
        return self.value(indent)

    def value(self, indent):
        """What follows a key or a dash, with its line end."""
        rng, kind = self.rng, self.rng.random()
        if kind < 0.22 and indent < 8:
            step = rng.choice([2, 2, 2, 1, 4])
            return f" {self.property()}{self.comment()}\n" + self.mapping(indent + step)
        if kind < 0.32 and indent < 8:
            return f" {self.property()}\n" + self.sequence(indent + rng.choice([2, 2, 0 if indent else 2]))
        if kind < 0.42:
            return " " + self.flow(0) + self.comment() + "\n"
        if kind < 0.52:
            return " " + self.property() + self.block(indent)
        return " " + self.property() + self.scalar(indent) + self.comment() + "\n"

    def comment(self):
        return self.rng.choice(
            ["", "", "", "", "", "", "", " # c", "  #", " ", "\n# c" if self.rng.random() < 0.3 else ""]
        )

    def block(self, indent):
        header = self.rng.choice(HEADERS[:6]) if self.rng.random() < 0.96 else self.rng.choice(HEADERS)
        body = "".join(" " * (indent + 2) + self.rng.choice(LINES) + "\n" for _ in range(self.rng.randint(0, 4)))
        return f"{header}\n{body}"

    def scalar(self, indent):
        rng, kind = self.rng, self.rng.random()
        if self.anchors and kind < 0.06:
            return "*" + rng.choice(self.anchors)
        if kind < 0.6:
            return rng.choice(PLAIN if rng.random() < 0.99 else ODD)
        if kind < 0.75:
            return "'" + rng.choice(
                [
                    "", "it''s", "a: b", " x ", "# c", "é", "1", "true", "\\n", f"two\n{' ' * (indent + 2)}lines",
                    "\n\n x"
                ]
            ) + "'"
        if kind < 0.92:
            return '"' + "".join(
                rng.choice(DOUBLE if rng.random() < 0.99 else BAD_DOUBLE) for _ in range(rng.randint(0, 4))
            ) + '"'
        return rng.choice(["a\n" + " " * (indent + 2) + "folded", "word word", "", "x # y", "x #y"])

    def flow(self, depth):
        rng = self.rng
        space = rng.choice(["", " ", " ", "\n   "])
        inner = lambda: self.flow(depth + 1) if depth < 3 and rng.random() < 0.25 else self.property(
        ) + self.flow_scalar()
        if rng.random() < 0.5:
            return "[" + space + ("," + space).join(inner() for _ in range(rng.randint(0, 3))
                                                    ) + rng.choice(["", "", ",", " "]) + "]"
        pairs = (
            rng.choice(
                [
                    f"{rng.choice('abc')}: {inner()}", f"{rng.choice('abc')}: {inner()}",
                    f'"{rng.choice("abc")}":{inner()}',
                    rng.choice("abc"), f"{rng.choice('abc')}:"
                ]
            ) for _ in range(rng.randint(0, 3))
        )
        return "{" + space + ("," + space).join(pairs) + rng.choice(["", "", ",", " "]) + "}"

    def flow_scalar(self):
        text = self.scalar(4)
        unfit = set(text) & set(",[]{}#") or text[:1] in ("-", "?", ":", "", "%") or "\n\n" in text
        return "x" if unfit and self.rng.random() < 0.95 else text


READ = """{{ range $i := until %d }}{{ $t := $.Files.Get (printf "d/%%d" $i) }}
r{{ $i }}: {{ fromYaml $t | toJson }}
a{{ $i }}: {{ fromYamlArray $t | toJson }}
w{{ $i }}: {{ fromYaml $t | toYaml | quote }}
p{{ $i }}: {{ fromYaml $t | toYamlPretty | quote }}
{{ end }}"""
SHOW = "v: {{ .Values | toJson | quote }}\n"


def chart(name, files):
    return {
        f"{name}/{path}": content
        for path, content in
        {"Chart.yaml": f"apiVersion: v2\nname: {name.rsplit('/', 1)[-1]}\nversion: 0.1.0\n", **files}.items()
    }


def read_all(pair, texts, words):
    """Through the functions; the numbers of texts that differ."""
    files = chart(
        "c", {"templates/t.yaml": READ % len(texts), **{f"d/{number}": text
                                                        for number, text in enumerate(texts)}}
    )
    return packing.numbered(pair, files, words, rb"^[rawp](\d+): (.*)$", len(texts))


def values_all(pair, texts):
    """As the values of subcharts, and as manifests; texts that fail are found by halves."""

    def as_values(part):
        files = chart("c", {"values.yaml": "z: 1\n"})
        for number, text in enumerate(part):
            files |= chart(f"c/charts/d{number}", {"values.yaml": text, "templates/t.yaml": SHOW})
        return files

    def as_manifests(part):
        return chart("c", {f"templates/t{number}.yaml": text.replace("{{", "{") for number, text in enumerate(part)})

    return packing.halved(pair, texts, as_values), packing.halved(pair, texts, as_manifests)


def batch(rng, pair, size):
    """Compares `size` texts in every way they are read."""
    documents = Documents(rng)
    texts = [documents.stream() for _ in range(size)]
    tally = Tally("YAML documents", size)
    words = ["template", "r", "c"]
    failing = read_all(pair, texts, words)
    one = lambda text: (chart("c", {"templates/t.yaml": READ % 1, "d/0": text}), words)
    tally.failures += [Failure(*one(texts[number]), ["c/d/0"]) for number in failing]
    differ, failed, crashed = packing.lint_all(pair, ["x"] * size, None, texts)
    as_values = lambda text: (chart("c", {"values.yaml": text, "templates/t.yaml": SHOW}), words)
    tally.failures += [
        Failure(chart("c", {"values.yaml": texts[number], "templates/t.tpl": "x"}), ["lint", "c"], ["c/values.yaml"])
        for number in differ
    ]
    tally.errors, tally.crashes = len(failed), len(crashed)
    good = [text for number, text in enumerate(texts) if number not in {*failed, *differ, *failing, *crashed}]
    bad_values, bad_manifests = values_all(pair, good)
    tally.failures += [Failure(*as_values(text), ["c/values.yaml"]) for text in bad_values]
    as_manifest = lambda text: (chart("c", {"templates/t.yaml": text.replace("{{", "{")}), words)
    tally.failures += [Failure(*as_manifest(text), ["c/templates/t.yaml"]) for text in bad_manifests]
    for text in rng.sample(texts, min(4, size)) + [texts[number] for number in failed[:4]]:
        files, _ = as_values("a: {x: 1, y: null}\nb: [1]\n")
        with_file = (files | {"v.yaml": text}, [*words, "--values", "v.yaml"])
        for case, part in ((as_manifest(text), "c/templates/t.yaml"), (with_file, "v.yaml")):
            if packing.compare(pair, *case)[0]:
                tally.failures.append(Failure(*case, [part]))
    return tally

"""Random texts for `--set`, `--set-string`, `--set-json`, `--set-literal` and `--set-file`, and values files among them."""
import packing
from report import Failure, Tally

KEYS = [
    "a", "b", "c", "a.b", "a.b.c", "l", "l[0]", "l[1]", "l[2]", "l[0].x", "l[3].y.z", "m", "m.k", "sub", "sub.x",
    "global", "global.g", "sub.global.g", "n[0][1]", "a\\.b", "x\\,y", "", "é", "a b", "l[-1]", "l[x]", "l[", "l]",
    "l[]", "l[65537]", "a..b", ".a", "a.", "a\\", "1", "true", "a[0]b", "a\\[0\\]", "l[01]", "l[ 1]", "s.t", "z",
]
VALUES = [
    "1", "x", "", "true", "false", "null", "0", "01", "-5", "1.5", "1e3", "0x1f", "9223372036854775808", "{}", "{a,b}",
    "{1,true,null}", "{a,{b}}", "{", "}", "{a", "a}", "a\\,b", "a,b", "\\{x\\}", "a=b", "a\\=b", "é", " pad ", "\\",
    "\\\\", "\\n", "[1]", "'q'", '"q"', "~", "yes", "None", "1_000", "+1", ".5", "1.0", "x\\.y", "{a,,b}", "{ a , b }",
    "{a}b", "{a},b=1", "-", "\\x", "NULL", "True", "0.0", "-0", "00",
]
JSON = [
    '{"a":1}', "[1,2]", "null", "1.0", "1e2", '"s"', "true", "{", "[1,", '{"a":{"b":null}}', "x", "", '{"a":1} x',
    '[{"x":1},2]', "12345678901234567890", '"\\u00e9,=."', "{}", "[]", " 1 ", "1,b=2", '"x",c=[1]', "{'a':1}", "01",
    "1 2", '[null]', '{"sub":{"x":9}}',
]
WHOLE_JSON = [
    '{"a":1,"l":[1]}', '{"sub":{"x":null}}', '{"a":', "{}", '{"a":1}{"b":2}', '["a"]', ' {"a":2}',
    '{"a":{"b":{"c":null}}}', '{"n":1.0,"m":1e300}',
]
FILES = {"f.txt": "file text\n", "e.txt": "", "b.bin": b"\xff\x00\x01", "n.txt": "12"}
PATHS = ["f.txt", "e.txt", "b.bin", "n.txt", "none.txt", "", "f.txt,b=e.txt", "./f.txt", "f.txt,"]
CHART_VALUES = "a: {b: {c: 1}, d: [1, 2]}\nl: [{x: 1, y: {z: 2}}, two, 3]\nm: {k: v}\ns: text\nn: [[1, 2], [3]]\nsub: {x: 5, y: {z: 1}}\nglobal: {g: 1}\n"
EXTRA = [
    "a: null\n", "l: []\nm: {k: {n: 1}}\n", "sub: null\n", "sub: {x: null, y: 7}\n", "global: {g: null, h: 2}\n",
    "a: [1]\n", "x: 1\n---\ny: 2\n", "a: &a 1\nb: *a\n", "[1]\n", "", "s: {t: 1}\n", "a: {b: null}\n",
]


def assignment(rng, values):
    """`key=value`, or several, or something damaged."""
    parts = []
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        key = rng.choice(KEYS[:18] if rng.random() < 0.8 else KEYS)
        parts.append(key + rng.choice(["="] * 12 + ["", "==", " ="]) + rng.choice(values))
    text = rng.choice([","] * 9 + [",,", ", "]).join(parts)
    if rng.random() < 0.08:
        at = rng.randrange(len(text) + 1)
        text = text[:at] + rng.choice(list("\\,.=[]{}\"' é\n")) + text[at + rng.randint(0, 1):]
    return text


def flag(rng):
    """One flag with its text, and the files it names."""
    kind = rng.choice(
        ["--set"] * 5 +
        ["--set-string", "--set-string", "--set-json", "--set-json", "--set-literal", "--set-file", "--values"]
    )
    if kind == "--values":
        return [kind, f"v{rng.randrange(len(EXTRA))}.yaml"]
    if kind == "--set-json" and rng.random() < 0.3:
        return [kind, rng.choice(WHOLE_JSON)]
    return [kind, assignment(rng, {"--set-json": JSON, "--set-file": PATHS}.get(kind, VALUES))]


def chart(name, values, **more):
    files = {
        "Chart.yaml": f"apiVersion: v2\nname: {name}\nversion: 0.1.0\n", "values.yaml": values,
        "templates/t.yaml": "v: {{ .Values | toJson | quote }}\n"
    }
    return {f"{name}/{path}": content for path, content in {**files, **more}.items()}


def case(rng):
    sub = {
        f"charts/{path}": content
        for path, content in chart("sub", "x: 1\ny: {z: 2, w: 3}\nglobal: {g: 0, s: 1}\n").items()
    }
    files = chart("c", CHART_VALUES if rng.random() < 0.7 else "{}\n", **sub)
    files |= FILES | {f"v{number}.yaml": text for number, text in enumerate(EXTRA)}
    flags = [word for _ in range(rng.choice([1, 1, 1, 2, 2, 3])) for word in flag(rng)]
    return files, ["template", "r", "c", *flags]


def batch(rng, pair, size):
    """Compares command lines until they held `size` texts."""
    tally = Tally("--set texts")
    while tally.total < size:
        files, words = case(rng)
        tally.total += sum(word.startswith("--set") for word in words)
        found, want = packing.compare(pair, files, words)
        tally.errors += bool(want.code) and not found
        tally.crashes += want.ended
        if found:
            tally.failures.append(Failure(files, words, [*files, "words"], found))
    return tally

"""Random expressions of the template language, each argument of the kind its function wants, mostly."""
import json

import atoms
import signatures
from atoms import of, quoted

RESULTS = {"str", "int", "float", "bool", "any", "list", "dict", "instant", "duration", "version", "keys", "values"}
DEEPEST = 3

KEYS = ["a", "b", "foo", "k-1", "", "x.y", "1", "é", "missing"]
FORMATS = [
    "%v", "%d", "%s", "%q", "%x", "%X", "%t", "%f", "%g", "%e", "%5.2f", "%-8s|", "%08d", "%+d", "%T", "%#v", "%c",
    "%U", "%o", "%b", "%6v|", "%.3s", "% x", "%#x", "%%", "%+v", "%5t", "%O", "%p %", "%[1]v %[1]d", "%*d", "%!", "%w",
    "%.2q", "%+q", "%#q", "%-5d|", "%G", "%x %X", "%s %s", "%v %v %v",
]
STRINGLY = {
    "base64": of(atoms.B64), "base32": of(atoms.B32), "yaml": of(atoms.YAMLS), "json": of(atoms.JSONS),
    "toml": of(atoms.TOMLS), "path": of(atoms.PATHS), "version": of(atoms.VERSIONS),
    "constraint": of(atoms.CONSTRAINTS), "url": of(atoms.URLS), "layout": of(atoms.LAYOUTS), "dayslayout": of(["2006-01-02"]), "zone": of(atoms.ZONES),
    "duration": of(atoms.DURATIONS), "replacement": of(atoms.REPLACEMENTS), "gotype": of(atoms.KINDS),
}


def pool(rng):
    """The values that the expressions of a batch share, as the text of a values file."""
    scalars = [*atoms.WORDS, *range(-3, 12), 9007199254740993, 1.5, 0.1, 1e21, -2.0, True, False, None]
    deep = lambda: rng.choice(
        [
            rng.choice(scalars), [rng.choice(scalars) for _ in range(rng.randint(0, 4))],
            {rng.choice(KEYS): rng.choice(scalars)
             for _ in range(rng.randint(0, 3))}
        ]
    )
    values = {
        "str": {f"s{i}": rng.choice(atoms.WORDS)
                for i in range(8)},
        "int": {f"i{i}": rng.choice([rng.randint(-5, 20), rng.randint(-2**31, 2**63 - 1)])
                for i in range(6)},
        "float": {f"f{i}": rng.choice([rng.uniform(-9, 9), rng.uniform(0, 1e9), 2.0, 1e21, 5e-9])
                  for i in range(6)}, "bool": {"b0": True, "b1": False},
        "list": {f"l{i}": [deep() for _ in range(rng.randint(0, 5))]
                 for i in range(4)} | {"w": rng.sample(atoms.WORDS, 5), "n": rng.sample(range(50), 4)},
        "dict": {f"d{i}": {rng.choice(KEYS): deep()
                           for _ in range(rng.randint(0, 5))}
                 for i in range(5)}, "any": {f"x{i}": deep()
                                             for i in range(6)} | {"z": None},
    }
    return json.dumps(values, indent=1,
                      ensure_ascii=False).replace("\x7f", "\\u007f").replace("\x85",
                                                                             "\\u0085").replace("\ufeff", "\\ufeff")


class Expressions:
    """Makes expressions from a source of chance; `values` is the pool they may refer to.

    An argument is of any kind instead of the right one with the probability `wrong`.
    """

    def __init__(self, rng, values, major, wrong):
        self.rng, self.values, self.wrong = rng, values, wrong
        rows = signatures.signatures()
        if major == "3":
            rows = [row for row in rows if row[0] not in signatures.ONLY_IN_HELM_4]
        self.rows = rows
        self.by_result = {}
        for row in rows:
            self.by_result.setdefault({"keys": "list", "values": "list"}.get(row[2], row[2]), []).append(row)
        self.variables = []
        self.templates = ["c.name"]

    def of(self, kind, depth=1):
        """An expression of a kind that can stand as an argument."""
        # What is no time counts as now.
        if kind != "time" and self.rng.random() < self.wrong:
            kind = self.rng.choice(["str", "int", "float", "bool", "list", "dict", "any", "nil"])
        if kind in ("str", *STRINGLY) and self.rng.random() < 0.08:
            kind = "str"
        if kind in self.by_result and depth < DEEPEST and self.rng.random() < 0.3:
            name, params, result = self.rng.choice(self.by_result[kind])
            return f"({self.call(name, params, result, depth + 1)})"
        return self.leaf(kind, depth)

    def leaf(self, kind, depth):
        if kind in ("str", "int", "float", "bool", "list", "dict", "any") and self.rng.random() < 0.3:
            kind = self.rng.choice(["int", "str", "list", "float"]
                                   ) if kind == "any" and self.rng.random() < 0.4 else kind
            return f"{'$' if self.rng.random() < 0.95 else ''}.Values.{kind}.{self.rng.choice(sorted(self.values[kind]))}"
        if self.variables and self.rng.random() < 0.1:
            return self.rng.choice(self.variables)
        maker = STRINGLY.get(kind)
        return maker(self.rng) if maker else getattr(self, f"_{kind}")(depth)

    def _str(self, _):
        return atoms.text(self.rng)

    def _cut(self, depth):
        return quoted(self.rng.choice(["", "a", "o", " ", ",", "/", "-", "fo", "é", ".", "\n", "aeiou", "foo"])
                      ) if self.rng.random() < 0.8 else self.of("str", depth)

    def _int(self, _):
        return self.rng.choice(atoms.INTS)

    def _float(self, _):
        return self.rng.choice(atoms.FLOATS)

    def _bool(self, _):
        return self.rng.choice(["true", "false"])

    def _nil(self, _):
        return self.rng.choice(["nil", "$.Values.missing", "$.Values.any.z"])

    def _any(self, depth):
        return self.of(self.rng.choice(["str", "int", "float", "bool", "list", "dict", "nil", "num", "str"]), depth + 1)

    def _num(self, depth):
        return self.of(self.rng.choice(["int", "float", "int", "float", "numeric"]), depth + 1)

    def _numeric(self, _):
        return quoted(
            self.rng.choice(
                ["1", "-7", "3.5", "1e3", "0x1F", "010", " 1", "", "x", "1_000", "9223372036854775808", "true", ".5"]
            )
        )

    def _nonzero(self, _):
        return self.rng.choice(["1", "-1", "2", "3", "7", "0.5", "-2.5", "10", '"4"', "3.0", "1000000007"])

    def _same(self, _):
        """A value of the kind that the other arguments of a comparison have."""
        return {"int": self._int, "str": self._str, "float": self._float}[self.compared](1)

    def _small(self, _):
        return str(self.rng.choice([0, 1, 2, 3, 1, 2, 5]))

    def _size(self, _):
        return str(self.rng.choice([0, 1, 2, 3, 4, 8, 10, 20]))

    def _digits(self, _):
        return str(self.rng.choice([0, 1, 2, 3, 5, -1, 15]))

    def _index(self, _):
        return str(self.rng.choice([0, 1, 2, 3, 5, 100, -1, -2, -100]))

    def _width(self, _):
        return str(self.rng.choice([4, 5, 6, 7, 10, 20, 0, 3]))

    def _count(self, _):
        return str(self.rng.choice([-1, -1, 0, 1, 2, 5]))

    def _step(self, _):
        return str(self.rng.choice([1, 2, 3, -1, 0]))

    def _seconds(self, _):
        return self.rng.choice(
            [quoted(self.rng.choice(atoms.DURATIONS)),
             str(self.rng.randint(-9, 10**6)), "1.5", "90", '"7"']
        )

    def _list(self, depth):
        kind = self.rng.choice(["str", "int", "any", "float", "dict"])
        items = " ".join(self.of(kind, depth + 1) for _ in range(self.rng.randint(0 if depth > 1 else 1, 4)))
        return self.rng.choice(
            [
                f"(list {items})", f"(list {items})", '(splitList "," "a,b,,c")', "(until 4)", "$.Values.list.w",
                '(tuple 1 "a")'
            ]
        )

    def _dict(self, depth):
        pairs = " ".join(f"{self._key(depth)} {self.of('any', depth + 1)}" for _ in range(self.rng.randint(0, 3)))
        return self.rng.choice(
            [f"(dict {pairs})", f"(dict {pairs})", "$.Values.dict.d1", "$.Values.str", '(dict "a" (dict "b" 1))']
        )

    def _fresh(self, depth):
        return self.rng.choice(
            [
                '(dict "a" 1 "b" (dict "c" 2))', f"(deepCopy {self._dict(depth)})", "(dict)",
                '(dict "foo" nil "a" (list 1))'
            ]
        )

    def _urldict(self, _):
        return self.rng.choice(
            [
                f"(urlParse {quoted(self.rng.choice(atoms.URLS))})",
                f'(dict "scheme" "https" "host" {quoted(self.rng.choice(["h:80", "ex.com", "a b", "é"]))} "path" {quoted(self.rng.choice(["/p", "", "q r", "/%41"]))} "query" "x=1&y" "fragment" "f")'
            ]
        )

    def _sized(self, depth):
        return self.of(self.rng.choice(["list", "dict", "str"]), depth + 1)

    def _key(self, _):
        return quoted(self.rng.choice(KEYS))

    def _regex(self, _):
        # Three in 34 do not compile; they would be too many of all expressions.
        pattern = self.rng.choice(atoms.REGEXES)
        return quoted(
            "[a-f]+" if pattern in ("(", "[z-a]", "a**", "o{1001}", "\\C") and self.rng.random() < 0.7 else pattern
        )

    def _instant(self, _):
        return f'(toDate "2006-01-02" {quoted(self.rng.choice(atoms.DATES[:5]))})'

    def _time(self, depth):
        return self.rng.choice(
            [self._instant(depth),
             self.rng.choice(["0", "86400", "1700000000", "-1"]), "(int64 1700000000)"]
        )

    def _day(self, _):
        return quoted(self.rng.choice(atoms.DATES))

    def _template(self, _):
        return quoted(self.rng.choice(self.templates) if self.rng.random() < 0.97 else "no.such")

    def _source(self, _):
        source = self.rng.choice(
            [
                "{{ .Values.str.s1 }}", "x", "{{ 1 }}-{{ 2 }}", "{{ if true }}y{{ end }}",
                "{{ .Values.int.i0 | add 1 }}", "{{ template \"c.name\" . }}", "{{", "{{ .Values.nope.x }}",
                "{{- range (list 1 2) }}{{ . }}{{ end -}}", "{{ .Values.missing }}", "{{ .Template.Name }}"
            ]
        )
        return quoted(source)

    def _context(self, _):
        return self.rng.choice(["$", "$", ".", '(dict "Values" $.Values "Template" $.Template)'])

    def call(self, name, params, result="any", depth=1):
        """A call without parentheses; now and then its last argument comes through the pipe."""
        words, self.compared = [name], self.rng.choice(["int", "str", "float"])
        if params == ["format"]:
            form = quoted("".join(self.rng.choice(FORMATS) for _ in range(self.rng.randint(1, 2))))
            # `%p` prints the address of a list or map, and what other functions make of that cannot be compared.
            kinds, deep = (["str", "int", "float", "bool"], DEEPEST) if "%p" in form else (["any"], depth)
            words += [form, *(self.of(self.rng.choice(kinds), deep) for _ in range(self.rng.choice([1, 1, 2, 3, 0])))]
            params = []
        for param in params:
            kind, times = (param[:-1], {"*": self.rng.choice([0, 1, 1, 2, 3]), "?": self.rng.randint(0, 1)
                                        }[param[-1]]) if param[-1] in "*?" else (param, 1)
            words += [self.of(kind, depth) for _ in range(times)]
        if self.rng.random() < 0.01 and len(words) > 1:
            words.pop() if self.rng.random() < 0.5 else words.append("1")
        if name in ("and", "or") or len(words) < 2 or self.rng.random() < 0.7:
            text = " ".join(words)
        else:
            text = f"{words[-1]} | {' '.join(words[:-1])}"
        if result in ("keys", "values"):  # their order is random
            return f"{text} | {'sortAlpha' if result == 'keys' else 'len | until'}"
        return text

    def property(self, name):
        """A call of a random function inside a property that holds for every result."""
        form = self.rng.choice(signatures.PROPERTIES[name])
        while "{str}" in form:
            form = form.replace("{str}", self._str(1).replace("{", "{{").replace("}", "}}"), 1)
        return form.format(small=self._small(1), profile=self.rng.choice(signatures.PROFILES))


def function_case(rng, expressions, names):
    """A template that shows the result of a call of one of `names`: as Go prints it, its type, or as YAML or JSON."""
    name = rng.choice(names)
    if name in signatures.PROPERTIES:
        return name, "{{ " + expressions.property(name) + " }}"
    row = rng.choice([row for row in expressions.rows if row[0] == name])
    shown = rng.choice(["", "", "", "", " | toJson", " | toYaml", " | typeOf", " | printf \"%#v\"", " | quote"])
    if row[2] == "any" and shown == " | printf \"%#v\"":
        shown = ""
    return name, "{{ " + expressions.call(*row) + shown + " }}"

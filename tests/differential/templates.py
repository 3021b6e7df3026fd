"""Random templates by the grammar of the language: every kind of node, nested, with trims, variables and named templates."""
import atoms
from atoms import quoted

TEXTS = ["", " ", "\n", "a", "x: ", "- ", "  key: v\n", "\t", "é", "\n\n", "}} ", "# c\n", "\r\n", "---\n", "text "]
METHODS = [
    "(toDate \"2006-01-02\" \"2024-02-29\").Year", "(toDate \"2006-01-02\" \"2024-02-29\").Weekday.String",
    "(semver \"1.2.3-rc.1+b\").Prerelease", "(semver \"1.2\").IncMinor.String",
    "(semver \"2.0.0\").Compare (semver \"1.9.9\")", "(duration 90 | printf \"%s\")",
    "$.Capabilities.APIVersions.Has \"apps/v1\"", "$.Capabilities.KubeVersion.Version",
    "$.Capabilities.KubeVersion.GitVersion", "$.Capabilities.KubeVersion.Major | int", "$.Files.Get \"nope\"",
    "($.Files.Glob \"*\").AsConfig", "$.Files.Lines \"nope\"", "$.Values.YAML", "$.Values.AsMap.str", "$.Chart.Name",
    "$.Chart.AppVersion", "$.Chart.Type", "$.Chart.Annotations", "$.Release.Name", "$.Release.IsInstall",
    "$.Template.Name", "$.Template.BasePath", "$.Subcharts", "$.Capabilities.HelmVersion.Version | kindOf",
    "(toDate \"2006-01-02\" \"2024-02-29\").UTC.Format \"Jan 2\"",
    "((toDate \"2006-01-02\" \"2024-03-01\").Sub (toDate \"2006-01-02\" \"2024-02-01\")).Hours",
    "(urlParse \"http://h/p\").path", "(dict \"a\" (dict \"b\" 7)).a.b", "(index (list (dict \"k\" \"v\")) 0).k",
    "$.Values.Table \"str\"", "$.Values.PathValue \"str.s0\"", "$.Capabilities.APIVersions | len",
]
FAULTY = [
    "$.Chart.Nope", "$.Release.Nope", "$.Values.str.s1.x", "$.Values.any.z.y", "(dict \"a\" 1).b", "(list 1 2).x",
    "(printf \"%d\" 3).x",
]
ODD = [
    "{{", "}}", "{{ end }}", "{{ else }}", "{{ if }}", "{{ . | }}", "{{ $nope }}", "{{ nope }}", "{{ 1 | 2 }}",
    "{{ break }}", "{{ \"a }}", "{{ ' }}", "{{ . }", "{{/* c */", "{{ (1 }}", "{{ 1) }}", "{{ .a.1 }}", "{{ define }}",
    "{{ template }}", "{{ range $a, $b, $c := . }}{{ end }}", "{{ $x = 1 }}",
    "{{ if $v := 1 }}{{ $v }}{{ end }}{{ $v }}", "{{ end", "{{ . .x }}", "{{ nil }}", "{{ nil | quote }}", "{{ 08 }}",
    "{{ 1i }}", "{{ 'ab' }}", "{{ 0x }}", "{{ .Values.str.s0.b.c }}", "{{ template \"nope\" }}",
    "{{ include \"nope\" . }}", "{{ with }}{{ end }}", "{{ if and }}{{ end }}", "{{- /* c */ -}}", "{{/* a */}}",
    "{{ $.x := 1 }}", "{{ . := 1 }}", "{{ 1.2.3 }}", "{{ $ }}", "{{ continue }}", "{{ else if 1 }}", "{{ _ }}",
    "{{ a.b }}", "{{ true.x }}", "{{ .x true }}", "{{ \"a\" \"b\" }}",
]

FILTERS = ["quote", "toString", "toJson", "default \"d\"", "typeOf", "printf \"%v\"", "not", "list", "toYaml", "kindOf"]
FILTERS_OF = {
    "str": ["trunc 5", "len", "upper", "nindent 2", "trim", "contains \"a\""],
    "list": ["first", "len", "rest", "join \",\"", "reverse"], "dict": ["len", "keys | sortAlpha", "deepCopy"],
    "int": ["add 1", "max 3", "until | len"], "float": ["floor", "int", "addf 1"],
}


class Templates:
    """Makes templates; expressions come from `expressions`. `@@` in names keeps those of several templates apart."""

    def __init__(self, rng, expressions):
        self.rng, self.expressions, self.names = rng, expressions, []

    def template(self):
        """A whole template: definitions, a body, and now and then a fault."""
        self.names, self.expressions.variables = [], []
        parts = [self.definition() for _ in range(self.rng.choice([0, 0, 1, 2]))]
        parts.append(self.body(0, False))
        if self.rng.random() < 0.06:
            parts.append(self.rng.choice(ODD))
        text = "".join(parts)
        return self.damaged(text) if self.rng.random() < 0.03 else text

    def damaged(self, text):
        at = self.rng.randrange(len(text) + 1)
        return self.rng.choice(
            [
                text[:at], text[:at] + text[at + 1:], text[:at] + self.rng.choice("{}()|.$\"'`-\n\\ =:,0é") + text[at:],
                text[:at] + text[at + 5:]
            ]
        )

    def open(self):
        return self.rng.choice(["{{ ", "{{ ", "{{", "{{- ", "{{-\n"])

    def close(self):
        return self.rng.choice([" }}", " }}", "}}", " -}}", "\n-}}"])

    def action(self, text):
        return self.open() + text + self.close()

    def definition(self):
        name = f"@@.{len(self.names) if self.rng.random() < 0.95 else 0}"
        kept, self.expressions.variables = self.expressions.variables, []
        text = self.action(f"define {quoted(name)}") + self.body(2, False) + self.action("end")
        self.expressions.variables = kept
        self.names.append(name)
        return text

    def body(self, depth, in_range):
        """A list of nodes; the variables it declares end with it."""
        kept = list(self.expressions.variables)
        count = self.rng.randint(1, 3) if depth < 2 else 1
        text = "".join(self.node(depth, in_range) for _ in range(count))
        self.expressions.variables = kept
        return text

    def node(self, depth, in_range):
        simple = [
            self.text, self.output, self.output, self.output, self.comment, self.declaration, self.call, self.method,
            self.assignment
        ]
        nested = [self.condition, self.scope, self.loop, self.block] if depth < 3 else []
        makers = simple + nested + ([self.leave] if in_range else [])
        maker = self.rng.choice(makers)
        if maker in nested:
            return maker(depth, in_range)
        return self.rng.choice(TEXTS) + maker()

    def text(self):
        return self.rng.choice(TEXTS) + self.rng.choice(atoms.WORDS).replace("{{", "{")

    def comment(self):
        return self.rng.choice(["{{/* c */}}", "{{- /* a\n b */ -}}", "{{/*\n*/ -}}", "{{- /**/}}"])

    def pipeline(self):
        """A value, a call, or a call of calls."""
        rng = self.rng
        if rng.random() < 0.35:
            kind = rng.choice(["str", "int", "float", "bool", "list", "dict", "any"])
            text = self.expressions.of(kind)
        else:
            name, params, kind = rng.choice(self.expressions.rows)
            text = self.expressions.call(name, params, kind)
        if rng.random() < 0.3:
            text += " | " + rng.choice(FILTERS + FILTERS_OF.get(kind, []))
        return text

    def output(self):
        return self.action(self.pipeline())

    def method(self):
        return self.action(self.rng.choice(METHODS if self.rng.random() < 0.97 else FAULTY))

    def declaration(self):
        name = self.rng.choice(["$a", "$b", "$long_1", "$é"])
        text = self.action(f"{name} {self.rng.choice([':=', ':= ', ':='])} {self.pipeline()}")
        if name not in self.expressions.variables:
            self.expressions.variables.append(name)
        return text

    def assignment(self):
        names = self.expressions.variables
        return self.action(f"{self.rng.choice(names)} = {self.pipeline()}") if names else self.declaration()

    def call(self):
        name = self.rng.choice(self.names) if self.names and self.rng.random() < 0.8 else "c.name"
        data = self.rng.choice(["$", "$", "$", "$", ".", self.expressions.of("any")])
        forms = [
            f"template {quoted(name)} {data}", f"include {quoted(name)} {data} | trim",
            f"include {quoted(name)} $ | nindent 4 | quote", f"tpl {quoted('{{ include ' + quoted(name) + ' . }}')} $"
        ]
        return self.action(self.rng.choice(forms))

    def leave(self):
        return self.action("if " + self.expressions.of("bool")) + self.action(self.rng.choice(["break", "continue"])
                                                                              ) + self.action("end")

    def condition(self, depth, in_range):
        text = self.action(f"if {self.head()}") + self.body(depth + 1, in_range)
        for _ in range(self.rng.choice([0, 0, 1, 2])):
            text += self.action(f"else if {self.head()}") + self.body(depth + 1, in_range)
        if self.rng.random() < 0.5:
            text += self.action("else") + self.body(depth + 1, in_range)
        return text + self.action("end")

    def head(self):
        """A pipeline that may declare a variable first."""
        return f"$h := {self.pipeline()}" if self.rng.random() < 0.15 else self.pipeline()

    def scope(self, depth, in_range):
        text = self.action(f"with {self.head()}") + self.body(depth + 1, in_range) + self.action(".")
        if self.rng.random() < 0.3:
            text += self.action(f"else with {self.pipeline()}") + self.body(depth + 1, in_range)
        if self.rng.random() < 0.4:
            text += self.action("else") + self.body(depth + 1, in_range)
        return text + self.action("end")

    def loop(self, depth, _):
        what = self.expressions.of(self.rng.choice(["list", "dict", "list", "dict", "small", "nil"]))
        declared = self.rng.choice([[], [], ["$v"], ["$k", "$v"]])
        kept = list(self.expressions.variables)
        self.expressions.variables += declared
        head = f"{', '.join(declared)}{' := ' if declared else ''}{what}"
        shown = "".join(self.action(name) + ";" for name in declared) or self.action(".")
        text = self.action(f"range {head}") + shown + self.body(depth + 1, True)
        self.expressions.variables = kept
        if self.rng.random() < 0.3:
            text += self.action("else") + self.body(depth + 1, False)
        return text + self.action("end")

    def block(self, depth, _):
        name = f"@@.block{self.rng.randint(0, 9999)}"
        kept, self.expressions.variables = self.expressions.variables, []
        text = self.action(f"block {quoted(name)} {self.rng.choice(['$', '$', '$', '.', self.expressions.of('any')])}"
                           ) + self.body(depth + 1, False) + self.action("end")
        self.expressions.variables = kept
        return text

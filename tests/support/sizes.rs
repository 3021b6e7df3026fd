//! Charts of any size, made in memory: each case grows in one way.
#![allow(dead_code, reason = "tests and benches use their own parts")]
#![allow(unreachable_pub, reason = "the module is part of each of them")]

use pintle::Compat;
use pintle::chart::{Chart, File, SetFlag, UserValues};
use pintle::render::{RenderOptions, Rendered};
use std::fmt::Write;
use std::sync::Arc;

/// A chart, and the flags that its render is given.
pub struct Case {
    pub chart: Arc<Chart>,
    pub sets: Vec<String>,
}

impl Case {
    fn new(files: Vec<(String, String)>) -> Case {
        let files = files.into_iter().map(|(name, text)| File::new(name, text)).collect();
        let chart = Chart::from_files(files, Compat::Helm4, &mut Vec::new()).unwrap_or_else(|e| panic!("{e}"));
        Case { chart, sets: Vec::new() }
    }

    /// A chart of one template.
    fn of(template: &str, values: String) -> Case {
        Case::new(chart_files("", "c", &[("templates/t.yaml", template), ("values.yaml", &values)]))
    }

    pub fn values(&self) -> UserValues {
        let mut values = UserValues::new(Compat::Helm4);
        for set in &self.sets {
            values.set(SetFlag::Set, set, &mut |_| Err("no files".into())).unwrap_or_else(|e| panic!("{e}"));
        }
        values
    }

    pub fn render(&self) -> Rendered {
        self.chart.render(&self.values(), &options()).unwrap_or_else(|e| panic!("{e}"))
    }
}

/// Options with a fixed clock and seed.
pub fn options() -> RenderOptions {
    RenderOptions { now: Some((0, 0)), seed: Some(1), ..RenderOptions::new("r", Compat::Helm4) }
}

fn chart_files(folder: &str, name: &str, files: &[(&str, &str)]) -> Vec<(String, String)> {
    let about = format!("apiVersion: v2\nname: {name}\nversion: 1.0.0\n");
    let all = [("Chart.yaml", about.as_str())].into_iter().chain(files.iter().copied());
    all.map(|(path, text)| (format!("{folder}{path}"), text.to_owned())).collect()
}

fn lines(n: usize, mut line: impl FnMut(usize) -> String) -> String {
    (0..n).fold(String::new(), |mut text, i| {
        text += &line(i);
        text
    })
}

/// The template of the subcharts of [`umbrella`].
const APP: &str = r#"apiVersion: v1
kind: ConfigMap
metadata:
  name: {{ include "app.name" . }}-NUMBER
  labels: {{- include "app.labels" . | nindent 4 }}
data:
  {{- range $key, $value := .Values.env }}
  {{ $key }}: {{ tpl $value $ | quote }}
  {{- end }}
"#;

const HELPERS: &str = r#"{{ define "app.name" }}{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 63 }}{{ end }}
{{ define "app.labels" }}
app: {{ include "app.name" . }}
release: {{ .Release.Name }}
{{- end }}
"#;

/// `n` subcharts with `templates` templates each, every one with `include`s and `tpl`s.
pub fn umbrella(n: usize, templates: usize) -> Case {
    let mut files = chart_files("", "umbrella", &[("values.yaml", "global:\n  registry: r\n")]);
    let values = lines(10, |i| format!("  E{i}: '{{{{ .Release.Name }}}}-{{{{ .Values.tag }}}}-{i}'\n"));
    let values = format!("tag: v1\nenv:\n{values}");
    for i in 0..n {
        let name = format!("app{i}");
        let own: Vec<_> =
            (0..templates).map(|t| (format!("templates/t{t}.yaml"), APP.replace("NUMBER", &t.to_string()))).collect();
        let mut parts: Vec<_> = own.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
        parts.extend([("templates/_helpers.tpl", HELPERS), ("values.yaml", values.as_str())]);
        files.extend(chart_files(&format!("charts/{name}/"), &name, &parts));
    }
    Case::new(files)
}

/// A values file of `n` entries, about 60 bytes each.
pub fn values(n: usize) -> Case {
    let text = lines(n, |i| format!("key{i}:\n  name: value number {i}\n  list: [1, two]\n  on: true\n"));
    Case::of("n: {{ len .Values }}\n", text)
}

/// A list of `n` entries through `range`.
pub fn range(n: usize) -> Case {
    Case::of(
        "items:{{ range $i, $e := .Values.list }}\n- {{ $e.name }}: {{ $i }}\n{{- end }}\n",
        format!("list:\n{}", lines(n, |i| format!("- name: n{i}\n"))),
    )
}

/// `n` calls of `include`.
pub fn include(n: usize) -> Case {
    Case::of(
        &format!(
            "{{{{ define \"x\" }}}}k{{{{ . }}}}: v{{{{ end }}}}{{{{ range until {n} }}}}\n{{{{ include \"x\" . }}}}{{{{ end }}}}\n"
        ),
        String::new(),
    )
}

/// `n` different texts through `tpl`.
pub fn tpl(n: usize) -> Case {
    let texts = lines(n, |i| format!("- '{{{{ .Release.Name }}}}-{i}'\n"));
    Case::of("items:{{ range .Values.texts }}\n- {{ tpl . $ | quote }}\n{{- end }}\n", format!("texts:\n{texts}"))
}

/// Values nested `n` deep, written by `toYaml`. The text itself grows with the square of the depth,
/// so the values are in flow style and the output is JSON.
pub fn nested(n: usize) -> Case {
    Case::of("n: {{ .Values | toJson | quote }}\n", format!("a: {}1{}\n", "{a: ".repeat(n), "}".repeat(n)))
}

/// `n` `--set` flags.
pub fn sets(n: usize) -> Case {
    let mut case = Case::of("n: {{ len .Values }}\n", String::new());
    case.sets = (0..n).map(|i| format!("a{i}.b=v{i}")).collect();
    case
}

/// `n` files, each read.
pub fn files(n: usize) -> Case {
    let template = "{{ range $path, $_ := .Files.Glob \"files/*\" }}\n{{ base $path }}: {{ $.Files.Get $path | quote }}\n{{- end }}\n";
    let mut files = chart_files("", "c", &[("templates/t.yaml", template)]);
    files.extend((0..n).map(|i| (format!("files/f{i}.txt"), format!("text of file {i}"))));
    Case::new(files)
}

/// `n` CRDs, each with a subchart's template beside it.
pub fn crds(n: usize) -> Case {
    let crd = |i: usize| {
        format!(
            "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata:\n  name: c{i}.example.com\nspec:\n  group: example.com\n"
        )
    };
    let mut files = chart_files("", "c", &[("templates/t.yaml", "a: {{ .Release.Name }}\n")]);
    files.extend((0..n).flat_map(|i| [(format!("crds/c{i}.yaml"), crd(i)), (format!("templates/c{i}.yaml"), crd(i))]));
    Case::new(files)
}

fn looped(n: usize, start: &str, step: &str, end: &str) -> Case {
    Case::of(
        &format!("{{{{ $x := {start} }}}}{{{{ range $i := until {n} }}}}{step}{{{{ end }}}}n: {{{{ {end} }}}}\n"),
        String::new(),
    )
}

/// `n` elements put at the end of a list, one by one.
pub fn append(n: usize) -> Case {
    looped(n, "list", "{{ $x = append $x (dict \"i\" $i) }}", "$x | toJson | quote")
}

/// `n` entries put into a map, one by one.
pub fn set(n: usize) -> Case {
    looped(n, "dict", "{{ $_ := set $x (toString $i) $i }}", "$x | toJson | quote")
}

/// A text put together from `n` pieces, by way of a list.
pub fn joined(n: usize) -> Case {
    looped(n, "list", "{{ $x = append $x (printf \"%d\" $i) }}", "join \",\" $x | quote")
}

/// At least `bytes` of the schemas that CRDs are made of: deep mappings under words in their order, and
/// descriptions in each of the styles in which generators write them.
pub fn crd_text(bytes: usize) -> String {
    let mut text = String::from(
        "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata:\n  name: things.example.com\nspec:\n  versions:\n",
    );
    let mut version = 0;
    while text.len() < bytes {
        version += 1;
        let _ = write!(text, "  - name: v{version}\n    schema:\n      openAPIV3Schema:\n");
        schema(&mut text, 8, 4, version);
    }
    text
}

const FIELDS: [&str; 6] = ["affinity", "containers", "image", "labelSelector", "resources", "tolerations"];

/// A schema at this indentation with `depth` levels of others in it.
fn schema(text: &mut String, indent: usize, depth: usize, seed: usize) {
    let pad = " ".repeat(indent);
    let sentence = "How much of it is kept, and for whom, when more than one asks";
    let _ = match seed % 4 {
        0 => writeln!(
            text,
            "{pad}description: |-\n{pad}  {sentence}.\n{pad}  {sentence}.\n\n{pad}  More at https://example.com/{seed}"
        ),
        1 => writeln!(text, "{pad}description: {sentence}\n{pad}  {sentence}; without it, nothing is."),
        2 => writeln!(text, "{pad}description: 'Note: {sentence}.\n{pad}  It''s best left alone.'"),
        _ => writeln!(text, "{pad}description: >-\n{pad}  {sentence}.\n{pad}  {sentence}."),
    };
    if depth == 0 {
        let _ = match seed % 3 {
            0 => writeln!(
                text,
                "{pad}default: \"\"\n{pad}enum:\n{pad}- Always\n{pad}- Never\n{pad}- \"on\"\n{pad}type: string"
            ),
            1 => writeln!(text, "{pad}format: int32\n{pad}maximum: 65535\n{pad}minimum: 1\n{pad}type: integer"),
            _ => writeln!(
                text,
                "{pad}items:\n{pad}  type: string\n{pad}type: array\n{pad}x-kubernetes-list-type: atomic"
            ),
        };
        return;
    }
    let _ = writeln!(text, "{pad}properties:");
    for (i, field) in FIELDS.iter().enumerate() {
        let _ = writeln!(text, "{pad}  {field}:");
        schema(text, indent + 4, depth - 1, seed + i + depth);
    }
    let _ = writeln!(text, "{pad}required:\n{pad}- image\n{pad}type: object");
}

//! `.Files`: the plain files of a chart.

use crate::chart::Content;
use crate::compat::Compat;
use crate::funcs;
use crate::gostd::glob::Glob;
use crate::template::func::{Cx, Func, FuncError, Obj};
use crate::value::{Kind, List, Map, Object, ObjectType, Str, Value};
use crate::yaml;
use data_encoding::BASE64;
use std::any::Any;
use std::borrow::Cow;
use std::sync::Arc;

/// A set of files: path in the chart and content, sorted by path, each path once.
pub struct Files(Vec<(Arc<str>, Content)>);

impl Files {
    /// The files of a chart; of several with one path the last counts.
    #[must_use]
    pub fn new(files: impl IntoIterator<Item = (Arc<str>, Content)>) -> Files {
        let mut files: Vec<_> = files.into_iter().collect();
        files.sort_by(|a, b| a.0.cmp(&b.0));
        files.reverse();
        files.dedup_by(|a, b| a.0 == b.0);
        files.reverse();
        Files(files)
    }

    fn content(&self, path: &[u8]) -> Option<&Content> {
        let index = self.0.binary_search_by(|(name, _)| name.as_bytes().cmp(path)).ok()?;
        Some(&self.0[index].1)
    }

    /// Base name and content of each file; of several with one base name the last path counts.
    fn by_base_name(&self, content: impl Fn(&[u8]) -> Value) -> Value {
        let base = |path: &str| Str::from(path.rsplit('/').next().unwrap_or_default());
        Value::Map(self.0.iter().map(|(path, data)| (base(path), content(data))).collect::<Map>())
    }
}

impl Object for Files {
    fn type_name(&self, _: Compat) -> Cow<'static, str> {
        Files::NAME.into()
    }
    fn type_key(&self) -> &'static str {
        Files::NAME
    }
    fn kind(&self) -> Kind {
        Kind::Map
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn field(&self, name: &[u8]) -> Option<Value> {
        Some(Value::List(List::bytes(self.content(name).map_or(&[][..], |data| &**data))))
    }
    fn json(&self, _: Compat) -> Value {
        let entry = |(path, data): &(Arc<str>, Content)| (Str::from(&**path), Value::str(BASE64.encode(data)));
        Value::Map(self.0.iter().map(entry).collect())
    }
    fn entries(&self) -> Option<Vec<(Value, Value)>> {
        let entry = |(path, data): &(Arc<str>, Content)| (Value::str(&**path), Value::List(List::bytes(&**data)));
        Some(self.0.iter().map(entry).collect())
    }
    fn truth(&self) -> bool {
        !self.0.is_empty()
    }
}

impl ObjectType for Files {
    const NAME: &'static str = "engine.files";
    const POINTER: bool = false;
}

/// Methods of `.Files`.
pub static METHODS: &[Func] = funcs! {
    "Get" => get,
    "GetBytes" => get_bytes,
    "Glob" => glob,
    "Lines" => cx lines,
    "AsConfig" => cx as_config,
    "AsSecrets" => cx as_secrets,
};

fn content(files: &Obj<Files>, path: &Str) -> Str {
    files.get().and_then(|f| f.content(path)).map_or_else(Str::empty, |data| Str::from(data.text().clone()))
}

fn get(files: Obj<Files>, path: Str) -> Str {
    content(&files, &path)
}

fn get_bytes(files: Obj<Files>, path: Str) -> List {
    List::bytes(content(&files, &path))
}

/// Files whose path matches; a pattern that cannot be compiled matches all.
fn glob(files: Obj<Files>, pattern: Str) -> Value {
    let pattern = Glob::compile(&pattern).ok();
    let matches = |path: &str| pattern.as_ref().is_none_or(|p| p.matches(path.as_bytes()));
    let files = files.get().map_or(&[][..], |f| &f.0);
    Value::object(Files(files.iter().filter(|(path, _)| matches(path)).cloned().collect()))
}

/// The lines of a file; a final line break does not begin another one.
fn lines(cx: &mut Cx<'_>, files: Obj<Files>, path: Str) -> Result<List, FuncError> {
    let Some(data) = files.get().and_then(|f| f.content(&path)) else { return Ok(List::strings(Vec::new())) };
    if data.is_empty() && !cx.compat().lines_of_empty_file() {
        return Err("runtime error: index out of range [-1]".into());
    }
    if data.is_empty() {
        return Ok(List::strings(Vec::new()));
    }
    let text = data.strip_suffix(b"\n").unwrap_or(data);
    Ok(List::strings(text.split(|b| *b == b'\n').map(Str::from).collect()))
}

/// `toYaml` of the files' texts under their base names, for the `data` of a ConfigMap.
fn as_config(cx: &mut Cx<'_>, files: Obj<Files>) -> Str {
    let Some(files) = files.get() else { return Str::empty() };
    to_yaml(&files.by_base_name(|data| Value::str(data)), cx.compat())
}

/// `toYaml` of the files in base64 under their base names, for the `data` of a Secret.
fn as_secrets(cx: &mut Cx<'_>, files: Obj<Files>) -> Str {
    let Some(files) = files.get() else { return Str::empty() };
    to_yaml(&files.by_base_name(|data| Value::str(BASE64.encode(data))), cx.compat())
}

fn to_yaml(value: &Value, compat: Compat) -> Str {
    let text = yaml::write(value, compat).unwrap_or_default();
    Str::from(text.strip_suffix(b"\n").unwrap_or(&text))
}

//! URLs as maps of their parts.

use crate::funcs;
use crate::gostd::url::{self, Url};
use crate::template::func::{Cx, Func, FuncError};
use crate::value::{Map, Str, Value};

/// The functions of this family.
pub(super) static FUNCTIONS: &[Func] = funcs! {
    "urlParse" => cx url_parse,
    "urlJoin" => cx url_join,
};

/// The parts of a URL: fragment, host, hostname, opaque, path, query, scheme, userinfo.
///
/// `{{ (urlParse "https://u@h:80/p?q=1").host }}` → `h:80`
fn url_parse(cx: &mut Cx<'_>, text: Str) -> Result<Map, FuncError> {
    let url = url::parse(&text, cx.compat()).map_err(|e| format!("unable to parse url: {e}"))?;
    let hostname = url.hostname().to_vec();
    let parts = [
        ("fragment", url.fragment),
        ("host", url.host),
        ("hostname", hostname),
        ("opaque", url.opaque),
        ("path", url.path),
        ("query", url.query),
        ("scheme", url.scheme),
        ("userinfo", url.user.map(|u| u.text()).unwrap_or_default()),
    ];
    Ok(parts.into_iter().map(|(key, part)| (key, Value::str(part))).collect())
}

/// The URL that has the given parts; `hostname` is ignored.
///
/// `{{ urlJoin (dict "scheme" "http" "host" "h" "path" "a b") }}` → `http://h/a%20b`
fn url_join(cx: &mut Cx<'_>, parts: Map) -> Result<Vec<u8>, FuncError> {
    let mut url = Url {
        scheme: part(&parts, "scheme")?,
        host: part(&parts, "host")?,
        path: part(&parts, "path")?,
        query: part(&parts, "query")?,
        opaque: part(&parts, "opaque")?,
        fragment: part(&parts, "fragment")?,
        ..Url::default()
    };
    let userinfo = part(&parts, "userinfo")?;
    if !userinfo.is_empty() {
        let whole = [b"proto://", userinfo.as_slice(), b"@host"].concat();
        let parsed = url::parse(&whole, cx.compat()).map_err(|e| format!("unable to parse userinfo in dict: {e}"))?;
        url.user = parsed.user;
    }
    Ok(url.text())
}

fn part(parts: &Map, key: &str) -> Result<Vec<u8>, FuncError> {
    match parts.get(key) {
        None => Ok(Vec::new()),
        Some(Value::Str(text)) => Ok(text.to_vec()),
        Some(Value::Nil) => Err("runtime error: invalid memory address or nil pointer dereference".into()),
        Some(other) => {
            let kind = other.kind().name();
            Err(format!("unable to parse {key} key, must be of type string, but {kind} found").into())
        }
    }
}

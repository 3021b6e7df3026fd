//! The functions of sprig that read the environment. Charts do not have them, release name
//! templates do.

use crate::funcs;
use crate::template::func::Func;
use crate::value::Str;

pub(super) static FUNCTIONS: &[Func] = funcs! {
    "env" => env,
    "expandenv" => expand_env,
};

#[expect(clippy::disallowed_methods, reason = "the function is there to read the environment")]
fn variable(name: &str) -> String {
    std::env::var(name).unwrap_or_default()
}

/// The value of a variable, or the empty text.
fn env(name: Str) -> String {
    variable(&name.to_text())
}

/// The text with `$name` and `${name}` replaced (Go's `os.ExpandEnv`).
fn expand_env(text: Str) -> String {
    let text = text.to_text();
    let mut out = String::new();
    let mut rest = &*text;
    while let Some(dollar) = rest.find('$') {
        out.push_str(&rest[..dollar]);
        rest = &rest[dollar + 1..];
        if let Some((name, after)) = rest.strip_prefix('{').and_then(|inner| inner.split_once('}')) {
            out.push_str(&variable(name));
            rest = after;
            continue;
        }
        let length = rest.bytes().take_while(|b| b.is_ascii_alphanumeric() || *b == b'_').count();
        if length == 0 {
            out.push('$');
        }
        out.push_str(&variable(&rest[..length]));
        rest = &rest[length..];
    }
    out + rest
}

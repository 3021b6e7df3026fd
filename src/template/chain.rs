//! The fields that an action reads, for those who ask where a value came from.

use super::lex::Lexer;
use super::token::TokenKind;
use crate::compat::Compat;

/// A chain of fields as it is written, e.g. `.Values.image.tag`; `.` alone has no fields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chain {
    /// Whether it begins with `$`, the data that the template was called with, and not with dot.
    pub from_root: bool,
    /// The names, outermost first.
    pub fields: Vec<Box<[u8]>>,
}

/// The chains that an action reads, in order; `action` begins with its `{{`.
///
/// `None` where more goes into the output than fields: variables, or the output of templates.
#[must_use]
pub fn chains(action: &[u8]) -> Option<Vec<Chain>> {
    let mut lexer = Lexer::new(action, Compat::default());
    let mut chains = Vec::new();
    let mut end = None;
    loop {
        let token = lexer.token();
        let text = &action[token.span.start as usize..token.span.end as usize];
        let adjoins = end == Some(token.span.start);
        match token.kind {
            TokenKind::Variable if text == b"$" => chains.push(Chain { from_root: true, fields: Vec::new() }),
            TokenKind::Dot => chains.push(Chain { from_root: false, fields: Vec::new() }),
            TokenKind::Field => {
                if !adjoins || chains.is_empty() {
                    chains.push(Chain { from_root: false, fields: Vec::new() });
                }
                chains.last_mut()?.fields.push(text[1..].into());
            }
            TokenKind::Identifier if matches!(text, b"include" | b"tpl") => return None,
            TokenKind::RightDelim => return Some(chains),
            TokenKind::LeftDelim
            | TokenKind::Pipe
            | TokenKind::LeftParen
            | TokenKind::Identifier
            | TokenKind::Bool
            | TokenKind::Number
            | TokenKind::Str
            | TokenKind::RawStr => {}
            // After a parenthesis fields belong to a value that has no name.
            TokenKind::RightParen => {
                if action.get(token.span.end as usize) == Some(&b'.') {
                    return None;
                }
            }
            _ => return None,
        }
        end = matches!(token.kind, TokenKind::Variable | TokenKind::Field).then_some(token.span.end);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(action: &str) -> Option<String> {
        let chains = chains(action.as_bytes())?;
        let chain = |c: &Chain| {
            let names: Vec<_> = c.fields.iter().map(|f| String::from_utf8_lossy(f)).collect();
            format!("{}.{}", if c.from_root { "$" } else { "dot" }, names.join("."))
        };
        Some(chains.iter().map(chain).collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn fields_are_found() {
        for (action, want) in [
            ("{{ .Values.a.b }}", Some("dot.Values.a.b")),
            ("{{- $.Values.a | default .Values.b | quote -}}", Some("$.Values.a dot.Values.b")),
            ("{{ toYaml . | nindent 4 }}", Some("dot.")),
            ("{{ printf \"%s.x\" (lower .a) }}", Some("dot.a")),
            ("{{ (lower .a).b }}", None),
            ("{{ $x.a }}", None),
            ("{{ include \"a\" . }}", None),
            ("{{ range .a }}", None),
            ("{{ .a", None),
        ] {
            assert_eq!(shown(action).as_deref(), want, "{action}");
        }
    }
}

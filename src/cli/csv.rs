//! One record of CSV, which is how list flags split their value.

/// The fields of the first line of `text`; no text has no fields. The error is Go's `encoding/csv` text.
pub(super) fn fields(text: &str) -> Result<Vec<String>, String> {
    if text.is_empty() {
        return Ok(Vec::new());
    }
    let mut fields = Vec::new();
    let mut rest = text;
    loop {
        let (field, end) = if rest.starts_with('"') { quoted(text, rest)? } else { plain(text, rest)? };
        fields.push(field);
        match end.strip_prefix(',') {
            Some(more) => rest = more,
            None => return Ok(fields),
        }
    }
}

/// A field without quotes: up to the next comma or line break.
fn plain<'a>(text: &str, rest: &'a str) -> Result<(String, &'a str), String> {
    let end = rest.find([',', '\n']).unwrap_or(rest.len());
    let field = &rest[..end];
    let field = if rest[end..].starts_with('\n') { field.strip_suffix('\r').unwrap_or(field) } else { field };
    match field.find('"') {
        Some(quote) => Err(fault(text, text.len() - rest.len() + quote, "bare \" in non-quoted-field")),
        None => Ok((field.to_owned(), &rest[end..])),
    }
}

/// A field in quotes, in which a quote is written twice.
fn quoted<'a>(text: &str, rest: &'a str) -> Result<(String, &'a str), String> {
    let mut field = String::new();
    let mut inner = &rest[1..];
    loop {
        let Some(quote) = inner.find('"') else {
            return Err(fault(text, text.len(), "extraneous or missing \" in quoted-field"));
        };
        field.push_str(&inner[..quote]);
        inner = &inner[quote + 1..];
        match inner.as_bytes().first() {
            Some(b'"') => {
                field.push('"');
                inner = &inner[1..];
            }
            None | Some(b',' | b'\n') => return Ok((field, inner)),
            Some(_) => {
                let at = text.len() - inner.len() - 1;
                return Err(fault(text, at, "extraneous or missing \" in quoted-field"));
            }
        }
    }
}

fn fault(text: &str, at: usize, what: &str) -> String {
    let before = &text[..at];
    let line = before.matches('\n').count() + 1;
    let column = at - before.rfind('\n').map_or(0, |i| i + 1) + 1;
    format!("parse error on line {line}, column {column}: {what}")
}

#[cfg(test)]
mod tests {
    use super::fields;

    #[test]
    fn splits_as_go_does() {
        assert_eq!(fields("a.yaml,b.yaml").unwrap(), ["a.yaml", "b.yaml"]);
        assert_eq!(fields("\"a,b.yaml\"").unwrap(), ["a,b.yaml"]);
        assert_eq!(fields("").unwrap(), [""; 0]);
        assert_eq!(fields("a,,\"x\"\"y\"").unwrap(), ["a", "", "x\"y"]);
        assert_eq!(
            fields("\"a").unwrap_err(),
            "parse error on line 1, column 3: extraneous or missing \" in quoted-field"
        );
        assert_eq!(fields("a\"b").unwrap_err(), "parse error on line 1, column 2: bare \" in non-quoted-field");
    }
}

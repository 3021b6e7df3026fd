//! PEM, the text form of keys and certificates.

use data_encoding::BASE64;

/// A block in Go's form: lines of 64 characters.
pub(super) fn encode(label: &str, bytes: &[u8]) -> String {
    let text = BASE64.encode(bytes);
    let mut out = format!("-----BEGIN {label}-----\n");
    let mut rest = &*text;
    while !rest.is_empty() {
        let (line, after) = rest.split_at(rest.len().min(64));
        out.push_str(line);
        out.push('\n');
        rest = after;
    }
    out.push_str("-----END ");
    out.push_str(label);
    out.push_str("-----\n");
    out
}

/// The label and the bytes of the first block, which begins and ends at line starts. Headers are left out.
pub(super) fn decode(text: &[u8]) -> Option<(String, Vec<u8>)> {
    let text = String::from_utf8_lossy(text);
    let mut lines = text.lines().map(str::trim_end);
    loop {
        let label = lines.by_ref().find_map(|line| line.strip_prefix("-----BEGIN ")?.strip_suffix("-----"))?;
        let end = format!("-----END {label}-----");
        let mut body = String::new();
        let mut rest = lines.clone();
        let closed = rest.by_ref().any(|line| {
            if line != end && !line.contains(':') {
                body.extend(line.chars().filter(|c| !c.is_ascii_whitespace()));
            }
            line == end
        });
        if let Some(bytes) = BASE64.decode(body.as_bytes()).ok().filter(|_| closed) {
            return Some((label.to_owned(), bytes));
        }
    }
}

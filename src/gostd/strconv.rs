//! Quoting and number texts, as Go's `strconv` has them.

/// Appends `bytes` in Go's double quotes (`%q`).
pub fn quote(bytes: &[u8], out: &mut Vec<u8>) {
    out.push(b'"');
    out.extend_from_slice(bytes);
    out.push(b'"');
}

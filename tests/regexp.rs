//! Regular expressions against what Go's `regexp` package makes of them.
//!
//! The rows are an expression, a text, a limit, a replacement and the result. A string that is not
//! UTF-8 is written as the list of its bytes.

#![expect(clippy::unwrap_used, reason = "a row that cannot be read is a broken test")]

use pintle::gostd::regexp::Regex;
use pintle::value::Str;
use serde_json::Value;

fn bytes(value: &Value) -> Vec<u8> {
    match value {
        Value::String(text) => text.as_bytes().to_vec(),
        other => other.as_array().unwrap().iter().map(|b| b.as_u64().unwrap() as u8).collect(),
    }
}

fn run(pattern: &[u8], subject: &[u8], limit: i64, template: &[u8]) -> Vec<u8> {
    let regex = match Regex::compile(pattern) {
        Ok(regex) => regex,
        Err(error) => return [b"!", &*error].concat(),
    };
    let join = |parts: Vec<Str>| parts.iter().map(Str::as_bytes).collect::<Vec<_>>().join(&b","[..]);
    let find = [regex.is_match(subject).to_string().as_bytes(), b" ", regex.find(subject).unwrap_or_default()].concat();
    let parts = [
        find,
        join(regex.find_all(subject, limit)),
        join(regex.split(pattern, subject, limit).unwrap_or_default()),
        regex.replace_all(subject, template, false).expect("a short text"),
        regex.replace_all(subject, template, true).expect("a short text"),
    ];
    parts.join(&b"|"[..])
}

#[test]
fn matches_and_errors() {
    let mut failures = Vec::new();
    for line in include_str!("regexp/rows.tsv").lines() {
        let columns: Vec<Value> = line.split('\t').map(|c| serde_json::from_str(c).unwrap()).collect();
        let [pattern, subject, limit, template, want] = &columns[..] else { panic!("{line}") };
        let got = run(&bytes(pattern), &bytes(subject), limit.as_i64().unwrap(), &bytes(template));
        let want = bytes(want);
        // Texts of errors are shown with what is not UTF-8 replaced.
        let same = got == want || want.starts_with(b"!") && String::from_utf8_lossy(&want).as_bytes() == got;
        if !same {
            failures.push(format!("{line}\n  got {:?}", String::from_utf8_lossy(&got)));
        }
    }
    assert!(failures.is_empty(), "{} rows:\n{}", failures.len(), failures[..failures.len().min(30)].join("\n"));
}

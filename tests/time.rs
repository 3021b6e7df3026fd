//! Times against what Go's `time` package makes of them.
//!
//! The rows are JSON strings and numbers, separated by tabs.

#![expect(clippy::unwrap_used, reason = "a row that cannot be read is a broken test")]

use pintle::gostd::time::{Duration, Location, Time, parse_duration, parse_in};

/// Runs `check` on each row; it returns what this program makes of the columns but the last.
fn rows(text: &str, check: impl Fn(&[serde_json::Value]) -> Vec<u8>) {
    let mut failures = Vec::new();
    for line in text.lines() {
        let columns: Vec<serde_json::Value> = line.split('\t').map(|c| serde_json::from_str(c).unwrap()).collect();
        let (want, columns) = columns.split_last().unwrap();
        let got = String::from_utf8_lossy(&check(columns)).into_owned();
        if got != want.as_str().unwrap() {
            failures.push(format!("{line}\n  got {got:?}"));
        }
    }
    assert!(failures.is_empty(), "{} rows:\n{}", failures.len(), failures[..failures.len().min(20)].join("\n"));
}

fn text(value: &serde_json::Value) -> &[u8] {
    value.as_str().unwrap().as_bytes()
}

/// The local zone of the rows is UTC, whatever the machine says.
fn zone(name: &serde_json::Value) -> Location {
    match name.as_str().unwrap() {
        "Local" => Location::Utc,
        name => Location::load(name.as_bytes()).unwrap_or(Location::Utc),
    }
}

#[test]
fn format() {
    rows(include_str!("time/format.tsv"), |row| {
        let time = Time::unix(row[0].as_i64().unwrap(), row[1].as_u64().unwrap() as u32);
        time.in_zone(zone(&row[2])).format(text(&row[3]))
    });
}

#[test]
fn parse() {
    rows(include_str!("time/parse.tsv"), |row| match parse_in(text(&row[0]), text(&row[1]), &zone(&row[2])) {
        Ok(time) => [time.text(), format!(" | {}", time.unix_seconds()).into_bytes()].concat(),
        Err(error) => error.into_bytes(),
    });
}

#[test]
fn durations() {
    rows(include_str!("time/duration.tsv"), |row| {
        let (text, step) = (text(&row[0]), Duration(row[1].as_i64().unwrap()));
        match parse_duration(text) {
            Ok(d) => {
                let all = [d, d.round(step), d.truncate(step), d.abs()].map(Duration::text);
                all.join(" ").into_bytes()
            }
            Err(error) => error.into_bytes(),
        }
    });
}

//! What the test drivers share: running Pintle, reading expectations, comparing and reporting.
#![allow(dead_code, reason = "each driver uses its own part")]
#![allow(unreachable_pub, reason = "the module is part of each driver")]
#![allow(clippy::disallowed_methods, reason = "drivers read recordings and write charts to run on")]

pub mod recorded;
pub mod server;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// How many differences a driver prints in full.
const SHOWN: usize = 10;

/// A Helm whose behaviour was recorded.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Major {
    /// Helm 4.3.1, what Pintle does by default.
    Helm4,
    /// Helm 3.17.3, what it does with `--compat helm3`.
    Helm3,
}

impl Major {
    /// The version as the recordings name it.
    pub fn version(self) -> &'static str {
        match self {
            Self::Helm4 => "4.3.1",
            Self::Helm3 => "3.17.3",
        }
    }

    /// The folder of a case that holds what this Helm printed.
    pub fn folder(self) -> &'static str {
        match self {
            Self::Helm4 => "helm4",
            Self::Helm3 => "helm3",
        }
    }

    /// The words that make Pintle behave so.
    pub fn arguments(self) -> &'static [&'static str] {
        match self {
            Self::Helm4 => &[],
            Self::Helm3 => &["--compat", "helm3"],
        }
    }
}

/// What a command did.
#[derive(PartialEq, Eq)]
pub struct Outcome {
    /// The exit code, -1 when a signal ended it.
    pub code: i32,
    /// Standard output.
    pub stdout: Vec<u8>,
    /// Standard error.
    pub stderr: Vec<u8>,
}

/// The root of the project.
pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The program under test.
pub fn binary() -> &'static str {
    env!("CARGO_BIN_EXE_pintle")
}

/// Runs a program in a folder, with nothing on standard input and nothing of the caller's environment but the path.
pub fn run(program: &str, words: &[String], folder: &Path) -> Outcome {
    let output = Command::new(program)
        .args(words)
        .current_dir(folder)
        .env_clear()
        .env("PATH", std::env::var_os("PATH").unwrap_or_default())
        .env("HOME", folder)
        .env("TZ", "UTC")
        .stdin(Stdio::null())
        .output()
        .unwrap_or_else(|error| panic!("{program}: {error}"));
    Outcome { code: output.status.code().unwrap_or(-1), stdout: output.stdout, stderr: output.stderr }
}

/// Reads a file that must be there.
pub fn read(path: &Path) -> Vec<u8> {
    std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The entries of a folder, sorted by name.
pub fn entries(folder: &Path) -> Vec<PathBuf> {
    let listing = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = listing.map(|entry| entry.expect("a readable folder").path()).collect();
    paths.sort();
    paths
}

/// The last part of a path.
pub fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// A folder of its own for one test, removed when dropped.
pub struct Scratch(PathBuf);

impl Scratch {
    /// Makes an empty folder.
    pub fn new() -> Self {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("pintle-test-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a writable temporary folder");
        Self(path)
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // What cannot be removed stays for the system to clean.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Runs `check` on every item over all cores, in no order; the differences come back in the items' order.
pub fn in_parallel<T: Sync>(items: &[T], check: impl Fn(&T) -> Vec<String> + Sync) -> Vec<String> {
    let next = AtomicUsize::new(0);
    let found = Mutex::new(Vec::new());
    let workers = std::thread::available_parallelism().map_or(2, std::num::NonZero::get);
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(at) else { break };
                    let differences = check(item);
                    found.lock().expect("no worker panicked").extend(differences.into_iter().map(|text| (at, text)));
                }
            });
        }
    });
    let mut found = found.into_inner().expect("no worker panicked");
    found.sort();
    found.into_iter().map(|(_, text)| text).collect()
}

/// Fails with the first differences and the count, unless there are none.
pub fn report(what: &str, total: usize, differences: &[String]) {
    assert!(total > 0, "{what}: nothing was compared");
    if differences.is_empty() {
        return;
    }
    let shown: Vec<&str> = differences.iter().take(SHOWN).map(String::as_str).collect();
    panic!("{}\n{what}: {} differences in {total}", shown.join("\n"), differences.len());
}

/// The lines that differ, with one line around them.
pub fn diff(name: &str, want: &[u8], got: &[u8]) -> String {
    let (want, got) = (String::from_utf8_lossy(want), String::from_utf8_lossy(got));
    let diff = similar::TextDiff::from_lines(want.as_ref(), got.as_ref());
    let text = diff.unified_diff().context_radius(1).header("Helm", "Pintle").to_string();
    let short = text.lines().take(24).collect::<Vec<_>>().join("\n");
    format!("--- {name}\n{short}\n")
}

/// Compares text after taking out what Helm itself prints differently from run to run.
pub fn same(want: &[u8], got: &[u8]) -> bool {
    want == got || normal(want) == normal(got)
}

/// Takes out what Helm itself prints differently from run to run: the deviations of `docs/compatibility.md` that concern
/// text, as `tests/differential/deviations.py` does.
fn normal(text: &[u8]) -> Vec<u8> {
    let mut lines: Vec<Vec<u8>> =
        text.split_inclusive(|&byte| byte == b'\n').map(|line| sort_names(without_addresses(line))).collect();
    sort_runs(&mut lines, |line| line.starts_with(b"- "));
    sort_runs(&mut lines, is_merge_warning);
    lines.concat()
}

/// Sorts the whole lines of that kind that stand together.
fn sort_runs(lines: &mut [Vec<u8>], kind: impl Fn(&[u8]) -> bool) {
    let mut start = 0;
    while start < lines.len() {
        let of_kind = |line: &Vec<u8>| kind(line) && line.ends_with(b"\n");
        let end = start + lines[start..].iter().take_while(|line| of_kind(line)).count();
        lines[start..end].sort();
        start = end + 1;
    }
}

/// `level=INFO msg="warning: …`, or `coalesce.go:298: warning: …`, or the same with `Conflict: ` or `key `.
fn is_merge_warning(line: &[u8]) -> bool {
    let line = line.strip_prefix(b"level=INFO msg=").unwrap_or(line);
    let line = line.strip_prefix(b"\"").unwrap_or(line);
    let position = line.iter().take_while(|byte| byte.is_ascii_lowercase()).count();
    let after = line[position..].strip_prefix(b".go:");
    let digits = |rest: &[u8]| rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let behind = after.and_then(|rest| rest[digits(rest)..].strip_prefix(b": ")).unwrap_or(line);
    [b"warning: ".as_slice(), b"Conflict: ", b"key "].iter().any(|word| behind.starts_with(word))
}

/// `0xc000123456` as `0xADDRESS`: the addresses that Go prints have ten to twelve digits.
fn without_addresses(line: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(line.len());
    let mut rest = line;
    while let Some(at) = memchr::memmem::find(rest, b"0x") {
        let digits = rest[at + 2..].iter().take_while(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f')).count();
        out.extend_from_slice(&rest[..at]);
        out.extend_from_slice(if (10..=12).contains(&digits) { b"0xADDRESS" } else { &rest[at..at + 2 + digits] });
        rest = &rest[at + 2 + digits..];
    }
    out.extend_from_slice(rest);
    out
}

/// `additional properties 'b', 'a' not allowed` with its names in order.
fn sort_names(line: Vec<u8>) -> Vec<u8> {
    const BEFORE: &str = "additional properties ";
    const AFTER: &str = " not allowed";
    let Ok(text) = std::str::from_utf8(&line) else { return line };
    let Some(start) = text.find(BEFORE).map(|at| at + BEFORE.len()) else { return line };
    let Some(end) = text.rfind(AFTER).filter(|&end| end > start) else { return line };
    let mut names: Vec<&str> = text[start..end].split(", ").collect();
    names.sort_unstable();
    format!("{}{}{}", &text[..start], names.join(", "), &text[end..]).into_bytes()
}

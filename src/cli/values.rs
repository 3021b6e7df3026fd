//! The values given on the command line.

use super::parse::Invocation;
use super::{Io, Session};
use crate::chart::{SetFlag, UserValues};
use crate::error::{Error, ErrorKind, Result};
use crate::gostd::os::path_error;
use crate::gostd::url;

/// Merges all values files and flags, in Helm's order.
pub(super) fn collect(invocation: &Invocation, session: &mut Session<'_, '_>) -> Result<UserValues> {
    let compat = session.compat;
    let mut values = UserValues::new(compat);
    for path in invocation.list("values") {
        let text = read(&path, session.io, compat).map_err(|message| Error::new(ErrorKind::Values, message))?;
        values.add_file(&path, &text)?;
    }
    for flag in SetFlag::ORDER {
        for argument in invocation.all(flag_name(flag)) {
            values.set(flag, argument, &mut |path| read(path, session.io, compat))?;
        }
    }
    Ok(values)
}

pub(super) fn flag_name(flag: SetFlag) -> &'static str {
    match flag {
        SetFlag::Json => "set-json",
        SetFlag::Set => "set",
        SetFlag::String => "set-string",
        SetFlag::File => "set-file",
        SetFlag::Literal => "set-literal",
    }
}

/// Reads a file, or standard input for `-`. The error is Helm's text.
#[expect(clippy::disallowed_methods, reason = "files that the user names are read by the command line only")]
pub(super) fn read(path: &str, io: &mut Io<'_>, compat: crate::Compat) -> std::result::Result<Vec<u8>, String> {
    if path.trim() == "-" {
        let mut text = Vec::new();
        io.stdin.read_to_end(&mut text).map_err(|e| path_error("read", "/dev/stdin", &e))?;
        return Ok(text);
    }
    let scheme = url::parse(path.as_bytes(), compat)?.scheme;
    if scheme == b"http" || scheme == b"https" {
        return Err(format!(
            "pintle does not use the network: fetch {path} first (for example with curl) and give the file instead"
        ));
    }
    let opened = std::fs::File::open(path).map_err(|e| path_error("open", path, &e))?;
    let mut text = Vec::new();
    std::io::Read::read_to_end(&mut &opened, &mut text).map_err(|e| path_error("read", path, &e))?;
    Ok(text)
}

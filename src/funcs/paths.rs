//! Paths separated by slashes. The `os…` variants are those of Unix, so they do the same.

use crate::funcs;
use crate::gostd::path;
use crate::template::func::Func;
use crate::value::Str;

/// The functions of this family.
pub(super) static FUNCTIONS: &[Func] = funcs! {
    "base" => base,
    "osBase" => base,
    "dir" => dir,
    "osDir" => dir,
    "clean" => clean,
    "osClean" => clean,
    "ext" => ext,
    "osExt" => ext,
    "isAbs" => is_abs,
    "osIsAbs" => is_abs,
};

/// The last element.
///
/// `{{ base "a/b/c.txt" }}` → `c.txt`
fn base(path: Str) -> Str {
    path::base(&path).into()
}

/// All but the last element.
///
/// `{{ dir "a/b/c.txt" }}` → `a/b`
fn dir(path: Str) -> Vec<u8> {
    path::dir(&path)
}

/// The shortest equivalent path.
///
/// `{{ clean "a//b/../c/." }}` → `a/c`
fn clean(path: Str) -> Vec<u8> {
    path::clean(&path)
}

/// The file name extension with its dot.
///
/// `{{ ext "a/b.tar.gz" }}` → `.gz`
fn ext(path: Str) -> Str {
    path::ext(&path).into()
}

/// Whether the path starts with a slash.
///
/// `{{ isAbs "/a" }}` → `true`
fn is_abs(path: Str) -> bool {
    path::is_abs(&path)
}

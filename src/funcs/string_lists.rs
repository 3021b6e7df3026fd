//! Splitting, joining and sorting text.

use crate::funcs;
use crate::gostd::{cast, strings};
use crate::template::func::{Func, FuncError};
use crate::value::{List, ListKind, Map, MapKind, Str, Value};

/// The functions of this family.
pub(super) static FUNCTIONS: &[Func] = funcs! {
    "split" => split,
    "splitn" => splitn,
    "splitList" => split_list,
    "join" => join,
    "sortAlpha" => sort_alpha,
    "toStrings" => to_strings,
};

/// The pieces between the separators under the keys `_0`, `_1`, …
///
/// `{{ (split "/" "a/b")._1 }}` → `b`
fn split(separator: Str, text: Str) -> Map {
    numbered(strings::split(&text, &separator))
}

/// As `split`, but at most `n` pieces; the last one keeps the rest.
///
/// `{{ splitn "/" 2 "a/b/c" }}` → `map[_0:a _1:b/c]`
fn splitn(separator: Str, n: isize, text: Str) -> Map {
    numbered(strings::split_n(&text, &separator, n))
}

fn numbered(pieces: Vec<Str>) -> Map {
    let pieces = pieces.into_iter().enumerate();
    pieces.map(|(i, piece)| (format!("_{i}"), Value::Str(piece))).collect::<Map>().with_kind(MapKind::Strings)
}

/// The pieces between the separators as a list.
///
/// `{{ splitList "," "a,b" }}` → `[a b]`
fn split_list(separator: Str, text: Str) -> Vec<Str> {
    strings::split(&text, &separator)
}

/// The texts of the elements with a separator between them; nil elements vanish.
///
/// `{{ join "-" (list 1 nil "a") }}` → `1-a`
fn join(separator: Str, list: Value) -> Result<Vec<u8>, FuncError> {
    strings::join(&cast::strslice(&list)?, &separator).map_err(FuncError::from)
}

/// The texts of the elements in the order of their bytes. A list of strings is sorted in place.
///
/// `{{ sortAlpha (list "b" "a" 10 9) }}` → `[10 9 a b]`
fn sort_alpha(list: Value) -> Result<List, FuncError> {
    Ok(match &list {
        Value::List(strings) if strings.kind() == ListKind::Strings => {
            strings.change_strings(<[Str]>::sort_unstable);
            strings.clone()
        }
        Value::List(_) => {
            let mut texts = cast::strslice(&list)?;
            texts.sort_unstable();
            List::strings(texts)
        }
        other => List::strings(vec![cast::strval(other)?]),
    })
}

/// The texts of the elements; nil elements vanish.
///
/// `{{ toStrings (list 1 nil 2.5) }}` → `[1 2.5]`
fn to_strings(list: Value) -> Result<List, FuncError> {
    Ok(match list {
        Value::List(strings) if strings.kind() == ListKind::Strings => strings,
        other => List::strings(cast::strslice(&other)?),
    })
}

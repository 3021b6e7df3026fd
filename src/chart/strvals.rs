//! The language of `--set` and its relatives.
//!
//! Source: Helm's `pkg/strvals`.

use super::item::{Item, Table};
use super::quoted;
use crate::compat::Compat;
use crate::gostd::json;

/// How the text behind `=` is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// Booleans, null, integers, text.
    Typed,
    /// Text.
    Text,
    /// The path of a file whose content is the value.
    File,
    /// One JSON value.
    Json,
    /// Everything that follows, without escapes and lists.
    Literal,
}

/// Reads the content of a file named in a value; the error is Helm's text.
pub type ReadFile<'f> = dyn FnMut(&str) -> Result<Vec<u8>, String> + 'f;

const MAX_INDEX: i64 = 65536;
const MAX_DOTS: usize = 30;
/// Lists within lists; Helm has no limit but its stack.
const MAX_LISTS: usize = 10_000;

/// Applies one argument to `into`; the error is Helm's text without the words about the flag.
pub(super) fn parse_into(
    text: &str,
    mode: Mode,
    into: &mut Table,
    compat: Compat,
    read: &mut ReadFile,
) -> Result<(), String> {
    let mut parser = Parser { text, at: 0, mode, compat, read };
    loop {
        match parser.key(into, 0) {
            Ok(()) => {}
            Err(Stop::End) => return Ok(()),
            Err(Stop::Failed(message)) => return Err(message),
        }
    }
}

/// Why a key could not be finished.
enum Stop {
    /// The text ended where it may end; what was set stays.
    End,
    Failed(String),
}

type Step<T = ()> = Result<T, Stop>;

fn fail<T>(message: impl Into<String>) -> Step<T> {
    Err(Stop::Failed(message.into()))
}

struct Parser<'a, 'f> {
    text: &'a str,
    at: usize,
    mode: Mode,
    compat: Compat,
    read: &'a mut ReadFile<'f>,
}

impl Parser<'_, '_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn next(&mut self) -> Option<char> {
        let c = self.rest().chars().next()?;
        self.at += c.len_utf8();
        Some(c)
    }

    /// The text up to one of `stops`, which is consumed and returned, or up to the end. A backslash
    /// takes the next character as it is, but not in a literal.
    fn until(&mut self, stops: &[char]) -> (String, Option<char>) {
        let mut text = String::new();
        while let Some(c) = self.next() {
            if stops.contains(&c) {
                return (text, Some(c));
            }
            match c {
                '\\' if self.mode != Mode::Literal => match self.next() {
                    Some(escaped) => text.push(escaped),
                    None => break,
                },
                c => text.push(c),
            }
        }
        (text, None)
    }

    /// Reads one key with its value into `table`.
    fn key(&mut self, table: &mut Table, dots: usize) -> Step {
        let stops: &[char] = if self.mode == Mode::Literal { &['=', '[', '.'] } else { &['=', '[', '.', ','] };
        let (key, stop) = self.until(stops);
        match stop {
            None if key.is_empty() => Err(Stop::End),
            None => fail(format!("key {} has no value", quoted(&key))),
            Some('[') => self.list(table, &key, dots),
            Some('=') => {
                // Without a value at the very end, Helm stops here, before the key's list gets its entry.
                let ends = self.rest().is_empty() && !matches!(self.mode, Mode::Literal | Mode::Json);
                self.value(|item| {
                    set(table, &key, item);
                    Ok(())
                })?;
                if ends { Err(Stop::End) } else { Ok(()) }
            }
            Some('.') => self.table(table, &key, dots + 1),
            Some(_) => fail(format!("key {} has no value (cannot end with ,)", quoted(&key))),
        }
    }

    /// The entries of a list named `key`.
    fn list(&mut self, table: &mut Table, key: &str, dots: usize) -> Step {
        let index = self.index()?;
        match table.get_mut(key.as_bytes()) {
            Some(Item::List(list)) => self.element(list, index, dots, 0),
            Some(other) => fail(mistyped(other, "[]interface {}")),
            None => {
                let mut list = Vec::new();
                let result = self.element(&mut list, index, dots, 0);
                set(table, key, Item::List(list));
                result
            }
        }
    }

    /// The entries of a mapping named `key`.
    fn table(&mut self, table: &mut Table, key: &str, dots: usize) -> Step {
        if dots > MAX_DOTS {
            return fail(format!(
                "value name nested level is greater than maximum supported nested level of {MAX_DOTS}"
            ));
        }
        let mut new = Table::default();
        let (result, empty) = match table.get_mut(key.as_bytes()) {
            Some(Item::Table(inner)) => (self.key(inner, dots), inner.is_empty()),
            Some(other) => return fail(mistyped(other, "map[string]interface {}")),
            None => (self.key(&mut new, dots), new.is_empty()),
        };
        if result.is_ok() && empty {
            return fail(format!("key map {} has no value", quoted(key)));
        }
        if !new.is_empty() {
            set(table, key, Item::Table(new));
        }
        result
    }

    /// The number before `]`.
    fn index(&mut self) -> Step<i64> {
        let (text, stop) = self.until(&[']']);
        if stop.is_none() {
            let ends = self.compat.unfinished_index_ends_flag();
            return if ends { Err(Stop::End) } else { fail("error parsing index: EOF") };
        }
        text.parse().map_err(|error: std::num::ParseIntError| {
            let overflow =
                matches!(error.kind(), std::num::IntErrorKind::PosOverflow | std::num::IntErrorKind::NegOverflow);
            let why = if overflow { "value out of range" } else { "invalid syntax" };
            Stop::Failed(format!("error parsing index: strconv.Atoi: parsing {}: {why}", quoted(&text)))
        })
    }

    /// What follows the `]` of one index.
    fn element(&mut self, list: &mut Vec<Item>, index: i64, dots: usize, depth: usize) -> Step {
        let Ok(at) = usize::try_from(index) else {
            return fail(format!("negative {index} index not allowed"));
        };
        let (extra, stop) = self.until(&['[', '.', '=']);
        if !extra.is_empty() {
            return fail(format!("unexpected data at end of array index: {}", quoted_runes(&extra)));
        }
        match stop {
            None => Err(Stop::End),
            Some('=') => self.value(|item| set_index(list, index, item)),
            Some('[') => {
                let next = self.index()?;
                if depth > MAX_LISTS {
                    return fail("lists are nested too deeply");
                }
                let mut inner = match list.get_mut(at) {
                    None | Some(Item::Null) => Vec::new(),
                    Some(Item::List(inner)) => std::mem::take(inner),
                    Some(other) => return fail(mistyped(other, "[]interface {}")),
                };
                let result = self.element(&mut inner, next, dots, depth + 1);
                if result.is_ok() || list.get(at).is_some_and(|old| matches!(old, Item::List(_))) {
                    set_index(list, index, Item::List(inner))?;
                }
                result
            }
            Some(_) => {
                let mut new = Item::Table(Table::default());
                let slot = list.get_mut(at);
                let exists = slot.is_some();
                let slot = slot.unwrap_or(&mut new);
                if !matches!(slot, Item::Table(_)) {
                    *slot = Item::Table(Table::default());
                }
                if let Item::Table(inner) = slot {
                    self.key(inner, dots)?;
                }
                if exists { check_index(index) } else { set_index(list, index, new) }
            }
        }
    }

    /// The value behind `=`, given to `store`.
    fn value(&mut self, store: impl FnOnce(Item) -> Step) -> Step {
        match self.mode {
            Mode::Literal => {
                let text = self.rest().as_bytes().into();
                self.at = self.text.len();
                store(Item::Str(text))
            }
            Mode::Json => self.json(store),
            _ => {
                let item = if self.rest().starts_with('{') { self.braces()? } else { self.scalar()? };
                store(item)
            }
        }
    }

    fn scalar(&mut self) -> Step<Item> {
        if self.rest().is_empty() {
            return Ok(Item::Str(Box::default()));
        }
        let (text, _) = self.until(&[',']);
        self.convert(&text)
    }

    fn convert(&mut self, text: &str) -> Step<Item> {
        match self.mode {
            Mode::Typed => Ok(typed(text)),
            Mode::File => (self.read)(text).map(|bytes| Item::Str(bytes.into())).map_err(Stop::Failed),
            _ => Ok(Item::Str(text.as_bytes().into())),
        }
    }

    /// A list in braces, and one comma behind it.
    fn braces(&mut self) -> Step<Item> {
        self.next();
        let mut items = Vec::new();
        loop {
            let (text, stop) = self.until(&[',', '}']);
            if stop.is_none() {
                return fail("list must terminate with '}'");
            }
            if stop == Some('}') && self.rest().starts_with(',') {
                self.next();
            }
            items.push(self.convert(&text)?);
            if stop == Some('}') {
                return Ok(Item::List(items));
            }
        }
    }

    /// A JSON value, or null if there is none before the next comma; one comma behind it is consumed.
    fn json(&mut self, store: impl FnOnce(Item) -> Step) -> Step {
        if self.skip_blanks_and_comma() {
            return store(Item::Null);
        }
        let rest = self.rest();
        let Some(length) = json_length(rest.as_bytes()) else { return fail("invalid JSON") };
        let value = json::decode(&rest.as_bytes()[..length], self.compat).map_err(|e| Stop::Failed(e.message))?;
        self.at += length;
        store((&value).into())?;
        self.skip_blanks_and_comma();
        Ok(())
    }

    /// Skips blanks, and a comma or the end: whether one of the two was there.
    fn skip_blanks_and_comma(&mut self) -> bool {
        self.at = self.text.len() - self.rest().trim_start().len();
        let comma = self.rest().starts_with(',');
        self.at += usize::from(comma);
        comma || self.rest().is_empty()
    }
}

/// An empty key sets nothing.
fn set(table: &mut Table, key: &str, item: Item) {
    if !key.is_empty() {
        table.insert(key.as_bytes().into(), item);
    }
}

fn check_index(index: i64) -> Step {
    if index > MAX_INDEX {
        let limit = format!("greater than maximum supported index of {MAX_INDEX}");
        return fail(format!("index of {index} is {limit}"));
    }
    Ok(())
}

fn set_index(list: &mut Vec<Item>, index: i64, item: Item) -> Step {
    check_index(index)?;
    let at = usize::try_from(index).unwrap_or_default();
    if list.len() <= at {
        list.resize(at + 1, Item::Null);
    }
    list[at] = item;
    Ok(())
}

fn mistyped(item: &Item, want: &str) -> String {
    format!("unable to parse key: interface conversion: interface {{}} is {}, not {want}", item.go_type())
}

/// Go's `%q` of a slice of runes.
fn quoted_runes(text: &str) -> String {
    let rune = |c: char| match c {
        '"' => "'\"'".to_owned(),
        '\'' => "'\\''".to_owned(),
        c => format!("'{}'", quoted(c.encode_utf8(&mut [0; 4])).trim_matches('"')),
    };
    format!("[{}]", text.chars().map(rune).collect::<Vec<_>>().join(" "))
}

/// A scalar of `--set`.
fn typed(text: &str) -> Item {
    // Go compares with Unicode's case folding, which knows a second `s`.
    let is = |word: &str| text.len() <= word.len() + 1 && text.replace('ſ', "s").eq_ignore_ascii_case(word);
    match text {
        _ if is("true") => Item::Bool(true),
        _ if is("false") => Item::Bool(false),
        _ if is("null") => Item::Null,
        "0" => Item::Int(0),
        t if !t.starts_with('0') => t.parse().map_or_else(|_| Item::Str(t.as_bytes().into()), Item::Int),
        t => Item::Str(t.as_bytes().into()),
    }
}

/// The length of the JSON value at the start of a text, as far as its brackets and quotes tell; the
/// decoder checks it. What follows a number or word directly is not part of it.
fn json_length(text: &[u8]) -> Option<usize> {
    match *text.first()? {
        b'{' | b'[' => bracketed_length(text),
        b'"' => string_length(text),
        b't' | b'n' => Some(4).filter(|length| *length <= text.len()),
        b'f' => Some(5).filter(|length| *length <= text.len()),
        _ => number_length(text),
    }
}

fn bracketed_length(text: &[u8]) -> Option<usize> {
    let (mut depth, mut at) = (0_usize, 0);
    while at < text.len() {
        match text[at] {
            b'{' | b'[' => depth += 1,
            b'}' | b']' if depth == 1 => return Some(at + 1),
            b'}' | b']' => depth -= 1,
            b'"' => at += string_length(&text[at..])? - 1,
            _ => {}
        }
        at += 1;
    }
    None
}

fn string_length(text: &[u8]) -> Option<usize> {
    let mut at = 1;
    loop {
        at += memchr::memchr2(b'"', b'\\', text.get(at..)?)?;
        if text[at] == b'"' {
            return Some(at + 1);
        }
        at += 2;
    }
}

fn number_length(text: &[u8]) -> Option<usize> {
    let digits = |at: usize| text[at.min(text.len())..].iter().take_while(|b| b.is_ascii_digit()).count();
    let mut at = usize::from(text[0] == b'-');
    at += if text.get(at) == Some(&b'0') { 1 } else { Some(digits(at)).filter(|n| *n > 0)? };
    if text.get(at) == Some(&b'.') {
        at += 1 + Some(digits(at + 1)).filter(|n| *n > 0)?;
    }
    if matches!(text.get(at), Some(b'e' | b'E')) {
        at += 1 + usize::from(matches!(text.get(at + 1), Some(b'+' | b'-')));
        at += Some(digits(at)).filter(|n| *n > 0)?;
    }
    Some(at)
}

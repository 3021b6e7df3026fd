//! Regular expressions, as Go's `regexp` package reads and runs them.
//!
//! Go's syntax is read here; running is left to `regex-automata`, whose matches are the same.

mod class;
mod escape;
mod expand;
mod group;
mod node;
mod syntax;

use crate::gostd::strings::LONGEST;
use crate::value::Str;
use regex_automata::meta;
use regex_automata::util::captures::Captures;
use regex_automata::{Input, Span};
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::cell::RefCell;
use std::sync::Arc;

/// The most memory one compiled expression may take; Go allows about as much.
const SIZE_LIMIT: usize = 128 << 20;
/// How many compiled expressions a thread keeps.
const CACHE_LIMIT: usize = 512;

/// Go's text for a bad expression; the part it quotes may be any bytes.
pub type ErrorText = Vec<u8>;

type Compiled = Result<Arc<Regex>, ErrorText>;

thread_local! {
    static CACHE: RefCell<FxHashMap<Str, Compiled>> = RefCell::default();
}

/// A compiled expression.
#[derive(Debug)]
pub struct Regex {
    engine: meta::Regex,
    /// The name of each group, the whole match first; unnamed ones are empty.
    names: Vec<String>,
}

impl Regex {
    /// The compiled expression, which the thread keeps for the next time.
    ///
    /// The error is Go's text, e.g. ``error parsing regexp: missing closing ]: `[a` ``.
    pub fn cached(pattern: &Str) -> Result<Arc<Regex>, ErrorText> {
        let known = CACHE.with_borrow(|cache| cache.get(pattern).cloned());
        known.unwrap_or_else(|| {
            let regex = Regex::compile(pattern).map(Arc::new);
            CACHE.with_borrow_mut(|cache| {
                if cache.len() >= CACHE_LIMIT {
                    cache.clear();
                }
                cache.insert(pattern.clone(), regex.clone());
            });
            regex
        })
    }

    /// Compiles an expression; errors as [`Regex::cached`].
    pub fn compile(pattern: &[u8]) -> Result<Regex, ErrorText> {
        let parsed = syntax::parse(pattern)?;
        let config = meta::Config::new().nfa_size_limit(Some(SIZE_LIMIT)).onepass_size_limit(Some(1 << 20));
        let engine = meta::Builder::new()
            .configure(config)
            .build_from_hir(&parsed.hir)
            .map_err(|_| syntax::error("expression too large", pattern))?;
        Ok(Regex { engine, names: parsed.names })
    }

    /// Whether there is a match anywhere.
    #[must_use]
    pub fn is_match(&self, subject: &[u8]) -> bool {
        let subject = Subject::new(subject);
        self.engine.is_match(Input::new(&*subject.text))
    }

    /// The first match.
    #[must_use]
    pub fn find<'a>(&self, subject: &'a [u8]) -> Option<&'a [u8]> {
        let text = Subject::new(subject);
        let found = self.engine.search(&Input::new(&*text.text))?;
        Some(&subject[text.place(found.start())..text.place(found.end())])
    }

    /// Where the matches are, at most `limit` of them if it is not negative.
    ///
    /// An empty match right behind another match does not count.
    fn spans(&self, subject: &Subject<'_>, limit: i64) -> Vec<Span> {
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        let text = &*subject.text;
        let mut spans: Vec<Span> = Vec::new();
        let (mut position, mut previous) = (0, None);
        while position <= text.len() && spans.len() < limit {
            let Some(found) = self.engine.search(&Input::new(text).range(position..)) else { break };
            let repeated = found.is_empty() && found.end() == position && previous == Some(found.start());
            position = if found.end() == position { position + width(text, position) } else { found.end() };
            previous = Some(found.end());
            if !repeated {
                spans.push(found.span());
            }
        }
        spans
    }

    /// The matches, at most `limit` of them if it is not negative.
    ///
    /// Source: Go's `Regexp.FindAllString`.
    #[must_use]
    pub fn find_all(&self, subject: &[u8], limit: i64) -> Vec<Str> {
        let text = Subject::new(subject);
        let place = |span: &Span| subject[text.place(span.start)..text.place(span.end)].into();
        self.spans(&text, limit).iter().map(place).collect()
    }

    /// The pieces between the matches, at most `limit` of them if it is positive; `None` for 0.
    ///
    /// Source: Go's `Regexp.Split`.
    #[must_use]
    pub fn split(&self, pattern: &[u8], subject: &[u8], limit: i64) -> Option<Vec<Str>> {
        if limit == 0 {
            return None;
        }
        if !pattern.is_empty() && subject.is_empty() {
            return Some(vec![Str::empty()]);
        }
        let text = Subject::new(subject);
        let mut pieces: Vec<Str> = Vec::new();
        let (mut start, mut end) = (0, 0);
        for span in self.spans(&text, limit) {
            if limit > 0 && pieces.len() as i64 >= limit - 1 {
                break;
            }
            end = text.place(span.start);
            if span.end != 0 {
                pieces.push(subject[start..end].into());
            }
            start = text.place(span.end);
        }
        if end != subject.len() {
            pieces.push(subject[start..].into());
        }
        Some(pieces)
    }

    /// The subject with each match replaced by `template`, in which `$1` and `${name}` stand for
    /// groups unless it is `literal`.
    ///
    /// Source: Go's `Regexp.ReplaceAllString`.
    pub fn replace_all(&self, subject: &[u8], template: &[u8], literal: bool) -> Result<Vec<u8>, String> {
        let literal = literal || !template.contains(&b'$');
        let source = Subject::new(subject);
        let text = &*source.text;
        let mut captures = self.engine.create_captures();
        let mut out = Vec::with_capacity(subject.len());
        let (mut position, mut last) = (0, 0);
        while position <= text.len() {
            let input = Input::new(text).range(position..);
            let Some(span) = self.search(literal, &input, &mut captures) else { break };
            out.extend_from_slice(&subject[source.place(last)..source.place(span.start)]);
            if span.end > last || span.start == 0 {
                if literal {
                    out.extend_from_slice(template);
                } else {
                    let group = |index: usize| {
                        let span = captures.get_group(index)?;
                        Some(&subject[source.place(span.start)..source.place(span.end)])
                    };
                    expand::expand(template, &self.names, group, &mut out);
                }
            }
            if out.len() > LONGEST {
                return Err(format!("regexp: result of more than {LONGEST} bytes"));
            }
            last = span.end;
            let next = position + width(text, position);
            position = if next > span.end { next } else { span.end };
        }
        out.extend_from_slice(&subject[source.place(last)..]);
        Ok(out)
    }

    fn search(&self, literal: bool, input: &Input<'_>, captures: &mut Captures) -> Option<Span> {
        if literal {
            return self.engine.search(input).map(|found| found.span());
        }
        self.engine.search_captures(input, captures);
        captures.get_match().map(|found| found.span())
    }
}

/// The length of the character at a place, 1 at the end.
fn width(text: &[u8], place: usize) -> usize {
    match text.get(place) {
        Some(0xc0..=0xdf) => 2,
        Some(0xe0..=0xef) => 3,
        Some(0xf0..) => 4,
        _ => 1,
    }
}

/// A text to search in: bytes that are not UTF-8 look like U+FFFD, each of them.
struct Subject<'a> {
    text: Cow<'a, [u8]>,
    /// For each byte of `text` the place it comes from, if that is another one.
    places: Vec<usize>,
}

impl<'a> Subject<'a> {
    fn new(bytes: &'a [u8]) -> Subject<'a> {
        if std::str::from_utf8(bytes).is_ok() {
            return Subject { text: bytes.into(), places: Vec::new() };
        }
        let (mut text, mut places) = (Vec::with_capacity(bytes.len()), Vec::with_capacity(bytes.len()));
        let mut place = 0;
        for chunk in bytes.utf8_chunks() {
            text.extend_from_slice(chunk.valid().as_bytes());
            places.extend(place..place + chunk.valid().len());
            place += chunk.valid().len();
            for _ in chunk.invalid() {
                text.extend_from_slice("\u{fffd}".as_bytes());
                places.extend([place; 3]);
                place += 1;
            }
        }
        places.push(place);
        Subject { text: text.into(), places }
    }

    fn place(&self, in_text: usize) -> usize {
        self.places.get(in_text).copied().unwrap_or(in_text)
    }
}

/// Escapes what has a meaning in an expression.
///
/// Source: Go's `regexp.QuoteMeta`.
#[must_use]
pub fn quote_meta(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    for &byte in text {
        if br"\.+*?()|[]{}^$".contains(&byte) {
            out.push(b'\\');
        }
        out.push(byte);
    }
    out
}

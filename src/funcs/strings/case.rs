//! Case conversions by word, as `huandu/xstrings` 1.5 and `Masterminds/goutils` 1.1.1 make them.

use crate::gostd::strings::{decode_rune, map_runes, push_rune, runes};
use crate::gostd::unicode::{Category, is_space, to_lower, to_title, to_upper};
use crate::value::Str;

/// The first letter of each word in lower case.
///
/// `{{ untitle "Hello World" }}` → `hello world`
pub(super) fn untitle(text: Str) -> Vec<u8> {
    let mut start = true;
    map_runes(&text, |c| {
        let first = std::mem::replace(&mut start, is_space(c));
        if first && !is_space(c) { to_lower(c) } else { c }
    })
}

/// Upper case turned to lower case and the other way round.
///
/// `{{ swapcase "Hello World" }}` → `hELLO wORLD`
pub(super) fn swapcase(text: Str) -> Vec<u8> {
    let mut after_space = true;
    map_runes(&text, |c| {
        if Category::Upper.contains(c) || Category::Title.contains(c) {
            after_space = false;
            to_lower(c)
        } else if Category::Lower.contains(c) {
            if std::mem::take(&mut after_space) { to_title(c) } else { to_upper(c) }
        } else {
            after_space = is_space(c);
            c
        }
    })
}

fn is_connector(c: char) -> bool {
    c == '-' || c == '_' || is_space(c)
}

/// The words joined with capital first letters.
///
/// `{{ camelcase "http_server-name" }}` → `HttpServerName`
pub(super) fn camelcase(text: Str) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = runes(&text).map(|(c, _)| c);
    let Some(mut before) = camel_start(&mut rest, &mut out) else { return out };
    let mut in_capitals = before.1;
    for c in rest {
        let mut c = c;
        match (is_connector(before.0), is_connector(c)) {
            (true, true) => push_rune(before.0, &mut out),
            (true, false) => {
                in_capitals = Category::Upper.contains(c);
                c = to_upper(c);
            }
            (false, _) => {
                in_capitals = in_capitals && Category::Upper.contains(c);
                if in_capitals {
                    c = to_lower(c);
                }
                push_rune(before.0, &mut out);
            }
        }
        before.0 = c;
    }
    push_rune(before.0, &mut out);
    out
}

/// Copies leading connectors; gives the first other character as a capital and whether it was one.
/// A text of connectors only repeats its last one.
fn camel_start(rest: &mut impl Iterator<Item = char>, out: &mut Vec<u8>) -> Option<(char, bool)> {
    let mut last = None;
    for c in rest {
        if !is_connector(c) {
            return Some((to_upper(c), Category::Upper.contains(c)));
        }
        push_rune(c, out);
        last = Some(c);
    }
    push_rune(last?, out);
    None
}

/// The words in lower case joined by `_`.
///
/// `{{ snakecase "FirstName" }}` → `first_name`
pub(super) fn snakecase(text: Str) -> Vec<u8> {
    joined(&text, b'_')
}

/// The words in lower case joined by `-`.
///
/// `{{ kebabcase "FirstName" }}` → `first-name`
pub(super) fn kebabcase(text: Str) -> Vec<u8> {
    joined(&text, b'-')
}

/// What a word consists of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// The end of the text, or bytes at its end that are no text.
    Invalid,
    Number,
    Upper,
    Alphabet,
    Connector,
    Punct,
    Other,
}

impl Kind {
    /// Whether a joiner goes between a word and this one.
    fn needs_joiner(self) -> bool {
        self != Kind::Connector && self != Kind::Punct
    }
}

/// Takes words from the front of a text and writes them in lower case.
struct Joiner<'a> {
    rest: &'a [u8],
    between: u8,
    out: Vec<u8>,
}

type Word<'a> = (Kind, &'a [u8]);

fn joined(text: &[u8], between: u8) -> Vec<u8> {
    let mut words = Joiner { rest: text, between, out: Vec::with_capacity(text.len() + 8) };
    let mut word = words.next();
    while !words.rest.is_empty() {
        if word.0 != Kind::Connector {
            words.write(word);
        }
        let last = std::mem::replace(&mut word, words.next());
        word = match last.0 {
            Kind::Number => words.after_number(word),
            Kind::Connector => {
                words.write(last);
                word
            }
            Kind::Punct => word,
            _ => words.after_letters(word),
        };
    }
    words.write(word);
    words.out
}

impl<'a> Joiner<'a> {
    fn next(&mut self) -> Word<'a> {
        let (kind, len) = next_word(self.rest);
        let (word, rest) = self.rest.split_at(len);
        self.rest = rest;
        (kind, word)
    }

    /// Letters and digits that follow a number belong to it.
    fn after_number(&mut self, mut word: Word<'a>) -> Word<'a> {
        while matches!(word.0, Kind::Alphabet | Kind::Number) {
            self.write(word);
            word = self.next();
        }
        if word.0 != Kind::Invalid && word.0.needs_joiner() {
            self.out.push(self.between);
        }
        word
    }

    /// A number belongs to the letters before it, unless small letters follow it.
    fn after_letters(&mut self, word: Word<'a>) -> Word<'a> {
        if word.0 != Kind::Number {
            if word.0.needs_joiner() {
                self.out.push(self.between);
            }
            return word;
        }
        if self.rest.is_empty() {
            return word;
        }
        let following = self.next();
        if following.0 == Kind::Alphabet {
            self.out.push(self.between);
            self.write(word);
            return self.after_number(following);
        }
        self.write(word);
        if following.0.needs_joiner() {
            self.out.push(self.between);
        }
        following
    }

    fn write(&mut self, (kind, word): Word<'_>) {
        if kind != Kind::Upper && kind != Kind::Connector {
            self.out.extend_from_slice(word);
            return;
        }
        for (c, _) in runes(word) {
            if is_connector(c) {
                self.out.push(self.between);
            } else {
                push_rune(if Category::Upper.contains(c) { to_lower(c) } else { c }, &mut self.out);
            }
        }
    }
}

/// The next character that is text, with the length up to its end; after the last one the
/// character before it, so that a run of its kind takes the rest along.
fn next_valid(bytes: &[u8], before: char) -> (char, usize) {
    let mut len = 0;
    while let Some((c, size)) = decode_rune(&bytes[len..]) {
        len += size;
        if c != char::REPLACEMENT_CHARACTER {
            return (c, len);
        }
    }
    (before, len)
}

/// The kind and length of the word in front.
fn next_word(text: &[u8]) -> (Kind, usize) {
    if text.is_empty() {
        return (Kind::Invalid, 0);
    }
    let (c, start) = next_valid(text, char::REPLACEMENT_CHARACTER);
    let run = |from, belongs: &dyn Fn(char) -> bool| run(text, from, c, belongs).0;
    let small = |c| is_alphabet(c) && !Category::Upper.contains(c);
    match c {
        char::REPLACEMENT_CHARACTER => (Kind::Invalid, start),
        c if is_connector(c) => (Kind::Connector, run(start, &is_connector)),
        c if Category::Punct.contains(c) => (Kind::Punct, run(start, &|c| Category::Punct.contains(c))),
        c if Category::Upper.contains(c) => (Kind::Upper, upper_word(text, start, c)),
        c if is_alphabet(c) => (Kind::Alphabet, run(start, &small)),
        c if Category::Number.contains(c) => (Kind::Number, run(start, &|c| Category::Number.contains(c))),
        _ => (Kind::Other, run(start, &is_other)),
    }
}

fn is_other(c: char) -> bool {
    !is_connector(c) && !is_alphabet(c) && !Category::Number.contains(c) && !Category::Punct.contains(c)
}

/// Goes on from `from` while the characters belong; gives the end, the length of the last step and
/// the character looked at last.
fn run(text: &[u8], from: usize, first: char, belongs: &dyn Fn(char) -> bool) -> (usize, usize, char) {
    let (mut end, mut step, mut c) = (from, 0, first);
    while end < text.len() {
        let (next, len) = next_valid(&text[end..], c);
        c = next;
        if !belongs(c) {
            break;
        }
        end += len;
        step = len;
    }
    (end, step, c)
}

/// A capital with the small letters after it, or a run of capitals whose last one starts the next
/// word if letters follow.
fn upper_word(text: &[u8], start: usize, first: char) -> usize {
    let is_upper = |c| Category::Upper.contains(c);
    if start == text.len() {
        return start;
    }
    let (second, _) = next_valid(&text[start..], first);
    if is_upper(second) {
        let (end, step, last) = run(text, start, first, &is_upper);
        return if end < text.len() && is_alphabet(last) { end - step } else { end };
    }
    if is_alphabet(second) { run(text, start, first, &|c| is_alphabet(c) && !is_upper(c)).0 } else { start }
}

/// A letter that is not Chinese, Japanese or Korean.
fn is_alphabet(c: char) -> bool {
    Category::Letter.contains(c) && !matches!(u32::from(c), 0x4E00..=0x9FCC | 0x3400..=0x4D85 | 0x2_0000..=0x2_B81D)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(bytes: Vec<u8>) -> String {
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn snake_splits_words_and_numbers() {
        let cases = [
            ("HTTPServer", "http_server"),
            ("http2xx", "http_2xx"),
            ("HTTP20xOK", "http_20x_ok"),
            ("Bld4Floor3rd", "bld4_floor_3rd"),
            ("Duration2m3s", "duration_2m3s"),
            ("GO PATH", "go_path"),
            ("foo  bar", "foo__bar"),
            ("v1beta1", "v_1beta1"),
            ("abc1", "abc1"),
        ];
        for (from, to) in cases {
            assert_eq!(text(snakecase(from.into())), to, "{from}");
        }
    }

    #[test]
    fn camel_keeps_outer_connectors() {
        let cases = [
            ("_complex__case_", "_Complex_Case_"),
            ("HTTPServer", "Httpserver"),
            ("FOO_BAR", "FooBar"),
            ("ABC.DEF", "Abc.DEF"),
            ("fooBAR", "FooBAR"),
            ("_", "__"),
            ("", ""),
        ];
        for (from, to) in cases {
            assert_eq!(text(camelcase(from.into())), to, "{from}");
        }
    }
}

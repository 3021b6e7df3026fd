//! How a text may be written, by what it contains.

use super::profile::Profile;

/// The style of a scalar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    Plain,
    Single,
    Double,
    Literal,
}

/// What a text contains that forbids some styles.
#[derive(Clone, Copy, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts about one text")]
pub(super) struct Traits {
    /// Characters that only double quotes can express.
    special: bool,
    tab: bool,
    /// A line feed, or one of the separators U+2028 and U+2029.
    pub(super) breaks: bool,
    /// U+2028 or U+2029.
    pub(super) separators: bool,
    pub(super) line_feed: bool,
    leading_space: bool,
    trailing_space: bool,
    break_space: bool,
    space_break: bool,
    /// What reads as the start of something else in block context.
    indicator: bool,
    /// What go-yaml would not read back from JSON, or not unchanged.
    pub(super) unreadable: bool,
}

/// The bytes that need a closer look; all others may stand anywhere.
const NOTABLE: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = byte < 0x20 || byte == 0x7F || byte == 0xC2 || byte == 0xE2 || byte >= 0xED;
        byte += 1;
    }
    table[b':' as usize] = true;
    table[b'#' as usize] = true;
    table
};

/// Looks at a text. Of one that is not UTF-8 the result means nothing.
pub(super) fn traits(text: &[u8]) -> Traits {
    let mut traits = Traits {
        indicator: starts_as_indicator(text),
        leading_space: text.first() == Some(&b' '),
        trailing_space: text.last() == Some(&b' '),
        ..Traits::default()
    };
    let mut at = 0;
    while let Some(step) = text.get(at..).and_then(|rest| rest.iter().position(|b| NOTABLE[usize::from(*b)])) {
        at += step;
        at += traits.note(text, at);
    }
    traits
}

fn starts_as_indicator(text: &[u8]) -> bool {
    match text {
        [first, ..] if b"#,[]{}&*!|>'\"%@`".contains(first) => true,
        [b'-' | b'?' | b':', rest @ ..] if rest.first().is_none_or(|b| is_blank(*b)) => true,
        _ => text.starts_with(b"---") || text.starts_with(b"..."),
    }
}

fn is_blank(byte: u8) -> bool {
    byte == b' ' || byte == b'\t'
}

/// The length of the line break at `at`, if there is one; a carriage return is one, too.
pub(super) fn break_at(text: &[u8], at: usize) -> Option<usize> {
    match text[at..] {
        [b'\n' | b'\r', ..] => Some(1),
        [0xC2, 0x85, ..] => Some(2),
        [0xE2, 0x80, 0xA8 | 0xA9, ..] => Some(3),
        _ => None,
    }
}

/// Whether the character at `at` is one that go-yaml writes as it is, in double quotes if nowhere else.
pub(super) fn is_printable(text: &[u8], at: usize) -> bool {
    match text[at..] {
        [b'\n' | 0x20..=0x7E, ..] => true,
        [0xC2, second, ..] => second >= 0xA0,
        [0xED, second, ..] => second < 0xA0,
        [0xEF, second, third, ..] => !matches!((second, third), (0xBB, 0xBF) | (0xBF, 0xBE | 0xBF)),
        [first, ..] => first > 0xC2 && first < 0xEF,
        [] => false,
    }
}

impl Traits {
    /// Notes the character at `at` and returns its length.
    fn note(&mut self, text: &[u8], at: usize) -> usize {
        match text[at] {
            b'\n' => return self.line_break(text, at, 1),
            b'\t' => self.tab = true,
            b':' => self.indicator |= text.get(at + 1).is_none_or(|b| is_blank(*b)),
            b'#' => self.indicator |= at == 0 || follows_white_space(text, at),
            0x7F => (self.special, self.unreadable) = (true, true),
            0..0x20 => {
                self.special = true;
                if text[at] == b'\r' {
                    return self.line_break(text, at, 1);
                }
            }
            _ => return self.wide(text, at),
        }
        1
    }

    fn line_break(&mut self, text: &[u8], at: usize, length: usize) -> usize {
        self.breaks = true;
        self.line_feed |= text[at] == b'\n';
        self.space_break |= at > 0 && text[at - 1] == b' ';
        self.break_space |= text.get(at + length) == Some(&b' ');
        length
    }

    fn wide(&mut self, text: &[u8], at: usize) -> usize {
        match text[at..] {
            [0xE2, 0x80, 0xA8 | 0xA9, ..] => {
                self.separators = true;
                self.line_break(text, at, 3)
            }
            [0xC2, 0x85, ..] => {
                (self.special, self.unreadable) = (true, true);
                self.line_break(text, at, 2)
            }
            [0xC2, second, ..] => {
                self.special |= second < 0xA0;
                self.unreadable |= second < 0xA0;
                2
            }
            [0xEF, 0xBF, 0xBE | 0xBF, ..] => {
                (self.special, self.unreadable) = (true, true);
                3
            }
            [0xEF, 0xBB, 0xBF, ..] => {
                self.special = true;
                3
            }
            [0xF0..=0xFF, ..] => {
                self.special = true;
                4
            }
            _ => 3,
        }
    }

    /// The style for a text that would rather be written in `wanted`.
    pub(super) fn style(&self, wanted: Style, profile: Profile) -> Style {
        let mut style = wanted;
        let special = self.special || self.tab;
        if style == Style::Plain
            && (special || self.leading_space || self.trailing_space || self.breaks || self.indicator)
        {
            style = Style::Single;
        }
        if style == Style::Single && (special || self.space_break || self.break_space) {
            style = Style::Double;
        }
        let tab = self.tab && !profile.tabs_in_blocks();
        if style == Style::Literal && (self.trailing_space || self.space_break || self.special || tab) {
            style = Style::Double;
        }
        style
    }
}

fn follows_break(text: &[u8], at: usize) -> bool {
    matches!(text[..at], [.., b'\n' | b'\r'] | [.., 0xC2, 0x85] | [.., 0xE2, 0x80, 0xA8 | 0xA9])
}

/// Whether white space, a line break or NUL stands before `at`.
fn follows_white_space(text: &[u8], at: usize) -> bool {
    matches!(text[at - 1], b' ' | b'\t' | 0) || follows_break(text, at)
}

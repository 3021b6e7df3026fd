//! Character properties and case mapping, as Go's `unicode` package has them.
//!
//! Go maps one character to one character; Rust's own mappings may yield several.

use regex_syntax::hir::{Class, HirKind};
use std::sync::OnceLock;

/// A general category, or a group of them, that Go's predicates ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Category {
    /// `unicode.IsUpper`: Lu.
    Upper,
    /// `unicode.IsLower`: Ll.
    Lower,
    /// `unicode.IsTitle`: Lt.
    Title,
    /// `unicode.IsLetter`: L.
    Letter,
    /// `unicode.IsDigit`: Nd.
    Digit,
    /// `unicode.IsNumber`: N.
    Number,
    /// `unicode.IsPunct`: P.
    Punct,
}

const COUNT: usize = 7;

impl Category {
    fn pattern(self) -> &'static str {
        match self {
            Category::Upper => r"\p{Lu}",
            Category::Lower => r"\p{Ll}",
            Category::Title => r"\p{Lt}",
            Category::Letter => r"\p{L}",
            Category::Digit => r"\p{Nd}",
            Category::Number => r"\p{N}",
            Category::Punct => r"\p{P}",
        }
    }

    fn ranges(self) -> &'static [(char, char)] {
        static TABLES: [OnceLock<Vec<(char, char)>>; COUNT] = [const { OnceLock::new() }; COUNT];
        TABLES[self as usize].get_or_init(|| {
            match regex_syntax::parse(self.pattern()).map(regex_syntax::hir::Hir::into_kind) {
                Ok(HirKind::Class(Class::Unicode(class))) => class.iter().map(|r| (r.start(), r.end())).collect(),
                _ => Vec::new(),
            }
        })
    }

    /// Whether the character belongs to the category.
    #[must_use]
    pub fn contains(self, c: char) -> bool {
        let ranges = self.ranges();
        let after = ranges.partition_point(|(start, _)| *start <= c);
        after.checked_sub(1).and_then(|i| ranges.get(i)).is_some_and(|(_, end)| c <= *end)
    }
}

/// A letter, a digit or an underscore: what Go's lexers of templates and of JSONPath make names of.
#[must_use]
pub fn is_alphanumeric(c: char) -> bool {
    match c {
        '_' | '0'..='9' | 'a'..='z' | 'A'..='Z' => true,
        _ => !c.is_ascii() && (Category::Letter.contains(c) || Category::Digit.contains(c)),
    }
}

/// `unicode.IsSpace`.
#[must_use]
pub fn is_space(c: char) -> bool {
    c.is_whitespace()
}

/// `unicode.ToUpper`.
#[must_use]
pub fn to_upper(c: char) -> char {
    if c.is_ascii() {
        return c.to_ascii_uppercase();
    }
    let mut mapped = c.to_uppercase();
    match (mapped.next(), mapped.next()) {
        (Some(upper), None) => upper,
        _ => with_iota(c),
    }
}

/// The small Greek letters whose full mapping splits off an iota, which the simple mapping keeps.
fn with_iota(c: char) -> char {
    let code = u32::from(c);
    let upper = match code {
        0x1F80..=0x1F87 | 0x1F90..=0x1F97 | 0x1FA0..=0x1FA7 => code + 8,
        0x1FB3 | 0x1FC3 | 0x1FF3 => code + 9,
        _ => code,
    };
    char::from_u32(upper).unwrap_or(c)
}

/// `unicode.ToLower`.
#[must_use]
pub fn to_lower(c: char) -> char {
    if c.is_ascii() {
        return c.to_ascii_lowercase();
    }
    // Only `İ` has a longer mapping; its first character is the simple one.
    c.to_lowercase().next().unwrap_or(c)
}

/// `unicode.ToTitle`.
#[must_use]
pub fn to_title(c: char) -> char {
    match c {
        'Ǆ'..='ǆ' => 'ǅ',
        'Ǉ'..='ǉ' => 'ǈ',
        'Ǌ'..='ǌ' => 'ǋ',
        'Ǳ'..='ǳ' => 'ǲ',
        // Georgian letters have capitals but are not capitalised in titles.
        '\u{10D0}'..='\u{10FA}' | '\u{10FD}'..='\u{10FF}' => c,
        _ => to_upper(c),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn maps_one_to_one() {
        assert_eq!("éßİﬁǆᾀ".chars().map(to_upper).collect::<String>(), "ÉßİﬁǄᾈ");
        assert_eq!("ÉİΣǄᾈ".chars().map(to_lower).collect::<String>(), "éiσǆᾀ");
        assert_eq!("ǆéა".chars().map(to_title).collect::<String>(), "ǅÉა");
    }

    #[test]
    fn categories_are_the_general_ones() {
        assert!(Category::Upper.contains('É') && !Category::Upper.contains('Ⅷ'));
        assert!(!Category::Lower.contains('ª') && Category::Letter.contains('ª'));
        assert!(Category::Title.contains('ǅ') && Category::Number.contains('Ⅷ') && !Category::Digit.contains('½'));
        assert!(Category::Punct.contains('_') && !Category::Punct.contains('$'));
    }
}

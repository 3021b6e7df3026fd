//! Texts of others, safe to show.

/// A text with what a terminal or reader would act on or hide made visible; with `end`, white space at its end is shown as well.
#[must_use]
pub fn visible(text: &str, end: bool) -> String {
    let kept = if end { text.trim_end_matches([' ', '\t']).len() } else { text.len() };
    let letter = |(at, c): (usize, char)| match c {
        ' ' if at >= kept => '·',
        '\t' if at >= kept => '→',
        '\t' => '\t',
        '\0'..='\x1f' => char::from_u32(0x2400 + u32::from(c)).unwrap_or('\u{fffd}'),
        '\x7f' => '\u{2421}',
        '\u{80}'..='\u{9f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => '\u{fffd}',
        _ => c,
    };
    text.char_indices().map(letter).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shows_what_a_terminal_would_act_on_or_hide() {
        assert_eq!(visible("a\u{1b}[31m\tb \t", true), "a\u{241b}[31m\tb·→");
        assert_eq!(visible("a \u{202e}b ", false), "a \u{fffd}b ");
    }
}

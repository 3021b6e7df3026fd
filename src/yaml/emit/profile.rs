//! In what the two emitters of Helm differ.

/// A version of go-yaml, as named differences.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Profile {
    /// go-yaml v2, behind `toYaml`.
    V2,
    /// go-yaml v3 with an indentation of 2, behind `toYamlPretty`.
    V3,
}

impl Profile {
    /// The column (in characters) after which a text is folded at the next space.
    pub(super) fn width(self) -> usize {
        if self == Profile::V2 { 80 } else { usize::MAX }
    }

    /// Whether a list inside a mapping is indented more than its key.
    pub(super) fn indents_lists(self) -> bool {
        self == Profile::V3
    }

    /// Whether a letter comes before other characters in the order of keys after a digit.
    pub(super) fn letters_follow_digits(self) -> bool {
        self == Profile::V3
    }

    /// Whether a tab may stand in a literal block.
    pub(super) fn tabs_in_blocks(self) -> bool {
        self == Profile::V3
    }

    /// Whether `0o-7` is a number.
    pub(super) fn signed_octals(self) -> bool {
        self == Profile::V3
    }
}

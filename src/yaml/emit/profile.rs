//! In what the two emitters of Helm differ.

/// The habits of one version of go-yaml.
#[derive(Clone, Copy, Debug)]
pub(super) struct Profile {
    /// The column (in characters) after which a text is folded at the next space.
    pub(super) width: usize,
    /// Whether a list inside a mapping is indented more than its key.
    pub(super) indents_lists: bool,
    /// Whether a letter comes before other characters in the order of keys after a digit.
    pub(super) letters_follow_digits: bool,
    /// Whether a tab may stand in a literal block.
    pub(super) tabs_in_blocks: bool,
    /// Whether `0o-7` is a number.
    pub(super) signed_octals: bool,
}

impl Profile {
    /// go-yaml v2, behind `toYaml`.
    pub(super) const V2: Profile = Profile {
        width: 80,
        indents_lists: false,
        letters_follow_digits: false,
        tabs_in_blocks: false,
        signed_octals: false,
    };
    /// go-yaml v3 with an indentation of 2, behind `toYamlPretty`.
    pub(super) const V3: Profile = Profile {
        width: usize::MAX,
        indents_lists: true,
        letters_follow_digits: true,
        tabs_in_blocks: true,
        signed_octals: true,
    };
}

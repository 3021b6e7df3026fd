//! Which words somebody may have meant.

/// Whether `word` may be a misspelt `name`: the start of it, or at most two edits away.
///
/// Source: cobra's `SuggestionsFor`.
pub(super) fn is_near(name: &str, word: &str) -> bool {
    let word = word.to_lowercase();
    name.to_lowercase().starts_with(&word) || edits(name.to_lowercase().as_bytes(), word.as_bytes()) <= 2
}

/// The Levenshtein distance.
fn edits(a: &[u8], b: &[u8]) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, y) in b.iter().enumerate() {
            let substituted = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = substituted.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

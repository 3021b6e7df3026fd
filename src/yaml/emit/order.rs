//! The order in which go-yaml writes the keys of a mapping.

use super::profile::Profile;
use crate::gostd::unicode::Category;
use std::cmp::Ordering;

/// Sorts by key, stably. The comparison is no consistent order for every set of keys (`10` < `1a` <
/// `2` < `10`), for which Helm's own output is random; any order does then.
pub(super) fn sort<T>(entries: Vec<T>, key: &dyn Fn(&T) -> &[u8], profile: Profile) -> Vec<T> {
    let mut order: Vec<usize> = (0..entries.len()).collect();
    let mut merged = order.clone();
    let mut width = 1;
    while width < order.len() {
        for start in (0..order.len()).step_by(2 * width) {
            let middle = (start + width).min(order.len());
            let end = (start + 2 * width).min(order.len());
            merge(&order, start, middle, end, &mut merged, |a, b| {
                natural(key(&entries[a]), key(&entries[b]), profile) == Ordering::Greater
            });
        }
        std::mem::swap(&mut order, &mut merged);
        width *= 2;
    }
    let mut entries: Vec<Option<T>> = entries.into_iter().map(Some).collect();
    order.into_iter().filter_map(|i| entries[i].take()).collect()
}

fn merge(
    from: &[usize],
    start: usize,
    middle: usize,
    end: usize,
    to: &mut [usize],
    after: impl Fn(usize, usize) -> bool,
) {
    let (mut left, mut right) = (start, middle);
    for slot in &mut to[start..end] {
        let take_right = left == middle || right < end && after(from[left], from[right]);
        let taken = if take_right { &mut right } else { &mut left };
        *slot = from[*taken];
        *taken += 1;
    }
}

/// Compares two keys as go-yaml does: letters by code point, numbers by their value.
///
/// Source: `keyList.Less` of go-yaml v2 and v3.
pub(super) fn natural(a: &[u8], b: &[u8], profile: Profile) -> Ordering {
    let common = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    let Some((&x, &y)) = a.get(common).zip(b.get(common)) else { return a.len().cmp(&b.len()) };
    if x.is_ascii_alphabetic() && y.is_ascii_alphabetic() {
        return x.cmp(&y);
    }
    let start = (0..=common).rev().find(|&i| a[i] & 0xC0 != 0x80 && b[i] & 0xC0 != 0x80).unwrap_or(0);
    differing(&a[..start], Runes::new(&a[start..]), Runes::new(&b[start..]), profile)
}

/// The characters of a text; broken ones count as U+FFFD.
struct Runes(Vec<char>);

impl Runes {
    /// As much of the text as the comparison can need: the first character and the digits from there.
    fn new(text: &[u8]) -> Runes {
        let chunk = &text[..text.len().min(4)];
        let first = String::from_utf8_lossy(chunk).chars().next();
        let first = match first {
            Some(c) if Category::Digit.contains(c) => return Runes::digits(text),
            first => first,
        };
        Runes(first.into_iter().collect())
    }

    fn digits(text: &[u8]) -> Runes {
        let text = String::from_utf8_lossy(text);
        Runes(text.chars().take_while(|c| Category::Digit.contains(*c)).collect())
    }

    fn first(&self) -> char {
        self.0.first().copied().unwrap_or_default()
    }

    /// The value of the digits after those that make up `start`, and their number.
    fn number(&self, start: i64) -> (i64, usize) {
        if !Category::Digit.contains(self.first()) {
            return (start, 0);
        }
        let digit = |c: char| i64::from(u32::from(c)) - i64::from(u32::from('0'));
        let value = self.0.iter().fold(start, |n, c| n.wrapping_mul(10).wrapping_add(digit(*c)));
        (value, self.0.len())
    }
}

/// Compares from the first differing character on; `before` is the common part.
fn differing(before: &[u8], a: Runes, b: Runes, profile: Profile) -> Ordering {
    let (x, y) = (a.first(), b.first());
    match (Category::Letter.contains(x), Category::Letter.contains(y)) {
        (true, true) => return x.cmp(&y),
        (false, false) => {}
        (x_is_letter, _) => {
            let letter_first = profile.letters_follow_digits() && ends_in_digit(before);
            return if x_is_letter == letter_first { Ordering::Less } else { Ordering::Greater };
        }
    }
    let start = i64::from((x == '0' || y == '0') && follows_nonzero_digit(before));
    // First by value, then by length.
    a.number(start).cmp(&b.number(start)).then(x.cmp(&y))
}

fn digits_back(before: &[u8]) -> impl Iterator<Item = char> {
    let text = String::from_utf8_lossy(before);
    let reversed: Vec<char> = text.chars().rev().take_while(|c| Category::Digit.contains(*c)).collect();
    reversed.into_iter()
}

fn ends_in_digit(before: &[u8]) -> bool {
    digits_back(before).next().is_some()
}

fn follows_nonzero_digit(before: &[u8]) -> bool {
    digits_back(before).any(|c| c != '0')
}

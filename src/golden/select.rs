//! Which cases take part.

use crate::render::print::shows;

/// Words that names must match, and a share of them for one of several machines.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    filters: Vec<String>,
    partition: Option<(u64, u64)>,
}

impl Selection {
    /// Names that match any of the filters; all without filters. A filter is part of a name, or a pattern for the whole
    /// of it as `--show-only` takes them, in which `*` stands for letters but no `/`.
    #[must_use]
    pub fn new(filters: Vec<String>) -> Selection {
        Selection { filters, partition: None }
    }

    /// Takes one share of the names, `I/N` with I from 1. The share that a name is in depends on the name and N only.
    pub fn partition(mut self, text: &str) -> Result<Selection, String> {
        let numbers = text.split_once('/').and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
        match numbers {
            Some((index, count)) if 1 <= index && index <= count => self.partition = Some((index, count)),
            _ => return Err(format!("{text:?} is not I/N with I from 1 to N")),
        }
        Ok(self)
    }

    /// The filters.
    #[must_use]
    pub fn filters(&self) -> &[String] {
        &self.filters
    }

    /// Whether only a share is taken.
    #[must_use]
    pub fn is_share(&self) -> bool {
        self.partition.is_some()
    }

    /// Whether a name is chosen.
    #[must_use]
    pub fn takes(&self, name: &str) -> bool {
        let chosen = self.filters.is_empty() || self.filters.iter().any(|filter| matches(filter, name));
        chosen && self.partition.is_none_or(|(index, count)| hash(name) % count == index - 1)
    }
}

fn matches(filter: &str, name: &str) -> bool {
    if filter.contains(['*', '?', '[']) { shows(filter, name.as_bytes()) } else { name.contains(filter) }
}

/// FNV-1a, so that shares stay the same from version to version.
fn hash(name: &str) -> u64 {
    name.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, b| (hash ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn takes(filter: &str, name: &str) -> bool {
        Selection::new(vec![filter.to_owned()]).takes(name)
    }

    #[test]
    fn filters_are_parts_or_patterns() {
        assert!(takes("amb", "cni/ambient") && !takes("amb", "cni/default"));
        assert!(takes("cni/*", "cni/ambient") && !takes("ni/*", "cni/ambient") && takes("*/a*t", "cni/ambient"));
        assert!(takes("cni/ambien?", "cni/ambient") && !takes("cni/ambient?", "cni/ambient"));
        assert!(Selection::default().takes("anything"));
    }

    #[test]
    fn every_name_is_in_one_share() {
        for count in [1, 2, 3, 7] {
            for n in 0..200 {
                let name = format!("chart/case-{n}");
                let shares = (1..=count).filter(|index| {
                    Selection::default().partition(&format!("{index}/{count}")).is_ok_and(|s| s.takes(&name))
                });
                assert_eq!(shares.count(), 1, "{name} of {count}");
            }
        }
        assert_eq!(hash("a"), 0xaf63_dc4c_8601_ec8c, "the shares would change");
        for text in ["0/2", "3/2", "1", "a/b", "1/0", "-1/2"] {
            assert!(Selection::default().partition(text).is_err(), "{text}");
        }
    }
}

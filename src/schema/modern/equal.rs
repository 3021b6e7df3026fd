//! Equality of JSON values: numbers by what they mean.

use crate::schema::json::Json;
use crate::schema::number::Decimal;
use rustc_hash::FxHashMap;
use std::hash::{Hash, Hasher};

/// Arrays up to this length are searched pair by pair.
const FEW: usize = 20;

/// Whether two values are equal.
pub(super) fn equal(a: &Json, b: &Json) -> bool {
    match (a, b) {
        (Json::Num(a), Json::Num(b)) => match (Decimal::parse(a), Decimal::parse(b)) {
            (Some(a), Some(b)) => a == b,
            _ => false,
        },
        (Json::Arr(a), Json::Arr(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| equal(a, b)),
        (Json::Obj(a), Json::Obj(b)) => {
            a.len() == b.len() && a.iter().zip(b.iter()).all(|((ka, va), (kb, vb))| ka == kb && equal(va, vb))
        }
        _ => a == b,
    }
}

/// The indexes of two equal elements.
pub(super) fn duplicates(items: &[Json]) -> Option<(usize, usize)> {
    if items.len() <= FEW {
        let pairs = (1..items.len()).flat_map(|i| (0..i).map(move |j| (j, i)));
        return pairs.into_iter().find(|(j, i)| equal(&items[*j], &items[*i]));
    }
    let mut met: FxHashMap<u64, Vec<usize>> = FxHashMap::default();
    for (i, item) in items.iter().enumerate() {
        let mut hasher = rustc_hash::FxHasher::default();
        hash(item, &mut hasher);
        let same = met.entry(hasher.finish()).or_default();
        if let Some(j) = same.iter().find(|j| equal(&items[**j], item)) {
            return Some((*j, i));
        }
        same.push(i);
    }
    None
}

fn hash(value: &Json, hasher: &mut impl Hasher) {
    match value {
        Json::Null => 0.hash(hasher),
        Json::Bool(b) => b.hash(hasher),
        Json::Num(text) => Decimal::parse(text).hash(hasher),
        Json::Str(text) | Json::Other(text) => text.hash(hasher),
        Json::Arr(items) => items.iter().for_each(|item| hash(item, hasher)),
        Json::Obj(entries) => {
            for (key, value) in entries.iter() {
                key.hash(hasher);
                hash(value, hasher);
            }
        }
    }
}

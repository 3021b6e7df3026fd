//! Random bytes, the same ones each time if a seed is given.

/// A source of random bytes.
pub(super) enum Random {
    System,
    Seeded(u64),
}

impl Random {
    pub(super) fn new(seed: Option<u64>) -> Random {
        seed.map_or(Random::System, Random::Seeded)
    }

    pub(super) fn fill(&mut self, bytes: &mut [u8]) {
        match self {
            Random::System if getrandom::fill(bytes).is_ok() => {}
            Random::System => {
                // Systems without a random source are not supported otherwise either.
                *self = Random::Seeded(0);
                self.fill(bytes);
            }
            Random::Seeded(state) => {
                for chunk in bytes.chunks_mut(8) {
                    let word = split_mix(state).to_le_bytes();
                    chunk.copy_from_slice(&word[..chunk.len()]);
                }
            }
        }
    }
}

/// The generator SplitMix64: every seed is a good one.
fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

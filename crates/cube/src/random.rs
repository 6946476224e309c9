//! Uniformly random states, reproducible from a seed.
//!
//! A seed gives the same states on every platform and in every version. The generator is ChaCha with 8 rounds; its key
//! is the seed as eight little-endian bytes followed by 24 zero bytes. Drawing numbers and shuffling are implemented in
//! this file, so that no dependency can change the sequence.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::state::{Cube, is_odd};

/// Draws a state uniformly from all 43,252,003,274,489,856,000.
///
/// Takes 36 numbers from `rng`, plus one for each rejected draw of [`below`].
///
/// # Panics
/// Only if `rng` panics.
pub fn state(rng: &mut (impl Rng + ?Sized)) -> Cube {
    let corners: [u8; 8] = permutation(rng);
    let mut edges: [u8; 12] = permutation(rng);
    if is_odd(&corners) != is_odd(&edges) {
        // Swapping two edges is a bijection between odd and even permutations, so all states stay equally likely.
        edges.swap(10, 11);
    }
    let (twists, flips): ([u8; 8], [u8; 12]) = (orientations(rng, 3), orientations(rng, 2));
    let corners = std::array::from_fn(|c| 3 * corners[c] + twists[c]);
    let edges = std::array::from_fn(|e| 2 * edges[e] + flips[e]);
    Cube::from_places(corners, edges).expect("the drawn parities, twists and flips are consistent")
}

/// Returns the random number generator of a seed, the one that [`states`] uses.
pub fn generator(seed: u64) -> ChaCha8Rng {
    let mut key = [0; 32];
    key[..8].copy_from_slice(&seed.to_le_bytes());
    ChaCha8Rng::from_seed(key)
}

/// Returns an endless sequence of independent, uniformly random states that depends only on the seed.
///
/// ```
/// let first: Vec<_> = cubiform_cube::random::states(7).take(3).collect();
/// let again: Vec<_> = cubiform_cube::random::states(7).take(3).collect();
/// assert_eq!(first, again);
/// ```
pub fn states(seed: u64) -> impl Iterator<Item = Cube> {
    let mut rng = generator(seed);
    std::iter::repeat_with(move || state(&mut rng))
}

/// Draws a number uniformly from `0..bound` by rejection.
///
/// Takes the next 64 random bits modulo `bound`. Values in the incomplete range of remainders at the top of the 64-bit
/// range are rejected and drawn again.
///
/// # Panics
/// If `bound` is 0.
pub fn below(rng: &mut (impl Rng + ?Sized), bound: u64) -> u64 {
    loop {
        let bits = rng.next_u64();
        let remainder = bits % bound;
        if bits - remainder <= u64::MAX - (bound - 1) {
            return remainder;
        }
    }
}

/// Draws a number uniformly from `0..bound` with 128 random bits; the lower 64 bits are drawn first. Otherwise like
/// [`below`].
///
/// # Panics
/// If `bound` is 0.
pub fn below_wide(rng: &mut (impl Rng + ?Sized), bound: u128) -> u128 {
    loop {
        let bits = u128::from(rng.next_u64()) | u128::from(rng.next_u64()) << 64;
        let remainder = bits % bound;
        if bits - remainder <= u128::MAX - (bound - 1) {
            return remainder;
        }
    }
}

/// Shuffles `items` uniformly (Fisher-Yates, from the last position down).
pub fn shuffle<T>(rng: &mut (impl Rng + ?Sized), items: &mut [T]) {
    for i in (1..items.len()).rev() {
        items.swap(i, below(rng, i as u64 + 1) as usize);
    }
}

/// Draws a permutation of 0..N.
pub(crate) fn permutation<const N: usize>(rng: &mut (impl Rng + ?Sized)) -> [u8; N] {
    let mut permutation = std::array::from_fn(|i| i as u8);
    shuffle(rng, &mut permutation);
    permutation
}

/// Draws orientations in `0..order`, uniformly among those whose sum with `already` is a multiple of `order`.
///
/// All but the last are drawn; the last makes the sum fit.
///
/// # Panics
/// If `order` is 0.
pub fn orient(rng: &mut (impl Rng + ?Sized), order: u8, already: u8, orientations: &mut [u8]) {
    let Some((last, others)) = orientations.split_last_mut() else { return };
    let mut sum = already % order;
    for orientation in others {
        *orientation = below(rng, u64::from(order)) as u8;
        sum = (sum + *orientation) % order;
    }
    *last = (order - sum) % order;
}

/// Draws N orientations in `0..order` whose sum is a multiple of `order`.
pub(crate) fn orientations<const N: usize>(rng: &mut (impl Rng + ?Sized), order: u8) -> [u8; N] {
    let mut orientations = [0; N];
    orient(rng, order, 0, &mut orientations);
    orientations
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reid;

    #[test]
    fn seed_one_yields_the_golden_state() {
        // Confirmed by a separate implementation of ChaCha and of the draws described at the top of this file.
        let golden = "RD RF BD LB UR UF UB DF FL UL RB LD FLD FUL UBL RUF RFD DLB URB DBR";
        let first = states(1).next().expect("the states never end");
        assert_eq!(reid::format(&first), golden);
    }

    #[test]
    fn different_seeds_give_different_states() {
        let mut cubes: Vec<_> = (0..100).map(|seed| reid::format(&states(seed).next().unwrap())).collect();
        cubes.sort_unstable();
        cubes.dedup();
        assert_eq!(cubes.len(), 100);
    }

    #[test]
    fn below_redraws_values_of_the_incomplete_range() {
        /// A generator that counts down from the largest number.
        struct Top(u64);
        impl rand::TryRng for Top {
            type Error = std::convert::Infallible;
            fn try_next_u32(&mut self) -> Result<u32, Self::Error> {
                unreachable!("draws use only 64-bit numbers")
            }
            fn try_next_u64(&mut self) -> Result<u64, Self::Error> {
                self.0 = self.0.wrapping_sub(1);
                Ok(self.0)
            }
            fn try_fill_bytes(&mut self, _: &mut [u8]) -> Result<(), Self::Error> {
                unreachable!("draws use only 64-bit numbers")
            }
        }
        // 2^64 = 5 (mod 11): the top five numbers are rejected; the next one has the remainder 10.
        let mut rng = Top(0);
        assert_eq!(below(&mut rng, 11), 10);
        assert_eq!(rng.0, u64::MAX - 5);
        // A power of two divides the range, so no value is rejected.
        assert_eq!(below(&mut Top(0), 2), 1);
    }

    /// Asserts that the counts of equally likely outcomes are within five standard deviations of their mean.
    fn assert_even(counts: &[u32], draws: u32, what: &str) {
        let chance = 1.0 / counts.len() as f64;
        let expected = f64::from(draws) * chance;
        let deviation = (expected * (1.0 - chance)).sqrt();
        for (i, count) in counts.iter().enumerate() {
            assert!((f64::from(*count) - expected).abs() < 5.0 * deviation, "{what} {i}: {count} of {draws}");
        }
    }

    #[test]
    fn places_and_parities_are_uniform() {
        const DRAWS: u32 = 20_000;
        let (mut corners, mut edges, mut odd) = ([[0; 24]; 8], [[0; 24]; 12], [0; 2]);
        for cube in states(20).take(DRAWS as usize) {
            for (c, place) in cube.corners().iter().enumerate() {
                corners[c][*place as usize] += 1;
            }
            for (e, place) in cube.edges().iter().enumerate() {
                edges[e][*place as usize] += 1;
            }
            odd[usize::from(is_odd(&cube.corners().map(|p| p / 3)))] += 1;
        }
        assert_even(&odd, DRAWS, "parity");
        corners.iter().for_each(|counts| assert_even(counts, DRAWS, "corner place"));
        edges.iter().for_each(|counts| assert_even(counts, DRAWS, "edge place"));
    }
}

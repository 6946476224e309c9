//! Uniformly random states of the 4x4x4, reproducible from a seed, with the generator and the draws of
//! [`crate::random`].

use rand::Rng;

use crate::four::cell::centre_face;
use crate::four::state::Cube4;
use crate::random::{generator, orientations, permutation, shuffle};

/// Draws a state uniformly from all states up to rotation, in the [canonical orientation](Cube4::reoriented).
///
/// Takes 60 numbers from `rng`, plus one for each rejected draw of [`below`](crate::random::below).
///
/// # Panics
/// Only if `rng` panics.
pub fn state(rng: &mut (impl Rng + ?Sized)) -> Cube4 {
    let (positions, twists): ([u8; 8], [u8; 8]) = (permutation(rng), orientations(rng, 3));
    let corners = std::array::from_fn(|c| 3 * positions[c] + twists[c]);
    let wings = permutation(rng);
    let mut centres = std::array::from_fn(centre_face);
    shuffle(rng, &mut centres);
    // Each state has exactly 24 orientations, so merging them keeps the distribution uniform.
    Cube4::new(corners, wings, centres).expect("the drawn twists are consistent").reoriented()
}

/// Returns an endless sequence of independent, uniformly random states that depends only on the seed.
pub fn states(seed: u64) -> impl Iterator<Item = Cube4> {
    let mut rng = generator(seed);
    std::iter::repeat_with(move || state(&mut rng))
}

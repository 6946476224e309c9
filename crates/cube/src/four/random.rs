//! Random states of the 4x4x4: every state equally likely, and the same ones for the same seed everywhere and always,
//! by the generator and the draws of [`crate::random`].

use rand::Rng;

use crate::four::cell::centre_face;
use crate::four::state::Cube4;
use crate::random::{generator, orientations, permutation, shuffle};

/// A state drawn uniformly from all that differ by more than a turn of the whole cube, held
/// [reoriented](Cube4::reoriented).
///
/// Takes 60 numbers from `rng`, and on average far less than one more.
///
/// # Panics
/// Only if `rng` does.
pub fn state(rng: &mut (impl Rng + ?Sized)) -> Cube4 {
    let (positions, twists): ([u8; 8], [u8; 8]) = (permutation(rng), orientations(rng, 3));
    let corners = std::array::from_fn(|c| 3 * positions[c] + twists[c]);
    let wings = permutation(rng);
    let mut centres = std::array::from_fn(centre_face);
    shuffle(rng, &mut centres);
    // Each state is held in 24 ways, so it stays uniform when they are put together.
    Cube4::new(corners, wings, centres).expect("the twists were made to agree").reoriented()
}

/// An endless sequence of independent uniform states, the same for the same seed.
pub fn states(seed: u64) -> impl Iterator<Item = Cube4> {
    let mut rng = generator(seed);
    std::iter::repeat_with(move || state(&mut rng))
}

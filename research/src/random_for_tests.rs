//! Random numbers and placements for tests.

use cubiform_cube::placement;

/// Returns a linear congruential generator of 31-bit numbers, with the constants of Knuth's MMIX.
pub(crate) fn random(seed: u64) -> impl FnMut() -> u32 {
    let mut state = seed;
    move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as u32
    }
}

/// Returns all placements of four pieces on eight positions.
pub(crate) fn placements_of_four() -> Vec<[usize; 4]> {
    let placement = |rank| {
        let mut placed = [0; 4];
        placement::unrank(8, rank, &mut placed);
        placed.map(usize::from)
    };
    (0..placement::count(8, 4)).map(placement).collect()
}

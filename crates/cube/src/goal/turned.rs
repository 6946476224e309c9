//! States after turns of one face, from which goal states are made.

use crate::face::Face;
use crate::moves::Move;
use crate::state::Cube;

/// Returns `cube` after `quarters` quarter turns of `face`.
pub(super) fn turned(cube: &Cube, face: Face, quarters: i32) -> Cube {
    Move::new(face, quarters).map_or(*cube, |m| cube.turn(m))
}

/// Returns the solved cube after 0 to `turns - 1` quarter turns of D.
pub(super) fn bottom_turns(turns: i32) -> impl Iterator<Item = Cube> {
    (0..turns).map(|n| turned(&Cube::SOLVED, Face::D, n))
}

//! Reductions: the steps of fewest-moves solves, which lead through a chain of groups.
//!
//! | reduction | the cube can be solved by | other names |
//! |---|---|---|
//! | EO | all moves but quarter turns of the two faces on the axis | edge orientation |
//! | DR | all turns of the two faces on the axis, half turns of the others | domino reduction |
//! | HTR | half turns | half-turn reduction |
//! | finish | no moves | |

use std::collections::HashSet;
use std::sync::LazyLock;

use crate::face::Axis;
use crate::moves::Move;
use crate::state::Cube;
use crate::symmetry::Symmetry;

/// A step of a fewest-moves solve, by the group that it leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reduction {
    /// All edges are oriented relative to the axis.
    Eo,
    /// Domino reduction: all corners are oriented relative to the axis, and all edges relative to the two others.
    Dr,
    /// Half-turn reduction: half turns can solve the cube.
    Htr,
    /// The cube is solved.
    Finish,
}

impl Reduction {
    /// Returns the name for people.
    pub fn name(self) -> &'static str {
        match self {
            Reduction::Eo => "EO",
            Reduction::Dr => "DR",
            Reduction::Htr => "HTR",
            Reduction::Finish => "finish",
        }
    }

    /// Returns whether a cube is reduced along the axis of U and D. HTR and the solved state are the same along all axes.
    pub fn is_met(self, cube: &Cube) -> bool {
        match self {
            Reduction::Eo => cube.is_oriented(Axis::Y),
            Reduction::Dr => is_domino(cube),
            Reduction::Htr => {
                let of_half_turns = || HALF_TURN_CORNERS.contains(cube.corners());
                Symmetry::rotations().all(|s| is_domino(&cube.conjugate(s))) && of_half_turns()
            }
            Reduction::Finish => *cube == Cube::SOLVED,
        }
    }

    /// Returns the moves that keep the reduction along the axis of U and D, bit `m` for move `m`.
    pub fn moves(self) -> u32 {
        Move::set(Move::all().filter(|m| self.is_met(&Cube::SOLVED.turn(*m))))
    }
}

/// Returns whether the corners of a cube are oriented relative to U/D, and its edges relative to the other two axes.
fn is_domino(cube: &Cube) -> bool {
    let is_oriented = cube.corners().iter().all(|place| place % 3 == 0);
    is_oriented && cube.is_oriented(Axis::X) && cube.is_oriented(Axis::Z)
}

/// The 96 arrangements of the corners that half turns reach. Every arrangement of the edges within their slices that is
/// legal with one of them can be reached, too: 96 * 24^3 / 2 = 663,552 states.
static HALF_TURN_CORNERS: LazyLock<HashSet<[u8; 8]>> = LazyLock::new(|| {
    let mut known = HashSet::from([*Cube::SOLVED.corners()]);
    let mut next = vec![Cube::SOLVED];
    while let Some(cube) = next.pop() {
        for m in Move::all().filter(|m| m.quarters() == 2) {
            let turned = cube.turn(m);
            if known.insert(*turned.corners()) {
                next.push(turned);
            }
        }
    }
    known
});

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::Algorithm;
    use crate::random;

    #[test]
    fn half_turns_arrange_the_corners_in_96_ways() {
        assert_eq!(HALF_TURN_CORNERS.len(), 96);
    }

    #[test]
    fn moves_of_each_reduction_keep_it() {
        let counts = [Reduction::Eo, Reduction::Dr, Reduction::Htr].map(|step| step.moves().count_ones());
        assert_eq!(counts, [14, 10, 6]);
        assert_eq!(Reduction::Finish.moves(), 0);
        for (seed, cube) in random::states(5).take(20).enumerate() {
            // Any product of the moves of a group is in it.
            for step in [Reduction::Eo, Reduction::Dr, Reduction::Htr] {
                let moves: Vec<Move> = Move::all().filter(|m| step.moves() >> m.index() & 1 == 1).collect();
                let picked = (0..30).map(|i| moves[(seed * 31 + i * i * 7 + i) % moves.len()]);
                let product = Cube::SOLVED.apply(&picked.collect::<Vec<_>>());
                assert!(step.is_met(&product), "{step:?}");
                assert_eq!(step.is_met(&cube), step.is_met(&cube.then(&product)), "{step:?}");
            }
        }
    }

    #[test]
    fn domino_states_outside_the_half_turn_group_are_told_apart() {
        for (text, is_htr) in [("R2 U2 F2 L2", true), ("U", false), ("U D'", false), ("R2 U R2 U' R2", false)]
        {
            let cube = Algorithm::parse(text).unwrap().cube();
            assert!(Reduction::Dr.is_met(&cube), "{text}");
            assert_eq!(Reduction::Htr.is_met(&cube), is_htr, "{text}");
        }
        // A cycle of three corners that half turns exchange: all stickers are on faces of their own axes.
        let mut corners = *Cube::SOLVED.corners();
        (corners[0], corners[2], corners[5]) = (corners[2], corners[5], corners[0]);
        let cycle = Cube::from_places(corners, *Cube::SOLVED.edges()).unwrap();
        assert!(Symmetry::rotations().all(|s| Reduction::Dr.is_met(&cycle.conjugate(s))));
        assert!(!Reduction::Htr.is_met(&cycle));
    }
}

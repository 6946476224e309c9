//! Reductions: the steps of fewest-moves solves, which lead through a chain of groups.
//!
//! | reduction | the cube can be solved by | other names |
//! |---|---|---|
//! | EO | all moves but quarter turns of the two faces on the axis | edge orientation |
//! | DR | all turns of the two faces on the axis, half turns of the others | domino reduction |
//! | HTR | half turns | half-turn reduction |
//! | floppy | half turns of the four faces beside the axis | floppy reduction, FR |
//! | finish | no moves | |
//!
//! Three more are not groups: AR and DRM, on the way from EO to DR, and leave slice, before an insertion of slices. Their
//! definitions are those of cubelib (<https://github.com/Jobarion/cubelib>), whose program is mallard.

use std::collections::HashSet;
use std::hash::Hash;
use std::sync::LazyLock;

use crate::face::{Axis, Face};
use crate::moves::Move;
use crate::piece::{CORNER_FACES, EDGE_FACES, is_flipped};
use crate::state::Cube;
use crate::symmetry::Symmetry;

/// A step of a fewest-moves solve, by the group that it leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reduction {
    /// All edges are oriented relative to the axis.
    Eo,
    /// Axial reduction: edges are oriented relative to one of the two other axes, and DR can be reached without quarter turns
    /// of that axis and of this one.
    Ar,
    /// DR minus pieces, `DR-4c2e`: edges are oriented relative to one of the two other axes. One of these pairs is the number
    /// of corners that are twisted relative to this axis, and of edges that are flipped relative to the third one.
    Drm(&'static [(u8, u8)]),
    /// Domino reduction: all corners are oriented relative to the axis, and all edges relative to the two others.
    Dr,
    /// Half-turn reduction: half turns can solve the cube.
    Htr,
    /// Floppy reduction: half turns of the four faces beside the axis can solve the cube.
    Floppy,
    /// The cube is solved but for the order of the four edges between the two faces on the axis, which are oriented.
    LeaveSlice,
    /// The cube is solved.
    Finish,
}

impl Reduction {
    /// Returns the name for people.
    pub fn name(self) -> &'static str {
        match self {
            Reduction::Eo => "EO",
            Reduction::Ar => "AR",
            Reduction::Drm(_) => "DRM",
            Reduction::Dr => "DR",
            Reduction::Htr => "HTR",
            Reduction::Floppy => "floppy",
            Reduction::LeaveSlice => "leave slice",
            Reduction::Finish => "finish",
        }
    }

    /// Returns whether a cube is reduced along the axis of U and D. HTR and the solved state are the same along all axes.
    pub fn is_met(self, cube: &Cube) -> bool {
        match self {
            Reduction::Eo => cube.is_oriented(Axis::Y),
            Reduction::Ar => has_eo_and(cube, is_axial),
            Reduction::Drm(pairs) => has_eo_and(cube, |cube| pairs.contains(&bad_pieces(cube))),
            Reduction::Dr => is_domino(cube),
            Reduction::Htr => {
                let of_half_turns = || HALF_TURN_CORNERS.contains(cube.corners());
                Symmetry::rotations().all(|s| is_domino(&cube.conjugate(s))) && of_half_turns()
            }
            Reduction::Floppy => FLOPPY.contains(&(*cube.corners(), *cube.edges())),
            Reduction::LeaveSlice => {
                let has_layers = cube.edges()[..8] == Cube::SOLVED.edges()[..8];
                is_domino(cube) && cube.corners() == Cube::SOLVED.corners() && has_layers
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

/// Returns whether edges are oriented relative to F/B and a condition holds, or after the rotation that exchanges F/B and L/R.
fn has_eo_and(cube: &Cube, is_met: impl Fn(&Cube) -> bool) -> bool {
    let views = [Symmetry::IDENTITY, Symmetry::rotation(Face::U, 1)].map(|s| cube.conjugate(s));
    views.iter().any(|cube| cube.is_oriented(Axis::Z) && is_met(cube))
}

/// Returns whether half turns and quarter turns of R and L can bring a cube with EO relative to F/B to DR. No corner has its
/// U/D sticker on R or L, as many are twisted clockwise as counter-clockwise, and no edge of the E slice is in the M slice.
fn is_axial(cube: &Cube) -> bool {
    let is_beside = |place: &u8| EDGE_FACES[usize::from(place / 2)].iter().any(|f| f.axis() == Axis::X);
    let is_kept = |place: &u8| CORNER_FACES[usize::from(place / 3)][usize::from(place % 3)].axis() != Axis::X;
    let twisted = |twist: u8| cube.corners().iter().filter(|place| *place % 3 == twist).count();
    let corners = cube.corners().iter().all(is_kept) && twisted(1) == twisted(2);
    corners && cube.edges()[8..].iter().all(is_beside)
}

/// Returns the number of corners that are twisted relative to U/D, and of edges that are flipped relative to L/R.
pub fn bad_pieces(cube: &Cube) -> (u8, u8) {
    let twisted = cube.corners().iter().filter(|place| *place % 3 > 0).count();
    let edges = cube.edges().iter().enumerate();
    let flipped = edges.filter(|(edge, place)| is_flipped(Axis::X, *edge, **place)).count();
    (twisted as u8, flipped as u8)
}

/// The 96 arrangements of the corners that half turns reach. Every arrangement of the edges within their slices that is
/// legal with one of them can be reached, too: 96 * 24^3 / 2 = 663,552 states.
pub(super) static HALF_TURN_CORNERS: LazyLock<HashSet<[u8; 8]>> =
    LazyLock::new(|| reached(|m| m.quarters() == 2, |cube| *cube.corners()));

/// The 192 states that half turns of the faces beside U and D reach.
static FLOPPY: LazyLock<HashSet<([u8; 8], [u8; 12])>> = LazyLock::new(|| {
    reached(|m| m.quarters() == 2 && m.face().axis() != Axis::Y, |cube| (*cube.corners(), *cube.edges()))
});

/// Returns the keys of the states that some moves reach from the solved one.
fn reached<K: Eq + Hash>(is_move: fn(&Move) -> bool, key: fn(&Cube) -> K) -> HashSet<K> {
    let mut known = HashSet::from([key(&Cube::SOLVED)]);
    let mut next = vec![Cube::SOLVED];
    while let Some(cube) = next.pop() {
        for m in Move::all().filter(is_move) {
            let turned = cube.turn(m);
            if known.insert(key(&turned)) {
                next.push(turned);
            }
        }
    }
    known
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::Algorithm;
    use crate::random;

    #[test]
    fn steps_after_dr_are_kept_by_their_moves() {
        assert_eq!(FLOPPY.len(), 192);
        assert_eq!(Reduction::Floppy.moves().count_ones(), 4);
        assert_eq!(Reduction::LeaveSlice.moves(), 0);
        for (text, is_floppy) in [("R2 F2 L2 B2 R2", true), ("", true), ("R2 F2 U2", false), ("R", false)] {
            assert_eq!(
                Reduction::Floppy.is_met(&Algorithm::parse(text).unwrap().cube()),
                is_floppy,
                "{text}"
            );
        }
        let order = |slice: [u8; 4]| {
            let mut edges = *Cube::SOLVED.edges();
            edges[8..].copy_from_slice(&slice);
            Cube::from_places(*Cube::SOLVED.corners(), edges).unwrap()
        };
        for slice in [[16, 18, 20, 22], [18, 20, 16, 22], [18, 16, 22, 20]] {
            assert!(Reduction::LeaveSlice.is_met(&order(slice)), "{slice:?}");
        }
        assert!(!Reduction::LeaveSlice.is_met(&order([17, 19, 20, 22])), "two edges are flipped");
        assert!(!Reduction::LeaveSlice.is_met(&Cube::from_moves(&[Move::from_index(0)])));
    }

    #[test]
    fn steps_before_dr_have_the_bad_pieces_of_their_names() {
        // The triggers of the field, after which the cube is in DR.
        for (trigger, pair, is_axial) in
            [("R", (4, 4), true), ("R U2 R", (4, 2), true), ("R U R", (3, 2), false), ("U", (0, 0), true)]
        {
            for turned in [Symmetry::IDENTITY, Symmetry::rotation(Face::U, 1)] {
                let moves = Algorithm::parse(trigger).unwrap().cube();
                let cube = moves.inverse().conjugate(turned);
                assert_eq!(bad_pieces(&moves.inverse()), pair, "{trigger}");
                assert_eq!(Reduction::Ar.is_met(&cube), is_axial, "{trigger}");
                assert!(Reduction::Drm(Box::leak(Box::new([(7, 7), pair]))).is_met(&cube), "{trigger}");
                assert!(!Reduction::Drm(&[(1, 1)]).is_met(&cube), "{trigger}");
            }
        }
        assert!(!Reduction::Ar.is_met(&Algorithm::parse("R F").unwrap().cube()), "no EO");
    }

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

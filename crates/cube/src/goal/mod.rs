//! Goals as data: which pieces must stand where, in which stages and with which choices.
//!
//! A [`Target`] is a set of tracked pieces and a list of *seeds*, whole cubes: a cube is on target when its
//! tracked pieces stand as in one of the seeds. A freedom is a longer list of seeds: a cross that may be turned
//! as one layer has the seeds solved, D, D2 and D'. A target may also ask that all edges are oriented relative to
//! an axis. A [`Stage`] is a list of targets of which one must be met (the choices of slots, and of the places of blocks),
//! a [`Variant`] a list of stages, each harder than the one before.
//!
//! All is stated for the yellow (D) bottom. [`Target::is_met`] is the oracle: slow and plain, it knows only
//! whole cubes, and every coordinate, table and solver is tested against it.
//!
//! ```
//! use cubiform_cube::{Algorithm, goal::Variant};
//!
//! // A pair has been taken out, ready to go in again.
//! let cube = Algorithm::parse("R U R'").unwrap().cube();
//! let reached = |variant: Variant| variant.stages.into_iter().rfind(|stage| stage.is_met(&cube)).unwrap().name;
//! assert_eq!(reached(Variant::std()), "xxxcross");
//! assert_eq!(reached(Variant::pair()), "xxxcross_pair");
//! ```

pub mod condition;
pub mod expression;
mod names;
mod placement;
mod slot;
mod text;
mod variants;

use std::borrow::Cow;
use std::collections::HashSet;

use crate::face::Axis;
use crate::piece::PieceSet;
use crate::state::Cube;
use crate::symmetry::Symmetry;

pub use placement::Placement;
pub use slot::{Choice, Ready, Slot};
pub use text::{TextError, TextErrorKind};
pub use variants::Named;

/// The four bottom edges DR, DF, DL, DB.
pub const CROSS: [usize; 4] = [4, 5, 6, 7];

/// Tracked pieces and the whole cubes as in which they may stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// What this choice solves, for naming it; empty where slots are not what it is about.
    pub choice: Choice,
    /// The pieces that matter.
    pub pieces: PieceSet,
    /// The states in which they may stand; those that differ only in other pieces count once. Each is itself on
    /// target.
    pub seeds: Vec<Cube>,
    /// The axis relative to which all twelve edges, tracked or not, must be oriented: can be solved without
    /// quarter turns of the two faces on it.
    pub oriented: Option<Axis>,
}

impl Target {
    /// These pieces solved.
    pub fn solved(pieces: PieceSet) -> Target {
        Target::new(pieces, [Cube::SOLVED])
    }

    /// These pieces as in one of `seeds`, of which those that differ only in other pieces are kept once.
    pub fn new(pieces: PieceSet, seeds: impl IntoIterator<Item = Cube>) -> Target {
        let mut known = HashSet::new();
        let placement = |cube: &Cube| -> Vec<u8> {
            let corners = pieces.corners().map(|c| cube.corners()[c]);
            corners.chain(pieces.edges().map(|e| cube.edges()[e])).collect()
        };
        let seeds = seeds.into_iter().filter(|seed| known.insert(placement(seed))).collect();
        Target { choice: Choice::default(), pieces, seeds, oriented: None }
    }

    /// Whether `cube` is on target.
    pub fn is_met(&self, cube: &Cube) -> bool {
        self.seeds.iter().any(|seed| same_placement(self.pieces, seed, cube))
            && self.oriented.is_none_or(|axis| cube.is_oriented(axis))
    }

    /// Whether `s` carries the set of cubes on target to itself.
    pub fn is_kept_by(&self, s: Symmetry) -> bool {
        self.pieces.image(s) == self.pieces
            && self.oriented.is_none_or(|axis| s.axis(axis) == axis)
            && self.seeds.iter().all(|seed| self.is_met(&seed.conjugate(s)))
    }
}

/// Whether each of `pieces` stands in the same place in both cubes.
fn same_placement(pieces: PieceSet, a: &Cube, b: &Cube) -> bool {
    pieces.corners().all(|c| a.corners()[c] == b.corners()[c])
        && pieces.edges().all(|e| a.edges()[e] == b.edges()[e])
}

/// A milestone of a solve: one of several targets must be met.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stage {
    /// Its name, as in the columns of machine-readable output.
    pub name: Cow<'static, str>,
    /// The targets of which one must be met.
    pub choices: Vec<Target>,
}

impl Stage {
    /// Whether `cube` has reached this stage, for the D bottom.
    pub fn is_met(&self, cube: &Cube) -> bool {
        self.choices.iter().any(|target| target.is_met(cube))
    }
}

/// A way of counting a solve: its stages in order, each implying the one before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variant {
    /// Its name, as given to `--goal`.
    pub name: Cow<'static, str>,
    /// Its stages.
    pub stages: Vec<Stage>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::face::Face;
    use crate::moves::Move;
    use crate::piece::EDGE_FACES;

    #[test]
    fn cross_edges_are_on_face_d() {
        for edge in CROSS {
            assert_eq!(EDGE_FACES[edge][0], Face::D);
        }
    }

    #[test]
    fn target_accepts_every_seed_and_keeps_each_once() {
        let cross = PieceSet::new(&[], &CROSS);
        let turned = |n| Cube::from_moves(&Move::new(Face::D, n).into_iter().collect::<Vec<_>>());
        assert!(!Target::solved(cross).is_met(&turned(1)));
        let offset = Target::new(cross, (0..8).map(turned));
        assert_eq!(offset.seeds.len(), 4, "a seed that brings nothing new is dropped");
        assert!(offset.is_met(&turned(1)));
    }

    #[test]
    fn oriented_target_is_invariant_under_the_16_symmetries_of_its_axis() {
        let oriented = |axis| Target { oriented: Some(axis), ..Target::solved(PieceSet::default()) };
        for axis in Axis::ALL {
            let kept = Symmetry::all().filter(|s| oriented(axis).is_kept_by(*s));
            assert_eq!(kept.count(), 16);
            for m in Move::all() {
                let flips = m.face().axis() == axis && m.quarters() != 2;
                assert_eq!(oriented(axis).is_met(&Cube::SOLVED.turn(m)), !flips);
            }
        }
    }
}

//! Goals as data: targets, stages and variants.
//!
//! * A [`Target`] is a set of tracked pieces and a list of *seeds* (goal states, given as whole cubes). A cube meets
//!   the target if its tracked pieces are placed as in one of the seeds. A cross that may be offset by a turn of the
//!   bottom layer, for example, has four seeds: solved, D, D2 and D'. A target may also require all twelve edges to be
//!   oriented relative to an axis.
//! * A [`Stage`] is a list of targets. A cube reaches the stage if it meets any of them: they stand for the choices of
//!   slots, of places of blocks and of axes.
//! * A [`Variant`] is a list of stages, each harder than the one before.
//!
//! Goals are defined for the yellow (D) bottom; other bottom colours are handled by rotating the cube. The steps of
//! fewest-moves solves are [`Reduction`]s along the axis of U and D, looked at from each [`Side`].
//! [`Target::is_met`] is the reference implementation: it is slow, uses whole cubes only, and every coordinate, table
//! and solver is tested against it.
//!
//! ```
//! use cubiform_cube::{Algorithm, goal::Variant};
//!
//! // A pair has been taken out of its slot and is ready to insert.
//! let cube = Algorithm::parse("R U R'").unwrap().cube();
//! let reached = |variant: Variant| variant.stages.into_iter().rfind(|stage| stage.is_met(&cube)).unwrap().name;
//! assert_eq!(reached(Variant::std()), "xxxcross");
//! assert_eq!(reached(Variant::pair()), "xxxcross_pair");
//! ```

pub mod condition;
pub mod expression;
mod frame;
pub mod implication;
mod mask;
mod names;
pub mod pattern;
mod placement;
pub mod reduction;
mod slot;
mod subset;
mod text;
mod variants;

use std::borrow::Cow;
use std::collections::HashSet;

use crate::face::{Axis, Face};
use crate::moves::Move;
use crate::piece::PieceSet;
use crate::state::Cube;
use crate::symmetry::Symmetry;

pub use frame::{Frame, Side};
pub use mask::Mask;
pub(crate) use mask::is_meant as is_mask;
pub use pattern::Pattern;
pub use placement::Placement;
pub use reduction::Reduction;
pub use slot::{Choice, ReadyPair, Slot};
pub use subset::DrSubset;
pub use text::{TextError, TextErrorKind, TokenKind, TokenSpan, nearest_word, token_spans};
pub use variants::NamedVariant;

/// The four bottom edges DR, DF, DL, DB.
pub const CROSS: [usize; 4] = [4, 5, 6, 7];

/// A set of goal states: the states in which the tracked pieces are placed as in one of the seeds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// The slots, blocks and lines that this target solves, for display. Empty if the goal leaves no choice of them.
    pub choice: Choice,
    /// The tracked pieces.
    pub pieces: PieceSet,
    /// The seeds: goal states, given as whole cubes. Two seeds never agree in all tracked pieces, and every seed meets
    /// the target.
    pub goal_states: Vec<Cube>,
    /// The axis relative to which all twelve edges, tracked or not, must be oriented: the cube can then be solved
    /// without quarter turns of the two faces on that axis.
    pub oriented: Option<Axis>,
}

impl Target {
    /// Returns the target with these pieces solved.
    pub fn solved(pieces: PieceSet) -> Target {
        Target::new(pieces, [Cube::SOLVED])
    }

    /// Returns the target with these pieces placed as in one of `seeds`. Seeds that differ from an earlier one only in
    /// other pieces are dropped.
    pub fn new(pieces: PieceSet, seeds: impl IntoIterator<Item = Cube>) -> Target {
        let mut known = HashSet::new();
        let placement = |cube: &Cube| -> Vec<u8> {
            let corners = pieces.corners().map(|c| cube.corners()[c]);
            corners.chain(pieces.edges().map(|e| cube.edges()[e])).collect()
        };
        let seeds = seeds.into_iter().filter(|seed| known.insert(placement(seed))).collect();
        Target { choice: Choice::default(), pieces, goal_states: seeds, oriented: None }
    }

    /// Returns whether `cube` meets the target.
    pub fn is_met(&self, cube: &Cube) -> bool {
        self.goal_states.iter().any(|seed| same_placement(self.pieces, seed, cube))
            && self.oriented.is_none_or(|axis| cube.is_oriented(axis))
    }

    /// Returns whether conjugation by `s` maps the set of cubes that meet the target to itself.
    pub fn is_kept_by(&self, s: Symmetry) -> bool {
        self.pieces.image(s) == self.pieces
            && self.oriented.is_none_or(|axis| s.axis(axis) == axis)
            && self.goal_states.iter().all(|seed| self.is_met(&seed.conjugate(s)))
    }
}

/// Returns whether each of `pieces` has the same position and orientation in both cubes.
fn same_placement(pieces: PieceSet, a: &Cube, b: &Cube) -> bool {
    pieces.corners().all(|c| a.corners()[c] == b.corners()[c])
        && pieces.edges().all(|e| a.edges()[e] == b.edges()[e])
}

/// A stage of a solve, reached when any one of its targets is met.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stage {
    /// The name, as used in the columns of machine-readable output: `pseudo_xcross`. No two stages share one.
    pub name: Cow<'static, str>,
    /// The name within the goal: `xcross`. Stages of different goals with equal labels correspond.
    pub label: Cow<'static, str>,
    /// The name in texts for people, which includes the goal: `pseudo xcross`.
    pub title: Cow<'static, str>,
    /// The kind of stage.
    pub kind: StageKind,
    /// The targets, any one of which must be met.
    pub choices: Vec<Target>,
}

/// A kind of stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StageKind {
    /// A step of a goal with a name.
    Step,
    /// The only stage of an expression, named by the expression.
    Expression,
    /// A chain of steps along an axis, each as short as possible after the one before. It has no targets.
    Reductions(&'static [Reduction]),
}

impl Stage {
    /// The label of the only stage of an expression.
    pub const EXPRESSION_LABEL: &'static str = "goal";

    /// Returns the stage of a user's own goal, named by its expression.
    pub fn of_expression(expression: impl Into<Cow<'static, str>>, choices: Vec<Target>) -> Stage {
        let name = expression.into();
        Stage {
            title: name.clone(),
            name,
            label: Stage::EXPRESSION_LABEL.into(),
            kind: StageKind::Expression,
            choices,
        }
    }

    /// Returns the smallest number of pieces that a choice solves, without those that are only ready. Stages of several
    /// goals are listed by it.
    pub fn solved_pieces(&self) -> u32 {
        let solved = |target: &Target| {
            let ready = target.choice.ready;
            let corners = target.pieces.corners().filter(|i| ready.is_none_or(|r| r.corner.corner() != *i));
            let edges = target.pieces.edges().filter(|i| ready.is_none_or(|r| r.edge.edge() != *i));
            (corners.count() + edges.count()) as u32
        };
        self.choices.iter().map(solved).min().unwrap_or(0)
    }

    /// Returns whether `cube` has reached this stage, for the D bottom or along the axis of U and D.
    pub fn is_met(&self, cube: &Cube) -> bool {
        match self.kind {
            StageKind::Reductions(steps) => steps.last().is_some_and(|step| step.is_met(cube)),
            _ => self.choices.iter().any(|target| target.is_met(cube)),
        }
    }
}

/// A goal with its stages in order; each stage implies the one before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variant {
    /// The name, as given to `--goal`.
    pub name: Cow<'static, str>,
    /// The stages, easiest first.
    pub stages: Vec<Stage>,
}

impl Variant {
    /// Returns whether the goal, or the goal that it is a stage of, has a name: it is not a user's own expression.
    pub fn has_name(&self) -> bool {
        self.stages.iter().all(|stage| stage.kind != StageKind::Expression)
    }

    /// Returns whether the goal is looked at along axes instead of over bottom colours.
    pub fn is_on_axes(&self) -> bool {
        self.stages.iter().any(|stage| matches!(stage.kind, StageKind::Reductions(_)))
    }
}

/// Returns `cube` after `quarters` quarter turns of `face`.
fn turned(cube: &Cube, face: Face, quarters: i32) -> Cube {
    Move::new(face, quarters).map_or(*cube, |m| cube.turn(m))
}

/// Returns the solved cube after 0 to `turns - 1` quarter turns of D.
fn bottom_turns(turns: i32) -> impl Iterator<Item = Cube> {
    (0..turns).map(|n| turned(&Cube::SOLVED, Face::D, n))
}

#[cfg(test)]
mod tests {
    use super::*;
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
        assert_eq!(offset.goal_states.len(), 4, "duplicate seeds are dropped");
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

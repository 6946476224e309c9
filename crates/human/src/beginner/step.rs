//! A step of a stage: the turns for one piece, with their explanation.

use cubiform_cube::notation::Turn;
use cubiform_cube::{Algorithm, Cube};

use crate::metric::Lengths;

/// A step of a stage: one piece, or one algorithm.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The piece or the algorithm: `white-red edge`.
    pub title: String,
    /// The situation before the moves, without a capital and a full stop: `in the top layer at the left, its white
    /// sticker faces up`. Directions are those after the rotation at the beginning of `turns`.
    pub case: String,
    /// The situation and the effect of the moves, in sentences.
    pub explanation: String,
    /// The moves, named in the orientation of the cube at that moment: a rotation of the whole cube if one is useful, and
    /// face turns. At least one.
    pub turns: Vec<Turn>,
    /// The length of the step.
    pub lengths: Lengths,
    /// The state after the step.
    pub state: Cube,
}

impl Step {
    /// Returns the moves in WCA notation.
    pub fn text(&self) -> String {
        self.turns.iter().copied().collect::<Algorithm>().to_string()
    }
}

//! A complete solution of one cube by the stages of a method: an inspection, and the turns of each stage.

use std::fmt;

use cubiform_cube::notation::Turn;
use cubiform_cube::{Algorithm, Color, Move, Symmetry};

use super::metric::Lengths;

/// A stage of a [`MethodSolution`].
pub trait SolutionStage {
    /// Returns the moves, named in the orientation of the cube at that moment, including rotations.
    fn turns(&self) -> impl Iterator<Item = Turn>;

    /// Returns the length of the solution up to the end of the stage.
    fn running(&self) -> Lengths;

    /// Returns the lines of the stage: moves and a comment each. None if it needs no moves and no mention.
    fn lines(&self) -> Vec<(String, String)>;

    /// Returns the moves in WCA notation.
    fn text(&self) -> String {
        self.turns().collect::<Algorithm>().to_string()
    }
}

/// A complete solution of one cube by the stages `S` of a method.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MethodSolution<S> {
    /// The bottom colour.
    pub color: Color,
    /// The rotation of the whole cube before the first move, starting from `orientation`.
    pub inspection: Symmetry,
    /// The orientation of the whole cube after the scramble. The identity is white on top and green in front.
    pub orientation: Symmetry,
    /// The stages in order. A skipped stage has an element too.
    pub stages: Vec<S>,
}

impl<S: SolutionStage> MethodSolution<S> {
    pub(super) fn new(color: Color, inspection: Symmetry, stages: Vec<S>) -> MethodSolution<S> {
        MethodSolution { color, inspection, orientation: Symmetry::IDENTITY, stages }
    }

    /// Returns the same solution for a scramble that leads to the same state in another orientation of the whole cube.
    /// Only the inspection changes.
    #[must_use]
    pub fn after_rotation(self, orientation: Symmetry) -> MethodSolution<S> {
        let inspection = orientation.inverse().then(self.orientation).then(self.inspection);
        MethodSolution { inspection, orientation, ..self }
    }

    /// Returns the length of the solution.
    pub fn lengths(&self) -> Lengths {
        self.stages.last().map(SolutionStage::running).unwrap_or_default()
    }

    /// Returns the moves of all stages, without the inspection.
    pub fn turns(&self) -> impl Iterator<Item = Turn> {
        self.stages.iter().flat_map(SolutionStage::turns)
    }

    /// Returns the moves of each stage as face turns of the cube with white on top and green in front.
    pub fn phases(&self) -> Vec<Vec<Move>> {
        let inspection = Algorithm::of_rotation(self.orientation.then(self.inspection));
        let mut turns = inspection.expect("an inspection is a rotation").turns().to_vec();
        let mut phases: Vec<Vec<Move>> = Vec::new();
        for stage in &self.stages {
            turns.extend(stage.turns());
            let moves = turns.iter().copied().collect::<Algorithm>().resolve().0;
            phases.push(moves[phases.iter().map(Vec::len).sum()..].to_vec());
        }
        phases
    }

    /// Returns the rotation of the inspection in WCA notation, such as `x2 y'`; empty if there is none.
    pub fn inspection_name(&self) -> String {
        self.inspection.rotation_name().expect("an inspection is a rotation")
    }

    /// Returns moves that lead from the solved cube, with white on top and green in front, to the cube in the
    /// orientation that the scramble leaves it in: the inverse of the solution.
    pub fn setup(&self) -> String {
        let turns: Algorithm = self.turns().collect();
        let first = Algorithm::of_rotation(self.inspection).expect("an inspection is a rotation");
        let (_, after) = first.turns().iter().chain(turns.turns()).copied().collect::<Algorithm>().resolve();
        let begin = Algorithm::of_rotation(self.orientation.then(after));
        let begin = begin.expect("two rotations make a rotation");
        joined([begin, turns.inverse(), first.inverse()].map(|part| part.to_string()))
    }

    /// Returns all moves in one line, starting with the rotation of the inspection.
    pub fn text(&self) -> String {
        joined([self.inspection_name(), self.turns().collect::<Algorithm>().to_string()])
    }
}

/// Joins the parts that are not empty.
fn joined(parts: impl IntoIterator<Item = String>) -> String {
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}

/// The inspection and the lines of each stage: moves, and the stage or the step as a comment.
///
/// ```text
/// x2 // inspection
/// F R' D // Cross
/// U R U' R' // green-red pair, F2L 4
/// ```
impl<S: SolutionStage> fmt::Display for MethodSolution<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let inspection = self.inspection_name();
        let first = (!inspection.is_empty()).then(|| (inspection, "inspection".into()));
        let lines = first.into_iter().chain(self.stages.iter().flat_map(SolutionStage::lines));
        let lines = lines.map(|(moves, comment)| format!("{moves} // {comment}").trim_start().to_string());
        f.write_str(&lines.collect::<Vec<_>>().join("\n"))
    }
}

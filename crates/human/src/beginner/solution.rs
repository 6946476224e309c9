//! A complete solution by layers: its stages and steps with their moves, lengths, states and explanations.

use std::fmt;

use cubiform_cube::notation::Turn;
use cubiform_cube::{Algorithm, Color, Cube, Move, Symmetry};

use super::hands::Hands;
use super::words::capitalized;
use crate::explain::{hold_sentence, move_count};
use crate::metric::Lengths;
use crate::solution::setup;

/// The kind of a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StageKind {
    /// The cross of the bottom layer.
    Cross,
    /// The corners of the bottom layer.
    Corners,
    /// The edges of the middle layer.
    MiddleEdges,
    /// The cross of the top layer: its edges show the top colour on top, in any order.
    LastCross,
    /// The edges of the top layer in their places.
    LastEdges,
    /// The corners of the top layer in their places, possibly twisted.
    LastCornersPlaced,
    /// The corners of the top layer with the top colour on top: the solved cube.
    LastCornersTurned,
}

impl StageKind {
    /// All stages in order.
    pub const ALL: [StageKind; 7] = [
        StageKind::Cross,
        StageKind::Corners,
        StageKind::MiddleEdges,
        StageKind::LastCross,
        StageKind::LastEdges,
        StageKind::LastCornersPlaced,
        StageKind::LastCornersTurned,
    ];

    /// The names of all stages in order.
    pub const NAMES: [&'static str; 7] = [
        "cross",
        "corners",
        "middle-edges",
        "last-cross",
        "last-edges",
        "last-corners-placed",
        "last-corners-turned",
    ];

    /// Returns the name of the stage for programs.
    pub fn name(self) -> &'static str {
        StageKind::NAMES[self as usize]
    }

    /// Returns the title of the stage for the cube in the hands.
    pub(super) fn title(self, hands: &Hands) -> String {
        let (bottom, top) = (capitalized(hands.bottom().name()), capitalized(hands.top().name()));
        match self {
            StageKind::Cross => format!("{bottom} cross"),
            StageKind::Corners => format!("{bottom} corners"),
            StageKind::MiddleEdges => "Middle layer".into(),
            StageKind::LastCross => format!("{top} cross"),
            StageKind::LastEdges => format!("{top} edges in place"),
            StageKind::LastCornersPlaced => format!("{top} corners in place"),
            StageKind::LastCornersTurned => format!("{top} corners turned"),
        }
    }
}

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
        text(self.turns.iter().copied())
    }
}

/// One stage of a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stage {
    /// The kind of the stage.
    pub kind: StageKind,
    /// The title of the stage: `White cross`.
    pub title: String,
    /// The goal of the stage and the way to it, in sentences.
    pub explanation: String,
    /// The steps; none if the stage is already solved.
    pub steps: Vec<Step>,
    /// The length of the stage.
    pub lengths: Lengths,
    /// The length of the solution up to the end of the stage.
    pub running: Lengths,
    /// The state after the stage.
    pub state: Cube,
}

impl Stage {
    /// Returns whether the stage was already solved by the moves before it.
    pub fn is_skipped(&self) -> bool {
        self.steps.is_empty()
    }

    /// Returns the moves of all steps.
    pub fn turns(&self) -> impl Iterator<Item = Turn> {
        self.steps.iter().flat_map(|step| step.turns.iter().copied())
    }

    /// Returns the moves in WCA notation.
    pub fn text(&self) -> String {
        text(self.turns())
    }
}

fn text(turns: impl Iterator<Item = Turn>) -> String {
    turns.collect::<Algorithm>().to_string()
}

/// A complete solution of one cube by layers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The bottom colour.
    pub color: Color,
    /// The rotation of the whole cube before the first move, starting from `orientation`.
    pub inspection: Symmetry,
    /// The orientation of the whole cube after the scramble. The identity is white on top and green in front.
    pub orientation: Symmetry,
    /// The seven stages, in the order of [`StageKind::ALL`].
    pub stages: Vec<Stage>,
}

impl Solution {
    pub(super) fn new(color: Color, inspection: Symmetry, stages: Vec<Stage>) -> Solution {
        Solution { color, inspection, orientation: Symmetry::IDENTITY, stages }
    }

    /// Returns the same solution for a scramble that leads to the same state in another orientation of the whole cube.
    /// Only the inspection changes.
    #[must_use]
    pub fn after_rotation(self, orientation: Symmetry) -> Solution {
        let inspection = orientation.inverse().then(self.orientation).then(self.inspection);
        Solution { inspection, orientation, ..self }
    }

    /// Returns the length of the solution.
    pub fn lengths(&self) -> Lengths {
        self.stages.last().map(|stage| stage.running).unwrap_or_default()
    }

    /// Returns the moves of all stages, without the inspection.
    pub fn turns(&self) -> impl Iterator<Item = Turn> {
        self.stages.iter().flat_map(Stage::turns)
    }

    /// Returns the moves of all stages as face turns of the cube with white on top and green in front.
    pub fn face_turns(&self) -> Vec<Move> {
        let inspection = Algorithm::of_rotation(self.orientation.then(self.inspection));
        let inspection = inspection.expect("an inspection is a rotation");
        inspection.turns().iter().copied().chain(self.turns()).collect::<Algorithm>().resolve().0
    }

    /// Returns the rotation of the inspection in WCA notation, such as `x2 y'`; empty if there is none.
    pub fn inspection_name(&self) -> String {
        self.inspection.rotation_name().expect("an inspection is a rotation")
    }

    /// Returns moves that lead from the solved cube, with white on top and green in front, to the cube in the
    /// orientation that the scramble leaves it in: the inverse of the solution.
    pub fn setup(&self) -> String {
        setup(self.orientation, self.inspection, self.turns().collect())
    }

    /// Returns all moves in one line, starting with the rotation of the inspection.
    pub fn text(&self) -> String {
        let parts = [self.inspection_name(), text(self.turns())];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
    }

    /// Explains the solution in words. Returns lines without line ends: each stage begins with its number and title; the
    /// lines below the title are indented.
    pub fn explain(&self) -> Vec<String> {
        let mut lines = vec![hold_sentence(self.color, self.orientation, &self.inspection_name())];
        for (number, stage) in (1..).zip(&self.stages) {
            lines.push(String::new());
            lines.push(format!("{number}. {} ({})", stage.title, move_count(stage.lengths.htm)));
            lines.push(format!("  {}", stage.explanation));
            for step in &stage.steps {
                lines.push(format!("  * {}", step.explanation));
                lines.push(format!("    Do {}", step.text()));
            }
        }
        let total = self.lengths();
        lines.push(String::new());
        lines.push(format!(
            "Solved in {} (HTM; {} STM, {} QTM).",
            move_count(total.htm),
            total.stm,
            total.qtm
        ));
        lines
    }
}

/// One line per step: its moves, and the stage and the step as a comment.
///
/// ```text
/// z2 // inspection
/// y' F2 // White cross: white-red edge
/// U R U R' // White corners: white-red-green corner
/// ```
impl fmt::Display for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let inspection = self.inspection_name();
        let first = (!inspection.is_empty()).then(|| format!("{inspection} // inspection"));
        let steps = self.stages.iter().flat_map(|stage| {
            stage.steps.iter().map(|step| format!("{} // {}: {}", step.text(), stage.title, step.title))
        });
        f.write_str(&first.into_iter().chain(steps).collect::<Vec<_>>().join("\n"))
    }
}

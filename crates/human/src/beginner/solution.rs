//! A complete solution by layers: its stages with their moves, lengths, states and explanations.

use cubiform_cube::Cube;
use cubiform_cube::notation::Turn;

use super::hands::Hands;
use super::step::Step;
use super::words::capitalized;
use crate::explain::{hold_sentence, move_count};
use crate::method_solution::{MethodSolution, SolutionStage};
use crate::metric::Lengths;

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
}

impl SolutionStage for Stage {
    fn turns(&self) -> impl Iterator<Item = Turn> {
        self.steps.iter().flat_map(|step| step.turns.iter().copied())
    }

    fn running(&self) -> Lengths {
        self.running
    }

    fn lines(&self) -> Vec<(String, String)> {
        self.steps.iter().map(|step| (step.text(), format!("{}: {}", self.title, step.title))).collect()
    }
}

/// A complete solution of one cube by layers. Its stages are those of [`StageKind::ALL`].
pub type BeginnerSolution = MethodSolution<Stage>;

impl BeginnerSolution {
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

//! Complete solutions of a cube as a person solves it, stage by stage: by CFOP or by the beginner's method.

use std::fmt;

use cubiform_cube::goal::Slot;
use cubiform_cube::notation::Turn;
use cubiform_cube::piece::EDGE_FACES;
use cubiform_cube::{Algorithm, Color, Cube, Face, Move, Symmetry};

use super::cases::Case;
use super::hand_effort::{HandEffort, hand_effort};
use super::metric::Lengths;

/// A stage of the beginner's method.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BeginnerStage {
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

impl BeginnerStage {
    /// All stages in order.
    pub const ALL: [BeginnerStage; 7] = [
        BeginnerStage::Cross,
        BeginnerStage::Corners,
        BeginnerStage::MiddleEdges,
        BeginnerStage::LastCross,
        BeginnerStage::LastEdges,
        BeginnerStage::LastCornersPlaced,
        BeginnerStage::LastCornersTurned,
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
        BeginnerStage::NAMES[self as usize]
    }
}

/// The kind of a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StageKind {
    /// The cross, possibly with pairs solved along with it.
    Cross {
        /// Number of pairs solved at the end of the stage. 1 is an XCross.
        pairs: u8,
    },
    /// One pair of the first two layers.
    Pair {
        /// The colours of the edge of the pair.
        colors: [Color; 2],
    },
    /// The orientation of the last layer.
    Oll,
    /// The permutation of the last layer, including the final turn of U.
    Pll,
    /// A stage of the beginner's method.
    Beginner(BeginnerStage),
    /// A step of a method that is given as goals. All others are stages of CFOP.
    Step,
}

impl StageKind {
    /// Returns the name of the stage for programs.
    pub fn name(self) -> &'static str {
        match self {
            StageKind::Cross { .. } => "cross",
            StageKind::Pair { .. } => "pair",
            StageKind::Oll => "oll",
            StageKind::Pll => "pll",
            StageKind::Beginner(stage) => stage.name(),
            StageKind::Step => "step",
        }
    }

    /// Returns the title of a stage of CFOP with these pairs and this case: `XCross, green-red pair`,
    /// `green-red pair, F2L 12`, `OLL 27 (Sune)`, `PLL skip`.
    pub(super) fn title(self, pairs: &[[Color; 2]], case: Option<&Case>) -> String {
        match (self, case) {
            (StageKind::Cross { pairs: count }, _) if pairs.is_empty() => cross_name(count),
            (StageKind::Cross { pairs: count }, _) => format!("{}, {}", cross_name(count), pair_names(pairs)),
            (StageKind::Pair { .. }, Some(case)) => format!("{}, {case}", pair_names(pairs)),
            (StageKind::Pair { .. }, None) => pair_names(pairs),
            (_, Some(case)) => case.to_string(),
            (_, None) => format!("{} skip", self.name().to_uppercase()),
        }
    }
}

/// One stage of a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stage {
    /// The kind of the stage.
    pub kind: StageKind,
    /// The name of the stage with its case: `OLL 27 (Sune)`, `green-red pair, F2L 12`, `White cross`.
    pub title: String,
    /// The pairs that the moves solve, by the colours of their edges, the pair of a [`StageKind::Pair`] first. One insertion
    /// may solve several, and a cross those that make it an XCross. Not known for the beginner's method.
    pub pairs: Vec<[Color; 2]>,
    /// The case at the beginning of the stage. `None` for the cross, for a skipped OLL or PLL, for a pair with a piece in
    /// another slot, and in the beginner's method.
    pub case: Option<&'static Case>,
    /// The sheet algorithm as printed, if the stage uses one.
    pub sheet: Option<&'static str>,
    /// The goal of the stage and the way to it, in sentences. Only in the beginner's method.
    pub explanation: String,
    /// The steps, whose moves together are those of the stage. Only in the beginner's method.
    pub steps: Vec<Step>,
    /// The moves, named in the orientation of the cube at that moment, including rotations.
    pub turns: Vec<Turn>,
    /// The moves on the inverse of the scramble. Only in solutions by EO, DR, HTR and finish.
    pub inverse: Vec<Turn>,
    /// The length of the stage.
    pub lengths: Lengths,
    /// The length of the solution up to the end of the stage.
    pub running: Lengths,
    /// The state after the stage.
    pub state: Cube,
}

impl Stage {
    /// Creates a stage with these moves, as if it were the first, without any of the data of its method.
    pub fn new(kind: StageKind, title: String, turns: Vec<Turn>, state: Cube) -> Stage {
        let (pairs, steps, explanation) = (Vec::new(), Vec::new(), String::new());
        let lengths = Lengths::count(&turns);
        let running = lengths;
        let (case, sheet, inverse) = (None, None, Vec::new());
        Stage { kind, title, pairs, case, sheet, explanation, steps, turns, inverse, lengths, running, state }
    }

    /// Returns whether the stage was solved by the moves before it. A PLL may still need a turn of U, and a CFOP cross that
    /// needs no moves is no skip.
    pub fn is_skipped(&self) -> bool {
        match self.kind {
            StageKind::Cross { .. } | StageKind::Pair { .. } => false,
            StageKind::Oll | StageKind::Pll => self.case.is_none(),
            StageKind::Beginner(_) => self.steps.is_empty(),
            StageKind::Step => self.is_already_solved(),
        }
    }

    /// Returns whether the stage is a cross or a step that needs no moves.
    pub fn is_already_solved(&self) -> bool {
        let is_empty = self.turns.is_empty() && self.inverse.is_empty();
        matches!(self.kind, StageKind::Cross { .. } | StageKind::Step) && is_empty
    }

    /// Returns the moves in WCA notation, those on the inverse of the scramble last, as `^(...)`.
    pub fn text(&self) -> String {
        on_both_sides(&[&self.turns[..], &self.inverse])
    }

    /// Returns the lines of the stage: moves and a comment each. None if it needs no moves and no mention.
    fn lines(&self) -> Vec<(String, String)> {
        match self.kind {
            StageKind::Beginner(_) => {
                let line = |step: &Step| (step.text(), format!("{}: {}", self.title, step.title));
                self.steps.iter().map(line).collect()
            }
            _ if self.is_already_solved() => Vec::new(),
            _ => vec![(self.text(), self.title.clone())],
        }
    }
}

/// The situation before a step as data, for explanations in other languages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Situation {
    /// A stable short name of the situation: `corner-insert`.
    pub code: &'static str,
    /// Its parts by name. Pieces are named by their colours, places by their faces, and turns as in moves; a turn that is
    /// not needed is empty.
    pub values: Vec<(&'static str, String)>,
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
    /// The situation as data.
    pub situation: Situation,
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
        text(&self.turns)
    }
}

/// Returns moves in WCA notation.
fn text(turns: &[Turn]) -> String {
    turns.iter().copied().collect::<Algorithm>().to_string()
}

/// Returns moves on a scramble and on its inverse in WCA notation.
pub(super) fn on_both_sides(sides: &[impl AsRef<[Turn]>; 2]) -> String {
    let [normal, inverse] = sides.each_ref().map(|side| text(side.as_ref()));
    let inverse = if inverse.is_empty() { inverse } else { format!("^({inverse})") };
    joined([normal, inverse])
}

/// Returns the names of pairs: `green-red pair`, `green-red and blue-red pairs`.
pub(super) fn pair_names(pairs: &[[Color; 2]]) -> String {
    let names: Vec<String> = pairs.iter().map(|[a, b]| format!("{a}-{b}")).collect();
    match &names[..] {
        [one] => format!("{one} pair"),
        [first @ .., last] => format!("{} and {last} pairs", first.join(", ")),
        [] => String::new(),
    }
}

/// Returns the name of a cross with this number of pairs: `Cross`, `XCross`, `XXCross`.
fn cross_name(pairs: u8) -> String {
    match pairs {
        0 => "Cross".to_string(),
        n => format!("{}Cross", "X".repeat(n.into())),
    }
}

/// Returns the colours of the edge of a slot, where `down` is the rotation that brings the bottom colour down.
pub(super) fn slot_colors(slot: Slot, down: Symmetry) -> [Color; 2] {
    EDGE_FACES[slot.edge()].map(|face: Face| down.inverse().face(face).color())
}

/// A complete solution of one cube: an inspection, and the turns of each stage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The bottom colour.
    pub color: Color,
    /// The rotation of the whole cube before the first move, starting from `orientation`.
    pub inspection: Symmetry,
    /// The orientation of the whole cube after the scramble. The identity is white on top and green in front.
    pub orientation: Symmetry,
    /// The stages in order. A skipped stage has an element too.
    pub stages: Vec<Stage>,
}

impl Solution {
    pub(super) fn new(color: Color, inspection: Symmetry, stages: Vec<Stage>) -> Solution {
        Solution { color, inspection, orientation: Symmetry::IDENTITY, stages }
    }

    /// Returns the hand effort of the moves, without the inspection.
    pub fn hand_effort(&self) -> HandEffort {
        hand_effort(&self.turns().collect::<Vec<Turn>>())
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
        self.stages.last().map_or(Lengths::default(), |stage| stage.running)
    }

    /// Returns the moves of all stages as one sequence, without the inspection.
    pub fn turns(&self) -> impl Iterator<Item = Turn> {
        let inverse = self.stages.iter().flat_map(|stage| stage.inverse.iter().copied());
        let inverse = inverse.collect::<Algorithm>().inverse().turns().to_vec();
        self.stages.iter().flat_map(|stage| stage.turns.iter().copied()).chain(inverse)
    }

    /// Returns the moves of each stage as face turns of the cube with white on top and green in front.
    pub fn phases(&self) -> Vec<Vec<Move>> {
        let inspection = Algorithm::of_rotation(self.orientation.then(self.inspection));
        let mut turns = inspection.expect("an inspection is a rotation").turns().to_vec();
        let mut phases: Vec<Vec<Move>> = Vec::new();
        for stage in &self.stages {
            turns.extend(&stage.turns);
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
impl fmt::Display for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let inspection = self.inspection_name();
        let first = (!inspection.is_empty()).then(|| (inspection, "inspection".into()));
        let lines = first.into_iter().chain(self.stages.iter().flat_map(Stage::lines));
        let lines = lines.map(|(moves, comment)| format!("{moves} // {comment}").trim_start().to_string());
        f.write_str(&lines.collect::<Vec<_>>().join("\n"))
    }
}

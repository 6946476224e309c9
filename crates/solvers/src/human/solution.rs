//! A solution as it is written down: its stages, with their cases, turns, running lengths and states.

use std::fmt;

use cubiform_cube::goal::Slot;
use cubiform_cube::notation::{Base, Turn};
use cubiform_cube::piece::EDGE_FACES;
use cubiform_cube::{Algorithm, Color, Cube, Face, Symmetry};

use super::cases::{Case, Set};
use super::comfort::{HandEffort, hand_effort};
use super::metric::Lengths;
use super::pairs;
use super::solver::rotation_effort;
use super::stage_solution::{Origin, StageSolution, merge_adjacent, rotate_turns, y_rotation};

/// Which part of a solve a stage is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StageKind {
    /// The bottom edges, and this many pairs along with them.
    Cross {
        /// Pairs that are solved at its end: 1 makes it an XCross.
        pairs: u8,
    },
    /// A pair.
    Pair {
        /// The colours of its edge.
        colors: [Color; 2],
    },
    /// The orientation of the last layer.
    Oll,
    /// The permutation of the last layer, with the last turn of U.
    Pll,
}

/// A stage of a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stage {
    /// Which part of the solve it is.
    pub kind: StageKind,
    /// The case that was there at its beginning; of a pair, if both pieces were in the top layer or in their slot. `None`
    /// for OLL and PLL that were skipped.
    pub case: Option<&'static Case>,
    /// The algorithm as a sheet prints it, if it is one.
    pub sheet: Option<&'static str>,
    /// The turns, as the cube is rotate_turns at that moment, with the rotation before them.
    pub turns: Vec<Turn>,
    /// How long it is.
    pub lengths: Lengths,
    /// How long the solution is up to its end.
    pub running: Lengths,
    /// The state after it.
    pub state: Cube,
}

impl Stage {
    /// Whether there was nothing to do but a turn of U.
    pub fn is_skipped(&self) -> bool {
        matches!(self.kind, StageKind::Oll | StageKind::Pll) && self.case.is_none()
    }

    /// Whether it is a cross that is there from the beginning.
    pub fn is_already_solved(&self) -> bool {
        matches!(self.kind, StageKind::Cross { .. }) && self.turns.is_empty()
    }

    /// Its name for people: `XCross`, `green-red pair`, `OLL`.
    pub fn name(&self) -> String {
        match self.kind {
            StageKind::Cross { pairs } => cross_name(pairs),
            StageKind::Pair { colors: [a, b] } => format!("{a}-{b} pair"),
            StageKind::Oll => Set::Oll.name().to_string(),
            StageKind::Pll => Set::Pll.name().to_string(),
        }
    }

    /// Its name, and what was there: `OLL 27 (Sune)`, `PLL skip`, `green-red pair, F2L 12`.
    pub fn title(&self) -> String {
        match (self.kind, self.case) {
            (StageKind::Pair { .. }, Some(case)) => format!("{}, {case}", self.name()),
            (_, Some(case)) => case.to_string(),
            (_, None) if self.is_skipped() => format!("{} skip", self.name()),
            _ => self.name(),
        }
    }

    /// Its turns in WCA notation.
    pub fn text(&self) -> String {
        self.turns.iter().copied().collect::<Algorithm>().to_string()
    }
}

/// The name of a cross with so many pairs.
pub(super) fn cross_name(pairs: u8) -> String {
    match pairs {
        0 => "Cross".to_string(),
        n => format!("{}Cross", "X".repeat(n.into())),
    }
}

/// A cube solved by CFOP.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The colour at the bottom.
    pub color: Color,
    /// How to turn the whole cube first, from how the scramble leaves it.
    pub inspection: Symmetry,
    /// How the scramble leaves the whole cube turned. The identity is white on top and green in front.
    pub orientation: Symmetry,
    /// The cross, the pairs, OLL and PLL, in this order, OLL and PLL also where they are skipped.
    pub stages: Vec<Stage>,
}

impl Solution {
    /// The same solution for a scramble of the same state that leaves the whole cube turned by `orientation`. Only the
    /// inspection is another.
    #[must_use]
    pub fn after_rotation(self, orientation: Symmetry) -> Solution {
        let inspection = orientation.inverse().then(self.orientation).then(self.inspection);
        Solution { inspection, orientation, ..self }
    }

    /// How long it is.
    pub fn lengths(&self) -> Lengths {
        self.stages.last().map(|stage| stage.running).unwrap_or_default()
    }

    /// The effort of all of it, done without a pause from the cross on.
    pub fn hand_effort(&self) -> HandEffort {
        hand_effort(&self.turns().collect::<Vec<Turn>>())
    }

    /// All turns after the inspection's rotation.
    pub fn turns(&self) -> impl Iterator<Item = Turn> {
        self.stages.iter().flat_map(|stage| stage.turns.iter().copied())
    }

    /// The inspection's rotation in the letters x, y, z.
    pub fn inspection_name(&self) -> String {
        self.inspection.rotation_name().expect("an inspection is a rotation")
    }

    /// Moves that make the cube, turned as the scramble leaves it, of the solved cube with white on top and green in
    /// front: the solution undone.
    pub fn setup(&self) -> String {
        let inspection = Algorithm::of_rotation(self.inspection).expect("an inspection is a rotation");
        let turns: Algorithm = self.turns().collect();
        let (_, after) =
            inspection.turns().iter().chain(turns.turns()).copied().collect::<Algorithm>().resolve();
        let begin =
            Algorithm::of_rotation(self.orientation.then(after)).expect("two rotations make a rotation");
        let parts = [begin, turns.inverse(), inspection.inverse()].map(|part| part.to_string());
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
    }

    /// The whole solution as one text of moves, with the rotation at its beginning.
    pub fn text(&self) -> String {
        let lines = self.stages.iter().map(Stage::text).filter(|text| !text.is_empty());
        std::iter::once(self.inspection_name())
            .filter(|text| !text.is_empty())
            .chain(lines)
            .collect::<Vec<_>>()
            .join(" ")
    }
}

/// A line for each stage: its turns, and in a comment what it is. A cross that is there from the beginning has none.
///
/// ```text
/// x2 // inspection
/// F R' D // Cross
/// U R U' R' // green-red pair, F2L 4
/// ```
impl fmt::Display for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let inspection = self.inspection_name();
        let first = (!inspection.is_empty()).then(|| format!("{inspection} // inspection"));
        let stages = self.stages.iter().filter(|stage| !stage.is_already_solved());
        let lines =
            stages.map(|stage| format!("{} // {}", stage.text(), stage.title()).trim_start().to_string());
        f.write_str(&first.into_iter().chain(lines).collect::<Vec<_>>().join("\n"))
    }
}

/// Writes down steps that solve `cube` with `color` at the bottom: rotations the cube before each step so that the whole
/// takes the least effort.
pub(super) fn build(
    cube: &Cube,
    color: Color,
    steps: &[(Option<Slot>, &StageSolution)],
    allow_rotations: bool,
) -> Solution {
    let rotations = choose_rotations(steps, allow_rotations);
    let down = Symmetry::bring_down(color);
    let inspection = down.then(y_rotation(rotations[0]));
    let mut stages: Vec<Stage> = Vec::new();
    // From the frame in which turns are written to the one of the scramble.
    let mut frame = inspection;
    let (mut state, mut current, mut running) = (*cube, rotations[0], Lengths::default());
    for (i, ((slot, stage_solution), to)) in steps.iter().zip(&rotations).enumerate() {
        let rotation = Turn::new(Base::Y, i32::from(*to) - i32::from(current));
        let turns = merge_adjacent(rotation.into_iter().chain(rotate_turns(&stage_solution.turns, *to)));
        current = (to + stage_solution.net_rotation) % 4;
        let (moves, rotation) = turns.iter().copied().collect::<Algorithm>().resolve();
        state = moves.iter().fold(state, |state, m| state.turn(frame.inverse().conjugate(*m)));
        frame = frame.then(rotation);
        let lengths = Lengths::of(&turns);
        running += lengths;
        let kind = match slot {
            Some(slot) => StageKind::Pair { colors: slot_colors(*slot, down) },
            None if i == 0 => {
                StageKind::Cross { pairs: pairs::solved_slots(&state.conjugate(down)).count_ones() as u8 }
            }
            None if i + 2 == steps.len() => StageKind::Oll,
            None => StageKind::Pll,
        };
        let sheet = match stage_solution.origin {
            Origin::Sheet(text) => Some(text),
            Origin::Triggers | Origin::Other => None,
        };
        stages.push(Stage { kind, case: stage_solution.case, sheet, turns, lengths, running, state });
    }
    Solution { color, inspection, orientation: Symmetry::IDENTITY, stages }
}

/// The colours of the edge of a slot, as seen after the rotation `down`.
pub(super) fn slot_colors(slot: Slot, down: Symmetry) -> [Color; 2] {
    EDGE_FACES[slot.edge()].map(|face: Face| down.inverse().face(face).color())
}

/// By how many quarters of y to current the cube before each step, for the least effort of all; the same for all without
/// rotations.
fn choose_rotations(steps: &[(Option<Slot>, &StageSolution)], allow_rotations: bool) -> Vec<u8> {
    // For each current before a step: the least effort up to there, and the current before the step before.
    let mut least: Vec<[(HandEffort, u8); 4]> = vec![[(0, 0); 4]];
    for (i, (_, stage_solution)) in steps.iter().enumerate() {
        let before = least[i];
        // The current in which a step is done, and the effort up to its beginning.
        let mut after = [(HandEffort::MAX, 0); 4];
        for (from, (effort, _)) in
            before.iter().enumerate().filter(|(_, (effort, _))| *effort < HandEffort::MAX)
        {
            for to in 0..4u8 {
                // Before the cross, rotating the cube is a part of the inspection.
                let rotates = i > 0 && usize::from(to) != from;
                if (rotates && !allow_rotations) || (i == 0 && from != 0) {
                    continue;
                }
                let rotating = if rotates { rotation_effort(from as u8, to) } else { 0 };
                let effort = effort + rotating + stage_solution.efforts[usize::from(to)];
                let end = &mut after[usize::from((to + stage_solution.net_rotation) % 4)];
                // The current in which the step is done tells the one after it.
                if effort < end.0 {
                    *end = (effort, from as u8);
                }
            }
        }
        least.push(after);
    }
    let mut end = (0..4u8).min_by_key(|rotation| least[steps.len()][usize::from(*rotation)].0).unwrap_or(0);
    let mut rotations = vec![0; steps.len()];
    for i in (0..steps.len()).rev() {
        let net_rotation = steps[i].1.net_rotation;
        rotations[i] = (end + 4 - net_rotation) % 4;
        end = least[i + 1][usize::from(end)].1;
    }
    rotations
}

//! The stages of a CFOP solution, with their cases, moves, lengths and states.

use cubiform_cube::goal::Slot;
use cubiform_cube::notation::{Base, Turn};
use cubiform_cube::piece::EDGE_FACES;
use cubiform_cube::{Algorithm, Color, Cube, Face, Symmetry};

use super::cases::{Case, CaseSet};
use super::comfort::{HandEffort, hand_effort, rotation_effort};
use super::method_solution::{MethodSolution, SolutionStage};
use super::metric::Lengths;
use super::pairs;
use super::stage_solution::{Origin, StageSolution, merge_adjacent, rotate_turns, y_rotation};

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
}

/// One stage of a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stage {
    /// The kind of the stage.
    pub kind: StageKind,
    /// The pairs that the moves solve, by the colours of their edges, the pair of a [`StageKind::Pair`] first. One insertion
    /// may solve several, and a cross those that make it an XCross.
    pub pairs: Vec<[Color; 2]>,
    /// The case at the beginning of the stage. `None` for the cross, for a skipped OLL or PLL, and for a pair with a
    /// piece in another slot.
    pub case: Option<&'static Case>,
    /// The sheet algorithm as printed, if the stage uses one.
    pub sheet: Option<&'static str>,
    /// The moves, named in the orientation of the cube at that moment, including the rotation before them.
    pub turns: Vec<Turn>,
    /// The length of the stage.
    pub lengths: Lengths,
    /// The length of the solution up to the end of the stage.
    pub running: Lengths,
    /// The state after the stage.
    pub state: Cube,
}

impl Stage {
    /// Returns whether OLL or PLL was skipped: at most a turn of U was necessary.
    pub fn is_skipped(&self) -> bool {
        matches!(self.kind, StageKind::Oll | StageKind::Pll) && self.case.is_none()
    }

    /// Returns whether the stage is a cross that needs no moves.
    pub fn is_already_solved(&self) -> bool {
        matches!(self.kind, StageKind::Cross { .. }) && self.turns.is_empty()
    }

    /// Returns the name of the stage with all pairs that it solves: `XCross, green-red pair`, `green-red and blue-red pairs`,
    /// `OLL`.
    pub fn name(&self) -> String {
        match self.kind {
            StageKind::Cross { pairs: 0 } => cross_name(0),
            StageKind::Cross { pairs } => format!("{}, {}", cross_name(pairs), pair_names(&self.pairs)),
            StageKind::Pair { .. } => pair_names(&self.pairs),
            StageKind::Oll => CaseSet::Oll.name().to_string(),
            StageKind::Pll => CaseSet::Pll.name().to_string(),
        }
    }

    /// Returns the name of the stage with its case: `OLL 27 (Sune)`, `PLL skip`, `green-red pair, F2L 12`.
    pub fn title(&self) -> String {
        match (self.kind, self.case) {
            (StageKind::Pair { .. }, Some(case)) => format!("{}, {case}", self.name()),
            (_, Some(case)) => case.to_string(),
            (_, None) if self.is_skipped() => format!("{} skip", self.name()),
            _ => self.name(),
        }
    }
}

impl SolutionStage for Stage {
    fn turns(&self) -> impl Iterator<Item = Turn> {
        self.turns.iter().copied()
    }

    fn running(&self) -> Lengths {
        self.running
    }

    fn lines(&self) -> Vec<(String, String)> {
        if self.is_already_solved() { Vec::new() } else { vec![(self.text(), self.title())] }
    }
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
pub(super) fn cross_name(pairs: u8) -> String {
    match pairs {
        0 => "Cross".to_string(),
        n => format!("{}Cross", "X".repeat(n.into())),
    }
}

/// A complete solution of one cube by CFOP.
pub type CfopSolution = MethodSolution<Stage>;

impl CfopSolution {
    /// Returns the hand effort of the moves from the cross to the end, without the inspection.
    pub fn hand_effort(&self) -> HandEffort {
        hand_effort(&self.turns().collect::<Vec<Turn>>())
    }
}

/// Builds the solution of `cube` that consists of `stage_solutions`, with `color` at the bottom. Chooses the rotations
/// between the stages so that the hand effort is minimal.
///
/// Each item is the slot of a pair (`None` for the other stages) with the moves that solve the stage.
pub(super) fn build(
    cube: &Cube,
    color: Color,
    stage_solutions: &[(Option<Slot>, &StageSolution)],
    allow_rotations: bool,
) -> CfopSolution {
    let rotations = choose_rotations(stage_solutions, allow_rotations);
    let down = Symmetry::bring_down(color);
    let inspection = down.then(y_rotation(rotations[0]));
    let mut stages: Vec<Stage> = Vec::new();
    // Rotation from the orientation of the scramble to the orientation in which the next turns are written.
    let mut frame = inspection;
    let (mut state, mut current_rotation, mut running) = (*cube, rotations[0], Lengths::default());
    let mut solved = 0;
    for (i, ((slot, stage_solution), to)) in stage_solutions.iter().zip(&rotations).enumerate() {
        let rotation = Turn::new(Base::Y, i32::from(*to) - i32::from(current_rotation));
        let turns = merge_adjacent(rotation.into_iter().chain(rotate_turns(&stage_solution.turns, *to)));
        current_rotation = (to + stage_solution.net_rotation) % 4;
        let (moves, rotation) = turns.iter().copied().collect::<Algorithm>().resolve();
        state = moves.iter().fold(state, |state, m| state.turn(frame.inverse().conjugate(*m)));
        frame = frame.then(rotation);
        let lengths = Lengths::count(&turns);
        running += lengths;
        let before = std::mem::replace(&mut solved, pairs::solved_slots(&state.conjugate(down)));
        let others = Slot::ALL.into_iter().filter(|other| (solved & !before) >> other.index() & 1 == 1);
        let others = others.filter(|other| Some(*other) != *slot);
        let pairs = slot.iter().copied().chain(others).map(|slot| slot_colors(slot, down)).collect();
        let kind = match slot {
            Some(slot) => StageKind::Pair { colors: slot_colors(*slot, down) },
            None if i == 0 => StageKind::Cross { pairs: solved.count_ones() as u8 },
            None if i + 2 == stage_solutions.len() => StageKind::Oll,
            None => StageKind::Pll,
        };
        let sheet = match stage_solution.origin {
            Origin::Sheet(text) => Some(text),
            Origin::Triggers | Origin::Other => None,
        };
        stages.push(Stage { kind, pairs, case: stage_solution.case, sheet, turns, lengths, running, state });
    }
    CfopSolution::new(color, inspection, stages)
}

/// Returns the colours of the edge of a slot, where `down` is the rotation that brings the bottom colour down.
pub(super) fn slot_colors(slot: Slot, down: Symmetry) -> [Color; 2] {
    EDGE_FACES[slot.edge()].map(|face: Face| down.inverse().face(face).color())
}

/// Returns the rotation of the cube in each stage, in quarter turns about y, that minimises the total hand effort.
/// Without `allow_rotations`, the cube is never rotated between stages.
///
/// This is dynamic programming over the stages and the four rotations.
fn choose_rotations(stage_solutions: &[(Option<Slot>, &StageSolution)], allow_rotations: bool) -> Vec<u8> {
    // `best[i][rotation]`: the minimum effort before stage `i` if the cube has this rotation then, and the rotation of
    // the cube before stage `i - 1`.
    let mut best: Vec<[(HandEffort, u8); 4]> = vec![[(0, 0); 4]];
    for (i, (_, stage_solution)) in stage_solutions.iter().enumerate() {
        let before = best[i];
        // The next entry of `best`.
        let mut after = [(HandEffort::MAX, 0); 4];
        for (from, (effort, _)) in
            before.iter().enumerate().filter(|(_, (effort, _))| *effort < HandEffort::MAX)
        {
            for to in 0..4u8 {
                // A rotation before the cross is part of the inspection and costs nothing.
                let rotates = i > 0 && usize::from(to) != from;
                if (rotates && !allow_rotations) || (i == 0 && from != 0) {
                    continue;
                }
                let rotation_cost = if rotates { rotation_effort(from as u8, to) } else { 0 };
                let effort = effort + rotation_cost + stage_solution.efforts[usize::from(to)];
                let end = &mut after[usize::from((to + stage_solution.net_rotation) % 4)];
                // `to` follows from the rotation after the stage, so only `from` is stored.
                if effort < end.0 {
                    *end = (effort, from as u8);
                }
            }
        }
        best.push(after);
    }
    let mut end =
        (0..4u8).min_by_key(|rotation| best[stage_solutions.len()][usize::from(*rotation)].0).unwrap_or(0);
    let mut rotations = vec![0; stage_solutions.len()];
    for i in (0..stage_solutions.len()).rev() {
        let net_rotation = stage_solutions[i].1.net_rotation;
        rotations[i] = (end + 4 - net_rotation) % 4;
        end = best[i + 1][usize::from(end)].1;
    }
    rotations
}

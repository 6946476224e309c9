//! The assembly of a CFOP solution from the moves that solve each stage, with rotations of the cube between them.

use cubiform_cube::goal::Slot;
use cubiform_cube::notation::{Base, Turn};
use cubiform_cube::{Algorithm, Color, Cube, Symmetry};

use super::hand_effort::{HandEffort, rotation_effort};
use super::metric::Lengths;
use super::pairs;
use super::solution::{Solution, Stage, StageKind, slot_colors};
use super::stage_solution::{Origin, StageSolution, merge_adjacent, rotate_turns, y_rotation};

/// Builds the solution of `cube` that consists of `stage_solutions`, with `color` at the bottom. Chooses the rotations
/// between the stages so that the hand effort is minimal.
///
/// Each item is the slot of a pair (`None` for the other stages) with the moves that solve the stage.
pub(super) fn build(
    cube: &Cube,
    color: Color,
    stage_solutions: &[(Option<Slot>, &StageSolution)],
    allow_rotations: bool,
) -> Solution {
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
        let before = std::mem::replace(&mut solved, pairs::solved_slots(&state.conjugate(down)));
        let others = Slot::ALL.into_iter().filter(|other| (solved & !before) >> other.index() & 1 == 1);
        let others = others.filter(|other| Some(*other) != *slot);
        let pairs: Vec<[Color; 2]> =
            slot.iter().copied().chain(others).map(|slot| slot_colors(slot, down)).collect();
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
        let case = stage_solution.case;
        let stage = Stage::new(kind, kind.title(&pairs, case), turns, state);
        running += stage.lengths;
        stages.push(Stage { pairs, case, sheet, running, ..stage });
    }
    Solution::new(color, inspection, stages)
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

//! The replay of a solve, and the moves with which its stages end.

use cubiform_cube::goal::Slot;
use cubiform_cube::notation::Turn;
use cubiform_cube::{Algorithm, Color, Cube, Symmetry};

use crate::cases::{after_u_turn, recognition};
use crate::pairs;

/// The states along a solve, and the orientation of the whole cube in each. The states are relative to the centres.
pub(super) struct Replay {
    /// The state before the first move and after each move.
    pub(super) states: Vec<Cube>,
    /// The orientation of the whole cube before the first move and after each move.
    pub(super) orientations: Vec<Symmetry>,
}

impl Replay {
    /// Replays `turns` on `cube`, starting in `orientation`.
    pub(super) fn new(cube: &Cube, orientation: Symmetry, turns: &[Turn]) -> Replay {
        let (mut state, mut orientation) = (*cube, orientation);
        let mut replay = Replay { states: vec![state], orientations: vec![orientation] };
        for turn in turns {
            let (moves, rotation) = std::iter::once(*turn).collect::<Algorithm>().resolve();
            state = moves.iter().fold(state, |state, m| state.turn(orientation.inverse().conjugate(*m)));
            orientation = orientation.then(rotation);
            replay.states.push(state);
            replay.orientations.push(orientation);
        }
        replay
    }
}

/// The number of moves up to the end of each stage, for one bottom colour.
pub(super) struct StageEnds {
    /// The cross (slot `None`), then each slot in the order in which they are solved.
    pub(super) slots: Vec<(usize, Option<Slot>)>,
    /// The first time that the last layer is oriented and the first two layers are solved.
    pub(super) oriented: Option<usize>,
    /// The number of all moves, if the cube ends solved up to a turn of the last layer.
    pub(super) last: Option<usize>,
}

impl StageEnds {
    /// Finds the stages that the states reach with `color` at the bottom.
    pub(super) fn find(states: &[Cube], color: Color) -> StageEnds {
        let rotated: Vec<Cube> =
            states.iter().map(|state| state.conjugate(Symmetry::bring_down(color))).collect();
        let mut ends = StageEnds { slots: Vec::new(), oriented: None, last: None };
        let has_cross = |cube: &Cube| recognition::is_solved(cube, recognition::cross_and([]));
        let Some(cross) = rotated.iter().position(has_cross) else { return ends };
        ends.slots.push((cross, None));
        // A slot counts from the first state in which it, the cross and all slots counted before are solved.
        let mut done: Vec<Slot> = Vec::new();
        for (i, cube) in rotated.iter().enumerate().skip(cross).filter(|(_, cube)| has_cross(cube)) {
            let all: Vec<Slot> = Slot::ALL.into_iter().filter(|slot| is_slot_solved(cube, *slot)).collect();
            if all.len() > done.len() && done.iter().all(|slot| all.contains(slot)) {
                let new: Vec<Slot> = all.iter().copied().filter(|slot| !done.contains(slot)).collect();
                ends.slots.extend(new.iter().map(|slot| (i, Some(*slot))));
                done = all;
            }
        }
        let Some((two_layers, _)) = ends.slots.get(4).copied() else { return ends };
        let is_oriented =
            |cube: &Cube| recognition::has_two_layers(cube) && recognition::rank_orientation(cube) == 0;
        let mut later = rotated.iter().enumerate().skip(two_layers);
        ends.oriented = later.find(|(_, cube)| is_oriented(cube)).map(|(i, _)| i);
        let is_done = rotated
            .last()
            .is_some_and(|cube| (0..4).any(|quarters| after_u_turn(&Cube::SOLVED, quarters) == *cube));
        ends.last = ends.oriented.filter(|_| is_done).map(|_| rotated.len() - 1);
        ends
    }

    /// Returns the number of stages reached, out of cross, four pairs, OLL and PLL.
    pub(super) fn count(&self) -> usize {
        self.slots.len() + usize::from(self.oriented.is_some()) + usize::from(self.last.is_some())
    }
}

/// Returns whether the pair of a slot is solved on a cube with the bottom colour down.
pub(super) fn is_slot_solved(rotated: &Cube, slot: Slot) -> bool {
    pairs::solved_slots(rotated) >> slot.index() & 1 == 1
}

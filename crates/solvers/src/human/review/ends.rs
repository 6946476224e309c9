//! The states along a solve, and the moves after which each stage is reached.

use cubiform_cube::goal::Slot;
use cubiform_cube::notation::Turn;
use cubiform_cube::{Algorithm, Color, Cube, Symmetry};

use crate::human::cases::{key, turned};
use crate::human::pairs;

/// The states along a solve, relative to the centres, and how the whole cube is held in each.
pub(super) struct Track {
    /// The state before the first move and after each.
    pub(super) states: Vec<Cube>,
    /// The orientation of the whole cube before the first move and after each.
    pub(super) frames: Vec<Symmetry>,
}

impl Track {
    /// Replays `turns` on `cube`, which is held in `orientation`.
    pub(super) fn new(cube: &Cube, orientation: Symmetry, turns: &[Turn]) -> Track {
        let (mut state, mut frame) = (*cube, orientation);
        let mut track = Track { states: vec![state], frames: vec![frame] };
        for turn in turns {
            let (moves, rotation) = std::iter::once(*turn).collect::<Algorithm>().resolve();
            state = moves.iter().fold(state, |state, m| state.turn(frame.inverse().conjugate(*m)));
            frame = frame.then(rotation);
            track.states.push(state);
            track.frames.push(frame);
        }
        track
    }
}

/// The number of moves after which each stage is reached with one bottom colour.
pub(super) struct Ends {
    /// The cross, without a slot, and each slot that is solved from then on until the last stage that is reached.
    pub(super) slots: Vec<(usize, Option<Slot>)>,
    /// The first time that the last layer is oriented after the first two layers are solved.
    pub(super) oriented: Option<usize>,
    /// The last move, if the cube is solved then but for a turn of the last layer.
    pub(super) last: Option<usize>,
}

impl Ends {
    /// Finds the stages that these states reach with `color` at the bottom.
    pub(super) fn of(states: &[Cube], color: Color) -> Ends {
        let held: Vec<Cube> =
            states.iter().map(|state| state.conjugate(Symmetry::bring_down(color))).collect();
        let mut ends = Ends { slots: Vec::new(), oriented: None, last: None };
        let has_cross = |cube: &Cube| key::is_solved(cube, key::cross_and([]));
        let Some(cross) = held.iter().position(has_cross) else { return ends };
        ends.slots.push((cross, None));
        // The first time that one more slot is solved with the cross and all before it.
        let mut done: Vec<Slot> = Vec::new();
        for (i, cube) in held.iter().enumerate().skip(cross).filter(|(_, cube)| has_cross(cube)) {
            let all: Vec<Slot> = Slot::ALL.into_iter().filter(|slot| is_slot_solved(cube, *slot)).collect();
            if all.len() > done.len() && done.iter().all(|slot| all.contains(slot)) {
                let new: Vec<Slot> = all.iter().copied().filter(|slot| !done.contains(slot)).collect();
                ends.slots.extend(new.iter().map(|slot| (i, Some(*slot))));
                done = all;
            }
        }
        let Some((two_layers, _)) = ends.slots.get(4).copied() else { return ends };
        let is_oriented = |cube: &Cube| key::has_two_layers(cube) && key::pattern(cube) == 0;
        let mut later = held.iter().enumerate().skip(two_layers);
        ends.oriented = later.find(|(_, cube)| is_oriented(cube)).map(|(i, _)| i);
        let is_done =
            held.last().is_some_and(|cube| (0..4).any(|quarters| turned(&Cube::SOLVED, quarters) == *cube));
        ends.last = ends.oriented.filter(|_| is_done).map(|_| held.len() - 1);
        ends
    }

    /// The number of stages: the cross, four pairs, OLL and PLL.
    pub(super) fn count(&self) -> usize {
        self.slots.len() + usize::from(self.oriented.is_some()) + usize::from(self.last.is_some())
    }
}

/// Whether the pair of a slot is solved, with the bottom colour at the bottom.
pub(super) fn is_slot_solved(held: &Cube, slot: Slot) -> bool {
    pairs::solved(held) >> slot.index() & 1 == 1
}

//! The steps between EO, DR, HTR and the finish, whose distances are computed when they are first needed.
//!
//! Most have the states of a phase of Thistlethwaite's algorithm and other goals: all states of AR from EO, for example, are
//! those from which turns that avoid one axis lead to DR.

use std::sync::OnceLock;

use cubiform_cube::goal::reduction::bad_pieces;
use cubiform_cube::goal::{StageKind, Variant};
use cubiform_cube::{Axis, Reduction};
use cubiform_threads::CancelToken;

use crate::coordinate_space::Numbers;
use crate::distance_space::DistanceSpace;
use crate::thistlethwaite::Thistlethwaite;

/// The distances of the steps that only some stages need.
pub(super) struct Between(Vec<(Reduction, OnceLock<DistanceSpace>)>);

impl Between {
    /// Returns the steps of all stages of named goals, without distances.
    pub(super) fn new() -> Between {
        let stages = Variant::ON_AXES.iter().flat_map(|named| (named.variant)().stages);
        let steps = stages.flat_map(|stage| match stage.kind {
            StageKind::Reductions(steps) => steps,
            _ => &[],
        });
        Between(steps.filter(|step| has_own_distances(**step)).map(|step| (*step, OnceLock::new())).collect())
    }

    /// Returns the distances of a step. Returns `None` if they are not known yet and `cancel` was set.
    ///
    /// # Panics
    /// If no named goal has the step, or it is EO, DR, HTR or the finish.
    pub(super) fn get(
        &self,
        step: Reduction,
        phases: &Thistlethwaite,
        cancel: &CancelToken,
    ) -> Option<&DistanceSpace> {
        let known = self.0.iter().find(|(own, _)| *own == step);
        let (_, cell) = known.expect("a stage of a named goal has the step");
        match cell.get() {
            Some(space) => Some(space),
            None => {
                let space = space(step, phases, cancel)?;
                Some(cell.get_or_init(|| space))
            }
        }
    }
}

/// Returns whether a step is none of EO, DR, HTR and the finish.
pub(super) fn has_own_distances(step: Reduction) -> bool {
    !matches!(step, Reduction::Eo | Reduction::Dr | Reduction::Htr | Reduction::Finish)
}

/// Computes the distances of a step from all states that meet the one before.
pub(super) fn space(step: Reduction, phases: &Thistlethwaite, cancel: &CancelToken) -> Option<DistanceSpace> {
    let [from_eo, from_htr] = [1, 3].map(|index| phases.phase(index));
    match step {
        Reduction::Ar => from_eo.toward_group(|m| m.quarters() == 2 || m.face().axis() == Axis::X, cancel),
        Reduction::Drm(pairs) => {
            // Corners and edges of a state are numbered independently.
            let [corners, edges] = [0, 1].map(|coordinate| from_eo.states_of(coordinate, cancel));
            let twisted: Vec<u8> = corners?.iter().map(|cube| bad_pieces(cube).0).collect();
            let flipped: Vec<u8> = edges?.iter().map(|cube| bad_pieces(cube).1).collect();
            let is_goal = |n: &Numbers| pairs.contains(&(twisted[n[0] as usize], flipped[n[1] as usize]));
            from_eo.toward(is_goal, cancel)
        }
        Reduction::Floppy => from_htr.toward_group(|m| m.face().axis() != Axis::Y, cancel),
        // The last coordinate is that of the slice.
        Reduction::LeaveSlice => from_htr.toward(|numbers| numbers[..3] == [0; 3], cancel),
        _ => unreachable!("the step has a phase of its own"),
    }
}

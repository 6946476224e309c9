//! The steps of fewest-moves solves: shortest EO, DR, HTR and finish, along any axis of a cube or of its inverse.
//!
//! * [`Reductions`] has the tables of the steps: all distances of EO, of DR after EO, of HTR after DR and of the finish
//!   after HTR, those of phase 1 of the two-phase algorithm for DR from any state, and of the steps that only some questions
//!   need: AR, DR minus pieces, floppy and leave slice.
//! * `step` searches one step: its length and all its paths.
//! * `chain` finds whole solutions, with moves on both sides of the scramble (NISS), found by `two_sided`.
//! * `attempt` parts a competitor's moves into steps, with the shortest of each and the best continuation before it.
//! * `stage` joins steps to the stages of the goal `dr`, each step as short as possible after the one before.

mod attempt;
mod chain;
mod stage;
mod step;

use std::sync::{Arc, OnceLock};

use cubiform_cube::goal::reduction::bad_pieces;
use cubiform_cube::goal::{StageKind, Variant};
use cubiform_cube::{Axis, Reduction, Symmetry};
use cubiform_threads::{CancelToken, Threads};

use crate::distance_space::DistanceSpace;
use crate::joint_distances::Numbers;
use crate::thistlethwaite::Thistlethwaite;
use crate::two_phase::{Filters, TwoPhase};
pub use attempt::{Attempt, AttemptStep, states_on_both_sides};
pub use chain::{Chain, ChainLengths, ChainStep};
use step::{Step, Table};

/// Returns the number of states at each distance from a step between EO, DR, HTR and the finish: of all states after an EO, or
/// after an HTR. Returns `None` if `cancel` was set first.
///
/// # Panics
/// If the step is EO, DR, HTR or the finish.
pub fn distribution(step: Reduction, cancel: &CancelToken) -> Option<Vec<u64>> {
    Some(space(step, &Thistlethwaite::new_until(cancel)?, cancel)?.histogram())
}

/// The tables of all steps.
#[derive(Clone)]
pub struct Reductions {
    steps: Arc<Thistlethwaite>,
    two_phase: TwoPhase,
    between: Arc<Between>,
}

impl Reductions {
    /// Returns the steps with the tables of these solvers.
    pub fn new(steps: Arc<Thistlethwaite>, two_phase: TwoPhase) -> Reductions {
        Reductions { steps, two_phase, between: Arc::new(Between::new()) }
    }

    /// Computes the tables that these steps need and that are not there yet, in tenths of a second. Returns `None` if
    /// `cancel` was set first.
    pub fn prepare(&self, steps: &[Reduction], cancel: &CancelToken) -> Option<()> {
        let mut own = steps.iter().filter(|step| has_own_distances(**step));
        own.try_for_each(|step| self.between.get(*step, &self.steps, cancel).map(|_| ()))
    }

    /// Computes the tables, in about a second. Returns `None` if `cancel` was set first.
    pub fn in_memory(threads: &Threads, cancel: &CancelToken) -> Option<Reductions> {
        let two_phase = || TwoPhase::with_filters(Filters::default(), threads, cancel);
        let (two_phase, steps) = threads.join(two_phase, || Thistlethwaite::new_until(cancel));
        Some(Reductions::new(Arc::new(steps?), two_phase?))
    }

    /// Returns the ways to take a step along U/D after another step: a single one, but two axes for an EO before a DR, and
    /// for a DR after an EO along the axis `eo`.
    fn ways(&self, step: Reduction, next: Option<Reduction>, eo: Option<Axis>) -> Vec<Step<'_>> {
        let space = |index: usize| Table::Space(self.steps.phase(index));
        let between = || {
            let space = self.between.get(step, &self.steps, &CancelToken::never());
            Table::Space(space.expect("it is not cancelled"))
        };
        // The tables orient edges relative to F/B; a DR is along U/D.
        let from_eo = |axis| rotation(&[(axis, Axis::Z), (Axis::Y, Axis::Y)]);
        let way = |table, rotation| Step { table, rotation, reduction: step };
        match (step, next, eo) {
            (Reduction::Eo, Some(_), _) => [Axis::Z, Axis::X].map(|axis| way(space(0), from_eo(axis))).into(),
            (Reduction::Eo, None, _) => vec![way(space(0), rotation(&[(Axis::Y, Axis::Z)]))],
            (Reduction::Dr, _, Some(eo)) => vec![way(space(1), from_eo(eo))],
            (Reduction::Dr, _, None) => vec![way(Table::Cosets(&self.two_phase), Symmetry::IDENTITY)],
            (Reduction::Htr, ..) => vec![way(space(2), Symmetry::IDENTITY)],
            (Reduction::Finish, ..) => vec![way(space(3), Symmetry::IDENTITY)],
            (Reduction::Ar | Reduction::Drm(_), _, Some(eo)) => vec![way(between(), from_eo(eo))],
            (Reduction::Ar | Reduction::Drm(_), _, None) => panic!("the step follows an EO"),
            (Reduction::Floppy | Reduction::LeaveSlice, ..) => vec![way(between(), Symmetry::IDENTITY)],
        }
    }
}

/// The distances of the steps between EO, DR, HTR and the finish, computed when they are first needed.
///
/// Most have the states of a phase of Thistlethwaite's algorithm and other goals: all states of AR from EO, for example, are
/// those from which turns that avoid one axis lead to DR.
struct Between(Vec<(Reduction, OnceLock<DistanceSpace>)>);

impl Between {
    /// Returns the steps of all stages of named goals, without distances.
    fn new() -> Between {
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
    fn get(&self, step: Reduction, phases: &Thistlethwaite, cancel: &CancelToken) -> Option<&DistanceSpace> {
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
fn has_own_distances(step: Reduction) -> bool {
    !matches!(step, Reduction::Eo | Reduction::Dr | Reduction::Htr | Reduction::Finish)
}

/// Computes the distances of a step from all states that meet the one before.
fn space(step: Reduction, phases: &Thistlethwaite, cancel: &CancelToken) -> Option<DistanceSpace> {
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

/// Returns the first rotation that brings each of these axes to another.
///
/// # Panics
/// If two axes have one image.
fn rotation(images: &[(Axis, Axis)]) -> Symmetry {
    let is_right = |s: &Symmetry| images.iter().all(|(from, to)| s.axis(*from) == *to);
    Symmetry::rotations().find(is_right).expect("rotations exchange all axes")
}

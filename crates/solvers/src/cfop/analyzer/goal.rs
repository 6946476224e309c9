//! The stages of one goal as searches.

use cubiform_cube::goal::Stage;
use cubiform_cube::{Color, Cube, Move, Symmetry};

use super::{AnalyzeError, Goal, OrientedCube};
use crate::cfop::choices::{Candidate, Choices};
use crate::goal_search::goal_frame::GoalFrame;
use crate::goal_search::root_distances::RootDistances;
use crate::goal_search::target_space::{ProbeSet, TargetSpace};

/// No stage of any state is farther, since no state is farther from any other (Rokicki, Kociemba, Davidson, Dethridge
/// 2010). Of a stage that a table of the catalogue answers the greatest distance is known.
const MAX_LENGTH: u8 = 20;

/// A stage with its choices as searches.
pub(super) struct StageCandidates {
    pub(super) stage: Stage,
    pub(super) candidates: Vec<Candidate>,
    /// No state is farther.
    pub(super) max_length: u8,
}

impl StageCandidates {
    /// Replays a solution on the whole cube: what tables say is never passed on unproven.
    pub(super) fn check(
        &self,
        candidate: Candidate,
        oriented: &Cube,
        moves: &[Move],
    ) -> Result<(), AnalyzeError> {
        let is_met = self.stage.choices[candidate.choice].is_met(&oriented.apply(moves));
        if is_met { Ok(()) } else { Err(self.invalid_solution()) }
    }

    pub(super) fn invalid_solution(&self) -> AnalyzeError {
        AnalyzeError::InvalidSolution { stage: self.stage.name.to_string() }
    }
}

/// The stages of a goal, with the search spaces of their targets.
pub(super) struct GoalSearch {
    /// One for each set of pieces that is tracked.
    pub(super) probe_sets: Vec<ProbeSet>,
    pub(super) spaces: Vec<TargetSpace>,
    /// By space: the index of its probe_set.
    pub(super) probe_set_of: Vec<usize>,
    pub(super) frames: Vec<GoalFrame>,
    pub(super) stages: Vec<StageCandidates>,
}

impl GoalSearch {
    /// The searches of a goal.
    ///
    /// # Panics
    /// If its stages do not ascend, or its tables do not bound it.
    pub(super) fn new(goal: &Goal<'_>) -> GoalSearch {
        let Goal { variant, stages, tables } = goal;
        assert!(stages.is_sorted_by(|a, b| a < b), "stages must ascend");
        let choices = Choices::new(variant, stages).expect("a goal of which `needs` gave the tables");
        let probe_sets: Vec<ProbeSet> =
            choices.tracked.into_iter().map(|tracked| ProbeSet::new(tracked, tables)).collect();
        let tracked_targets = choices.targets.iter().zip(&choices.tracked_by);
        let spaces: Vec<TargetSpace> =
            tracked_targets.map(|(target, group)| probe_sets[*group].space(target)).collect();
        let stage_candidates = |(i, candidates): (&usize, Vec<Candidate>)| {
            // Of several choices each is met no later than at its greatest distance.
            let max_distances =
                candidates.iter().filter_map(|candidate| spaces[candidate.target].max_distance());
            let max_length = max_distances.min().unwrap_or(MAX_LENGTH);
            StageCandidates { stage: variant.stages[*i].clone(), candidates, max_length }
        };
        GoalSearch {
            probe_set_of: choices.tracked_by,
            stages: stages.iter().zip(choices.stages).map(stage_candidates).collect(),
            spaces,
            frames: choices.frames,
            probe_sets,
        }
    }

    /// A cube with a colour at the bottom, with nothing looked up yet.
    pub(super) fn orient(&self, cube: &Cube, color: Color) -> OrientedCube<'_> {
        let cube = cube.conjugate(Symmetry::bring_down(color));
        let root_distances = self
            .probe_sets
            .iter()
            .map(|probe_set| RootDistances::new(&cube, probe_set, &self.frames))
            .collect();
        OrientedCube { cube, root_distances }
    }

    /// The moves of a path in the frame of a candidate, as moves of the held cube, in canonical order.
    pub(super) fn moves_on_cube(&self, candidate: Candidate, path: &[u8]) -> Vec<Move> {
        let on_cube = |m: &u8| self.frames[candidate.frame].move_on_cube(Move::from_index(usize::from(*m)));
        let mut moves: Vec<Move> = path.iter().map(on_cube).collect();
        // Turns of opposite faces are in one order in the frame, and may be in the other outside it.
        for i in 1..moves.len() {
            if !moves[i - 1].may_precede(moves[i]) {
                moves.swap(i - 1, i);
            }
        }
        moves
    }
}

//! A goal to be analysed and its search spaces: its stages, targets, frames and probe sets.

use std::sync::Arc;

use cubiform_cube::goal::{Stage, Target, Variant};
use cubiform_cube::{Color, Cube, Move, Symmetry};
use cubiform_tables::Table;
use cubiform_threads::Threads;

use super::error::{AnalyzeError, BuildError};
use crate::cfop::choices::{Candidate, Choices};
use crate::goal_search::goal_frame::GoalFrame;
use crate::goal_search::root_distances::{Contradiction, RootDistances};
use crate::goal_search::target_space::{Node, ProbeSet, TargetSpace};

/// The maximum distance of any stage: no state needs more than 20 moves (Rokicki, Kociemba, Davidson, Dethridge 2010).
/// A table of just one of the targets may give a smaller one.
const MAX_LENGTH: u8 = 20;

/// A goal to be analysed, with its tables.
#[derive(Clone, Copy)]
pub struct Goal<'a> {
    /// The goal.
    pub variant: &'a Variant,
    /// The indices of the stages to analyse, in ascending order.
    pub stages: &'a [usize],
    /// Tables that bound these stages: those of [`table_requirements`](crate::cfop::table_requirements), or any others.
    pub tables: &'a [Arc<Table>],
}

/// A cube with one colour at the bottom, and the distances that its stages share.
pub(super) struct OrientedCube<'s> {
    pub(super) cube: Cube,
    /// The distances for each probe set.
    pub(super) root_distances: Vec<RootDistances<'s>>,
}

/// A stage with its candidates.
pub(super) struct StageCandidates {
    pub(super) stage: Stage,
    pub(super) candidates: Vec<Candidate>,
    /// The maximum distance of any state from the stage, or an upper bound on it.
    pub(super) max_length: u8,
}

impl StageCandidates {
    /// Returns the error for a stage without a valid solution.
    pub(super) fn invalid_solution(&self) -> AnalyzeError {
        AnalyzeError::InvalidSolution { stage: self.stage.name.to_string() }
    }
}

/// The stages of a goal, with the search spaces of their targets.
pub(super) struct GoalSearch {
    /// One probe set for each set of tracked pieces.
    pub(super) probe_sets: Vec<ProbeSet>,
    /// One space for each normalised target.
    pub(super) spaces: Vec<TargetSpace>,
    /// For each space, the index of its probe set.
    pub(super) probe_set_of: Vec<usize>,
    pub(super) frames: Vec<GoalFrame>,
    pub(super) stages: Vec<StageCandidates>,
}

impl GoalSearch {
    /// Creates the search spaces of a goal.
    ///
    /// # Errors
    /// If its stages are not in ascending order, it has too many pieces, or no table bounds some target.
    pub(super) fn new(goal: &Goal<'_>, threads: &Threads) -> Result<GoalSearch, BuildError> {
        let Goal { variant, stages, tables } = goal;
        check_stages(variant, stages)?;
        let too_large = |source| BuildError::TooLarge { goal: variant.name.to_string(), source };
        let choices = Choices::new(variant, stages).map_err(too_large)?;
        let probe_sets: Vec<ProbeSet> =
            choices.tracked.into_iter().map(|tracked| ProbeSet::new(tracked, tables, threads)).collect();
        let tracked_targets = choices.targets.iter().zip(&choices.tracked_by);
        let space = |(target, group): (&Target, &usize)| TargetSpace::new(&probe_sets[*group], target);
        let no_table = || BuildError::NoTable { goal: variant.name.to_string() };
        let spaces: Vec<TargetSpace> =
            tracked_targets.map(space).collect::<Option<_>>().ok_or_else(no_table)?;
        let stage_candidates = |(i, candidates): (&usize, Vec<Candidate>)| {
            // The nearest candidate is no farther than the smallest maximum distance of all candidates.
            let max_distances =
                candidates.iter().filter_map(|candidate| spaces[candidate.target].max_distance());
            let max_length = max_distances.min().unwrap_or(MAX_LENGTH);
            StageCandidates { stage: variant.stages[*i].clone(), candidates, max_length }
        };
        Ok(GoalSearch {
            probe_set_of: choices.tracked_by,
            stages: stages.iter().zip(choices.stages).map(stage_candidates).collect(),
            spaces,
            frames: choices.frames,
            probe_sets,
        })
    }

    /// Returns the cube with `color` at the bottom, with no distance looked up yet.
    pub(super) fn orient(&self, cube: &Cube, color: Color) -> OrientedCube<'_> {
        let cube = cube.conjugate(Symmetry::bring_down(color));
        let root_distances = self
            .probe_sets
            .iter()
            .map(|probe_set| RootDistances::new(&cube, probe_set, &self.frames))
            .collect();
        OrientedCube { cube, root_distances }
    }

    /// Returns the node of a cube that a search for a candidate starts from.
    ///
    /// # Errors
    /// If a table contradicts itself.
    pub(super) fn root(
        &self,
        candidate: Candidate,
        oriented: &mut OrientedCube<'_>,
    ) -> Result<Node, Contradiction> {
        let root_distances = &mut oriented.root_distances[self.probe_set_of[candidate.target]];
        self.spaces[candidate.target].root(root_distances, candidate.frame)
    }

    /// Returns a lower bound on the distance of a candidate, from distances already known.
    pub(super) fn known_lower_bound(&self, candidate: Candidate, oriented: &OrientedCube<'_>) -> u8 {
        let root_distances = &oriented.root_distances[self.probe_set_of[candidate.target]];
        self.spaces[candidate.target].known_lower_bound(root_distances, candidate.frame)
    }

    /// Converts a path in the frame of a candidate to moves of the oriented cube, in canonical order, and replays them on the
    /// whole cube, so that no answer rests on the tables alone.
    ///
    /// # Errors
    /// [`AnalyzeError::InvalidSolution`] if the moves do not meet the stage.
    pub(super) fn solution(
        &self,
        stage: &StageCandidates,
        candidate: Candidate,
        oriented: &Cube,
        path: &[u8],
    ) -> Result<Vec<Move>, AnalyzeError> {
        let on_cube = |m: &u8| self.frames[candidate.frame].move_on_cube(Move::from_index(usize::from(*m)));
        let mut moves: Vec<Move> = path.iter().map(on_cube).collect();
        // The frame's symmetry may exchange opposite faces, and with them their canonical order.
        for i in 1..moves.len() {
            if !moves[i - 1].may_precede(moves[i]) {
                moves.swap(i - 1, i);
            }
        }
        let is_met = stage.stage.choices[candidate.choice].is_met(&oriented.apply(&moves));
        if is_met { Ok(moves) } else { Err(stage.invalid_solution()) }
    }
}

/// Checks that these are stages of a goal, in ascending order.
pub(in crate::cfop) fn check_stages(goal: &Variant, stages: &[usize]) -> Result<(), BuildError> {
    let count = goal.stages.len();
    if let Some(index) = stages.iter().copied().find(|stage| *stage >= count) {
        return Err(BuildError::UnknownStage { goal: goal.name.to_string(), index, count });
    }
    if stages.is_sorted_by(|a, b| a < b) { Ok(()) } else { Err(BuildError::StageOrder) }
}

//! The minimum length of a stage with some of the moves only. Tables for all moves still give lower bounds.

use cubiform_search::parallel::Counts;
use cubiform_search::{Deepening, Limits, Search};

use super::goal::{OrientedCube, StageCandidates};
use super::restricted_moves::RestrictedMoves;
use super::{AnalyzeError, Analyzer, NoLength};
use crate::cfop::choices::Candidate;

/// The maximum number of nodes of the search for one stage and colour with some of the moves.
pub const MAX_NODES_WITHIN: u64 = 100_000_000;

impl Analyzer {
    /// Returns the minimum length of a stage of a goal, at least `floor`, with the restricted moves, and the node
    /// counts.
    pub(super) async fn min_length_within(
        &self,
        (restricted, goal): (&RestrictedMoves, usize),
        stage: &StageCandidates,
        oriented: &mut OrientedCube<'_>,
        floor: u8,
    ) -> Result<(Result<u8, NoLength>, Counts), AnalyzeError> {
        let goal_search = &self.goals[goal];
        let mut counts = Counts::default();
        let mut open: Vec<(Candidate, _)> = Vec::new();
        for candidate in &stage.candidates {
            let space = &goal_search.spaces[candidate.target];
            let in_frame = goal_search.frames[candidate.frame].apply(&oriented.cube);
            if restricted.reaches(goal, candidate.frame, &in_frame, space.target()) {
                open.push((*candidate, goal_search.root(*candidate, oriented)?));
            }
        }
        let Some(smallest_bound) = open.iter().map(|(_, root)| root.lower_bound()).min() else {
            return Ok((Err(NoLength::Impossible), counts));
        };
        // One of these candidates has a solution of some length, so the loop ends.
        let mut deepening = Deepening::new(floor.max(smallest_bound), &Limits::default());
        while let Ok(length) = deepening.next_length() {
            for (candidate, root) in open.iter().filter(|(_, root)| root.lower_bound() <= length) {
                let spent = counts.expanded;
                let mut search = Search::new(restricted.order(goal, candidate.frame));
                search.start(&goal_search.spaces[candidate.target], root, &[], length, 0);
                let path = search.next_solution_while(|nodes| spent + nodes <= MAX_NODES_WITHIN).await;
                counts += Counts::new(&search);
                if let Some(path) = path {
                    goal_search.solution(stage, *candidate, &oriented.cube, &path)?;
                    return Ok((Ok(length), counts));
                }
                if counts.expanded > MAX_NODES_WITHIN {
                    return Ok((Err(NoLength::GivenUp { at_least: length }), counts));
                }
            }
        }
        Ok((Err(NoLength::GivenUp { at_least: u8::MAX }), counts))
    }
}

//! Shorter alternatives to a stage of a solve: the minimum length of the stage, and the best complete solution from its
//! beginning.

use cubiform_cube::{Algorithm, Cube, Frame, Symmetry};
use cubiform_threads::CancelToken;

use super::{Review, ReviewedStage};
use crate::metric::Lengths;
use crate::solution::{Solution, Stage, StageKind};
use crate::solver::{CfopSolver, Request};
use crate::stage_solution::StageSolution;
use cubiform_solvers::cfop::{self, AnalyzeError, Analyzer};
use cubiform_solvers::solver::{Limits, Unsolved};

/// The alternative to one stage of a solve.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alternative {
    /// The minimum number of moves (HTM) from the beginning to the end of the stage. For the cross and pairs, proven by
    /// the analyzer; `None` if it does not have the stage. For OLL and PLL, the length of the shortest known algorithm,
    /// including turns of U.
    pub min_moves: Option<u32>,
    /// Whether the minimum is proven.
    pub is_proven: bool,
    /// The best known complete solution from the beginning of the stage, for the cube in the orientation after the
    /// scramble.
    pub continuation: Solution,
}

impl CfopSolver {
    /// Returns the alternative to a stage of a review. `analyzer` must analyse stages of the goal `std`, from the cross
    /// on; without it, the minimum lengths of the cross and the pairs are `None`.
    ///
    /// # Errors
    /// If a pruning table is inconsistent, or if `stop` is set.
    pub fn alternative(
        &self,
        review: &Review,
        stage: &ReviewedStage,
        analyzer: Option<&Analyzer>,
        request: &Request,
        stop: &CancelToken,
    ) -> Result<Alternative, AnalyzeError> {
        let rotated = stage.before.conjugate(Symmetry::bring_down(review.color));
        let shortest = |solutions: &[StageSolution]| {
            solutions
                .iter()
                .map(|solution| u32::from(solution.htm))
                .min()
                .expect("every state has a solution")
        };
        let (min_moves, is_proven) = match (stage.kind, analyzer) {
            (StageKind::Oll, _) => (Some(shortest(self.last_layer.oll(&rotated))), false),
            (StageKind::Pll, _) => (Some(shortest(self.last_layer.pll(&rotated))), false),
            (_, None) => (None, true),
            (_, Some(analyzer)) => {
                let lengths_request = cfop::Request {
                    frames: Frame::bottoms([review.color]),
                    solutions: 0,
                    slack: 0,
                    only_best: false,
                };
                let analysis = analyzer.analyze_until(&stage.before, &lengths_request, stop)?;
                let lengths = analysis.get(stage.solved_pairs(review.color));
                (lengths.and_then(|colors| colors[0].length.ok()).map(u32::from), true)
            }
        };
        let continuation = self.continuation(review, &stage.before, request, stop)?;
        Ok(Alternative { min_moves, is_proven, continuation })
    }

    /// Returns the best known complete solution from `state` with the bottom colour of the solve, for the cube in the
    /// orientation after the scramble.
    ///
    /// # Errors
    /// If a pruning table is inconsistent, or if `stop` is set.
    pub fn continuation(
        &self,
        review: &Review,
        state: &Cube,
        request: &Request,
        stop: &CancelToken,
    ) -> Result<Solution, AnalyzeError> {
        let request = Request { colors: vec![review.color], ..request.clone() };
        let limits = Limits { cancel: stop.clone(), ..Limits::default() };
        let continuation = self.solve(state, &request, &limits).map_err(|e| match e {
            Unsolved::Cancelled => AnalyzeError::Cancelled,
            _ => AnalyzeError::InvalidSolution { stage: "cfop".into() },
        })?;
        Ok(continuation.after_rotation(review.orientation))
    }
}

impl Review {
    /// Returns the complete solution without moves, for a solved cube.
    pub fn without_moves(&self) -> Solution {
        let solution = Solution::new(self.color, Symmetry::IDENTITY, Vec::new());
        Solution { orientation: self.orientation, ..solution }
    }

    /// Returns the complete solution from the beginning of a stage that makes the moves of the stage and then those of
    /// `after`, a complete solution from its end.
    pub fn continuation_through(&self, stage: &ReviewedStage, after: &Solution) -> Solution {
        let inspection = self.orientation.inverse().then(self.orientation_after(stage.turns.start));
        let mut running = stage.lengths;
        let (pairs, [turns, inverse]) = (stage.pairs(self.color), self.on_sides(stage.turns.clone()));
        let first = Stage::new(stage.kind, stage.kind.title(&pairs, stage.case), turns, stage.after);
        // The rotations before the first move of the solve do not count.
        let mut stages =
            vec![Stage { pairs, inverse, case: stage.case, lengths: stage.lengths, running, ..first }];
        let rotation = self.orientation_after(stage.turns.end).inverse();
        let rotation = rotation.then(after.orientation).then(after.inspection);
        let mut rotation = Algorithm::of_rotation(rotation).expect("orientations differ by a rotation");
        for next in after.stages.iter().filter(|stage| !stage.is_already_solved()) {
            let turns: Vec<_> = rotation.turns().iter().chain(&next.turns).copied().collect();
            let lengths = Lengths::count(std::mem::take(&mut rotation).turns()) + next.lengths;
            running += lengths;
            stages.push(Stage { turns, lengths, running, ..next.clone() });
        }
        Solution { inspection, stages, ..self.without_moves() }
    }
}

//! What a stage of a solve could have been: the shortest way to its end, and the best solution from its beginning.

use std::sync::atomic::AtomicBool;

use cubiform_cube::{Cube, Symmetry};

use super::{Review, ReviewedStage};
use crate::cfop::{self, AnalyzeError, Analyzer};
use crate::human::solution::{Solution, StageKind};
use crate::human::solver::{Request, SolveError, Solver};
use crate::human::stage_solution::StageSolution;

/// What a stage could have been.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alternative {
    /// The fewest moves (HTM) to the end of the stage: proven for the cross and pairs, if the analyzer knows that stage;
    /// for OLL and PLL those of the shortest known algorithm, with the turns of U that it needs.
    pub min_moves: Option<u32>,
    /// Whether that is proven.
    pub is_proven: bool,
    /// The best solution known of the whole from the beginning of the stage on, for a cube held as the scramble leaves it.
    pub continuation: Solution,
}

impl Solver {
    /// What a stage of a review could have been: the shortest way to its end, and the best solution from its beginning.
    /// `analyzer` knows stages of `std`, from the cross on.
    ///
    /// # Errors
    /// If a table is damaged, or `stop` was set.
    pub fn alternative(
        &self,
        review: &Review,
        stage: &ReviewedStage,
        analyzer: Option<&Analyzer>,
        request: &Request,
        stop: &AtomicBool,
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
            (StageKind::Cross { .. } | StageKind::Pair { .. }, Some(analyzer)) => {
                let lengths_request =
                    cfop::Request { colors: vec![review.color], solutions: 0, slack: 0, only_best: false };
                let analysis = analyzer.analyze_until(&stage.before, &lengths_request, stop)?;
                let lengths = analysis.get(stage.solved_pairs(review.color));
                (lengths.and_then(|colors| colors[0].length.ok()).map(u32::from), true)
            }
            (StageKind::Cross { .. } | StageKind::Pair { .. }, None) => (None, true),
            (StageKind::Oll, _) => (Some(shortest(self.last_layer().oll(&rotated))), false),
            (StageKind::Pll, _) => (Some(shortest(self.last_layer().pll(&rotated))), false),
        };
        let continuation = self.continuation(review, &stage.before, request, stop)?;
        Ok(Alternative { min_moves, is_proven, continuation })
    }

    /// The best solution known from a state of a solve on, with the solve's bottom colour, for a cube held as the
    /// scramble leaves it.
    ///
    /// # Errors
    /// If a table is damaged, or `stop` was set.
    pub fn continuation(
        &self,
        review: &Review,
        state: &Cube,
        request: &Request,
        stop: &AtomicBool,
    ) -> Result<Solution, AnalyzeError> {
        let request = Request { colors: vec![review.color], ..request.clone() };
        let continuation = self.solve_until(state, &request, stop).map_err(|e| match e {
            SolveError::Table(contradiction) => AnalyzeError::Table(contradiction),
            SolveError::Stopped => AnalyzeError::Cancelled,
        })?;
        Ok(continuation.after_rotation(review.orientation))
    }
}

//! What a stage of a solve could have been: the shortest way to its end, and the best solution from its beginning.

use std::sync::atomic::AtomicBool;

use cubiform_cube::{Cube, Symmetry};

use super::{Review, Step};
use crate::cfop::{self, AnalyzeError, Analyzer};
use crate::human::solution::{Part, Solution};
use crate::human::solver::{Request, SolveError, Solver};
use crate::human::way::Way;

/// What a stage could have been.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Better {
    /// The fewest moves (HTM) to the end of the stage: proven for the cross and pairs, if the analyzer knows that stage;
    /// for OLL and PLL those of the shortest known algorithm, with the turns of U that it needs.
    pub least: Option<u32>,
    /// Whether that is proven.
    pub is_proven: bool,
    /// The best solution known of the whole from the beginning of the stage on, for a cube held as the scramble leaves it.
    pub continuation: Solution,
}

impl Solver {
    /// What a step of a review could have been: the shortest way to its end, and the best solution from its beginning.
    /// `analyzer` knows stages of `std`, from the cross on.
    ///
    /// # Errors
    /// If a table is damaged, or `stop` was set.
    pub fn better(
        &self,
        review: &Review,
        step: &Step,
        analyzer: Option<&Analyzer>,
        request: &Request,
        stop: &AtomicBool,
    ) -> Result<Better, AnalyzeError> {
        let held = step.before.conjugate(Symmetry::bring_down(review.color));
        let known =
            |ways: &[Way]| ways.iter().map(|way| u32::from(way.htm)).min().expect("every state has a way");
        let (least, is_proven) = match (step.part, analyzer) {
            (Part::Cross { .. } | Part::Pair { .. }, Some(analyzer)) => {
                let asked =
                    cfop::Request { colors: vec![review.color], solutions: 0, slack: 0, only_best: false };
                let analysis = analyzer.analyze_until(&step.before, &asked, stop)?;
                let stage = analysis.get(step.solved(review.color));
                (stage.and_then(|colors| colors[0].length.ok()).map(u32::from), true)
            }
            (Part::Cross { .. } | Part::Pair { .. }, None) => (None, true),
            (Part::Oll, _) => (Some(known(self.last_layer().orient(&held))), false),
            (Part::Pll, _) => (Some(known(self.last_layer().permute(&held))), false),
        };
        let continuation = self.continuation(review, &step.before, request, stop)?;
        Ok(Better { least, is_proven, continuation })
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

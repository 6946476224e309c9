//! The stages of CFOP: the cross, pairs, OLL and PLL, with the proven minimum lengths of the first and the continuations of the
//! CFOP solver.

use cubiform_cube::Cube;
use cubiform_human::{CfopSolver, Ending, Request, Review, Solution};
use cubiform_solvers::cfop::Analyzer;
use cubiform_threads::CancelToken;

use super::reviewed::{ReviewedSolve, Stages};
use super::source::Solve;
use crate::Error;
use crate::easiest::EasiestAlgorithm;

/// The maximum number of edits shown.
pub(super) const MAX_CORRECTIONS: usize = 5;

/// The solver of CFOP with the effort of its search, and the analyzer of all stages of the goal `std`, if the minimum lengths are
/// wanted.
pub(super) struct Cfop<'a> {
    pub(super) solver: &'a CfopSolver,
    pub(super) analyzer: Option<&'a Analyzer>,
    pub(super) request: &'a Request,
    pub(super) cancel: &'a CancelToken,
}

impl Cfop<'_> {
    /// Reviews a solve: finds its stages, and the best continuation from the start of each.
    ///
    /// # Errors
    /// If `cancel` was cancelled, or a table contradicts itself.
    pub(super) fn review(&self, solve: Solve) -> Result<ReviewedSolve, Error> {
        let review = self.solver.review(&solve.scramble.cube, solve.scramble.turned, &solve.algorithm);
        let corrections = match review.ending() {
            Ending::Unsolved => self.solver.corrections(&review, MAX_CORRECTIONS, self.cancel),
            _ => Vec::new(),
        };
        let reviewed = ReviewedSolve::new(solve, review, self, corrections, None)?;
        if self.cancel.is_cancelled() { Err(Error::cancelled()) } else { Ok(reviewed) }
    }
}

impl Stages for Cfop<'_> {
    fn title(&self, review: &Review, stage: usize) -> Result<(String, Option<String>), Error> {
        let stage = &review.stages[stage];
        Ok((stage.title(), stage.case.map(ToString::to_string)))
    }

    fn easiest(&self, review: &Review, stage: usize) -> Result<Option<EasiestAlgorithm>, Error> {
        Ok(EasiestAlgorithm::among(Vec::new(), review.stages[stage].case))
    }

    fn alternative(&self, review: &Review, stage: usize) -> Result<(Option<(u32, bool)>, Solution), Error> {
        let stage = &review.stages[stage];
        let found = self.solver.alternative(review, stage, self.analyzer, self.request, self.cancel)?;
        Ok((found.min_moves.map(|moves| (moves, found.is_proven)), found.continuation))
    }

    fn continuation(&self, review: &Review, state: &Cube) -> Result<Solution, Error> {
        Ok(self.solver.continuation(review, state, self.request, self.cancel)?)
    }
}

#[cfg(test)]
mod tests {
    use cubiform_cube::{Color, Cube, random};
    use cubiform_human::SearchEffort;
    use cubiform_solvers::solver::Limits;

    use super::*;
    use crate::review::reviewed::tests::check;
    use crate::review::{Sides, read};

    /// Pairs of moves without effect, as a person hesitates.
    const PAUSES: [&str; 5] = ["U U'", "R R'", "F2 F2", "M' M", "y y'"];

    /// Returns the texts of solves of random states by a person of one colour, who looks ahead little or not at all. Of each ten, one
    /// lacks its last move and one ends after half of its moves.
    fn solves(solver: &CfopSolver, count: usize) -> Vec<String> {
        let mut rng = random::generator(37);
        let mut below = |n: usize| random::below(&mut rng, n as u64) as usize;
        let solve = |(i, cube): (usize, Cube)| {
            let effort = [SearchEffort::NONE, SearchEffort::NEAR][i % 2];
            let request = Request { colors: vec![Color::COLUMNS[below(6)]], effort, ..Request::default() };
            let solution = solver.solve(&cube, &request, &Limits::default()).unwrap();
            let text = solution.text();
            let mut moves: Vec<&str> = text.split(' ').collect();
            (0..below(3)).for_each(|_| moves.insert(below(moves.len()), PAUSES[below(PAUSES.len())]));
            match i % 10 {
                8 => drop(moves.pop()),
                9 => moves.truncate(moves.len() / 2),
                _ => {}
            }
            let facelets = cubiform_cube::facelets::format(&cube);
            format!("scramble,solution\n{facelets},{}\n", moves.join(" "))
        };
        random::states(37).take(count).enumerate().map(solve).collect()
    }

    #[test]
    fn losses_sum_to_the_total_minus_the_best_at_the_start() {
        let solver = CfopSolver::new();
        let efforts = [SearchEffort::NONE, SearchEffort::NEAR, SearchEffort::USUAL, SearchEffort::WIDE];
        let solves = solves(&solver, 200);
        for effort in efforts {
            let request = Request { effort, ..Request::default() };
            for text in &solves {
                let solve = read(None, text, Sides::Scramble).unwrap().remove(0);
                let cancel = CancelToken::never();
                let cfop = Cfop { solver: &solver, analyzer: None, request: &request, cancel: &cancel };
                check(&cfop.review(solve).unwrap());
            }
        }
    }
}

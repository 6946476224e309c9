//! The steps of a fewest-moves solve, with moves on the scramble and on its inverse, as the stages of a review: EO, DR, HTR and
//! finish, with the shortest of each and chains as continuations.

use cubiform_cube::notation::Turn;
use cubiform_cube::{Color, Cube, Move, Reduction, Symmetry};
use cubiform_human::{Lengths, Review, Solution, Stage, StageKind};
use cubiform_solvers::reduction::{Attempt, Chain, ChainLengths, ChainStep, states_on_both_sides};
use cubiform_solvers::solver::Limits;

use super::reviewed::{ReviewedSolve, Stages, StepMethod};
use super::source::Solve;
use super::steps::solution;
use crate::Error;
use crate::operation::Context;
use crate::solutions::chain::ChainStepObject;
use crate::solutions::not_solved;

/// Reviews a solve whose text was read with moves on both sides.
///
/// # Errors
/// If the work was cancelled.
pub(crate) fn review(solve: Solve, context: &Context<'_>) -> Result<ReviewedSolve, Error> {
    let reductions = context.open(|engines, cancel| engines.reductions(cancel))?;
    let limits = Limits { cancel: context.cancel().clone(), ..Limits::default() };
    let cube = &solve.scramble.cube;
    let moves: Vec<(Move, bool)> =
        solve.algorithm.resolve().0.into_iter().zip(solve.sides.iter().copied()).collect();
    let attempt = reductions.attempt(cube, &moves, &ChainLengths::GROWING, &limits, context.threads());
    let attempt = attempt.map_err(not_solved)?;
    let ends: Vec<usize> = attempt.steps.iter().map(|step| step.until).collect();
    let states = states_on_both_sides(cube, &moves);
    let mut review =
        Review::of_steps(&states, Symmetry::IDENTITY, &solve.algorithm, Color::COLUMNS[0], &ends);
    review.sides.clone_from(&solve.sides);
    review.length = Lengths::count(&turns(&attempt.counted_moves));
    for (stage, step) in review.stages.iter_mut().zip(&attempt.steps) {
        let total = step.total as u32;
        stage.running = Lengths { htm: total, stm: total, etm: total, ..stage.running };
    }
    let steps = [Reduction::Eo, Reduction::Dr, Reduction::Htr, Reduction::Finish];
    let steps = steps.map(|step| step.name().to_string()).to_vec();
    let method = StepMethod { name: "DR".into(), steps, second: None };
    let reviewed = ReviewedSolve::new(solve, review, &attempt, Vec::new(), Some(method))?;
    Ok(ReviewedSolve { attempt: Some(attempt), ..reviewed })
}

impl Stages for Attempt {
    fn title(&self, _: &Review, stage: usize) -> Result<(String, Option<String>), Error> {
        Ok((ChainStepObject::from(&self.steps[stage].made).title(), None))
    }

    fn alternative(&self, review: &Review, stage: usize) -> Result<(Option<(u32, bool)>, Solution), Error> {
        let (step, reached) = (&self.steps[stage], &review.stages[stage]);
        // Moves on both sides may be fewer.
        let (shortest, made) = (u32::from(step.shortest), reached.lengths.htm);
        Ok((Some((shortest.min(made), shortest <= made)), chain(review, &step.chain, reached.before)))
    }

    fn continuation(&self, review: &Review, _: &Cube) -> Result<Solution, Error> {
        Ok(self.chain.as_ref().map_or_else(|| review.without_moves(), |own| chain(review, own, self.end)))
    }

    fn total(&self, stage: usize) -> Option<u32> {
        Some(self.steps.get(stage).map_or(self.with_chain, |step| step.with_chain) as u32)
    }
}

/// Returns the solution by a chain from a state.
fn chain(review: &Review, chain: &Chain, mut state: Cube) -> Solution {
    let stage = |step: &ChainStep| {
        state = step.after(&state);
        let [normal, inverse] = [&step.normal, &step.inverse].map(|side| turns(side));
        let lengths = Lengths::count(&normal) + Lengths::count(&inverse);
        let title = ChainStepObject::from(step).title();
        Stage { inverse, lengths, ..Stage::new(StageKind::Step, title, normal, state) }
    };
    solution(review, Symmetry::IDENTITY, chain.steps.iter().map(stage).collect())
}

fn turns(moves: &[Move]) -> Vec<Turn> {
    moves.iter().copied().map(Turn::from).collect()
}

#[cfg(test)]
mod tests {
    use cubiform_cube::{Algorithm, Cube};
    use cubiform_threads::{CancelToken, Threads};

    use crate::engines::{Engines, GoalTables, TablePolicy};
    use crate::operation::Context;
    use crate::review::{Sides, read, read_scramble};
    use crate::solvers::EngineSolvers;

    #[test]
    fn continuations_solve_what_the_player_shows_before_them() {
        let engines = Engines::new(GoalTables::in_memory(), TablePolicy::default(), &Threads::available());
        let cancel = CancelToken::new();
        let solvers = EngineSolvers { engines: &engines, cancel: &cancel };
        for scramble in ["R U2 F D L", "R U2 F D L y", "R U2 F D L z x"] {
            let given = read_scramble(scramble).unwrap();
            let solve = read(Some(given), "D (R F2) L", Sides::Both).unwrap().remove(0);
            let reviewed = super::review(solve, &Context::new(&solvers)).unwrap();
            for i in 0..reviewed.rows.len() {
                let setup = reviewed.setup(i, reviewed.start_of_continuation(i));
                let continuation = reviewed.continuation(i).to_string();
                let all = Algorithm::parse(&format!("{setup}\n{continuation}")).unwrap();
                assert_eq!(all.cube(), Cube::SOLVED, "{scramble}: {setup}, {continuation}");
            }
        }
    }
}

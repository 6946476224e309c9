//! The 2x2x2.

use std::sync::Arc;

use cubiform_cube::notation::Turn;
use cubiform_cube::puzzle::Puzzle as _;
use cubiform_cube::two::Cube2;
use cubiform_solvers::solver::{Solver, Unsolved};
use cubiform_solvers::two::TwoByTwo;
use cubiform_threads::CancelToken;

use super::ScramblePuzzle;
use crate::Error;
use crate::engines::Engines;
use crate::puzzle::{FourMetric, Puzzle};
use crate::solvers::{Solvers, open};

/// The number of moves of a scramble, as in competitions: the maximum distance of any state.
const SCRAMBLE_LENGTH: u8 = 11;

/// The minimum number of moves that a state of a competition takes to solve.
const MIN_DISTANCE: usize = 4;

/// Returns whether at most `moves` moves solve a state.
fn is_within(state: Cube2, moves: usize) -> bool {
    state.is_solved() || moves > 0 && Cube2::moves().any(|m| is_within(state.after(&[m.into()]), moves - 1))
}

impl ScramblePuzzle for Cube2 {
    type Scrambler = TwoByTwo;

    const PUZZLE: Puzzle = Puzzle::Two;

    fn solver(
        _: FourMetric,
        _: Option<usize>,
        solvers: &dyn Solvers,
    ) -> Result<Arc<dyn Solver<Cube2>>, Error> {
        Ok(open(solvers, Engines::two)?)
    }

    fn scrambler(solvers: &dyn Solvers) -> Result<Arc<TwoByTwo>, Error> {
        open(solvers, Engines::two)
    }

    fn is_allowed(&self) -> bool {
        !is_within(*self, MIN_DISTANCE - 1)
    }

    /// A scramble has exactly eleven moves, the maximum distance of any state, so that it does not show how far the state
    /// is from solved.
    fn scramble(&self, solver: &TwoByTwo, _: &CancelToken) -> Result<Vec<Turn>, Unsolved> {
        let max_length = Some(SCRAMBLE_LENGTH);
        let solution =
            solver.solution_of_length(*self, SCRAMBLE_LENGTH).ok_or(Unsolved::None { max_length })?;
        let scramble: Vec<Turn> = solution.iter().rev().map(|m| m.inverse()).collect();
        assert!(Cube2::SOLVED.after(&scramble) == *self, "a scramble makes its state");
        Ok(scramble)
    }
}

//! The puzzles beside the 3x3x3: [`ScramblePuzzle`] is what the solutions and scrambles of one need. A puzzle is a variant of
//! [`Puzzle`], a file of this folder, and a line where solutions and scrambles choose it.

mod four;
mod two;

use std::sync::Arc;

use cubiform_cube::puzzle::PuzzleText;
use cubiform_solvers::solver::{Solver, Unsolved};
use cubiform_threads::CancelToken;

use crate::Error;
use crate::puzzle::{FourMetric, Puzzle};
use crate::solvers::Solvers;

/// A puzzle with one solver and one event.
pub(crate) trait ScramblePuzzle: PuzzleText {
    /// The generator of scrambles.
    type Scrambler: Send + Sync + ?Sized + 'static;

    /// The name of the puzzle.
    const PUZZLE: Puzzle;

    /// Returns the solver; `metric` and `beam` are for those that have them.
    ///
    /// # Errors
    /// If a table cannot be opened, or the search for it was cancelled.
    fn solver(
        metric: FourMetric,
        beam: Option<usize>,
        solvers: &dyn Solvers,
    ) -> Result<Arc<dyn Solver<Self>>, Error>;

    /// Returns the generator of scrambles, whose answers are the same on every machine.
    ///
    /// # Errors
    /// As [`solver`](ScramblePuzzle::solver).
    fn scrambler(solvers: &dyn Solvers) -> Result<Arc<Self::Scrambler>, Error>;

    /// Returns whether the WCA allows scrambles of this state, which is not too near the solved one.
    fn is_allowed(&self) -> bool;

    /// Returns moves that lead from the solved state to this one, in the form that the WCA uses.
    ///
    /// # Errors
    /// If the search was cancelled or a table is damaged.
    fn scramble(
        &self,
        scrambler: &Self::Scrambler,
        cancel: &CancelToken,
    ) -> Result<Vec<Self::Move>, Unsolved>;

    /// Returns moves, possibly with rotations, that lead from the solved state to this one, given a solution.
    fn setup(&self, solution: &[Self::Move]) -> String {
        let inverse: Vec<Self::Move> = solution.iter().rev().map(|m| Self::inverse_move(*m)).collect();
        Self::format(&inverse)
    }
}

//! The interface of puzzles: [`ScramblePuzzle`] for those that are solved and scrambled in the same way, and
//! [`PuzzleKind`], the functions of any puzzle.

use std::sync::Arc;

use cubiform_cube::puzzle::PuzzleText;
use cubiform_solvers::solver::{Solver, Unsolved};
use cubiform_threads::CancelToken;

use super::names::Puzzle;
use crate::Error;
use crate::input::{BadLine, Line};
use crate::request::{ScrambleQuestion, SolveQuestion};
use crate::scrambles::Tasks;
use crate::solutions::EngineKind;
use crate::solvers::Solvers;

/// The functions of a puzzle.
#[derive(Clone, Copy)]
pub struct PuzzleKind {
    /// Checks whether a line has a state of the puzzle.
    pub read: fn(&Line) -> Result<(), BadLine>,
    /// Returns the engine that answers a question.
    pub(crate) engine: fn(&SolveQuestion, &dyn Solvers) -> Result<EngineKind, Error>,
    /// Returns the scrambles of a question, as tasks.
    pub(crate) scrambles: fn(&ScrambleQuestion, &dyn Solvers, &CancelToken) -> Result<Tasks, Error>,
}

/// A puzzle with one solver and one event.
pub trait ScramblePuzzle: PuzzleText {
    /// The generator of scrambles.
    type Scrambler: Send + Sync + ?Sized + 'static;

    /// The name of the puzzle.
    const PUZZLE: Puzzle;

    /// Returns the solver of a question.
    ///
    /// # Errors
    /// If a table cannot be opened, or the search for it was cancelled.
    fn solver(question: &SolveQuestion, solvers: &dyn Solvers) -> Result<Arc<dyn Solver<Self>>, Error>;

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

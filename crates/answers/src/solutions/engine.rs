//! The engine of a question: the solver that answers it, whatever the puzzle and the method.

use std::sync::Arc;
use std::time::Duration;

use cubiform_cube::puzzle::Puzzle;
use cubiform_human::CfopSolver;
use cubiform_solvers::reduction::Reductions;
use cubiform_solvers::solver::{Limits, Solution, Solver, Unsolved};
use cubiform_solvers::subgroup::Subgroup;
use cubiform_threads::Threads;
use cubiform_threads::clock::ThreadTime;

use super::row::Row;
use crate::Error;
use crate::engines::Engines;
use crate::input::{BadLine, Line};

/// A solver of the cubes of lines, and of masks.
#[derive(Clone)]
pub struct Engine {
    pub(super) kind: EngineKind,
    /// Whether the method is optimal.
    pub(super) is_optimal: bool,
    /// The solvers that search the goals of masks.
    pub(super) engines: Engines,
}

/// The solver of a method or a puzzle.
#[derive(Clone)]
pub enum EngineKind {
    /// None: only masks are solved. Has the reason why there is no optimal solver.
    OnlyMasks(Error),
    /// A solver of the 3x3x3 with face turns.
    Faces(Arc<dyn Solver>),
    /// A solver for the group that a restricted move set generates.
    Subgroup(Arc<Subgroup>),
    /// The solver by EO, DR, HTR and finish, with its threads.
    Chain(Arc<Reductions>, Threads),
    /// The CFOP solver.
    Cfop(Arc<CfopSolver>),
    /// The beginner's method, which needs no tables.
    Beginner,
    /// A solver of another puzzle.
    Other(Arc<dyn LineSolver>),
}

/// A solver of a puzzle other than the 3x3x3.
pub trait LineSolver: Send + Sync {
    /// Reads and solves the state of a line.
    ///
    /// # Errors
    /// If the line has no state of the puzzle.
    fn answer(&self, line: &Line, limits: &Limits) -> Result<Row, BadLine>;
}

/// Returns the solutions of a state, at least one, and the CPU time of their search.
///
/// # Errors
/// If the search was stopped before its budget was spent, found no solution, or met a table that contradicts itself.
pub(super) fn solve_within<P: Puzzle>(
    solver: &dyn Solver<P>,
    state: &P,
    limits: &Limits,
) -> Result<(Vec<Solution<P>>, Duration), Error> {
    let start = ThreadTime::now();
    let solutions = solver.solutions(state, limits).map_err(not_solved)?;
    match limits.has_budget() && limits.cancel.is_cancelled() {
        true => Err(Error::cancelled()),
        false => Ok((solutions, start.elapsed())),
    }
}

/// Converts the error of a solver.
pub(crate) fn not_solved(error: Unsolved) -> Error {
    match error {
        Unsolved::Cancelled => Error::cancelled(),
        Unsolved::Table | Unsolved::TooManyNodes { .. } => Error::table(error),
        other => Error::message(other.to_string()),
    }
}

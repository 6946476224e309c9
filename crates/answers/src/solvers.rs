//! The solvers that answers need, as a front end opens them.

use std::sync::Arc;

use cubiform_cube::four::{Cube4, Metric};
use cubiform_cube::goal::condition::Condition;
use cubiform_human::CfopSolver;
use cubiform_solvers::scrambler::Scrambler;
use cubiform_solvers::solver::Solver;
use cubiform_solvers::subgroup::Subgroup;
use cubiform_solvers::two::TwoByTwo;
use cubiform_solvers::two_phase::TwoPhase;
use cubiform_threads::CancelToken;

use crate::Error;
use crate::generators::{Generators, MoveSet};
use crate::input::Input;
use crate::request::SolveQuestion;

/// The solvers of a front end with its policy for tables: some open them for each question, others keep them.
///
/// All methods fail if a table cannot be opened, if the front end does not offer the solver, or if the work was
/// cancelled.
#[expect(clippy::missing_errors_doc, reason = "the errors are those of the trait")]
pub trait Solvers: Sync {
    /// Returns the two-phase solver, with the pruning tables that are built.
    fn two_phase(&self) -> Result<TwoPhase, Error>;

    /// Returns Thistlethwaite's algorithm.
    fn thistlethwaite(&self) -> Result<Arc<dyn Solver>, Error>;

    /// Returns the optimal solver for a question, restricted to some moves if they are given.
    fn optimal(&self, question: &SolveQuestion, moves: Option<MoveSet>) -> Result<Arc<dyn Solver>, Error>;

    /// Returns whether a table of the optimal solver is built.
    fn has_optimal(&self) -> Result<bool, Error>;

    /// Returns a solver with tables of its own for the group that these moves generate.
    fn subgroup(&self, moves: &Generators) -> Result<Subgroup, Error>;

    /// Returns the CFOP solver.
    fn cfop(&self) -> Result<Arc<CfopSolver>, Error>;

    /// Returns the solver of the 2x2x2.
    fn two(&self) -> Result<Arc<TwoByTwo>, Error>;

    /// Returns the solver of the 4x4x4 in a metric. `beam` is the width of its beam, if it is given.
    fn four(&self, metric: Metric, beam: Option<usize>) -> Result<Arc<dyn Solver<Cube4>>, Error>;

    /// Returns the solver for scrambles of the 4x4x4, whose answers are the same on every machine.
    fn four_scrambler(&self) -> Result<Arc<dyn Solver<Cube4>>, Error>;

    /// Returns the generator of scrambles of the 3x3x3.
    fn scrambler(&self) -> Result<Scrambler, Error>;

    /// Returns an endless input of random states that satisfy a condition.
    fn states(&self, condition: &Condition, seed: u64, cancel: &CancelToken) -> Result<Input, Error>;
}

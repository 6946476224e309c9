//! The solvers that answers need, as a front end opens them.

use std::fmt;
use std::sync::Arc;

use cubiform_cube::four::{Cube4, Metric};
use cubiform_cube::goal::condition::Condition;
use cubiform_draw::{Draw, Watch};
use cubiform_solvers::optimal::SolutionRequest;
use cubiform_solvers::solver::Solver;
use cubiform_solvers::subgroup::{Subgroup, SubgroupError};
use cubiform_threads::CancelToken;

use crate::Error;
use crate::draws::{draw_error, drawn_states};
use crate::engines::{EngineError, Engines, OptimalRequest};
use crate::generators::{Generators, MoveSet};
use crate::input::Input;

/// The solvers of a front end, with its choices where front ends differ.
///
/// All methods fail if a table cannot be opened, if the front end does not offer the solver, or if the work was
/// cancelled.
#[expect(clippy::missing_errors_doc, reason = "the errors are those of the trait")]
pub trait Solvers: Sync {
    /// Returns the solvers that open their tables at first need.
    fn engines(&self) -> &Engines;

    /// Returns the token that ends the opening.
    fn cancel(&self) -> &CancelToken;

    /// Words an error of [`engines`](Solvers::engines).
    fn failed(&self, error: EngineError) -> Error {
        error.into()
    }

    /// Shows a note to the person who waits.
    fn note(&self, _: fmt::Arguments<'_>) {}

    /// Returns the optimal solver, restricted to some moves if they are given. `reason` is the option that needs it, with its
    /// verb.
    fn optimal(
        &self,
        solutions: SolutionRequest,
        moves: Option<MoveSet>,
        _reason: &str,
    ) -> Result<Arc<dyn Solver>, Error> {
        let moves = moves.map(|moves| moves.0);
        let request =
            OptimalRequest { solutions, moves, has_upper_bounds: true, ..OptimalRequest::default() };
        Ok(Arc::new(open(self, |engines, cancel| engines.optimal(&request, cancel))?))
    }

    /// Returns a solver with tables of its own for the group that these moves generate.
    fn subgroup(&self, moves: &Generators) -> Result<Subgroup, Error> {
        self.note(format_args!("preparing the tables of the moves {moves}, which are not kept"));
        Subgroup::new(&moves.turns(), self.cancel()).map_err(|error| match error {
            SubgroupError::Cancelled => Error::cancelled(),
            error => Error::usage("moves", format!("`moves` {moves}: {error}")).placed(),
        })
    }

    /// Returns the solver of the 4x4x4 in a metric. `beam` is the width of its beam, if it is given.
    fn four(&self, metric: Metric, beam: Option<usize>) -> Result<Arc<dyn Solver<Cube4>>, Error> {
        open(self, |engines, cancel| engines.four(metric, beam, cancel))
    }

    /// Prepares to draw random states that satisfy a condition.
    fn draw(&self, condition: &Condition, seed: u64) -> Result<Draw, Error> {
        draw(self, condition, seed)
    }

    /// Returns an endless input of random states that satisfy a condition.
    fn states(&self, condition: &Condition, seed: u64) -> Result<Input, Error> {
        Ok(drawn_states(self.draw(condition, seed)?, condition, u64::MAX, seed))
    }
}

/// Solvers without a choice of a front end.
pub struct EngineSolvers<'a> {
    /// The solvers, which open their tables at first need.
    pub engines: &'a Engines,
    /// Ends the opening.
    pub cancel: &'a CancelToken,
}

impl Solvers for EngineSolvers<'_> {
    fn engines(&self) -> &Engines {
        self.engines
    }

    fn cancel(&self) -> &CancelToken {
        self.cancel
    }
}

/// Opens a solver.
///
/// # Errors
/// The error of `open`, as the front end words it.
pub fn open<S: Solvers + ?Sized, T>(
    solvers: &S,
    open: impl FnOnce(&Engines, &CancelToken) -> Result<T, EngineError>,
) -> Result<T, Error> {
    open(solvers.engines(), solvers.cancel()).map_err(|error| solvers.failed(error))
}

/// Prepares to draw random states that satisfy a condition. The cancel token of the solvers also ends the draw later.
///
/// # Errors
/// As [`Solvers::draw`].
pub fn draw<S: Solvers + ?Sized>(solvers: &S, condition: &Condition, seed: u64) -> Result<Draw, Error> {
    // Most of the tried states are rejected, so many are analysed.
    let analyzers =
        open(solvers, |engines, cancel| engines.analyzers_of_condition(condition, Some(u64::MAX), cancel))?;
    solvers.note(format_args!("preparing to draw states that satisfy {condition}"));
    let oracle = open(solvers, Engines::oracle)?;
    let (threads, watch) =
        (solvers.engines().threads(), Watch { cancel: solvers.cancel(), ..Watch::quiet() });
    let draw = Draw::new(condition, seed, &oracle, analyzers, threads, &watch);
    draw.map_err(|error| draw_error(&error, condition))
}

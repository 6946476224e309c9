//! The solvers of `analyze`, `solve` and `scramble`, opened with the tables in the folder.

use std::fmt;
use std::sync::Arc;

use cubiform_answers::Error;
use cubiform_answers::draws::draw_error;
use cubiform_answers::engines::{EngineError, Engines, OptimalRequest};
use cubiform_answers::generators::MoveSet;
use cubiform_answers::solvers::{self, Solvers};
use cubiform_cube::goal::condition::Condition;
use cubiform_draw::Draw;
use cubiform_solvers::cfop::BuildError;
use cubiform_solvers::optimal::SolutionRequest;
use cubiform_solvers::solver::Solver;
use cubiform_threads::{CancelToken, Threads};

use crate::args::{Machine, Profiles};
use crate::failure::{Failure, say};
use crate::progress::Tries;
use crate::{engines, interrupt, progress, table_checks};

/// The number of trials from which a pilot estimates the number of states, with a standard error of a few per cent.
const PILOT_TRIALS: u32 = 1000;

/// The solvers of a run.
pub(crate) struct RunSolvers {
    pub(crate) engines: Engines,
    /// An estimate of the number of cubes, if known.
    pub(crate) cubes: Option<u64>,
    /// Whether an optimal search takes all threads, as for a single cube.
    pub(crate) takes_all_threads: bool,
    /// Whether to print how states under a condition are drawn, even if standard error is not a terminal.
    pub(crate) explains_draws: bool,
}

impl RunSolvers {
    /// Opens the solvers of a command for an unknown number of cubes.
    ///
    /// # Errors
    /// If there is no folder for tables.
    pub(crate) fn open(machine: &Machine, profile: Profiles) -> Result<RunSolvers, Failure> {
        let engines = engines::open(machine, profile)?;
        Ok(RunSolvers { engines, cubes: None, takes_all_threads: false, explains_draws: false })
    }
}

impl From<Failure> for Error {
    fn from(failure: Failure) -> Error {
        match failure {
            Failure::Usage(message) => Error::usage(None, message),
            Failure::Message(message) => Error::message(message),
            Failure::Interrupted => Error::cancelled(),
            Failure::Reported | Failure::ClosedPipe => unreachable!("opening a solver prints nothing"),
        }
    }
}

impl Solvers for RunSolvers {
    fn engines(&self) -> &Engines {
        &self.engines
    }

    fn cancel(&self) -> &CancelToken {
        &interrupt::REQUESTED
    }

    fn failed(&self, error: EngineError) -> Error {
        Failure::from(error).into()
    }

    fn note(&self, message: fmt::Arguments<'_>) {
        progress::note(message);
    }

    fn optimal(
        &self,
        solutions: SolutionRequest,
        moves: Option<MoveSet>,
        reason: &str,
    ) -> Result<Arc<dyn Solver>, Error> {
        let request = OptimalRequest {
            has_upper_bounds: moves.is_none() && solutions.solutions <= 1,
            solutions,
            moves: moves.map(|moves| moves.0),
            threads: (!self.takes_all_threads).then(Threads::single),
            cubes: self.cubes,
        };
        match self.engines.optimal(&request, self.cancel()) {
            Ok(solver) => Ok(Arc::new(solver)),
            Err(EngineError::NoOptimalTable) => {
                let build = table_checks::folder().command("tables build optimal-medium");
                let error = Error::message(format!("{reason} a table, but none is built"));
                Err(error.hint_line(format!("build one with: {build}")))
            }
            Err(EngineError::Build(BuildError::Moves(error))) => Err(Error::usage("moves", error)),
            Err(error) => Err(self.failed(error)),
        }
    }

    fn draw(&self, condition: &Condition, seed: u64) -> Result<Draw, Error> {
        let mut draw = solvers::draw(self, condition, seed)?;
        let tries = Tries::new();
        draw.report_to(move |so_far| tries.show(so_far));
        if self.explains_draws {
            draw.run_pilot(PILOT_TRIALS).map_err(|error| draw_error(&error, condition))?;
            say(&draw);
        } else {
            progress::note(&draw);
        }
        Ok(draw)
    }
}
